/* Gives a kernel a coordinate that is none: it reads what is not B's. Only a
   checker of memory can tell. */
#include <stdio.h>
#include <stdlib.h>

#include "spmm_csr.h"

int main(void) {
  int32_t positions[] = {0, 1}, coordinates[] = {3};
  float values[] = {1}, c[2];
  float *b = (float *)calloc(6, sizeof(float));
  int64_t b_sizes[] = {3, 2}, c_sizes[] = {1, 2};
  int32_t status = spmm_csr(1, 3, positions, 2, coordinates, 1, values, 1, b,
                            b_sizes, NULL, c, c_sizes, NULL, NULL);
  printf("%d: %s %f\n", (int)status, spindle_status_text(status), c[0]);
  free(b);
  return 0;
}
