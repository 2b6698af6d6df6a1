// What the kernel tests share: the functions as a table, calls through the
// API on values held as doubles, inputs, and comparisons that say where.

#ifndef GELU_TESTS_GELU_SUPPORT_H_
#define GELU_TESTS_GELU_SUPPORT_H_

#include <gelu/gelu.h>
#include <gelu/oracle/oracle.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <vector>

namespace gelu::test {

// Elements of any type, as the doubles they are.
using Values = std::vector<double>;
using Bytes = std::vector<unsigned char>;

constexpr Direction kForward = Direction::kForward;
constexpr Direction kDerivative = Direction::kDerivative;
constexpr Direction kBackward = Direction::kBackward;
constexpr Direction kGated = Direction::kGated;
constexpr bool IsProduct(Direction direction) {
  return direction == kBackward || direction == kGated;
}

// One row of a table of tests.
struct Function {
  Activation activation;
  Direction direction;
  DType dtype;
};

// Every activation in these directions and types.
std::vector<Function> Functions(std::initializer_list<Direction> directions,
                                std::initializer_list<DType> dtypes);

// "gelu_tanh_f16_derivative"
std::string NameOf(const Function& function);
void PrintTo(const Function& function, std::ostream* stream);
struct PrintName {
  std::string operator()(const testing::TestParamInfo<Function>& info) const {
    return NameOf(info.param);
  }
};

Bytes Pack(DType dtype, const Values& values);
Values Unpack(DType dtype, const unsigned char* bytes, std::size_t length);

// Calls the function on raw elements. dy is read by backward, and is the b of
// gated.
void Call(const Function& function, const void* x, const void* dy, void* y,
          std::size_t length, const Options& options);
Values Apply(const Function& function, const Values& x, const Values& dy,
             const Options& options = {});
Values Apply(const Function& function, const Values& x,
             const Options& options = {});

// Every stride-th bit pattern, the stride a prime; NaNs and infinities too.
Values Strided(DType dtype);
// Half of them uniform over the bit patterns without NaNs and infinities, half
// uniform over [-16, 16).
Values Random(DType dtype, std::size_t count, std::uint64_t seed);
// All neighbourhoods in hard_cases.h.
Values Hard(Activation activation, DType dtype);

// What the oracle says for each x.
Values Expected(const Function& function, const Values& x,
                const Options& options = {});

// Same numbers, signs of zero and NaNs; otherwise shows the first differences.
void ExpectSame(const Function& function, const Options& options,
                const Values& x, const Values& got, const Values& want);

// "0x1.8p+1"
std::string HexFloat(double value);

}  // namespace gelu::test

#endif  // GELU_TESTS_GELU_SUPPORT_H_
