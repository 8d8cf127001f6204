//===- NestFacts.h - what a nest is like ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_STRATEGY_NESTFACTS_H
#define SPINDLE_LIB_STRATEGY_NESTFACTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <string>

namespace spindle {

/// A nest, or what becomes one: what its loops will be like, as far as types
/// and axes tell.
struct NestFacts {
  std::string name;
  /// The number of the part of a composite tensor that it is over.
  std::optional<size_t> part = {};
  /// The operand that brings the pattern, and the operands that it reads, by
  /// `sparse.name`; empty where there is none.
  std::string pattern;
  llvm::SmallVector<std::string> reads;
  /// The bytes of the largest tensor of the function's own that it reads.
  int64_t ownBytes = 0;

  /// The innermost dimension: its name in `sparse.dims`, empty where it has
  /// none, and its size, kDynamic where types leave it open.
  std::string innermost;
  int64_t size = 0;
  /// Whether it is a reduction, and whether one is outside of it.
  bool endsInSum = false, isInSum = false;
  /// Whether it lies under no stored element, or is all of a dense dimension
  /// under a stored coordinate.
  bool hasDenseEnd = false, hasWholeEnd = false;
  /// Where it is the elements of stored blocks, how many of them a block has,
  /// 1 where types do not tell; else 0.
  int64_t endBlock = 0;

  /// Whether it is a product of dense operands: it sums over one dimension, and
  /// of the two innermost of those that stay, rows and columns, each is in an
  /// operand that the other one is not in, and that is read again for it.
  bool isProduct = false;
  /// Of a product the sizes of rows, of columns and of what is summed up, as
  /// `innermost` and `size`; whether there are several; and whether in the
  /// operand that has rows these are neighbours, and columns in the other one.
  std::pair<std::string, int64_t> productRows, productColumns, productSum;
  bool isBatched = false;
  bool hasRowsBeside = false, hasColumnsBeside = false;

  /// The dimensions that lie under no stored element, as `innermost` and
  /// `size`.
  llvm::SmallVector<std::pair<std::string, int64_t>> denseDims;
  /// The dimensions of what it adds to first, as `innermost` and `size`; none
  /// where they are not told by its own.
  llvm::SmallVector<std::pair<std::string, int64_t>> resultDims;
  /// How many of its dimensions are reductions and not dense.
  int64_t storedReductions = 0;
  /// Whether it goes through stored blocks, and the products of the block's
  /// sizes in dimensions that are no reductions, and in others, as far as types
  /// tell them.
  bool hasBlocks = false;
  int64_t blockRows = 1, blockColumns = 1;
  /// Where elements of several rows lie beside one another, and all of these
  /// rows take as many steps, the number of these rows, kDynamic where types
  /// do not tell; else 0.
  int64_t sliceRows = 0;
  /// The coordinates that a fibre of stored elements may have, where types tell
  /// that these are not all of a dimension; else 0.
  int64_t fibreColumns = 0;
  /// Whether a dimension depends on a stored difference, as under diagonals.
  bool isSkewed = false;
  /// Whether a stored dimension inside of a reduction is none: rows of the
  /// result come in any order.
  bool isScattered = false;
  /// Whether it goes through a list of elements, those of a row of the result
  /// one after the other.
  bool hasRuns = false;
  /// Whether it reads elements of an operand at coordinates of the innermost
  /// dimension, which lie anywhere where that is stored.
  bool gathers = false;
  /// Whether it reads an operand at coordinates that may be outside of it.
  bool hasBorders = false;
  /// Whether neighbours in what it stores come from elements of an operand that
  /// lie apart, and the other way round.
  bool isTransposed = false;
  /// Whether it visits stored elements, and whether these are constants.
  bool isSparse = false, isConstant = false;
  /// Whether it reads a matrix of the function's own that another nest stores,
  /// or stores one that another nest reads.
  bool handsRows = false;
  /// Operations on floats in one run of the body, and whether functions such as
  /// the exponential are among them.
  int64_t flops = 0;
  bool callsFunctions = false;
  /// Whether it computes with complex numbers.
  bool isComplex = false;

  /// Whether vectors can hold what it computes with, and do so.
  bool hasVectors() const { return !callsFunctions && !isComplex; }
  /// Whether it sums up rows of dense operands, for elements or for blocks.
  bool sumsRows() const {
    return !endsInSum && isInSum && hasDenseEnd && !isSkewed &&
           (hasBlocks || !isScattered);
  }
  /// Whether it does so for an element at a time.
  bool hasColumns() const { return sumsRows() && !hasBlocks; }
  /// Whether it sums up the stored elements of fibres.
  bool sumsFibres() const {
    return endsInSum && !hasDenseEnd && !hasWholeEnd && endBlock <= 1;
  }
};

/// The nests of `function`, in the stage `tensors` or `coordinates`, in the
/// order of the text: of an operation on a composite tensor, one for each part.
std::vector<NestFacts> findNests(mlir::func::FuncOp function);

} // namespace spindle

#endif // SPINDLE_LIB_STRATEGY_NESTFACTS_H
