//===- Places.cpp - where the elements of values are ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Sparse/IR/Sums.h"

using namespace mlir;
using namespace spindle;

bool Place::isInParts() const {
  return tensor && isa<sparse::CompositeTensorType>(tensor.getType());
}

bool spindle::isDenseTensor(Value tensor) {
  auto format = dyn_cast<sparse::FormatAttr>(
      cast<sparse::AnyTensorType>(tensor.getType()).getFormat());
  return format && format.isAllDense() && !format.keepsBitmap();
}

Place spindle::readThrough(const Place &place, AffineMap map) {
  Place read = place;
  if (read.tensor)
    read.map = simplifyAffineMap(place.map.compose(map));
  return read;
}

AffineMap spindle::linearizeMap(ArrayRef<ReassociationIndices> groups,
                                ArrayRef<int64_t> shape, MLIRContext *context) {
  SmallVector<AffineExpr> exprs;
  for (const ReassociationIndices &group : groups) {
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (int64_t dim : group) {
      sum = sum * shape[dim];
      if (shape[dim] != 1)
        sum = sum + getAffineDimExpr(dim, context);
    }
    exprs.push_back(sum);
  }
  return AffineMap::get(shape.size(), 0, exprs, context);
}

/// Adds the coordinates in the dimensions of `group`, of `shape`, of one that
/// is made of them, `whole`.
static void addCoordinates(AffineExpr whole, ArrayRef<int64_t> group,
                           ArrayRef<int64_t> shape,
                           SmallVectorImpl<AffineExpr> &exprs) {
  int64_t stride = 1;
  for (int64_t dim : group)
    stride *= shape[dim];
  bool isFirst = true;
  for (int64_t dim : group) {
    if (shape[dim] == 1 || stride == 0) {
      exprs.push_back(getAffineConstantExpr(0, whole.getContext()));
      continue;
    }
    stride /= shape[dim];
    AffineExpr own = whole.floorDiv(stride);
    exprs.push_back(isFirst ? own : own % shape[dim]);
    isFirst = false;
  }
}

AffineMap spindle::delinearizeMap(ArrayRef<ReassociationIndices> groups,
                                  ArrayRef<int64_t> shape,
                                  MLIRContext *context) {
  SmallVector<AffineExpr> exprs;
  for (auto [dim, group] : llvm::enumerate(groups))
    addCoordinates(getAffineDimExpr(dim, context), group, shape, exprs);
  // A scalar has no groups, and dimensions of size 1.
  exprs.resize(shape.size(), getAffineConstantExpr(0, context));
  return AffineMap::get(groups.size(), 0, exprs, context);
}

Place spindle::slicePlace(const Place &from, tensor::ExtractSliceOp op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<AffineExpr> exprs;
  unsigned next = 0;
  for (auto [dim, offset, stride] :
       llvm::enumerate(op.getStaticOffsets(), op.getStaticStrides())) {
    AffineExpr start = getAffineConstantExpr(offset, op.getContext());
    exprs.push_back(dropped.test(dim)
                        ? start
                        : getAffineDimExpr(next++, op.getContext()) * stride +
                              start);
  }
  return readThrough(
      from, AffineMap::get(op.getType().getRank(), 0, exprs, op.getContext()));
}

Place spindle::padPlace(const Place &from, tensor::PadOp op, TypedAttr border) {
  SmallVector<AffineExpr> exprs;
  for (auto [dim, low] : llvm::enumerate(op.getStaticLow()))
    exprs.push_back(getAffineDimExpr(dim, op.getContext()) - low);
  Place place = readThrough(
      from, AffineMap::get(op.getType().getRank(), 0, exprs, op.getContext()));
  place.border = border;
  return place;
}

bool spindle::hasSums(AffineMap map) {
  return llvm::all_of(map.getResults(), [](AffineExpr expr) {
    return sparse::getSum(expr).has_value();
  });
}

bool spindle::areSideBySide(const Place &place, unsigned dim) {
  std::optional<sparse::Sum> last;
  for (AffineExpr expr : place.map.getResults())
    if (!isa<AffineConstantExpr>(expr))
      last = sparse::getSum(expr);
  return last && llvm::any_of(last->terms, [&](const sparse::Sum::Term &term) {
           return term.dim == dim && term.factor == 1;
         });
}
