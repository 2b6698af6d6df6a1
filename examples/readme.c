#include <gelu/gelu_c.h>
#include <stdio.h>

int main(void) {
  float x[3] = {-5.5f, -1.0f, 2.0f}, y[3];
  gelu_status status =
      gelu_forward(GELU_ACTIVATION_gelu, GELU_DTYPE_F32, x, y, 3, NULL);
  if (status != GELU_STATUS_OK) {
    puts(gelu_status_message(status));
    return 1;
  }
  for (int i = 0; i < 3; ++i) printf("%.8g\n", y[i]);
}
