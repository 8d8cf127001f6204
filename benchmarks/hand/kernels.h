// The hand-written kernels, which Spindle's are held against.
//
// They are what a good programmer writes with intrinsics of AVX-512 in a day,
// and take plain CSR. Results are written, not added to. Dense operands are by
// rows, without gaps. An `int32_t` is 0, or 1 where there is no kernel for
// these sizes.

#ifndef SPINDLE_BENCHMARKS_HAND_KERNELS_H
#define SPINDLE_BENCHMARKS_HAND_KERNELS_H

#include <cstdint>

namespace spindle::hand {

/// A matrix by rows, in blocks of `T`s or of one: SciPy's indptr, indices,
/// data.
template <typename T> struct Csr {
  int64_t rows, columns;
  const int32_t *positions, *coordinates;
  const T *values;
};

/// A tensor of order 3 in CSF: SciPy's names have no word for it.
struct Csf {
  int64_t slices;
  const int32_t *coordinates0, *positions1, *coordinates1, *positions2,
      *coordinates2;
  const float *values;
};

} // namespace spindle::hand

extern "C" {

/// C = A B, `columns` columns, in blocks of 64, 32 and 16 and a masked rest.
void hand_spmm_f32(const spindle::hand::Csr<float> *a, const float *b, float *c,
                   int64_t columns);
void hand_spmm_f64(const spindle::hand::Csr<double> *a, const double *b,
                   double *c, int64_t columns);

/// C = A B by a kernel for just this number of columns.
int32_t hand_spmm_compiled_f32(const spindle::hand::Csr<float> *a,
                               const float *b, float *c, int64_t columns);
int32_t hand_spmm_compiled_f64(const spindle::hand::Csr<double> *a,
                               const double *b, double *c, int64_t columns);

/// y = A x: four elements at a time, loaded one by one, into two sums; sixteen
/// at a time by a gather; one by one.
void hand_spmv_loads(const spindle::hand::Csr<float> *a, const float *x,
                     float *y);
void hand_spmv_gathers(const spindle::hand::Csr<float> *a, const float *x,
                       float *y);
void hand_spmv_scalar(const spindle::hand::Csr<float> *a, const float *x,
                      float *y);

/// C = A * (X Y^T) at the elements of A, into `c`: one element at a time; four,
/// whose sums are added up together.
void hand_sddmm_one(const spindle::hand::Csr<float> *a, const float *x,
                    const float *y, float *c, int64_t columns);
void hand_sddmm_four(const spindle::hand::Csr<float> *a, const float *x,
                     const float *y, float *c, int64_t columns);

/// C = A B, A in blocks of `size` x `size` (3, 4, 8 or 16), stored by rows.
int32_t hand_bsr_spmm(const spindle::hand::Csr<float> *a, const float *b,
                      float *c, int64_t columns, int64_t size);

/// C = A H, where H is the larger of A B and 0; `h` has room for it.
void hand_layer(const spindle::hand::Csr<float> *a, const float *b, float *h,
                float *c, int64_t columns);

/// Plain loops, as one writes them in C++ without intrinsics, on all threads.
/// C = A^T B: each thread has columns of its own; each has rows of A, and a C
/// of its own that is added up in the end.
void plain_spmm_t_columns(const spindle::hand::Csr<float> *a, const float *b,
                          float *c, int64_t columns);
void plain_spmm_t_copies(const spindle::hand::Csr<float> *a, const float *b,
                         float *c, int64_t columns);
/// M[i, r] = the sum of A[i, j, k] B[j, r] C[k, r]; M has `rows` rows.
void plain_mttkrp(const spindle::hand::Csf *a, const float *b, const float *c,
                  float *m, int64_t rows, int64_t rank);
/// P = the softmax over the rows of A, of the stored elements.
void plain_softmax(const spindle::hand::Csr<float> *a, float *p);
/// O = P V, where P is the softmax over the rows of A * (Q K^T); `depth`
/// columns of Q and K, `columns` of V.
void plain_fusedmm(const spindle::hand::Csr<float> *a, const float *q,
                   const float *k, const float *v, float *o, int64_t depth,
                   int64_t columns);
}

#endif // SPINDLE_BENCHMARKS_HAND_KERNELS_H
