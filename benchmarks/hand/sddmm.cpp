// C = A * (X Y^T) at the elements of A, in CSR.

#include "kernels.h"
#include "parts.h"
#include "vectors.h"

using namespace spindle::hand;

namespace {

/// The products of `Count` rows of Y with one row of X, not yet added up.
template <int Count>
void dots(const float *x, const float *const *y, int64_t columns,
          __m512 *sums) {
  int64_t k = 0;
#pragma clang loop unroll(disable)
  for (; k + 16 <= columns; k += 16) {
    __m512 part = load(x + k);
#pragma clang loop unroll(full)
    for (int v = 0; v < Count; ++v)
      sums[v] = fma(part, load(y[v] + k), sums[v]);
  }
  if (k == columns)
    return;
  __mmask16 mask = firstLanes(columns - k);
  __m512 part = load(mask, x + k);
#pragma clang loop unroll(full)
  for (int v = 0; v < Count; ++v)
    sums[v] = fma(part, load(mask, y[v] + k), sums[v]);
}

float dot(const float *x, const float *y, int64_t columns) {
  __m512 sum = broadcast(0.0F);
  dots<1>(x, &y, columns, &sum);
  return _mm512_reduce_add_ps(sum);
}

/// The sums of the lanes of `a` and of `b`, in turn, of each 128 bits.
__m512 addPairs(__m512 a, __m512 b) {
  return _mm512_add_ps(_mm512_unpacklo_ps(a, b), _mm512_unpackhi_ps(a, b));
}

/// The four sums of the lanes of four registers.
__m128 addUp(const __m512 *sums) {
  __m512d low = _mm512_castps_pd(addPairs(sums[0], sums[1]));
  __m512d high = _mm512_castps_pd(addPairs(sums[2], sums[3]));
  __m512 all = _mm512_add_ps(_mm512_castpd_ps(_mm512_unpacklo_pd(low, high)),
                             _mm512_castpd_ps(_mm512_unpackhi_pd(low, high)));
  __m256 half = _mm256_add_ps(_mm512_castps512_ps256(all),
                              _mm512_extractf32x8_ps(all, 1));
  return _mm_add_ps(_mm256_castps256_ps128(half),
                    _mm256_extractf128_ps(half, 1));
}

} // namespace

void hand_sddmm_one(const Csr<float> *a, const float *x, const float *y,
                    float *c, int64_t columns) {
  inParts(a->rows, a->positions, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      for (int64_t p = a->positions[i]; p < a->positions[i + 1]; ++p)
        c[p] = a->values[p] *
               dot(x + i * columns, y + a->coordinates[p] * columns, columns);
  });
}

void hand_sddmm_four(const Csr<float> *a, const float *x, const float *y,
                     float *c, int64_t columns) {
  inParts(a->rows, a->positions, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t p = a->positions[i], last = a->positions[i + 1];
      for (; p + 4 <= last; p += 4) {
        const float *rows[4];
        __m512 sums[4];
        for (int v = 0; v < 4; ++v) {
          rows[v] = y + a->coordinates[p + v] * columns;
          sums[v] = broadcast(0.0F);
        }
        dots<4>(x + i * columns, rows, columns, sums);
        _mm_storeu_ps(c + p,
                      _mm_mul_ps(_mm_loadu_ps(a->values + p), addUp(sums)));
      }
      for (; p < last; ++p)
        c[p] = a->values[p] *
               dot(x + i * columns, y + a->coordinates[p] * columns, columns);
    }
  });
}
