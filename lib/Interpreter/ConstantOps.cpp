//===- ConstantOps.cpp - constants and selects ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constants.h"
#include "OpTables.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace spindle::interpreter;

std::optional<Cell> spindle::interpreter::makeCell(Attribute value, Type type) {
  Cell cell;
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return visitInt(type, [&](auto number) -> std::optional<Cell> {
      cell.integer = integer.getValue().sextOrTrunc(64).getSExtValue();
      return cell;
    });
  if (auto real = dyn_cast<FloatAttr>(value))
    return visitFloat(type, [&](auto number) -> std::optional<Cell> {
      using N = decltype(number);
      llvm::APInt bits = real.getValue().bitcastToAPInt();
      N::in(cell) = N::load(reinterpret_cast<const char *>(bits.getRawData()));
      return cell;
    });
  return std::nullopt;
}

std::optional<Cell> spindle::interpreter::makeComplexCell(Attribute real,
                                                          Attribute imaginary,
                                                          Type type) {
  return visitComplex(type, [&](auto number) -> std::optional<Cell> {
    using N = decltype(number);
    Type part = cast<ComplexType>(type).getElementType();
    std::optional<Cell> first = makeCell(real, part);
    std::optional<Cell> second = makeCell(imaginary, part);
    if (!first || !second)
      return std::nullopt;
    Cell cell;
    N::in(cell) = {N::Part::in(*first), N::Part::in(*second)};
    return cell;
  });
}

static Step makeConstant(Translator &t, Operation &op,
                         std::optional<Cell> cell) {
  if (!cell)
    return {};
  return [result = t.slotOf(op.getResult(0)), cell = *cell](Machine &m) {
    m[result] = cell;
    return true;
  };
}

static Step translateConstant(Translator &t, Operation &op) {
  auto constant = cast<arith::ConstantOp>(op);
  if (isa<RankedTensorType>(constant.getType())) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    return elements ? makeConstantMemory(t, op, elements, /*keepsSplat=*/true)
                    : Step();
  }
  return makeConstant(t, op, makeCell(constant.getValue(), constant.getType()));
}

static Step translateComplexConstant(Translator &t, Operation &op) {
  auto constant = cast<complex::ConstantOp>(op);
  ArrayAttr parts = constant.getValue();
  return makeConstant(t, op,
                      makeComplexCell(parts[0], parts[1], constant.getType()));
}

/// Of any type that has a cell: memrefs too.
static Step translateSelect(Translator &t, Operation &op) {
  auto select = cast<arith::SelectOp>(op);
  if (!select.getCondition().getType().isInteger(1))
    return {};
  Slot result = t.slotOf(select.getResult()),
       condition = t.slotOf(select.getCondition()),
       ifTrue = t.slotOf(select.getTrueValue()),
       ifFalse = t.slotOf(select.getFalseValue());
  return [=](Machine &m) {
    m[result] = m[condition].integer ? m[ifTrue] : m[ifFalse];
    return true;
  };
}

void spindle::interpreter::addConstantOps(OpTable &table) {
  table["arith.constant"] = translateConstant;
  table["complex.constant"] = translateComplexConstant;
  table["arith.select"] = translateSelect;
}
