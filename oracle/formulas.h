// The definitions, evaluated at a given precision with a bound on the error.

#ifndef GELU_ORACLE_FORMULAS_H_
#define GELU_ORACLE_FORMULAS_H_

#include <gelu/gelu.h>

#include "formulas/enclosure.h"
#include "real.h"

namespace gelu::oracle {

// A value with |value - truth| <= 2^error, or the truth itself.
struct Approximation {
  Real value;
  bool exact;
  mpfr_exp_t error;
};

// f(x), f'(x) or f''(x) for finite x. The precision asked for is x's.
using Formula = Approximation (*)(const Real& x, double parameter);

// f(x) or f'(x) for finite x, a value of f32, at the default parameter.
using QuickFormula = Enclosure (*)(double x, double parameter);

struct Limits {
  double minus_infinity;
  double plus_infinity;
};

struct Definition {
  Formula value;
  Formula derivative;
  Formula second_derivative;
  // At -inf and +inf, as functions of the parameter.
  Limits (*value_limits)(double parameter);
  Limits (*derivative_limits)(double parameter);
  // By double; null where a form has none.
  QuickFormula quick_value;
  QuickFormula quick_derivative;
};

const Definition& DefinitionOf(Activation activation);

}  // namespace gelu::oracle

#endif  // GELU_ORACLE_FORMULAS_H_
