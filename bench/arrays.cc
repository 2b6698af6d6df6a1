#include "arrays.h"

#include <bit>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace gelu::bench {
namespace {

using Bytes = std::vector<std::byte>;

// Cut off to bf16, which is its upper half.
void Put(DType dtype, float value, std::size_t i, Bytes& to) {
  if (dtype == DType::kF32) {
    reinterpret_cast<float*>(to.data())[i] = value;
  } else {
    reinterpret_cast<std::uint16_t*>(to.data())[i] =
        std::bit_cast<std::uint32_t>(value) >> 16;
  }
}

template <class Distribution>
void Fill(DType dtype, Distribution distribution, Bytes& to) {
  std::mt19937 random;
  for (std::size_t i = 0; i < to.size() / Size(dtype); ++i) {
    Put(dtype, distribution(random), i, to);
  }
}

}  // namespace

const void* Input(DType dtype, Inputs inputs, std::size_t length) {
  static std::map<std::pair<DType, Inputs>, Bytes> arrays;
  Bytes& bytes = arrays[{dtype, inputs}];
  if (bytes.size() >= length * Size(dtype)) return bytes.data();
  bytes.resize(length * Size(dtype));
  switch (inputs) {
    case Inputs::kNormal:
      Fill(dtype, std::normal_distribution<float>(), bytes);
      break;
    case Inputs::kTail:
      Fill(dtype, std::uniform_real_distribution<float>(-13, -5), bytes);
      break;
    case Inputs::kOnes:
      Fill(
          dtype, [](auto&) { return 1.0f; }, bytes);
  }
  return bytes.data();
}

void* Output(DType dtype, std::size_t length) {
  static Bytes bytes;
  if (bytes.size() < length * Size(dtype)) bytes.resize(length * Size(dtype));
  return bytes.data();
}

}  // namespace gelu::bench
