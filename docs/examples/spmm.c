#include "spmm.h"
#include <stdio.h>

int main(void) {
  /* A is 2 x 3, with 1 at (0, 0), 2 at (0, 2) and 3 at (1, 1). */
  int32_t indptr[] = {0, 2, 3}, indices[] = {0, 2, 1};
  float data[] = {1, 2, 3};
  float b[] = {1, 2, 3, 4, 5, 6}, c[2][4] = {{0}};
  int64_t b_sizes[] = {3, 2}, c_sizes[] = {2, 2}, c_strides[] = {4, 1};
  char text[100];
  spindle_call call = {
      .size = sizeof call, .error = text, .error_bytes = sizeof text};
  int32_t status = spmm(2, 3, indptr, 3, indices, 3, data, 3, b, b_sizes, NULL,
                        &c[0][0], c_sizes, c_strides, &call);
  if (status != SPINDLE_OK)
    return fprintf(stderr, "%s: %s\n", spindle_status_text(status), text);
  printf("%g %g\n%g %g\n", c[0][0], c[0][1], c[1][0], c[1][1]);

  c_sizes[1] = 3;
  status = spmm(2, 3, indptr, 3, indices, 3, data, 3, b, b_sizes, NULL,
                &c[0][0], c_sizes, c_strides, &call);
  printf("%d: %s\n", status, text);
  return 0;
}
