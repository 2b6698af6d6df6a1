#include <ATen/ops/from_blob.h>
#include <gelu/lab/catalogue.h>
#include <gelu/lab/data.h>
#include <gelu/lab/experiment.h>

#include <utility>
#include <vector>

#include "numpy_random.h"

namespace gelu::lab {
namespace {

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
  const Sizes sizes = SizesOf(all.x.size(0), shares);
  Split split;
  DataSet rest;
  std::tie(split.test, rest) = HoldOut(all, sizes.test, seed);
  std::tie(split.validation, split.train) =
      HoldOut(rest, sizes.validation, seed);
  return split;
}

Split DataOf(const Experiment& e, std::uint32_t seed) {
  return MakeSplit(FindDataSet(e.data).make(e.samples, e.noise, seed), e.split,
                   seed);
}

}  // namespace gelu::lab
