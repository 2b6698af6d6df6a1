// Experiments that can't be are refused by a message that names why.

#include <gelu/lab/experiment.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace gelu::lab {
namespace {

const struct {
  std::function<void(Experiment&)> spoil;
  const char* named;
} kCases[] = {
    {[](Experiment& e) { e.activations = {}; }, "no activation"},
    {[](Experiment& e) { e.seeds = {}; }, "no seed"},
    {[](Experiment& e) {
       e.seeds = {1, 1};
     },
     "twice"},
    {[](Experiment& e) { e.samples = 1; }, "1 samples"},
    {[](Experiment& e) { e.samples = 10'000'001; }, "10000001 samples"},
    {[](Experiment& e) { e.noise = -0.1; }, "noise -0.1"},
    {[](Experiment& e) { e.noise = std::nan(""); }, "noise nan"},
    {[](Experiment& e) {
       e.split = {60, 20, 30};
     },
     "60/20/30"},
    {[](Experiment& e) {
       e.split = {100, 0, 0};
     },
     "100/0/0"},
    {[](Experiment& e) {
       e.samples = 3, e.split = {10, 80, 10};
     },
     "3 samples don't split 10/80/10"},
    {[](Experiment& e) {
       e.budget.hidden = {64, 0};
     },
     "0 units"},
    {[](Experiment& e) { e.budget.epochs = 0; }, "0 epochs"},
    {[](Experiment& e) { e.rates = {}; }, "rate"},
    {[](Experiment& e) { e.rates = {0}; }, "learning rate 0"},
    {[](Experiment& e) {
       e.rates = {0.01, std::numeric_limits<double>::infinity()};
     },
     "learning rate inf"},
    {[](Experiment& e) {
       e.rates = {0.01, 0.01};
     },
     "named twice"},
    {[](Experiment& e) { e.smallest_effect = -1; }, "smallest effect -1"},
};

TEST(Experiment, IsCheckedBeforeItRuns) {
  Experiment good;
  good.seeds = {0, 1};
  EXPECT_NO_THROW(Check(good));
  for (const auto& c : kCases) {
    SCOPED_TRACE(c.named);
    Experiment experiment = good;
    c.spoil(experiment);
    try {
      Check(experiment);
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(c.named), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace gelu::lab
