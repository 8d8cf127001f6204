// C = A B, A in blocks: a block row of C by some registers is held in
// registers.

#include "kernels.h"
#include "parts.h"
#include "vectors.h"

using namespace spindle::hand;

namespace {

/// `Size` rows of C by `Registers` registers. Only lanes of `mask` of the last
/// register are there.
template <int Size, int Registers>
void blockRow(const Csr<float> &a, int64_t i, const float *b, float *c,
              int64_t columns, __mmask16 mask) {
  __m512 sums[Size][Registers];
  for (auto &row : sums)
    for (__m512 &sum : row)
      sum = broadcast(0.0F);
#pragma clang loop unroll(disable)
  for (int64_t p = a.positions[i]; p < a.positions[i + 1]; ++p) {
    const float *block = a.values + p * Size * Size;
    const float *rows = b + int64_t(a.coordinates[p]) * Size * columns;
#pragma clang loop unroll(full)
    for (int j = 0; j < Size; ++j) {
      __m512 y[Registers];
#pragma clang loop unroll(full)
      for (int v = 0; v < Registers; ++v)
        y[v] = v == Registers - 1 ? load(mask, rows + j * columns + 16 * v)
                                  : load(rows + j * columns + 16 * v);
#pragma clang loop unroll(full)
      for (int r = 0; r < Size; ++r)
#pragma clang loop unroll(full)
        for (int v = 0; v < Registers; ++v)
          sums[r][v] = fma(broadcast(block[r * Size + j]), y[v], sums[r][v]);
    }
  }
#pragma clang loop unroll(full)
  for (int r = 0; r < Size; ++r)
#pragma clang loop unroll(full)
    for (int v = 0; v < Registers; ++v)
      store(v == Registers - 1 ? mask : firstLanes(16),
            c + r * columns + 16 * v, sums[r][v]);
}

template <int Size, int Registers>
void spmm(const Csr<float> &a, const float *b, float *c, int64_t columns) {
  inParts(a.rows, a.positions, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      float *row = c + i * Size * columns;
      int64_t k = 0;
      for (; k + 16 * Registers <= columns; k += 16 * Registers)
        blockRow<Size, Registers>(a, i, b + k, row + k, columns,
                                  firstLanes(16));
      for (; k < columns; k += 16)
        blockRow<Size, 1>(a, i, b + k, row + k, columns,
                          firstLanes(std::min<int64_t>(columns - k, 16)));
    }
  });
}

} // namespace

int32_t hand_bsr_spmm(const Csr<float> *a, const float *b, float *c,
                      int64_t columns, int64_t size) {
  switch (size) {
  case 3:
    spmm<3, 4>(*a, b, c, columns);
    return 0;
  case 4:
    spmm<4, 4>(*a, b, c, columns);
    return 0;
  case 8:
    spmm<8, 2>(*a, b, c, columns);
    return 0;
  case 16:
    spmm<16, 1>(*a, b, c, columns);
    return 0;
  default:
    return 1;
  }
}
