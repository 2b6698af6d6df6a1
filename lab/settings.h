// An experiment as JSON, in two parts: names are the command's options.

#ifndef GELU_LAB_SETTINGS_H_
#define GELU_LAB_SETTINGS_H_

#include <gelu/lab/experiment.h>

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gelu::lab {

// What a run depends on beside its activation and seed.
nlohmann::json RunSettings(const Experiment& experiment);

// What was asked of the runs: which, and what counts as a difference.
nlohmann::json Question(const Experiment& experiment);

// The experiment of both. Throws Error or a JSON exception if they aren't one.
Experiment ExperimentOf(const nlohmann::json& settings,
                        const nlohmann::json& question);

// The command that runs the experiment again.
std::string CommandLine(const Experiment& experiment);

}  // namespace gelu::lab

#endif  // GELU_LAB_SETTINGS_H_
