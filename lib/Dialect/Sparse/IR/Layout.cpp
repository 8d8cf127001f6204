//===- Layout.cpp - how values lie in memory ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Layout.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

using namespace mlir;
using namespace spindle::sparse;
using spindle::axis::AxisType;

SmallVector<int64_t> Layout::getShape() const {
  SmallVector<int64_t> shape;
  for (int64_t entry : dims)
    shape.push_back(cast<AxisType>(axes[entry].getType()).getWidth());
  return shape;
}

namespace {
/// A storage dimension while the list is walked: the entries merged into it,
/// the last of which it belongs to.
using OpenDim = SmallVector<int64_t>;
} // namespace

static bool isAncestor(ArrayRef<int64_t> parents, int64_t ancestor,
                       int64_t entry) {
  for (entry = parents[entry]; entry >= 0; entry = parents[entry])
    if (entry == ancestor)
      return true;
  return false;
}

/// Closes the dimensions of the ancestors of the variable axis `entry` and
/// opens its own; fails where one holds an axis that is not its ancestor.
static LogicalResult closeAncestors(SmallVectorImpl<OpenDim> &dims,
                                    ArrayRef<int64_t> parents, int64_t entry) {
  OpenDim merged;
  int64_t place = -1;
  for (int64_t dim = 0; dim < int64_t(dims.size());) {
    auto isOurs = [&](int64_t e) { return isAncestor(parents, e, entry); };
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

FailureOr<Layout> spindle::sparse::computeLayout(ValueRange axes,
                                                 ArrayRef<int64_t> parents,
                                                 int64_t &fault) {
  SmallVector<OpenDim> dims;
  for (auto [index, axis] : llvm::enumerate(axes)) {
    fault = index;
    if (cast<AxisType>(axis.getType()).isDense())
      dims.push_back({int64_t(index)});
    else if (failed(closeAncestors(dims, parents, index)))
      return failure();
  }
  Layout layout;
  layout.axes = llvm::to_vector(axes);
  layout.parents = llvm::to_vector(parents);
  for (const OpenDim &dim : dims)
    layout.dims.push_back(dim.back());
  return layout;
}

/// Whether `parents` gives each of `axes` an earlier entry or -1, as a maker
/// that is not verified need not.
static bool areListed(ArrayRef<Value> axes, ArrayRef<int64_t> parents) {
  if (axes.size() != parents.size() ||
      !llvm::all_of(axes, [](Value v) { return isa<AxisType>(v.getType()); }))
    return false;
  for (auto [index, parent] : llvm::enumerate(parents))
    if (parent < -1 || parent >= int64_t(index))
      return false;
  return true;
}

FailureOr<Layout> spindle::sparse::getLayout(Value buffer) {
  auto maker = dyn_cast_or_null<BufferOpInterface>(buffer.getDefiningOp());
  if (!maker)
    return failure();
  SmallVector<Value> axes = maker.getBufferAxes();
  SmallVector<int64_t> parents = maker.getBufferParents();
  int64_t fault = 0;
  if (!areListed(axes, parents))
    return failure();
  return computeLayout(axes, parents, fault);
}
