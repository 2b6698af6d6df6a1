// The oracle's answers at a hundredth of the cost, for checks of billions of
// inputs: an interval by double decides nearly all roundings to f32, f16 and
// bf16, MPFR the rest, and f64, other directions and other parameters.

#ifndef GELU_ORACLE_QUICK_ORACLE_H_
#define GELU_ORACLE_QUICK_ORACLE_H_

#include <gelu/oracle/oracle.h>

#include <limits>
#include <optional>

namespace gelu::oracle {

struct Enclosure;

// Immutable: threads may share one.
class QuickOracle {
 public:
  // Arguments as Oracle's.
  QuickOracle(Activation activation, Direction direction, DType dtype,
              double parameter = std::numeric_limits<double>::quiet_NaN());

  // What Oracle says.
  double operator()(double x) const;

  // What the interval alone says; nothing where it leaves it to MPFR.
  std::optional<double> WithoutMpfr(double x) const;

  // What Oracle::UlpError says, to 2^-14 ULP or of itself, and never on the
  // other side of `limit`.
  double UlpError(double x, double y, double limit) const;

 private:
  Oracle oracle_;
  DType dtype_;
  double parameter_;
  Enclosure (*formula_)(double x, double parameter);  // or null
};

}  // namespace gelu::oracle

#endif  // GELU_ORACLE_QUICK_ORACLE_H_
