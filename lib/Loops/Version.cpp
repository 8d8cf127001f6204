//===- Version.cpp - loops for what is so at run time ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Loops/Version.h"

#include "LoopBlocks.h"
#include "Spindle/Loops/MemoryFacts.h"
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

/// Puts `loop` into the first case of a branch and a copy into the other.
static VersionedLoop branch(RewriterBase &rewriter, scf::ForOp loop,
                            Value test) {
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  auto cases = scf::IfOp::create(rewriter, loc, loop.getResultTypes(), test,
                                 /*addThenBlock=*/true, /*addElseBlock=*/true);
  rewriter.replaceAllUsesWith(loop.getResults(), cases.getResults());
  rewriter.setInsertionPointToStart(cases.elseBlock());
  auto other = cast<scf::ForOp>(rewriter.clone(*loop));
  rewriter.moveOpBefore(loop, cases.thenBlock(), cases.thenBlock()->begin());
  for (scf::ForOp made : {loop, other}) {
    Block *block = made->getBlock();
    if (!block->empty() && isa<scf::YieldOp>(block->back()))
      rewriter.eraseOp(&block->back());
    rewriter.setInsertionPointToEnd(block);
    scf::YieldOp::create(rewriter, loc, made.getResults());
  }
  return {loop, other};
}

FailureOr<VersionedLoop> spindle::loops::version(RewriterBase &rewriter,
                                                 scf::ForOp loop,
                                                 const VersionOptions &options,
                                                 std::string &refusal) {
  SmallVector<Value> memories = collectMemories(loop), strided, aligned;
  if (options.unitStride)
    llvm::copy_if(memories, std::back_inserter(strided), getUnitStrideType);
  if (options.alignment)
    llvm::copy_if(memories, std::back_inserter(aligned), getElementBytes);
  bool counts = options.atLeast > 0 && !getTripCount(loop);
  if (strided.empty() && aligned.empty() && !counts) {
    refusal = "there is nothing in it to test";
    return failure();
  }
  if (counts && loop.getUnsignedCmp()) {
    refusal = "its bounds are compared as unsigned numbers";
    return failure();
  }
  VersionBuilder builder(loop);
  for (Value memory : strided)
    builder.testUnitStride(memory);
  for (Value memory : aligned)
    builder.testAlignment(memory, options.alignment);
  if (counts)
    builder.testCount(options.atLeast);
  VersionedLoop versions = branch(rewriter, loop, builder.test);
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  for (Value memory : memories) {
    Value known = memory;
    if (llvm::is_contained(strided, memory))
      known = memref::CastOp::create(rewriter, loop.getLoc(),
                                     getUnitStrideType(memory), memory);
    if (llvm::is_contained(aligned, memory))
      known = memref::AssumeAlignmentOp::create(rewriter, loop.getLoc(), known,
                                                options.alignment);
    if (known != memory)
      replaceAccesses(rewriter, loop, memory, known);
  }
  return versions;
}
