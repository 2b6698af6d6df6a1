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
#include "gate_strip-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

template <Multiplier kMultiplier>
constexpr void AddTo(GateKernels& table) {
  const auto add = [&](DType dtype, Accuracy accuracy, GateKernel kernel) {
    table.kernel[static_cast<int>(dtype)][static_cast<int>(accuracy)]
                [static_cast<int>(kMultiplier)] = kernel;
  };
  const auto half = [&]<class T>(DType dtype, T) {
    for (const auto accuracy : {Accuracy::kCorrect, Accuracy::kFast}) {
      add(dtype, accuracy,
          &GateLoop<GateStrip<FastArithmetic<T, kMultiplier>>>);
    }
  };
  add(DType::kF32, Accuracy::kCorrect,
      &GateLoop<GateStrip<CorrectArithmetic<kMultiplier>>>);
  add(DType::kF32, Accuracy::kFast,
      &GateLoop<GateStrip<FastArithmetic<float, kMultiplier>>>);
  half(DType::kF16, Float16());
  half(DType::kBF16, BFloat16());
}

constexpr GateKernels MakeTable() {
  GateKernels table = {};
  AddTo<Multiplier::kOne>(table);
  AddTo<Multiplier::kX>(table);
  AddTo<Multiplier::kP>(table);
  AddTo<Multiplier::kPX>(table);
  AddTo<Multiplier::kPQ>(table);
  return table;
}

const GateKernels* GateTable() {
  static constexpr GateKernels kTable = MakeTable();
  return &kTable;
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gelu {

HWY_EXPORT(GateTable);

const GateKernels& FindGateKernels(std::int64_t target) {
  hwy::ChosenTarget chosen;
  chosen.Update(target);
  return *HWY_DISPATCH_TABLE(GateTable)[chosen.GetIndex()]();
}

}  // namespace gelu
#endif  // HWY_ONCE
