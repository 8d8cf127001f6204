//===- IndexMap.h - dimensions and levels -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coordinate of a level is an expression over one dimension: the dimension,
// or quotients and remainders of it; or it is the difference of two dimensions.
// Back from the levels a dimension is what they say together: the number x with
// the quotient q and the remainder r of the division by c is q * c + r, and
// with the difference d to y it is d * 1 + y.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_INDEXMAP_H
#define SPINDLE_LIB_INTERPRETER_INDEXMAP_H

#include "AxisState.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::interpreter {

/// The value of `expr`, a dimension or an inspector's number or quotients and
/// remainders of one, at the coordinates `dims` of an element to which the
/// inspectors give `numbers`; 0 of a number that is not given.
int64_t evaluate(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> dims,
                 llvm::ArrayRef<int64_t> numbers);

/// The coordinates of a format's levels from those of its dimensions, and back.
class IndexMap {
public:
  /// None where a level's coordinate is made of something else, or where the
  /// levels leave a dimension open.
  static std::optional<IndexMap> make(sparse::FormatAttr format);

  /// The coordinates of the levels at the coordinates `dims`, of an element to
  /// which the inspectors give `numbers`; without those, 0 on levels of them.
  Positions getLevels(llvm::ArrayRef<int64_t> dims,
                      llvm::ArrayRef<int64_t> numbers = {}) const;
  /// The coordinates of the dimensions where the levels have those of `levels`,
  /// whose further entries do not count.
  Positions getDims(llvm::ArrayRef<int64_t> levels) const;
  /// The number of inspector `symbol` where the levels have the coordinates
  /// `levels`, as far as those that are not negative tell it.
  std::optional<int64_t> getNumber(unsigned symbol,
                                   llvm::ArrayRef<int64_t> levels) const;
  /// The extent of the coordinate of `level` in a tensor of `sizes`, and that
  /// of what it is a remainder of.
  int64_t getExtent(unsigned level, llvm::ArrayRef<int64_t> sizes) const;
  int64_t getDividendExtent(unsigned level,
                            llvm::ArrayRef<int64_t> sizes) const;
  /// The smallest value that the coordinate of `level` may have.
  int64_t getFrom(unsigned level, llvm::ArrayRef<int64_t> sizes) const;
  /// The extent of the dimension that the coordinate of `level`, a difference,
  /// is taken from.
  int64_t getSumExtent(unsigned level, llvm::ArrayRef<int64_t> sizes) const;
  /// Whether the coordinate of `level` is the remainder of a division, the
  /// difference of two dimensions.
  bool isRemainder(unsigned level) const;
  bool isDifference(unsigned level) const;
  /// Whether coordinates of some levels are numbers of inspectors.
  bool hasNumbersOfPattern() const { return !format.getInspectors().empty(); }
  unsigned getRank() const { return dims.size(); }

private:
  /// A number that the levels determine: the coordinate of one, or what a
  /// quotient and a remainder, which come before it, are of. A difference
  /// counts as a quotient of 1, and what it takes away as the remainder.
  struct Term {
    mlir::AffineExpr expr;
    unsigned quotient = 0, remainder = 0;
    int64_t divisor = 0;
  };

  std::optional<unsigned> find(mlir::AffineExpr expr) const;
  bool addDividend(mlir::AffineExpr part);
  int64_t computeExtent(mlir::AffineExpr expr,
                        llvm::ArrayRef<int64_t> sizes) const;
  bool addSum(unsigned number);

  sparse::FormatAttr format;
  unsigned numLevels = 0;
  /// What coordinates are made of; the terms of the levels come first.
  llvm::SmallVector<Term, 4> terms;
  /// The term that each dimension is.
  llvm::SmallVector<unsigned, 4> dims;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_INDEXMAP_H
