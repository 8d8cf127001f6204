//===- VersionSizes.cpp - what sizes say of a loop ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VersionSizes.h"

#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// Whether `loop` runs over all of `dim`, and over nothing else.
static bool runsOver(scf::ForOp loop, StringRef dim) {
  spindle::iter::LoopAttr label = spindle::iter::getLabel(loop);
  return label && label.getDims().size() == 1 &&
         label.getDims().front().getValue() == dim &&
         isConstantIntValue(loop.getLowerBound(), 0) && !loop.getUnsignedCmp();
}

/// Calls `visit` with each index of a load or store in `loop`, and with the
/// memory, from outside, and its dimension.
static void
forEachIndex(scf::ForOp loop,
             llvm::function_ref<void(OpOperand &, MemoryDim)> visit) {
  loop.getBody()->walk([&](Operation *op) {
    std::optional<MemoryAccess> access = getElementAccess(op);
    if (!access || !loop.isDefinedOutsideOfLoop(access->memory))
      return;
    size_t rank = access->indices.size();
    auto indices = op->getOpOperands().take_back(rank);
    for (unsigned dim = 0; dim < rank; ++dim)
      visit(indices[dim], {access->memory, dim});
  });
}

static bool hasUnknownSize(MemoryDim dim) {
  return cast<MemRefType>(dim.first.getType()).isDynamicDim(dim.second);
}

ExtentUses spindle::loops::findExtentUses(scf::ForOp loop, StringRef dim) {
  ExtentUses uses;
  loop->walk([&](scf::ForOp inner) {
    Value bound = inner.getUpperBound();
    if (runsOver(inner, dim) && loop.isDefinedOutsideOfLoop(bound) &&
        !getConstantIntValue(bound))
      uses.bounds.insert(bound);
  });
  forEachIndex(loop, [&](OpOperand &index, MemoryDim memory) {
    auto inner = spindle::iter::getLoopOfVariable(index.get());
    if (inner && uses.bounds.contains(inner.getUpperBound()) &&
        runsOver(inner, dim) && hasUnknownSize(memory))
      uses.dims.insert(memory);
  });
  return uses;
}

MemRefType spindle::loops::withExtent(Value memory, MemRefType type,
                                      ArrayRef<MemoryDim> dims,
                                      int64_t extent) {
  SmallVector<int64_t> shape(type.getShape());
  for (const auto &[other, dim] : dims)
    if (other == memory)
      shape[dim] = extent;
  return MemRefType::get(shape, type.getElementType(), type.getLayout(),
                         type.getMemorySpace());
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

WideIndices spindle::loops::findWideIndices(scf::ForOp loop) {
  WideIndices wide;
  forEachIndex(loop, [&](OpOperand &index, MemoryDim memory) {
    auto cast = index.get().getDefiningOp<arith::IndexCastOp>();
    bool isWide = cast && cast.getIn().getType().isInteger() &&
                  cast.getIn().getType().getIntOrFloatBitWidth() > 32;
    int64_t size = mlir::cast<MemRefType>(memory.first.getType())
                       .getDimSize(memory.second);
    if (!isWide || (!hasUnknownSize(memory) && size > kMostNarrow))
      return;
    wide.uses.push_back(&index);
    if (hasUnknownSize(memory))
      wide.dims.insert(memory);
  });
  return wide;
}

// LLVM makes shifts of an extension of what was cut off, and loses the number
// of bits with them; bits that are zero it keeps in mind.
void spindle::loops::narrow(OpBuilder &builder, OpOperand &use) {
  auto wide = use.get().getDefiningOp<arith::IndexCastOp>();
  OpBuilder::InsertionGuard saved(builder);
  builder.setInsertionPointAfter(wide);
  Location loc = wide.getLoc();
  Value mask = arith::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(wide.getIn().getType(), kMostNarrow - 1));
  Value number = arith::AndIOp::create(builder, loc, wide.getIn(), mask);
  use.set(arith::IndexCastOp::create(builder, loc, wide.getType(), number));
}
