//===- DimClasses.cpp - dimensions with the same coordinates --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimClasses.h"

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Plans/RemovePruned.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::plans;

/// Whether `op` writes one number to all elements of what it makes.
static bool isFill(linalg::LinalgOp op) {
  if (op->getNumResults() != 1 || op.getNumReductionLoops() != 0 ||
      op.hasIndexSemantics() || !op.getIndexingMapsArray().back().isIdentity())
    return false;
  if (llvm::any_of(op.getDpsInputs(), [](Value input) {
        return isa<ShapedType>(input.getType());
      }))
    return false;
  Block &body = *op.getBlock();
  return body.getArguments().back().use_empty() &&
         llvm::all_of(body.without_terminator(), [](Operation &inner) {
           return inner.getNumRegions() == 0 && isPure(&inner);
         });
}

bool plans::isMadeAnew(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape())
    return false;
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant.isSplat();
  if (value.getDefiningOp<tensor::EmptyOp>())
    return true;
  auto fill = value.getDefiningOp<linalg::LinalgOp>();
  return fill && isFill(fill) && isMadeAnew(fill.getDpsInits()[0]);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

DimClasses::Node DimClasses::addNodes(ArrayRef<int64_t> shape) {
  Node first = sizes.size();
  for (int64_t size : shape) {
    parents.push_back(sizes.size());
    sizes.push_back(size);
    fixed.push_back(ShapedType::isDynamic(size));
  }
  return first;
}

DimClasses::Node DimClasses::find(Node node) const {
  while (parents[node] != node)
    node = parents[node] = parents[parents[node]];
  return node;
}

void DimClasses::join(Node one, Node other) {
  one = find(one);
  other = find(other);
  bool differs = sizes[one] != sizes[other];
  parents[other] = one;
  fixed[one] = fixed[one] || fixed[other] || differs;
}

void DimClasses::addValue(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || values.contains(value))
    return;
  values[value] = addNodes(type.getShape());
  if (isMadeAnew(value))
    for (OpOperand &use : value.getUses())
      uses[&use] = addNodes(type.getShape());
  else if (!tesa::hasMask(type))
    fixValue(value);
}

void DimClasses::fixValue(Value value) {
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    for (unsigned dim = 0; dim < type.getRank(); ++dim)
      fix(getDim(value, dim));
}

DimClasses::Node DimClasses::getDim(Value value, unsigned dim) const {
  return values.lookup(value) + dim;
}

DimClasses::Node DimClasses::getDim(OpOperand &use, unsigned dim) const {
  auto own = uses.find(&use);
  return own == uses.end() ? getDim(use.get(), dim) : own->second + dim;
}

DimClasses::Node DimClasses::getNode(Value value, OpOperand *use,
                                     unsigned dim) const {
  return use ? getDim(*use, dim) : getDim(value, dim);
}

DimClasses::Node DimClasses::getLoop(linalg::LinalgOp op, unsigned loop) const {
  return loops.lookup(op) + loop;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void DimClasses::visitLinalg(linalg::LinalgOp op) {
  SmallVector<int64_t, 4> ranges = op.getStaticLoopRanges();
  loops[op] = addNodes(ranges);
  op.getBlock()->walk(
      [&](linalg::IndexOp index) { fix(getLoop(op, index.getDim())); });
  for (OpOperand &use : op->getOpOperands()) {
    if (!isa<RankedTensorType>(use.get().getType()))
      continue;
    for (auto [dim, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&use).getResults())) {
      if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
        join(getDim(use, dim), getLoop(op, loop.getPosition()));
        continue;
      }
      fix(getDim(use, dim));
      expr.walk([&](AffineExpr inner) {
        if (auto loop = dyn_cast<AffineDimExpr>(inner))
          fix(getLoop(op, loop.getPosition()));
      });
    }
  }
  for (auto [result, init] :
       llvm::zip_equal(op->getResults(), op.getDpsInitsMutable()))
    for (unsigned dim = 0; dim < cast<ShapedType>(result.getType()).getRank();
         ++dim)
      join(getDim(result, dim), getDim(init, dim));
}

void DimClasses::visitReshape(Value large, OpOperand *largeUse, Value small,
                              OpOperand *smallUse,
                              ArrayRef<ReassociationIndices> groups) {
  auto shape = cast<RankedTensorType>(large.getType()).getShape();
  for (auto [dim, group] : llvm::enumerate(groups)) {
    Product product{getNode(small, smallUse, dim), {}};
    for (int64_t part : group)
      if (shape[part] != 1)
        product.parts.push_back(getNode(large, largeUse, part));
    if (product.parts.size() == 1)
      join(product.whole, product.parts.front());
    else
      products.push_back(product);
  }
}

void DimClasses::visitPad(tensor::PadOp op) {
  bool isConstant = bool(op.getConstantPaddingValue());
  for (unsigned dim = 0; dim < op.getResultType().getRank(); ++dim) {
    Node from = getDim(op.getSourceMutable(), dim);
    Node to = getDim(op.getResult(), dim);
    if (isConstant && op.getStaticLow()[dim] == 0 &&
        op.getStaticHigh()[dim] == 0) {
      join(from, to);
      continue;
    }
    fix(from);
    fix(to);
  }
}

void DimClasses::visitSlice(OpOperand &whole, Value wholeResult, Value slice,
                            OpOperand *sliceUse,
                            OffsetSizeAndStrideOpInterface op) {
  auto type = cast<RankedTensorType>(whole.get().getType());
  bool isSameRank =
      cast<RankedTensorType>(slice.getType()).getRank() == type.getRank();
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    if (wholeResult)
      join(getDim(whole, dim), getDim(wholeResult, dim));
    bool isAll = op.getStaticOffsets()[dim] == 0 &&
                 op.getStaticStrides()[dim] == 1 &&
                 op.getStaticSizes()[dim] == type.getDimSize(dim);
    if (isSameRank && isAll)
      join(getDim(whole, dim), getNode(slice, sliceUse, dim));
    else
      fix(getDim(whole, dim));
    if (isSameRank && !isAll)
      fix(getNode(slice, sliceUse, dim));
  }
  if (!isSameRank)
    for (unsigned dim = 0;
         dim < cast<RankedTensorType>(slice.getType()).getRank(); ++dim)
      fix(getNode(slice, sliceUse, dim));
}

void DimClasses::visitConcat(tensor::ConcatOp op) {
  for (OpOperand &use : op->getOpOperands())
    for (unsigned dim = 0; dim < op.getResultType().getRank(); ++dim) {
      if (dim != op.getDim())
        join(getDim(op.getResult(), dim), getDim(use, dim));
      else
        fix(getDim(use, dim));
    }
  fix(getDim(op.getResult(), op.getDim()));
}

void DimClasses::visitElementwise(Operation &op) {
  Value result = op.getResult(0);
  for (unsigned dim = 0; dim < cast<ShapedType>(result.getType()).getRank();
       ++dim)
    join(getDim(result, dim), getDim(op.getOpOperand(0), dim));
}

void DimClasses::visit(Operation &op) {
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](linalg::LinalgOp own) { visitLinalg(own); })
      .Case([&](tensor::ExpandShapeOp own) {
        visitReshape(own.getResult(), nullptr, own.getSrc(),
                     &own.getSrcMutable(), own.getReassociationIndices());
      })
      .Case([&](tensor::CollapseShapeOp own) {
        visitReshape(own.getSrc(), &own.getSrcMutable(), own.getResult(),
                     nullptr, own.getReassociationIndices());
      })
      .Case([&](tensor::PadOp own) { visitPad(own); })
      .Case([&](tensor::ExtractSliceOp own) {
        visitSlice(own.getSourceMutable(), {}, own.getResult(), nullptr, own);
      })
      .Case([&](tensor::InsertSliceOp own) {
        visitSlice(own.getDestMutable(), own.getResult(), own.getSource(),
                   &own.getSourceMutable(), own);
      })
      .Case([&](tensor::ConcatOp own) { visitConcat(own); })
      .Case<tesa::MarkOp, tesa::WidthOp>(
          [&](Operation *own) { visitElementwise(*own); })
      .Default([&](Operation *own) {
        for (OpOperand &use : own->getOpOperands())
          if (auto type = dyn_cast<RankedTensorType>(use.get().getType()))
            for (unsigned dim = 0; dim < type.getRank(); ++dim)
              fix(getDim(use, dim));
        // The coordinates of a constant are those of its uses.
        for (Value result : own->getResults())
          if (!own->hasTrait<OpTrait::ConstantLike>())
            fixValue(result);
      });
}

DimClasses::DimClasses(func::FuncOp function) {
  Block &body = function.getBody().front();
  for (auto [number, argument] : llvm::enumerate(body.getArguments())) {
    addValue(argument);
    if (!isWeight(function, number))
      fixValue(argument);
  }
  for (Operation &op : body)
    for (Value result : op.getResults())
      addValue(result);
  for (Operation &op : body) {
    bool isAnew = op.getNumResults() == 1 && isMadeAnew(op.getResult(0));
    if (!isAnew)
      visit(op);
    // What is read inside of an operation is read by coordinates.
    for (Region &region : op.getRegions())
      region.walk([&](Operation *inner) {
        for (OpOperand &use : inner->getOpOperands())
          if (auto type = dyn_cast<RankedTensorType>(use.get().getType()))
            for (unsigned dim = 0; dim < type.getRank(); ++dim)
              if (values.contains(use.get()))
                fix(getDim(use, dim));
      });
  }
}
