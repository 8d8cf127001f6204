//===- ConvertCalls.h - conversions as calls of the runtime -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion becomes calls of the functions of Spindle/Runtime/TensorHandle.h
// that describe its operand, piece by piece, and convert it; of an operand in a
// composite format part by part. A tensor that is made so is known by its
// handle, an index.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_EXPANDTENSORS_CONVERTCALLS_H
#define SPINDLE_LIB_CONVERSION_EXPANDTENSORS_CONVERTCALLS_H

#include "Spindle/Dialect/Sparse/IR/TensorPieces.h"
#include "SplitComposites.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle::sparse {

/// A conversion, and where its operand is.
struct LocatedConversion {
  ConvertOp op;
  /// The argument that has the structure, or the result of another conversion;
  /// of a tensor in a composite format one for each part.
  llvm::SmallVector<mlir::Value, 1> structures;
  /// The argument that has the values, or row-major memory with them; null for
  /// the result of another conversion. One for each structure.
  llvm::SmallVector<mlir::Value, 1> values;
};

/// Reports, where it has one, what keeps `op` from becoming a call.
mlir::LogicalResult checkConversion(ConvertOp op);

/// Reports, where there is one, a tensor that `function` returns and that no
/// conversion makes.
mlir::LogicalResult checkReturned(mlir::func::FuncOp function);

/// The conversions in `function`, which `checkConversion` lets pass, in order.
/// `parts` is what `splitComposites` gave for it.
llvm::SmallVector<LocatedConversion>
findConversions(mlir::func::FuncOp function, const PartNumbers &parts);

/// Replaces `conversions`, all that `function` has, by calls. `pieces` has what
/// each argument that is a tensor becomes. The function returns handles, and
/// its attribute `sparse.results` the types of what they stand for.
void expandConversions(mlir::func::FuncOp function,
                       llvm::ArrayRef<LocatedConversion> conversions,
                       const llvm::DenseMap<mlir::Value, Pieces> &pieces);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_CONVERSION_EXPANDTENSORS_CONVERTCALLS_H
