//===- SpreadAccesses.cpp - memory that lanes share out ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneRuns.h"
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

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

SmallVector<Value> VectorSpreader::getPlace(ValueRange indices,
                                            const LaneShare &share,
                                            int64_t place) {
  SmallVector<Value> first = moveIndices(builder, indices, getNumber(share, 0));
  if (place == 0)
    return first;
  return moveIndices(builder, first, index(share.getNumber(/*lane=*/0, place)));
}

/// Whether a lane's part of a row is one vector.
static bool isVector(const LaneShare &share) {
  return share.form == LaneForm::Blocked && share.count > 1;
}

/// Loads the lane's elements one by one; `mask` and `otherwise` may be null.
Value VectorSpreader::loadElements(Value memory, ValueRange indices,
                                   const LaneShare &share, Value mask,
                                   Value otherwise) {
  SmallVector<Value> elements;
  for (int64_t place = 0; place < share.count; ++place)
    elements.push_back(loadElement(
        builder, memory, getPlace(indices, share, place),
        mask ? getLaneElement(builder, mask, place) : Value(),
        otherwise ? getLaneElement(builder, otherwise, place) : Value()));
  return makeLanePart(builder, elements);
}

void VectorSpreader::spreadLoad(vector::LoadOp op) {
  LaneShare share = forms.getShare(op.getResult());
  if (!isVector(share))
    return replace(op, loadElements(op.getBase(), op.getIndices(), share,
                                    Value(), Value()));
  replace(op, vector::LoadOp::create(
                  builder, VectorType::get({share.count}, share.element),
                  op.getBase(), getPlace(op.getIndices(), share, 0),
                  op.getNontemporal()));
}

void VectorSpreader::spreadMaskedLoad(vector::MaskedLoadOp op) {
  LaneShare share = forms.getShare(op.getResult());
  Value otherwise = getSpread(op.getPassThru(), share.form);
  if (!isVector(share))
    return replace(op,
                   loadElements(op.getBase(), op.getIndices(), share,
                                getMask(op.getMask(), share.form), otherwise));
  replace(op, vector::MaskedLoadOp::create(
                  builder, cast<VectorType>(otherwise.getType()), op.getBase(),
                  getPlace(op.getIndices(), share, 0),
                  getSpread(op.getMask(), share.form), otherwise));
}

LaneShare VectorSpreader::getShare(Operation *op, Value vector) {
  return forms.getShare(cast<VectorType>(vector.getType()), forms.getForm(op));
}

void VectorSpreader::spreadStore(vector::StoreOp op) {
  LaneShare share = getShare(op, op.getValueToStore());
  Value part = getSpread(op.getValueToStore(), share.form);
  dead.push_back(op);
  if (isVector(share))
    vector::StoreOp::create(builder, part, op.getBase(),
                            getPlace(op.getIndices(), share, 0),
                            op.getNontemporal());
  else
    storeElements(part, op.getBase(), op.getIndices(), share, Value());
}

void VectorSpreader::storeElements(Value part, Value memory, ValueRange indices,
                                   const LaneShare &share, Value mask) {
  for (int64_t place = 0; place < share.count; ++place)
    storeElement(builder, getLaneElement(builder, part, place), memory,
                 getPlace(indices, share, place),
                 mask ? getLaneElement(builder, mask, place) : Value());
}

void VectorSpreader::spreadMaskedStore(vector::MaskedStoreOp op) {
  LaneShare share = getShare(op, op.getValueToStore());
  Value part = getSpread(op.getValueToStore(), share.form);
  dead.push_back(op);
  if (isVector(share))
    vector::MaskedStoreOp::create(builder, op.getBase(),
                                  getPlace(op.getIndices(), share, 0),
                                  getSpread(op.getMask(), share.form), part);
  else
    storeElements(part, op.getBase(), op.getIndices(), share,
                  getMask(op.getMask(), share.form));
}

//===----------------------------------------------------------------------===//
// Scattered elements
//===----------------------------------------------------------------------===//

/// Where `place`, a number of what is scattered, is from `offsets` on.
static SmallVector<Value> getScattered(ImplicitLocOpBuilder &builder,
                                       ValueRange offsets, Value place) {
  if (!place.getType().isIndex())
    place = arith::IndexCastOp::create(builder, builder.getIndexType(), place);
  return moveIndices(builder, offsets, place);
}

void VectorSpreader::spreadGather(vector::GatherOp op) {
  LaneForm form = forms.getForm(op.getOperation());
  Value places = getSpread(op.getIndices(), form);
  Value otherwise = getSpread(op.getPassThru(), form);
  if (getLaneCount(places) == 1)
    return replace(op,
                   loadElement(builder, op.getBase(),
                               getScattered(builder, op.getOffsets(), places),
                               getMask(op.getMask(), form), otherwise));
  replace(op, vector::GatherOp::create(
                  builder, cast<VectorType>(otherwise.getType()), op.getBase(),
                  op.getOffsets(), places, getSpread(op.getMask(), form),
                  otherwise));
}

void VectorSpreader::spreadScatter(vector::ScatterOp op) {
  LaneForm form = forms.getForm(op.getOperation());
  Value places = getSpread(op.getIndices(), form);
  Value part = getSpread(op.getValueToStore(), form);
  if (getLaneCount(places) == 1)
    storeElement(builder, part, op.getBase(),
                 getScattered(builder, op.getOffsets(), places),
                 getMask(op.getMask(), form));
  else
    vector::ScatterOp::create(builder, Type(), op.getBase(), op.getOffsets(),
                              places, getSpread(op.getMask(), form), part);
  dead.push_back(op);
}

//===----------------------------------------------------------------------===//
// Atomic updates
//===----------------------------------------------------------------------===//

/// Updates by `value`, an element or a vector, where `mask` has it; it may be
/// null.
static void makeUpdate(ImplicitLocOpBuilder &builder, iter::AtomicUpdateOp like,
                       Value value, ValueRange indices, Value mask) {
  OpBuilder::InsertionGuard guard(builder);
  if (mask && !isa<VectorType>(mask.getType())) {
    auto branch = scf::IfOp::create(builder, mask);
    builder.setInsertionPointToStart(branch.thenBlock());
    mask = Value();
  }
  auto made = iter::AtomicUpdateOp::create(builder, like.getKind(), value,
                                           like.getMemref(), indices);
  if (mask)
    made.getMaskMutable().assign(mask);
}

/// Each lane updates its elements; those of neighbours that come in runs are
/// combined before.
void VectorSpreader::spreadScatteredUpdate(iter::AtomicUpdateOp op,
                                           const LaneShare &share, Value part,
                                           Value mask) {
  auto places = llvm::map_to_vector(op.getIndices(), [&](Value index) {
    return getSpread(index, share.form);
  });
  if (!op.getSegmented())
    return makeUpdate(builder, op, part, places, mask);
  for (int64_t place = 0; place < share.count; ++place) {
    SmallVector<Value> indices, keys;
    for (auto [index, own] : llvm::zip_equal(op.getIndices(), places)) {
      indices.push_back(getLaneElement(builder, own, place));
      if (isa<VectorType>(index.getType()))
        keys.push_back(getLaneElement(builder, getKey(own), place));
    }
    Value isSet = mask ? getLaneElement(builder, mask, place) : Value();
    LaneRun run = findRun(builder, group, keys, isSet);
    Value all = combineRun(builder, group, run, op.getKind(),
                           getLaneElement(builder, part, place));
    makeUpdate(builder, op, all, indices, run.isFirst);
  }
}

void VectorSpreader::spreadUpdate(iter::AtomicUpdateOp op) {
  LaneShare share = getShare(op, op.getValue());
  Value part = getSpread(op.getValue(), share.form);
  Value mask = op.getMask() ? getMask(op.getMask(), share.form) : Value();
  dead.push_back(op);
  if (op.isScatter())
    return spreadScatteredUpdate(op, share, part, mask);
  if (isVector(share))
    return makeUpdate(builder, op, part, getPlace(op.getIndices(), share, 0),
                      mask);
  for (int64_t place = 0; place < share.count; ++place)
    makeUpdate(builder, op, getLaneElement(builder, part, place),
               getPlace(op.getIndices(), share, place),
               mask ? getLaneElement(builder, mask, place) : Value());
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

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
