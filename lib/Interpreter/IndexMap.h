//===- IndexMap.h - dimensions and levels -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coordinate of a level is an expression over one dimension: the dimension,
// or quotients and remainders of it. Back from the levels a dimension is what
// they say together: the number x with the quotient q and the remainder r of
// the division by c is q * c + r.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_INDEXMAP_H
#define SPINDLE_LIB_INTERPRETER_INDEXMAP_H

#include "AxisState.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::interpreter {

/// The coordinates of a format's levels from those of its dimensions, and back.
class IndexMap {
public:
  /// None where a level's coordinate is made of something else, or where the
  /// levels leave a dimension open.
  static std::optional<IndexMap> make(sparse::FormatAttr format);

  /// The coordinates of the levels at the coordinates `dims`.
  Positions getLevels(llvm::ArrayRef<int64_t> dims) const;
  /// The coordinates of the dimensions where the levels have those of `levels`,
  /// whose further entries do not count.
  Positions getDims(llvm::ArrayRef<int64_t> levels) const;
  /// The extent of the coordinate of `level` in a tensor of `sizes`, and that
  /// of what it is a remainder of.
  int64_t getExtent(unsigned level, llvm::ArrayRef<int64_t> sizes) const;
  int64_t getDividendExtent(unsigned level,
                            llvm::ArrayRef<int64_t> sizes) const;
  /// Whether the coordinate of `level` is the remainder of a division.
  bool isRemainder(unsigned level) const;
  unsigned getRank() const { return dims.size(); }

private:
  /// A number that the levels determine: the coordinate of one, or what a
  /// quotient and a remainder, which come before it, are of.
  struct Term {
    mlir::AffineExpr expr;
    unsigned quotient = 0, remainder = 0;
    int64_t divisor = 0;
  };

  std::optional<unsigned> find(mlir::AffineExpr expr) const;
  bool addDividend(mlir::AffineExpr part);

  unsigned numLevels = 0;
  /// Those of the levels come first.
  llvm::SmallVector<Term, 4> terms;
  /// The term that each dimension is.
  llvm::SmallVector<unsigned, 4> dims;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_INDEXMAP_H
