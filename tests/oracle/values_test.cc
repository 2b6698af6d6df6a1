// The oracle against values computed elsewhere, with mpmath at 120 digits and
// more, and against the facts the documentation states.

#include <gelu/gelu.h>
#include <gelu/oracle/oracle.h>
#include <gtest/gtest.h>

#include <cmath>

namespace gelu::oracle {
namespace {

constexpr Direction kForward = Direction::kForward;
constexpr Direction kDerivative = Direction::kDerivative;

struct Row {
  const char* activation;
  Direction direction;
  double x;
  double y;
};

constexpr Row kRows[] = {
    {"gelu", kForward, -37.5, -1.7270073785932330664e-306},
    {"gelu", kDerivative, -37.5, -6.476271143055812623e-305},
    {"gelu", kForward, -14.125, -1.8814489986313061486e-44},
    {"gelu", kDerivative, -14.125, -2.6574164149505595349e-43},
    {"gelu", kForward, -5.5, -1.0444259356238245661e-7},
    {"gelu", kDerivative, -5.5, -5.7334723987399248035e-7},
    {"gelu", kForward, -3, -0.00404969409489028358},
    {"gelu", kDerivative, -3, -0.011945647204183927},
    {"gelu", kForward, -0.751791524693564, -0.16997120747990366169},
    {"gelu", kDerivative, -0.751791524693564, 1.8516807437242640636e-16},
    {"gelu", kForward, -0.75, -0.1699705142826511495},
    {"gelu", kDerivative, -0.75, 0.00077427826076489562831},
    {"gelu", kForward, 1, 0.84134474606854294859},
    {"gelu", kDerivative, 1, 1.0833154705876862984},
    {"gelu", kForward, 2, 1.9544997361036415856},
    {"gelu", kDerivative, 2, 1.0852318010781968967},
    {"gelu", kForward, 5, 4.999998566742140604},
    {"gelu", kDerivative, 5, 1.0000071469460017923},
    {"gelu_tanh", kForward, -21, -6.0166484876314846742e-301},
    {"gelu_tanh", kDerivative, -21, -5.7730086392704065198e-299},
    {"gelu_tanh", kForward, -5, -2.2917961966295060456e-7},
    {"gelu_tanh", kDerivative, -5, -1.5463619875325945956e-6},
    {"gelu_tanh", kForward, -3, -0.0036373920817730188378},
    {"gelu_tanh", kDerivative, -3, -0.011584166630969726204},
    {"gelu_tanh", kForward, -0.75, -0.17003944483437969582},
    {"gelu_tanh", kDerivative, -0.75, 0.0010617438625857023423},
    {"gelu_tanh", kForward, 1, 0.84119199060827670478},
    {"gelu_tanh", kDerivative, 1, 1.0829640838457825551},
    {"gelu_tanh", kForward, 3, 2.9963626079182269812},
    {"gelu_tanh", kDerivative, 3, 1.0115841666309697262},
    {"gelu_tanh", kForward, -10, -1.2040923482098059937e-37},
    {"gelu_tanh", kDerivative, -10, -2.7576380638540316073e-36},
    {"quick_gelu", kForward, -300, -5.3254804524961183295e-220},
    {"quick_gelu", kDerivative, -300, -9.0462161286400730024e-220},
    {"quick_gelu", kForward, -80, -5.8823834494712080936e-58},
    {"quick_gelu", kDerivative, -80, -9.9382868378816060742e-58},
    {"quick_gelu", kForward, -3, -0.018071309707785966513},
    {"quick_gelu", kDerivative, -3, -0.024548323905652348743},
    {"quick_gelu", kForward, -0.75, -0.16360994246536216783},
    {"quick_gelu", kDerivative, -0.75, 0.00042846653314253437267},
    {"quick_gelu", kForward, 1, 0.84579576593282129571},
    {"quick_gelu", kDerivative, 1, 1.0677796065563340566},
    {"silu", kForward, -700, -6.9017735806318395997e-302},
    {"silu", kDerivative, -700, -6.8919139040880798288e-302},
    {"silu", kForward, -100, -3.720075976020835963e-42},
    {"silu", kDerivative, -100, -3.6828752162606276033e-42},
    {"silu", kForward, -1.278464542761074, -0.27846454276107379511},
    {"silu", kDerivative, -1.278464542761074, -2.4520079389357080339e-17},
    {"silu", kForward, -1, -0.26894142136999512075},
    {"silu", kDerivative, -1, 0.072329488128513268211},
    {"silu", kForward, 2, 1.7615941559557648881},
    {"silu", kDerivative, 2, 1.0907842487848954788},
    {"sigmoid", kForward, -700, 9.8596765437597708567e-305},
    {"sigmoid", kDerivative, -700, 9.8596765437597708567e-305},
    {"sigmoid", kForward, -100, 3.720075976020835963e-44},
    {"sigmoid", kDerivative, -100, 3.720075976020835963e-44},
    {"sigmoid", kForward, -1, 0.26894142136999512075},
    {"sigmoid", kDerivative, -1, 0.19661193324148185254},
    {"sigmoid", kForward, 0.5, 0.62245933120185456464},
    {"sigmoid", kDerivative, 0.5, 0.23500371220159448907},
    {"sigmoid", kForward, 30, 0.99999999999990642377},
    {"sigmoid", kDerivative, 30, 9.3576229688384233028e-14},
    {"elu", kForward, -40, -0.99999999999999999575},
    {"elu", kDerivative, -40, 4.2483542552915889953e-18},
    {"elu", kForward, -1, -0.6321205588285576784},
    {"elu", kDerivative, -1, 0.3678794411714423216},
    {"elu", kForward, -9.5367431640625e-07, -9.5367386165904367379e-7},
    {"elu", kDerivative, -9.5367431640625e-07, 0.99999904632613834096},
    {"elu", kForward, 2, 2.0},
    {"elu", kDerivative, 2, 1.0},
    {"leaky_relu", kForward, -3,
     -0.03000000000000000062450045135165055398829281330108642578125},
    {"leaky_relu", kDerivative, -3, 0.010000000000000000208},
    {"leaky_relu", kForward, 2, 2.0},
    {"leaky_relu", kDerivative, 2, 1.0},
    {"relu", kForward, -3, 0.0},
    {"relu", kDerivative, -3, 0.0},
    {"relu", kForward, 2, 2.0},
    {"relu", kDerivative, 2, 1.0},
    {"identity", kForward, -3, -3.0},
    {"identity", kDerivative, -3, 1.0},
};

TEST(OracleValues, MatchMpmath) {
  for (const Row& row : kRows) {
    const Oracle oracle(ActivationFromName(row.activation), row.direction,
                        DType::kF64);
    EXPECT_EQ(oracle(row.x), row.y)
        << row.activation << (row.direction == kDerivative ? "'" : "") << " at "
        << row.x;
  }
}

TEST(OracleValues, EveryActivationHasARow) {
  for (const ActivationInfo& info : Activations()) {
    bool found = false;
    for (const Row& row : kRows) found = found || info.name == row.activation;
    EXPECT_TRUE(found) << info.name;
  }
}

double At(Activation activation, double x, Direction direction = kForward) {
  return Oracle(activation, direction, DType::kF64)(x);
}

TEST(OracleValues, FourDecimals) {
  constexpr double kX[] = {-3, -1, -0.75, 0, 1, 3};
  constexpr double kGelu[] = {-0.004, -0.1587, -0.17, 0, 0.8413, 2.996};
  constexpr double kTanh[] = {-0.0036, -0.1588, -0.17, 0, 0.8412, 2.9964};
  constexpr double kRelu[] = {0, 0, 0, 0, 1, 3};
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(At(Activation::kGelu, kX[i]), kGelu[i], 0.5e-4) << kX[i];
    EXPECT_NEAR(At(Activation::kGeluTanh, kX[i]), kTanh[i], 0.5e-4) << kX[i];
    EXPECT_EQ(At(Activation::kRelu, kX[i]), kRelu[i]) << kX[i];
  }
  EXPECT_NEAR(At(Activation::kGelu, 1), 0.8413, 0.5e-4);  // Phi(1)
}

// The minimum: value, place, and that the neighbours lie higher.
void ExpectMinimum(Activation activation, double x, double y) {
  SCOPED_TRACE(Info(activation).name);
  EXPECT_NEAR(At(activation, x), y, 1e-15);
  EXPECT_LT(At(activation, x - 1e-14, kDerivative), 0);
  EXPECT_GT(At(activation, x + 1e-14, kDerivative), 0);
  EXPECT_GT(At(activation, x - 1e-3), y);
  EXPECT_GT(At(activation, x + 1e-3), y);
}

TEST(OracleValues, Minima) {
  ExpectMinimum(Activation::kGelu, -0.751791524693564457, -0.16997120747990366);
  ExpectMinimum(Activation::kGeluTanh, -0.752461422071016258,
                -0.17004075057125405);
  ExpectMinimum(Activation::kSilu, -1.278464542761073795, -0.27846454276107380);
  ExpectMinimum(Activation::kQuickGelu, -1.278464542761073795 / 1.702,
                -0.16361018963635358);
}

// The greatest distance between two forms on a grid of 1/1000, and where.
void ExpectDistance(Activation form, double distance, double place) {
  double greatest = 0, at = 0;
  for (int i = 0; i <= 6000; ++i) {
    const double x = i / 1000.0;
    const double gap = std::abs(At(form, x) - At(Activation::kGelu, x));
    if (gap > greatest) {
      greatest = gap;
      at = x;
    }
  }
  EXPECT_NEAR(greatest, distance, distance * 1e-4) << Info(form).name;
  EXPECT_NEAR(at, place, 0.005) << Info(form).name;
}

TEST(OracleValues, FormsStayCloseToGelu) {
  ExpectDistance(Activation::kGeluTanh, 4.7323e-4, 2.70);
  ExpectDistance(Activation::kQuickGelu, 2.0335e-2, 2.27);
}

// The gate of a self-gated form is a distribution function, symmetric
// around 0: f(x) - f(-x) = x and f'(x) + f'(-x) = 1.
TEST(OracleValues, GatesAreSymmetric) {
  for (Activation activation : {Activation::kSilu, Activation::kQuickGelu,
                                Activation::kGeluTanh, Activation::kGelu}) {
    for (double x = 1.0 / 64; x < 12; x += 5.0 / 64) {
      EXPECT_NEAR(At(activation, x) - At(activation, -x), x, 2e-15)
          << Info(activation).name << " at " << x;
      EXPECT_NEAR(
          At(activation, x, kDerivative) + At(activation, -x, kDerivative), 1,
          1e-15)
          << Info(activation).name << " at " << x;
    }
  }
  for (double x = 0; x < 12; x += 0.25) {
    EXPECT_NEAR(At(Activation::kSigmoid, x) + At(Activation::kSigmoid, -x), 1,
                2e-16);
  }
}

TEST(OracleValues, DerivativesAreSlopes) {
  constexpr double kStep = 0x1p-17;
  for (const ActivationInfo& info : Activations()) {
    for (double x = -9.0 / 2 + 1.0 / 128; x < 5; x += 1.0 / 8) {
      const double slope =
          (At(info.activation, x + kStep) - At(info.activation, x - kStep)) /
          (2 * kStep);
      EXPECT_NEAR(At(info.activation, x, kDerivative), slope, 1e-10)
          << info.name << " at " << x;
    }
  }
}

// Parameters enter as silu(x, beta) = silu(beta x) / beta and the like; powers
// of two make these exact.
TEST(OracleValues, Parameters) {
  const auto at = [](Activation activation, double parameter, double x) {
    return Oracle(activation, kForward, DType::kF64, parameter)(x);
  };
  for (double x : {-7.25, -1.0, -0.01, 0.5, 3.0}) {
    EXPECT_EQ(at(Activation::kSilu, 0.5, x),
              2 * At(Activation::kSilu, 0.5 * x));
    if (x < 0) {
      EXPECT_EQ(at(Activation::kElu, 4, x), 4 * At(Activation::kElu, x));
      EXPECT_EQ(at(Activation::kLeakyRelu, 0.25, x), 0.25 * x);
    }
  }
  EXPECT_EQ(At(Activation::kLeakyRelu, -3), 0.01 * -3);
  EXPECT_THROW(Oracle(Activation::kElu, kForward, DType::kF64, INFINITY),
               Error);
}

TEST(OracleValues, SecondDerivatives) {
  const auto at = [](Activation activation, double x) {
    return Oracle(activation, Direction::kSecondDerivative, DType::kF64)(x);
  };
  EXPECT_EQ(at(Activation::kGelu, 0), 0.79788456080286541);
  EXPECT_EQ(at(Activation::kGelu, 2), -0.1079819330263761);
  EXPECT_EQ(at(Activation::kSilu, 0), 0.5);
  EXPECT_EQ(at(Activation::kSilu, 1.5), 0.1561975849635367);
  EXPECT_EQ(at(Activation::kGeluTanh, -1), 0.24214819798377296);
  EXPECT_EQ(at(Activation::kSigmoid, 1), -0.09085774767294841);
  EXPECT_EQ(at(Activation::kElu, -1), 0.36787944117144233);
  EXPECT_EQ(at(Activation::kElu, 1), 0);
  EXPECT_EQ(at(Activation::kRelu, -1), 0);
}

}  // namespace
}  // namespace gelu::oracle
