// What experiments are made of, by name. A new one is a file and a line in
// catalogue.cc.

#ifndef GELU_LAB_CATALOGUE_H_
#define GELU_LAB_CATALOGUE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace gelu::lab {

struct DataSet;
struct Function;
class Model;

struct DataSetEntry {
  const char *name, *title, *text;
  DataSet (*make)(std::int64_t samples, double noise, std::uint32_t seed);
};
std::span<const DataSetEntry> DataSets();
// Throws Error where there is none, naming those there are.
const DataSetEntry& FindDataSet(std::string_view name);

struct ModelEntry {
  const char *name, *title, *text;
  std::unique_ptr<Model> (*make)(std::int64_t features,
                                 const std::vector<std::int64_t>& hidden,
                                 const Function& function);
};
std::span<const ModelEntry> Models();
const ModelEntry& FindModel(std::string_view name);

}  // namespace gelu::lab

#endif  // GELU_LAB_CATALOGUE_H_
