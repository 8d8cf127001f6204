//===- Reshapes.cpp - shapes that go into operations' loops ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reshapes.h"

#include "Bodies.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace spindle;

/// Adds the loops of `op` that give coordinate `dim` of a tensor read by `map`.
static void addLoops(AffineMap map, unsigned dim, llvm::SmallBitVector &loops) {
  map.getResult(dim).walk([&](AffineExpr expr) {
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      loops.set(loop.getPosition());
  });
}

/// The loops of `op` that become several where the groups of `reshape` that
/// have several dimensions are the coordinates of `operand`.
static llvm::SmallBitVector
findSplitLoops(linalg::GenericOp op, OpOperand &operand,
               ArrayRef<ReassociationIndices> groups) {
  llvm::SmallBitVector loops(op.getNumLoops());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [dim, group] : llvm::enumerate(groups))
    if (group.size() > 1)
      addLoops(map, dim, loops);
  return loops;
}

/// Whether `op` sums and a coordinate of an argument is one of `loops`: its
/// memory stays as the caller has it, and what drives has plain coordinates.
static bool readsArgumentBy(linalg::GenericOp op,
                            const llvm::SmallBitVector &loops) {
  if (op.getNumReductionLoops() == 0)
    return false;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (!isa<BlockArgument>(operand->get()))
      continue;
    llvm::SmallBitVector own(op.getNumLoops());
    AffineMap map = op.getMatchingIndexingMap(operand);
    for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
      addLoops(map, dim, own);
    if (own.anyCommon(loops))
      return true;
  }
  return false;
}

/// Whether the dimensions of each group of `op` are side by side in what it
/// reads, or may be: the memory of what is computed can have them so.
static bool isInMemory(tensor::CollapseShapeOp op) {
  SmallVector<unsigned> dims;
  Value made = skipMovements(op.getSrc(), dims);
  if (made.getDefiningOp<linalg::GenericOp>())
    return true;
  return llvm::all_of(findNeighbours(op), [&](auto pair) {
    return dims[pair.second] == dims[pair.first] + 1;
  });
}

/// Whether the reshape that makes `operand` is to go into the loops of the
/// operation that reads it.
static bool goesIntoLoops(OpOperand *operand) {
  auto collapse = operand->get().getDefiningOp<tensor::CollapseShapeOp>();
  auto reader = dyn_cast<linalg::GenericOp>(operand->getOwner());
  return collapse && reader && !isInMemory(collapse) &&
         !readsArgumentBy(reader,
                          findSplitLoops(reader, *operand,
                                         collapse.getReassociationIndices()));
}

static void addShapePatterns(RewritePatternSet &patterns) {
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                       patterns.getContext());
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns,
                                                     patterns.getContext());
}

/// Whether what reads each element of `operand` once is to do so before the
/// tensor is given more dimensions.
static bool comesBefore(OpOperand *operand) {
  auto reader = dyn_cast<linalg::GenericOp>(operand->getOwner());
  return operand->get().getDefiningOp<tensor::ExpandShapeOp>() && reader &&
         reader.getMatchingIndexingMap(operand).isIdentity();
}

/// Has what is made element by element, and sums along dimensions, be so with
/// as few dimensions as the products before: layers then have one number of
/// tokens, and may share tiles of these.
static void joinDimensions(func::FuncOp function) {
  WalkResult found = function.walk([](linalg::GenericOp op) {
    return llvm::any_of(llvm::make_pointer_range(op->getOpOperands()),
                        comesBefore)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!found.wasInterrupted())
    return;
  RewritePatternSet collapsing(function.getContext());
  linalg::populateFoldReshapeOpsByCollapsingPatterns(collapsing, comesBefore);
  addShapePatterns(collapsing);
  (void)applyPatternsGreedily(function, std::move(collapsing));
  // Each reader made its own of what it reads besides.
  IRRewriter rewriter(function.getContext());
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);
}

void spindle::foldReshapes(func::FuncOp function) {
  joinDimensions(function);
  WalkResult found = function.walk([](tensor::CollapseShapeOp op) {
    return isInMemory(op) ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (!found.wasInterrupted())
    return;
  RewritePatternSet expanding(function.getContext());
  linalg::populateFoldReshapeOpsByExpansionPatterns(expanding, goesIntoLoops);
  addShapePatterns(expanding);
  (void)applyPatternsGreedily(function, std::move(expanding));
}
