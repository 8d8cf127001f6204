//===- Operands.h - tensors of a generic operation, unpacked ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_GENERICTOITER_OPERANDS_H
#define SPINDLE_LIB_CONVERSION_GENERICTOITER_OPERANDS_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"

namespace spindle {

/// How a look-up finds the coordinate of a level that is a number of the
/// pattern.
struct NumberArray {
  /// Has it, a buffer over the coordinates of level `by`; null where any
  /// coordinate will do.
  mlir::Value values;
  int64_t by = -1;
};

/// Whether the coordinate of `level` does not follow from those of dimensions.
bool isNumberOfPattern(sparse::LevelAttr level);

/// One operand of a generic operation, unpacked.
struct Operand {
  sparse::SparseTensorType type;
  /// Which dimension of the operation each of its own is.
  mlir::AffineMap map;
  sparse::UnpackOp unpack;
  /// True of the driver, and of what shares its structure under its map: the
  /// elements are those at the driver's sites.
  bool isDriven = false;
  /// For each level of what is looked up and has numbers of the pattern.
  llvm::SmallVector<NumberArray> numbers = {};

  /// The axes of the levels and, where there is one, the occupancy.
  mlir::ValueRange getAxes() { return unpack.getAllAxes(); }
  /// The coordinate of level `level`, over the dimensions of the operation.
  mlir::AffineExpr getLevelExpr(int64_t level) const {
    return type.getFormat().getLevels()[level].getExpr().replaceDims(
        map.getResults());
  }
};

/// Unpacks the operands of `op` before it, in their order. What is unpacked
/// already is used, where `dominance` says that it can be.
llvm::SmallVector<Operand> unpackOperands(mlir::RewriterBase &rewriter,
                                          const mlir::DominanceInfo &dominance,
                                          sparse::GenericOp op);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_GENERICTOITER_OPERANDS_H
