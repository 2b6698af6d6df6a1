// What layers do around an activation, in one pass over memory: a bias, the
// product with a second projection, the stochastic gate.
//
// What gelu.h says of lengths, aliasing, threads and errors holds here. Arrays
// of rows are dense: row r begins at element r * width.

#ifndef GELU_FUSED_H_
#define GELU_FUSED_H_

#include <gelu/gelu.h>

#include <cstddef>
#include <cstdint>

namespace gelu {

// y[r][i] = f(x[r][i] + bias[i]). The sum is rounded to the type, as if it had
// been stored: the bits of an addition and Forward. x and y: rows * width
// elements; bias: width. y may be x.
GELU_EXPORT void BiasForward(Activation activation, DType dtype, const void* x,
                             const void* bias, void* y, std::size_t rows,
                             std::size_t width, const Options& options = {});

// dx[r][i] = dy[r][i] f'(x[r][i] + bias[i]), rounded as Backward; and, unless
// dbias is null, dbias[i] = the sum of dx[r][i] over r, added in the order of
// the rows in double and rounded once. dx may be dy or x; dbias overlaps
// nothing.
GELU_EXPORT void BiasBackward(Activation activation, DType dtype,
                              const void* dy, const void* x, const void* bias,
                              void* dx, void* dbias, std::size_t rows,
                              std::size_t width, const Options& options = {});

// y[i] = f(a[i]) b[i]: GEGLU with gelu, SwiGLU with silu, ReGLU with relu, GLU
// with sigmoid, Bilinear with identity (N. Shazeer, "GLU Variants Improve
// Transformer", 2020). f(a) is not rounded before the product: f32, f16 and
// bf16 are correctly rounded, f64 has an error below 1 ULP. y may be a or b.
GELU_EXPORT void Gated(Activation activation, DType dtype, const void* a,
                       const void* b, void* y, std::size_t length,
                       const Options& options = {});

// da[i] = dy[i] b[i] f'(a[i]) and db[i] = dy[i] f(a[i]), rounded as Gated; da in
// f64 where dy[i] b[i] does not overflow. Each of da and db may be dy, a or b;
// they don't overlap each other.
GELU_EXPORT void GatedBackward(Activation activation, DType dtype,
                               const void* dy, const void* a, const void* b,
                               void* da, void* db, std::size_t length,
                               const Options& options = {});

// Which half of a row goes through f. PyTorch's glu: the last; gate_up
// projections of Llama's kind: the first.
enum class Half : int { kFirst, kLast };

// Gated where a and b are the halves of each row of `ab`, which has 2 * width
// elements; `activated` is a. y has rows of width elements and does not overlap
// ab.
GELU_EXPORT void GatedRows(Activation activation, DType dtype, Half activated,
                           const void* ab, void* y, std::size_t rows,
                           std::size_t width, const Options& options = {});

// dab holds da and db as ab holds a and b, and may be ab. dy has rows of width
// elements and does not overlap dab.
GELU_EXPORT void GatedRowsBackward(Activation activation, DType dtype,
                                   Half activated, const void* dy,
                                   const void* ab, void* dab, std::size_t rows,
                                   std::size_t width,
                                   const Options& options = {});

// y[i] = x[i] m[i], where m[i] is 1 with the probability Phi(x[i]), else 0: the
// stochastic regularizer whose mean is GELU (D. Hendrycks, K. Gimpel, "Gaussian
// Error Linear Units", 2016, section 2). 0 keeps the sign of x; y is -0 at
// -inf, NaN at NaN.
//
// m[i] depends on the value of x[i], the seed and offset + i alone: the same on
// every CPU, however an array is cut into calls. The random bits are those of
// Philox4x32-10 (J. Salmon et al., "Parallel random numbers: as easy as 1, 2,
// 3", 2011), 53 an element; Phi is right to 2^-23 of Phi(-|x|).
GELU_EXPORT void StochasticGate(DType dtype, const void* x, void* y,
                                std::size_t length, std::uint64_t seed,
                                std::uint64_t offset);

// dx[i] = dy[i] m[i], with the m of StochasticGate for the same x, seed and
// offset. dx may be dy or x.
GELU_EXPORT void StochasticGateBackward(DType dtype, const void* dy,
                                        const void* x, void* dx,
                                        std::size_t length, std::uint64_t seed,
                                        std::uint64_t offset);

}  // namespace gelu

#endif  // GELU_FUSED_H_
