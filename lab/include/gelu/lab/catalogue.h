// What experiments are made of, by name.

#ifndef GELU_LAB_CATALOGUE_H_
#define GELU_LAB_CATALOGUE_H_

#include <string_view>

namespace gelu::lab {

struct Entry {
  std::string_view name, text;
};

inline constexpr Entry kDataSets[] = {
    {"moons",
     "scikit-learn's make_moons: two half circles that reach into each other"},
};
inline constexpr Entry kModels[] = {
    {"mlp", "linear layers with an activation between them, as PyTorch's"},
};

}  // namespace gelu::lab

#endif  // GELU_LAB_CATALOGUE_H_
