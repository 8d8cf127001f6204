//===- DimSizes.cpp - one size for all dimensions of one name -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace spindle::sparse;

/// How directly a tensor tells the size of its dimension `dim`: 0 in its type,
/// 1 in an argument, 2 in the shape of its values.
static int getDistance(const Pieces &pieces, int64_t dim) {
  if (!ShapedType::isDynamic(pieces.tensor.getDimSize(dim)))
    return 0;
  return pieces.find(PieceRole::Size, dim) ? 1 : 2;
}

/// The size of dimension `dim`, from what the tensor alone tells.
static Value buildOwnSize(OpBuilder &builder, Location loc,
                          const Pieces &pieces, int64_t dim) {
  int64_t size = pieces.tensor.getDimSize(dim);
  if (!ShapedType::isDynamic(size))
    return arith::ConstantIndexOp::create(builder, loc, size);
  if (Value arg = pieces.find(PieceRole::Size, dim))
    return arg;
  return memref::DimOp::create(builder, loc, pieces.find(PieceRole::Values),
                               getDimOfValues(pieces.tensor.getFormat(), dim));
}

void DimSizes::note(const Pieces &pieces, ArrayAttr dims) {
  // A tensor on the structure of another has its values alone.
  if (!dims || pieces.sharesStructure)
    return;
  names[&pieces] = dims;
  for (auto [dim, name] : llvm::enumerate(dims.getAsRange<StringAttr>())) {
    Source source = {&pieces, int64_t(dim)};
    Size &known = sizes.try_emplace(name, Size{source, {}}).first->second;
    if (getDistance(pieces, dim) <
        getDistance(*known.source.pieces, known.source.dim))
      known.source = source;
  }
}

Value DimSizes::build(OpBuilder &builder, Location loc, const Pieces &pieces,
                      int64_t dim) {
  ArrayAttr dims = names.lookup(&pieces);
  if (!dims)
    return buildOwnSize(builder, loc, pieces, dim);
  Size &size = sizes.find(cast<StringAttr>(dims[dim]))->second;
  if (!size.value)
    size.value =
        buildOwnSize(builder, loc, *size.source.pieces, size.source.dim);
  return size.value;
}
