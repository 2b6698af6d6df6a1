#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/index_select.h>
#include <ATen/ops/randperm.h>
#include <ATen/ops/softmax.h>
#include <c10/core/InferenceMode.h>
#include <dlfcn.h>
#include <gelu/lab/catalogue.h>
#include <gelu/lab/training.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "adam.h"
#include "model.h"

namespace gelu::lab {
namespace {

std::vector<float> ToVector(const at::Tensor& flat) {
  const float* data = flat.data_ptr<float>();
  return {data, data + flat.numel()};
}

at::Tensor FromVector(const std::vector<float>& flat) {
  return at::from_blob(const_cast<float*>(flat.data()),
                       {static_cast<std::int64_t>(flat.size())}, at::kFloat);
}

std::unique_ptr<Model> MakeModel(std::int64_t features, const Budget& budget,
                                 const Function& function) {
  return FindModel(budget.model).make(features, budget.hidden, function);
}

float Loss(Model& model, const DataSet& data) {
  return at::cross_entropy_loss(model.Forward(data.x), data.y).item<float>();
}

// NaN, too, is not below.
bool HasDiverged(double loss) { return !(loss < kDiverged); }

double ErrorRate(Model& model, const DataSet& data) {
  const at::Tensor wrong = model.Forward(data.x).argmax(1).ne(data.y);
  return wrong.sum().item<double>() / static_cast<double>(data.y.numel());
}

float ShareOfZeros(const std::vector<char>& flags) {
  if (flags.empty()) return 0;
  const auto zeros = std::count(flags.begin(), flags.end(), 0);
  return static_cast<float>(zeros) / static_cast<float>(flags.size());
}

class Trainer {
 public:
  Trainer(const Split& data, const Function& function, const Budget& budget,
          double lr, std::uint32_t seed, const std::atomic<bool>* stop)
      : data_(data),
        budget_(budget),
        stop_(stop),
        generator_(at::detail::createCPUGenerator(seed)),
        model_(MakeModel(data.train.x.size(1), budget, function)),
        adam_(model_->parameters(), lr),
        x_(at::empty_like(data.train.x)),
        y_(at::empty_like(data.train.y)) {
    run_.lr = lr;
    model_->Initialise(generator_);
    const std::int64_t samples = y_.numel();
    const std::int64_t batch = budget.batch == 0 ? samples : budget.batch;
    for (std::int64_t i = 0; i < samples; i += batch) {
      const std::int64_t length = std::min(batch, samples - i);
      batches_.push_back({x_.narrow(0, i, length), y_.narrow(0, i, length)});
    }
  }

  Run Go() {
    for (int epoch = 1; epoch <= budget_.epochs; ++epoch) {
      Epoch();
      if (!Look(epoch)) break;
    }
    return run_;
  }

 private:
  void Epoch() {
    const at::Tensor order = at::randperm(y_.numel(), generator_, at::kLong);
    at::index_select_out(x_, data_.train.x, 0, order);
    at::index_select_out(y_, data_.train.y, 0, order);
    std::vector<char> learnt(model_->hidden_units(), false);
    for (const DataSet& batch : batches_) {
      if (stop_ != nullptr && *stop_) throw Error("stopped");
      model_->Forward(batch.x);
      model_->Backward(batch.x, batch.y.data_ptr<std::int64_t>());
      model_->MarkWithGradient(&learnt);
      adam_.Step(model_->parameters(), model_->gradient());
    }
    run_.zero_gradient.push_back(ShareOfZeros(learnt));
  }

  // The losses after an epoch; false where the run has diverged.
  bool Look(int epoch) {
    const float train = Loss(*model_, data_.train);
    const float validation = Loss(*model_, data_.validation);
    run_.train_loss.push_back(train);
    run_.validation_loss.push_back(validation);
    if (HasDiverged(train) || HasDiverged(validation)) {
      run_.selected_epoch = 0;
      return false;
    }
    if (budget_.select == Select::kFinal || validation < best_) {
      best_ = validation;
      run_.selected_epoch = epoch;
      run_.parameters = ToVector(model_->parameters());
    }
    return true;
  }

  const Split& data_;
  const Budget& budget_;
  const std::atomic<bool>* stop_;
  at::Generator generator_;
  std::unique_ptr<Model> model_;
  Adam adam_;
  at::Tensor x_, y_;              // the training set in the epoch's order
  std::vector<DataSet> batches_;  // parts of those
  float best_ = std::numeric_limits<float>::infinity();
  Run run_;
};

// OpenBLAS has threads of its own, for all callers. It is asked by name, as
// libtorch takes its BLAS from the system's choice.
void UseOneThread() {
  at::set_num_threads(1);
  static const bool once = [] {
    void* set = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
    if (set != nullptr) reinterpret_cast<void (*)(int)>(set)(1);
    return true;
  }();
  static_cast<void>(once);
}

}  // namespace

Function OfLibrary(Activation activation) {
  const auto length = [](const at::Tensor& x) {
    return static_cast<std::size_t>(x.numel());
  };
  return {[=](const at::Tensor& x, at::Tensor& y) {
            Forward(activation, DType::kF32, x.data_ptr(), y.data_ptr(),
                    length(x));
          },
          [=](const at::Tensor& dy, const at::Tensor& x, at::Tensor& dx) {
            Backward(activation, DType::kF32, dy.data_ptr(), x.data_ptr(),
                     dx.data_ptr(), length(x));
          }};
}

Run Train(const Split& data, const Function& function, const Budget& budget,
          double lr, std::uint32_t seed, const std::atomic<bool>* stop) {
  UseOneThread();
  const c10::InferenceMode no_autograd;
  const auto start = std::chrono::steady_clock::now();
  Run run = Trainer(data, function, budget, lr, seed, stop).Go();
  const std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - start;
  run.seconds = passed.count();
  return run;
}

void Test(const DataSet& test, const Function& function, const Budget& budget,
          Run* run) {
  UseOneThread();
  const c10::InferenceMode no_autograd;
  const auto model = MakeModel(test.x.size(1), budget, function);
  model->parameters().copy_(FromVector(run->parameters));
  run->test_loss = Loss(*model, test);
  run->test_error = ErrorRate(*model, test);
  if (HasDiverged(run->test_loss)) run->selected_epoch = 0;
}

at::Tensor Predict(const std::vector<float>& parameters, const Budget& budget,
                   const Function& function, const at::Tensor& x) {
  const c10::InferenceMode no_autograd;
  const auto model = MakeModel(x.size(1), budget, function);
  model->parameters().copy_(FromVector(parameters));
  return at::softmax(model->Forward(x), 1).select(1, 1).contiguous();
}

std::vector<float> InitialParameters(std::int64_t features,
                                     const Budget& budget, std::uint32_t seed) {
  const c10::InferenceMode no_autograd;
  const auto model = MakeModel(features, budget, {});
  model->Initialise(at::detail::createCPUGenerator(seed));
  return ToVector(model->parameters());
}

}  // namespace gelu::lab
