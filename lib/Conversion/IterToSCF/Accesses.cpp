//===- Accesses.cpp - accesses by positions -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"

#include "ElementSearch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::SiteType;
using spindle::sparse::AccessForm;
using spindle::sparse::AccumulateOp;
using spindle::sparse::Layout;
using spindle::sparse::LoadOp;
using spindle::sparse::SplatOp;
using spindle::sparse::StoreOp;

//===----------------------------------------------------------------------===//
// Access at known indices
//===----------------------------------------------------------------------===//

/// The access of `op` at `indices`, one per storage dimension.
static SmallVector<Value> accessAt(OpBuilder &builder, LoadOp op,
                                   ValueRange indices) {
  SmallVector<Value> results;
  if (auto splat = op.getBuffer().getDefiningOp<SplatOp>()) {
    results.push_back(splat.getValue());
  } else {
    auto load =
        LoadOp::create(builder, op.getLoc(), op.getResult().getType(), Type(),
                       op.getBuffer(), indices, AccessForm::Direct);
    load->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    results.push_back(load.getResult());
  }
  if (op.getFound())
    results.push_back(
        arith::ConstantIntOp::create(builder, op.getLoc(), 1, /*width=*/1));
  return results;
}

template <typename AccessOp>
static SmallVector<Value> accessAt(OpBuilder &builder, AccessOp op,
                                   ValueRange indices) {
  auto direct = cast<AccessOp>(builder.clone(*op));
  direct.getIndicesMutable().assign(indices);
  direct.setForm(AccessForm::Direct);
  return {};
}

/// The value that `op` reads a missing element as.
static Value buildFillValue(OpBuilder &builder, LoadOp op) {
  TypedAttr fill = op.getBuffer().getType().getFill();
  Value value = arith::ConstantOp::create(builder, op.getLoc(), fill);
  auto complexType = dyn_cast<ComplexType>(op.getResult().getType());
  if (!complexType)
    return value;
  Value zero = arith::ConstantOp::create(
      builder, op.getLoc(), builder.getZeroAttr(complexType.getElementType()));
  return complex::CreateOp::create(builder, op.getLoc(), complexType, value,
                                   zero);
}

/// What stands for an access to a missing element: nothing where it writes.
static SmallVector<Value> accessMissing(OpBuilder &builder, Operation *op) {
  auto load = dyn_cast<LoadOp>(op);
  if (!load)
    return {};
  SmallVector<Value> results = {buildFillValue(builder, load)};
  if (load.getFound())
    results.push_back(
        arith::ConstantIntOp::create(builder, op->getLoc(), 0, /*width=*/1));
  return results;
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

template <typename AccessOp>
static void lowerLookUp(IRRewriter &rewriter, const NumbersOfSites &places,
                        AccessOp op) {
  rewriter.setInsertionPoint(op);
  // The verifier has seen to the layout.
  Layout layout = *sparse::getLayout(sparse::getAccessedBuffer(op));
  auto access = [&](OpBuilder &builder, ArrayRef<Value> indices) {
    return accessAt(builder, op, indices);
  };
  auto missing = [&](OpBuilder &builder) { return accessMissing(builder, op); };
  SmallVector<Value> results = searchElement(
      rewriter, op, layout, sparse::getAsked(op), places, access, missing);
  rewriter.replaceOp(op, results);
}

/// A direct access by sites becomes one by positions.
template <typename AccessOp>
static void lowerDirect(const NumbersOfSites &places, AccessOp op) {
  SmallVector<Value> indices;
  for (Value place : op.getIndices())
    indices.push_back(
        isa<SiteType>(place.getType()) ? places.get(place).getIndex() : place);
  op.getIndicesMutable().assign(indices);
}

void spindle::lowerAccess(IRRewriter &rewriter, const NumbersOfSites &places,
                          LoadOp op) {
  if (op.getForm() == AccessForm::LookUp)
    return lowerLookUp(rewriter, places, op);
  if (auto splat = op.getBuffer().getDefiningOp<SplatOp>())
    return rewriter.replaceOp(op, splat.getValue());
  lowerDirect(places, op);
}

void spindle::lowerAccess(IRRewriter &rewriter, const NumbersOfSites &places,
                          StoreOp op) {
  if (op.getForm() == AccessForm::LookUp)
    return lowerLookUp(rewriter, places, op);
  lowerDirect(places, op);
}

void spindle::lowerAccess(IRRewriter &rewriter, const NumbersOfSites &places,
                          AccumulateOp op) {
  if (op.getForm() == AccessForm::LookUp)
    return lowerLookUp(rewriter, places, op);
  lowerDirect(places, op);
}
