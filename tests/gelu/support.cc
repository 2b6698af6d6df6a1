#include "support.h"

#include <fmt/format.h>
#include <gelu/fused.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ostream>
#include <random>

#include "hard_cases.h"

namespace gelu::test {
namespace {

// The patterns from `first` to `last`, at most `most` of them, evenly.
void AppendPatterns(DType dtype, std::uint64_t first, std::uint64_t last,
                    std::uint64_t most, Values* values) {
  if (first > last) std::swap(first, last);
  const std::uint64_t step = std::max<std::uint64_t>(1, (last - first) / most);
  for (std::uint64_t bits = first;; bits += step) {
    values->push_back(oracle::FromBits(dtype, bits));
    if (last - bits < step) break;
  }
}

void AppendNeighbours(DType dtype, double x, std::uint64_t radius,
                      Values* values) {
  const std::uint64_t bits = oracle::ToBits(dtype, oracle::Round(dtype, x));
  const std::uint64_t magnitude = bits & (oracle::LastPattern(dtype) >> 1);
  AppendPatterns(dtype, bits - std::min(radius, magnitude), bits + radius,
                 2 * radius + 1, values);
}

void AppendRegion(DType dtype, const Region& region, Values* values) {
  if (region.from == region.to) {
    AppendNeighbours(dtype, region.from, 300, values);
    return;
  }
  AppendPatterns(
      dtype, oracle::ToBits(dtype, oracle::Round(dtype, region.from)),
      oracle::ToBits(dtype, oracle::Round(dtype, region.to)), 1000, values);
}

}  // namespace

std::vector<Function> Functions(std::initializer_list<Direction> directions,
                                std::initializer_list<DType> dtypes) {
  std::vector<Function> functions;
  for (const ActivationInfo& info : Activations()) {
    for (DType dtype : dtypes) {
      for (Direction direction : directions) {
        functions.push_back({info.activation, direction, dtype});
      }
    }
  }
  return functions;
}

std::string NameOf(const Function& function) {
  constexpr const char* kDirections[] = {
      "forward", "derivative", "second_derivative", "backward", "gated"};
  return fmt::format("{}_{}_{}", Info(function.activation).name,
                     Name(function.dtype),
                     kDirections[static_cast<int>(function.direction)]);
}

void PrintTo(const Function& function, std::ostream* stream) {
  *stream << NameOf(function);
}

Bytes Pack(DType dtype, const Values& values) {
  const std::size_t size = Size(dtype);
  Bytes bytes(values.size() * size);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t bits = oracle::ToBits(dtype, values[i]);
    std::memcpy(bytes.data() + i * size, &bits, size);  // little-endian
  }
  return bytes;
}

Values Unpack(DType dtype, const unsigned char* bytes, std::size_t length) {
  Values values(length);
  for (std::size_t i = 0; i < length; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes + i * Size(dtype), Size(dtype));
    values[i] = oracle::FromBits(dtype, bits);
  }
  return values;
}

void Call(const Function& function, const void* x, const void* dy, void* y,
          std::size_t length, const Options& options) {
  const auto [activation, direction, dtype] = function;
  if (direction == kForward) {
    Forward(activation, dtype, x, y, length, options);
  } else if (direction == kDerivative) {
    Derivative(activation, dtype, x, y, length, options);
  } else if (direction == Direction::kSecondDerivative) {
    SecondDerivative(activation, dtype, x, y, length, options);
  } else if (direction == kGated) {
    Gated(activation, dtype, x, dy, y, length, options);
  } else {
    Backward(activation, dtype, dy, x, y, length, options);
  }
}

Values Apply(const Function& function, const Values& x, const Values& dy,
             const Options& options) {
  const Bytes packed_x = Pack(function.dtype, x);
  const Bytes packed_dy = Pack(function.dtype, dy);
  Bytes y(packed_x.size());
  Call(function, packed_x.data(), packed_dy.data(), y.data(), x.size(),
       options);
  return Unpack(function.dtype, y.data(), x.size());
}

Values Apply(const Function& function, const Values& x,
             const Options& options) {
  return Apply(function, x, {}, options);
}

Values Strided(DType dtype) {
  const std::uint64_t last = oracle::LastPattern(dtype);
  const std::uint64_t stride = dtype == DType::kF64   ? 400000000000021
                               : dtype == DType::kF32 ? 104729
                                                      : 1;
  Values values;
  AppendPatterns(dtype, 0, last, last / stride, &values);
  return values;
}

Values Random(DType dtype, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  Values values;
  while (values.size() < count) {
    const std::uint64_t bits = generator();
    const double any =
        oracle::FromBits(dtype, bits & oracle::LastPattern(dtype));
    const double near = std::ldexp(static_cast<double>(bits >> 11), -48) - 16;
    const double x = bits % 2 != 0 ? any : oracle::Round(dtype, near);
    if (std::isfinite(x)) values.push_back(x);
  }
  return values;
}

Values Hard(Activation activation, DType dtype) {
  const double tiny = oracle::FromBits(dtype, 1);
  const double least_normal =
      std::ldexp(tiny, oracle::FormatOf(dtype).precision - 1);
  Values values;
  for (double sign : {-1.0, 1.0}) {
    AppendRegion(dtype, {sign * tiny, sign * 300 * tiny}, &values);
    AppendRegion(dtype, {sign * tiny, sign * least_normal}, &values);
    AppendRegion(dtype, {sign * least_normal, sign * least_normal}, &values);
    for (int exponent = -70; exponent < 16; ++exponent) {
      AppendNeighbours(dtype, sign * std::ldexp(1, exponent), 2, &values);
    }
  }
  for (const Region& region : HardRegions(activation)) {
    AppendRegion(dtype, region, &values);
  }
  return values;
}

Values Expected(const Function& function, const Values& x,
                const Options& options) {
  const oracle::Oracle oracle(function.activation, function.direction,
                              function.dtype, options.parameter);
  Values expected(x.size());
  std::transform(x.begin(), x.end(), expected.begin(), oracle);
  return expected;
}

void ExpectSame(const Function& function, const Options& options,
                const Values& x, const Values& got, const Values& want) {
  ASSERT_EQ(got.size(), want.size());
  constexpr int kShown = 5;
  int wrong = 0;
  std::string first;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (oracle::Same(got[i], want[i])) continue;
    if (++wrong > kShown) continue;
    first += fmt::format("\n  [{}] x {} got {} want {}", i, HexFloat(x[i]),
                         HexFloat(got[i]), HexFloat(want[i]));
  }
  EXPECT_EQ(wrong, 0) << NameOf(function) << " on " << Targets()[options.target]
                      << ", parameter " << options.parameter << ", "
                      << got.size() << " inputs" << first;
}

std::string HexFloat(double value) { return fmt::format("{:a}", value); }

}  // namespace gelu::test
