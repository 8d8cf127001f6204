//===- TileTables.h - matrices and tables of rows ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_TILETABLES_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_TILETABLES_H

#include "Function.h"

namespace spindle::differential {

/// Writes axes and memory of a program over tables of rows, and accesses to
/// these.
class TileTables {
protected:
  explicit TileTables(Random &random) : random(random), function(random) {}

  /// An axis of rows or of columns of tables.
  struct Side {
    std::string name;
    int64_t size = 0;
  };
  /// A matrix in CSR: its axis of columns and that axis' type, and its values.
  struct Matrix {
    Side rows, columns;
    std::string axis, type, values;
  };
  /// A table of rows, of `width` columns unless it is a vector; columns come
  /// first where it is flipped.
  struct Table {
    std::string name;
    Side rows, width;
    bool isFlipped = false;
  };

  Side addSide(int64_t size);
  Array drawArray(const std::string &name, std::vector<int64_t> shape);
  Matrix addMatrix(const Side &rows, const Side &columns);
  Table addTable(const Side &rows, bool isArgument = true);
  std::string addVector(const Side &side);
  std::string addFactor(const Side &rows, bool isTransposed);
  std::string getType(const Table &table) const;
  std::string write(const std::string &operation);
  std::string combine(const char *operation, const std::string &left,
                      const std::string &right);
  std::string load(const Table &table, const std::string &row);
  void add(const std::string &text) { function.text += text + "\n"; }
  /// The indices of an element of `table` in a row and column `%l`.
  std::string getPlace(const Table &table, const std::string &row) const;
  void accumulate(const std::string &value, const Table &table,
                  const std::string &row);

  Random &random;
  Function function;
  std::string element;
  bool isReal = false, isVector = false;
  Side inner, width;
  int64_t nextName = 0;
};

/// The type of axes of rows and of columns of tables.
inline const std::string kTileAxis = "!axis.axis<dense_fixed>";

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_TILETABLES_H
