//===- ScalarRules.h - what zeros do to arithmetic --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The algebra of zeros (SparTA, section 3.2 and Table 2), for operations on
// scalars and those that work on tensors element by element. Two of the paper's
// rules hold for some operations alone: a function keeps zeros only if f(0) is
// 0, as sin does and cos does not, and a quotient is 0 where its dividend is.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_SCALARRULES_H
#define SPINDLE_LIB_PROPAGATION_SCALARRULES_H

#include "mlir/IR/Operation.h"

namespace spindle {

/// When an operation's one result may be other than 0.
enum class ZeroRule {
  /// Nothing is known.
  Unknown,
  /// If any operand may: a sum, a maximum, a function of one with f(0) = 0.
  Any,
  /// If all operands may: a product.
  All,
  /// If the first one may: a quotient, a shift, the smaller of a number and 6.
  First,
  /// If the second or the third one may: a choice.
  Chosen,
  /// If the first two may, or the third: a product and a sum in one.
  ProductOrThird
};

ZeroRule getZeroRule(mlir::Operation *op);

/// What `condition`, which compares a value with a constant, is if that value
/// is 0; nothing if it is no such comparison.
struct ComparedWithConstant {
  mlir::Value value;
  bool atZero;
};
std::optional<ComparedWithConstant>
getComparedWithConstant(mlir::Value condition);

/// Whether operand `number` may become 0 where the result has no effect: not
/// if that may fail, or make an infinity, which times 0 is not 0.
bool maySetZero(mlir::Operation *op, unsigned number);

/// On what of a result the sign of an operand that is 0 has an effect.
enum class SignEffect {
  None,
  /// On the sign of the result, if that is 0.
  OfZero,
  /// On any of its bits, as on those of 1 / 0.
  Any
};

SignEffect getSignEffect(mlir::Operation *op, unsigned number);

/// Whether `value` is a constant that is a number other than 0, of one number
/// or of a tensor that has it everywhere.
bool isNonzeroConstant(mlir::Value value);

/// Whether all numbers of `value` are finite, whatever the arguments of the
/// program are: integers, finite constants, and some that are made of these.
bool isKnownFinite(mlir::Value value);

/// Whether it is a constant that is 0.
bool isZeroConstant(mlir::Value value);

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_SCALARRULES_H
