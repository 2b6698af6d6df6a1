// Data sets and how they are split: in float32 the bits of scikit-learn's.

#ifndef GELU_LAB_DATA_H_
#define GELU_LAB_DATA_H_

#include <ATen/core/Tensor.h>
#include <gelu/lab/shares.h>

#include <cstdint>

namespace gelu::lab {

struct Experiment;

// Samples and their classes.
struct DataSet {
  at::Tensor x;  // (samples, features), float32
  at::Tensor y;  // (samples), int64
};

struct Split {
  DataSet train, validation, test;
};

// sklearn.datasets.make_moons(samples, noise=noise, random_state=seed): two
// half circles that reach into each other, classes 0 and 1, with normal noise
// of that standard deviation.
DataSet MakeMoons(std::int64_t samples, double noise, std::uint32_t seed);

// sklearn.model_selection.train_test_split, twice with the same random_state:
// first the test set, then the validation set is taken off. Their sizes are
// rounded up. Throws Error if one of the three has no sample.
Split MakeSplit(const DataSet& all, const Shares& shares, std::uint32_t seed);

// The data of one of the experiment's seeds.
Split DataOf(const Experiment& experiment, std::uint32_t seed);

}  // namespace gelu::lab

#endif  // GELU_LAB_DATA_H_
