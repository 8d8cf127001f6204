//===- Csr.cpp - Between entry lists and compressed rows ------------------===//

#include "Spindle/Runtime/Csr.h"

#include "FallibleVector.h"

#include <numeric>

using namespace spindle::runtime;

namespace {
/// One entry of a row: its column and which entry of the input it is.
struct RowEntry {
  int64_t col;
  int64_t source;

  bool operator<(const RowEntry &other) const {
    return col != other.col ? col < other.col : source < other.source;
  }
};

/// Entries sorted by row, then column, then input order. Row r holds entries
/// [starts[r], starts[r + 1]).
struct SortedEntries {
  FallibleVector<int64_t> starts;
  FallibleVector<RowEntry> entries;

  int64_t rows() const { return starts.size() - 2; }
};
} // namespace

/// Groups the entries of a valid matrix by row, keeping their order: a counting
/// sort. `starts` has rows + 2 elements so that it can serve as the cursor: the
/// start of row r is counted at r + 2 and moves on at r + 1.
static Expected<SortedEntries> groupByRow(const CooMatrix &coo) {
  SortedEntries groups;
  int64_t slots;
  if (__builtin_add_overflow(coo.rows, 2, &slots))
    return Error::expectedGot("less than 2^63 - 2 rows",
                              std::to_string(coo.rows));
  if (auto error = groups.starts.assign(slots, 0))
    return std::move(*error);
  if (auto error = groups.entries.resize(coo.entries()))
    return std::move(*error);

  const int64_t *row = coo.row.as<int64_t>(), *col = coo.col.as<int64_t>();
  int64_t *starts = groups.starts.data();
  for (int64_t i = 0, e = coo.entries(); i < e; ++i)
    ++starts[row[i] + 2];
  std::partial_sum(starts, starts + slots, starts);
  for (int64_t i = 0, e = coo.entries(); i < e; ++i)
    groups.entries[starts[row[i] + 1]++] = {col[i], i};
  return groups;
}

/// Sorts inside the rows that are not sorted yet.
static void sortRows(SortedEntries &groups) {
  RowEntry *entries = groups.entries.data();
  for (int64_t r = 0, e = groups.rows(); r < e; ++r) {
    RowEntry *begin = entries + groups.starts[r];
    RowEntry *end = entries + groups.starts[r + 1];
    if (!std::is_sorted(begin, end))
      std::sort(begin, end);
  }
}

/// Calls `fn(row, entry, isFirst)` for every entry in order; `isFirst` tells
/// the first of entries that have the same coordinates.
template <typename Fn>
static void forEachEntry(const SortedEntries &sorted, Fn &&fn) {
  for (int64_t r = 0, e = sorted.rows(); r < e; ++r) {
    int64_t start = sorted.starts[r], end = sorted.starts[r + 1];
    for (int64_t p = start; p < end; ++p)
      fn(r, sorted.entries[p],
         p == start || sorted.entries[p].col != sorted.entries[p - 1].col);
  }
}

/// The number of distinct coordinates.
static int64_t countStored(const SortedEntries &sorted) {
  int64_t stored = 0;
  forEachEntry(sorted,
               [&](int64_t, RowEntry, bool isFirst) { stored += isFirst; });
  return stored;
}

/// Checks that `posType` can hold `stored` and `crdType` can hold `cols`.
static std::optional<Error> checkIndexTypes(DType posType, DType crdType,
                                            int64_t stored, int64_t cols) {
  for (DType type : {posType, crdType})
    if (!isInteger(type))
      return Error::expectedGot("an integer index type", dtypeName(type));
  auto tooSmall = [](const char *what, DType type, int64_t value) {
    return Error::expectedGot(
        std::string("at most ") + std::to_string(maxInteger(type)) + " " +
            what + " with index type " + std::string(dtypeName(type)),
        std::to_string(value));
  };
  if (stored > maxInteger(posType))
    return tooSmall("stored elements", posType, stored);
  if (cols > maxInteger(crdType))
    return tooSmall("columns", crdType, cols);
  return std::nullopt;
}

/// Counts distinct coordinates by row into `positions`.
template <typename T>
static void fillPositions(const SortedEntries &sorted, T *positions) {
  std::fill(positions, positions + sorted.rows() + 1, T(0));
  forEachEntry(sorted, [&](int64_t row, RowEntry, bool isFirst) {
    positions[row + 1] += isFirst;
  });
  std::partial_sum(positions, positions + sorted.rows() + 1, positions);
}

/// Writes distinct coordinates in order.
template <typename T>
static void fillCoordinates(const SortedEntries &sorted, T *coordinates) {
  forEachEntry(sorted, [&](int64_t, RowEntry entry, bool isFirst) {
    if (isFirst)
      *coordinates++ = static_cast<T>(entry.col);
  });
}

/// Writes one value for every distinct coordinate: the sum of its entries.
template <typename T>
static void fillValues(const SortedEntries &sorted, const T *from, T *to) {
  int64_t written = 0;
  forEachEntry(sorted, [&](int64_t, RowEntry entry, bool isFirst) {
    if (isFirst)
      to[written++] = from[entry.source];
    else
      to[written - 1] = wrappingSum(to[written - 1], from[entry.source]);
  });
}

/// Fills the arrays of `csr`, which have their final sizes.
static void fill(const SortedEntries &sorted, const Array &values,
                 CsrMatrix &csr) {
  visitIndexType(csr.positions.dtype(), [&](auto zero) {
    fillPositions(sorted, csr.positions.as<decltype(zero)>());
  });
  visitIndexType(csr.coordinates.dtype(), [&](auto zero) {
    fillCoordinates(sorted, csr.coordinates.as<decltype(zero)>());
  });
  visitDType(values.dtype(), [&](auto zero) {
    using T = decltype(zero);
    fillValues(sorted, values.as<T>(), csr.values.as<T>());
  });
}

Expected<CsrMatrix> spindle::runtime::toCsr(const CooMatrix &coo, DType posType,
                                            DType crdType) {
  if (auto error = validate(coo))
    return std::move(*error);
  if (auto error = checkIndexTypes(posType, crdType, 0, coo.cols))
    return std::move(*error);
  Expected<SortedEntries> sorted = groupByRow(coo);
  if (!sorted)
    return sorted.takeError();
  sortRows(*sorted);
  int64_t stored = countStored(*sorted);
  if (auto error = checkIndexTypes(posType, crdType, stored, coo.cols))
    return std::move(*error);

  Expected<Array> positions = Array::allocate(posType, {coo.rows + 1});
  if (!positions)
    return positions.takeError();
  Expected<Array> coordinates = Array::allocate(crdType, {stored});
  if (!coordinates)
    return coordinates.takeError();
  Expected<Array> values = Array::allocate(coo.values.dtype(), {stored});
  if (!values)
    return values.takeError();
  CsrMatrix csr{coo.rows, coo.cols, *positions, *coordinates, *values};
  fill(*sorted, coo.values, csr);
  return csr;
}

/// Writes the row and the column of every stored element.
template <typename P, typename C>
static void expandRows(int64_t rows, const P *positions, const C *coordinates,
                       int64_t *row, int64_t *col) {
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t p = positions[r]; p < positions[r + 1]; ++p) {
      row[p] = r;
      col[p] = coordinates[p];
    }
}

Expected<CooMatrix> spindle::runtime::toCoo(const CsrMatrix &csr) {
  if (auto error = validate(csr))
    return std::move(*error);
  Expected<Array> row = Array::allocate(DType::I64, {csr.stored()});
  if (!row)
    return row.takeError();
  Expected<Array> col = Array::allocate(DType::I64, {csr.stored()});
  if (!col)
    return col.takeError();
  visitIndexType(csr.positions.dtype(), [&](auto pos) {
    visitIndexType(csr.coordinates.dtype(), [&](auto crd) {
      expandRows(csr.rows, csr.positions.as<decltype(pos)>(),
                 csr.coordinates.as<decltype(crd)>(), row->as<int64_t>(),
                 col->as<int64_t>());
    });
  });
  return CooMatrix{csr.rows, csr.cols, *row, *col, csr.values};
}
