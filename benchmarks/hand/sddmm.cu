// C = A * (X Y^T) at the elements of A, on a GPU, for 128 columns, or for 32: a
// group has a row of A, or some elements of it.

#include "device.cuh"

using namespace spindle::hand;

namespace {

/// One element after another, each with a sum over the group.
template <int Lanes, int Columns>
__device__ inline void
sddmmRows(int rows, const int *__restrict__ positions,
          const int *__restrict__ coordinates, const float *__restrict__ values,
          const float *__restrict__ x, const float *__restrict__ y,
          float *__restrict__ c) {
  int row = group(), column = threadX() * 4;
  if (row >= rows)
    return;
  Vector<float, 4> own = load<4>(rowAt(x + column, row, Columns));
  for (int p = positions[row], end = positions[row + 1]; p < end; ++p) {
    Vector<float, 4> other =
        load<4>(rowAt(y + column, coordinates[p], Columns));
    float sum = sumOfGroup<Lanes>(dot(own, other));
    if (threadX() == 0)
      c[p] = values[p] * sum;
  }
}

/// Adds up over halves of a warp: of two sums, one in each half.
__device__ inline float halved(float low, float high, int mask) {
  bool isHigh = threadX() & mask;
  return (isHigh ? high : low) + ofLaneXor(allLanes, isHigh ? low : high, mask);
}

/// Four elements at a time, whose sums are made by six shuffles.
template <int Columns>
__device__ inline void
sddmmRowsByFour(int rows, const int *__restrict__ positions,
                const int *__restrict__ coordinates,
                const float *__restrict__ values, const float *__restrict__ x,
                const float *__restrict__ y, float *__restrict__ c) {
  int row = group(), column = threadX() * 4;
  if (row >= rows)
    return;
  Vector<float, 4> own = load<4>(rowAt(x + column, row, Columns));
  for (int p = positions[row], end = positions[row + 1]; p < end; p += 4) {
    float sums[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
      sums[q] = 0;
      if (p + q < end)
        sums[q] =
            dot(own, load<4>(rowAt(y + column, coordinates[p + q], Columns)));
    }
    float sum =
        halved(halved(sums[0], sums[1], 8), halved(sums[2], sums[3], 8), 16);
#pragma unroll
    for (int mask = 4; mask > 0; mask /= 2)
      sum += ofLaneXor(allLanes, sum, mask);
    int q = p + threadX() / 8 % 2 + threadX() / 16 * 2;
    if (threadX() % 8 == 0 && q < end)
      c[q] = values[q] * sum;
  }
}

/// A in COO by rows: `Chunk` elements for each group. A row of X is loaded
/// where it begins.
template <int Lanes, int Columns, int Chunk>
__device__ inline void
sddmmElements(int elements, const int *__restrict__ rowOf,
              const int *__restrict__ coordinates,
              const float *__restrict__ values, const float *__restrict__ x,
              const float *__restrict__ y, float *__restrict__ c) {
  int p = group() * Chunk, end = smaller(p + Chunk, elements), row = -1;
  int column = threadX() * 4;
  Vector<float, 4> own = {};
  for (; p < end; ++p) {
    if (rowOf[p] != row) {
      row = rowOf[p];
      own = load<4>(rowAt(x + column, row, Columns));
    }
    Vector<float, 4> other =
        load<4>(rowAt(y + column, coordinates[p], Columns));
    float sum = sumOfGroup<Lanes>(dot(own, other));
    if (threadX() == 0)
      c[p] = values[p] * sum;
  }
}

} // namespace

#define ARGUMENTS                                                              \
  const int *__restrict__ coordinates, const float *__restrict__ values,       \
      const float *__restrict__ x, const float *__restrict__ y,                \
      float *__restrict__ c

#define SDDMM_ROWS(NAME, ...)                                                  \
  extern "C" __global__ __launch_bounds__(128) void NAME(                      \
      int rows, const int *__restrict__ positions, ARGUMENTS) {                \
    __VA_ARGS__(rows, positions, coordinates, values, x, y, c);                \
  }
SDDMM_ROWS(sddmm_csr_128_f32, sddmmRows<32, 128>)
SDDMM_ROWS(sddmm_csr_32_f32, sddmmRows<8, 32>)
SDDMM_ROWS(sddmm_csr_128_by_four_f32, sddmmRowsByFour<128>)

#define SDDMM_COO(NAME, LANES, COLUMNS)                                        \
  extern "C" __global__ __launch_bounds__(128) void NAME(                      \
      int elements, const int *__restrict__ rowOf, ARGUMENTS) {                \
    sddmmElements<LANES, COLUMNS, 32>(elements, rowOf, coordinates, values, x, \
                                      y, c);                                   \
  }
SDDMM_COO(sddmm_coo_128_f32, 32, 128)
SDDMM_COO(sddmm_coo_32_f32, 8, 32)
