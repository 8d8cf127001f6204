//===- BuildNest.cpp - nests that passes make -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Iter/IR/BuildNest.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;

NestOp spindle::iter::buildNest(OpBuilder &builder, Location loc,
                                StringAttr name, const NestSpace &space,
                                ValueRange under) {
  MLIRContext *context = builder.getContext();
  size_t count = space.axes.size();
  auto nest = NestOp::create(
      builder, loc, TypeRange(), name, builder.getArrayAttr(space.names),
      builder.getArrayAttr(space.kinds), ValueRange(space.axes), under,
      ValueRange(), axis::getParentListsAttr(context, space.parents),
      builder.getDenseI64ArrayAttr(SmallVector<int64_t>(count, 1)),
      builder.getArrayAttr({}));
  Block &body = nest.getBody().emplaceBlock();
  for (size_t dim = 0; dim < count; ++dim)
    body.addArguments({builder.getIndexType(), axis::SiteType::get(context)},
                      {loc, loc});
  OpBuilder atEnd = OpBuilder::atBlockEnd(&body);
  YieldOp::create(atEnd, loc);
  return nest;
}

StringAttr spindle::iter::getElementDimName(MLIRContext *context, int64_t dim) {
  return StringAttr::get(context, "d" + Twine(dim));
}

NestSpace spindle::iter::getElementSpace(MLIRContext *context,
                                         ArrayRef<Value> axes,
                                         const axis::ParentLists &parents) {
  NestSpace space;
  for (size_t dim = 0; dim < axes.size(); ++dim)
    space.names.push_back(getElementDimName(context, dim));
  space.kinds.assign(axes.size(), DimKindAttr::get(context, DimKind::Spatial));
  llvm::append_range(space.axes, axes);
  space.parents = parents;
  return space;
}
