/* A caller whose arrays have the types INDEX and VALUE, and that has COLUMNS. */
#include "spmm.h"

#include "spindle_check.h"

SPINDLE_CHECK_INTERFACE(CONTRACT);

struct matrix {
  INDEX *indptr, *indices;
  const VALUE *data;
};

int32_t multiply(const struct matrix *a, int64_t rows, int64_t columns,
                 const VALUE *b, const int64_t *b_sizes, VALUE *c,
                 const int64_t *c_sizes) {
  VALUE fixed[COLUMNS] = {0};
  SPINDLE_CHECK_ARRAY(spmm, A_positions1, a->indptr);
  SPINDLE_CHECK_ARRAY(spmm, A_coordinates1, a->indices);
  SPINDLE_CHECK_ARRAY(spmm, A_values, a->data);
  SPINDLE_CHECK_ARRAY(spmm, B, fixed);
  SPINDLE_CHECK_ARRAY(spmm, C, c);
  SPINDLE_CHECK_EXTENT(spmm, C, 0, 7);
  SPINDLE_CHECK_EXTENT(spmm, C, 1, COLUMNS);
  /* Casts hide what is wrong from the compiler. */
  return spmm(rows, columns, (const int32_t *)a->indptr, rows + 1,
              (const int32_t *)a->indices, a->indptr[rows],
              (const float *)a->data, a->indptr[rows], (const float *)b,
              b_sizes, 0, (float *)c, c_sizes, 0, 0) + (fixed[0] != 0);
}
