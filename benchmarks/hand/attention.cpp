// Softmax of a sampled product, times a dense matrix, in plain loops row by
// row.

#include "kernels.h"
#include "parts.h"

#include <cmath>
#include <vector>

using namespace spindle::hand;

namespace {

/// A dot product, whose sum may be taken in any order.
float dot(const float *x, const float *y, int64_t count) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int64_t k = 0; k < count; ++k)
    sum += x[k] * y[k];
  return sum;
}

} // namespace

void plain_fusedmm(const Csr<float> *a, const float *q, const float *k,
                   const float *v, float *o, int64_t depth, int64_t columns) {
  inParts(a->rows, a->positions, [=](int64_t begin, int64_t end) {
    std::vector<float> scores;
    for (int64_t i = begin; i < end; ++i) {
      int64_t first = a->positions[i], count = a->positions[i + 1] - first;
      const int32_t *places = a->coordinates + first;
      float *__restrict row = o + i * columns;
      std::fill(row, row + columns, 0.0F);
      scores.resize(count);
      float largest = -INFINITY, sum = 0;
      for (int64_t p = 0; p < count; ++p) {
        scores[p] = a->values[first + p] *
                    dot(q + i * depth, k + places[p] * depth, depth);
        largest = std::max(largest, scores[p]);
      }
      for (float &score : scores)
        sum += score = std::exp(score - largest);
      for (int64_t p = 0; p < count; ++p)
        for (int64_t d = 0; d < columns; ++d)
          row[d] += scores[p] / sum * v[places[p] * columns + d];
    }
  });
}
