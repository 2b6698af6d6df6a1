// The second statement of the maths: every activation and its derivative by
// MPFR, written from the definitions, sharing nothing with the kernels.

#ifndef GELU_ORACLE_ORACLE_H_
#define GELU_ORACLE_ORACLE_H_

#include <gelu/gelu.h>
#include <gelu/oracle/bits.h>

#include <limits>
#include <string_view>

namespace gelu::oracle {

std::string_view MpfrVersion();

struct Approximation;
struct Limits;

// What one function must return, in one element type. Immutable: threads may
// share one. Arguments are values of the type; x may be anything, NaN too.
class Oracle {
 public:
  // kForward and kGated are f; kDerivative and kBackward are f'. NaN stands for
  // the default parameter; beta must be positive. Throws gelu::Error for an
  // infinite one. The sign of a zero f'' means nothing.
  Oracle(Activation activation, Direction direction, DType dtype,
         double parameter = std::numeric_limits<double>::quiet_NaN());

  // f(x), f'(x) or f''(x), rounded to nearest-even once, subnormals included.
  double operator()(double x) const;

  // p q f(x), or p q f'(x), rounded once. A product with an infinite limit of
  // the function, or of an infinity and a zero, is what IEEE multiplication
  // makes of it.
  double Product(double p, double x, double q = 1) const;

  // |y - truth| in units of the spacing of the type around the truth (the
  // subnormal spacing where that is subnormal). Infinite where y is NaN or
  // infinite and should not be, or is a zero of the wrong sign; 0 where a NaN
  // or an infinity is right.
  double UlpError(double x, double y) const;
  double ProductUlpError(double p, double x, double y, double q = 1) const;

 private:
  struct Answer;
  template <class Formula>
  Answer Decide(const Formula& formula) const;
  Limits LimitsAtInfinity() const;
  Approximation Evaluate(double x, long precision) const;
  Answer At(double x) const;
  Answer ProductAt(double p, double q, double x) const;
  double UlpErrorOf(const Answer& truth, double y) const;

  Activation activation_;
  Direction direction_;
  DType dtype_;
  double parameter_;
};

}  // namespace gelu::oracle

#endif  // GELU_ORACLE_ORACLE_H_
