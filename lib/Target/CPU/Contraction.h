//===- Contraction.h - a product of small matrices --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_CPU_CONTRACTION_H
#define SPINDLE_LIB_TARGET_CPU_CONTRACTION_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle {

/// What the numbers of contractions are multiplied with in one of them.
struct ContractedPanel {
  /// A vector for each step of the reduction.
  llvm::SmallVector<mlir::Value> vectors;
  /// What the products of each row are added to.
  llvm::SmallVector<mlir::Value> sums;
};

/// What one side of a product has.
struct ContractedElement {
  mlir::Type element;
  /// Whether it is an integer without sign.
  bool isUnsigned = false;
};

/// Operations `vector.contract`, one for each panel, of the same `rows` times
/// `depth` numbers and `depth` vectors of `columns` elements, into as many sums
/// as there are rows.
struct Contraction {
  /// What is multiplied: numbers, and elements of vectors.
  ContractedElement number, vector;
  /// The elements of the sums.
  mlir::Type wide;
  int64_t rows, depth, columns;
  /// Whether the products of a sum may be added in any order.
  bool reassociate;
  /// Whether products are to be rounded with their sums.
  bool fused;
  /// The numbers, those of a row after one another.
  llvm::SmallVector<mlir::Value> numbers;
  llvm::SmallVector<ContractedPanel> panels;

  mlir::Value getNumber(int64_t row, int64_t step) const {
    return numbers[row * depth + step];
  }
};

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_CPU_CONTRACTION_H
