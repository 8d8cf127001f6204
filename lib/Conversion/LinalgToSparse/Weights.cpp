//===- Weights.cpp - arguments that sums are made with --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights.h"

#include "Spindle/Dialect/Sparse/IR/ModelAttrs.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <algorithm>

using namespace mlir;
using namespace spindle;
using spindle::sparse::FormatAttr;

/// The argument of a function that `value` is in this or another shape; null
/// for other values.
static BlockArgument findArgument(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
      return {};
    value = op->getOperand(0);
  }
  auto arg = cast<BlockArgument>(value);
  return isa<func::FuncOp>(arg.getOwner()->getParentOp()) ? arg
                                                          : BlockArgument();
}

/// Whether `value` is an argument whose format stores some elements only.
static bool isSparse(Value value) {
  BlockArgument arg = findArgument(value);
  if (!arg)
    return false;
  auto function = cast<func::FuncOp>(arg.getOwner()->getParentOp());
  Attribute attr = function.getArgAttr(arg.getArgNumber(), sparse::kFormatAttr);
  auto format = dyn_cast_or_null<FormatAttr>(attr);
  return attr && (!format || !format.isAllDense());
}

/// Whether a coordinate of `other` is a sum of a loop that `weight` does not
/// have and of more.
static bool readsWindows(linalg::GenericOp op, OpOperand *weight,
                         OpOperand *other) {
  AffineMap own = op.getMatchingIndexingMap(weight);
  AffineMap map = op.getMatchingIndexingMap(other);
  return llvm::any_of(map.getResults(), [&](AffineExpr expr) {
    if (isa<AffineDimExpr>(expr))
      return false;
    return llvm::any_of(llvm::seq(op.getNumLoops()), [&](unsigned loop) {
      return expr.isFunctionOfDim(loop) && !own.isFunctionOfDim(loop);
    });
  });
}

std::optional<Factors> spindle::findFactors(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumResults() != 1)
    return std::nullopt;
  SmallVector<OpOperand *> tensors;
  for (OpOperand *operand : op.getDpsInputOperands())
    if (isa<RankedTensorType>(operand->get().getType()))
      tensors.push_back(operand);
  if (tensors.size() != 2)
    return std::nullopt;
  SmallVector<Factors> found;
  for (unsigned number = 0; number < 2; ++number) {
    OpOperand *weight = tensors[number], *other = tensors[1 - number];
    if (findArgument(weight->get()))
      found.push_back({weight, other, isSparse(weight->get()),
                       readsWindows(op, weight, other)});
  }
  // What is sparse drives, what has windows is no weight, and nor is what has
  // more of the loops that stay, as an image.
  auto rank = [&](const Factors &factors) {
    AffineMap map = op.getMatchingIndexingMap(factors.weight);
    int stay = 0;
    for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
      stay +=
          kind == utils::IteratorType::parallel && map.isFunctionOfDim(loop);
    return std::tuple(factors.isSparse, factors.hasWindows, -stay);
  };
  if (found.size() == 2 && rank(found[0]) == rank(found[1]))
    return std::nullopt;
  if (found.size() == 2 && rank(found[0]) < rank(found[1]))
    std::swap(found[0], found[1]);
  return found.empty() ? std::nullopt : std::optional<Factors>(found.front());
}

namespace {
/// On which side of products the dimensions of an argument are.
struct Sides {
  llvm::SmallBitVector kept, summed;

  /// Looks at what reads `value`, whose dimensions are made of those in its
  /// entry of `origins` each.
  void visit(Value value, ArrayRef<SmallVector<int64_t>> origins);
};
} // namespace

void Sides::visit(Value value, ArrayRef<SmallVector<int64_t>> origins) {
  for (OpOperand &use : value.getUses()) {
    SmallVector<SmallVector<int64_t>> own;
    if (auto op = dyn_cast<tensor::CollapseShapeOp>(use.getOwner())) {
      for (const ReassociationIndices &group : op.getReassociationIndices()) {
        own.emplace_back();
        for (int64_t dim : group)
          own.back().append(origins[dim]);
      }
      visit(op.getResult(), own);
    } else if (auto op = dyn_cast<tensor::ExpandShapeOp>(use.getOwner())) {
      for (auto [group, origin] :
           llvm::zip_equal(op.getReassociationIndices(), origins))
        own.append(group.size(), origin);
      visit(op.getResult(), own);
    } else if (auto op = dyn_cast<linalg::GenericOp>(use.getOwner());
               op && op.getNumReductionLoops() > 0) {
      AffineMap map = op.getMatchingIndexingMap(&use);
      for (auto [expr, origin] : llvm::zip_equal(map.getResults(), origins))
        if (auto loop = dyn_cast<AffineDimExpr>(expr))
          for (int64_t dim : origin)
            (op.getIteratorTypesArray()[loop.getPosition()] ==
                     utils::IteratorType::parallel
                 ? kept
                 : summed)
                .set(dim);
    }
  }
}

/// How many of the first dimensions of `arg` number the rows of the matrix that
/// it is.
static int64_t countRowDims(BlockArgument arg) {
  auto type = cast<RankedTensorType>(arg.getType());
  Sides sides{llvm::SmallBitVector(type.getRank()),
              llvm::SmallBitVector(type.getRank())};
  SmallVector<SmallVector<int64_t>> origins;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    origins.push_back({dim});
  sides.visit(arg, origins);
  // A dimension with one coordinate is on either side.
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.getDimSize(dim) == 1) {
      sides.kept.reset(dim);
      sides.summed.reset(dim);
    }
  for (auto [first, second] : {std::pair(&sides.kept, &sides.summed),
                               std::pair(&sides.summed, &sides.kept)})
    if (first->any() && second->any() &&
        first->find_last() < second->find_first())
      return first->find_last() + 1;
  return 1;
}

/// The dimensions of `type` from `begin` on and below `end`, the largest one
/// first.
static SmallVector<int64_t> listDims(RankedTensorType type, int64_t begin,
                                     int64_t end) {
  SmallVector<int64_t> dims;
  for (int64_t dim = begin; dim < end; ++dim)
    dims.push_back(dim);
  auto largest = std::max_element(
      dims.begin(), dims.end(), [&](int64_t left, int64_t right) {
        return type.getDimSize(left) < type.getDimSize(right);
      });
  std::rotate(dims.begin(), largest, largest + 1);
  return dims;
}

FailureOr<Attribute> spindle::findStoredFormat(func::FuncOp function,
                                               unsigned number) {
  BlockArgument arg = function.getArgument(number);
  auto type = cast<RankedTensorType>(arg.getType());
  Attribute attr = function.getArgAttr(number, sparse::kFormatAttr);
  auto format = dyn_cast_or_null<FormatAttr>(attr);
  if (auto parts = dyn_cast_or_null<sparse::CompositeAttr>(attr);
      parts && parts.getRank() != type.getRank()) {
    emitError(arg.getLoc())
        << "expected argument " << number << ", of " << type.getRank()
        << " dimensions, to be in one part but got " << parts;
    return failure();
  }
  if (!format || format.getRank() == type.getRank())
    return attr;
  int64_t rows = countRowDims(arg);
  FormatAttr spread = sparse::spreadFormat(
      format, listDims(type, 0, rows), listDims(type, rows, type.getRank()),
      [&] { return emitError(arg.getLoc()) << "argument " << number << ": "; });
  if (!spread)
    return failure();
  return Attribute(spread);
}
