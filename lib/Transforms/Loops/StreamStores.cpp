//===- StreamStores.cpp - stores past the caches --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/StreamStores.h"

#include "Spindle/Analysis/MemoryFacts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle::loops;

//===----------------------------------------------------------------------===//
// Which stores
//===----------------------------------------------------------------------===//

/// Bytes of an element of `type`; 0 where they are not whole.
static int64_t getStoreBytes(Type type) {
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() % 8 == 0
             ? type.getIntOrFloatBitWidth() / 8
             : 0;
}

/// Bytes of the vector that `store` stores, a power of two; 0 where it is not
/// one that a processor can store past its caches.
static int64_t getVectorBytes(vector::StoreOp store) {
  constexpr int64_t least = 16;
  VectorType type = store.getVectorType();
  int64_t bytes = getStoreBytes(type.getElementType());
  if (type.getRank() != 1 || type.isScalable() ||
      type.getElementType() != store.getMemRefType().getElementType())
    return 0;
  bytes *= type.getDimSize(0);
  return bytes >= least && llvm::isPowerOf2_64(bytes) ? bytes : 0;
}

namespace {
/// Stores of a block to one row, at constant distances from the first.
struct StoreGroup {
  SmallVector<vector::StoreOp> stores;

  /// Adds `store` if it is at whole vectors from the first one.
  bool add(vector::StoreOp store);
};

/// The stores of a loop.
struct StreamedStores {
  SmallVector<StoreGroup> groups;
  /// What they store to, from outside of the loop.
  llvm::SetVector<Value> memories;
};
} // namespace

bool StoreGroup::add(vector::StoreOp store) {
  if (!stores.empty()) {
    vector::StoreOp first = stores.front();
    auto from = getConstantIntValue(first.getIndices().back()),
         to = getConstantIntValue(store.getIndices().back());
    if (first.getBase() != store.getBase() ||
        first.getVectorType() != store.getVectorType() ||
        first.getIndices().drop_back() != store.getIndices().drop_back() ||
        !from || !to ||
        (*to - *from) % store.getVectorType().getDimSize(0) != 0)
      return false;
  }
  stores.push_back(store);
  return true;
}

/// Collects the groups of `block`; what touches memory ends a group, since the
/// stores of one come together.
static void collectGroups(Block &block, scf::ForOp loop,
                          StreamedStores &found) {
  StoreGroup group;
  auto finish = [&] {
    if (!group.stores.empty())
      found.groups.push_back(std::exchange(group, StoreGroup()));
  };
  for (Operation &op : block) {
    auto store = dyn_cast<vector::StoreOp>(op);
    Value memory = store ? MemoryFacts::getRoot(store.getBase()) : Value();
    if (store && !store.getNontemporal() && getVectorBytes(store) &&
        loop.isDefinedOutsideOfLoop(memory) &&
        isa<MemRefType>(memory.getType())) {
      found.memories.insert(memory);
      if (!group.add(store)) {
        finish();
        group.add(store);
      }
    } else if (!isPure(&op)) {
      finish();
    }
  }
  finish();
}

/// What in `loop` may read `memory`; null where nothing does.
static Operation *findRead(scf::ForOp loop, Value memory) {
  MemoryFacts facts(loop);
  Operation *found = nullptr;
  loop.getBody()->walk([&](Operation *op) {
    MemoryTouches touches = getTouches(op);
    bool reads =
        touches.isUnknown || llvm::any_of(touches.reads, [&](Value read) {
          return !isa<BaseMemRefType>(read.getType()) ||
                 !facts.areDistinct(read, memory);
        });
    if (reads)
      found = op;
    return reads ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// Leaves out memory that something in `loop` may read; gives what reads the
/// first of it.
static Operation *dropRead(scf::ForOp loop, StreamedStores &found) {
  Operation *first = nullptr;
  llvm::SmallDenseSet<Value> areRead;
  for (Value memory : found.memories)
    if (Operation *read = findRead(loop, memory)) {
      first = first ? first : read;
      areRead.insert(memory);
    }
  llvm::erase_if(found.groups, [&](StoreGroup &group) {
    return areRead.contains(
        MemoryFacts::getRoot(group.stores.front().getBase()));
  });
  found.memories.remove_if(
      [&](Value memory) { return areRead.contains(memory); });
  return first;
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

static Value makeIndex(ImplicitLocOpBuilder &builder, int64_t number) {
  return arith::ConstantIndexOp::create(builder, number);
}

/// Whether `memory` has at least `bytes`.
static Value testSize(ImplicitLocOpBuilder &builder, Value memory,
                      int64_t bytes) {
  auto type = cast<MemRefType>(memory.getType());
  Value size = makeIndex(builder, getStoreBytes(type.getElementType()));
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    size = arith::MulIOp::create(builder, size,
                                 memref::DimOp::create(builder, memory, dim));
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::uge, size,
                               makeIndex(builder, bytes));
}

/// Whether the address that `store` stores to is divisible by the size of its
/// vector.
static Value testAlignment(ImplicitLocOpBuilder &builder,
                           vector::StoreOp store) {
  Value memory = store.getBase();
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, memory);
  Value offset = metadata.getOffset();
  for (auto [index, stride] :
       llvm::zip_equal(store.getIndices(), metadata.getStrides())) {
    Value part = arith::MulIOp::create(builder, index, stride);
    offset = arith::AddIOp::create(builder, offset, part);
  }
  Type element = store.getVectorType().getElementType();
  Value bytes = arith::MulIOp::create(
      builder, offset, makeIndex(builder, getStoreBytes(element)));
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(builder, memory);
  Value address = arith::AddIOp::create(builder, base, bytes);
  Value rest = arith::RemUIOp::create(
      builder, address, makeIndex(builder, getVectorBytes(store)));
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, rest,
                               makeIndex(builder, 0));
}

//===----------------------------------------------------------------------===//
// What takes their place
//===----------------------------------------------------------------------===//

/// Puts the stores of `group` into a branch, where they are aligned and
/// `isLarge`, unless it is null, non-temporal ones.
static void stream(RewriterBase &rewriter, const StoreGroup &group,
                   Value isLarge) {
  vector::StoreOp last = group.stores.back();
  ImplicitLocOpBuilder builder(last.getLoc(), last);
  Value test = testAlignment(builder, group.stores.front());
  if (isLarge)
    test = arith::AndIOp::create(builder, isLarge, test);
  auto branch = scf::IfOp::create(builder, test, /*withElseRegion=*/true);
  for (vector::StoreOp store : group.stores) {
    rewriter.setInsertionPoint(branch.thenBlock()->getTerminator());
    auto streamed = cast<vector::StoreOp>(rewriter.clone(*store));
    streamed.setNontemporal(true);
    streamed.setAlignment(getVectorBytes(store));
    rewriter.moveOpBefore(store, branch.elseBlock()->getTerminator());
  }
}

LogicalResult spindle::loops::streamStores(RewriterBase &rewriter,
                                           scf::ForOp loop,
                                           const StreamStoresOptions &options,
                                           std::string &refusal) {
  StreamedStores found;
  loop->walk([&](Block *block) { collectGroups(*block, loop, found); });
  if (found.groups.empty()) {
    refusal = "it stores no whole vectors to memory from outside";
    return failure();
  }
  Operation *read = dropRead(loop, found);
  if (found.groups.empty()) {
    options.observer.reportObstacle(read);
    refusal = ("'" + read->getName().getStringRef() +
               "' in it may read what it stores")
                  .str();
    return failure();
  }
  OpBuilder::InsertionGuard saved(rewriter);
  llvm::SmallDenseMap<Value, Value> areLarge;
  ImplicitLocOpBuilder before(loop.getLoc(), loop);
  for (Value memory : found.memories)
    if (options.atLeast > 1)
      areLarge[memory] = testSize(before, memory, options.atLeast);
  for (const StoreGroup &group : found.groups) {
    vector::StoreOp first = group.stores.front();
    Value memory = MemoryFacts::getRoot(first.getBase());
    stream(rewriter, group, areLarge.lookup(memory));
  }
  rewriter.setInsertionPointAfter(loop);
  LLVM::FenceOp::create(rewriter, loop.getLoc(), LLVM::AtomicOrdering::seq_cst);
  return success();
}

void spindle::loops::streamAllStores(RewriterBase &rewriter, Operation *root,
                                     const StreamStoresOptions &options) {
  SmallVector<scf::ForOp> loops;
  root->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    loops.push_back(loop);
    return WalkResult::skip();
  });
  for (scf::ForOp loop : loops) {
    std::string refusal;
    StreamStoresOptions quiet{options.atLeast, {}};
    (void)streamStores(rewriter, loop, quiet, refusal);
  }
}
