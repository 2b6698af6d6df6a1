#include <fmt/format.h>
#include <gelu/gelu.h>
#include <gelu/lab/shares.h>

namespace gelu::lab {
namespace {

std::int64_t RoundedUp(std::int64_t samples, int percent) {
  return (samples * percent + 99) / 100;
}

}  // namespace

Sizes SizesOf(std::int64_t samples, const Shares& shares) {
  const std::int64_t test = RoundedUp(samples, shares.test);
  const std::int64_t validation = RoundedUp(samples, shares.validation);
  if (test == 0 || validation == 0 || test + validation >= samples) {
    throw Error(fmt::format(
        "{} samples don't split {}/{}/{}: training, validation and test need "
        "one each",
        samples, shares.train, shares.validation, shares.test));
  }
  return {samples - test - validation, validation, test};
}

}  // namespace gelu::lab
