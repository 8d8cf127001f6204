//===- LaneAccesses.cpp - elements that one lane loads and stores ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneAccesses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spindle;

Type spindle::getLaneType(Type element, int64_t count) {
  return count == 1 ? element : VectorType::get({count}, element);
}

int64_t spindle::getLaneCount(Value part) {
  auto type = dyn_cast<VectorType>(part.getType());
  return type ? type.getDimSize(0) : 1;
}

Value spindle::getLaneElement(ImplicitLocOpBuilder &builder, Value part,
                              int64_t index) {
  if (!isa<VectorType>(part.getType()))
    return part;
  if (auto made = part.getDefiningOp<vector::FromElementsOp>())
    return made.getElements()[index];
  return vector::ExtractOp::create(builder, part, index);
}

Value spindle::makeLanePart(ImplicitLocOpBuilder &builder,
                            ArrayRef<Value> elements) {
  if (elements.size() == 1)
    return elements.front();
  auto type =
      VectorType::get({int64_t(elements.size())}, elements.front().getType());
  return vector::FromElementsOp::create(builder, type, elements);
}

bool spindle::isAllSet(Value mask) {
  if (auto op = mask.getDefiningOp<vector::ConstantMaskOp>())
    return op.isAllOnesMask();
  DenseElementsAttr elements;
  if (matchPattern(mask, m_Constant(&elements)))
    return elements.isSplat() && elements.getSplatValue<bool>();
  return matchPattern(mask, m_One());
}

SmallVector<Value> spindle::moveIndices(ImplicitLocOpBuilder &builder,
                                        ValueRange indices, Value offset) {
  SmallVector<Value> moved(indices);
  moved.back() = arith::AddIOp::create(builder, moved.back(), offset);
  return moved;
}

Value spindle::loadElement(ImplicitLocOpBuilder &builder, Value memory,
                           ValueRange indices, Value isSet, Value otherwise) {
  if (!isSet)
    return memref::LoadOp::create(builder, memory, indices);
  auto branch = scf::IfOp::create(builder, otherwise.getType(), isSet,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value element = memref::LoadOp::create(builder, memory, indices);
  scf::YieldOp::create(builder, element);
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, otherwise);
  return branch.getResult(0);
}

void spindle::storeElement(ImplicitLocOpBuilder &builder, Value element,
                           Value memory, ValueRange indices, Value isSet) {
  OpBuilder::InsertionGuard guard(builder);
  if (isSet) {
    auto branch = scf::IfOp::create(builder, isSet);
    builder.setInsertionPointToStart(branch.thenBlock());
  }
  memref::StoreOp::create(builder, element, memory, indices);
}
