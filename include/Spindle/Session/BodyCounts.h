//===- BodyCounts.h - what bodies of nests do -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_BODYCOUNTS_H
#define SPINDLE_SESSION_BODYCOUNTS_H

#include "Spindle/Session/Operand.h"

#include <optional>

namespace spindle::session {

/// Operations on numbers: an addition, a product, a function of the library.
/// Conversions, comparisons, selects and what is done with indices are none. A
/// fused multiply-add is two, a product of complex numbers six.
struct OperationCounts {
  /// On floats, and on the parts of complex numbers.
  int64_t floats = 0;
  /// On integers and truth values.
  int64_t integers = 0;
};

/// What is done in the bodies of nests and `sparse.generic`s.
struct BodyCounts {
  /// How often they run.
  int64_t runs = 0;
  /// What is computed in all of these runs, accumulations and combinations
  /// included; nothing where that is decided while they run, since there is a
  /// branch, a loop or a call in one of them.
  std::optional<OperationCounts> operations;
};

/// Counts what the bodies of `function` do with `operands`, its arguments: at
/// once where each is over the elements of one of them, else by the
/// interpreter. Errors: those of `interpreter::countBodyRuns` with `options`.
llvm::Expected<BodyCounts> countBodies(mlir::func::FuncOp function,
                                       llvm::ArrayRef<Operand> operands,
                                       const interpreter::Options &options);

} // namespace spindle::session

#endif // SPINDLE_SESSION_BODYCOUNTS_H
