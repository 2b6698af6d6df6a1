// x m, m ~ Bernoulli(Phi(x)).

#include <gelu/fused.h>

#include <cmath>
#include <cstring>

#include "float_environment.h"
#include "philox.h"
#include "pieces.h"
#include "rows.h"
#include "run.h"

namespace gelu {
namespace {

// A number from (0, 1) that belongs to the index.
class Uniform {
 public:
  explicit Uniform(std::uint64_t seed)
      : key_{static_cast<std::uint32_t>(seed),
             static_cast<std::uint32_t>(seed >> 32)} {}

  // Two neighbours share the bits of a counter.
  double operator()(std::uint64_t index) {
    if (index / 2 != block_) {
      block_ = index / 2;
      bits_ = Philox({static_cast<std::uint32_t>(block_),
                      static_cast<std::uint32_t>(block_ >> 32), 0, 0},
                     key_);
    }
    const std::size_t half = index % 2 * 2;
    const std::uint64_t bits =
        std::uint64_t{bits_[half + 1]} << 32 | bits_[half];
    return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
  }

 private:
  const PhiloxKey key_;
  std::uint64_t block_ = ~std::uint64_t{0};  // no index / 2
  PhiloxCounter bits_ = {};
};

// Phi(-|x|) from gelu, so that the formula stands once: gelu(-a) / -a. T is
// float or double.
template <class T>
void NormalTail(const double* x, double* tail, std::size_t length) {
  T a[kPiece], y[kPiece];
  for (std::size_t i = 0; i < length; ++i) {
    a[i] = static_cast<T>(-std::abs(x[i]));
  }
  Run(Activation::kGelu, Direction::kForward, kDTypeOf<T>,
      {a, nullptr, nullptr}, y, length, {});
  for (std::size_t i = 0; i < length; ++i) {
    // below it the quotient is 1/2, but gelu may be subnormal or 0
    tail[i] = a[i] > -0x1p-60 ? 0.5 : static_cast<double>(y[i]) / a[i];
  }
}

// to = v where the gate is open at x, else a zero.
template <class Bits>
void Select(const double* x, const double* tail, const void* v, void* to,
            std::size_t length, Uniform& uniform, std::uint64_t offset) {
  constexpr Bits kSign = Bits{1} << (8 * sizeof(Bits) - 1);
  const auto* from = static_cast<const unsigned char*>(v);
  for (std::size_t i = 0; i < length; ++i) {
    const bool beyond = uniform(offset + i) < tail[i];
    const bool open = std::isnan(x[i]) || (x[i] < 0 ? beyond : !beyond);
    Bits bits;
    std::memcpy(&bits, from + i * sizeof(Bits), sizeof(Bits));
    if (!open) bits &= kSign;
    std::memcpy(static_cast<unsigned char*>(to) + i * sizeof(Bits), &bits,
                sizeof(Bits));
  }
}

// v and `to` have the layout of x; to may be v or x.
void Gate(DType dtype, const void* x, const void* v, void* to,
          std::size_t length, std::uint64_t seed, std::uint64_t offset) {
  const std::size_t all = SizeOf(dtype, 1, length);
  CheckOverlap({to, all}, {{x, all}, {v, all}}, /*may_be_same=*/true);
  const FloatEnvironment environment;
  const RowKernels kernels = FindRowKernels(TargetBit({}), dtype);
  Uniform uniform(seed);
  ForEachPiece(length, [&](std::size_t begin, std::size_t piece) {
    double values[kPiece], tail[kPiece];
    kernels.widen(At(x, dtype, begin), values, piece);
    (dtype == DType::kF64 ? NormalTail<double>
                          : NormalTail<float>)(values, tail, piece);
    const auto select = Size(dtype) == 8   ? Select<std::uint64_t>
                        : Size(dtype) == 4 ? Select<std::uint32_t>
                                           : Select<std::uint16_t>;
    select(values, tail, At(v, dtype, begin), At(to, dtype, begin), piece,
           uniform, offset + begin);
  });
}

}  // namespace

void StochasticGate(DType dtype, const void* x, void* y, std::size_t length,
                    std::uint64_t seed, std::uint64_t offset) {
  Gate(dtype, x, x, y, length, seed, offset);
}

void StochasticGateBackward(DType dtype, const void* dy, const void* x,
                            void* dx, std::size_t length, std::uint64_t seed,
                            std::uint64_t offset) {
  Gate(dtype, x, dy, dx, length, seed, offset);
}

}  // namespace gelu
