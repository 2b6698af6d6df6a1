#include "bytes.h"

#include <gelu/gelu.h>

#include <cstdint>
#include <cstring>

namespace gelu::lab {
namespace {

// The members of a run, for either direction.
template <class Archive, class RunType>
void Visit(Archive& archive, RunType& run) {
  archive.Number(run.lr);
  archive.Floats(run.train_loss);
  archive.Floats(run.validation_loss);
  archive.Floats(run.zero_gradient);
  archive.Number(run.selected_epoch);
  archive.Floats(run.parameters);
  archive.Number(run.seconds);
  archive.Number(run.test_loss);
  archive.Number(run.test_error);
}

struct Writer {
  std::string bytes;

  void Raw(const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
  }
  // There is one NaN.
  void Number(double value) {
    if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
    Raw(&value, sizeof value);
  }
  void Number(int value) { Raw(&value, sizeof value); }
  void Floats(const std::vector<float>& values) {
    const std::uint64_t size = values.size();
    Raw(&size, sizeof size);
    Raw(values.data(), size * sizeof(float));
  }
};

struct Reader {
  std::string_view bytes;

  void Raw(void* data, std::size_t size) {
    if (size > bytes.size()) throw Error("a run is cut off");
    if (size > 0) std::memcpy(data, bytes.data(), size);
    bytes.remove_prefix(size);
  }
  template <class T>
  void Number(T& value) {
    Raw(&value, sizeof value);
  }
  void Floats(std::vector<float>& values) {
    std::uint64_t size;
    Raw(&size, sizeof size);
    if (size > bytes.size() / sizeof(float)) throw Error("a run is cut off");
    values.resize(size);
    Raw(values.data(), size * sizeof(float));
  }
};

}  // namespace

std::string ToBytes(const Run& run) {
  Writer writer;
  Visit(writer, run);
  return writer.bytes;
}

Run RunFromBytes(std::string_view bytes) {
  Reader reader{bytes};
  Run run;
  Visit(reader, run);
  return run;
}

}  // namespace gelu::lab
