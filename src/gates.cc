// The tables, as make_gates.cc has written them.

#include "gates.h"

#include <cmath>

namespace gelu {
namespace {
#include "gates.inc"
}  // namespace

const Gate* FindGate(Activation activation, Direction direction) {
  if (direction == Direction::kSecondDerivative) return nullptr;
  return kGates[IsOfValue(direction) ? 0 : 1][static_cast<int>(activation)];
}

}  // namespace gelu
