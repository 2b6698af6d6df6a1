#include "formulas.h"

#include "formulas/gated.h"
#include "formulas/gelu.h"
#include "formulas/piecewise.h"

namespace gelu::oracle {
namespace {

// Those that a definition has; without, MPFR decides every input.
template <class Form>
constexpr QuickFormula QuickValueOf() {
  if constexpr (requires { Form::QuickValue; }) return Form::QuickValue;
  return nullptr;
}
template <class Form>
constexpr QuickFormula QuickDerivativeOf() {
  if constexpr (requires { Form::QuickDerivative; }) {
    return Form::QuickDerivative;
  }
  return nullptr;
}

constexpr Definition kDefinitions[] = {
#define GELU_ACTIVATION(Id, ...) \
  {Id::Value,                    \
   Id::Derivative,               \
   Id::SecondDerivative,         \
   Id::ValueLimits,              \
   Id::DerivativeLimits,         \
   QuickValueOf<Id>(),           \
   QuickDerivativeOf<Id>()},
#include <gelu/activations.def>
#undef GELU_ACTIVATION
};

}  // namespace

const Definition& DefinitionOf(Activation activation) {
  return kDefinitions[static_cast<int>(activation)];
}

}  // namespace gelu::oracle
