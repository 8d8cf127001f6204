//===- Generic.h - generic operations on tensors ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_GENERIC_H
#define SPINDLE_LIB_INTERPRETER_GENERIC_H

#include "Combiner.h"
#include "Element.h"
#include "FormatPlan.h"
#include "Spindle/Dialect/Sparse/IR/Sums.h"

namespace spindle::interpreter {

/// One operand of a generic operation, as far as it is known before the
/// function runs.
struct GenericOperand {
  Slot tensor;
  /// The tensor that has its structure.
  Slot owner;
  /// Of each part where the tensor is in a composite format, or one.
  llvm::SmallVector<FormatPlan, 1> formats;
  Element type;
  Cell fill;
  /// What each of its coordinates is a sum of, and the dimension of the
  /// operation where that is one alone, or else -1.
  llvm::SmallVector<sparse::Sum, 4> sums;
  llvm::SmallVector<int64_t, 4> dims;
  /// What is read where a sum is outside.
  std::optional<Cell> border;
  /// Whether it is accessed at the driver's own element.
  bool atDriver;
  /// Whether the body has a use for its element, as it has not where an operand
  /// gives the extent of a dimension alone.
  bool isUsed = true;
};

/// The kinds of combination, each with its first output.
struct GenericCombine {
  unsigned first, count;
  Combiner combine;
};

/// A generic operation.
struct Generic {
  unsigned getNumOuts() const { return operands.size() - args.size(); }
  /// How many parts the driver has; 1 where there is none.
  size_t getNumParts() const {
    return driver ? operands[*driver].formats.size() : 1;
  }
  /// Runs it; false after an error.
  bool run(Machine &machine) const;

  sparse::GenericOp op;
  unsigned numDims;
  std::optional<unsigned> driver;
  llvm::SmallVector<GenericOperand, 4> operands;
  llvm::SmallVector<GenericCombine, 2> combine;
  /// Of the elements and, where the body takes them, the coordinates.
  llvm::SmallVector<Slot, 4> args, coordinates, yields;
  /// Counts bodies, and runs none.
  bool counting;
  Code body;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_GENERIC_H
