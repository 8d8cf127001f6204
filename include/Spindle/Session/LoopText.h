//===- LoopText.h - loops of position space in words ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_LOOPTEXT_H
#define SPINDLE_SESSION_LOOPTEXT_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Session/ProgramOperands.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::session {

/// What is told of a loop that a nest or a fill was lowered to.
struct LoopInfo {
  std::string nest;
  llvm::SmallVector<std::string> dims;
  /// The kinds of axis and of dimension, as the label spells them.
  std::string axis, kind;
  /// Where it starts and ends, in words: `0 to I`, or `the fibre under i`.
  std::string range;
  /// The number of loops around it.
  int64_t depth = 0;
  /// Why it stays serial; empty where it may run in parallel. Only outermost
  /// loops are asked.
  std::optional<std::string> refusal;

  /// The dimensions, joined by commas.
  std::string getDims() const;
};

/// The label of `loop`; null where it has none.
iter::LoopAttr getLabel(mlir::scf::ForOp loop);

/// What is told of `loop`, which has a label and is of a function in position
/// space whose arguments are pieces of `operands`; its `depth` and `refusal`
/// are left to the caller.
LoopInfo describeLoop(mlir::scf::ForOp loop,
                      llvm::ArrayRef<OperandSpec> operands);

} // namespace spindle::session

#endif // SPINDLE_SESSION_LOOPTEXT_H
