//===- NestOp.cpp - queries about nests -----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Iter/IR/Iter.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace spindle::iter;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

StringAttr NestOp::getDimName(int64_t dim) {
  return cast<StringAttr>(getDims()[dim]);
}

DimKind NestOp::getDimKind(int64_t dim) {
  return cast<DimKindAttr>(getKinds()[dim]).getValue();
}

ArrayRef<int64_t> NestOp::getDimParents(int64_t dim) {
  return cast<DenseI64ArrayAttr>(getParents()[dim]).asArrayRef();
}

void NestOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  for (int64_t dim = 0; dim < getNumDims(); ++dim) {
    setName(getCoordinate(dim), getDimName(dim).getValue());
    setName(getSite(dim), (getDimName(dim).getValue() + "_site").str());
  }
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

/// Whether the dimensions of a nest that need not be verified can be asked
/// about: its operands are where it says, and each axis has a list of parents.
static bool hasDims(NestOp nest) {
  ArrayRef<int32_t> sizes = nest.getProperties().operandSegmentSizes;
  int64_t sum = 0;
  for (int32_t size : sizes) {
    if (size < 0)
      return false;
    sum += size;
  }
  ArrayAttr parents = nest.getProperties().parents;
  return sum == int64_t(nest->getNumOperands()) && parents &&
         int64_t(parents.size()) == sizes.front() &&
         llvm::all_of(parents, llvm::IsaPred<DenseI64ArrayAttr>);
}

/// The dimension that the argument `site` of an unverified nest belongs to; -1
/// where it belongs to none.
static int64_t getDim(NestOp nest, Value site) {
  int64_t dim = cast<BlockArgument>(site).getArgNumber() / 2;
  return hasDims(nest) && dim < nest.getNumDims() ? dim : -1;
}

Value NestOp::getSiteAxis(Value site) {
  int64_t dim = getDim(*this, site);
  return dim < 0 ? Value() : getAxes()[dim];
}

SmallVector<Value> NestOp::getSiteParents(Value site) {
  int64_t dim = getDim(*this, site);
  if (dim < 0)
    return {};
  // The sites after `under` come in the order of the -1 that they stand for.
  size_t next = 0;
  for (int64_t before = 0; before < dim; ++before)
    next += llvm::count(getDimParents(before), -1);
  SmallVector<Value> sites;
  Block *body = cast<BlockArgument>(site).getOwner();
  for (int64_t parent : getDimParents(dim)) {
    bool apart = parent == -1 && next < getUnder().size();
    if (!apart && (parent < 0 || parent >= dim))
      return {};
    sites.push_back(apart ? getUnder()[next++]
                          : Value(body->getArgument(2 * parent + 1)));
  }
  return sites;
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

/// A nest over an axis whose fibres are known to be empty never runs its body.
LogicalResult NestOp::canonicalize(NestOp nest, PatternRewriter &rewriter) {
  auto isEmpty = [](Value level) {
    Value cells = spindle::axis::getCellsPerFibre(level);
    return cells && matchPattern(cells, m_Zero());
  };
  if (llvm::none_of(nest.getAxes(), isEmpty))
    return rewriter.notifyMatchFailure(nest, "may run its body");
  rewriter.replaceOp(nest, nest.getInit());
  return success();
}
