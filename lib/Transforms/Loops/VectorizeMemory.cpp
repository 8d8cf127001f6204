//===- VectorizeMemory.cpp - loads and stores of a block ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeBlock.h"
#include "VectorizeReductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

/// Bytes that a prefetch brings.
static constexpr int64_t kLine = 64;

//===----------------------------------------------------------------------===//
// Elements that follow one another
//===----------------------------------------------------------------------===//

// An address for each vector would keep as many registers, or as many
// additions, as there are vectors.
BlockBuilder::Row BlockBuilder::makeRow(Value memory, ValueRange indices) {
  SmallVector<Value> first = getScalars(indices);
  memory = getScalar(memory);
  if (shape.vectors == 1)
    return {memory, first};
  auto type = cast<MemRefType>(memory.getType());
  OpFoldResult one = builder.getIndexAttr(1);
  SmallVector<OpFoldResult> offsets = getAsOpFoldResult(first),
                            sizes(first.size(), one), steps = sizes;
  sizes.back() = shape.count ? getAsOpFoldResult(shape.count)
                             : builder.getIndexAttr(shape.vectors * plan.lanes);
  int64_t size =
      getConstantIntValue(sizes.back()).value_or(int64_t(ShapedType::kDynamic));
  auto rowType = memref::SubViewOp::inferRankReducedResultType(
      {size}, type, offsets, sizes, steps);
  Value row = memref::SubViewOp::create(builder, loc, rowType, memory, offsets,
                                        sizes, steps);
  return {row, {makeIndex(0)}};
}

SmallVector<Value> BlockBuilder::getIndices(const Row &row, int64_t vector) {
  if (shape.vectors == 1)
    return row.indices;
  return {makeIndex(vector * plan.lanes)};
}

Vectors BlockBuilder::loadRow(memref::LoadOp load) {
  Row row = makeRow(load.getMemRef(), load.getIndices());
  VectorType type = getVectorType(load.getType());
  Vectors loaded;
  for (int64_t vector = 0; vector < shape.vectors; ++vector) {
    SmallVector<Value> indices = getIndices(row, vector);
    if (Value mask = getMask(vector))
      loaded.push_back(vector::MaskedLoadOp::create(
          builder, loc, type, row.memory, indices, mask, makeZero(type)));
    else
      loaded.push_back(
          vector::LoadOp::create(builder, loc, type, row.memory, indices));
  }
  return loaded;
}

void BlockBuilder::storeRow(memref::StoreOp store) {
  Row row = makeRow(store.getMemRef(), store.getIndices());
  for (int64_t vector = 0; vector < shape.vectors; ++vector) {
    SmallVector<Value> indices = getIndices(row, vector);
    Value value = getVector(store.getValueToStore(), vector);
    if (Value mask = getMask(vector))
      vector::MaskedStoreOp::create(builder, loc, row.memory, indices, mask,
                                    value);
    else
      vector::StoreOp::create(builder, loc, value, row.memory, indices);
  }
}

//===----------------------------------------------------------------------===//
// Scattered elements
//===----------------------------------------------------------------------===//

Vectors BlockBuilder::loadLanes(memref::LoadOp load) {
  Vectors loaded;
  Value memory = getScalar(load.getMemRef());
  for (int64_t lane = 0; lane < shape.vectors * plan.lanes; ++lane)
    loaded.push_back(memref::LoadOp::create(builder, loc, memory,
                                            getLanes(load.getIndices(), lane)));
  return loaded;
}

/// Lanes that are no iterations store nothing.
void BlockBuilder::storeLanes(memref::StoreOp store) {
  Value memory = getScalar(store.getMemRef());
  for (int64_t lane = 0; lane < shape.vectors * plan.lanes; ++lane) {
    int64_t vector = lane / plan.lanes, inVector = lane % plan.lanes;
    OpBuilder::InsertionGuard guard(builder);
    Value value = vector::ExtractOp::create(
        builder, loc, getVector(store.getValueToStore(), vector), inVector);
    SmallVector<Value> indices = getLanes(store.getIndices(), lane);
    if (Value mask = getMask(vector)) {
      Value stored = vector::ExtractOp::create(builder, loc, mask, inVector);
      auto branch = scf::IfOp::create(builder, loc, stored,
                                      /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
    memref::StoreOp::create(builder, loc, value, memory, indices);
  }
}

Value BlockBuilder::getWholeMask(int64_t vector) {
  if (Value mask = getMask(vector))
    return mask;
  return vector::ConstantMaskOp::create(builder, loc,
                                        getVectorType(builder.getI1Type()),
                                        vector::ConstantMaskKind::AllTrue);
}

SmallVector<Value> BlockBuilder::getGatherBase(ValueRange indices) {
  SmallVector<Value> base = getScalars(indices.drop_back());
  base.push_back(makeIndex(0));
  return base;
}

Vectors BlockBuilder::gather(memref::LoadOp load) {
  VectorType type = getVectorType(load.getType());
  SmallVector<Value> base = getGatherBase(load.getIndices());
  Vectors loaded;
  for (int64_t vector = 0; vector < shape.vectors; ++vector)
    loaded.push_back(vector::GatherOp::create(
        builder, loc, type, getScalar(load.getMemRef()), base,
        getVector(load.getIndices().back(), vector), getWholeMask(vector),
        makeZero(type)));
  return loaded;
}

void BlockBuilder::scatter(memref::StoreOp store) {
  SmallVector<Value> base = getGatherBase(store.getIndices());
  for (int64_t vector = 0; vector < shape.vectors; ++vector)
    vector::ScatterOp::create(
        builder, loc, /*resultType=*/Type(), getScalar(store.getMemRef()), base,
        getVector(store.getIndices().back(), vector), getWholeMask(vector),
        getVector(store.getValueToStore(), vector));
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

void BlockBuilder::updateRow(iter::AtomicUpdateOp update) {
  Row row = makeRow(update.getMemref(), update.getIndices());
  for (int64_t vector = 0; vector < shape.vectors; ++vector) {
    auto made = iter::AtomicUpdateOp::create(
        builder, loc, update.getKind(), getVector(update.getValue(), vector),
        row.memory, getIndices(row, vector), getMask(vector));
    made.setSegmented(update.getSegmented());
  }
}

void BlockBuilder::updateLanes(iter::AtomicUpdateOp update) {
  for (int64_t vector = 0; vector < shape.vectors; ++vector) {
    auto indices = llvm::map_to_vector(update.getIndices(), [&](Value index) {
      return plan.kinds.isUniform(index) ? getScalar(index)
                                         : getVector(index, vector);
    });
    auto made = iter::AtomicUpdateOp::create(
        builder, loc, update.getKind(), getVector(update.getValue(), vector),
        getScalar(update.getMemref()), indices, getMask(vector));
    made.setSegmented(update.getSegmented());
  }
}

/// Lanes that update one element do so together: its updates are made in any
/// groups. Those that are no iterations change nothing.
void BlockBuilder::updateOne(iter::AtomicUpdateOp update) {
  LoopReduction reduction =
      getReduction(update.getKind(), update.getValue().getType());
  Value all;
  for (int64_t vector = 0; vector < shape.vectors; ++vector) {
    Value some = getVector(update.getValue(), vector);
    if (Value mask = getMask(vector)) {
      auto neutral = DenseElementsAttr::get(cast<VectorType>(some.getType()),
                                            Attribute(reduction.getNeutral()));
      some = arith::SelectOp::create(
          builder, loc, mask, some,
          arith::ConstantOp::create(builder, loc, neutral));
    }
    all = all ? reduction.combine(builder, loc, all, some) : some;
  }
  iter::AtomicUpdateOp::create(
      builder, loc, update.getKind(),
      reduction.reduce(builder, loc, all, /*number=*/Value()),
      getScalar(update.getMemref()), getScalars(update.getIndices()));
}

void BlockBuilder::buildUpdate(iter::AtomicUpdateOp update) {
  switch (getAccessKind(plan.kinds, update.getMemref(), update.getIndices())) {
  case AccessKind::Same:
    return updateOne(update);
  case AccessKind::Contiguous:
    return updateRow(update);
  case AccessKind::Scattered:
    return updateLanes(update);
  }
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void BlockBuilder::buildLoad(memref::LoadOp load) {
  Value result = load.getResult();
  AccessKind kind =
      getAccessKind(plan.kinds, load.getMemRef(), load.getIndices());
  if (kind == AccessKind::Same)
    return buildScalar(load);
  bool asVectors = plan.forms.asVectors(result);
  bool isSingle = kind == AccessKind::Scattered &&
                  plan.forms.isSingle(load.getMemRef(), load.getIndices());
  if (plan.forms.asLanes(result) || (asVectors && isSingle))
    lanes[result] = loadLanes(load);
  if (!asVectors)
    return;
  if (kind == AccessKind::Contiguous)
    vectors[result] = loadRow(load);
  else if (!isSingle)
    vectors[result] = gather(load);
  else
    for (int64_t vector = 0; vector < shape.vectors; ++vector)
      vectors[result].push_back(vector::FromElementsOp::create(
          builder, loc, getVectorType(load.getType()),
          ArrayRef(lanes[result]).slice(vector * plan.lanes, plan.lanes)));
}

void BlockBuilder::buildStore(memref::StoreOp store) {
  if (store == plan.kept) {
    kept = getVector(store.getValueToStore(), 0);
    return;
  }
  if (getAccessKind(plan.kinds, store.getMemRef(), store.getIndices()) ==
      AccessKind::Contiguous)
    storeRow(store);
  else if (plan.forms.isSingle(store.getMemRef(), store.getIndices()))
    storeLanes(store);
  else
    scatter(store);
}

/// Elements that follow one another are brought line by line.
void BlockBuilder::buildPrefetch(memref::PrefetchOp prefetch) {
  AccessKind kind =
      getAccessKind(plan.kinds, prefetch.getMemref(), prefetch.getIndices());
  Type element = prefetch.getMemRefType().getElementType();
  int64_t step = 1;
  if (kind == AccessKind::Contiguous)
    step =
        kLine * 8 / (element.isIndex() ? 64 : element.getIntOrFloatBitWidth());
  int64_t count = kind == AccessKind::Same ? 1 : shape.vectors * plan.lanes;
  for (int64_t lane = 0; lane < count; lane += step) {
    IRMapping mapping = scalars;
    for (Value index : prefetch.getIndices())
      mapping.map(index, getLane(index, lane));
    builder.clone(*prefetch, mapping);
  }
}
