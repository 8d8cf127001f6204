//===- Fills.cpp - fills as loops -----------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Of a buffer that has all its cells the storage is filled, dimension by
// dimension, in as few loops as it has; of one that may lack cells the elements
// are, by a nest that visits them. Both are loops that say `nest = "fill"`.
//
//===----------------------------------------------------------------------===//

#include "Fills.h"

#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/StorageSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::AxisType;
using spindle::axis::SiteType;
using spindle::iter::NestOp;
using spindle::sparse::AccessForm;
using spindle::sparse::FillOp;
using spindle::sparse::Layout;
using spindle::sparse::StoreOp;

static constexpr StringLiteral kNest = "fill";

static StringAttr getDimName(Builder &builder, int64_t dim) {
  return builder.getStringAttr("d" + Twine(dim));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

bool spindle::mayLackCells(FillOp fill) {
  FailureOr<Layout> layout = sparse::getLayout(fill.getBuffer());
  return succeeded(layout) && sparse::mayLackElements(*layout);
}

/// A nest over all elements of a buffer of layout `layout`, with an empty body.
static NestOp buildElementNest(IRRewriter &rewriter, Location loc,
                               const Layout &layout) {
  MLIRContext *context = rewriter.getContext();
  size_t count = layout.axes.size();
  SmallVector<Attribute> dims, kinds;
  for (size_t dim = 0; dim < count; ++dim) {
    dims.push_back(getDimName(rewriter, dim));
    kinds.push_back(iter::DimKindAttr::get(context, iter::DimKind::Spatial));
  }
  auto nest = NestOp::create(
      rewriter, loc, TypeRange(), rewriter.getStringAttr(kNest),
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
  NestOp nest = buildElementNest(rewriter, fill.getLoc(), layout);
  SmallVector<Value> sites = llvm::map_to_vector(
      layout.dims, [&](int64_t dim) -> Value { return nest.getSite(dim); });
  rewriter.setInsertionPoint(nest.getBody().front().getTerminator());
  StoreOp::create(rewriter, fill.getLoc(), fill.getValue(), fill.getBuffer(),
                  sites, AccessForm::Direct);
  rewriter.eraseOp(fill);
  return nest;
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

bool spindle::hasKnownStorage(FillOp fill) {
  FailureOr<Layout> layout = sparse::getLayout(fill.getBuffer());
  return succeeded(layout) && sparse::hasKnownStorage(*layout);
}

/// The label of the loop over storage dimension `dim`.
static iter::LoopAttr getLabel(Builder &builder, const Layout &layout,
                               int64_t dim) {
  auto type = cast<AxisType>(layout.getAxis(dim).getType());
  return iter::LoopAttr::get(builder.getContext(), builder.getStringAttr(kNest),
                             getDimName(builder, dim), type.getKind(),
                             iter::DimKind::Spatial, iter::LoopRole::Level);
}

void spindle::lowerWholeFill(IRRewriter &rewriter, FillOp fill) {
  // The caller has seen to the layout.
  Layout layout = *sparse::getLayout(fill.getBuffer());
  Location loc = fill.getLoc();
  rewriter.setInsertionPoint(fill);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  SmallVector<Value> sizes, indices;
  for (int64_t dim = 0; dim < layout.getRank(); ++dim)
    sizes.push_back(
        sparse::buildStorageSize(rewriter, loc, layout.getAxis(dim)));
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    auto loop = scf::ForOp::create(rewriter, loc, zero, size, one);
    loop->setAttr(iter::IterDialect::kLoopAttr,
                  getLabel(rewriter, layout, dim));
    rewriter.setInsertionPointToStart(loop.getBody());
    indices.push_back(loop.getInductionVar());
  }
  StoreOp::create(rewriter, loc, fill.getValue(), fill.getBuffer(), indices,
                  AccessForm::Direct);
  rewriter.eraseOp(fill);
}
