//===- NestDims.cpp - dimensions of a nest by name and unit ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestDims.h"

#include "Spindle/Support/Suggestion.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;

SmallVector<DimGroup> spindle::iter::getDimGroups(NestOp nest) {
  SmallVector<DimGroup> groups;
  int64_t first = 0;
  for (int64_t size : nest.getGroupSizes()) {
    groups.push_back({first, size});
    first += size;
  }
  return groups;
}

int64_t spindle::iter::findDim(NestOp nest, StringRef name) {
  for (int64_t dim = 0; dim < nest.getNumDims(); ++dim)
    if (nest.getDimName(dim).getValue() == name)
      return dim;
  return -1;
}

FailureOr<SmallVector<int64_t>>
spindle::iter::findDims(NestOp nest, ArrayRef<StringRef> names,
                        std::string &refusal) {
  SmallVector<int64_t> dims;
  for (StringRef name : names) {
    int64_t dim = findDim(nest, name);
    if (dim < 0) {
      auto known =
          llvm::to_vector(nest.getDims().getAsValueRange<StringAttr>());
      refusal = "it has no dimension '" + name.str() + "' among " +
                llvm::join(known, ", ") + suggest(name, known);
      return failure();
    }
    if (llvm::is_contained(dims, dim)) {
      refusal = name.str() + " is named twice";
      return failure();
    }
    dims.push_back(dim);
  }
  return dims;
}

void spindle::iter::moveInnerDims(RewriterBase &rewriter, NestOp nest,
                                  Value site) {
  SmallVector<Value> under;
  axis::ParentLists parents;
  size_t next = 0;
  for (int64_t dim = 1; dim < nest.getNumDims(); ++dim) {
    auto &list = parents.emplace_back();
    for (int64_t parent : nest.getDimParents(dim)) {
      list.push_back(parent <= 0 ? -1 : parent - 1);
      if (parent <= 0)
        under.push_back(parent < 0 ? nest.getUnder()[next++] : site);
    }
  }
  NestOp inner = NestOp::create(
      rewriter, nest.getLoc(), TypeRange(), nest.getNameAttr(),
      rewriter.getArrayAttr(nest.getDims().getValue().drop_front()),
      rewriter.getArrayAttr(nest.getKinds().getValue().drop_front()),
      nest.getAxes().drop_front(), under, ValueRange(),
      axis::getParentListsAttr(rewriter.getContext(), parents),
      rewriter.getDenseI64ArrayAttr(nest.getGroupSizes().drop_front()),
      rewriter.getArrayAttr({}));
  inner.getBody().takeBody(nest.getBody());
  inner.getBody().front().eraseArguments(0, 2);
}
