// One list an activation: where its kernels are most likely to be wrong.
//
// Roots of the derivative, the far tail up to the last value that doesn't
// underflow, and where the result turns into x, 1 or a constant; for f32
// first, then for f64. {x, x} is the neighbourhood of x; {a, b} of one sign is
// sampled evenly over the bit patterns. Subnormals, and the neighbours of
// powers of two, are tried for all activations.

#ifndef GELU_TESTS_GELU_HARD_CASES_H_
#define GELU_TESTS_GELU_HARD_CASES_H_

#include <gelu/gelu.h>

#include <span>

namespace gelu::test {

struct Region {
  double from;
  double to;
};

constexpr Region kIdentityRegions[] = {{1, 2}};

constexpr Region kReluRegions[] = {{-1, -2}, {1, 2}};

constexpr Region kLeakyReluRegions[] = {
    {-1, -2}, {-0x1p-120, -0x1p-143}, {-0x1p-1016, -0x1p-1068}};

constexpr Region kEluRegions[] = {
    {-1e-9, -1e-3},       {-1e-3, -2}, {-16, -18},    // to -alpha
    {-36, -38},           {-86, -105}, {-707, -746},  // the derivative's tail
    {-0x1p-24, -0x1p-24},
};

constexpr Region kSigmoidRegions[] = {
    {-1e-9, -1e-3}, {1e-9, 1e-3}, {-1e-3, -8},
    {1e-3, 8},      {15, 18},     {36, 38},  // to 1
    {-86, -105},    {86, 105},               // tails
    {-707, -746},   {707, 746},
};

constexpr Region kSiluRegions[] = {
    {-1.278464542761073795, -1.278464542761073795},
    {-1.27, -1.29},
    {-1e-9, -1e-3},
    {1e-9, 1e-3},
    {-1e-3, -8},
    {1e-3, 8},
    {15, 21},
    {35, 42},  // to x
    {-85, -110},
    {-700, -755},
};

constexpr Region kQuickGeluRegions[] = {
    {-0.7511542554412889513, -0.7511542554412889513},
    {-0.745, -0.757},
    {-1e-9, -1e-3},
    {1e-9, 1e-3},
    {-1e-3, -8},
    {1e-3, 8},
    {8, 13},
    {20, 26},  // to x
    {-50, -64},
    {-79.9, -80.1},
    {-410, -443},
};

constexpr Region kGeluTanhRegions[] = {
    {-0.7524614220710162585, -0.7524614220710162585},
    {-0.74, -0.76},
    {-1e-9, -1e-3},
    {1e-9, 1e-3},
    {-1e-3, -5},
    {1e-3, 5},
    {4.5, 6},
    {7, 9},  // to x
    {-8, -11},
    {-13.24, -13.24},
    {-19, -23},
};

constexpr Region kGeluRegions[] = {
    {-0.7517915246935644575, -0.7517915246935644575},
    {-0.74, -0.76},
    {-1e-9, -1e-3},
    {1e-9, 1e-3},
    {-1e-3, -5},
    {1e-3, 5},
    {0x1.6148dep-16, 0x1.6148dep-16},  // ties up to 1e-9 of an ULP
    {-0x1.6148dep-16, -0x1.6148dep-16},
    {5, 6.5},
    {8, 9.5},  // to x
    {-12.5, -14.6},
    {-37, -39},
};

inline std::span<const Region> HardRegions(Activation activation) {
  constexpr std::span<const Region> kRegions[] = {
#define GELU_ACTIVATION(Id, ...) k##Id##Regions,
#include <gelu/activations.def>
#undef GELU_ACTIVATION
  };
  return kRegions[static_cast<int>(activation)];
}

}  // namespace gelu::test

#endif  // GELU_TESTS_GELU_HARD_CASES_H_
