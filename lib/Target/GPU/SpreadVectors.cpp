//===- SpreadVectors.cpp - vectors shared out to lanes --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpreadVectors.h"

#include "VectorSpreader.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// From one form to the other
//===----------------------------------------------------------------------===//

/// Gives `value`, which a loop or branch hands on, the type of a lane's part.
/// What used it uses a cast of it, until it is rewritten too.
void VectorSpreader::setType(Value value) {
  if (!forms.isSpread(value))
    return;
  VectorType type = forms.getType(value);
  value.setType(getLaneType(type.getElementType(), forms.getCount(type)));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  auto cast = UnrealizedConversionCastOp::create(builder, type, value);
  Value before = cast.getResult(0);
  value.replaceAllUsesExcept(before, cast);
  forms.replace(value, before);
  spreadOf[before] = value;
  dead.push_back(cast);
}

Value VectorSpreader::getSpread(Value value) {
  VectorType type = forms.getType(value);
  if (!type)
    return value;
  if (Value known = spreadOf.lookup(value))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  Value made = remake(value, type);
  return spreadOf[value] = made ? made : takePart(value, type);
}

Value VectorSpreader::getWhole(Value value) {
  if (!forms.isSpread(value))
    return value;
  Value &known = wholeOf[value];
  if (known)
    return known;
  Value part = spreadOf.lookup(value);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(part);
  return known = gatherWhole(part, forms.getType(value));
}

/// What the lane has of a mask of the first `length` elements.
Value VectorSpreader::makeMask(Type part, int64_t count, Value length) {
  if (count == 1)
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                 group.getLane(), length);
  Value rest = arith::SubIOp::create(builder, length, group.getFirst(count));
  return vector::CreateMaskOp::create(builder, part, rest);
}

/// The lane's part of a vector that has `element` everywhere.
Value VectorSpreader::fill(Type part, Value element) {
  if (!isa<VectorType>(part))
    return element;
  return vector::BroadcastOp::create(builder, part, element);
}

Value VectorSpreader::remakeConstant(arith::ConstantOp op, Type part) {
  auto elements = dyn_cast<SplatElementsAttr>(op.getValue());
  if (!elements)
    return Value();
  auto number = elements.getSplatValue<TypedAttr>();
  if (auto vector = dyn_cast<VectorType>(part))
    number = DenseElementsAttr::get(vector, Attribute(number));
  return arith::ConstantOp::create(builder, number);
}

Value VectorSpreader::remakeMask(vector::ConstantMaskOp op, Type part,
                                 int64_t count) {
  if (!op.isAllOnesMask())
    return makeMask(part, count, index(op.getMaskDimSizes()[0]));
  TypedAttr bit = builder.getIntegerAttr(builder.getI1Type(), 1);
  return fill(part, arith::ConstantOp::create(builder, bit));
}

Value VectorSpreader::remakeStep(Type part, int64_t count) {
  Value first = fill(part, group.getFirst(count));
  if (count == 1)
    return first;
  Value steps = vector::StepOp::create(builder, cast<VectorType>(part));
  return arith::AddIOp::create(builder, first, steps);
}

/// A source that can be made of `type` again, as the lane's part; null for
/// another value.
Value VectorSpreader::remake(Value value, VectorType type) {
  Operation *source = value.getDefiningOp();
  if (!source)
    return Value();
  int64_t count = forms.getCount(type);
  Type part = getLaneType(type.getElementType(), count);
  return llvm::TypeSwitch<Operation *, Value>(source)
      .Case([&](arith::ConstantOp op) { return remakeConstant(op, part); })
      .Case([&](vector::BroadcastOp op) {
        bool isNumber = !isa<VectorType>(op.getSourceType());
        return isNumber ? fill(part, op.getSource()) : Value();
      })
      .Case([&](vector::CreateMaskOp op) {
        return makeMask(part, count, op.getOperand(0));
      })
      .Case([&](vector::ConstantMaskOp op) {
        return remakeMask(op, part, count);
      })
      .Case([&](vector::StepOp) { return remakeStep(part, count); })
      .Case([&](vector::FromElementsOp op) {
        return llvm::all_equal(op.getElements())
                   ? fill(part, op.getElements().front())
                   : Value();
      })
      .Case([&](ub::PoisonOp) -> Value {
        return ub::PoisonOp::create(builder, part);
      })
      .Default([](Operation *) { return Value(); });
}

/// What the lane has of a whole `vector`: of elements that are in one place in
/// each lane, halves are taken by the bits of the lane's number.
Value VectorSpreader::takePart(Value vector, VectorType type) {
  int64_t count = forms.getCount(type), lanes = group.getSize();
  SmallVector<Value> part;
  for (int64_t place = 0; place < count; ++place) {
    SmallVector<Value> elements;
    for (int64_t lane = 0; lane < lanes; ++lane)
      elements.push_back(
          vector::ExtractOp::create(builder, vector, lane * count + place));
    for (unsigned bit = 0; elements.size() > 1; ++bit) {
      SmallVector<Value> left;
      for (size_t at = 0; at < elements.size(); at += 2)
        left.push_back(arith::SelectOp::create(builder, group.hasBit(bit),
                                               elements[at + 1], elements[at]));
      elements = left;
    }
    part.push_back(elements.front());
  }
  return makeLanePart(builder, part);
}

Value VectorSpreader::gatherWhole(Value part, VectorType type) {
  int64_t count = forms.getCount(type);
  SmallVector<Value> elements(type.getDimSize(0));
  for (int64_t place = 0; place < count; ++place) {
    Value element = getLaneElement(builder, part, place);
    for (int64_t lane = 0; lane < group.getSize(); ++lane) {
      Value source = arith::ConstantIntOp::create(builder, lane, 32);
      elements[lane * count + place] = group.get(builder, element, source);
    }
  }
  return vector::FromElementsOp::create(builder, type, elements);
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

void VectorSpreader::rewrite(Operation *op) {
  builder.setLoc(op->getLoc());
  builder.setInsertionPoint(op);
  if (std::optional<VectorAccess> access = getVectorAccess(op))
    return rewriteAccess(op, *access);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](vector::ReductionOp op) { rewriteReduction(op); })
      .Case([&](vector::ExtractOp op) { rewriteExtract(op); })
      .Case([&](vector::InsertOp op) { rewriteInsert(op); })
      .Case([&](memref::StoreOp op) {
        takeWhole(op);
        if (!isPrivate(op.getMemref()))
          guard(op);
      })
      .Case([&](iter::AtomicUpdateOp op) {
        if (!isPrivate(op.getMemref()))
          guard(op);
      })
      .Case([&](memref::AtomicRMWOp op) { rewriteAtomic(op); })
      .Case([&](memref::GenericAtomicRMWOp op) { rewriteAtomic(op); })
      .Case([&](memref::PrefetchOp op) { dead.push_back(op); })
      .Case<RegionBranchOpInterface, BranchOpInterface>(
          [&](auto op) { rewriteBranch(op); })
      .Case([&](RegionBranchTerminatorOpInterface op) {
        if (auto branch = dyn_cast<RegionBranchOpInterface>(op->getParentOp()))
          handOn(op, branch);
      })
      .Default([&](Operation *op) {
        if (op->getNumResults() > 0 && isElementByElement(op))
          rewriteElements(op);
        else
          takeWhole(op);
      });
}

void VectorSpreader::run() {
  SmallVector<Operation *> ops;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    rewrite(op);
  DenseSet<Operation *> erased(dead.begin(), dead.end());
  for (Operation *op : dead)
    op->dropAllReferences();
  for (Operation *op : dead)
    op->erase();
  for (Operation *op : llvm::reverse(ops))
    if (!erased.contains(op) && isOpTriviallyDead(op))
      op->erase();
}

void spindle::spreadVectors(gpu::GPUFuncOp kernel, LaneGroup &group,
                            LaneForms &forms) {
  VectorSpreader(kernel, group, forms).run();
}
