// One run: a network, trained on one data set from one seed.
//
// On one thread the bits are those of the same program in Python (Debian's
// python3-torch), with any activation that gives the same bits there.

#ifndef GELU_LAB_TRAINING_H_
#define GELU_LAB_TRAINING_H_

#include <ATen/core/Tensor.h>
#include <gelu/gelu.h>
#include <gelu/lab/data.h>

#include <cstdint>
#include <functional>
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
  double lr = 0.001;
  Select select = Select::kBest;
  bool operator==(const Budget&) const = default;
};

// Cross-entropies are means over a set, computed after each epoch.
struct Run {
  std::vector<float> train_loss, validation_loss;  // one an epoch
  int selected_epoch = 0;  // counted from 1; 0 where the run diverged
  double test_loss = 0;
  double test_error = 0;          // share of the test set, 0 ... 1
  std::vector<float> parameters;  // of the selected epoch
  double seconds = 0;

  bool diverged() const { return selected_epoch == 0; }
};

// Trains with Adam. The seed gives the initial weights and, after them, the
// order of the batches: they don't depend on the activation. A loss that is
// not finite ends the run. Needs a thread of its own: sets its number of
// threads to 1.
Run Train(const Split& data, const Function& function, const Budget& budget,
          std::uint32_t seed);

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
