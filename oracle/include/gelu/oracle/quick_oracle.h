// The oracle's answers at a hundredth of the cost, for checks of billions of
// inputs: an interval by double decides nearly all f32 roundings, MPFR the
// rest, and every other dtype, direction and parameter.

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

  // What Oracle::UlpError says where that is above `floor`; where it isn't,
  // some number that isn't either.
  double UlpErrorAbove(double floor, double x, double y) const;

 private:
  Oracle oracle_;
  double parameter_;
  Enclosure (*formula_)(double x, double parameter);  // or null
};

}  // namespace gelu::oracle

#endif  // GELU_ORACLE_QUICK_ORACLE_H_
