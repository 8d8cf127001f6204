// C = A B on a GPU: a group of lanes has a row of A, or some elements of it,
// and each lane some columns of C. `_128` and `_32` are for that number of
// columns; others take it at run time: any, or a multiple of 4 (`_by_4`).

#include "device.cuh"

using namespace spindle::hand;

namespace {

/// `columns`, or the number that is compiled in.
template <int Columns> __device__ inline int known(int columns) {
  return Columns ? Columns : columns;
}

/// The first column of C that this lane has, where a group has all or some.
template <int Lanes, int Values, int Columns>
__device__ inline int firstColumn() {
  if constexpr (Columns == Lanes * Values)
    return threadX() * Values;
  else
    return (blockY() * Lanes + threadX()) * Values;
}

/// Adds the elements `p`, `p + step`, .. of A to `sum`, times rows of B.
template <int Columns, int Values, typename T>
__device__ inline void
addElements(Vector<T, Values> &sum, int p, int end, int step,
            const int *__restrict__ coordinates, const T *__restrict__ values,
            const T *__restrict__ b, int columns) {
  for (; p < end; p += step)
    addProduct(sum, values[p],
               load<Values>(rowAt(b, coordinates[p], known<Columns>(columns))));
}

/// A row for each group; each element is loaded by all lanes at once.
template <typename T, int Lanes, int Values, int Columns>
__device__ inline void
spmmRows(int rows, const int *__restrict__ positions,
         const int *__restrict__ coordinates, const T *__restrict__ values,
         const T *__restrict__ b, T *__restrict__ c, int columns) {
  int row = group(), column = firstColumn<Lanes, Values, Columns>();
  if (row >= rows || (!Columns && column >= columns))
    return;
  Vector<T, Values> sum = {};
  addElements<Columns>(sum, positions[row], positions[row + 1], 1, coordinates,
                       values, b + column, columns);
  store(rowAt(c + column, row, known<Columns>(columns)), sum);
}

/// Adds the elements that the first `count` lanes of a group hold, one each, to
/// every lane's `sum`.
template <int Columns, int Lanes, int Values, typename T>
__device__ inline void addHeld(Vector<T, Values> &sum, int coordinate, T value,
                               int count, const T *__restrict__ b) {
  for (int q = 0; q < count; ++q) {
    int from = ofLane(groupLanes<Lanes>(), coordinate, q, Lanes);
    T x = ofLane(groupLanes<Lanes>(), value, q, Lanes);
    addProduct(sum, x, load<Values>(rowAt(b, from, Columns)));
  }
}

/// The same as `spmmRows`, but a group loads as many elements as it has lanes,
/// one each, and hands them round.
template <typename T, int Lanes, int Values, int Columns>
__device__ inline void
spmmHandedRound(int rows, const int *__restrict__ positions,
                const int *__restrict__ coordinates,
                const T *__restrict__ values, const T *__restrict__ b,
                T *__restrict__ c) {
  int row = group(), column = firstColumn<Lanes, Values, Columns>();
  if (row >= rows)
    return;
  Vector<T, Values> sum = {};
  int p = positions[row], end = positions[row + 1];
  for (; p + Lanes <= end; p += Lanes)
    addHeld<Columns, Lanes>(sum, coordinates[p + threadX()],
                            values[p + threadX()], Lanes, b + column);
  bool holds = p + threadX() < end;
  addHeld<Columns, Lanes>(sum, holds ? coordinates[p + threadX()] : 0,
                          holds ? values[p + threadX()] : T(0), end - p,
                          b + column);
  store(rowAt(c + column, row, Columns), sum);
}

/// A in ELL by rows, `width` cells in a row, of which `lengths` are elements.
template <typename T, int Lanes, int Values, int Columns>
__device__ inline void
spmmEll(int rows, int width, const int *__restrict__ lengths,
        const int *__restrict__ coordinates, const T *__restrict__ values,
        const T *__restrict__ b, T *__restrict__ c) {
  int row = group(), column = firstColumn<Lanes, Values, Columns>();
  if (row >= rows)
    return;
  Vector<T, Values> sum = {};
  int begin = row * width;
  addElements<Columns>(sum, begin, begin + lengths[row], 1, coordinates, values,
                       b + column, Columns);
  store(rowAt(c + column, row, Columns), sum);
}

/// A in SELL with slices of `Slice` rows; row `rowOf[r]` of C is row r of A.
template <typename T, int Lanes, int Values, int Columns, int Slice>
__device__ inline void spmmSell(int rows, const int *__restrict__ positions,
                                const int *__restrict__ rowOf,
                                const int *__restrict__ coordinates,
                                const T *__restrict__ values,
                                const T *__restrict__ b, T *__restrict__ c) {
  int stored = group(), column = firstColumn<Lanes, Values, Columns>();
  if (stored >= rows)
    return;
  int slice = stored / Slice, inside = stored % Slice;
  Vector<T, Values> sum = {};
  addElements<Columns>(sum, positions[slice] * Slice + inside,
                       positions[slice + 1] * Slice, Slice, coordinates, values,
                       b + column, Columns);
  store(rowAt(c + column, rowOf[stored], Columns), sum);
}

/// Adds to columns of C that lie `Lanes` apart.
template <int Lanes, int Values, typename T>
__device__ inline void addToRow(T *c, const T (&sum)[Values]) {
#pragma unroll
  for (int v = 0; v < Values; ++v)
    addAtomically(c + v * Lanes, sum[v]);
}

/// A in COO by rows: `Chunk` elements for each group, which adds to C what it
/// has of a row. C is zero before.
template <typename T, int Lanes, int Values, int Columns, int Chunk>
__device__ inline void
spmmElements(int elements, const int *__restrict__ rowOf,
             const int *__restrict__ coordinates, const T *__restrict__ values,
             const T *__restrict__ b, T *__restrict__ c) {
  int p = group() * Chunk, end = smaller(p + Chunk, elements);
  if (p >= end)
    return;
  T sum[Values] = {};
  int row = rowOf[p];
  for (; p < end; ++p) {
    if (rowOf[p] != row) {
      addToRow<Lanes>(rowAt(c + threadX(), row, Columns), sum);
      row = rowOf[p];
#pragma unroll
      for (T &one : sum)
        one = 0;
    }
    const T *from = rowAt(b + threadX(), coordinates[p], Columns);
#pragma unroll
    for (int v = 0; v < Values; ++v)
      sum[v] += values[p] * from[v * Lanes];
  }
  addToRow<Lanes>(rowAt(c + threadX(), row, Columns), sum);
}

/// C = A^T B: a group has a row of A and of B, and adds to all rows of C that
/// have an element. C is zero before.
template <typename T, int Lanes, int Values, int Columns>
__device__ inline void
spmmTransposed(int rows, const int *__restrict__ positions,
               const int *__restrict__ coordinates,
               const T *__restrict__ values, const T *__restrict__ b,
               T *__restrict__ c) {
  int row = group();
  if (row >= rows)
    return;
  T from[Values];
#pragma unroll
  for (int v = 0; v < Values; ++v)
    from[v] = rowAt(b + threadX(), row, Columns)[v * Lanes];
  for (int p = positions[row], end = positions[row + 1]; p < end; ++p) {
    T products[Values];
#pragma unroll
    for (int v = 0; v < Values; ++v)
      products[v] = values[p] * from[v];
    addToRow<Lanes>(rowAt(c + threadX(), coordinates[p], Columns), products);
  }
}

} // namespace

#define CSR(T)                                                                 \
  int rows, const int *__restrict__ positions,                                 \
      const int *__restrict__ coordinates, const T *__restrict__ values,       \
      const T *__restrict__ b, T *__restrict__ c

#define SPMM_ROWS(NAME, T, LANES, VALUES, COLUMNS)                             \
  extern "C" __global__ __launch_bounds__(128) void NAME(CSR(T),               \
                                                         int columns) {        \
    spmmRows<T, LANES, VALUES, COLUMNS>(rows, positions, coordinates, values,  \
                                        b, c, columns);                        \
  }
SPMM_ROWS(spmm_csr_128_f32, float, 32, 4, 128)
SPMM_ROWS(spmm_csr_128_f64, double, 32, 2, 128)
SPMM_ROWS(spmm_csr_32_f32, float, 8, 4, 32)
SPMM_ROWS(spmm_csr_32_f64, double, 16, 2, 32)
SPMM_ROWS(spmm_csr_32_scalars_f32, float, 32, 1, 32)
SPMM_ROWS(spmm_csr_by_4_f32, float, 32, 4, 0)
SPMM_ROWS(spmm_csr_by_4_narrow_f32, float, 8, 4, 0)
SPMM_ROWS(spmm_csr_any_f32, float, 32, 1, 0)
SPMM_ROWS(spmm_csr_any_f64, double, 32, 1, 0)

#define SPMM_HANDED_ROUND(NAME, T, LANES, VALUES, COLUMNS)                     \
  extern "C" __global__ __launch_bounds__(128) void NAME(CSR(T)) {             \
    spmmHandedRound<T, LANES, VALUES, COLUMNS>(rows, positions, coordinates,   \
                                               values, b, c);                  \
  }
SPMM_HANDED_ROUND(spmm_csr_128_round_f32, float, 32, 4, 128)
SPMM_HANDED_ROUND(spmm_csr_32_round_f32, float, 8, 4, 32)

#define SPMM_TRANSPOSED(NAME, T, LANES, VALUES, COLUMNS)                       \
  extern "C" __global__ __launch_bounds__(128) void NAME(CSR(T)) {             \
    spmmTransposed<T, LANES, VALUES, COLUMNS>(rows, positions, coordinates,    \
                                              values, b, c);                   \
  }
SPMM_TRANSPOSED(spmm_t_csr_128_f32, float, 32, 4, 128)
SPMM_TRANSPOSED(spmm_t_csr_32_f32, float, 32, 1, 32)

#define SPMM_ELL(NAME, T, LANES, VALUES, COLUMNS)                              \
  extern "C" __global__ __launch_bounds__(128) void NAME(                      \
      int rows, int width, const int *__restrict__ lengths,                    \
      const int *__restrict__ coordinates, const T *__restrict__ values,       \
      const T *__restrict__ b, T *__restrict__ c) {                            \
    spmmEll<T, LANES, VALUES, COLUMNS>(rows, width, lengths, coordinates,      \
                                       values, b, c);                          \
  }
SPMM_ELL(spmm_ell_128_f32, float, 32, 4, 128)
SPMM_ELL(spmm_ell_32_f32, float, 8, 4, 32)

#define SPMM_SELL(NAME, T, LANES, VALUES, COLUMNS)                             \
  extern "C" __global__ __launch_bounds__(128) void NAME(                      \
      int rows, const int *__restrict__ positions,                             \
      const int *__restrict__ rowOf, const int *__restrict__ coordinates,      \
      const T *__restrict__ values, const T *__restrict__ b,                   \
      T *__restrict__ c) {                                                     \
    spmmSell<T, LANES, VALUES, COLUMNS, 32>(rows, positions, rowOf,            \
                                            coordinates, values, b, c);        \
  }
SPMM_SELL(spmm_sell_128_f32, float, 32, 4, 128)
SPMM_SELL(spmm_sell_32_f32, float, 8, 4, 32)

#define SPMM_COO(NAME, T, LANES, VALUES, COLUMNS)                              \
  extern "C" __global__ __launch_bounds__(128) void NAME(                      \
      int elements, const int *__restrict__ rowOf,                             \
      const int *__restrict__ coordinates, const T *__restrict__ values,       \
      const T *__restrict__ b, T *__restrict__ c) {                            \
    spmmElements<T, LANES, VALUES, COLUMNS, 32>(elements, rowOf, coordinates,  \
                                                values, b, c);                 \
  }
SPMM_COO(spmm_coo_128_f32, float, 32, 4, 128)
SPMM_COO(spmm_coo_32_f32, float, 32, 1, 32)
