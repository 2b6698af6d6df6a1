#include "elementwise.h"

#include <ATen/EmptyTensor.h>
#include <ATen/Parallel.h>
#include <ATen/TensorIterator.h>
#include <ATen/ops/empty_like.h>
#include <gelu/fused.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>

#if defined(__linux__)
#include <sys/mman.h>
#endif

// Else at::parallel_for quietly takes one thread.
#ifndef INTRA_OP_PARALLEL
#error "compile with OpenMP, as libtorch was"
#endif

namespace gelu::ops {
namespace {

using std::int64_t;

// Elements that a thread takes at least.
constexpr int64_t kGrain = at::internal::GRAIN_SIZE;
// Elements that are gathered at a time.
constexpr int64_t kBlock = 512;

DType DTypeOf(Activation activation, const at::Tensor& x) {
  switch (x.scalar_type()) {
    case at::kDouble:
      return DType::kF64;
    case at::kFloat:
      return DType::kF32;
    case at::kHalf:
      return DType::kF16;
    case at::kBFloat16:
      return DType::kBF16;
    default:
      throw Error(std::string(Info(activation).name) +
                  " takes tensors of Double, Float, Half or BFloat16, not " +
                  c10::toString(x.scalar_type()));
  }
}

void CheckGradient(Activation activation, const at::Tensor& x,
                   const at::Tensor& dy) {
  if (dy.sizes() == x.sizes() && dy.scalar_type() == x.scalar_type() &&
      dy.device() == x.device()) {
    return;
  }
  std::ostringstream message;
  message << Info(activation).name << ": the gradient is " << dy.scalar_type()
          << dy.sizes() << " on " << dy.device() << ", but the input is "
          << x.scalar_type() << x.sizes() << " on " << x.device();
  throw Error(message.str());
}

// A function of the core, all but its data. Only products take `dy`.
struct Function {
  Activation activation;
  Direction direction;
  DType dtype;
  Options options;

  void operator()(const void* x, const void* dy, void* y,
                  int64_t length) const {
    const auto n = static_cast<std::size_t>(length);
    switch (direction) {
      case Direction::kForward:
        return Forward(activation, dtype, x, y, n, options);
      case Direction::kDerivative:
        return Derivative(activation, dtype, x, y, n, options);
      case Direction::kSecondDerivative:
        return SecondDerivative(activation, dtype, x, y, n, options);
      case Direction::kBackward:
        return Backward(activation, dtype, dy, x, y, n, options);
      case Direction::kGated:
        return Gated(activation, dtype, x, dy, y, n, options);
    }
  }
};

// Rows of elements, each `stride` bytes from the one before.
struct Rows {
  const char* data;
  int64_t stride;
  int64_t row_stride;
};

// Elements [begin, begin + n) of rows that have `length` elements, as T.
template <class T>
void GatherAs(const Rows& rows, int64_t length, int64_t begin, int64_t n,
              char* to) {
  const char* row = rows.data + begin / length * rows.row_stride;
  for (int64_t i = begin % length; n > 0; i = 0, row += rows.row_stride) {
    const int64_t end = std::min(length, i + n);
    n -= end - i;
    for (; i < end; ++i, to += sizeof(T)) {
      std::memcpy(to, row + i * rows.stride, sizeof(T));
    }
  }
}

void Gather(const Rows& rows, std::size_t size, int64_t length, int64_t begin,
            int64_t n, char* to) {
  if (size == 8) return GatherAs<std::uint64_t>(rows, length, begin, n, to);
  if (size == 4) return GatherAs<std::uint32_t>(rows, length, begin, n, to);
  GatherAs<std::uint16_t>(rows, length, begin, n, to);
}

// One part of the work: `rows` rows of `length` elements of y, which lie all
// side by side, and those of x and dy that belong to them, which need not.
void RunRows(const Function& function, const Rows& x, const Rows* dy, char* y,
             int64_t length, int64_t rows) {
  const std::size_t size = Size(function.dtype);
  const auto side_by_side = [&](const Rows& r) {
    return r.stride == static_cast<int64_t>(size);
  };
  if (length >= kBlock && side_by_side(x) && (!dy || side_by_side(*dy))) {
    for (int64_t row = 0; row < rows; ++row) {
      function(x.data + row * x.row_stride,
               dy ? dy->data + row * dy->row_stride : nullptr,
               y + row * length * size, length);
    }
    return;
  }
  // Short rows are gathered, too: calls for a few elements each cost more.
  alignas(64) char x_block[kBlock * sizeof(double)];
  alignas(64) char dy_block[kBlock * sizeof(double)];
  for (int64_t begin = 0; begin < rows * length; begin += kBlock) {
    const int64_t n = std::min(kBlock, rows * length - begin);
    Gather(x, size, length, begin, n, x_block);
    if (dy) Gather(*dy, size, length, begin, n, dy_block);
    function(x_block, dy ? dy_block : nullptr, y + begin * size, n);
  }
}

// For what has gaps or another order than y: TensorIterator orders the
// dimensions by y's strides, merges those it can, and cuts the rest into rows
// for PyTorch's threads. y has no gaps, so its rows follow one another.
void RunInRows(const Function& function, const at::Tensor& x,
               const at::Tensor* dy, const at::Tensor& y) {
  at::TensorIteratorConfig config;
  config.add_output(y).add_input(x);
  if (dy) config.add_input(*dy);
  at::TensorIterator iterator = config.build();
  const int operands = iterator.ntensors();
  iterator.for_each(
      [&](char** data, const int64_t* strides, int64_t length, int64_t rows) {
        const auto rows_of = [&](int i) {
          return Rows{data[i], strides[i], strides[operands + i]};
        };
        const Rows dy_rows = dy ? rows_of(2) : Rows{};
        RunRows(function, rows_of(1), dy ? &dy_rows : nullptr, data[0], length,
                rows);
      },
      kGrain);
}

// Memory of this size comes fresh from the system with every allocation, which
// clears each page when it is first written: by pages of 4 KiB that takes
// longer than computing what is written. Asks for pages of 2 MiB. Only a hint.
void AdviseHugePages([[maybe_unused]] const at::Tensor& y) {
#if defined(__linux__)
  constexpr std::size_t kAlwaysFresh = std::size_t{1} << 25;  // for glibc
  constexpr std::uintptr_t kHugePage = 1 << 21;
  if (y.nbytes() < kAlwaysFresh) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(y.data_ptr());
  const std::uintptr_t from = (begin + kHugePage - 1) & ~(kHugePage - 1);
  const std::uintptr_t to = (begin + y.nbytes()) & ~(kHugePage - 1);
  madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
#endif
}

// For x, dy and y in the same order, without gaps.
void RunAtOnce(const Function& function, const at::Tensor& x,
               const at::Tensor* dy, const at::Tensor& y) {
  const auto* from = static_cast<const char*>(x.data_ptr());
  const auto* factor = dy ? static_cast<const char*>(dy->data_ptr()) : nullptr;
  auto* to = static_cast<char*>(y.data_ptr());
  const auto size = static_cast<int64_t>(Size(function.dtype));
  at::parallel_for(0, y.numel(), kGrain, [&](int64_t begin, int64_t end) {
    function(from + begin * size, dy ? factor + begin * size : nullptr,
             to + begin * size, end - begin);
  });
}

// Without gaps, in x's order of dimensions.
at::Tensor EmptyLike(const at::Tensor& x) {
  if (x.is_cpu() && x.is_non_overlapping_and_dense()) {
    // What empty_like comes to, in less than half of its time, which is a tenth
    // of a kernel's on thousands of elements.
    return at::Tensor(
        at::detail::empty_strided_cpu(x.sizes(), x.strides(), x.scalar_type()));
  }
  return at::empty_like(x);
}

}  // namespace

at::Tensor Elementwise(Activation activation, Direction direction,
                       const Options& options, const at::Tensor& x,
                       const at::Tensor* dy) {
  if (dy) CheckGradient(activation, x, *dy);
  const Function function{activation, direction, DTypeOf(activation, x),
                          options};
  at::Tensor y = EmptyLike(x);
  if (y.is_meta() || y.numel() == 0) {
    function(nullptr, nullptr, nullptr, 0);  // throws if an option is wrong
    return y;
  }
  AdviseHugePages(y);
  if (x.strides() == y.strides() && (!dy || dy->strides() == y.strides())) {
    RunAtOnce(function, x, dy, y);
  } else {
    RunInRows(function, x, dy, y);
  }
  return y;
}

}  // namespace gelu::ops
