//===- SpreadAccesses.cpp - memory that lanes share out ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorSpreader.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;

/// Has the first lane alone run `op`, which gives nothing.
void VectorSpreader::guard(Operation *op) {
  auto branch = scf::IfOp::create(builder, group.isFirst());
  op->moveBefore(branch.thenBlock()->getTerminator());
}

void VectorSpreader::rewriteAtomic(Operation *op) {
  Value result = op->getResult(0);
  if (result.use_empty())
    return guard(op);
  auto branch = scf::IfOp::create(builder, result.getType(), group.isFirst(),
                                  /*withElseRegion=*/true);
  builder.setInsertionPointAfter(branch);
  Value zero = arith::ConstantIntOp::create(builder, 0, 32);
  Value known = group.get(builder, branch.getResult(0), zero);
  result.replaceAllUsesWith(known);
  builder.setInsertionPointToStart(branch.thenBlock());
  op->moveBefore(branch.thenBlock(), branch.thenBlock()->end());
  builder.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(builder, result);
  builder.setInsertionPointToEnd(branch.elseBlock());
  Value none = ub::PoisonOp::create(builder, result.getType());
  scf::YieldOp::create(builder, none);
}

void VectorSpreader::spreadLoad(vector::LoadOp op) {
  VectorType type = forms.getType(op.getResult());
  int64_t count = forms.getCount(type);
  SmallVector<Value> indices = getIndices(op.getIndices(), count);
  if (count == 1)
    return replace(op, memref::LoadOp::create(builder, op.getBase(), indices,
                                              op.getNontemporal()));
  auto part = VectorType::get({count}, type.getElementType());
  replace(op, vector::LoadOp::create(builder, part, op.getBase(), indices,
                                     op.getNontemporal()));
}

void VectorSpreader::spreadStore(vector::StoreOp op) {
  Value part = getSpread(op.getValueToStore());
  int64_t count = getLaneCount(part);
  SmallVector<Value> indices = getIndices(op.getIndices(), count);
  if (count == 1)
    memref::StoreOp::create(builder, part, op.getBase(), indices,
                            op.getNontemporal());
  else
    vector::StoreOp::create(builder, part, op.getBase(), indices,
                            op.getNontemporal());
  dead.push_back(op);
}

void VectorSpreader::spreadMaskedLoad(vector::MaskedLoadOp op) {
  int64_t count = forms.getCount(forms.getType(op.getResult()));
  SmallVector<Value> indices = getIndices(op.getIndices(), count);
  Value otherwise = getSpread(op.getPassThru());
  if (count == 1)
    return replace(op, loadElement(builder, op.getBase(), indices,
                                   getBit(op.getMask()), otherwise));
  replace(op, vector::MaskedLoadOp::create(
                  builder, cast<VectorType>(otherwise.getType()), op.getBase(),
                  indices, getSpread(op.getMask()), otherwise));
}

void VectorSpreader::spreadMaskedStore(vector::MaskedStoreOp op) {
  Value part = getSpread(op.getValueToStore());
  int64_t count = getLaneCount(part);
  SmallVector<Value> indices = getIndices(op.getIndices(), count);
  if (count == 1)
    storeElement(builder, part, op.getBase(), indices, getBit(op.getMask()));
  else
    vector::MaskedStoreOp::create(builder, op.getBase(), indices,
                                  getSpread(op.getMask()), part);
  dead.push_back(op);
}

/// Where `place`, a number of what is scattered, is from `offsets` on.
static SmallVector<Value> getPlace(ImplicitLocOpBuilder &builder,
                                   ValueRange offsets, Value place) {
  if (!place.getType().isIndex())
    place = arith::IndexCastOp::create(builder, builder.getIndexType(), place);
  return moveIndices(builder, offsets, place);
}

void VectorSpreader::spreadGather(vector::GatherOp op) {
  Value places = getSpread(op.getIndices());
  Value otherwise = getSpread(op.getPassThru());
  if (getLaneCount(places) == 1)
    return replace(op, loadElement(builder, op.getBase(),
                                   getPlace(builder, op.getOffsets(), places),
                                   getBit(op.getMask()), otherwise));
  replace(op, vector::GatherOp::create(
                  builder, cast<VectorType>(otherwise.getType()), op.getBase(),
                  op.getOffsets(), places, getSpread(op.getMask()), otherwise));
}

void VectorSpreader::spreadScatter(vector::ScatterOp op) {
  Value places = getSpread(op.getIndices());
  Value part = getSpread(op.getValueToStore());
  if (getLaneCount(places) == 1)
    storeElement(builder, part, op.getBase(),
                 getPlace(builder, op.getOffsets(), places),
                 getBit(op.getMask()));
  else
    vector::ScatterOp::create(builder, Type(), op.getBase(), op.getOffsets(),
                              places, getSpread(op.getMask()), part);
  dead.push_back(op);
}

void VectorSpreader::spreadUpdate(iter::AtomicUpdateOp op) {
  Value part = getSpread(op.getValue());
  int64_t count = getLaneCount(part);
  SmallVector<Value> indices;
  for (Value index : op.getIndices())
    indices.push_back(getSpread(index));
  if (!op.isScatter())
    indices = getIndices(indices, count);
  Value mask = op.getMask() && !isAllSet(op.getMask()) ? getSpread(op.getMask())
                                                       : Value();
  OpBuilder::InsertionGuard guard(builder);
  if (mask && count == 1) {
    auto branch = scf::IfOp::create(builder, mask);
    builder.setInsertionPointToStart(branch.thenBlock());
    mask = Value();
  }
  auto update = iter::AtomicUpdateOp::create(builder, op.getKind(), part,
                                             op.getMemref(), indices);
  if (mask)
    update.getMaskMutable().assign(mask);
  dead.push_back(op);
}

void VectorSpreader::rewriteAccess(Operation *op, const VectorAccess &access) {
  if (!forms.isSpread(op)) {
    takeWhole(op);
    if (access.writes && !isPrivate(access.memory))
      guard(op);
    return;
  }
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](vector::LoadOp op) { spreadLoad(op); })
      .Case([&](vector::StoreOp op) { spreadStore(op); })
      .Case([&](vector::MaskedLoadOp op) { spreadMaskedLoad(op); })
      .Case([&](vector::MaskedStoreOp op) { spreadMaskedStore(op); })
      .Case([&](vector::GatherOp op) { spreadGather(op); })
      .Case([&](vector::ScatterOp op) { spreadScatter(op); })
      .Case([&](iter::AtomicUpdateOp op) { spreadUpdate(op); });
}
