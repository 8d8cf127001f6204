//===- EqualArguments.cpp - arguments that are one element ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EqualArguments.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "UniformRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spindle;

static ArrayRef<int64_t> getShapeOf(Value value) {
  return cast<ShapedType>(value.getType()).getShape();
}

Attribute spindle::getStart(Value value) {
  Attribute number;
  if (auto fill = value.getDefiningOp<linalg::FillOp>()) {
    matchPattern(fill.getInputs()[0], m_Constant(&number));
    return number;
  }
  // The same as a generic operation.
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  if (generic && generic.getNumResults() == 1 && yieldsEach(generic)) {
    matchPattern(generic.getBody()->getTerminator()->getOperand(0),
                 m_Constant(&number));
    return number;
  }
  if (matchPattern(value, m_Constant(&number)))
    if (auto splat = dyn_cast<SplatElementsAttr>(number))
      return splat.getSplatValue<Attribute>();
  return {};
}

namespace {
/// Elements of one tensor, as those of another one: dimension d of the first is
/// indexed by dims[d] of the other, or in some way, if that is -1.
struct Elements {
  Value from;
  SmallVector<int64_t> dims;
};
} // namespace

/// Whether `op` gives one of its two operands.
static bool isOneOfTwo(Operation *op) {
  return isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
             arith::MinNumFOp, arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp,
             arith::MinUIOp>(op);
}

/// The operand of `choice`, in the body of `op`, that the other one does not
/// change: all its elements are the least number, for a maximum.
static Value findOtherThanNeutral(linalg::LinalgOp op, Operation *choice) {
  std::optional<TypedAttr> neutral = arith::getNeutralElement(choice);
  for (unsigned number : {0, 1}) {
    auto arg = dyn_cast<BlockArgument>(choice->getOperand(number));
    if (!neutral || !arg || arg.getOwner() != op.getBlock())
      continue;
    OpOperand &operand = *op.getMatchingOpOperand(arg);
    // What has been chosen so far is one of the others.
    if (getStart(operand.get()) == *neutral &&
        op.isDpsInit(&operand) == (op.getNumReductionLoops() > 0))
      return choice->getOperand(1 - number);
  }
  return {};
}

/// The argument of the body of `op` of which its one result has an element.
static BlockArgument findChosen(linalg::LinalgOp op) {
  Value value = op.getBlock()->getTerminator()->getOperand(0);
  Operation *choice = value.getDefiningOp();
  if (choice && isOneOfTwo(choice))
    value = findOtherThanNeutral(op, choice);
  else if (op.getNumReductionLoops() > 0)
    return {};
  auto arg = dyn_cast_if_present<BlockArgument>(value);
  return arg && arg.getOwner() == op.getBlock() &&
                 arg != op.getMatchingBlockArgument(op.getDpsInitOperand(0))
             ? arg
             : BlockArgument();
}

static std::optional<Elements> findElementsOf(linalg::LinalgOp op) {
  if (!yieldsEach(op) || op.getNumDpsInits() != 1)
    return std::nullopt;
  BlockArgument arg = findChosen(op);
  if (!arg)
    return std::nullopt;
  OpOperand &operand = *op.getMatchingOpOperand(arg);
  AffineMap from = op.getMatchingIndexingMap(&operand);
  AffineMap to = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!from.isProjectedPermutation() || !tesa::hasMask(operand.get().getType()))
    return std::nullopt;
  Elements elements{operand.get(), {}};
  for (unsigned dim = 0; dim < from.getNumResults(); ++dim) {
    auto at = to.getResultPosition(from.getResult(dim));
    elements.dims.push_back(at ? int64_t(*at) : -1);
  }
  return elements;
}

/// What the elements of `value` are elements of, one operation before.
static std::optional<Elements> stepBack(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !tesa::hasMask(value.getType()))
    return std::nullopt;
  if (auto body = dyn_cast<linalg::LinalgOp>(op))
    return findElementsOf(body);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return Elements{
        expand.getSrc(),
        findAloneDims(expand.getReassociationIndices(), getShapeOf(value))};
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    ArrayRef<int64_t> shape = getShapeOf(collapse.getSrc());
    SmallVector<int64_t> alone = findAloneDims(
                             collapse.getReassociationIndices(), shape),
                         dims(shape.size(), -1);
    for (auto [dim, of] : llvm::enumerate(alone))
      if (of >= 0)
        dims[of] = dim;
    return Elements{collapse.getSrc(), dims};
  }
  return std::nullopt;
}

/// Operations between a value and the one that it is chosen from, at most.
static constexpr unsigned kMostMoves = 4;

/// The elements of `of` that those of `value` are.
static std::optional<Elements> findElementsOf(Value value, Value of) {
  auto all = llvm::seq<int64_t>(0, getShapeOf(value).size());
  Elements elements{value, SmallVector<int64_t>(all.begin(), all.end())};
  for (unsigned step = 0; step <= kMostMoves; ++step) {
    if (elements.from == of)
      return elements;
    std::optional<Elements> before = stepBack(elements.from);
    if (!before)
      return std::nullopt;
    for (int64_t &dim : before->dims)
      dim = dim < 0 ? -1 : elements.dims[dim];
    elements = std::move(*before);
  }
  return std::nullopt;
}

/// Whether the arguments `a` and `b` are one element, but in lines that are not
/// uniform.
static std::optional<EqualArguments>
comparePair(linalg::LinalgOp op, OpOperand &a, OpOperand &b,
            ArrayRef<Mask> zeros, ArrayRef<UniformLines> operands) {
  std::optional<Elements> elements = findElementsOf(b.get(), a.get());
  if (!elements)
    return std::nullopt;
  AffineMap mapA = op.getMatchingIndexingMap(&a),
            mapB = op.getMatchingIndexingMap(&b);
  EqualArguments pair{op.getMatchingBlockArgument(&a),
                      op.getMatchingBlockArgument(&b), std::nullopt};
  for (auto [dim, size] : llvm::enumerate(getShapeOf(a.get()))) {
    int64_t of = elements->dims[dim];
    if (size == 1 || (of >= 0 && mapA.getResult(dim) == mapB.getResult(of)))
      continue;
    // Lines in two dimensions would have to be uniform everywhere.
    if (pair.differ)
      return std::nullopt;
    unsigned number = a.getOperandNumber();
    pair.differ = {~addZeroLines(operands[number][dim], zeros[number], dim),
                   mapA};
  }
  return pair;
}

SmallVector<EqualArguments>
spindle::findEqualArguments(linalg::LinalgOp op, ArrayRef<Mask> zeros,
                            ArrayRef<UniformLines> operands) {
  SmallVector<EqualArguments> pairs;
  for (OpOperand *a : op.getDpsInputOperands())
    for (OpOperand *b : op.getDpsInputOperands())
      if (a != b && tesa::hasMask(a->get().getType()) &&
          tesa::hasMask(b->get().getType()))
        if (auto pair = comparePair(op, *a, *b, zeros, operands))
          pairs.push_back(std::move(*pair));
  return pairs;
}
