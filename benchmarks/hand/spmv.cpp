// y = A x, A in CSR.

#include "kernels.h"
#include "parts.h"
#include "vectors.h"

using namespace spindle::hand;

namespace {

/// `y[i] = row(first position, last one)` for each row.
template <typename Row>
void eachRow(const Csr<float> &a, float *y, const Row &row) {
  inParts(a.rows, a.positions, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      y[i] = row(a.positions[i], a.positions[i + 1]);
  });
}

float addUp(__m128 x) {
  x = _mm_add_ps(x, _mm_movehl_ps(x, x));
  return _mm_cvtss_f32(_mm_add_ss(x, _mm_movehdup_ps(x)));
}

/// The four elements of x at these coordinates.
__m128 pick(const float *x, const int32_t *coordinates) {
  return _mm_setr_ps(x[coordinates[0]], x[coordinates[1]], x[coordinates[2]],
                     x[coordinates[3]]);
}

} // namespace

void hand_spmv_loads(const Csr<float> *a, const float *x, float *y) {
  const int32_t *coordinates = a->coordinates;
  const float *values = a->values;
  eachRow(*a, y, [=](int64_t p, int64_t end) {
    __m128 sums[2] = {_mm_setzero_ps(), _mm_setzero_ps()};
#pragma clang loop unroll(disable)
    for (; p + 8 <= end; p += 8)
#pragma clang loop unroll(full)
      for (int v = 0; v < 2; ++v)
        sums[v] = _mm_fmadd_ps(_mm_loadu_ps(values + p + 4 * v),
                               pick(x, coordinates + p + 4 * v), sums[v]);
    if (p + 4 <= end) {
      sums[0] = _mm_fmadd_ps(_mm_loadu_ps(values + p), pick(x, coordinates + p),
                             sums[0]);
      p += 4;
    }
    float sum = addUp(_mm_add_ps(sums[0], sums[1]));
#pragma clang loop vectorize(disable) unroll(disable)
    for (; p < end; ++p)
      sum += values[p] * x[coordinates[p]];
    return sum;
  });
}

void hand_spmv_gathers(const Csr<float> *a, const float *x, float *y) {
  const int32_t *coordinates = a->coordinates;
  const float *values = a->values;
  eachRow(*a, y, [=](int64_t p, int64_t end) {
    __m512 sum = broadcast(0.0F);
    for (; p < end; p += 16) {
      __mmask16 mask = firstLanes(std::min<int64_t>(end - p, 16));
      __m512i places = _mm512_maskz_loadu_epi32(mask, coordinates + p);
      __m512 picked =
          _mm512_mask_i32gather_ps(broadcast(0.0F), mask, places, x, 4);
      sum = fma(load(mask, values + p), picked, sum);
    }
    return _mm512_reduce_add_ps(sum);
  });
}

void hand_spmv_scalar(const Csr<float> *a, const float *x, float *y) {
  const int32_t *coordinates = a->coordinates;
  const float *values = a->values;
  eachRow(*a, y, [=](int64_t p, int64_t end) {
    float sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
    for (; p < end; ++p)
      sum += values[p] * x[coordinates[p]];
    return sum;
  });
}
