//===- FuseNest.cpp - dimensions of a nest in one loop --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Coordinates/FuseNest.h"

#include "NestDims.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;

/// Why `dims`, which follow one another in `nest`, are no group; empty where
/// they may be one.
static std::string checkChain(NestOp nest, ArrayRef<int64_t> dims) {
  for (auto [index, dim] : llvm::enumerate(dims)) {
    std::string name = nest.getDimName(dim).str();
    if (index > 0 && nest.getDimParents(dim) != ArrayRef<int64_t>(dim - 1))
      return name + " does not lie just under " +
             nest.getDimName(dim - 1).str();
    if (axis::mayLackCells(nest.getAxes()[dim]))
      return "fibres of " + name + " may lack cells";
  }
  return "";
}

/// Why `dims` of `nest` are no group; empty where they may be one.
static std::string check(NestOp nest, ArrayRef<int64_t> dims) {
  if (dims.size() < 2)
    return "it takes two dimensions or more";
  for (size_t index = 1; index < dims.size(); ++index)
    if (dims[index] != dims[index - 1] + 1)
      return nest.getDimName(dims[index]).str() +
             " does not come right after " +
             nest.getDimName(dims[index - 1]).str();
  for (DimGroup group : getDimGroups(nest))
    for (int64_t dim = group.first; dim < group.end(); ++dim)
      if (group.contains(dims.front()) || group.contains(dims.back()))
        if (!llvm::is_contained(dims, dim))
          return nest.getDimName(dim).str() + " is fused with some of them";
  return checkChain(nest, dims);
}

/// The sizes of the groups of `nest` with `dims` in one.
static SmallVector<int64_t> getFusedSizes(NestOp nest, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> sizes;
  for (DimGroup group : getDimGroups(nest)) {
    if (group.first == dims.front())
      sizes.push_back(dims.size());
    else if (!llvm::is_contained(dims, group.first))
      sizes.push_back(group.size);
  }
  return sizes;
}

FailureOr<NestOp> spindle::iter::fuseNest(RewriterBase &rewriter, NestOp nest,
                                          const FuseOptions &options,
                                          std::string &refusal) {
  FailureOr<SmallVector<int64_t>> dims = findDims(nest, options.dims, refusal);
  if (failed(dims))
    return failure();
  refusal = check(nest, *dims);
  if (!refusal.empty())
    return failure();
  rewriter.modifyOpInPlace(nest,
                           [&] { nest.setGroups(getFusedSizes(nest, *dims)); });
  return nest;
}
