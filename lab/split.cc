#include <ATen/Functions.h>
#include <fmt/format.h>
#include <gelu/gelu.h>
#include <gelu/lab/data.h>

#include <utility>
#include <vector>

#include "numpy_random.h"

namespace gelu::lab {
namespace {

std::int64_t RoundedUp(std::int64_t samples, int percent) {
  return (samples * percent + 99) / 100;
}

DataSet Take(const DataSet& data, const at::Tensor& rows) {
  return {data.x.index_select(0, rows), data.y.index_select(0, rows)};
}

// The first `held_out` samples of a random order, and the others.
std::pair<DataSet, DataSet> HoldOut(const DataSet& data, std::int64_t held_out,
                                    std::uint32_t seed) {
  const std::int64_t samples = data.x.size(0);
  std::vector<std::int64_t> order = NumpyRandom(seed).Permutation(samples);
  const at::Tensor rows =
      at::from_blob(order.data(), {samples}, at::kLong).clone();
  return {Take(data, rows.narrow(0, 0, held_out)),
          Take(data, rows.narrow(0, held_out, samples - held_out))};
}

}  // namespace

Split MakeSplit(const DataSet& all, const Shares& shares, std::uint32_t seed) {
  const std::int64_t samples = all.x.size(0);
  const std::int64_t test = RoundedUp(samples, shares.test);
  const std::int64_t validation = RoundedUp(samples, shares.validation);
  if (test == 0 || validation == 0 || test + validation >= samples) {
    throw Error(fmt::format(
        "{} samples don't split {}/{}/{}: training, validation and test need "
        "one each",
        samples, shares.train, shares.validation, shares.test));
  }
  Split split;
  DataSet rest;
  std::tie(split.test, rest) = HoldOut(all, test, seed);
  std::tie(split.validation, split.train) = HoldOut(rest, validation, seed);
  return split;
}

}  // namespace gelu::lab
