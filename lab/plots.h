// The plots of the report, each an <svg> element.

#ifndef GELU_LAB_PLOTS_H_
#define GELU_LAB_PLOTS_H_

#include <gelu/lab/results.h>

#include <string>

namespace gelu::lab {

enum class Part { kTrain, kValidation };

// Loss by epoch: the median over the seeds, and where 80 % of them lie.
std::string LearningCurves(const Results& results, Part part);

// Hidden units without a gradient by epoch, in percent: the mean over the
// seeds, and where 80 % of them lie.
std::string ZeroGradients(const Results& results);

// Each seed's difference, sorted, with the mean and its interval.
std::string Differences(const Results& results, const judge::Pair& pair);

// What the arm's network takes for class 1, with the seed's test set.
std::string Boundary(const Results& results, const Arm& arm,
                     std::uint32_t seed);

// f or f' of the arms' activations.
std::string Curves(const Results& results, bool derivative);

}  // namespace gelu::lab

#endif  // GELU_LAB_PLOTS_H_
