// Grades a function against the oracle: how far off, where, and whether it is
// the same function everywhere in an array.

#ifndef GELU_CLI_GRADE_H_
#define GELU_CLI_GRADE_H_

#include <gelu/gelu.h>
#include <gelu/oracle/quick_oracle.h>

#include <cstddef>
#include <string>
#include <vector>

#include "foreign.h"

namespace gelu::cli {

struct Point {
  double x;
  double got;
  double want;
  double ulp;  // |got - truth|; infinite for a NaN or an infinity that is wrong
};

// The x of one sign between two magnitudes.
struct Region {
  double from, to;
  std::size_t points = 0;  // 0 where the function never got so far
  std::size_t wrong = 0;   // more than the tolerance away
  double worst_ulp = 0;
  double worst_x = 0;
};

struct Grade {
  double tolerance;  // in ULP
  std::vector<Region> regions;
  std::vector<Point> specials;    // zeros, infinities, NaN, ends of the range
  std::vector<Point> bad_points;  // the first few beyond the tolerance
  std::size_t wrong_zeros = 0;    // zeros of the wrong sign
  bool positions_seen = false;    // all of them
  std::string position;           // what changed with it; "" if nothing did
  std::vector<std::string> accidents;  // crashes and the like
  std::vector<Point> curve;            // the worst point of each bin of x

  bool Right(const Point& point) const { return point.ulp <= tolerance; }
  bool Good() const;            // nothing wrong, nothing odd
  bool Empty() const;           // it never gave a value
  const Region& Worst() const;  // the one with the greatest worst_ulp
};

// Points of a region: that many, or every one that there is.
Grade GradeFunction(Foreign foreign, const oracle::QuickOracle& oracle,
                    DType dtype, double tolerance, std::size_t points);

}  // namespace gelu::cli

#endif  // GELU_CLI_GRADE_H_
