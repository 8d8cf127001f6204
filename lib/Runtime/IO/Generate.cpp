//===- Generate.cpp - Made-up operands ------------------------------------===//

#include "Spindle/Runtime/IO/Generate.h"

#include "CounterRandom.h"

#include "Spindle/Runtime/Support/FallibleVector.h"

using namespace spindle::runtime;

/// An array whose element i is `element(T{}, i)`.
template <typename Fn>
static Expected<Array> generate(DType dtype, std::vector<int64_t> shape,
                                Fn &&element) {
  Expected<Array> array = Array::allocate(dtype, std::move(shape));
  if (!array)
    return array;
  visitDType(dtype, [&](auto zero) {
    auto *elements = array->as<decltype(zero)>();
    for (int64_t i = 0, e = array->size(); i < e; ++i)
      elements[i] = element(zero, i);
  });
  return array;
}

Expected<Array> spindle::runtime::zeros(DType dtype,
                                        std::vector<int64_t> shape) {
  return generate(dtype, std::move(shape),
                  [](auto zero, int64_t) { return zero; });
}

Expected<Array> spindle::runtime::ones(DType dtype,
                                       std::vector<int64_t> shape) {
  return generate(dtype, std::move(shape),
                  [](auto zero, int64_t) { return decltype(zero)(1); });
}

Expected<Array> spindle::runtime::random(DType dtype,
                                         std::vector<int64_t> shape,
                                         uint64_t seed) {
  return generate(dtype, std::move(shape), [seed](auto zero, int64_t i) {
    return randomValue<decltype(zero)>(seed, i);
  });
}

namespace {
/// Draws the columns of one row after the other.
class ColumnSampler {
public:
  ColumnSampler(int64_t cols, int64_t perRow, uint64_t seed)
      : cols(cols), lengthSeed(deriveSeed(seed, 0)),
        columnSeed(deriveSeed(seed, 1)) {
    int64_t mean = std::min(perRow, cols);
    longest = mean > cols / 2 ? cols : 2 * mean;
    shortest = mean - (longest - mean);
  }

  /// Makes room for the marks of the columns. Error: no memory.
  std::optional<Error> prepare() { return lastRow.assign(cols, -1); }

  /// True where no row has an entry.
  bool isEmpty() const { return longest == 0; }

  /// The number of entries of row `row`.
  int64_t length(int64_t row) const {
    return shortest + randomBelow(lengthSeed, row, longest - shortest + 1);
  }

  /// Writes the columns of row `row` to `out` in increasing order and returns
  /// their number. This is Floyd's sampling (Bentley and Floyd, "A Sample of
  /// Brilliance", CACM 1987): step j chooses among [0, j], and j itself where
  /// the choice was taken already.
  int64_t draw(int64_t row, int64_t *out) {
    int64_t count = length(row);
    uint64_t counter = static_cast<uint64_t>(row) * longest;
    for (int64_t i = 0; i < count; ++i) {
      int64_t last = cols - count + i;
      int64_t col = randomBelow(columnSeed, counter++, last + 1);
      if (lastRow[col] == row)
        col = last;
      lastRow[col] = row;
      out[i] = col;
    }
    std::sort(out, out + count);
    return count;
  }

private:
  int64_t cols, shortest, longest;
  uint64_t lengthSeed, columnSeed;
  /// The last row that chose each column, or -1.
  FallibleVector<int64_t> lastRow;
};
} // namespace

/// The number of entries in all. Error: more than memory can hold.
static Expected<int64_t> countEntries(const ColumnSampler &sampler,
                                      int64_t rows) {
  // A row has at least one entry on average, so that a number of rows that
  // memory can never hold is found without counting.
  if (auto room = allocateMemory(rows); !room)
    return room.takeError();
  int64_t entries = 0;
  for (int64_t r = 0; r < rows; ++r)
    if (__builtin_add_overflow(entries, sampler.length(r), &entries))
      return Error::expectedGot("less than 2^63 entries", "more");
  return entries;
}

/// Writes the coordinates of all entries.
static void drawEntries(ColumnSampler &sampler, CooMatrix &matrix) {
  int64_t *row = matrix.row.as<int64_t>(), *col = matrix.col.as<int64_t>();
  for (int64_t r = 0; r < matrix.rows && !sampler.isEmpty(); ++r) {
    int64_t count = sampler.draw(r, col);
    std::fill(row, row + count, r);
    row += count;
    col += count;
  }
}

Expected<CooMatrix> spindle::runtime::randomSparse(int64_t rows, int64_t cols,
                                                   int64_t perRow, DType dtype,
                                                   uint64_t seed) {
  if (rows < 0 || cols < 0 || perRow < 0)
    return Error::expectedGot("rows, cols and perRow of at least 0",
                              std::to_string(std::min({rows, cols, perRow})));
  ColumnSampler sampler(cols, perRow, seed);
  Expected<int64_t> entries =
      sampler.isEmpty() ? Expected<int64_t>(0) : countEntries(sampler, rows);
  if (!entries)
    return entries.takeError();
  Expected<Array> row = Array::allocate(DType::I64, {*entries});
  if (!row)
    return row.takeError();
  Expected<Array> col = Array::allocate(DType::I64, {*entries});
  if (!col)
    return col.takeError();
  Expected<Array> values = random(dtype, {*entries}, seed);
  if (!values)
    return values.takeError();
  if (!sampler.isEmpty())
    if (auto error = sampler.prepare())
      return std::move(*error);
  CooMatrix matrix{rows, cols, *row, *col, *values};
  drawEntries(sampler, matrix);
  return matrix;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// The number of columns of `shape` as a matrix. Error: too large a number.
static Expected<int64_t> countColumns(const std::vector<int64_t> &shape) {
  int64_t cols = 1;
  for (size_t dim = shape.size() == 1 ? 0 : 1; dim < shape.size(); ++dim)
    if (__builtin_mul_overflow(cols, shape[dim], &cols))
      return Error::expectedGot("less than 2^63 columns in all",
                                shapeText(shape));
  return cols;
}

/// Splits `column` into the coordinates of entry `entry` beyond the first.
static void splitColumn(CooTensor &tensor, int64_t entry, int64_t column) {
  for (int64_t dim = tensor.rank(); dim-- > 1;) {
    tensor.coordinates[dim].as<int64_t>()[entry] = column % tensor.shape[dim];
    column /= tensor.shape[dim];
  }
}

Expected<CooTensor>
spindle::runtime::randomTensor(const std::vector<int64_t> &shape,
                               int64_t perRow, DType dtype, uint64_t seed) {
  Expected<int64_t> cols = countColumns(shape);
  if (!cols)
    return cols.takeError();
  int64_t rows = shape.size() < 2 ? 1 : shape.front();
  Expected<CooMatrix> matrix = randomSparse(rows, *cols, perRow, dtype, seed);
  if (!matrix)
    return matrix.takeError();
  Expected<CooTensor> tensor = allocateEntries(shape, dtype, matrix->entries());
  if (!tensor)
    return tensor;
  tensor->values = matrix->values;
  if (!shape.empty())
    tensor->coordinates.front() = shape.size() == 1 ? matrix->col : matrix->row;
  for (int64_t i = 0; i < matrix->entries(); ++i)
    splitColumn(*tensor, i, matrix->col.as<int64_t>()[i]);
  return tensor;
}
