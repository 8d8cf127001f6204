//===- CastOps.cpp - conversions of the arith dialect ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Number.h"
#include "OpTables.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace spindle::interpreter;

/// `number` in another format, rounded to nearest and even.
template <typename To> static typename To::Value convert(llvm::APFloat number) {
  bool lost;
  number.convert(To::semantics(), llvm::APFloat::rmNearestTiesToEven, &lost);
  if constexpr (std::is_same_v<typename To::Value, double>)
    return number.convertToDouble();
  else
    return number.convertToFloat();
}

//===----------------------------------------------------------------------===//
// Between integers
//===----------------------------------------------------------------------===//

/// Keeps the low bits, or extends the sign: the cell holds it already.
static Step translateSignedResize(Translator &t, Operation &op) {
  Slot result = t.slotOf(op.getResult(0)), operand = t.slotOf(op.getOperand(0));
  return visitInt(op.getResult(0).getType(), [&](auto number) -> Step {
    using To = decltype(number);
    return [=](Machine &m) {
      m[result].integer = To::wrap(m[operand].integer);
      return true;
    };
  });
}

/// Keeps the low bits, or extends by zeros.
static Step translateUnsignedResize(Translator &t, Operation &op) {
  Slot result = t.slotOf(op.getResult(0)), operand = t.slotOf(op.getOperand(0));
  return visitInt(op.getResult(0).getType(), [&](auto to) -> Step {
    return visitInt(op.getOperand(0).getType(), [&](auto from) -> Step {
      using To = decltype(to);
      using From = decltype(from);
      return [=](Machine &m) {
        m[result].integer = To::wrap(From::bits(m[operand].integer));
        return true;
      };
    });
  });
}

//===----------------------------------------------------------------------===//
// Between floats and integers
//===----------------------------------------------------------------------===//

/// Rounds to nearest and even alone.
static Step translateFloatResize(Translator &t, Operation &op) {
  auto truncf = dyn_cast<arith::TruncFOp>(op);
  constexpr auto kNearest = arith::RoundingMode::to_nearest_even;
  if (truncf && truncf.getRoundingmode().value_or(kNearest) != kNearest)
    return t.refuse(op, "expected to round to nearest and even");
  Slot result = t.slotOf(op.getResult(0)), operand = t.slotOf(op.getOperand(0));
  return visitFloat(op.getResult(0).getType(), [&](auto to) -> Step {
    return visitFloat(op.getOperand(0).getType(), [&](auto from) -> Step {
      using To = decltype(to);
      using From = decltype(from);
      return [=](Machine &m) {
        To::in(m[result]) = convert<To>(llvm::APFloat(From::in(m[operand])));
        return true;
      };
    });
  });
}

template <bool IsSigned>
static Step translateIntToFloat(Translator &t, Operation &op) {
  Slot result = t.slotOf(op.getResult(0)), operand = t.slotOf(op.getOperand(0));
  return visitFloat(op.getResult(0).getType(), [&](auto to) -> Step {
    return visitInt(op.getOperand(0).getType(), [&](auto from) -> Step {
      using To = decltype(to);
      using From = decltype(from);
      return [=](Machine &m) {
        int64_t value = m[operand].integer;
        llvm::APInt bits(64, IsSigned ? uint64_t(value) : From::bits(value));
        llvm::APFloat number(To::semantics());
        number.convertFromAPInt(bits, IsSigned,
                                llvm::APFloat::rmNearestTiesToEven);
        To::in(m[result]) = convert<To>(number);
        return true;
      };
    });
  });
}

template <bool IsSigned>
static Step translateFloatToInt(Translator &t, Operation &op) {
  Slot result = t.slotOf(op.getResult(0)), operand = t.slotOf(op.getOperand(0));
  return visitInt(op.getResult(0).getType(), [&](auto to) -> Step {
    return visitFloat(op.getOperand(0).getType(), [&, at = &op](auto from) {
      using To = decltype(to);
      using From = decltype(from);
      return Step([=](Machine &m) {
        llvm::APFloat number(From::in(m[operand]));
        llvm::APSInt value(To::kWidth, !IsSigned);
        bool exact;
        if (number.convertToInteger(value, llvm::APFloat::rmTowardZero,
                                    &exact) == llvm::APFloat::opInvalidOp)
          return m.fail(at, "expected a number that fits the integer");
        m[result].integer = value.sextOrTrunc(64).getSExtValue();
        m[result].integer = To::wrap(m[result].integer);
        return true;
      });
    });
  });
}

/// The bits of a value as another type of the same size.
static Step translateBitcast(Translator &t, Operation &op) {
  Slot result = t.slotOf(op.getResult(0)), operand = t.slotOf(op.getOperand(0));
  return visitNumber(op.getResult(0).getType(), [&](auto to) -> Step {
    return visitNumber(op.getOperand(0).getType(), [&](auto from) -> Step {
      using To = decltype(to);
      using From = decltype(from);
      return [=](Machine &m) {
        char bits[16] = {};
        From::store(bits, From::in(m[operand]));
        To::in(m[result]) = To::load(bits);
        return true;
      };
    });
  });
}

void spindle::interpreter::addCastOps(OpTable &table) {
  table["arith.extsi"] = translateSignedResize;
  table["arith.trunci"] = translateSignedResize;
  table["arith.index_cast"] = translateSignedResize;
  table["arith.extui"] = translateUnsignedResize;
  table["arith.index_castui"] = translateUnsignedResize;
  table["arith.extf"] = translateFloatResize;
  table["arith.truncf"] = translateFloatResize;
  table["arith.sitofp"] = translateIntToFloat<true>;
  table["arith.uitofp"] = translateIntToFloat<false>;
  table["arith.fptosi"] = translateFloatToInt<true>;
  table["arith.fptoui"] = translateFloatToInt<false>;
  table["arith.bitcast"] = translateBitcast;
}
