//===- Layout.cpp - the layout of buffers ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Layout.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisType;

/// Whether `parents` gives each of `axes` an earlier entry for each parent, as
/// a constructor that is not verified need not.
static bool areListed(ArrayRef<Value> axes, const axis::ParentLists &parents) {
  if (axes.size() != parents.size() ||
      !llvm::all_of(axes, [](Value v) { return isa<AxisType>(v.getType()); }))
    return false;
  for (auto [index, list] : llvm::enumerate(parents)) {
    if (list.size() != axis::getParents(axes[index]).size())
      return false;
    for (int64_t parent : list)
      if (parent < 0 || parent >= int64_t(index))
        return false;
  }
  return true;
}

FailureOr<Layout> spindle::sparse::getLayout(Value buffer) {
  auto constructor =
      dyn_cast_or_null<BufferOpInterface>(buffer.getDefiningOp());
  if (!constructor)
    return failure();
  SmallVector<Value> axes = constructor.getBufferAxes();
  axis::ParentLists parents = constructor.getBufferParents();
  int64_t fault = 0;
  if (!areListed(axes, parents))
    return failure();
  return axis::computeLayout(axes, parents, fault);
}

bool spindle::sparse::mayLackElements(const Layout &layout) {
  for (auto [axis, parents] : llvm::zip_equal(layout.axes, layout.parents)) {
    llvm::SmallDenseSet<int64_t> entries(parents.begin(), parents.end());
    if (axis::mayLackCells(axis) || entries.size() != parents.size())
      return true;
  }
  return false;
}
