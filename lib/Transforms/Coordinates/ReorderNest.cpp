//===- ReorderNest.cpp - the dimensions of a nest in another order --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Coordinates/ReorderNest.h"

#include "NestDims.h"
#include "Spindle/Analysis/IterationOrder.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Sparse/IR/Sums.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::AxisType;

//===----------------------------------------------------------------------===//
// Reductions last
//===----------------------------------------------------------------------===//

static bool isAll(NestOp nest, DimGroup group, DimKind kind) {
  return llvm::all_of(llvm::seq(group.first, group.end()), [&](int64_t dim) {
    return nest.getDimKind(dim) == kind;
  });
}

/// Whether the loop of `group` has one iteration at most.
static bool isThin(NestOp nest, DimGroup group) {
  auto type = cast<AxisType>(nest.getAxes()[group.first].getType());
  return group.size == 1 && type.isThin();
}

/// Whether a dimension of `group` lies under one of `above`.
static bool liesUnder(NestOp nest, DimGroup group, DimGroup above) {
  for (int64_t dim = group.first; dim < group.end(); ++dim)
    for (int64_t parent : nest.getDimParents(dim))
      if (above.contains(parent))
        return true;
  return false;
}

/// Where the spatial group at `slot` of `groups` moves to.
static size_t findSlot(NestOp nest, ArrayRef<DimGroup> groups, size_t slot) {
  size_t best = slot;
  for (size_t next = slot; next-- > 0;) {
    if (!isAll(nest, groups[next], DimKind::Reduction) ||
        liesUnder(nest, groups[slot], groups[next]))
      break;
    if (!isThin(nest, groups[next]))
      best = next;
  }
  return best;
}

/// The dimensions of `groups`, in their order.
static SmallVector<int64_t> flatten(ArrayRef<DimGroup> groups) {
  SmallVector<int64_t> dims;
  for (DimGroup group : groups)
    llvm::append_range(dims, llvm::seq(group.first, group.end()));
  return dims;
}

SmallVector<int64_t> spindle::iter::getReductionsLastOrder(NestOp nest) {
  SmallVector<DimGroup> groups = getDimGroups(nest);
  for (size_t slot = 1; slot < groups.size(); ++slot) {
    if (!isAll(nest, groups[slot], DimKind::Spatial))
      continue;
    auto *to = groups.begin() + findSlot(nest, groups, slot);
    std::rotate(to, groups.begin() + slot, groups.begin() + slot + 1);
  }
  return flatten(groups);
}

//===----------------------------------------------------------------------===//
// As stored
//===----------------------------------------------------------------------===//

/// The dimension of `nest` that `index` is the coordinate or the site of; -1
/// for none.
static int64_t findIndexDim(NestOp nest, Value index) {
  auto argument = dyn_cast<BlockArgument>(index);
  bool isOfNest = argument && argument.getOwner() == &nest.getBody().front();
  return isOfNest ? int64_t(argument.getArgNumber() / 2) : -1;
}

/// The dimensions of `nest` that `index` is made of, by how far an element is
/// from that of the next coordinate, the farthest first.
static SmallVector<int64_t> findIndexDims(NestOp nest, Value index) {
  auto apply = index.getDefiningOp<affine::AffineApplyOp>();
  std::optional<sparse::Sum> sum;
  if (apply && apply.getAffineMap().getNumSymbols() == 0)
    sum = sparse::getSum(apply.getAffineMap().getResult(0));
  if (!sum)
    return {findIndexDim(nest, index)};
  SmallVector<std::pair<int64_t, int64_t>> dims;
  for (const sparse::Sum::Term &term : sum->terms)
    dims.emplace_back(-term.factor,
                      findIndexDim(nest, apply.getMapOperands()[term.dim]));
  llvm::sort(dims);
  return llvm::map_to_vector(dims, [](auto dim) { return dim.second; });
}

/// The dimensions of `nest` that `indices` are made of, each once.
static SmallVector<int64_t> findIndexDims(NestOp nest, ValueRange indices) {
  SmallVector<int64_t> dims;
  for (Value index : indices)
    for (int64_t dim : findIndexDims(nest, index))
      if (dim >= 0 && !llvm::is_contained(dims, dim))
        dims.push_back(dim);
  return dims;
}

/// Has what is along the memory of an element that is read come right outside
/// of the last of `stored`, where it is another of them: of the two, tiles stay
/// in a cache.
static void bringTogether(NestOp nest, SmallVectorImpl<int64_t> &stored) {
  std::optional<int64_t> along;
  nest.walk([&](sparse::LoadOp load) {
    SmallVector<int64_t> read = findIndexDims(nest, load.getIndices());
    if (!along && !read.empty() && !stored.empty() &&
        read.back() != stored.back() && llvm::is_contained(read, stored.back()))
      along = read.back();
  });
  auto *place = along ? llvm::find(stored, *along) : stored.end();
  if (place != stored.end())
    std::rotate(place, place + 1, stored.end() - 1);
}

SmallVector<int64_t> spindle::iter::getAsStoredOrder(NestOp nest) {
  SmallVector<int64_t> stored;
  nest.walk([&](Operation *op) {
    if (!isa<sparse::StoreOp, sparse::AccumulateOp>(op))
      return WalkResult::advance();
    stored =
        findIndexDims(nest, isa<sparse::StoreOp>(op)
                                ? cast<sparse::StoreOp>(op).getIndices()
                                : cast<sparse::AccumulateOp>(op).getIndices());
    return WalkResult::interrupt();
  });
  bringTogether(nest, stored);
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, nest.getNumDims()));
  SmallVector<int64_t> slots = stored;
  llvm::sort(slots);
  for (auto [slot, dim] : llvm::zip_equal(slots, stored))
    order[slot] = dim;
  return order;
}

//===----------------------------------------------------------------------===//
// Whether there is such an order
//===----------------------------------------------------------------------===//

/// Why a nest of `nest`'s dimensions in `order` would be none; empty if it is.
static std::string checkParents(NestOp nest, ArrayRef<int64_t> order) {
  BitVector before(nest.getNumDims());
  for (int64_t dim : order) {
    for (int64_t parent : nest.getDimParents(dim))
      if (parent >= 0 && !before.test(parent))
        return nest.getDimName(dim).str() + " lies under " +
               nest.getDimName(parent).str();
    before.set(dim);
  }
  return "";
}

/// Why `order` parts dimensions that one loop of `nest` runs over; empty if it
/// does not.
static std::string checkGroups(NestOp nest, ArrayRef<int64_t> order) {
  for (DimGroup group : getDimGroups(nest))
    for (int64_t dim = group.first + 1; dim < group.end(); ++dim) {
      const auto *slot = llvm::find(order, dim - 1);
      if (std::next(slot) == order.end() || *std::next(slot) != dim)
        return nest.getDimName(dim - 1).str() + " and " +
               nest.getDimName(dim).str() + " are fused";
    }
  return "";
}

/// The order that `options` ask for, one of all dimensions of `nest`.
static FailureOr<SmallVector<int64_t>>
getOrder(NestOp nest, const ReorderOptions &options, std::string &refusal) {
  if (options.order.empty())
    return options.asStored ? getAsStoredOrder(nest)
                            : getReductionsLastOrder(nest);
  FailureOr<SmallVector<int64_t>> order =
      findDims(nest, options.order, refusal);
  if (failed(order))
    return failure();
  for (int64_t dim = 0; dim < nest.getNumDims(); ++dim)
    if (!llvm::is_contained(*order, dim)) {
      refusal = "the order lacks " + nest.getDimName(dim).str();
      return failure();
    }
  return order;
}

//===----------------------------------------------------------------------===//
// The new order
//===----------------------------------------------------------------------===//

/// Gives the body of `nest` arguments in `order`.
static void reorderArguments(NestOp nest, ArrayRef<int64_t> order) {
  Block &body = nest.getBody().front();
  unsigned count = body.getNumArguments();
  for (int64_t dim : order)
    for (BlockArgument old : {nest.getCoordinate(dim), nest.getSite(dim)})
      old.replaceAllUsesWith(body.addArgument(old.getType(), old.getLoc()));
  body.eraseArguments(0, count);
}

/// The groups of `nest` in `order`, which does not part them.
static SmallVector<int64_t> reorderSizes(NestOp nest, ArrayRef<int64_t> order) {
  SmallVector<int64_t> sizes;
  for (int64_t dim : order)
    for (DimGroup group : getDimGroups(nest))
      if (group.first == dim)
        sizes.push_back(group.size);
  return sizes;
}

/// The entries of `attrs` in `order`.
static ArrayAttr reorder(ArrayAttr attrs, ArrayRef<int64_t> order) {
  return ArrayAttr::get(
      attrs.getContext(),
      llvm::map_to_vector(order, [&](int64_t dim) { return attrs[dim]; }));
}

/// The parents of the dimensions in `order`, where they come then.
static ArrayAttr reorderParents(NestOp nest, ArrayRef<int64_t> order) {
  axis::ParentLists lists;
  for (int64_t dim : order) {
    auto &list = lists.emplace_back();
    for (int64_t parent : nest.getDimParents(dim))
      list.push_back(parent < 0 ? -1
                                : llvm::find(order, parent) - order.begin());
  }
  return axis::getParentListsAttr(nest.getContext(), lists);
}

/// The sites after `under`, which stand for the -1 among the parents.
static SmallVector<Value> reorderSites(NestOp nest, ArrayRef<int64_t> order) {
  SmallVector<SmallVector<Value>> sites(nest.getNumDims());
  size_t next = 0;
  for (int64_t dim = 0; dim < nest.getNumDims(); ++dim)
    for (int64_t parent : nest.getDimParents(dim))
      if (parent < 0)
        sites[dim].push_back(nest.getUnder()[next++]);
  SmallVector<Value> reordered;
  for (int64_t dim : order)
    llvm::append_range(reordered, sites[dim]);
  return reordered;
}

static void reorderDims(NestOp nest, ArrayRef<int64_t> order) {
  SmallVector<int64_t> sizes = reorderSizes(nest, order);
  SmallVector<Value> sites = reorderSites(nest, order);
  ArrayAttr parents = reorderParents(nest, order);
  auto axes = llvm::map_to_vector(
      order, [&](int64_t dim) -> Value { return nest.getAxes()[dim]; });
  reorderArguments(nest, order);
  nest.getAxesMutable().assign(axes);
  nest.getUnderMutable().assign(sites);
  nest.setDimsAttr(reorder(nest.getDims(), order));
  nest.setKindsAttr(reorder(nest.getKinds(), order));
  nest.setParentsAttr(parents);
  nest.setGroups(sizes);
}

FailureOr<NestOp> spindle::iter::reorderNest(RewriterBase &rewriter,
                                             NestOp nest,
                                             const ReorderOptions &options,
                                             std::string &refusal) {
  FailureOr<SmallVector<int64_t>> order = getOrder(nest, options, refusal);
  if (failed(order))
    return failure();
  if (llvm::is_sorted(*order))
    return nest;
  refusal = checkParents(nest, *order);
  if (refusal.empty())
    refusal = checkGroups(nest, *order);
  Operation *obstacle = nullptr;
  if (refusal.empty())
    refusal = checkOrder(nest, *order, options.reassociate, obstacle);
  if (obstacle && options.onObstacle)
    options.onObstacle(obstacle);
  if (!refusal.empty())
    return failure();
  rewriter.modifyOpInPlace(nest, [&] { reorderDims(nest, *order); });
  return nest;
}
