//===- KnownValues.cpp - what follows from constants ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownValues.h"

#include "Spindle/Analysis/ConstantMemory.h"
#include "Spindle/Transforms/Loops/Dismantle.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

Attribute loops::getConstantValue(Value value) {
  Attribute known;
  return matchPattern(value, m_Constant(&known)) ? known : Attribute();
}

/// Whether elements of `elements` may be in the code.
static bool mayBeInCode(DenseElementsAttr elements) {
  Type type = elements.getElementType();
  if (type.isIntOrIndex())
    return true;
  int64_t count = elements.getNumElements();
  return type.isIntOrFloat() && count <= kMostValues &&
         count * type.getIntOrFloatBitWidth() <= 8 * kMostValueBytes;
}

TypedAttr loops::readConstant(memref::LoadOp load,
                              ArrayRef<Attribute> indices) {
  SmallVector<int64_t> at;
  for (Attribute index : indices) {
    auto number = dyn_cast_or_null<IntegerAttr>(index);
    if (!number)
      return {};
    at.push_back(number.getInt());
  }
  DenseElementsAttr elements = getConstantElements(load.getMemRef());
  return elements && mayBeInCode(elements) ? getElement(elements, at)
                                           : TypedAttr();
}

/// What the operation of `result` gives for `operands`; null where it is not
/// known.
Attribute KnownValues::compute(OpResult result, ArrayRef<Attribute> operands) {
  Operation *op = result.getOwner();
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return readConstant(load, operands.drop_front());
  if (op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
      llvm::is_contained(operands, Attribute()))
    return {};
  IRMapping map;
  for (auto [operand, value] : llvm::zip_equal(op->getOperands(), operands)) {
    auto number = dyn_cast<TypedAttr>(value);
    if (!number ||
        !arith::ConstantOp::isBuildableWith(number, number.getType()))
      return {};
    map.map(operand, arith::ConstantOp::create(builder, op->getLoc(), number));
  }
  Operation *own = builder.clone(*op, map);
  SmallVector<Value> folded;
  Attribute known;
  if (succeeded(builder.tryFold(own, folded)) && !folded.empty())
    known = getConstantValue(folded[result.getResultNumber()]);
  while (!scratch.empty())
    scratch.back().erase();
  return known;
}

Attribute KnownValues::find(Value value) {
  if (Attribute known = getConstantValue(value))
    return known;
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return variables.lookup(value);
  auto operands =
      llvm::map_to_vector(result.getOwner()->getOperands(), [&](Value operand) {
        return isa<MemRefType>(operand.getType()) ? Attribute() : find(operand);
      });
  return compute(result, operands);
}
