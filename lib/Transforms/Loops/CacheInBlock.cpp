//===- CacheInBlock.cpp - parts of operands in a block's memory -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/CacheInBlock.h"

#include "BlockParts.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Iter/IR/BlockLoops.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Transforms/Loops/HoistLoads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

namespace {
/// Copies one part.
class PartCopier {
public:
  PartCopier(RewriterBase &rewriter, Operation *loop, const BlockPart &part,
             const CacheInBlockOptions &options)
      : rewriter(rewriter), loop(loop), part(part), options(options),
        builder(loop->getLoc(), rewriter) {}

  /// Allocates the copy, and finds where the part is, before the loop.
  void begin();
  /// Builds loops that copy, before `place`: to the copy, or back. Gives the
  /// innermost one.
  scf::ForOp copy(Operation *place, bool back);
  /// Has all accesses be to the copy.
  void redirect();

private:
  /// A range, as it is in the memory.
  struct Range {
    /// Where the part begins.
    Value start;
    /// From which element of the part on, and up to which, the memory has it.
    Value from, to;
  };

  void hoistDims();
  Value makeBase(const iter::LinearIndex &base);
  void addDim(const PartDim &dim, unsigned number);
  Value beginLoop(const Range &range, bool isOnly, bool isShared);
  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, number);
  }
  Value get(OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder, loop->getLoc(), number);
  }

  RewriterBase &rewriter;
  Operation *loop;
  const BlockPart &part;
  const CacheInBlockOptions &options;
  ImplicitLocOpBuilder builder;
  Value scratch;
  /// Of dimensions without a range the index, else its range.
  SmallVector<Range> dims;
  /// Whether the indices of dimensions without a range are in the memory; null
  /// for always.
  Value exists;
};
} // namespace

//===----------------------------------------------------------------------===//
// Where the part is
//===----------------------------------------------------------------------===//

void PartCopier::hoistDims() {
  hoist(rewriter, part.memory, loop);
  for (const PartDim &dim : part.dims) {
    for (iter::LinearIndex::Term term : dim.base.terms)
      hoist(rewriter, term.value, loop);
    for (OpFoldResult bound : {dim.lower, dim.upper})
      if (auto value = dyn_cast_or_null<Value>(bound))
        hoist(rewriter, value, loop);
  }
}

Value PartCopier::makeBase(const iter::LinearIndex &base) {
  Value sum = constant(base.constant);
  for (iter::LinearIndex::Term term : base.terms)
    sum = builder.createOrFold<arith::AddIOp>(
        builder.createOrFold<arith::MulIOp>(term.value, constant(term.factor)),
        sum);
  return sum;
}

void PartCopier::addDim(const PartDim &dim, unsigned number) {
  Range range;
  Value size = builder.createOrFold<memref::DimOp>(part.memory, number);
  range.start = makeBase(dim.base);
  if (!dim.range) {
    Value isInside = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                           range.start, size);
    exists = exists ? builder.createOrFold<arith::AndIOp>(exists, isInside)
                    : isInside;
    dims.push_back(range);
    return;
  }
  Value lower = get(dim.lower), upper = get(dim.upper);
  range.start = builder.createOrFold<arith::AddIOp>(range.start, lower);
  Value count = builder.createOrFold<arith::SubIOp>(upper, lower);
  Value rest = builder.createOrFold<arith::SubIOp>(size, range.start);
  range.to = builder.createOrFold<arith::MinSIOp>(count, rest);
  Value zero = constant(0);
  range.from = builder.createOrFold<arith::MaxSIOp>(
      builder.createOrFold<arith::SubIOp>(zero, range.start), zero);
  dims.push_back(range);
}

void PartCopier::begin() {
  hoistDims();
  builder.setInsertionPoint(loop);
  SmallVector<int64_t> shape;
  for (auto [number, dim] : llvm::enumerate(part.dims)) {
    addDim(dim, number);
    if (dim.range)
      shape.push_back(dim.most);
  }
  if (shape.size() > 1)
    shape.back() += options.padding;
  auto type = cast<MemRefType>(part.memory.getType());
  builder.setInsertionPointToStart(iter::getBlockLoop(loop).getBody());
  scratch = memref::AllocaOp::create(
      builder, MemRefType::get(shape, type.getElementType()));
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Begins a loop through `range`, and builds inside from there on; gives its
/// variable. The only range is in pieces, which are shared.
Value PartCopier::beginLoop(const Range &range, bool isOnly, bool isShared) {
  Value from = range.from, to = range.to;
  if (isShared) {
    int64_t lanes = isOnly ? iter::countLanes(loop) : 1;
    auto shared = scf::ForallOp::create(
        builder, ArrayRef<OpFoldResult>(from), ArrayRef<OpFoldResult>(to),
        ArrayRef<OpFoldResult>(builder.getIndexAttr(lanes)), ValueRange(),
        std::nullopt);
    builder.setInsertionPoint(shared.getTerminator());
    if (!isOnly)
      return shared.getInductionVar(0);
    from = shared.getInductionVar(0);
    to = arith::MinSIOp::create(
        builder, to, arith::AddIOp::create(builder, from, constant(lanes)));
  }
  auto serial = scf::ForOp::create(builder, from, to, constant(1));
  builder.setInsertionPoint(serial.getBody()->getTerminator());
  return serial.getInductionVar();
}

scf::ForOp PartCopier::copy(Operation *place, bool back) {
  builder.setInsertionPoint(place);
  if (exists) {
    auto branch = scf::IfOp::create(builder, exists);
    builder.setInsertionPoint(branch.thenBlock()->getTerminator());
  }
  bool isOnly = llvm::count_if(dims, [](const Range &range) {
                  return bool(range.from);
                }) == 1;
  bool isShared = true;
  SmallVector<Value> outside, inside;
  for (auto [range, dim] : llvm::zip_equal(dims, part.dims)) {
    outside.push_back(range.start);
    if (!dim.range)
      continue;
    Value variable = beginLoop(range, isOnly, isShared);
    isShared = false;
    inside.push_back(variable);
    outside.back() = builder.createOrFold<arith::AddIOp>(range.start, variable);
  }
  Value from = back ? scratch : part.memory, to = back ? part.memory : scratch;
  Value element =
      memref::LoadOp::create(builder, from, back ? inside : outside);
  memref::StoreOp::create(builder, element, to, back ? outside : inside);
  return cast<scf::ForOp>(builder.getInsertionBlock()->getParentOp());
}

void PartCopier::redirect() {
  for (Operation *op : part.accesses) {
    MemoryAccess access = *getElementAccess(op);
    builder.setInsertionPoint(op);
    SmallVector<Value> indices;
    for (auto [index, dim, range] :
         llvm::zip_equal(access.indices, part.dims, dims))
      if (dim.range)
        indices.push_back(
            builder.createOrFold<arith::SubIOp>(index, range.start));
    rewriter.modifyOpInPlace(op, [&] {
      if (auto load = dyn_cast<memref::LoadOp>(op)) {
        load.getMemrefMutable().assign(scratch);
        load.getIndicesMutable().assign(indices);
      } else {
        auto store = cast<memref::StoreOp>(op);
        store.getMemrefMutable().assign(scratch);
        store.getIndicesMutable().assign(indices);
      }
    });
  }
}

//===----------------------------------------------------------------------===//
// What is copied
//===----------------------------------------------------------------------===//

static std::string checkPlaceInBlock(Operation *loop) {
  if (!isa<scf::ForOp, scf::ForallOp>(loop))
    return "it is no loop";
  if (!iter::getBlockLoop(loop))
    return "it stands in no loop that is bound to blocks";
  if (iter::getSharedLoop(loop))
    return "it stands in a loop that the groups of a block share";
  return "";
}

/// Whether nothing in `loop` but the accesses of `part` may touch its memory.
static bool isAloneIn(Operation *loop, const BlockPart &part,
                      const MemoryFacts &facts) {
  return !loop->walk([&](Operation *op) {
                MemoryTouches touches = getTouches(op);
                llvm::append_range(touches.reads, touches.writes);
                bool meets = llvm::any_of(touches.reads, [&](Value memory) {
                  return !facts.areDistinct(memory, part.memory);
                });
                bool other = touches.isUnknown ||
                             (meets && !llvm::is_contained(part.accesses, op));
                return other ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Whether no other block accesses an element of `part`: of each block some
/// dimension has indices of its own, and nothing else accesses the memory.
static bool isOfOneBlock(Operation *loop, const BlockPart &part,
                         const MemoryFacts &facts) {
  scf::ForallOp block = iter::getBlockLoop(loop);
  return isAloneIn(block, part, facts) &&
         llvm::any_of(part.dims, [&](const PartDim &dim) {
           return dim.base.terms.size() == 1 &&
                  dim.base.terms.front().value == block.getInductionVar(0) &&
                  dim.base.terms.front().factor >= dim.most &&
                  (!dim.range || getConstantIntValue(dim.lower));
         });
}

/// Whether the memory of `part` is one of the block already.
static bool isInBlock(const BlockPart &part) {
  Operation *source = MemoryFacts::getRoot(part.memory).getDefiningOp();
  return isa_and_present<memref::AllocaOp>(source);
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::cacheReadInBlock(RewriterBase &rewriter, Operation *loop,
                                 const CacheInBlockOptions &options,
                                 std::string &refusal) {
  refusal = checkPlaceInBlock(loop);
  if (!refusal.empty())
    return failure();
  MemoryFacts facts(loop);
  scf::ForallOp block = iter::getBlockLoop(loop);
  SmallVector<BlockPart> parts = findBlockParts(loop);
  // An element that only a copy reads may be one that another block writes.
  llvm::erase_if(parts, [&](const BlockPart &part) {
    return part.isStored || isInBlock(part) || !part.isAccessedAgain(loop) ||
           facts.findWrite(block, part.memory);
  });
  refusal = "it reads nothing again whose size is bounded, and that no block "
            "writes";
  if (parts.empty())
    return failure();
  OpBuilder::InsertionGuard saved(rewriter);
  SmallVector<scf::ForOp> copies;
  for (const BlockPart &part : parts) {
    PartCopier copier(rewriter, loop, part, options);
    copier.begin();
    copies.push_back(copier.copy(loop, /*back=*/false));
    copier.redirect();
  }
  return copies;
}

/// Puts `loop`, which gives nothing, into a branch that is taken if it has an
/// iteration.
static void guardLoop(RewriterBase &rewriter, Operation *loop) {
  auto shared = dyn_cast<scf::ForallOp>(loop);
  ImplicitLocOpBuilder builder(loop->getLoc(), rewriter);
  builder.setInsertionPoint(loop);
  auto get = [&](OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder, loop->getLoc(), number);
  };
  Value from = shared ? get(shared.getMixedLowerBound().front())
                      : cast<scf::ForOp>(loop).getLowerBound();
  Value to = shared ? get(shared.getMixedUpperBound().front())
                    : cast<scf::ForOp>(loop).getUpperBound();
  Value runs =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, from, to);
  auto branch = scf::IfOp::create(builder, runs);
  rewriter.moveOpBefore(loop, branch.thenBlock()->getTerminator());
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::cacheWriteInBlock(RewriterBase &rewriter, Operation *loop,
                                  const CacheInBlockOptions &options,
                                  std::string &refusal) {
  refusal = checkPlaceInBlock(loop);
  if (refusal.empty() && loop->getNumResults() > 0)
    refusal = "it carries values";
  if (!refusal.empty())
    return failure();
  MemoryFacts facts(loop);
  SmallVector<BlockPart> parts = findBlockParts(loop);
  llvm::erase_if(parts, [&](const BlockPart &part) {
    return !part.isStored || isInBlock(part) || !part.isAccessedAgain(loop) ||
           !isAloneIn(loop, part, facts) ||
           (!part.isSurelyAccessed(loop) && !isOfOneBlock(loop, part, facts));
  });
  refusal = "it stores nothing again whose size is bounded, and that no other "
            "block may access";
  if (parts.empty())
    return failure();
  OpBuilder::InsertionGuard saved(rewriter);
  guardLoop(rewriter, loop);
  SmallVector<scf::ForOp> copies;
  for (const BlockPart &part : parts) {
    PartCopier copier(rewriter, loop, part, options);
    copier.begin();
    copies.push_back(copier.copy(loop, /*back=*/false));
    copies.push_back(copier.copy(loop->getNextNode(), /*back=*/true));
    copier.redirect();
  }
  return copies;
}
