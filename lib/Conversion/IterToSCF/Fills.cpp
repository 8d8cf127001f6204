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

#include "Spindle/Dialect/Iter/IR/BuildNest.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/StorageSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::AxisType;
using spindle::iter::NestOp;
using spindle::sparse::AccessForm;
using spindle::sparse::FillOp;
using spindle::sparse::Layout;
using spindle::sparse::StoreOp;

static constexpr StringLiteral kNest = "fill";

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

bool spindle::mayLackCells(FillOp fill) {
  FailureOr<Layout> layout = sparse::getLayout(fill.getBuffer());
  return succeeded(layout) && sparse::mayLackElements(*layout);
}

NestOp spindle::replaceByNest(IRRewriter &rewriter, FillOp fill) {
  // The caller has seen to the layout.
  Layout layout = *sparse::getLayout(fill.getBuffer());
  rewriter.setInsertionPoint(fill);
  NestOp nest =
      iter::buildNest(rewriter, fill.getLoc(), rewriter.getStringAttr(kNest),
                      iter::getElementSpace(rewriter.getContext(), layout.axes,
                                            layout.parents));
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
                             iter::getElementDimName(builder.getContext(), dim),
                             type.getKind(), iter::DimKind::Spatial,
                             iter::LoopRole::Level);
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
