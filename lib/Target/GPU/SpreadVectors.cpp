//===- SpreadVectors.cpp - vectors shared out to lanes --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpreadVectors.h"

#include "LaneAccesses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;

namespace {
/// Rewrites the operations of a kernel, each after those it takes values from.
class VectorSpreader {
public:
  VectorSpreader(gpu::GPUFuncOp kernel, LaneGroup &group, LaneForms &forms)
      : kernel(kernel), group(group), forms(forms),
        builder(kernel.getLoc(), kernel.getContext()) {}

  void run();

private:
  // Forms of a value.
  void setType(Value value);
  Value getSpread(Value value);
  Value getWhole(Value value);
  Value getForm(Value value, bool spread) {
    return spread ? getSpread(value) : getWhole(value);
  }
  Value makeMask(Type part, int64_t count, Value length);
  Value remake(Value value, VectorType type);
  Value takePart(Value vector, VectorType type);
  Value gatherWhole(Value part, VectorType type);

  // Operations.
  void rewrite(Operation *op);
  void takeWhole(Operation *op);
  void rewriteElements(Operation *op);
  void handOn(Operation *from, RegionBranchOpInterface branch);
  void rewriteBranch(RegionBranchOpInterface op);
  void rewriteBranch(BranchOpInterface op);
  void rewriteReduction(vector::ReductionOp op);
  void rewriteExtract(vector::ExtractOp op);
  void rewriteInsert(vector::InsertOp op);
  void rewriteAtomic(Operation *op);
  void rewriteAccess(Operation *op, const VectorAccess &access);
  void spreadLoad(vector::LoadOp op);
  void spreadStore(vector::StoreOp op);
  void spreadMaskedLoad(vector::MaskedLoadOp op);
  void spreadMaskedStore(vector::MaskedStoreOp op);
  void spreadGather(vector::GatherOp op);
  void spreadScatter(vector::ScatterOp op);
  void guard(Operation *op);

  Value index(int64_t number) {
    return arith::ConstantIndexOp::create(builder, number);
  }
  SmallVector<Value> getIndices(ValueRange indices, int64_t count) {
    return moveIndices(builder, indices, group.getFirst(count));
  }
  Value getBit(Value mask) {
    return isAllSet(mask) ? Value() : getSpread(mask);
  }
  void replace(Operation *op, Value by);

  gpu::GPUFuncOp kernel;
  LaneGroup &group;
  LaneForms &forms;
  ImplicitLocOpBuilder builder;
  /// Values in the form that they do not have themselves.
  DenseMap<Value, Value> spreadOf, wholeOf;
  SmallVector<Operation *> dead;
};
} // namespace

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

/// A source that can be made of `type` again, as the lane's part.
Value VectorSpreader::remake(Value value, VectorType type) {
  int64_t count = forms.getCount(type);
  Type part = getLaneType(type.getElementType(), count);
  auto fill = [&](Value element) -> Value {
    if (count == 1)
      return element;
    return vector::BroadcastOp::create(builder, part, element);
  };
  return llvm::TypeSwitch<Operation *, Value>(value.getDefiningOp())
      .Case([&](arith::ConstantOp op) -> Value {
        auto elements = dyn_cast<SplatElementsAttr>(op.getValue());
        if (!elements)
          return Value();
        auto number = elements.getSplatValue<TypedAttr>();
        TypedAttr made = number;
        if (count != 1)
          made = DenseElementsAttr::get(cast<VectorType>(part),
                                        Attribute(number));
        return arith::ConstantOp::create(builder, made);
      })
      .Case([&](vector::BroadcastOp op) -> Value {
        if (isa<VectorType>(op.getSourceType()))
          return Value();
        return fill(op.getSource());
      })
      .Case([&](vector::CreateMaskOp op) {
        return makeMask(part, count, op.getOperand(0));
      })
      .Case([&](vector::ConstantMaskOp op) -> Value {
        if (!op.isAllOnesMask())
          return makeMask(part, count, index(op.getMaskDimSizes()[0]));
        Type bit = builder.getI1Type();
        return fill(arith::ConstantOp::create(
            builder, builder.getIntegerAttr(bit, 1)));
      })
      .Case([&](vector::StepOp op) -> Value {
        Value first = fill(group.getFirst(count));
        if (count == 1)
          return first;
        Value steps = vector::StepOp::create(builder, cast<VectorType>(part));
        return arith::AddIOp::create(builder, first, steps);
      })
      .Case([&](vector::FromElementsOp op) -> Value {
        return llvm::all_equal(op.getElements())
                   ? fill(op.getElements().front())
                   : Value();
      })
      .Case([&](ub::PoisonOp op) -> Value {
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
      elements.push_back(vector::ExtractOp::create(builder, vector,
                                                   lane * count + place));
    for (unsigned bit = 0; elements.size() > 1; ++bit) {
      SmallVector<Value> left;
      for (size_t at = 0; at < elements.size(); at += 2)
        left.push_back(arith::SelectOp::create(
            builder, group.hasBit(bit), elements[at + 1], elements[at]));
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
// Operations
//===----------------------------------------------------------------------===//

void VectorSpreader::replace(Operation *op, Value by) {
  Value result = op->getResult(0);
  if (forms.isSpread(result))
    spreadOf[result] = by;
  else
    result.replaceAllUsesWith(by);
  dead.push_back(op);
}

void VectorSpreader::takeWhole(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    operand.set(getWhole(operand.get()));
}

/// `op` on numbers in place of vectors of one element, where it is called
/// something else then; null elsewhere.
static Value makeScalar(ImplicitLocOpBuilder &builder, Operation *op,
                        ArrayRef<Value> operands, Type type) {
  if (isa<vector::FMAOp>(op))
    return math::FmaOp::create(builder, operands[0], operands[1], operands[2]);
  if (isa<vector::BitCastOp>(op))
    return arith::BitcastOp::create(builder, type, operands[0]);
  return Value();
}

void VectorSpreader::rewriteElements(Operation *op) {
  if (!forms.isSpread(op->getResult(0)))
    return takeWhole(op);
  auto parts = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return getSpread(operand); });
  VectorType vector = forms.getType(op->getResult(0));
  int64_t count = forms.getCount(vector);
  Type type = getLaneType(vector.getElementType(), count);
  if (count == 1)
    if (Value scalar = makeScalar(builder, op, parts, type))
      return replace(op, scalar);
  Operation *made = op->clone();
  made->setOperands(parts);
  for (Value result : made->getResults())
    result.setType(getLaneType(getElementTypeOrSelf(result), count));
  builder.insert(made);
  replace(op, made->getResult(0));
}

// Loops and branches hand values on in the form of what takes them.
void VectorSpreader::handOn(Operation *from, RegionBranchOpInterface branch) {
  RegionBranchSuccessorMapping mapping;
  branch.getSuccessorOperandInputMapping(mapping);
  for (OpOperand &operand : from->getOpOperands())
    if (auto it = mapping.find(&operand); it != mapping.end())
      operand.set(
          getForm(operand.get(), forms.isSpread(it->second.front())));
    else
      operand.set(getWhole(operand.get()));
}

void VectorSpreader::rewriteBranch(RegionBranchOpInterface op) {
  handOn(op, op);
  for (Value result : op->getResults())
    setType(result);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Value argument : block.getArguments())
        setType(argument);
}

void VectorSpreader::rewriteBranch(BranchOpInterface op) {
  for (auto [index, block] : llvm::enumerate(op->getSuccessors())) {
    MutableOperandRange operands =
        op.getSuccessorOperands(index).getMutableForwardedOperands();
    unsigned produced =
        op.getSuccessorOperands(index).getProducedOperandCount();
    for (auto [place, operand] : llvm::enumerate(operands)) {
      Value argument = block->getArgument(produced + place);
      operand.set(getForm(operand.get(), forms.isSpread(argument)));
    }
  }
}

/// A lane adds up what it has from the left; then the lanes are combined.
void VectorSpreader::rewriteReduction(vector::ReductionOp op) {
  if (!forms.isSpread(op.getOperation()))
    return takeWhole(op);
  auto combine = [&](Value one, Value other) {
    return vector::makeArithReduction(builder, builder.getLoc(), op.getKind(),
                                      one, other, op.getFastmathAttr());
  };
  Value part = getSpread(op.getVector());
  Value sum = getLaneElement(builder, part, 0);
  for (int64_t place = 1; place < getLaneCount(part); ++place)
    sum = combine(sum, getLaneElement(builder, part, place));
  sum = group.combine(builder, sum, op.getKind());
  if (Value number = op.getAcc())
    sum = combine(number, sum);
  replace(op, sum);
}

void VectorSpreader::rewriteExtract(vector::ExtractOp op) {
  if (!forms.isSpread(op.getSource()))
    return;
  Value part = getSpread(op.getSource());
  int64_t count = getLaneCount(part);
  OpFoldResult position = op.getMixedPosition().front();
  Type word = builder.getI32Type();
  if (auto number = dyn_cast<Attribute>(position)) {
    int64_t at = cast<IntegerAttr>(number).getInt();
    Value source = arith::ConstantIntOp::create(builder, at / count, 32);
    Value element = getLaneElement(builder, part, at % count);
    return replace(op, group.get(builder, element, source));
  }
  Value at = cast<Value>(position), size = index(count);
  Value source = arith::IndexCastOp::create(
      builder, word, arith::DivUIOp::create(builder, at, size));
  Value place = arith::RemUIOp::create(builder, at, size);
  Value element = getLaneElement(builder, part, 0);
  for (int64_t other = 1; other < count; ++other) {
    Value isThere = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                          place, index(other));
    element = arith::SelectOp::create(
        builder, isThere, getLaneElement(builder, part, other), element);
  }
  replace(op, group.get(builder, element, source));
}

void VectorSpreader::rewriteInsert(vector::InsertOp op) {
  if (!forms.isSpread(op.getResult()))
    return takeWhole(op);
  Value part = getSpread(op.getDest());
  OpFoldResult position = op.getMixedPosition().front();
  Value at = getValueOrCreateConstantIndexOp(builder, builder.getLoc(),
                                             position);
  SmallVector<Value> elements;
  for (int64_t place = 0; place < getLaneCount(part); ++place) {
    Value first = group.getFirst(getLaneCount(part));
    Value here = place == 0
                     ? first
                     : arith::AddIOp::create(builder, first, index(place));
    Value isThere =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, here, at);
    elements.push_back(
        arith::SelectOp::create(builder, isThere, op.getValueToStore(),
                                getLaneElement(builder, part, place)));
  }
  replace(op, makeLanePart(builder, elements));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

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
      .Case([&](vector::ScatterOp op) { spreadScatter(op); });
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
