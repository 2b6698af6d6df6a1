#include "cases.h"

namespace gelu::bench {
namespace {

void AddElementwise(DType dtype, std::size_t length, std::vector<Case>& to) {
  for (Activation form : kForms) {
    for (Operation operation : kElementwise) {
      for (Inputs inputs : {Inputs::kNormal, Inputs::kTail}) {
        to.push_back({operation, form, dtype, length, inputs});
      }
    }
  }
}

// Those of most transformers: GEGLU and SwiGLU; and the older bias and GELU.
void AddFused(DType dtype, std::size_t length, std::vector<Case>& to) {
  for (Activation form : {Activation::kSilu, Activation::kGelu}) {
    to.push_back({Operation::kGated, form, dtype, length});
    to.push_back({Operation::kGatedBackward, form, dtype, length});
  }
  to.push_back({Operation::kBias, Activation::kGelu, dtype, length});
}

}  // namespace

Case CopyOf(const Case& c) {
  return {Operation::kCopy, Activation::kIdentity, c.dtype,
          c.length,         Inputs::kNormal,       c.all_cores};
}

std::vector<Case> AllCases() {
  std::vector<Case> cases;
  for (DType dtype : kTypes) {
    for (std::size_t length : kLengths) {
      cases.push_back({Operation::kCopy, Activation::kIdentity, dtype, length});
      AddElementwise(dtype, length, cases);
      if (dtype != DType::kF16) AddFused(dtype, length, cases);
    }
  }
  for (Activation form : kForms) {
    cases.push_back({Operation::kForward, form, DType::kF32, kLongest,
                     Inputs::kNormal, true});
  }
  cases.push_back(CopyOf(cases.back()));
  return cases;
}

std::string_view NameOf(Operation operation) {
  switch (operation) {
    case Operation::kCopy:
      return "copy";
    case Operation::kForward:
      return "forward";
    case Operation::kDerivative:
      return "derivative";
    case Operation::kBackward:
      return "backward";
    case Operation::kBias:
      return "with bias";
    case Operation::kGated:
      return "gated";
    case Operation::kGatedBackward:
      return "gated backward";
  }
  return "";
}

}  // namespace gelu::bench
