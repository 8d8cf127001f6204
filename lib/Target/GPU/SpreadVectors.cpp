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
  LaneShare share = forms.getShare(value);
  value.setType(getLaneType(share.element, share.count));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  auto cast = UnrealizedConversionCastOp::create(builder, type, value);
  Value before = cast.getResult(0);
  value.replaceAllUsesExcept(before, cast);
  forms.replace(value, before);
  others[{before, share.form}] = value;
  dead.push_back(cast);
}

Value VectorSpreader::get(Value value, LaneForm form) {
  return form == LaneForm::Whole ? getWhole(value) : getSpread(value, form);
}

Value VectorSpreader::getSpread(Value value, LaneForm form) {
  VectorType type = forms.getType(value);
  if (!type)
    return value;
  if (Value known = others.lookup({value, form}))
    return known;
  LaneShare share = forms.getShare(type, form);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  Value made = remake(value, share);
  return others[{value, form}] = made ? made : takePart(value, share);
}

Value VectorSpreader::getWhole(Value value) {
  if (!forms.isSpread(value))
    return value;
  if (Value known = others.lookup({value, LaneForm::Whole}))
    return known;
  LaneShare share = forms.getShare(value);
  Value part = others.lookup({value, share.form});
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(part);
  return others[{value, LaneForm::Whole}] = gatherWhole(part, share);
}

Value VectorSpreader::getNumber(const LaneShare &share, int64_t place) {
  bool isBlocked = share.form == LaneForm::Blocked;
  Value first = isBlocked ? group.getFirst(share.count) : group.getLane();
  if (place == 0)
    return first;
  return arith::AddIOp::create(builder, first,
                               index(isBlocked ? place : place * share.lanes));
}

/// What the lane has of a mask of the first `length` elements.
Value VectorSpreader::makeMask(const LaneShare &share, Value length) {
  if (share.form == LaneForm::Blocked && share.count > 1) {
    Value rest =
        arith::SubIOp::create(builder, length, group.getFirst(share.count));
    return vector::CreateMaskOp::create(
        builder, getLaneType(share.element, share.count), rest);
  }
  SmallVector<Value> bits;
  for (int64_t place = 0; place < share.count; ++place)
    bits.push_back(arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                         getNumber(share, place), length));
  return makeLanePart(builder, bits);
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

/// A source that can be made again as the lane's part; null for another value.
Value VectorSpreader::remake(Value value, const LaneShare &share) {
  Operation *source = value.getDefiningOp();
  if (!source)
    return Value();
  Type part = getLaneType(share.element, share.count);
  return llvm::TypeSwitch<Operation *, Value>(source)
      .Case([&](arith::ConstantOp op) { return remakeConstant(op, part); })
      .Case([&](vector::BroadcastOp op) {
        bool isNumber = !isa<VectorType>(op.getSourceType());
        return isNumber ? fill(part, op.getSource()) : Value();
      })
      .Case([&](vector::CreateMaskOp op) {
        return makeMask(share, op.getOperand(0));
      })
      .Case([&](vector::ConstantMaskOp op) {
        if (!op.isAllOnesMask())
          return makeMask(share, index(op.getMaskDimSizes()[0]));
        TypedAttr bit = builder.getIntegerAttr(builder.getI1Type(), 1);
        return fill(part, arith::ConstantOp::create(builder, bit));
      })
      .Case([&](vector::StepOp) {
        SmallVector<Value> numbers;
        for (int64_t place = 0; place < share.count; ++place)
          numbers.push_back(getNumber(share, place));
        return makeLanePart(builder, numbers);
      })
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
Value VectorSpreader::takePart(Value vector, const LaneShare &share) {
  SmallVector<Value> part;
  for (int64_t place = 0; place < share.count; ++place) {
    SmallVector<Value> elements;
    for (int64_t lane = 0; lane < share.lanes; ++lane)
      elements.push_back(vector::ExtractOp::create(
          builder, vector, share.getNumber(lane, place)));
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

Value VectorSpreader::gatherWhole(Value part, const LaneShare &share) {
  SmallVector<Value> elements(share.lanes * share.count);
  for (int64_t place = 0; place < share.count; ++place) {
    Value element = getLaneElement(builder, part, place);
    for (int64_t lane = 0; lane < share.lanes; ++lane) {
      Value source = arith::ConstantIntOp::create(builder, lane, 32);
      elements[share.getNumber(lane, place)] =
          group.get(builder, element, source);
    }
  }
  auto type = VectorType::get({int64_t(elements.size())}, share.element);
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
