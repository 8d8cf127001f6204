// y = A x on a GPU. The number in a name is how many lanes have a row.

#include "device.cuh"

using namespace spindle::hand;

namespace {

/// The products of the elements `p`, `p + step`, .. of A.
template <typename T>
__device__ inline T
sumOfElements(int p, int end, int step, const int *__restrict__ coordinates,
              const T *__restrict__ values, const T *__restrict__ x) {
  T sum = 0;
  for (; p < end; p += step)
    sum += values[p] * x[coordinates[p]];
  return sum;
}

/// A group has elements `begin` to `end`, which are a row.
template <int Lanes, typename T>
__device__ inline void spmvRow(int begin, int end,
                               const int *__restrict__ coordinates,
                               const T *__restrict__ values,
                               const T *__restrict__ x, T *__restrict__ y) {
  T sum = sumOfGroup<Lanes>(
      sumOfElements(begin + threadX(), end, Lanes, coordinates, values, x));
  if (threadX() == 0)
    *y = sum;
}

/// A in COO by rows, `Rounds` times 32 elements for each warp: sums of equal
/// rows in neighbouring lanes are made by a scan, and added to y by the last
/// lane that has the row. y is zero before.
template <typename T, int Rounds>
__device__ inline void
spmvElements(int elements, const int *__restrict__ rowOf,
             const int *__restrict__ coordinates, const T *__restrict__ values,
             const T *__restrict__ x, T *__restrict__ y) {
  int lane = threadX(), begin = group() * Rounds * 32;
  for (int first = begin; first < smaller(begin + Rounds * 32, elements);
       first += 32) {
    int p = first + lane;
    int row = p < elements ? rowOf[p] : -1;
    T sum = p < elements ? values[p] * x[coordinates[p]] : T(0);
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
      T other = ofLaneBelow(allLanes, sum, distance);
      int rowBelow = ofLaneBelow(allLanes, row, distance);
      sum += lane >= distance && rowBelow == row ? other : T(0);
    }
    int next = ofLane(allLanes, row, (lane + 1) % 32);
    if (row >= 0 && (lane == 31 || next != row))
      addAtomically(y + row, sum);
  }
}

} // namespace

#define SPMV_CSR(LANES, TYPE, T)                                               \
  extern "C" __global__ __launch_bounds__(128) void spmv_csr_##LANES##_##TYPE( \
      int rows, const int *__restrict__ positions,                             \
      const int *__restrict__ coordinates, const T *__restrict__ values,       \
      const T *__restrict__ x, T *__restrict__ y) {                            \
    int row = group();                                                         \
    if (row < rows)                                                            \
      spmvRow<LANES>(positions[row], positions[row + 1], coordinates, values,  \
                     x, y + row);                                              \
  }
SPMV_CSR(1, f32, float)
SPMV_CSR(2, f32, float)
SPMV_CSR(4, f32, float)
SPMV_CSR(8, f32, float)
SPMV_CSR(16, f32, float)
SPMV_CSR(32, f32, float)
SPMV_CSR(1, f64, double)
SPMV_CSR(4, f64, double)
SPMV_CSR(8, f64, double)
SPMV_CSR(32, f64, double)

#define SPMV_ELL(LANES, TYPE, T)                                               \
  extern "C" __global__ __launch_bounds__(128) void spmv_ell_##LANES##_##TYPE( \
      int rows, int width, const int *__restrict__ lengths,                    \
      const int *__restrict__ coordinates, const T *__restrict__ values,       \
      const T *__restrict__ x, T *__restrict__ y) {                            \
    int row = group(), begin = row * width;                                    \
    if (row < rows)                                                            \
      spmvRow<LANES>(begin, begin + lengths[row], coordinates, values, x,      \
                     y + row);                                                 \
  }
SPMV_ELL(1, f32, float)
SPMV_ELL(8, f32, float)

/// A in ELL by columns: cell s of all rows lies before cell s + 1.
extern "C" __global__ __launch_bounds__(128) void spmv_ell_columns_f32(
    int rows, int width, const int *__restrict__ coordinates,
    const float *__restrict__ values, const float *__restrict__ x,
    float *__restrict__ y) {
  int row = group();
  if (row < rows)
    y[row] = sumOfElements(row, rows * width, rows, coordinates, values, x);
}

/// A in SELL with slices of 32 rows, a slice for each warp.
#define SPMV_SELL(TYPE, T)                                                     \
  extern "C" __global__ __launch_bounds__(128) void spmv_sell_##TYPE(          \
      int rows, const int *__restrict__ positions,                             \
      const int *__restrict__ rowOf, const int *__restrict__ coordinates,      \
      const T *__restrict__ values, const T *__restrict__ x,                   \
      T *__restrict__ y) {                                                     \
    int slice = group(), row = slice * 32 + threadX();                         \
    if (row < rows)                                                            \
      y[rowOf[row]] = sumOfElements(positions[slice] * 32 + threadX(),         \
                                    positions[slice + 1] * 32, 32,             \
                                    coordinates, values, x);                   \
  }
SPMV_SELL(f32, float)
SPMV_SELL(f64, double)

#define SPMV_COO(TYPE, T)                                                      \
  extern "C" __global__ __launch_bounds__(128) void spmv_coo_##TYPE(           \
      int elements, const int *__restrict__ rowOf,                             \
      const int *__restrict__ coordinates, const T *__restrict__ values,       \
      const T *__restrict__ x, T *__restrict__ y) {                            \
    spmvElements<T, 4>(elements, rowOf, coordinates, values, x, y);            \
  }
SPMV_COO(f32, float)
SPMV_COO(f64, double)
