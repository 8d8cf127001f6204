//===- Axis.h - the axis dialect --------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_AXIS_IR_AXIS_H
#define SPINDLE_DIALECT_AXIS_IR_AXIS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferViewFlowOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Spindle/Dialect/Axis/IR/AxisEnums.h.inc"
#include "Spindle/Dialect/Axis/IR/AxisOpInterfaces.h.inc"
#include "Spindle/Dialect/Axis/IR/AxisOpsDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Spindle/Dialect/Axis/IR/AxisOpsTypes.h.inc"

#define GET_OP_CLASSES
#include "Spindle/Dialect/Axis/IR/AxisOps.h.inc"

namespace spindle::axis {

/// The type of `axis`, which is one.
inline AxisType getAxisType(mlir::Value axis) {
  return mlir::cast<AxisType>(axis.getType());
}

/// True if `axis` is the result of an operation that makes axes, so that its
/// kind of structure and its parent are known.
bool isMadeByAxisOp(mlir::Value axis);

/// The axes under whose positions the fibres of `axis` lie; none for a root and
/// for an axis whose constructor is unknown. See AxisOpInterface.
llvm::SmallVector<mlir::Value> getParents(mlir::Value axis);

/// For each parent of `axis`, the index among them of its own parent; -1 for
/// none. See AxisOpInterface.
llvm::SmallVector<int64_t> getParentLinks(mlir::Value axis);

/// The only parent of `axis`; null for a root, for an axis with several, and
/// where the constructor is unknown.
mlir::Value getOnlyParent(mlir::Value axis);

/// Whether `axis` has no parent, as far as is known.
bool isRoot(mlir::Value axis);

/// Whether fibres of `axis` may lack cells, by lengths, a cut, a skew or an
/// occupancy; true where the constructor is unknown.
bool mayLackCells(mlir::Value axis);

/// Whether `axis` is made by an operation of the axis dialect that is given a
/// cut, a skew; the operation need not be verified.
bool hasCut(mlir::Value axis);
bool hasSkew(mlir::Value axis);

/// The axis whose coordinate the cut, the skew of `axis` depends on; null
/// without one.
mlir::Value getCutBy(mlir::Value axis);
mlir::Value getSkewAlong(mlir::Value axis);

/// The number of cells that each fibre of `axis` keeps, where its constructor
/// is given it: the extent or width of a fixed axis, the count of a variable
/// root; null elsewhere.
mlir::Value getCellsPerFibre(mlir::Value axis);

/// The axis that `site` lies on; null where its constructor is unknown.
mlir::Value getSiteAxis(mlir::Value site);

/// The sites that `site` lies under, one per parent of its axis; none where its
/// constructor is unknown.
llvm::SmallVector<mlir::Value> getSiteParents(mlir::Value site);

/// Whether `axis` holds the columns of rows as an inspector takes them: it is
/// sparse_variable, under a root whose positions are the rows.
bool isPatternOfRows(mlir::Value axis);

/// Reports on `op`, under the number `rule`, where sites `under` do not lie on
/// the parents of `axis`, one each, or not under one another as it says.
mlir::LogicalResult verifyUnderSites(mlir::Operation *op, mlir::Value axis,
                                     mlir::ValueRange under,
                                     llvm::StringRef rule);

/// Reports on `op`, whose operands are in groups of the given sizes, where one
/// of `groups`, which stand for one operand each, has another number of them:
/// what ODS generates looks at optional operands alone.
mlir::LogicalResult verifySingleOperands(mlir::Operation *op,
                                         llvm::ArrayRef<int32_t> sizes,
                                         llvm::ArrayRef<size_t> groups);

/// Reports on `op`, under the number `rule`, where `axis`, which the text calls
/// `what`, is not made by an axis or sparse operation.
mlir::LogicalResult verifyIsAxis(mlir::Operation *op, mlir::Value axis,
                                 llvm::StringRef rule, llvm::StringRef what);

} // namespace spindle::axis

#endif // SPINDLE_DIALECT_AXIS_IR_AXIS_H
