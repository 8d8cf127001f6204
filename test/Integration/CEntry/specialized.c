/* A kernel for five dense columns is called as one for any number of them is,
   gives the same bits, and refuses other numbers. */
#include <stdio.h>
#include <string.h>

#include "spmm.h"
#include "spmm_5.h"

#include "product.h"

static int32_t run(Kernel *kernel, int64_t columns, const float *b, float *c,
                   char *said, size_t room) {
  const int64_t b_sizes[] = {INNER, columns}, c_sizes[] = {ROWS, columns};
  const spindle_call call = {
      .size = sizeof(spindle_call), .error = said, .error_bytes = room};
  return kernel(ROWS, INNER, positions, ROWS + 1, coordinates, ELEMENTS, values,
                ELEMENTS, b, b_sizes, NULL, c, c_sizes, NULL, &call);
}

int main(void) {
  float b[18], c[24] = {0}, expected[24] = {0};
  char said[200] = "nothing";
  for (int i = 0; i < 18; ++i)
    b[i] = (float)i / 7;
  printf("%d\n", (int)run(spmm, 5, b, expected, said, sizeof(said)));
  printf("%d\n", (int)run(spmm_5, 5, b, c, said, sizeof(said)));
  printf("%s\n", memcmp(c, expected, sizeof(c)) ? "other bits" : "same bits");
  memset(c, 0, sizeof(c));
  memset(expected, 0, sizeof(expected));
  for (int64_t columns = 4; columns <= 6; columns += 2) {
    int32_t status = run(spmm_5, columns, b, c, said, sizeof(said));
    printf("%s: %s\n", status == SPINDLE_BAD_SIZE ? "refused" : "wrong", said);
  }
  printf("%s\n", memcmp(c, expected, sizeof(c)) ? "written" : "untouched");
  return 0;
}
