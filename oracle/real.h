// MPFR numbers with operators, so that formulas read as formulas.
//
// A result has the greater precision of its operands and is rounded to
// nearest; a Real made from a double is exact.

#ifndef GELU_ORACLE_REAL_H_
#define GELU_ORACLE_REAL_H_

#include <mpfr.h>

#include <algorithm>
#include <utility>

namespace gelu::oracle {

class Real {
 public:
  Real(double value) : Real(53, Bits()) {  // implicit: 1 + Exp(-u)
    mpfr_set_d(value_, value, MPFR_RNDN);
  }
  // `value` with room for `precision` bits.
  Real(double value, mpfr_prec_t precision)
      : Real(std::max<mpfr_prec_t>(precision, 53), Bits()) {
    mpfr_set_d(value_, value, MPFR_RNDN);
  }
  // The real number that `decimal` spells, to `precision` bits.
  Real(const char* decimal, mpfr_prec_t precision) : Real(precision, Bits()) {
    mpfr_set_str(value_, decimal, 10, MPFR_RNDN);
  }
  static Real Pi(mpfr_prec_t precision) {
    Real pi(precision, Bits());
    mpfr_const_pi(pi.value_, MPFR_RNDN);
    return pi;
  }
  static Real PowerOfTwo(mpfr_exp_t exponent, mpfr_prec_t precision) {
    Real power(precision, Bits());
    mpfr_set_ui_2exp(power.value_, 1, exponent, MPFR_RNDN);
    return power;
  }
  Real(const Real& other) : Real(other.Precision(), Bits()) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
  }
  Real(Real&& other) noexcept : Real(MPFR_PREC_MIN, Bits()) {
    mpfr_swap(value_, other.value_);
  }
  Real& operator=(Real other) noexcept {
    mpfr_swap(value_, other.value_);
    return *this;
  }
  ~Real() { mpfr_clear(value_); }

  mpfr_prec_t Precision() const { return mpfr_get_prec(value_); }
  mpfr_srcptr get() const { return value_; }

  // The same number, rounded to `precision` bits or with room for them.
  Real To(mpfr_prec_t precision) const {
    Real result(precision, Bits());
    mpfr_set(result.value_, value_, MPFR_RNDN);
    return result;
  }
  double ToDouble() const { return mpfr_get_d(value_, MPFR_RNDN); }

  bool IsZero() const { return mpfr_zero_p(value_) != 0; }
  bool IsNegative() const { return mpfr_signbit(value_) != 0; }
  // The e of 2^(e-1) <= |value| < 2^e. Not for zero.
  mpfr_exp_t Exponent() const { return mpfr_get_exp(value_); }

#define GELU_BINARY(op, function)                                \
  friend Real operator op(const Real& a, const Real& b) {        \
    Real result(std::max(a.Precision(), b.Precision()), Bits()); \
    function(result.value_, a.value_, b.value_, MPFR_RNDN);      \
    return result;                                               \
  }
  GELU_BINARY(+, mpfr_add)
  GELU_BINARY(-, mpfr_sub)
  GELU_BINARY(*, mpfr_mul)
  GELU_BINARY(/, mpfr_div)
#undef GELU_BINARY

#define GELU_UNARY(Name, function)                \
  friend Real Name(const Real& a) {               \
    Real result(a.Precision(), Bits());           \
    function(result.value_, a.value_, MPFR_RNDN); \
    return result;                                \
  }
  GELU_UNARY(operator-, mpfr_neg)
  GELU_UNARY(Abs, mpfr_abs)
  GELU_UNARY(Sqrt, mpfr_sqrt)
  GELU_UNARY(Exp, mpfr_exp)
  GELU_UNARY(ExpMinus1, mpfr_expm1)
  GELU_UNARY(Erfc, mpfr_erfc)
#undef GELU_UNARY

  // a / n, quicker than by a Real.
  friend Real Divide(Real a, unsigned long n) {
    mpfr_div_ui(a.value_, a.value_, n, MPFR_RNDN);
    return a;
  }

  friend bool operator<(const Real& a, const Real& b) {
    return mpfr_less_p(a.value_, b.value_) != 0;
  }

 private:
  struct Bits {};  // tells a precision from a value
  Real(mpfr_prec_t precision, Bits) { mpfr_init2(value_, precision); }

  mpfr_t value_;
};

}  // namespace gelu::oracle

#endif  // GELU_ORACLE_REAL_H_
