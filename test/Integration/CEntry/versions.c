/* Calls a kernel with code for 5 and for 4 columns with 0 to 8 columns, whose
   rows lie apart, and compares with one that has code for any number alone. */
#include <stdio.h>
#include <string.h>

#include "spmm.h"
#include "spmm_sized.h"

#include "product.h"

enum { STRIDE = 9, MOST = 8 };

/* Calls `kernel` with `columns` columns in B, and `more` more of them in C. */
static int32_t run(Kernel *kernel, int64_t columns, int64_t more,
                   const float *b, float *c, char *said) {
  const int64_t b_sizes[] = {INNER, columns};
  const int64_t c_sizes[] = {ROWS, columns + more};
  const int64_t strides[] = {STRIDE, 1};
  const spindle_call call = {
      .size = sizeof call, .error = said, .error_bytes = 200};
  return kernel(ROWS, INNER, positions, ROWS + 1, coordinates, ELEMENTS, values,
                ELEMENTS, b, b_sizes, strides, c, c_sizes, strides, &call);
}

int main(void) {
  float b[INNER * STRIDE];
  int wrong = 0;
  for (int i = 0; i < INNER * STRIDE; ++i)
    b[i] = (float)i / 7;
  for (int64_t columns = 0; columns <= MOST; ++columns)
    for (int64_t more = 0; more <= 1; ++more) {
      float c[ROWS * STRIDE] = {0}, expected[ROWS * STRIDE] = {0};
      char said[200] = "", wanted[200] = "";
      int32_t status = run(spmm_sized, columns, more, b, c, said);
      int32_t right = run(spmm, columns, more, b, expected, wanted);
      if (status != right || memcmp(c, expected, sizeof(c)) ||
          strcmp(said, wanted) || (right == SPINDLE_OK) != (more == 0)) {
        printf("%d and %d columns: %d, %s\n", (int)columns,
               (int)(columns + more), (int)status, said);
        ++wrong;
      }
    }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
