//===- VectorizeBlock.cpp - the code of a block of iterations -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeBlock.h"

#include "VectorizeLegality.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

BlockBuilder::BlockBuilder(OpBuilder &builder, const VectorPlan &plan,
                           const BlockShape &shape)
    : builder(builder), loc(plan.loop->getLoc()), plan(plan), shape(shape) {}

SmallVector<Vectors> BlockBuilder::build(ArrayRef<Vectors> carried) {
  if (plan.forms.hasLanes())
    numberLanes();
  scf::ForOp loop = plan.loop;
  for (Value value : plan.forms.getVectors())
    if (!loop.getRegion().isAncestor(value.getParentRegion()))
      spread(value);
  scalars.map(loop.getInductionVar(), shape.first);
  spread(loop.getInductionVar());
  for (auto [arg, values] : llvm::zip_equal(loop.getRegionIterArgs(), carried))
    vectors[arg] = values;
  build(*loop.getBody());
  SmallVector<Vectors> after(carried.size());
  for (auto [index, yielded] : llvm::enumerate(loop.getYieldedValues()))
    for (int64_t vector = 0; vector < shape.vectors; ++vector) {
      Value value = getVector(yielded, vector);
      // Lanes that are no iterations keep what they had.
      if (Value mask = getMask(vector))
        value = arith::SelectOp::create(builder, loc, mask, value,
                                        carried[index][vector]);
      after[index].push_back(value);
    }
  return after;
}

//===----------------------------------------------------------------------===//
// Forms of values
//===----------------------------------------------------------------------===//

VectorType BlockBuilder::getVectorType(Type element) const {
  return VectorType::get({plan.lanes}, element);
}

Value BlockBuilder::makeIndex(int64_t number) {
  return arith::ConstantIndexOp::create(builder, loc, number);
}

Value BlockBuilder::makeZero(VectorType type) {
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

Value BlockBuilder::getMask(int64_t vector) const {
  return vector + 1 == shape.vectors ? shape.mask : Value();
}

Value BlockBuilder::getScalar(Value value) const {
  return scalars.lookupOrDefault(value);
}

SmallVector<Value> BlockBuilder::getScalars(ValueRange values) const {
  return llvm::map_to_vector(values,
                             [&](Value value) { return getScalar(value); });
}

Value BlockBuilder::getVector(Value value, int64_t vector) const {
  auto found = vectors.find(value);
  assert(found != vectors.end() && "a value that is needed as vectors");
  return found->second[vector];
}

void BlockBuilder::numberLanes() {
  Value last;
  if (shape.count)
    last = arith::SubIOp::create(builder, loc, shape.count, makeIndex(1));
  for (int64_t lane = 0; lane < shape.vectors * plan.lanes; ++lane) {
    Value number = makeIndex(lane);
    if (shape.count && lane > (shape.vectors - 1) * plan.lanes)
      number = arith::MinUIOp::create(builder, loc, number, last);
    numbers.push_back(number);
  }
}

Value BlockBuilder::getLane(Value value, int64_t lane) {
  if (plan.kinds.isUniform(value))
    return getScalar(value);
  auto found = lanes.find(value);
  if (found != lanes.end())
    return found->second[lane];
  if (plan.kinds.isVarying(value)) {
    int64_t vector = lane / plan.lanes;
    Value inVector = arith::SubIOp::create(builder, loc, numbers[lane],
                                           makeIndex(vector * plan.lanes));
    return vector::ExtractOp::create(builder, loc, getVector(value, vector),
                                     getAsOpFoldResult(inVector));
  }
  Value number = numbers[lane];
  if (!value.getType().isIndex())
    number = arith::IndexCastOp::create(builder, loc, value.getType(), number);
  return arith::AddIOp::create(builder, loc, getScalar(value), number);
}

SmallVector<Value> BlockBuilder::getLanes(ValueRange values, int64_t lane) {
  return llvm::map_to_vector(values,
                             [&](Value value) { return getLane(value, lane); });
}

/// The vectors of `first`, `first + 1` and so on, of `type`.
Vectors BlockBuilder::count(Value first, Type type) {
  Value start =
      vector::BroadcastOp::create(builder, loc, getVectorType(type), first);
  Vectors counted;
  for (int64_t vector = 0; vector < shape.vectors; ++vector) {
    Value step = vector::StepOp::create(builder, loc,
                                        getVectorType(builder.getIndexType()));
    Value offset = vector::BroadcastOp::create(builder, loc, step.getType(),
                                               makeIndex(vector * plan.lanes));
    step = arith::AddIOp::create(builder, loc, step, offset);
    if (!type.isIndex())
      step = arith::IndexCastOp::create(builder, loc, start.getType(), step);
    counted.push_back(arith::AddIOp::create(builder, loc, start, step));
  }
  return counted;
}

void BlockBuilder::spread(Value value) {
  if (!plan.forms.asVectors(value))
    return;
  Value scalar = getScalar(value);
  Type type = value.getType();
  if (plan.kinds.get(value) == LaneKind::Linear) {
    vectors[value] = count(scalar, type);
    return;
  }
  Value all =
      vector::BroadcastOp::create(builder, loc, getVectorType(type), scalar);
  vectors[value] = Vectors(shape.vectors, all);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void BlockBuilder::build(Block &block) {
  for (Operation &op : block.without_terminator())
    build(&op);
}

void BlockBuilder::build(Operation *op) {
  loc = op->getLoc();
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](scf::ForOp loop) { buildLoop(loop); })
      .Case([&](scf::IfOp branch) {
        plan.kinds.isUniform(branch.getCondition()) ? buildBranch(branch)
                                                    : buildSelection(branch);
      })
      .Case([&](memref::LoadOp load) { buildLoad(load); })
      .Case([&](memref::StoreOp store) { buildStore(store); })
      .Case([&](memref::PrefetchOp prefetch) { buildPrefetch(prefetch); })
      .Case([&](iter::AtomicUpdateOp update) { buildUpdate(update); })
      .Default([&](Operation *op) {
        plan.kinds.isVarying(op->getResult(0)) ? buildElementwise(op)
                                               : buildScalar(op);
      });
}

void BlockBuilder::buildScalar(Operation *op) {
  builder.clone(*op, scalars);
  for (Value result : op->getResults())
    spread(result);
}

/// `op` on other operands: numbers, or vectors as wide as `shape`.
static Operation *rebuild(OpBuilder &builder, Operation *op,
                          ValueRange operands, VectorType shape) {
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(shape ? shape.clone(type) : type);
  return builder.create(op->getLoc(), op->getName().getIdentifier(), operands,
                        types, op->getAttrs());
}

Operation *BlockBuilder::buildVector(Operation *op, int64_t vector) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getVector(operand, vector));
  Value mask = getMask(vector);
  if (mask && isDivision(op)) {
    // Nothing is known of a divisor where there is no iteration.
    auto type = cast<VectorType>(operands[1].getType());
    Value one = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(type,
                               builder.getOneAttr(type.getElementType())));
    operands[1] = arith::SelectOp::create(builder, loc, mask, operands[1], one);
  }
  return rebuild(builder, op, operands,
                 getVectorType(op->getResult(0).getType()));
}

void BlockBuilder::buildElementwise(Operation *op) {
  auto record = [&](DenseMap<Value, Vectors> &made, Operation *one) {
    for (auto [old, result] :
         llvm::zip_equal(op->getResults(), one->getResults()))
      made[old].push_back(result);
  };
  auto needs = [&](auto isNeeded) {
    return llvm::any_of(op->getResults(), isNeeded);
  };
  if (needs([&](Value result) { return plan.forms.asVectors(result); }))
    for (int64_t vector = 0; vector < shape.vectors; ++vector)
      record(vectors, buildVector(op, vector));
  if (needs([&](Value result) { return plan.forms.asLanes(result); }))
    for (int64_t lane = 0; lane < shape.vectors * plan.lanes; ++lane)
      record(lanes, rebuild(builder, op, getLanes(op->getOperands(), lane),
                            VectorType()));
}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

SmallVector<Value> BlockBuilder::getForms(ValueRange results,
                                          ValueRange values) const {
  SmallVector<Value> forms;
  for (auto [result, value] : llvm::zip_equal(results, values))
    if (plan.kinds.isVarying(result))
      for (int64_t vector = 0; vector < shape.vectors; ++vector)
        forms.push_back(getVector(value, vector));
    else
      forms.push_back(getScalar(value));
  return forms;
}

void BlockBuilder::map(ValueRange old, ValueRange made) {
  for (Value value : old) {
    if (plan.kinds.isVarying(value)) {
      vectors[value] = Vectors(made.take_front(shape.vectors));
      made = made.drop_front(shape.vectors);
      continue;
    }
    scalars.map(value, made.front());
    made = made.drop_front();
    spread(value);
  }
}

void BlockBuilder::buildLoop(scf::ForOp loop) {
  auto buildBody = [&](OpBuilder &, Location, Value variable,
                       ValueRange carried) {
    scalars.map(loop.getInductionVar(), variable);
    spread(loop.getInductionVar());
    map(loop.getRegionIterArgs(), carried);
    build(*loop.getBody());
    scf::YieldOp::create(
        builder, loop.getLoc(),
        getForms(loop.getRegionIterArgs(), loop.getYieldedValues()));
  };
  auto made = scf::ForOp::create(
      builder, loop.getLoc(), getScalar(loop.getLowerBound()),
      getScalar(loop.getUpperBound()), getScalar(loop.getStep()),
      getForms(loop.getRegionIterArgs(), loop.getInits()), buildBody,
      loop.getUnsignedCmp());
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  map(loop.getResults(), made.getResults());
}

void BlockBuilder::buildBranch(scf::IfOp branch) {
  auto buildSide = [&](Region &side) {
    return [&](OpBuilder &, Location) {
      build(side.front());
      scf::YieldOp::create(
          builder, branch.getLoc(),
          getForms(branch.getResults(),
                   side.front().getTerminator()->getOperands()));
    };
  };
  auto buildThen = buildSide(branch.getThenRegion());
  auto buildElse = buildSide(branch.getElseRegion());
  using Side = function_ref<void(OpBuilder &, Location)>;
  auto made = scf::IfOp::create(
      builder, branch.getLoc(), getScalar(branch.getCondition()),
      Side(buildThen),
      branch.getElseRegion().empty() ? Side() : Side(buildElse));
  made->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  map(branch.getResults(), made.getResults());
}

/// Both sides are computed, and what is right for each lane is taken.
void BlockBuilder::buildSelection(scf::IfOp branch) {
  for (Region &side : branch->getRegions())
    if (!side.empty())
      build(side.front());
  for (OpResult result : branch.getResults()) {
    unsigned number = result.getResultNumber();
    Vectors selected;
    for (int64_t vector = 0; vector < shape.vectors; ++vector)
      selected.push_back(arith::SelectOp::create(
          builder, branch.getLoc(), getVector(branch.getCondition(), vector),
          getVector(branch.thenYield().getOperand(number), vector),
          getVector(branch.elseYield().getOperand(number), vector)));
    vectors[result] = selected;
  }
}
