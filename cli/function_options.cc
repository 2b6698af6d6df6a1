#include "function_options.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace gelu::cli {
namespace {

// For the help, in lines.
std::string ActivationNames() {
  std::string names = "\n";
  for (const ActivationInfo& info : gelu::Activations()) {
    names.append(info.name).append(",");
    names.append(names.size() - names.rfind('\n') > 40 ? "\n" : " ");
  }
  return names.substr(1);
}

}  // namespace

void FunctionOptions::AddTo(Command* command, bool all) {
  all_ = all;
  const std::string or_all = all ? "; or all" : "";
  const char* type = all ? "NAME|all" : "NAME";
  command
      ->Add(
          "--activation", &activation, type,
          ActivationNames() + "or a name from PyTorch or Hugging Face" + or_all)
      .Required();
  command->AddFlag("--derivative", &derivative,
                   "The derivative instead of the value");
  command->Add("--dtype", &dtype, type, "f64, f32, f16, bf16" + or_all)
      .ShowDefault();
  command
      ->Add("--accuracy", &accuracy, "NAME",
            "correct: rounded correctly (f64: within 1 ULP);\n"
            "fast: f32 within 4 ULP")
      .ShowDefault();
  command->Add("--target", &target, type,
               "Instruction set, one that gelu info lists; without,\n"
               "the best" +
                   or_all);
  command
      ->Add("--parameter", &parameter, "VALUE",
            "The slope of leaky_relu, the alpha of elu, the beta of silu;\n"
            "without, 0.01, 1, 1")
      .Number();
}

std::vector<Activation> FunctionOptions::Activations() const {
  if (!IsAll(activation)) return {ActivationFromName(activation)};
  std::vector<Activation> all;
  for (const ActivationInfo& info : gelu::Activations()) {
    all.push_back(info.activation);
  }
  return all;
}

std::vector<DType> FunctionOptions::DTypes() const {
  if (!IsAll(dtype)) return {DTypeFromName(dtype)};
  return {DType::kF64, DType::kF32, DType::kF16, DType::kBF16};
}

std::vector<int> FunctionOptions::Targets() const {
  if (target.empty()) return {0};
  if (!IsAll(target)) return {TargetFromName(target)};
  std::vector<int> all(gelu::Targets().size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

void FunctionOptions::Check() const {
  AccuracyFromName(accuracy);
  if (std::isnan(parameter)) return;
  for (Activation a : Activations()) {
    if (Info(a).parameter.empty()) {
      throw Error(fmt::format("--parameter: {} has none", Info(a).name));
    }
  }
}

Options FunctionOptions::ForTarget(int target) const {
  return {.parameter = parameter,
          .target = target,
          .accuracy = AccuracyFromName(accuracy)};
}

}  // namespace gelu::cli
