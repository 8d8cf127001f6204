/* A small matrix in csr and the type of its product's kernels, for programs
   that include the header of one before. */
#ifndef PRODUCT_H
#define PRODUCT_H

/* What spmm in csr is saved as. */
typedef int32_t Kernel(int64_t, int64_t, const int32_t *, int64_t,
                       const int32_t *, int64_t, const float *, int64_t,
                       const float *, const int64_t *, const int64_t *, float *,
                       const int64_t *, const int64_t *, const spindle_call *);

/* 4 x 3, with elements at (0, 1), (2, 0) and (2, 2). */
enum { ROWS = 4, INNER = 3, ELEMENTS = 3 };
static const int32_t positions[] = {0, 1, 1, 3, 3}, coordinates[] = {1, 0, 2};
static const float values[] = {2, 3, 4};

#endif
