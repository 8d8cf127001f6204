//===- Coo.cpp - Sparse matrices as lists of entries ----------------------===//

#include "Spindle/Runtime/Storage/Coo.h"

using namespace spindle::runtime;

/// Checks that `array`, the matrix' `name`, is i64 of shape {entries}.
static std::optional<Error> checkList(const char *name, const Array &array,
                                      int64_t entries) {
  if (array.dtype() != DType::I64)
    return Error::expectedGot(std::string(name) + " array of i64",
                              dtypeName(array.dtype()));
  if (array.rank() != 1 || array.size() != entries)
    return Error::expectedGot(std::string(name) + " array of shape " +
                                  std::to_string(entries),
                              shapeText(array.shape()));
  return std::nullopt;
}

/// Checks that every element of `array`, the matrix' `name`, is in [0, extent).
static std::optional<Error> checkRange(const char *name, const Array &array,
                                       int64_t extent) {
  const int64_t *coordinates = array.as<int64_t>();
  for (int64_t i = 0, e = array.size(); i < e; ++i)
    if (coordinates[i] < 0 || coordinates[i] >= extent)
      return Error{"", 0,
                   "entry " + std::to_string(i) + ": expected " + name +
                       " in [0, " + std::to_string(extent) + ") but got " +
                       std::to_string(coordinates[i])};
  return std::nullopt;
}

std::optional<Error> spindle::runtime::validate(const CooMatrix &matrix) {
  if (matrix.rows < 0 || matrix.cols < 0)
    return Error::expectedGot("extents of at least 0",
                              shapeText({matrix.rows, matrix.cols}));
  if (matrix.values.rank() != 1)
    return Error::expectedGot("value array of rank 1",
                              "rank " + std::to_string(matrix.values.rank()));
  if (auto error = checkList("row", matrix.row, matrix.entries()))
    return error;
  if (auto error = checkList("column", matrix.col, matrix.entries()))
    return error;
  if (auto error = checkRange("row", matrix.row, matrix.rows))
    return error;
  return checkRange("column", matrix.col, matrix.cols);
}
