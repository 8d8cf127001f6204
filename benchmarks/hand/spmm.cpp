// C = A B, A in CSR, C held in registers over a row of A.

#include "kernels.h"
#include "parts.h"
#include "vectors.h"

using namespace spindle::hand;

namespace {

/// `Registers` neighbouring registers' worth of columns of one row of C. With
/// `Masked` the last of them has only the lanes of `mask`.
template <typename T, int Registers, bool Masked>
void rowBlock(const Csr<T> &a, int64_t i, const T *b, T *c, int64_t columns,
              __mmask16 mask) {
  Vector<T> sums[Registers];
  for (Vector<T> &sum : sums)
    sum = broadcast(T(0));
#pragma clang loop unroll(disable)
  for (int64_t p = a.positions[i]; p < a.positions[i + 1]; ++p) {
    const T *row = b + a.coordinates[p] * columns;
    Vector<T> x = broadcast(a.values[p]);
#pragma clang loop unroll(full)
    for (int v = 0; v < Registers; ++v) {
      bool last = Masked && v == Registers - 1;
      Vector<T> y =
          last ? load(mask, row + v * lanes<T>) : load(row + v * lanes<T>);
      sums[v] = fma(x, y, sums[v]);
    }
  }
#pragma clang loop unroll(full)
  for (int v = 0; v < Registers; ++v)
    if (Masked && v == Registers - 1)
      store(mask, c + v * lanes<T>, sums[v]);
    else
      store(c + v * lanes<T>, sums[v]);
}

/// Columns from `k` on in blocks of `Registers`; returns the first that is
/// left.
template <typename T, int Registers>
int64_t rowBlocks(const Csr<T> &a, int64_t i, const T *b, T *c, int64_t columns,
                  int64_t k) {
  constexpr int64_t width = Registers * lanes<T>;
  for (; k + width <= columns; k += width)
    rowBlock<T, Registers, false>(a, i, b + k, c + i * columns + k, columns, 0);
  return k;
}

/// Any number of columns: blocks of 4, 2 and 1 registers and a masked one.
template <typename T>
void spmm(const Csr<T> &a, const T *b, T *c, int64_t columns) {
  inParts(a.rows, a.positions, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t k = rowBlocks<T, 4>(a, i, b, c, columns, 0);
      k = rowBlocks<T, 2>(a, i, b, c, columns, k);
      k = rowBlocks<T, 1>(a, i, b, c, columns, k);
      if (k < columns)
        rowBlock<T, 1, true>(a, i, b + k, c + i * columns + k, columns,
                             firstLanes(columns - k));
    }
  });
}

/// `Columns` columns, known to the compiler: at most 16 registers at a time, of
/// which only the last is masked. What FusedMM generates is of this kind.
template <typename T, int Columns>
void spmmCompiled(const Csr<T> &a, const T *b, T *c) {
  constexpr int width = 16 * lanes<T>;
  constexpr int wide = Columns / width * width, rest = Columns - wide;
  constexpr int registers = (rest + lanes<T> - 1) / lanes<T>;
  constexpr int tail = rest % lanes<T>;
  inParts(a.rows, a.positions, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      T *row = c + i * Columns;
#pragma clang loop unroll(full)
      for (int k = 0; k < wide; k += width)
        rowBlock<T, 16, false>(a, i, b + k, row + k, Columns, 0);
      if constexpr (registers != 0)
        rowBlock<T, registers, tail != 0>(a, i, b + wide, row + wide, Columns,
                                          firstLanes(tail));
    }
  });
}

/// A kernel with its number of columns.
template <typename T> struct Compiled {
  int64_t columns;
  void (*run)(const Csr<T> &, const T *, T *);
};

template <typename T, int... Columns>
int32_t findCompiled(const Csr<T> &a, const T *b, T *c, int64_t columns) {
  static constexpr Compiled<T> all[] = {{Columns, spmmCompiled<T, Columns>}...};
  for (const Compiled<T> &one : all) {
    if (one.columns != columns)
      continue;
    one.run(a, b, c);
    return 0;
  }
  return 1;
}

} // namespace

void hand_spmm_f32(const Csr<float> *a, const float *b, float *c,
                   int64_t columns) {
  spmm(*a, b, c, columns);
}

void hand_spmm_f64(const Csr<double> *a, const double *b, double *c,
                   int64_t columns) {
  spmm(*a, b, c, columns);
}

int32_t hand_spmm_compiled_f32(const Csr<float> *a, const float *b, float *c,
                               int64_t columns) {
  return findCompiled<float, 8, 32, 64, 100, 128, 256, 512>(*a, b, c, columns);
}

int32_t hand_spmm_compiled_f64(const Csr<double> *a, const double *b, double *c,
                               int64_t columns) {
  return findCompiled<double, 8, 32, 64, 100, 128, 256, 512>(*a, b, c, columns);
}
