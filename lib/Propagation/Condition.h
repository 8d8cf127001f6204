//===- Condition.h - conditions on bits -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What zeros do to one iteration of an operation is a condition on bits: "is
// this element of an operand 0?". A condition has "and" and "or" and no "not",
// so that more that is known of operands is never less that is known of
// results.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_CONDITION_H
#define SPINDLE_LIB_PROPAGATION_CONDITION_H

#include "llvm/ADT/SmallVector.h"

namespace spindle {

/// Conditions that share parts, by number. Parts come before what has them.
class Conditions {
public:
  enum class Kind { False, True, Input, And, Or };
  struct Node {
    Kind kind;
    /// Of an input its number; else the two parts.
    unsigned a = 0, b = 0;
  };

  Conditions() : nodes{{Kind::False}, {Kind::True}} {}

  unsigned getFalse() const { return 0; }
  unsigned getTrue() const { return 1; }
  /// The bit number `input`.
  unsigned getInput(unsigned input);
  unsigned getAnd(unsigned a, unsigned b);
  unsigned getOr(unsigned a, unsigned b);

  llvm::ArrayRef<Node> getNodes() const { return nodes; }

private:
  unsigned get(Node node);

  llvm::SmallVector<Node> nodes;
};

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_CONDITION_H
