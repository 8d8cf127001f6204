//===- Layout.cpp - how values lie in memory ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/Layout.h"

using namespace mlir;
using namespace spindle::axis;

SmallVector<int64_t> Layout::getShape() const {
  SmallVector<int64_t> shape;
  for (int64_t entry : dims)
    shape.push_back(cast<AxisType>(axes[entry].getType()).getWidth());
  return shape;
}

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

namespace {
/// A storage dimension while the list is walked: the entries merged into it,
/// the last of which it belongs to.
using OpenDim = SmallVector<int64_t>;

/// A walk over a list of axes.
struct LayoutWalk {
  ArrayRef<AxisType> types;
  const ParentLists &parents;
  SmallVector<OpenDim> dims;

  bool isAncestor(int64_t ancestor, int64_t entry) const;
  bool isFactor(int64_t entry) const;
  LogicalResult closeAncestors(int64_t entry);
  LogicalResult add(int64_t entry);
};
} // namespace

bool LayoutWalk::isAncestor(int64_t ancestor, int64_t entry) const {
  return llvm::any_of(parents[entry], [&](int64_t parent) {
    return parent == ancestor || (parent >= 0 && isAncestor(ancestor, parent));
  });
}

/// Whether `entry` is a factor of a product of the list. The first parent of a
/// product is the axis that its factors have in common.
bool LayoutWalk::isFactor(int64_t entry) const {
  for (int64_t other = entry + 1, end = types.size(); other < end; ++other)
    if (types[other].getKind() == AxisKind::Product &&
        !parents[other].empty() &&
        llvm::is_contained(ArrayRef<int64_t>(parents[other]).drop_front(),
                           entry))
      return true;
  return false;
}

/// Closes the dimensions of the ancestors of `entry` and opens its own; fails
/// where one holds an axis that is not its ancestor.
LogicalResult LayoutWalk::closeAncestors(int64_t entry) {
  OpenDim merged;
  int64_t place = -1;
  for (int64_t dim = 0; dim < int64_t(dims.size());) {
    auto isOurs = [&](int64_t e) { return isAncestor(e, entry); };
    if (llvm::none_of(dims[dim], isOurs)) {
      ++dim;
      continue;
    }
    if (!llvm::all_of(dims[dim], isOurs))
      return failure();
    merged.append(dims[dim]);
    place = place < 0 ? dim : place;
    dims.erase(dims.begin() + dim);
  }
  merged.push_back(entry);
  dims.insert(place < 0 ? dims.end() : dims.begin() + place, merged);
  return success();
}

LogicalResult LayoutWalk::add(int64_t entry) {
  AxisType type = types[entry];
  if (parents[entry].empty() || type.isFixed()) {
    dims.push_back({entry});
    return success();
  }
  if (type.getKind() == AxisKind::Product)
    return closeAncestors(entry);
  if (type.isVariable() && !isFactor(entry))
    return closeAncestors(entry);
  return success();
}

FailureOr<SmallVector<int64_t>>
spindle::axis::computeStorageDims(ArrayRef<AxisType> types,
                                  const ParentLists &parents, int64_t &fault) {
  LayoutWalk walk{types, parents, {}};
  for (fault = 0; fault < int64_t(types.size()); ++fault)
    if (failed(walk.add(fault)))
      return failure();
  SmallVector<int64_t> dims;
  for (const OpenDim &dim : walk.dims)
    dims.push_back(dim.back());
  return dims;
}

FailureOr<Layout> spindle::axis::computeLayout(ValueRange axes,
                                               const ParentLists &parents,
                                               int64_t &fault) {
  SmallVector<AxisType> types = llvm::map_to_vector(
      axes, [](Value axis) { return cast<AxisType>(axis.getType()); });
  FailureOr<SmallVector<int64_t>> dims =
      computeStorageDims(types, parents, fault);
  if (failed(dims))
    return failure();
  return Layout{llvm::to_vector(axes), parents, *dims};
}

//===----------------------------------------------------------------------===//
// Layouts of an axis and its ancestors
//===----------------------------------------------------------------------===//

namespace {
/// A list of an axis and all its ancestors.
struct Closure {
  SmallVector<Value> axes;
  ParentLists parents;
  /// The axes whose ancestors are being added: a program that is not verified
  /// may have an axis lie under itself.
  SmallVector<Value> path;
  bool isSound = true;

  /// Adds `axis`, which lies under the entries `under`; gives its entry.
  int64_t add(Value axis, ArrayRef<int64_t> under) {
    axes.push_back(axis);
    parents.emplace_back(under);
    return axes.size() - 1;
  }
  /// Adds `axis` after all its ancestors; gives its entry.
  int64_t addWithAncestors(Value axis);
  /// Adds the parents of one axis and their ancestors; gives their entries.
  SmallVector<int64_t> addParents(ValueRange parents, ArrayRef<int64_t> links);
};
} // namespace

int64_t Closure::addWithAncestors(Value axis) {
  if (llvm::is_contained(path, axis) || !isa<AxisType>(axis.getType())) {
    isSound = false;
    return -1;
  }
  path.push_back(axis);
  SmallVector<int64_t> under =
      addParents(spindle::axis::getParents(axis), getParentLinks(axis));
  path.pop_back();
  return add(axis, under);
}

SmallVector<int64_t> Closure::addParents(ValueRange parents,
                                         ArrayRef<int64_t> links) {
  SmallVector<int64_t> entries;
  for (auto [parent, link] : llvm::zip_equal(parents, links)) {
    if (link >= 0 && link < int64_t(entries.size()))
      entries.push_back(add(parent, {entries[link]}));
    else
      entries.push_back(parent ? addWithAncestors(parent) : -1);
    isSound &= entries.back() >= 0 && isa<AxisType>(parent.getType());
  }
  return entries;
}

static FailureOr<Layout> computeLayout(const Closure &closure) {
  int64_t fault = 0;
  if (!closure.isSound)
    return failure();
  return computeLayout(closure.axes, closure.parents, fault);
}

FailureOr<Layout> spindle::axis::getAxisLayout(Value axis) {
  Closure closure;
  closure.addWithAncestors(axis);
  return ::computeLayout(closure);
}

FailureOr<Layout> spindle::axis::getParentLayout(Value axis) {
  Value parent = getOnlyParent(axis);
  return parent ? getAxisLayout(parent) : FailureOr<Layout>(failure());
}

FailureOr<Layout> spindle::axis::getParentsLayout(ValueRange axes,
                                                  ArrayRef<int64_t> links) {
  Closure closure;
  closure.addParents(axes, links);
  return ::computeLayout(closure);
}
