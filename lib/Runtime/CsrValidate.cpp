//===- CsrValidate.cpp - The laws of compressed rows ----------------------===//

#include "Spindle/Runtime/Csr.h"

using namespace spindle::runtime;

/// Checks that `array`, the matrix' `name`, has rank 1 and an index type.
static std::optional<Error> checkIndexArray(const std::string &name,
                                            const Array &array) {
  if (array.rank() != 1)
    return Error::expectedGot(name + " array of rank 1",
                              "rank " + std::to_string(array.rank()));
  if (!isInteger(array.dtype()))
    return Error::expectedGot(name + " array of i8, i16, i32 or i64",
                              dtypeName(array.dtype()));
  return std::nullopt;
}

/// Checks the types and shapes of the members.
static std::optional<Error> checkMembers(const CsrMatrix &matrix) {
  if (matrix.rows < 0 || matrix.cols < 0)
    return Error::expectedGot("extents of at least 0",
                              shapeText({matrix.rows, matrix.cols}));
  if (auto error = checkIndexArray("position", matrix.positions))
    return error;
  if (auto error = checkIndexArray("coordinate", matrix.coordinates))
    return error;
  if (matrix.positions.size() - 1 != matrix.rows)
    return Error::expectedGot("one position more than " +
                                  std::to_string(matrix.rows) + " rows",
                              std::to_string(matrix.positions.size()));
  if (matrix.values.rank() != 1 ||
      matrix.values.size() != matrix.coordinates.size())
    return Error::expectedGot("value array of shape " +
                                  shapeText(matrix.coordinates.shape()),
                              shapeText(matrix.values.shape()));
  return std::nullopt;
}

/// "`place`: expected `expected` but got `got`".
static Error errorAt(const std::string &place, const std::string &expected,
                     int64_t got) {
  Error error = Error::expectedGot(expected, std::to_string(got));
  error.text = place + ": " + error.text;
  return error;
}

/// Checks L1 and L2.
template <typename P>
static std::optional<Error> checkPositions(const P *positions, int64_t rows,
                                           int64_t stored) {
  if (positions[0] != 0)
    return errorAt("row 0", "start position 0", positions[0]);
  for (int64_t r = 0; r < rows; ++r)
    if (positions[r + 1] < positions[r])
      return errorAt("row " + std::to_string(r),
                     "end position of at least " + std::to_string(positions[r]),
                     positions[r + 1]);
  if (positions[rows] != stored)
    return Error::expectedGot("last position " + std::to_string(stored),
                              std::to_string(positions[rows]));
  return std::nullopt;
}

/// Checks L3 and L4 in row `row`, which holds positions [start, end).
template <typename C>
static std::optional<Error> checkRow(const C *coordinates, int64_t row,
                                     int64_t start, int64_t end, int64_t cols) {
  auto place = [&](int64_t p) {
    return "row " + std::to_string(row) + ", position " + std::to_string(p);
  };
  for (int64_t p = start; p < end; ++p) {
    if (coordinates[p] < 0 || coordinates[p] >= cols)
      return errorAt(place(p),
                     "coordinate in [0, " + std::to_string(cols) + ")",
                     coordinates[p]);
    if (p > start && coordinates[p] <= coordinates[p - 1])
      return errorAt(place(p),
                     "coordinate above " + std::to_string(coordinates[p - 1]),
                     coordinates[p]);
  }
  return std::nullopt;
}

/// Checks L1 to L4 in a matrix whose members have the right shapes.
template <typename P, typename C>
static std::optional<Error> checkLaws(const CsrMatrix &matrix) {
  const P *positions = matrix.positions.as<P>();
  const C *coordinates = matrix.coordinates.as<C>();
  if (auto error = checkPositions(positions, matrix.rows, matrix.stored()))
    return error;
  for (int64_t r = 0; r < matrix.rows; ++r)
    if (auto error = checkRow(coordinates, r, positions[r], positions[r + 1],
                              matrix.cols))
      return error;
  return std::nullopt;
}

std::optional<Error> spindle::runtime::validate(const CsrMatrix &matrix) {
  if (auto error = checkMembers(matrix))
    return error;
  return visitIndexType(matrix.positions.dtype(), [&](auto pos) {
    return visitIndexType(matrix.coordinates.dtype(), [&](auto crd) {
      return checkLaws<decltype(pos), decltype(crd)>(matrix);
    });
  });
}
