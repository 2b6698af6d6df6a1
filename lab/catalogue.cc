#include <gelu/gelu.h>
#include <gelu/lab/catalogue.h>
#include <gelu/lab/data.h>

#include <string>

#include "mlp.h"

namespace gelu::lab {
namespace {

template <class M>
std::unique_ptr<Model> Make(std::int64_t features,
                            const std::vector<std::int64_t>& hidden,
                            const Function& function) {
  return std::make_unique<M>(features, hidden, function);
}

constexpr DataSetEntry kDataSets[] = {
    {"moons", "make_moons",
     "scikit-learn's make_moons: two half circles that reach into each other",
     MakeMoons},
};

constexpr ModelEntry kModels[] = {
    {"mlp", "MLP",
     "linear layers with an activation between them, as PyTorch's", Make<Mlp>},
};

template <class Entry>
const Entry& Find(std::span<const Entry> entries, const char* kind,
                  std::string_view name) {
  std::string names;
  for (const Entry& entry : entries) {
    if (entry.name == name) return entry;
    names.append(" ").append(entry.name);
  }
  throw Error("unknown " + std::string(kind) + " '" + std::string(name) +
              "'; there are" + names);
}

}  // namespace

std::span<const DataSetEntry> DataSets() { return kDataSets; }
std::span<const ModelEntry> Models() { return kModels; }

const DataSetEntry& FindDataSet(std::string_view name) {
  return Find(DataSets(), "data set", name);
}
const ModelEntry& FindModel(std::string_view name) {
  return Find(Models(), "model", name);
}

}  // namespace gelu::lab
