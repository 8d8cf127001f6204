// Functions without a body of scrambled-calls.mlir, by MLIR's C interface.

#include <stdint.h>
#include <stdlib.h>

struct Matrix {
  void *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
};

#define AT(type, m, i, j)                                                      \
  ((type *)(m)->aligned)[(m)->offset + (i) * (m)->strides[0] +                 \
                         (j) * (m)->strides[1]]

static struct Matrix make(int64_t rows, int64_t columns, size_t size) {
  void *memory = calloc(rows * columns + 1, size);
  struct Matrix made = {memory, memory, 0, {rows, columns}, {columns, 1}};
  return made;
}

// Twice the sum of the elements to the left of and at each element.
void _mlir_ciface_running(struct Matrix *result, struct Matrix *x) {
  *result = make(x->sizes[0], x->sizes[1], sizeof(float));
  for (int64_t i = 0; i < x->sizes[0]; ++i)
    for (int64_t j = 0; j < x->sizes[1]; ++j)
      for (int64_t k = 0; k <= j; ++k)
        AT(float, result, i, j) += 2 * AT(float, x, i, k);
}

// Its operand, transposed, without a copy, and where that is 0, in bytes.
void _mlir_ciface_turned(struct Matrix results[2], struct Matrix *x) {
  struct Matrix turned = {x->allocated, x->aligned, x->offset,
                          {x->sizes[1], x->sizes[0]},
                          {x->strides[1], x->strides[0]}};
  results[0] = turned;
  results[1] = make(x->sizes[0], x->sizes[1], 1);
  for (int64_t i = 0; i < x->sizes[0]; ++i)
    for (int64_t j = 0; j < x->sizes[1]; ++j)
      AT(char, &results[1], i, j) = AT(float, x, i, j) == 0;
}

// A row less than it should have.
void _mlir_ciface_short(struct Matrix *result, struct Matrix *x) {
  *result = make(x->sizes[0] - 1, x->sizes[1], sizeof(float));
}

// Zeros, of nothing.
void _mlir_ciface_zeros(struct Matrix *result) {
  *result = make(2, 4, sizeof(float));
}

// Element by element.
void _mlir_ciface_product(struct Matrix *result, struct Matrix *x,
                          struct Matrix *y) {
  *result = make(x->sizes[0], x->sizes[1], sizeof(float));
  for (int64_t i = 0; i < x->sizes[0]; ++i)
    for (int64_t j = 0; j < x->sizes[1]; ++j)
      AT(float, result, i, j) = AT(float, x, i, j) * AT(float, y, i, j);
}
