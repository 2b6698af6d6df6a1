// Training against the same program in Python, bit by bit.

#include <ATen/ops/gelu.h>
#include <ATen/ops/gelu_backward.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/threshold_backward.h>
#include <gelu/lab/training.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../python.h"
#include "reference.h"

namespace gelu::lab {
namespace {

using nlohmann::json;

// PyTorch's own, as autograd calls them.
Function PyTorchs(const std::string& name) {
  if (name == "relu") {
    return {[](const at::Tensor& x, at::Tensor& y) { y.copy_(at::relu(x)); },
            [](const at::Tensor& dy, const at::Tensor& x, at::Tensor& dx) {
              dx.copy_(at::threshold_backward(dy, x, 0));
            }};
  }
  return {[](const at::Tensor& x, at::Tensor& y) { y.copy_(at::gelu(x)); },
          [](const at::Tensor& dy, const at::Tensor& x, at::Tensor& dx) {
            dx.copy_(at::gelu_backward(dy, x));
          }};
}

Split Data(const json& options) {
  const std::uint32_t seed = options["seed"];
  const auto split = options["split"].get<std::vector<int>>();
  return MakeSplit(MakeMoons(options["samples"], options["noise"], seed),
                   {split[0], split[1], split[2]}, seed);
}

Run TrainAs(const json& options, const Function& function, Select select) {
  const Budget budget{options["hidden"], options["batch"], options["epochs"],
                      select};
  const Split data = Data(options);
  Run run = Train(data, function, budget, options["lr"], options["seed"]);
  if (!run.diverged()) Test(data.test, function, budget, &run);
  return run;
}

std::vector<json> Cases() {
  std::vector<json> cases;
  const auto add = [&](json hidden, int samples, int batch, int epochs,
                       double lr, int seed) {
    for (const char* activation : {"relu", "gelu"}) {
      cases.push_back({{"activation", activation},
                       {"seed", seed},
                       {"samples", samples},
                       {"noise", 0.2},
                       {"hidden", std::move(hidden)},
                       {"batch", batch},
                       {"epochs", epochs},
                       {"lr", lr},
                       {"split", {60, 20, 20}}});
      hidden = cases.back()["hidden"];
    }
  };
  add({64, 64}, 2000, 64, 100, 0.001, 0);
  add({64, 64}, 2000, 64, 20, 0.001, 12345);
  add({64}, 501, 32, 10, 0.01, 1);
  add({5, 7, 3}, 99, 10, 10, 0.003, 2);
  add(json::array(), 200, 0, 10, 0.1, 3);
  add({1}, 50, 1, 3, 0.001, 4);
  return cases;
}

class Training : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    cases_ = Cases();
    expected_ = test::Python("lab/reference_training.py", cases_);
  }
  static inline std::vector<json> cases_;
  static inline json expected_;
};

TEST_F(Training, StartsFromPyTorchsWeights) {
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    EXPECT_EQ(Hex(InitialParameters(2, {.hidden = cases_[i]["hidden"]},
                                    cases_[i]["seed"])),
              expected_[i]["start"])
        << cases_[i];
  }
}

// The whole run, loss by loss, to the last parameter.
TEST_F(Training, HasPyTorchsBitsWithItsOwnActivations) {
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    SCOPED_TRACE(cases_[i].dump());
    const Function function = PyTorchs(cases_[i]["activation"]);
    const auto final = TrainAs(cases_[i], function, Select::kFinal);
    EXPECT_EQ(Hex(final.parameters), expected_[i]["end"]);
    EXPECT_EQ(final.test_loss, expected_[i]["test_final"].get<double>());
    const json& losses = expected_[i]["losses"];
    ASSERT_EQ(final.train_loss.size(), losses.size());
    for (std::size_t epoch = 0; epoch < losses.size(); ++epoch) {
      EXPECT_EQ(final.train_loss[epoch], losses[epoch][0].get<float>());
      EXPECT_EQ(final.validation_loss[epoch], losses[epoch][1].get<float>());
    }
    const auto best = TrainAs(cases_[i], function, Select::kBest);
    EXPECT_EQ(best.test_loss, expected_[i]["test_best"].get<double>());
  }
}

TEST_F(Training, HasPyTorchsBitsWithOurRelu) {
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    if (cases_[i]["activation"] != "relu") continue;
    const auto run =
        TrainAs(cases_[i], OfLibrary(Activation::kRelu), Select::kFinal);
    EXPECT_EQ(Hex(run.parameters), expected_[i]["end"]) << cases_[i];
  }
}

// PyTorch's GELU differs from the correctly rounded one in last bits, and
// training lets such differences grow.
TEST_F(Training, StaysCloseToPyTorchWithOurGelu) {
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    if (cases_[i]["activation"] != "gelu") continue;
    SCOPED_TRACE(cases_[i].dump());
    const auto run =
        TrainAs(cases_[i], OfLibrary(Activation::kGelu), Select::kFinal);
    const json& losses = expected_[i]["losses"];
    for (std::size_t epoch = 0; epoch < losses.size(); ++epoch) {
      const float loss = losses[epoch][0];
      EXPECT_NEAR(run.train_loss[epoch], loss, 1e-3 * loss) << epoch;
    }
  }
}

// Weights that move no more lie under units without a gradient.
TEST_F(Training, CountsUnitsWithoutAGradient) {
  json options = cases_[0];
  options["lr"] = 0.3;
  options["epochs"] = 10;
  const auto relu =
      TrainAs(options, OfLibrary(Activation::kRelu), Select::kFinal);
  const auto gelu =
      TrainAs(options, OfLibrary(Activation::kGelu), Select::kFinal);
  ASSERT_EQ(relu.zero_gradient.size(), 10u);
  EXPECT_GT(relu.zero_gradient.back(), 0.2f);
  EXPECT_LT(gelu.zero_gradient.back(), relu.zero_gradient.back() / 4);
  // A function without a gradient leaves none to any unit.
  const Function flat = {
      [](const at::Tensor&, at::Tensor& y) { y.fill_(1); },
      [](const at::Tensor&, const at::Tensor&, at::Tensor& dx) { dx.zero_(); }};
  for (float share : TrainAs(options, flat, Select::kFinal).zero_gradient) {
    EXPECT_EQ(share, 1);
  }
  options["hidden"] = json::array();
  EXPECT_EQ(TrainAs(options, flat, Select::kFinal).zero_gradient.back(), 0);
}

TEST_F(Training, RecordsDivergence) {
  json options = cases_[0];
  for (double lr : {1e9, 1e30}) {
    options["lr"] = lr;
    const auto run =
        TrainAs(options, OfLibrary(Activation::kRelu), Select::kBest);
    EXPECT_TRUE(run.diverged()) << lr;
    EXPECT_FALSE(run.train_loss.back() < kDiverged) << lr;
    EXPECT_LT(run.train_loss.size(), 100u) << lr;
  }
}

}  // namespace
}  // namespace gelu::lab
