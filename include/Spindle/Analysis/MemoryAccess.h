//===- MemoryAccess.h - an access to an element -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_MEMORYACCESS_H
#define SPINDLE_ANALYSIS_MEMORYACCESS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace spindle {

/// One element of a memory, by its indices.
struct Element {
  /// A memref, that of a buffer or one that is loaded from; or a buffer or
  /// tensor that has memory of its own.
  mlir::Value memory;
  llvm::SmallVector<mlir::Value> indices;
};

/// What an operation does to one element, or to the elements that follow it in
/// the last dimension, which has no index then.
struct MemoryAccess : Element {
  mlir::Operation *op;
  bool writes;
  /// What the memory is a view of in the end.
  mlir::Value root = {};
  /// What is loaded or stored, of `memref.load` and `memref.store`; else null.
  mlir::Value value = {};
  /// The buffer whose axes the indices are of; null for a memref's own.
  mlir::Value buffer = {};
};

} // namespace spindle

#endif // SPINDLE_ANALYSIS_MEMORYACCESS_H
