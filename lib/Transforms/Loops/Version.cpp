//===- Version.cpp - loops for what is so at run time ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Version.h"

#include "LoopBlocks.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "VersionSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace spindle::loops;

/// The memories from outside that operations in `loop` access.
static SmallVector<Value> collectMemories(scf::ForOp loop) {
  llvm::SetVector<Value> memories;
  loop.getBody()->walk([&](Operation *op) {
    MemoryTouches touches = getTouches(op);
    for (ArrayRef<Value> list :
         {ArrayRef(touches.reads), ArrayRef(touches.writes)})
      for (Value memory : list)
        if (isa<MemRefType>(memory.getType()) &&
            loop.isDefinedOutsideOfLoop(memory))
          memories.insert(memory);
  });
  return memories.takeVector();
}

/// The type of `memory` with stride 1 in the last dimension; null where the
/// stride is known.
static MemRefType getUnitStrideType(Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.empty() ||
      !ShapedType::isDynamic(strides.back()))
    return {};
  strides.back() = 1;
  return MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), offset, strides),
      type.getMemorySpace());
}

/// Bytes of an element of `memory`; none where they are not whole.
static std::optional<int64_t> getElementBytes(Value memory) {
  Type element = cast<MemRefType>(memory.getType()).getElementType();
  int64_t parts = 1;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    parts = 2;
    element = complex.getElementType();
  }
  if (element.isIndex())
    return parts * 8;
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8 != 0)
    return std::nullopt;
  return parts * element.getIntOrFloatBitWidth() / 8;
}

namespace {
/// Builds one test before a loop, and says what it shows inside of it.
struct VersionBuilder {
  VersionBuilder(scf::ForOp loop) : loop(loop), builder(loop.getLoc(), loop) {}

  scf::ForOp loop;
  ImplicitLocOpBuilder builder;
  /// All that is to hold; null while nothing is tested.
  Value test;

  void require(Value condition);
  void testUnitStride(Value memory);
  void testAlignment(Value memory, int64_t bytes);
  void testCount(int64_t count);
  void testBound(Value bound, int64_t number);
  void testSize(MemoryDim dim, arith::CmpIPredicate predicate, int64_t size);

private:
  Value makeIndex(int64_t number) {
    return arith::ConstantIndexOp::create(builder, number);
  }
};
} // namespace

void VersionBuilder::require(Value condition) {
  test = test ? arith::AndIOp::create(builder, test, condition).getResult()
              : condition;
}

void VersionBuilder::testUnitStride(Value memory) {
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, memory);
  require(arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                metadata.getStrides().back(), makeIndex(1)));
}

void VersionBuilder::testAlignment(Value memory, int64_t bytes) {
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, memory);
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(builder, memory);
  Value offset = arith::MulIOp::create(builder, metadata.getOffset(),
                                       makeIndex(*getElementBytes(memory)));
  Value address = arith::AddIOp::create(builder, base, offset);
  Value rest = arith::RemUIOp::create(builder, address, makeIndex(bytes));
  require(arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, rest,
                                makeIndex(0)));
}

void VersionBuilder::testCount(int64_t count) {
  Type type = loop.getInductionVar().getType();
  Value needed = arith::ConstantOp::create(
      builder, builder.getIntegerAttr(type, count - 1));
  Value reach = arith::MulIOp::create(builder, loop.getStep(), needed);
  Value last = arith::AddIOp::create(builder, loop.getLowerBound(), reach);
  require(arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, last,
                                loop.getUpperBound()));
}

void VersionBuilder::testBound(Value bound, int64_t number) {
  Value other = arith::ConstantOp::create(
      builder, builder.getIntegerAttr(bound.getType(), number));
  require(
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, bound, other));
}

void VersionBuilder::testSize(MemoryDim dim, arith::CmpIPredicate predicate,
                              int64_t size) {
  Value known = memref::DimOp::create(builder, dim.first, dim.second);
  require(arith::CmpIOp::create(builder, predicate, known, makeIndex(size)));
}

/// Has `loop` use `other`, which says more, instead of `memory`, where it is
/// accessed.
static void replaceAccesses(RewriterBase &rewriter, scf::ForOp loop,
                            Value memory, Value other) {
  rewriter.replaceUsesWithIf(memory, other, [&](OpOperand &use) {
    MemoryTouches touches = getTouches(use.getOwner());
    return loop->isProperAncestor(use.getOwner()) &&
           (llvm::is_contained(touches.reads, memory) ||
            llvm::is_contained(touches.writes, memory));
  });
}

namespace {
/// What of a loop is tested.
struct Tested {
  Tested(scf::ForOp loop, const VersionOptions &options);

  /// All memories that the loop accesses; those whose stride is tested, and
  /// their alignment.
  SmallVector<Value> memories, strided, aligned;
  bool counts;
  ExtentUses extent;
  WideIndices wide;

  bool isNothing() const {
    return strided.empty() && aligned.empty() && !counts &&
           extent.bounds.empty() && wide.dims.empty();
  }
  Value build(scf::ForOp loop, const VersionOptions &options) const;
  void tell(RewriterBase &rewriter, scf::ForOp loop,
            const VersionOptions &options) const;

private:
  Value describe(RewriterBase &rewriter, scf::ForOp loop, Value memory,
                 const VersionOptions &options) const;
};
} // namespace

Tested::Tested(scf::ForOp loop, const VersionOptions &options)
    : memories(collectMemories(loop)),
      counts(options.atLeast > 0 && !getTripCount(loop)) {
  if (options.unitStride)
    llvm::copy_if(memories, std::back_inserter(strided), getUnitStrideType);
  if (options.alignment)
    llvm::copy_if(memories, std::back_inserter(aligned), getElementBytes);
  if (options.extent)
    extent = findExtentUses(loop, options.dim);
  if (options.narrowIndices)
    wide = findWideIndices(loop);
}

/// The test, before `loop`.
Value Tested::build(scf::ForOp loop, const VersionOptions &options) const {
  VersionBuilder builder(loop);
  for (Value memory : strided)
    builder.testUnitStride(memory);
  for (Value memory : aligned)
    builder.testAlignment(memory, options.alignment);
  if (counts)
    builder.testCount(options.atLeast);
  for (Value bound : extent.bounds)
    builder.testBound(bound, options.extent);
  for (MemoryDim dim : extent.dims)
    builder.testSize(dim, arith::CmpIPredicate::eq, options.extent);
  for (MemoryDim dim : wide.dims)
    builder.testSize(dim, arith::CmpIPredicate::ule, kMostNarrow);
  return builder.test;
}

/// What is known of `memory` where the test holds, as another value for it.
Value Tested::describe(RewriterBase &rewriter, scf::ForOp loop, Value memory,
                       const VersionOptions &options) const {
  auto before = cast<MemRefType>(memory.getType()), type = before;
  if (llvm::is_contained(strided, memory))
    type = getUnitStrideType(memory);
  type = withExtent(memory, type, extent.dims.getArrayRef(), options.extent);
  Value known = memory;
  if (type != before)
    known = memref::CastOp::create(rewriter, loop.getLoc(), type, memory);
  if (llvm::is_contained(aligned, memory))
    known = memref::AssumeAlignmentOp::create(rewriter, loop.getLoc(), known,
                                              options.alignment);
  return known;
}

/// Says in `loop` what holds there.
void Tested::tell(RewriterBase &rewriter, scf::ForOp loop,
                  const VersionOptions &options) const {
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  for (Value bound : extent.bounds) {
    Value number = arith::ConstantOp::create(
        rewriter, loop.getLoc(),
        rewriter.getIntegerAttr(bound.getType(), options.extent));
    rewriter.replaceUsesWithIf(bound, number, [&](OpOperand &use) {
      return loop->isAncestor(use.getOwner());
    });
  }
  for (OpOperand *index : wide.uses)
    rewriter.modifyOpInPlace(index->getOwner(),
                             [&] { narrow(rewriter, *index); });
  for (Value memory : memories) {
    Value known = describe(rewriter, loop, memory, options);
    if (known != memory)
      replaceAccesses(rewriter, loop, memory, known);
  }
}

FailureOr<VersionedLoop> spindle::loops::version(RewriterBase &rewriter,
                                                 scf::ForOp loop,
                                                 const VersionOptions &options,
                                                 std::string &refusal) {
  Tested tested(loop, options);
  if (tested.isNothing()) {
    refusal = "there is nothing in it to test";
    return failure();
  }
  if (tested.counts && loop.getUnsignedCmp()) {
    refusal = "its bounds are compared as unsigned numbers";
    return failure();
  }
  VersionedLoop versions =
      makeVersions(rewriter, loop, tested.build(loop, options));
  tested.tell(rewriter, loop, options);
  return versions;
}
