//===- ComplexOps.cpp - basic operations of the complex dialect -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComplexOps.h"

#include "Number.h"
#include "OpTables.h"

using namespace mlir;
using namespace spindle::interpreter;

template <typename Function>
static Handler makeBinaryComplex(Function function) {
  return [function](Translator &t, Operation &op) {
    Slot result = t.slotOf(op.getResult(0)), lhs = t.slotOf(op.getOperand(0)),
         rhs = t.slotOf(op.getOperand(1));
    return visitComplex(op.getResult(0).getType(), [&](auto number) -> Step {
      using N = decltype(number);
      return [=](Machine &m) {
        N::in(m[result]) = function(N::in(m[lhs]), N::in(m[rhs]));
        return true;
      };
    });
  };
}

static Step translateNeg(Translator &t, Operation &op) {
  Slot result = t.slotOf(op.getResult(0)), operand = t.slotOf(op.getOperand(0));
  return visitComplex(op.getResult(0).getType(), [&](auto number) -> Step {
    using N = decltype(number);
    return [=](Machine &m) {
      N::in(m[result]) = -N::in(m[operand]);
      return true;
    };
  });
}

/// The part of a complex number that `take` returns.
template <typename Function> static Handler makePart(Function take) {
  return [take](Translator &t, Operation &op) {
    Slot result = t.slotOf(op.getResult(0)),
         operand = t.slotOf(op.getOperand(0));
    return visitComplex(op.getOperand(0).getType(), [&](auto number) -> Step {
      using N = decltype(number);
      return [=](Machine &m) {
        N::Part::in(m[result]) = take(N::in(m[operand]));
        return true;
      };
    });
  };
}

static Step translateCreate(Translator &t, Operation &op) {
  Slot result = t.slotOf(op.getResult(0)), real = t.slotOf(op.getOperand(0)),
       imaginary = t.slotOf(op.getOperand(1));
  return visitComplex(op.getResult(0).getType(), [&](auto number) -> Step {
    using N = decltype(number);
    return [=](Machine &m) {
      N::in(m[result]) = {N::Part::in(m[real]), N::Part::in(m[imaginary])};
      return true;
    };
  });
}

void spindle::interpreter::addComplexOps(OpTable &table) {
  table["complex.add"] = makeBinaryComplex(std::plus<>());
  table["complex.sub"] = makeBinaryComplex(std::minus<>());
  table["complex.mul"] = makeBinaryComplex(ComplexProduct());
  table["complex.neg"] = translateNeg;
  table["complex.re"] = makePart([](auto value) { return value.real(); });
  table["complex.im"] = makePart([](auto value) { return value.imag(); });
  table["complex.create"] = translateCreate;
}
