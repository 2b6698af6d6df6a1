#include "arrays.h"

#include <bit>
#include <cstdint>
#include <map>
#include <random>
#include <tuple>
#include <vector>

namespace gelu::bench {
namespace {

using Bytes = std::vector<std::byte>;

// Cut off to the type. bf16 is the upper half of f32; f16 has 10 bits of
// fraction, and an exponent that is less by 112.
void Put(DType dtype, float value, std::size_t i, Bytes& to) {
  if (dtype == DType::kF32) {
    reinterpret_cast<float*>(to.data())[i] = value;
    return;
  }
  const auto bits = std::bit_cast<std::uint32_t>(value);
  std::uint32_t half = bits >> 16;
  if (dtype == DType::kF16) {
    const auto scaled = std::bit_cast<std::uint32_t>(value * 0x1p-112f);
    half = (half & 0x8000) | ((scaled & 0x7fffffff) >> 13);
  }
  reinterpret_cast<std::uint16_t*>(to.data())[i] = half;
}

template <class Distribution>
void Fill(int number, DType dtype, Distribution distribution, Bytes& to) {
  std::mt19937 random(number);
  for (std::size_t i = 0; i < to.size() / Size(dtype); ++i) {
    Put(dtype, distribution(random), i, to);
  }
}

}  // namespace

const void* Input(int number, DType dtype, Inputs inputs, std::size_t length) {
  static std::map<std::tuple<int, DType, Inputs>, Bytes> arrays;
  Bytes& bytes = arrays[{number, dtype, inputs}];
  if (bytes.size() >= length * Size(dtype)) return bytes.data();
  bytes.resize(length * Size(dtype));
  if (inputs == Inputs::kNormal) {
    Fill(number, dtype, std::normal_distribution<float>(), bytes);
  } else {
    Fill(number, dtype, std::uniform_real_distribution<float>(-13, -5), bytes);
  }
  return bytes.data();
}

void* Output(int number, DType dtype, std::size_t length) {
  static std::map<int, Bytes> arrays;
  Bytes& bytes = arrays[number];
  if (bytes.size() < length * Size(dtype)) bytes.resize(length * Size(dtype));
  return bytes.data();
}

}  // namespace gelu::bench
