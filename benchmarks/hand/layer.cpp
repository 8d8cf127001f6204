// Two layers that have one weight, as a good programmer calls the product.

#include "kernels.h"

#include <algorithm>

using namespace spindle::hand;

void hand_layer(const Csr<float> *a, const float *b, float *h, float *c,
                int64_t columns) {
  hand_spmm_f32(a, b, h, columns);
#pragma omp parallel for simd
  for (int64_t k = 0; k < a->rows * columns; ++k)
    h[k] = std::max(h[k], 0.0F);
  hand_spmm_f32(a, h, c, columns);
}
