// Values that others got wrong: tests/cases/functions.tsv, every line.

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "support.h"

namespace gelu::test {
namespace {

struct Case {
  std::string activation, direction, dtype, x, y, why;
};

std::vector<Case> Cases() {
  std::ifstream file(GELU_CASES);
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    Case row;
    for (std::string* field : {&row.activation, &row.direction, &row.dtype,
                               &row.x, &row.y, &row.why}) {
      std::getline(fields, *field, '\t');
    }
    cases.push_back(row);
  }
  return cases;
}

// The number, rounded to the type once for f64 and f32; those for f16 and bf16
// are too short to be rounded twice.
double Parse(DType dtype, const std::string& text) {
  char* end = nullptr;
  const double value = dtype == DType::kF32 ? std::strtof(text.c_str(), &end)
                                            : std::strtod(text.c_str(), &end);
  EXPECT_TRUE(end != text.c_str() && *end == '\0') << "'" << text << "'";
  return oracle::Round(dtype, value);
}

TEST(Cases, AreRight) {
  const std::vector<Case> cases = Cases();
  ASSERT_GE(cases.size(), 17u) << GELU_CASES;
  for (const Case& row : cases) {
    SCOPED_TRACE(row.activation + " " + row.direction + " " + row.dtype + " " +
                 row.x + ": " + row.why);
    ASSERT_TRUE(row.direction == "forward" || row.direction == "derivative");
    const Function function{ActivationFromName(row.activation),
                            row.direction == "forward" ? kForward : kDerivative,
                            DTypeFromName(row.dtype)};
    const Values x = {Parse(function.dtype, row.x)};
    const Values y = {Parse(function.dtype, row.y)};
    ExpectSame(function, {}, x, Expected(function, x), y);
    for (Options options; options.target < static_cast<int>(Targets().size());
         ++options.target) {
      ExpectSame(function, options, x, Apply(function, x, options), y);
    }
  }
}

}  // namespace
}  // namespace gelu::test
