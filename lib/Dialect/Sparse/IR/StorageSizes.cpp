//===- StorageSizes.cpp - how large storage dimensions are ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/StorageSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::AxisType;

/// Whether a storage dimension that belongs to `axis` is indexed by offsets.
static bool isIndexedByOffset(Value axis) {
  return cast<AxisType>(axis.getType()).isFixed() && !axis::isRoot(axis);
}

/// Whether the number of cells of each fibre of `axis`, which is fixed, can be
/// said.
static bool hasKnownWidth(Value axis) {
  int64_t width = cast<AxisType>(axis.getType()).getWidth();
  return !ShapedType::isDynamic(width) || axis::getCellsPerFibre(axis);
}

bool spindle::sparse::hasKnownStorage(const Layout &layout) {
  if (mayLackElements(layout))
    return false;
  return llvm::all_of(layout.dims, [&](int64_t entry) {
    Value axis = layout.axes[entry];
    return !isIndexedByOffset(axis) || hasKnownWidth(axis);
  });
}

Value spindle::sparse::buildStorageSize(OpBuilder &builder, Location loc,
                                        Value axis) {
  if (!isIndexedByOffset(axis))
    return axis::SizeOp::create(builder, loc, builder.getIndexType(), axis);
  int64_t width = cast<AxisType>(axis.getType()).getWidth();
  if (ShapedType::isDynamic(width))
    return axis::getCellsPerFibre(axis);
  return arith::ConstantIndexOp::create(builder, loc, width);
}
