//===- FloatOps.h - how float operations are translated ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_FLOATOPS_H
#define SPINDLE_LIB_INTERPRETER_FLOATOPS_H

#include "Number.h"
#include "OpTables.h"

namespace spindle::interpreter {

/// What an operation is computed in before its result is rounded: arithmetic so
/// that it is rounded once, functions (exp, sin, ..) as those of f32 and f64.
struct InArithmetic {
  template <typename N> using Type = typename N::Compute;
};
struct InFunctions {
  template <typename N> using Type = typename N::Value;
};

/// An operation whose result is `function` of its operand, rounded.
template <typename In = InArithmetic, typename Function>
Handler makeUnaryFloat(Function function) {
  return [function](Translator &t, mlir::Operation &op) {
    Slot result = t.slotOf(op.getResult(0)),
         operand = t.slotOf(op.getOperand(0));
    return visitFloat(op.getResult(0).getType(), [&](auto number) -> Step {
      using N = decltype(number);
      using Wide = typename In::template Type<N>;
      return [=](Machine &m) {
        N::in(m[result]) = N::round(function(Wide(N::in(m[operand]))));
        return true;
      };
    });
  };
}

/// An operation whose result is `function` of its two operands, rounded.
template <typename In = InArithmetic, typename Function>
Handler makeBinaryFloat(Function function) {
  return [function](Translator &t, mlir::Operation &op) {
    Slot result = t.slotOf(op.getResult(0)), lhs = t.slotOf(op.getOperand(0)),
         rhs = t.slotOf(op.getOperand(1));
    return visitFloat(op.getResult(0).getType(), [&](auto number) -> Step {
      using N = decltype(number);
      using Wide = typename In::template Type<N>;
      return [=](Machine &m) {
        N::in(m[result]) =
            N::round(function(Wide(N::in(m[lhs])), Wide(N::in(m[rhs]))));
        return true;
      };
    });
  };
}

/// The smaller number; NaN where one is NaN; -0 is smaller than +0.
struct Minimum {
  template <typename T> T operator()(T a, T b) const {
    if (a != a || b != b)
      return a != a ? a : b;
    if (a == b)
      return std::signbit(a) ? a : b;
    return a < b ? a : b;
  }
};

/// The larger number; NaN where one is NaN; +0 is larger than -0.
struct Maximum {
  template <typename T> T operator()(T a, T b) const {
    if (a != a || b != b)
      return a != a ? a : b;
    if (a == b)
      return std::signbit(a) ? b : a;
    return a > b ? a : b;
  }
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_FLOATOPS_H
