//===- AccessForms.cpp - from look-ups to direct accesses -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only sites of nests are used, which exist: an element under lengths, a cut or
// an occupancy is known to be one where the nest around the access visits it.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Access.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;
using spindle::axis::SiteOpInterface;
using spindle::axis::SiteType;

//===----------------------------------------------------------------------===//
// Sites of nests
//===----------------------------------------------------------------------===//

/// Whether `site` lies on `level`, under the sites `parents`.
static bool isSiteOf(Value site, Value level, ValueRange parents) {
  return isa<SiteType>(site.getType()) && axis::getSiteAxis(site) == level &&
         llvm::equal(axis::getSiteParents(site), parents);
}

/// The site on axis `level` that has the coordinate `coordinate` and lies under
/// the sites `parents`, where a nest says so; null elsewhere. A nest's
/// arguments alternate between coordinates and sites.
static Value findSite(Value coordinate, Value level, ValueRange parents) {
  auto arg = dyn_cast_if_present<BlockArgument>(coordinate);
  if (!arg || !isa_and_nonnull<SiteOpInterface>(arg.getOwner()->getParentOp()))
    return {};
  unsigned next = arg.getArgNumber() + 1;
  if (next >= arg.getOwner()->getNumArguments())
    return {};
  Value site = arg.getOwner()->getArgument(next);
  return isSiteOf(site, level, parents) ? site : Value();
}

/// The site on `level`, an axis without coordinates, that lies under the sites
/// `parents` and is an argument of a nest around `op`; null where there is
/// none.
static Value findThinSite(Operation *op, Value level, ValueRange parents) {
  while ((op = op->getParentOp()))
    if (isa<SiteOpInterface>(op))
      for (Region &region : op->getRegions())
        for (Value arg : region.getArguments())
          if (isSiteOf(arg, level, parents))
            return arg;
  return {};
}

SmallVector<Value> spindle::sparse::findNestSites(Operation *op,
                                                  const Layout &layout,
                                                  ValueRange coordinates) {
  SmallVector<Value> sites;
  for (auto [level, list] : llvm::zip_equal(layout.axes, layout.parents)) {
    SmallVector<Value> parents = llvm::map_to_vector(
        list, [&](int64_t parent) { return sites[parent]; });
    bool isDimension = cast<AxisType>(level.getType()).isDimension();
    Value coordinate = isDimension ? coordinates.front() : Value();
    coordinates = coordinates.drop_front(isDimension ? 1 : 0);
    if (llvm::is_contained(parents, Value()))
      sites.push_back({});
    else if (isDimension)
      // Another element may have the coordinate, too.
      sites.push_back(axis::getAxisType(level).hasUniqueFibres()
                          ? findSite(coordinate, level, parents)
                          : Value());
    else
      sites.push_back(findThinSite(op, level, parents));
  }
  return sites;
}

//===----------------------------------------------------------------------===//
// The sites of a look-up
//===----------------------------------------------------------------------===//

namespace {
/// What a look-up's coordinates stand for.
struct LookUp {
  Layout layout;
  /// For each entry of the buffer's list, its site; null for a product that no
  /// nest visits, whose every pair is an element.
  SmallVector<Value> known;

  /// The site of entry `entry`; that of such a product is made.
  Value getSite(int64_t entry, OpBuilder &builder, Location loc) const;
  /// The sites of the storage dimensions.
  SmallVector<Value> getSites(OpBuilder &builder, Location loc) const;
};
} // namespace

Value LookUp::getSite(int64_t entry, OpBuilder &builder, Location loc) const {
  if (known[entry])
    return known[entry];
  // The first parent is the axis that the factors have in common.
  SmallVector<Value> factors;
  for (int64_t parent : ArrayRef(layout.parents[entry]).drop_front())
    factors.push_back(known[parent]);
  return axis::JoinOp::create(builder, loc, SiteType::get(builder.getContext()),
                              layout.axes[entry], factors);
}

SmallVector<Value> LookUp::getSites(OpBuilder &builder, Location loc) const {
  SmallVector<Value> sites;
  for (int64_t entry : layout.dims)
    sites.push_back(getSite(entry, builder, loc));
  return sites;
}

/// The elements that the nests around the look-up `op` in `buffer` give for its
/// coordinates; fails where one is not known.
static FailureOr<LookUp> resolve(Operation *op, Value buffer,
                                 ValueRange coordinates) {
  FailureOr<Layout> layout = getLayout(buffer);
  if (failed(layout))
    return failure();
  LookUp lookUp{*layout, findNestSites(op, *layout, coordinates)};
  for (auto [level, list, site] :
       llvm::zip_equal(layout->axes, layout->parents, lookUp.known)) {
    bool hasParents = llvm::all_of(
        list, [&](int64_t parent) { return bool(lookUp.known[parent]); });
    bool isProduct =
        cast<AxisType>(level.getType()).getKind() == AxisKind::Product;
    if (!site && !(isProduct && hasParents))
      return failure();
  }
  return lookUp;
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
/// Turns a look-up by the coordinates of a nest into a direct access at the
/// nest's sites.
template <typename AccessOp>
struct LookUpToDirect : OpRewritePattern<AccessOp> {
  using OpRewritePattern<AccessOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(AccessOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getForm() == AccessForm::Direct)
      return rewriter.notifyMatchFailure(op, "direct already");
    if (op->getNumResults() == 2)
      return rewriter.notifyMatchFailure(op, "asks for more than the element");
    FailureOr<LookUp> lookUp = resolve(op, getAccessedBuffer(op), getAsked(op));
    if (failed(lookUp))
      return rewriter.notifyMatchFailure(op, "a coordinate of no site");
    SmallVector<Value> sites = lookUp->getSites(rewriter, op.getLoc());
    rewriter.modifyOpInPlace(op, [&] {
      op.getIndicesMutable().assign(sites);
      op.setForm(AccessForm::Direct);
    });
    return success();
  }
};

/// Has a load no longer ask whether the element is stored, where that is not
/// used or the nest visits the element.
struct DropFound : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getFound())
      return rewriter.notifyMatchFailure(op, "does not ask");
    bool isUsed = !op.getFound().use_empty();
    if (isUsed && failed(resolve(op, op.getBuffer(), getAsked(op))))
      return rewriter.notifyMatchFailure(op, "an element that may be missing");
    auto load = LoadOp::create(rewriter, op.getLoc(), op.getResult().getType(),
                               Type(), op.getBuffer(), op.getIndices(),
                               op.getForm(), op.getAny());
    load->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    Value found =
        arith::ConstantIntOp::create(rewriter, op.getLoc(), /*value=*/1,
                                     /*width=*/1);
    rewriter.replaceOp(op, {load.getResult(), found});
    return success();
  }
};

/// An element of a splat is its value.
struct LoadOfSplat : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    auto splat = op.getBuffer().getDefiningOp<SplatOp>();
    if (!splat)
      return rewriter.notifyMatchFailure(op, "not of a splat");
    bool isSite =
        llvm::all_of(op.getIndices().getTypes(), llvm::IsaPred<SiteType>);
    if (op.getForm() != AccessForm::Direct || !isSite)
      return rewriter.notifyMatchFailure(op, "an element that may be missing");
    rewriter.replaceOp(op, splat.getValue());
    return success();
  }
};
} // namespace

void LoadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<DropFound, LoadOfSplat, LookUpToDirect<LoadOp>>(context);
}

void StoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<LookUpToDirect<StoreOp>>(context);
}

void AccumulateOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<LookUpToDirect<AccumulateOp>>(context);
}
