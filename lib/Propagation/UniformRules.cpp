//===- UniformRules.cpp - lines of one number -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UniformRules.h"
#include "BodyConditions.h"
#include "ScalarRules.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Sweep.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;

static ArrayRef<int64_t> getShape(Type type) {
  return cast<ShapedType>(type).getShape();
}

UniformLines spindle::getUniform(Type type) {
  UniformLines lines;
  if (tesa::hasMask(type))
    for (int64_t size : getShape(type))
      lines.push_back(size == 1 ? Mask::all(getShape(type).vec())
                                : Mask::none(getShape(type).vec()));
  return lines;
}

Mask spindle::addZeroLines(const Mask &uniform, const Mask &zeros,
                           unsigned dim) {
  return uniform | ~(~zeros).spreadOver(dim);
}

//===----------------------------------------------------------------------===//
// Operations with a body
//===----------------------------------------------------------------------===//

namespace {
/// One dimension of the results of an operation with a body.
class UniformSweep {
public:
  UniformSweep(linalg::LinalgOp op, ArrayRef<Mask> zeros,
               ArrayRef<UniformLines> operands, unsigned dim, bool strict)
      : op(op), zeros(zeros), operands(operands), dim(dim), strict(strict) {}

  /// The elements of what `init` becomes whose line along `dim` may have
  /// several numbers; nothing for all.
  std::optional<Mask> find(OpOperand &init);

private:
  /// The conditions that an operand varies along the dimension, and that it is
  /// not 0; false if it varies in any case.
  bool addOperand(OpOperand &operand);

  linalg::LinalgOp op;
  ArrayRef<Mask> zeros;
  ArrayRef<UniformLines> operands;
  unsigned dim;
  bool strict;
  Sweep sweep;
  Conditions conditions;
  SmallVector<unsigned> varied, nonzero;
};
} // namespace

bool UniformSweep::addOperand(OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  unsigned number = operand.getOperandNumber();
  bool hasMask = tesa::hasMask(operand.get().getType());
  auto add = [&](Mask mask) {
    sweep.inputs.push_back({std::move(mask), map});
    return conditions.getInput(sweep.inputs.size() - 1);
  };
  if (!map.isFunctionOfDim(dim)) {
    varied.push_back(conditions.getFalse());
    bool isZero = !hasMask && isZeroConstant(operand.get());
    nonzero.push_back(hasMask  ? add(~zeros[number])
                      : isZero ? conditions.getFalse()
                               : conditions.getTrue());
    return true;
  }
  // What one of the line's elements is says nothing of the others.
  nonzero.push_back(conditions.getTrue());
  std::optional<unsigned> along;
  for (unsigned result = 0; result < map.getNumResults(); ++result)
    if (map.getResult(result).isFunctionOfDim(dim)) {
      if (along)
        return false;
      along = result;
    }
  if (!hasMask)
    return false;
  Mask uniform = addZeroLines(operands[number][*along], zeros[number], *along);
  varied.push_back(add(~uniform));
  return !uniform.isNone();
}

std::optional<Mask> UniformSweep::find(OpOperand &init) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  sweep.sizes.assign(sizes.begin(), sizes.end());
  bool isReduced = op.getNumReductionLoops() > 0;
  for (BlockArgument arg : op.getBlock()->getArguments()) {
    OpOperand &operand = *op.getMatchingOpOperand(arg);
    if (op.isDpsInit(&operand) && arg.use_empty()) {
      varied.push_back(conditions.getTrue());
      nonzero.push_back(conditions.getTrue());
      continue;
    }
    if (!addOperand(operand))
      return std::nullopt;
    // What has been added up is other than what sums start from.
    if (op.isDpsInit(&operand) && isReduced)
      nonzero.back() = conditions.getTrue();
  }
  SmallVector<unsigned> needed(op.getNumDpsInits(), conditions.getTrue());
  BodyConditions body(*op.getBlock(), conditions, nonzero, needed, strict);
  body.setVaried(dim, varied);
  unsigned result = op.getTiedOpResult(&init).getResultNumber();
  unsigned condition =
      body.getVaried(op.getBlock()->getTerminator()->getOperand(result));
  if (condition == conditions.getTrue())
    return std::nullopt;
  return findElements(sweep, conditions, condition,
                      op.getMatchingIndexingMap(&init),
                      getShape(init.get().getType()).vec());
}

bool spindle::yieldsEach(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.hasDynamicShape() ||
      llvm::is_contained(op.getStaticLoopRanges(), 0))
    return false;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!op.getMatchingIndexingMap(&init).isProjectedPermutation() ||
        !tesa::hasMask(init.get().getType()))
      return false;
  // One result that is added up may have an effect on another.
  return (op.getNumDpsInits() == 1 || op.getNumReductionLoops() == 0) &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.getNumSymbols() == 0; });
}

static void inferBodyUniform(linalg::LinalgOp op, ArrayRef<Mask> zeros,
                             ArrayRef<UniformLines> operands,
                             MutableArrayRef<UniformLines> results,
                             bool strict) {
  if (!yieldsEach(op))
    return;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    UniformLines &lines = results[op.getTiedOpResult(&init).getResultNumber()];
    AffineMap map = op.getMatchingIndexingMap(&init);
    for (unsigned dim = 0; dim < lines.size(); ++dim) {
      if (lines[dim].isAll())
        continue;
      UniformSweep sweep(op, zeros, operands, map.getDimPosition(dim), strict);
      if (std::optional<Mask> varied = sweep.find(init))
        lines[dim] = lines[dim] | ~*varied;
    }
  }
}

//===----------------------------------------------------------------------===//
// Other operations
//===----------------------------------------------------------------------===//

SmallVector<int64_t>
spindle::findAloneDims(ArrayRef<ReassociationIndices> groups,
                       ArrayRef<int64_t> longer) {
  SmallVector<int64_t> alone;
  for (const ReassociationIndices &group : groups) {
    SmallVector<int64_t> wide;
    for (int64_t dim : group)
      if (longer[dim] != 1)
        wide.push_back(dim);
    alone.push_back(wide.size() == 1 ? wide[0] : -1);
  }
  return alone;
}

/// For each dimension of the one result of `op`, which moves the elements of
/// its first operand, the dimension of this along which lines become its lines;
/// -1 if there is none.
static std::optional<SmallVector<int64_t>> findLines(Operation *op) {
  using Lines = std::optional<SmallVector<int64_t>>;
  return llvm::TypeSwitch<Operation *, Lines>(op)
      .Case([&](tensor::CollapseShapeOp op) -> Lines {
        return findAloneDims(op.getReassociationIndices(),
                             getShape(op.getSrc().getType()));
      })
      .Case([&](tensor::ExpandShapeOp op) -> Lines {
        // A part of a line is uniform where the line is.
        SmallVector<int64_t> lines(getShape(op.getResult().getType()).size());
        for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices()))
          for (int64_t of : group)
            lines[of] = dim;
        return lines;
      })
      .Case([&](tensor::CastOp op) -> Lines {
        auto dims = llvm::seq<int64_t>(0, getShape(op.getType()).size());
        return SmallVector<int64_t>(dims.begin(), dims.end());
      })
      .Default([](Operation *) -> Lines { return std::nullopt; });
}

/// Of what works element by element on tensors.
static void inferElementUniform(Operation *op, ArrayRef<Mask> zeros,
                                ArrayRef<UniformLines> operands,
                                UniformLines &result) {
  for (unsigned dim = 0; dim < result.size(); ++dim) {
    Mask uniform = Mask::all(zeros[0].getShape());
    for (OpOperand &operand : op->getOpOperands()) {
      unsigned number = operand.getOperandNumber();
      if (getSignEffect(op, number) == SignEffect::Any)
        return;
      if (tesa::hasMask(operand.get().getType()))
        uniform =
            uniform & addZeroLines(operands[number][dim], zeros[number], dim);
    }
    result[dim] = result[dim] | uniform;
  }
}

void spindle::inferUniform(Operation *op, ArrayRef<Mask> zeros,
                           ArrayRef<UniformLines> operands,
                           MutableArrayRef<UniformLines> results, bool strict) {
  if (auto body = dyn_cast<linalg::LinalgOp>(op))
    return inferBodyUniform(body, zeros, operands, results, strict);
  if (op->getNumResults() != 1 || !tesa::hasMask(op->getResult(0).getType()) ||
      op->getNumOperands() == 0)
    return;
  if (OpTrait::hasElementwiseMappableTraits(op) && isPure(op) &&
      tesa::hasMask(op->getOperand(0).getType()))
    return inferElementUniform(op, zeros, operands, results[0]);
  std::optional<SmallVector<int64_t>> lines = findLines(op);
  if (!lines || !tesa::hasMask(op->getOperand(0).getType()))
    return;
  MaskSizes shape = getShape(op->getResult(0).getType()).vec();
  for (auto [dim, from] : llvm::enumerate(*lines))
    if (from >= 0)
      results[0][dim] =
          results[0][dim] |
          addZeroLines(operands[0][from], zeros[0], from).reshape(shape);
}
