#include <gelu/gelu.h>

namespace gelu {

Error::~Error() = default;

}  // namespace gelu
