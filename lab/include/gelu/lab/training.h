// One run: a network, trained on one data set from one seed.
//
// On one thread the bits are those of the same program in Python (Debian's
// python3-torch), with any activation that gives the same bits there.

#ifndef GELU_LAB_TRAINING_H_
#define GELU_LAB_TRAINING_H_

#include <ATen/core/Tensor.h>
#include <gelu/gelu.h>
#include <gelu/lab/data.h>
#include <gelu/lab/run.h>

#include <atomic>
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
at::Tensor Predict(const std::vector<float>& parameters, const Budget& budget,
                   const Function& function, const at::Tensor& x);

// What a seed starts from.
std::vector<float> InitialParameters(std::int64_t features,
                                     const Budget& budget, std::uint32_t seed);

}  // namespace gelu::lab

#endif  // GELU_LAB_TRAINING_H_
