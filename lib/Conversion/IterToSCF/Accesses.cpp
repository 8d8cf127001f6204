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
using spindle::iter::NestOp;
using spindle::sparse::AccessForm;
using spindle::sparse::AccumulateOp;
using spindle::sparse::FillOp;
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
static void lowerLookUp(IRRewriter &rewriter, const Places &places,
                        AccessOp op) {
  rewriter.setInsertionPoint(op);
  // The verifier has seen to the layout.
  Layout layout = *sparse::getLayout(sparse::getAccessedBuffer(op));
  auto access = [&](OpBuilder &builder, ArrayRef<Value> indices) {
    return accessAt(builder, op, indices);
  };
  auto missing = [&](OpBuilder &builder) { return accessMissing(builder, op); };
  SmallVector<Value> results = searchElement(
      rewriter, op, layout, op.getIndices(), places, access, missing);
  rewriter.replaceOp(op, results);
}

/// A direct access by sites becomes one by positions.
template <typename AccessOp>
static void lowerDirect(const Places &places, AccessOp op) {
  SmallVector<Value> indices;
  for (Value place : op.getIndices())
    indices.push_back(
        isa<SiteType>(place.getType()) ? places.get(place).getIndex() : place);
  op.getIndicesMutable().assign(indices);
}

void spindle::lowerAccess(IRRewriter &rewriter, const Places &places,
                          LoadOp op) {
  if (op.getForm() == AccessForm::LookUp)
    return lowerLookUp(rewriter, places, op);
  if (auto splat = op.getBuffer().getDefiningOp<SplatOp>())
    return rewriter.replaceOp(op, splat.getValue());
  lowerDirect(places, op);
}

void spindle::lowerAccess(IRRewriter &rewriter, const Places &places,
                          StoreOp op) {
  if (op.getForm() == AccessForm::LookUp)
    return lowerLookUp(rewriter, places, op);
  lowerDirect(places, op);
}

void spindle::lowerAccess(IRRewriter &rewriter, const Places &places,
                          AccumulateOp op) {
  if (op.getForm() == AccessForm::LookUp)
    return lowerLookUp(rewriter, places, op);
  lowerDirect(places, op);
}

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

bool spindle::mayLackCells(FillOp fill) {
  FailureOr<Layout> layout = sparse::getLayout(fill.getBuffer());
  return succeeded(layout) && sparse::mayLackElements(*layout);
}

/// A nest over all elements of a buffer of layout `layout`, with an empty body.
static NestOp buildElementNest(IRRewriter &rewriter, Location loc,
                               const Layout &layout, StringRef name) {
  MLIRContext *context = rewriter.getContext();
  size_t count = layout.axes.size();
  SmallVector<Attribute> dims, kinds;
  for (size_t dim = 0; dim < count; ++dim) {
    dims.push_back(rewriter.getStringAttr("d" + Twine(dim)));
    kinds.push_back(iter::DimKindAttr::get(context, iter::DimKind::Spatial));
  }
  auto nest = NestOp::create(
      rewriter, loc, TypeRange(), rewriter.getStringAttr(name),
      rewriter.getArrayAttr(dims), rewriter.getArrayAttr(kinds),
      ValueRange(layout.axes), ValueRange(), ValueRange(),
      axis::getParentListsAttr(context, layout.parents),
      rewriter.getDenseI64ArrayAttr(SmallVector<int64_t>(count, 1)),
      rewriter.getArrayAttr({}));
  Block &body = nest.getBody().emplaceBlock();
  for (size_t dim = 0; dim < count; ++dim)
    body.addArguments({rewriter.getIndexType(), SiteType::get(context)},
                      {loc, loc});
  rewriter.setInsertionPointToStart(&body);
  iter::YieldOp::create(rewriter, loc);
  return nest;
}

NestOp spindle::replaceByNest(IRRewriter &rewriter, FillOp fill) {
  // The caller has seen to the layout.
  Layout layout = *sparse::getLayout(fill.getBuffer());
  rewriter.setInsertionPoint(fill);
  NestOp nest = buildElementNest(rewriter, fill.getLoc(), layout, "fill");
  SmallVector<Value> sites = llvm::map_to_vector(
      layout.dims, [&](int64_t dim) -> Value { return nest.getSite(dim); });
  rewriter.setInsertionPoint(nest.getBody().front().getTerminator());
  StoreOp::create(rewriter, fill.getLoc(), fill.getValue(), fill.getBuffer(),
                  sites, AccessForm::Direct);
  rewriter.eraseOp(fill);
  return nest;
}
