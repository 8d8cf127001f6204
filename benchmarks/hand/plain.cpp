// Plain loops on all threads, without intrinsics: what a compiler makes of
// them.

#include "kernels.h"
#include "parts.h"

#include <cmath>
#include <vector>

using namespace spindle::hand;

namespace {

/// Adds rows of A, transposed, times B to columns `first` to `end` of C.
void addTransposed(const Csr<float> &a, int64_t begin, int64_t last,
                   const float *__restrict b, float *__restrict c,
                   int64_t columns, int64_t first, int64_t end) {
  for (int64_t i = begin; i < last; ++i)
    for (int64_t p = a.positions[i]; p < a.positions[i + 1]; ++p)
      for (int64_t k = first; k < end; ++k)
        c[a.coordinates[p] * columns + k] += a.values[p] * b[i * columns + k];
}

} // namespace

void plain_spmm_t_columns(const Csr<float> *a, const float *b, float *c,
                          int64_t columns) {
#pragma omp parallel
  {
    int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    int64_t first = columns * thread / threads;
    int64_t end = columns * (thread + 1) / threads;
    for (int64_t j = 0; j < a->columns; ++j)
      std::fill(c + j * columns + first, c + j * columns + end, 0.0F);
    addTransposed(*a, 0, a->rows, b, c, columns, first, end);
  }
}

void plain_spmm_t_copies(const Csr<float> *a, const float *b, float *c,
                         int64_t columns) {
  int64_t size = a->columns * columns;
  static std::vector<std::vector<float>> copies;
  copies.resize(omp_get_max_threads());
  inParts(a->rows, a->positions, [=](int64_t begin, int64_t end) {
    std::vector<float> &own = copies[omp_get_thread_num()];
    own.assign(size, 0.0F);
    addTransposed(*a, begin, end, b, own.data(), columns, 0, columns);
  });
#pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < size; ++i) {
    float sum = 0;
    for (const std::vector<float> &copy : copies)
      sum += copy[i];
    c[i] = sum;
  }
}

void plain_mttkrp(const Csf *a, const float *b, const float *c, float *m,
                  int64_t rows, int64_t rank) {
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int64_t i = 0; i < rows * rank; ++i)
      m[i] = 0;
#pragma omp for schedule(dynamic, 16)
    for (int64_t s = 0; s < a->slices; ++s) {
      float *__restrict row = m + a->coordinates0[s] * rank;
      for (int64_t p = a->positions1[s]; p < a->positions1[s + 1]; ++p) {
        const float *x = b + a->coordinates1[p] * rank;
        for (int64_t q = a->positions2[p]; q < a->positions2[p + 1]; ++q) {
          const float *y = c + a->coordinates2[q] * rank;
          for (int64_t r = 0; r < rank; ++r)
            row[r] += a->values[q] * x[r] * y[r];
        }
      }
    }
  }
}

namespace {

/// Makes `count` numbers their softmax.
void softmax(float *p, int64_t count) {
  float largest = -INFINITY, sum = 0;
  for (int64_t i = 0; i < count; ++i)
    largest = std::max(largest, p[i]);
  for (int64_t i = 0; i < count; ++i)
    sum += p[i] = std::exp(p[i] - largest);
  for (int64_t i = 0; i < count; ++i)
    p[i] /= sum;
}

} // namespace

void plain_softmax(const Csr<float> *a, float *p) {
  inParts(a->rows, a->positions, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t first = a->positions[i], last = a->positions[i + 1];
      std::copy(a->values + first, a->values + last, p + first);
      softmax(p + first, last - first);
    }
  });
}
