// The arrays that all calls share.

#ifndef GELU_BENCH_ARRAYS_H_
#define GELU_BENCH_ARRAYS_H_

#include <gelu/gelu.h>

#include <cstddef>

#include "cases.h"

namespace gelu::bench {

// At least `length` elements, made at the first call, then the same ones until
// more are asked for. Another number, another array.
const void* Input(int number, DType dtype, Inputs inputs, std::size_t length);
void* Output(int number, DType dtype, std::size_t length);

}  // namespace gelu::bench

#endif  // GELU_BENCH_ARRAYS_H_
