//===- KnownValues.h - what follows from constants --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_KNOWNVALUES_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_KNOWNVALUES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

namespace spindle::loops {

/// The constant that `value` is; null where it is none.
mlir::Attribute getConstantValue(mlir::Value value);

/// The element that `load` gives where its indices are `indices`; null where
/// one is null, the memory is not constant, or its elements are to stay there.
mlir::TypedAttr readConstant(mlir::memref::LoadOp load,
                             llvm::ArrayRef<mlir::Attribute> indices);

/// Computes values from constants, constant memory and what is said of
/// variables, without a change to the program.
class KnownValues {
public:
  explicit KnownValues(mlir::MLIRContext *context) : builder(context) {
    builder.setInsertionPointToStart(&scratch);
  }

  /// Has `variable` be `value` from now on.
  void set(mlir::Value variable, mlir::Attribute value) {
    variables[variable] = value;
  }
  /// What `value` is; null where it is not known.
  mlir::Attribute find(mlir::Value value);

private:
  mlir::Attribute compute(mlir::OpResult result,
                          llvm::ArrayRef<mlir::Attribute> operands);

  llvm::DenseMap<mlir::Value, mlir::Attribute> variables;
  /// Where operations are folded.
  mlir::Block scratch;
  mlir::OpBuilder builder;
};

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_KNOWNVALUES_H
