//===- AxisConstructors.cpp - what constructors of axes say of them -------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/Axis.h"

#include "Spindle/Dialect/Axis/IR/AxisList.h"

using namespace mlir;
using namespace spindle::axis;

//===----------------------------------------------------------------------===//
// Parents
//===----------------------------------------------------------------------===//

/// The operands of segment `index` of an operation that need not be verified;
/// none where its sizes do not fit them.
template <typename OpT>
static SmallVector<Value> getSegment(OpT op, size_t index) {
  ArrayRef<int32_t> sizes = op.getProperties().operandSegmentSizes;
  size_t begin = 0, end = 0;
  for (auto [segment, size] : llvm::enumerate(sizes)) {
    if (size < 0)
      return {};
    begin += segment < index ? size : 0;
    end += size;
  }
  if (end != op->getNumOperands())
    return {};
  return llvm::to_vector_of<Value>(
      op->getOperands().slice(begin, sizes[index]));
}

SmallVector<Value> DenseFixedOp::getAxisParents(Value) {
  return getSegment(*this, 4);
}

SmallVector<Value> DenseVariableOp::getAxisParents(Value) {
  return getSegment(*this, 1);
}

SmallVector<Value> SparseFixedOp::getAxisParents(Value) {
  return getSegment(*this, 3);
}

SmallVector<Value> SparseVariableOp::getAxisParents(Value) {
  return getSegment(*this, 3);
}

/// The only parent of `axis`, as getOnlyParent; an axis with several is not
/// asked for them, since in a program that is not verified it may lie under
/// itself.
static Value getOnlyParentOf(Value axis) {
  if (auto singleton = axis.getDefiningOp<SingletonOp>())
    if (getSegment(singleton, 2).size() > 1)
      return {};
  return axis.getDefiningOp<ProductOp>() ? Value() : getOnlyParent(axis);
}

/// `parents` and, before them, the axis that several of them have in common.
static SmallVector<Value> addCommonParent(SmallVector<Value> parents) {
  if (parents.size() < 2)
    return parents;
  if (Value common = getOnlyParentOf(parents.front()))
    parents.insert(parents.begin(), common);
  return parents;
}

SmallVector<Value> SingletonOp::getAxisParents(Value) {
  return addCommonParent(getSegment(*this, 2));
}

SmallVector<int64_t> SingletonOp::getAxisParentLinks(Value) {
  size_t named = getSegment(*this, 2).size();
  SmallVector<Value> parents = getAxisParents(getOperation()->getResult(0));
  SmallVector<int64_t> links(parents.size(), -1);
  if (parents.size() > named)
    std::fill(links.begin() + 1, links.end(), 0);
  return links;
}

SmallVector<Value> ProductOp::getAxisParents(Value) {
  if (getOperation()->getNumOperands() != 3)
    return {};
  Value first = getOperation()->getOperand(0);
  return {getOnlyParentOf(first), first, getOperation()->getOperand(1)};
}

SmallVector<int64_t> ProductOp::getAxisParentLinks(Value axis) {
  if (getAxisParents(axis).empty())
    return {};
  return {-1, 0, 0};
}

SmallVector<Value> OccupancyOp::getAxisParents(Value) {
  OperandRange operands = getOperation()->getOperands();
  return llvm::to_vector_of<Value>(operands.empty() ? operands
                                                    : operands.drop_front());
}

SmallVector<int64_t> OccupancyOp::getAxisParentLinks(Value axis) {
  SmallVector<int64_t> links(getAxisParents(axis).size(), -1);
  // The operation need not be verified.
  ArrayAttr parents = getProperties().parents;
  if (!parents || parents.size() != links.size() ||
      !llvm::all_of(parents, llvm::IsaPred<DenseI64ArrayAttr>))
    return links;
  for (auto [index, list] : llvm::enumerate(getParentLists(parents)))
    if (list.size() == 1 && list.front() < int64_t(index))
      links[index] = list.front();
  return links;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

bool DenseFixedOp::hasCut() { return !getSegment(*this, 1).empty(); }
bool DenseFixedOp::hasSkew() { return !getSegment(*this, 5).empty(); }

bool DenseFixedOp::mayLackCells(Value) {
  return hasCut() || hasSkew() || !getSegment(*this, 3).empty();
}

bool SparseFixedOp::hasCut() { return !getSegment(*this, 6).empty(); }

bool SparseFixedOp::mayLackCells(Value) {
  return hasCut() || !getSegment(*this, 4).empty();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// Every constructor reads each array that it is given.
static void addReads(Operation *op, Effects &effects) {
  for (OpOperand &operand : op->getOpOperands())
    if (isa<MemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
}

void DenseFixedOp::getEffects(Effects &effects) { addReads(*this, effects); }
void DenseVariableOp::getEffects(Effects &effects) { addReads(*this, effects); }
void SparseFixedOp::getEffects(Effects &effects) { addReads(*this, effects); }
void SparseVariableOp::getEffects(Effects &effects) {
  addReads(*this, effects);
}
void SingletonOp::getEffects(Effects &effects) { addReads(*this, effects); }
void ProductOp::getEffects(Effects &effects) { addReads(*this, effects); }
void OccupancyOp::getEffects(Effects &effects) { addReads(*this, effects); }

using Dependencies = bufferization::RegisterDependenciesFn;

/// Says that an axis is of no use without what its constructor `op` is given.
static void addDependencies(Operation *op, const Dependencies &addDependency) {
  for (Value operand : op->getOperands())
    addDependency(operand, op->getResult(0));
}

void DenseFixedOp::populateDependencies(Dependencies add) {
  addDependencies(*this, add);
}
void DenseVariableOp::populateDependencies(Dependencies add) {
  addDependencies(*this, add);
}
void SparseFixedOp::populateDependencies(Dependencies add) {
  addDependencies(*this, add);
}
void SparseVariableOp::populateDependencies(Dependencies add) {
  addDependencies(*this, add);
}
void SingletonOp::populateDependencies(Dependencies add) {
  addDependencies(*this, add);
}
void ProductOp::populateDependencies(Dependencies add) {
  addDependencies(*this, add);
}
void OccupancyOp::populateDependencies(Dependencies add) {
  addDependencies(*this, add);
}
