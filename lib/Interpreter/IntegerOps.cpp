//===- IntegerOps.cpp - integers of the arith dialect ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Number.h"
#include "OpTables.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle::interpreter;

/// An operation whose result is the low bits of `function` of its operands.
template <typename Function> static Handler makeWrapping(Function function) {
  return [function](Translator &t, Operation &op) {
    Slot result = t.slotOf(op.getResult(0)), lhs = t.slotOf(op.getOperand(0)),
         rhs = t.slotOf(op.getOperand(1));
    return visitInt(op.getOperand(0).getType(), [&](auto number) -> Step {
      using N = decltype(number);
      return [=](Machine &m) {
        m[result].integer =
            N::wrap(function(uint64_t(m[lhs].integer), m[rhs].integer));
        return true;
      };
    });
  };
}

/// An operation on signed numbers whose result always fits.
template <typename Function> static Handler makeSigned(Function function) {
  return makeWrapping([function](uint64_t lhs, uint64_t rhs) {
    return uint64_t(function(int64_t(lhs), int64_t(rhs)));
  });
}

//===----------------------------------------------------------------------===//
// Division and shifts: undefined for some operands
//===----------------------------------------------------------------------===//

/// An operation of two integers of one type that is undefined for some.
/// `function` is given a number of their type, the operands, and what to call
/// with a text where it is undefined; it returns the result.
template <typename Function> static Handler makePartial(Function function) {
  return [function](Translator &t, Operation &op) {
    Slot result = t.slotOf(op.getResult(0)), lhs = t.slotOf(op.getOperand(0)),
         rhs = t.slotOf(op.getOperand(1));
    return visitInt(op.getOperand(0).getType(), [&, at = &op](auto number) {
      return Step([=](Machine &m) {
        bool isDefined = true;
        auto fail = [&](const Twine &text) {
          isDefined = m.fail(at, text);
          return int64_t(0);
        };
        m[result].integer =
            function(number, m[lhs].integer, m[rhs].integer, fail);
        return isDefined;
      });
    });
  };
}

/// A division of signed numbers.
template <typename Function> static Handler makeDivision(Function function) {
  return makePartial(
      [function](auto number, int64_t dividend, int64_t divisor, auto fail) {
        if (divisor == 0)
          return fail("expected a divisor other than 0");
        if (dividend == decltype(number)::kMin && divisor == -1)
          return fail("expected a quotient that fits but got that of " +
                      Twine(dividend) + " and -1");
        return function(dividend, divisor);
      });
}

/// A division of unsigned numbers.
template <typename Function>
static Handler makeUnsignedDivision(Function function) {
  return makePartial(
      [function](auto number, int64_t dividend, int64_t divisor, auto fail) {
        using N = decltype(number);
        if (divisor == 0)
          return fail("expected a divisor other than 0");
        return N::wrap(function(N::bits(dividend), N::bits(divisor)));
      });
}

/// A shift; `function` is given the bits, the signed number and the amount.
template <typename Function> static Handler makeShift(Function function) {
  return makePartial(
      [function](auto number, int64_t value, int64_t by, auto fail) {
        using N = decltype(number);
        uint64_t amount = N::bits(by);
        if (amount >= N::kWidth)
          return fail("expected a shift by less than " + Twine(N::kWidth) +
                      " but got " + Twine(amount));
        return N::wrap(function(N::bits(value), value, amount));
      });
}

static int64_t divideDown(int64_t lhs, int64_t rhs) {
  return lhs / rhs - (lhs % rhs != 0 && (lhs < 0) != (rhs < 0));
}

static int64_t divideUp(int64_t lhs, int64_t rhs) {
  return lhs / rhs + (lhs % rhs != 0 && (lhs < 0) == (rhs < 0));
}

static void addDivisions(OpTable &table) {
  table["arith.divsi"] =
      makeDivision([](int64_t a, int64_t b) { return a / b; });
  table["arith.remsi"] =
      makeDivision([](int64_t a, int64_t b) { return a % b; });
  table["arith.floordivsi"] = makeDivision(divideDown);
  table["arith.ceildivsi"] = makeDivision(divideUp);
  table["arith.divui"] =
      makeUnsignedDivision([](uint64_t a, uint64_t b) { return a / b; });
  table["arith.remui"] =
      makeUnsignedDivision([](uint64_t a, uint64_t b) { return a % b; });
  table["arith.ceildivui"] = makeUnsignedDivision(
      [](uint64_t a, uint64_t b) { return a / b + (a % b != 0); });
  table["arith.shli"] =
      makeShift([](uint64_t bits, int64_t, uint64_t by) { return bits << by; });
  table["arith.shrui"] =
      makeShift([](uint64_t bits, int64_t, uint64_t by) { return bits >> by; });
  table["arith.shrsi"] = makeShift(
      [](uint64_t, int64_t value, uint64_t by) { return value >> by; });
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// A comparison of signed numbers, and the bits of them, of one type.
template <typename Function>
static Step makeComparison(Translator &t, Operation &op, Function function) {
  Slot result = t.slotOf(op.getResult(0)), lhs = t.slotOf(op.getOperand(0)),
       rhs = t.slotOf(op.getOperand(1));
  return visitInt(op.getOperand(0).getType(), [&](auto) -> Step {
    return [=](Machine &m) {
      m[result].integer = -int64_t(function(m[lhs].integer, m[rhs].integer));
      return true;
    };
  });
}

/// Compares unsigned: sign extension keeps the order of the bits.
template <typename Function> static auto compareBits(Function function) {
  return [function](int64_t lhs, int64_t rhs) {
    return function(uint64_t(lhs), uint64_t(rhs));
  };
}

static Step translateCmpI(Translator &t, Operation &op) {
  using Predicate = arith::CmpIPredicate;
  switch (cast<arith::CmpIOp>(op).getPredicate()) {
  case Predicate::eq:
    return makeComparison(t, op, std::equal_to<int64_t>());
  case Predicate::ne:
    return makeComparison(t, op, std::not_equal_to<int64_t>());
  case Predicate::slt:
    return makeComparison(t, op, std::less<int64_t>());
  case Predicate::sle:
    return makeComparison(t, op, std::less_equal<int64_t>());
  case Predicate::sgt:
    return makeComparison(t, op, std::greater<int64_t>());
  case Predicate::sge:
    return makeComparison(t, op, std::greater_equal<int64_t>());
  case Predicate::ult:
    return makeComparison(t, op, compareBits(std::less<uint64_t>()));
  case Predicate::ule:
    return makeComparison(t, op, compareBits(std::less_equal<uint64_t>()));
  case Predicate::ugt:
    return makeComparison(t, op, compareBits(std::greater<uint64_t>()));
  case Predicate::uge:
    return makeComparison(t, op, compareBits(std::greater_equal<uint64_t>()));
  }
  return {};
}

void spindle::interpreter::addIntegerOps(OpTable &table) {
  using U = uint64_t;
  table["arith.addi"] = makeWrapping(std::plus<U>());
  table["arith.subi"] = makeWrapping(std::minus<U>());
  table["arith.muli"] = makeWrapping(std::multiplies<U>());
  table["arith.andi"] = makeWrapping(std::bit_and<U>());
  table["arith.ori"] = makeWrapping(std::bit_or<U>());
  table["arith.xori"] = makeWrapping(std::bit_xor<U>());
  table["arith.minui"] = makeWrapping([](U a, U b) { return std::min(a, b); });
  table["arith.maxui"] = makeWrapping([](U a, U b) { return std::max(a, b); });
  table["arith.minsi"] =
      makeSigned([](int64_t a, int64_t b) { return std::min(a, b); });
  table["arith.maxsi"] =
      makeSigned([](int64_t a, int64_t b) { return std::max(a, b); });
  table["arith.cmpi"] = translateCmpI;
  addDivisions(table);
}
