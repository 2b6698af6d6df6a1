// Bias and gated functions: the bits of the steps they are made of, or one
// rounding of the product.

#include <gelu/fused.h>

#include <cmath>
#include <limits>

#include "support.h"

namespace gelu::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Fused : public testing::TestWithParam<Function> {
 protected:
  Activation activation() const { return GetParam().activation; }
  DType dtype() const { return GetParam().dtype; }
  void ExpectBias(std::size_t rows, std::size_t width);

  // f32, f16 and bf16: the rounded product of p, q and the function at x;
  // f64: an error below 1 ULP.
  void ExpectProducts(Direction direction, const Values& p, const Values& q,
                      const Values& x, const Values& got) const {
    const oracle::Oracle oracle(activation(), direction, dtype());
    int wrong = 0;
    for (std::size_t i = 0; i < x.size() && wrong < 5; ++i) {
      // f64 promises nothing there
      if (dtype() == DType::kF64 && std::isinf(p[i] * q[i])) continue;
      const bool right =
          dtype() == DType::kF64
              ? oracle.ProductUlpError(p[i], x[i], got[i], q[i]) < 1
              : oracle::Same(got[i], oracle.Product(p[i], x[i], q[i]));
      if (right) continue;
      ++wrong;
      ADD_FAILURE() << NameOf(GetParam()) << " [" << i << "] p "
                    << HexFloat(p[i]) << " q " << HexFloat(q[i]) << " x "
                    << HexFloat(x[i]) << " got " << HexFloat(got[i]) << " want "
                    << HexFloat(oracle.Product(p[i], x[i], q[i]));
    }
  }

  struct Gradients {
    Values da, db;
  };
  Gradients Backwards(const Values& dy, const Values& a, const Values& b,
                      const Options& options = {}) const {
    const Bytes bytes_dy = Pack(dtype(), dy), bytes_a = Pack(dtype(), a),
                bytes_b = Pack(dtype(), b);
    Bytes da(bytes_a.size()), db(bytes_a.size());
    GatedBackward(activation(), dtype(), bytes_dy.data(), bytes_a.data(),
                  bytes_b.data(), da.data(), db.data(), a.size(), options);
    return {Unpack(dtype(), da.data(), a.size()),
            Unpack(dtype(), db.data(), a.size())};
  }

  void ExpectGradients(const Values& dy, const Values& a,
                       const Values& b) const {
    const Gradients got = Backwards(dy, a, b);
    ExpectProducts(kBackward, dy, b, a, got.da);
    ExpectProducts(kGated, dy, Values(a.size(), 1), a, got.db);
    Options options;
    for (options.target = 1;
         options.target < static_cast<int>(Targets().size());
         ++options.target) {
      const Gradients other = Backwards(dy, a, b, options);
      ExpectSame(GetParam(), options, a, other.da, got.da);
      ExpectSame(GetParam(), options, a, other.db, got.db);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(
    , Fused,
    testing::ValuesIn(Functions({kGated}, {DType::kF64, DType::kF32,
                                           DType::kF16, DType::kBF16})),
    PrintName());

TEST_P(Fused, GatedBackwardOfRandomInputs) {
  ExpectGradients(Random(dtype(), 2000, 71), Random(dtype(), 2000, 72),
                  Random(dtype(), 2000, 73));
}

TEST_P(Fused, GatedBackwardAtHardInputs) {
  const Values a = Hard(activation(), dtype());
  ExpectGradients(Random(dtype(), a.size(), 74), a,
                  Random(dtype(), a.size(), 75));
}

// dy b alone overflows or underflows, the product with f' does not.
TEST_P(Fused, GatedBackwardOfExtremes) {
  const double most =
      oracle::FromBits(dtype(), oracle::ToBits(dtype(), kInfinity) - 1);
  const double least = oracle::FromBits(dtype(), 3);
  Values dy, a, b;
  for (double p : {most, -most, least, 1.0, 0.0, kInfinity}) {
    for (double q : {most, least, -least, 0.75, -0.0, kInfinity}) {
      for (double x = -60; x <= 12; x += 0.375) {
        dy.push_back(p), b.push_back(q);
        a.push_back(oracle::Round(dtype(), x));
      }
    }
  }
  ExpectGradients(dy, a, b);
}

TEST_P(Fused, GatedBackwardInPlace) {
  constexpr std::size_t kLength = 1500;
  const Values dy = Random(dtype(), kLength, 76),
               a = Random(dtype(), kLength, 77),
               b = Random(dtype(), kLength, 78);
  const Gradients want = Backwards(dy, a, b);
  const auto in = [&](const Values& v) { return Pack(dtype(), v); };
  const auto expect = [&](Bytes& dy_bytes, Bytes& a_bytes, Bytes& b_bytes,
                          Bytes& da, Bytes& db) {
    GatedBackward(activation(), dtype(), dy_bytes.data(), a_bytes.data(),
                  b_bytes.data(), da.data(), db.data(), kLength);
    EXPECT_EQ(da, in(want.da)) << NameOf(GetParam());
    EXPECT_EQ(db, in(want.db)) << NameOf(GetParam());
  };
  Bytes x = in(dy), y = in(a), z = in(b);
  expect(x, y, z, y, z);
  x = in(dy), y = in(a), z = in(b);
  expect(x, y, z, z, x);
  x = in(dy), y = in(a), z = in(b);
  expect(x, y, z, x, y);
}

// Halves of rows, in both orders, against the arrays that they are.
TEST_P(Fused, GatedRows) {
  constexpr std::size_t kRows = 3, kWidth = 37, kAll = kRows * kWidth;
  const Values dy = Random(dtype(), kAll, 79), a = Random(dtype(), kAll, 80),
               b = Random(dtype(), kAll, 81);
  const Values y = Apply(GetParam(), a, b);
  const Gradients gradients = Backwards(dy, a, b);
  for (const Half half : {Half::kFirst, Half::kLast}) {
    const auto rows_of = [&](const Values& first, const Values& last) {
      Values rows;
      for (std::size_t row = 0; row < kRows; ++row) {
        for (const Values* v : {&first, &last}) {
          rows.insert(rows.end(), v->begin() + row * kWidth,
                      v->begin() + (row + 1) * kWidth);
        }
      }
      return Pack(dtype(), rows);
    };
    const bool first = half == Half::kFirst;
    Bytes ab = first ? rows_of(a, b) : rows_of(b, a);
    const Bytes want = first ? rows_of(gradients.da, gradients.db)
                             : rows_of(gradients.db, gradients.da);
    Bytes got(kAll * Size(dtype())), dab(ab.size());
    gelu::GatedRows(activation(), dtype(), half, ab.data(), got.data(), kRows,
                    kWidth);
    EXPECT_EQ(got, Pack(dtype(), y)) << NameOf(GetParam());
    const Bytes gradient = Pack(dtype(), dy);
    GatedRowsBackward(activation(), dtype(), half, gradient.data(), ab.data(),
                      dab.data(), kRows, kWidth);
    EXPECT_EQ(dab, want) << NameOf(GetParam());
    GatedRowsBackward(activation(), dtype(), half, gradient.data(), ab.data(),
                      ab.data(), kRows, kWidth);
    EXPECT_EQ(ab, want) << NameOf(GetParam()) << " in place";
  }
}

// The sum of a value and the bias is one of the type. Rows of which many are
// computed at once, one, or a part of one.
void Fused::ExpectBias(std::size_t rows, std::size_t width) {
  const std::size_t all = rows * width;
  const Values x = Random(dtype(), all, 82), dy = Random(dtype(), all, 83),
               bias = Random(dtype(), width, 84);
  Values sums;
  for (std::size_t i = 0; i < all; ++i) {
    sums.push_back(oracle::Round(dtype(), x[i] + bias[i % width]));
  }
  const Function forward{activation(), kForward, dtype()};
  const Function backward{activation(), kBackward, dtype()};
  const Bytes want_y = Pack(dtype(), Apply(forward, sums));
  const Values dx_values = Apply(backward, sums, dy);
  const Bytes want_dx = Pack(dtype(), dx_values);
  Values column_sums(width);
  for (std::size_t i = 0; i < all; ++i) column_sums[i % width] += dx_values[i];
  for (double& sum : column_sums) sum = oracle::Round(dtype(), sum);

  const Bytes bias_bytes = Pack(dtype(), bias);
  for (Options options; options.target < static_cast<int>(Targets().size());
       ++options.target) {
    Bytes y = Pack(dtype(), x);
    BiasForward(activation(), dtype(), y.data(), bias_bytes.data(), y.data(),
                rows, width, options);
    EXPECT_EQ(y, want_y) << NameOf(GetParam());
    const Bytes in = Pack(dtype(), x);
    Bytes dx = Pack(dtype(), dy), dbias(bias_bytes.size());
    BiasBackward(activation(), dtype(), dx.data(), in.data(), bias_bytes.data(),
                 dx.data(), dbias.data(), rows, width, options);
    EXPECT_EQ(dx, want_dx) << NameOf(GetParam());
    ExpectSame(GetParam(), options, bias, Unpack(dtype(), dbias.data(), width),
               column_sums);
    dx = Pack(dtype(), dy);
    BiasBackward(activation(), dtype(), dx.data(), in.data(), bias_bytes.data(),
                 dx.data(), nullptr, rows, width, options);
    EXPECT_EQ(dx, want_dx) << NameOf(GetParam()) << " without dbias";
  }
}

TEST_P(Fused, Bias) {
  ExpectBias(900, 3);
  ExpectBias(5, 700);
  ExpectBias(2, 1500);
}

class FusedMisuse : public testing::Test {
 protected:
  static constexpr Activation kGelu = Activation::kGelu;
  static constexpr DType kF32 = DType::kF32;
  float buffer_[64] = {};
  float other_[64] = {};
};

TEST_F(FusedMisuse, OverlapsAreErrors) {
  float *x = buffer_, *y = other_;
  EXPECT_THROW(BiasForward(kGelu, kF32, x, y, x + 1, 2, 8), Error);
  EXPECT_THROW(BiasForward(kGelu, kF32, x, x + 8, x, 2, 8), Error);
  EXPECT_THROW(BiasBackward(kGelu, kF32, x, y, y + 32, x, x + 4, 2, 8), Error);
  EXPECT_THROW(Gated(kGelu, kF32, x, y, y + 1, 8), Error);
  EXPECT_THROW(GatedBackward(kGelu, kF32, x, y, y + 8, x + 1, y, 8), Error);
  EXPECT_THROW(GatedBackward(kGelu, kF32, x, y, y + 8, x, x, 8), Error);
  EXPECT_THROW(GatedRows(kGelu, kF32, Half::kFirst, x, x, 2, 8), Error);
  EXPECT_THROW(GatedRowsBackward(kGelu, kF32, Half::kFirst, x, y, x, 2, 8),
               Error);
  EXPECT_THROW(StochasticGate(kF32, x, x + 1, 8, 0, 0), Error);
  for (float v : buffer_) EXPECT_EQ(v, 0) << "something was written";
}

TEST(FusedEdges, NoRowsHaveSumsOfZero) {
  float bias[3] = {}, dbias[3] = {1, 2, 3};
  BiasBackward(Activation::kGelu, DType::kF32, nullptr, nullptr, bias, nullptr,
               dbias, 0, 3);
  for (const float sum : dbias) EXPECT_EQ(sum, 0);
}

TEST_F(FusedMisuse, ImpossibleArgumentsAreErrors) {
  float *x = buffer_, *y = other_;
  const Options no_target{.target = 999};
  EXPECT_THROW(BiasForward(kGelu, kF32, x, y, x, 2, 8, no_target), Error);
  EXPECT_THROW(BiasForward(kGelu, kF32, x, y, x, 0, 8, no_target), Error);
  EXPECT_THROW(BiasForward(kGelu, DType(9), x, y, x, 2, 8), Error);
  EXPECT_THROW(Gated(Activation(99), kF32, x, y, x, 8), Error);
  EXPECT_THROW(GatedRows(kGelu, kF32, Half(2), x, y, 2, 8), Error);
  const std::size_t huge = std::numeric_limits<std::size_t>::max() / 2;
  EXPECT_THROW(GatedRows(kGelu, kF32, Half::kLast, x, y, huge, 4), Error);
  EXPECT_NO_THROW(GatedRows(kGelu, kF32, Half::kLast, x, y, huge, 0));
  EXPECT_NO_THROW(BiasBackward(kGelu, kF32, nullptr, nullptr, nullptr, nullptr,
                               nullptr, 0, 0));
  EXPECT_NO_THROW(GatedBackward(kGelu, kF32, nullptr, nullptr, nullptr, nullptr,
                                nullptr, 0));
}

}  // namespace
}  // namespace gelu::test
