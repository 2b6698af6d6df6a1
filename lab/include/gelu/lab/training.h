// One run: a network, trained on one data set from one seed.
//
// On one thread the bits are those of the same program in Python (Debian's
// python3-torch), with any activation that gives the same bits there.

#ifndef GELU_LAB_TRAINING_H_
#define GELU_LAB_TRAINING_H_

#include <ATen/core/Tensor.h>
#include <gelu/gelu.h>
#include <gelu/lab/data.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace gelu::lab {

// An activation as the trainer calls it: into tensors that are there, float32
// without gaps, all of one size.
struct Function {
  std::function<void(const at::Tensor& x, at::Tensor& y)> forward;
  std::function<void(const at::Tensor& dy, const at::Tensor& x, at::Tensor& dx)>
      backward;
};

// The library's own.
Function OfLibrary(Activation activation);

// Which epoch's parameters meet the test set: those with the least validation
// loss, the first of equals, or the last.
enum class Select { kBest, kFinal };

struct Budget {
  std::vector<std::int64_t> hidden = {64, 64};  // units a hidden layer
  std::int64_t batch = 64;                      // 0: the whole training set
  int epochs = 100;
  Select select = Select::kBest;
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

// Trains with Adam, on the training set; the validation set selects the epoch,
// and the test set is not looked at. The seed gives the initial weights and,
// after them, the order of the batches: they don't depend on activation and
// rate. A run that diverges ends there. Where `stop` becomes true it
// throws Error. Needs a thread of its own: sets its number of threads to 1.
Run Train(const Split& data, const Function& function, const Budget& budget,
          double lr, std::uint32_t seed,
          const std::atomic<bool>* stop = nullptr);

// Shows the network of the selected epoch the test set, where the run may yet
// diverge. The same threads as for Train.
void Test(const DataSet& test, const Function& function, const Budget& budget,
          Run* run);

// The probability of class 1, for each row of x.
at::Tensor Predict(const std::vector<float>& parameters,
                   const std::vector<std::int64_t>& hidden,
                   const Function& function, const at::Tensor& x);

// What a seed starts from: weight and bias, layer after layer.
std::vector<float> InitialParameters(std::int64_t features,
                                     const std::vector<std::int64_t>& hidden,
                                     std::uint32_t seed);

}  // namespace gelu::lab

#endif  // GELU_LAB_TRAINING_H_
