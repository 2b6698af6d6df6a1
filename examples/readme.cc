#include <gelu/gelu.h>

#include <cstdio>
#include <vector>

int main() {
  const std::vector<float> x = {-5.5f, -1.0f, 2.0f};
  std::vector<float> y(x.size());
  gelu::Forward<float>(gelu::Activation::kGelu, x, y);
  for (float value : y) std::printf("%.8g\n", value);
}
