//===- WrittenMemory.h - which memory a region writes -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_FORALLTOGPU_WRITTENMEMORY_H
#define SPINDLE_LIB_CONVERSION_FORALLTOGPU_WRITTENMEMORY_H

#include "Spindle/Analysis/DistinctMemory.h"

namespace spindle {

/// What an operation and all in it write to.
class WrittenMemory {
public:
  explicit WrittenMemory(mlir::Operation *op);

  /// Whether `memref` may be written under its own name; what overlaps it is
  /// not looked at.
  bool mayWrite(mlir::Value memref) const;

  /// Whether `memref` or what may overlap it may be written.
  bool mayChange(mlir::Value memref,
                 const sparse::DistinctMemory &distinct) const;

private:
  void note(mlir::Operation *op);

  /// Roots, as `sparse::getRootMemory` gives them.
  llvm::DenseSet<mlir::Value> roots;
  /// Some write is to a memory that nobody names.
  bool unknown = false;
};

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_FORALLTOGPU_WRITTENMEMORY_H
