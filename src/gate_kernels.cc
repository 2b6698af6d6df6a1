// The kernels that go through gates, for every target.

#include "gates.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gate_kernels.cc"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "gate_correct-inl.h"
#include "gate_fast-inl.h"
#include "gate_loop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

template <Multiplier kMultiplier>
GateKernel KernelFor(DType dtype, Accuracy accuracy) {
  switch (dtype) {
    case DType::kF64:
      break;
    case DType::kF32:
      return accuracy == Accuracy::kFast
                 ? &GateLoop<
                       GateStrip<float, FastArithmetic<float, kMultiplier>>>
                 : &GateLoop<GateStrip<float, CorrectArithmetic<kMultiplier>>>;
    case DType::kF16:
      return &GateLoop<
          GateStrip<Float16, FastArithmetic<Float16, kMultiplier>>>;
    case DType::kBF16:
      return &GateLoop<
          GateStrip<BFloat16, FastArithmetic<BFloat16, kMultiplier>>>;
  }
  return nullptr;
}

GateKernel FindKernel(DType dtype, Accuracy accuracy, Multiplier multiplier) {
  switch (multiplier) {
    case Multiplier::kOne:
      return KernelFor<Multiplier::kOne>(dtype, accuracy);
    case Multiplier::kX:
      return KernelFor<Multiplier::kX>(dtype, accuracy);
    case Multiplier::kP:
      return KernelFor<Multiplier::kP>(dtype, accuracy);
    case Multiplier::kPX:
      return KernelFor<Multiplier::kPX>(dtype, accuracy);
    case Multiplier::kPQ:
      return KernelFor<Multiplier::kPQ>(dtype, accuracy);
  }
  return nullptr;
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gelu {

HWY_EXPORT(FindKernel);

GateKernel FindGateKernel(std::int64_t target, DType dtype, Accuracy accuracy,
                          Multiplier multiplier) {
  hwy::ChosenTarget chosen;
  chosen.Update(target);
  return HWY_DISPATCH_TABLE(FindKernel)[chosen.GetIndex()](dtype, accuracy,
                                                           multiplier);
}

}  // namespace gelu
#endif  // HWY_ONCE
