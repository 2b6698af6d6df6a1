// What one run is given, and what it leaves. No tensors.

#ifndef GELU_LAB_RUN_H_
#define GELU_LAB_RUN_H_

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace gelu::lab {

// Which epoch's parameters meet the test set: those with the least validation
// loss, the first of equals, or the last.
enum class Select { kBest, kFinal };

struct Budget {
  std::vector<std::int64_t> hidden = {64, 64};  // units a hidden layer
  std::int64_t batch = 64;                      // 0: the whole training set
  int epochs = 100;
  Select select = Select::kBest;
  std::string model = "mlp";  // its name in the catalogue
  bool operator==(const Budget&) const = default;
};

// A loss as great as that, or none at all (NaN), tells only that the weights
// have exploded: the run has diverged. Guessing costs ln 2.
constexpr double kDiverged = 1e6;

// Cross-entropies are means over a set, computed after each epoch.
struct Run {
  double lr = 0;
  std::vector<float> train_loss, validation_loss;  // one an epoch
  // One an epoch: the share of hidden units that learnt nothing in it, as the
  // gradient of their incoming weights and bias was exactly 0 at each step.
  // ReLU's are said to be dead. 0 where there is no hidden unit.
  std::vector<float> zero_gradient;
  int selected_epoch = 0;         // counted from 1; 0 where the run diverged
  std::vector<float> parameters;  // of the selected epoch
  double seconds = 0;
  // NaN until Test.
  double test_loss = std::numeric_limits<double>::quiet_NaN();
  // Share of the test set, 0 ... 1.
  double test_error = std::numeric_limits<double>::quiet_NaN();

  bool diverged() const { return selected_epoch == 0; }
  bool tested() const { return !std::isnan(test_loss); }
  // Of the selected epoch.
  double selected_loss() const { return validation_loss[selected_epoch - 1]; }
};

}  // namespace gelu::lab

#endif  // GELU_LAB_RUN_H_
