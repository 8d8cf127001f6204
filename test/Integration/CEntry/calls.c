/* Calls three saved kernels in one process, spmm in csr and in bsr<2, 2> and
   spmv in bsr<2, 2>, and compares what they write with plain loops. The numbers
   are whole, so that results are equal. */
#include "matrices.h"

#include <pthread.h>

#include "spmm_bsr.h"
#include "spmm_csr.h"
#include "spmv_bsr.h"

static int failures = 0;

static void expect(int holds, const char *what, const Dense *a, int64_t k) {
  if (holds)
    return;
  printf("%s of %d x %d with %d columns is wrong\n", what, (int)a->rows,
         (int)a->columns, (int)k);
  ++failures;
}

/* Whether C, its rows `stride` apart, is A B, and nothing else was written. */
static int is_product(const Dense *a, const float *b, int64_t k, const float *c,
                      int64_t stride) {
  for (int64_t i = 0; i < a->rows; ++i) {
    for (int64_t l = 0; l < k; ++l) {
      float sum = 0;
      for (int64_t j = 0; j < a->columns; ++j)
        sum += a->at[i][j] * b[j * k + l];
      if (c[i * stride + l] != sum)
        return 0;
    }
    for (int64_t l = k; l < stride && (i + 1 < a->rows); ++l)
      if (c[i * stride + l] != -1)
        return 0;
  }
  return 1;
}

/* Runs one of the two kernels. Returns whether it is right. `gap` elements lie
   between the rows of C; without, no strides are given, and no call. */
static int multiply(const Dense *a, const Stored *s, int is_blocked, int64_t k,
                    int64_t gap) {
  int64_t stride = k + gap;
  int64_t b_sizes[] = {a->columns, k}, c_sizes[] = {a->rows, k};
  int64_t c_strides[] = {stride, 1};
  size_t room = a->rows ? (size_t)(a->rows * stride - gap) : 0;
  float *b = (float *)reserve((size_t)(a->columns * k) * sizeof(float));
  float *c = (float *)reserve(room * sizeof(float));
  for (int64_t i = 0; i < a->columns * k; ++i)
    b[i] = (float)(i % 7 - 3);
  for (size_t i = 0; i < room; ++i)
    c[i] = -1;
  spindle_call call = {.size = sizeof call, .threads = 2};
  const spindle_call *how = gap ? &call : NULL;
  const int64_t *strides = gap ? c_strides : NULL;
  int32_t status =
      is_blocked ? spmm_bsr(a->rows, a->columns, s->positions, s->fibres,
                            s->coordinates, s->entries, s->bitmap,
                            s->entries * 4, s->values, s->entries * 4, b,
                            b_sizes, NULL, c, c_sizes, strides, how)
                 : spmm_csr(a->rows, a->columns, s->positions, s->fibres,
                            s->coordinates, s->entries, s->values, s->entries,
                            b, b_sizes, NULL, c, c_sizes, strides, how);
  int right = status == SPINDLE_OK && is_product(a, b, k, c, stride);
  free(b);
  free(c);
  return right;
}

/* Whether spmv writes A x. */
static int apply(const Dense *a, const Stored *s) {
  float x[MOST], y[MOST];
  for (int64_t j = 0; j < MOST; ++j)
    x[j] = (float)(j % 7 - 3);
  int64_t one = 1;
  int32_t status =
      spmv_bsr(a->rows, a->columns, s->positions, s->fibres, s->coordinates,
               s->entries, s->bitmap, s->entries * 4, s->values, s->entries * 4,
               x, &a->columns, &one, y, &a->rows, NULL, NULL);
  return status == SPINDLE_OK && is_product(a, x, 1, y, 1);
}

/* Runs all kernels on matrices of one size; returns NULL if all is right. */
static void *run(void *argument) {
  const Dense *a = (const Dense *)argument;
  Stored rows = store(a, 1), blocks = store(a, 2);
  int right = 1;
  for (int64_t k = 0; k < 20; k += 3)
    right &= multiply(a, &rows, 0, k, 0) && multiply(a, &rows, 0, k, 5) &&
             multiply(a, &blocks, 1, k, 0) && multiply(a, &blocks, 1, k, 5);
  right &= apply(a, &blocks);
  release(rows);
  release(blocks);
  return right ? NULL : argument;
}

int main(void) {
  const int64_t sizes[] = {0, 1, 2, 5, 12, 31};
  for (int i = 0; i < 36; ++i) {
    Dense a = make_dense(sizes[i / 6], sizes[i % 6]);
    expect(run(&a) == NULL, "a product", &a, -1);
  }
  pthread_t threads[4];
  Dense a = make_dense(31, 30);
  for (int i = 0; i < 4; ++i)
    if (pthread_create(&threads[i], NULL, run, &a))
      abort();
  for (int i = 0; i < 4; ++i) {
    void *wrong = NULL;
    pthread_join(threads[i], &wrong);
    expect(wrong == NULL, "a product beside others", &a, -1);
  }
  printf("%d wrong\n", failures);
  return failures != 0;
}
