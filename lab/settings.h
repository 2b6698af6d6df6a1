// What a run depends on beside its activation and seed, as JSON: names are the
// command's options.

#ifndef GELU_LAB_SETTINGS_H_
#define GELU_LAB_SETTINGS_H_

#include <gelu/lab/experiment.h>

#include <nlohmann/json.hpp>
#include <string>

namespace gelu::lab {

nlohmann::json RunSettings(const Experiment& experiment);

// The command that runs the experiment again.
std::string CommandLine(const Experiment& experiment);

}  // namespace gelu::lab

#endif  // GELU_LAB_SETTINGS_H_
