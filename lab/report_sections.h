// The sections of the report, in their order; "" where there is nothing to say.

#ifndef GELU_LAB_REPORT_SECTIONS_H_
#define GELU_LAB_REPORT_SECTIONS_H_

#include <gelu/lab/results.h>

#include <string>

namespace gelu::lab {

// Figures.
std::string DifferenceSection(const Results& results);
std::string CurveSection(const Results& results);
std::string ZeroGradientSection(const Results& results);
std::string BoundarySection(const Results& results);
std::string ActivationSection(const Results& results);

// Tables.
std::string StatisticsSection(const Results& results);
std::string TuningSection(const Results& results);  // of several rates
std::string SummarySection(const Results& results);
std::string SeedSection(const Results& results);

}  // namespace gelu::lab

#endif  // GELU_LAB_REPORT_SECTIONS_H_
