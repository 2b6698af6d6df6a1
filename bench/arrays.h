// The arrays that all calls share.

#ifndef GELU_BENCH_ARRAYS_H_
#define GELU_BENCH_ARRAYS_H_

#include <gelu/gelu.h>

#include <cstddef>

namespace gelu::bench {

enum class Inputs { kNormal, kTail, kOnes };  // N(0,1), U(-13,-5), 1

// At least `length` elements, made at the first call, then the same ones.
const void* Input(DType dtype, Inputs inputs, std::size_t length);
void* Output(DType dtype, std::size_t length);

}  // namespace gelu::bench

#endif  // GELU_BENCH_ARRAYS_H_
