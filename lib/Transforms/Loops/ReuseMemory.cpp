//===- ReuseMemory.cpp - memory for what is not needed at one time --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace spindle {
#define GEN_PASS_DEF_REUSEMEMORYPASS
#include "Spindle/Transforms/Loops/Passes.h.inc"
} // namespace spindle

using namespace mlir;

namespace {
/// An allocation, and when it is needed: from the first operation of the block
/// that uses it to the last, by their numbers.
struct Lifetime {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  int64_t first = -1, last = -1;
  int64_t bytes = 0;
};

/// Memory for several allocations, of which no two are needed at one time.
struct SharedMemory {
  SmallVector<Lifetime *> users;
  int64_t bytes = 0;
  /// When it is free again.
  int64_t last = -1;
};
} // namespace

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

/// The bytes of memory of `type`; none where they are not known, or where its
/// elements have no bytes of their own.
static std::optional<int64_t> countBytes(MemRefType type,
                                         const DataLayout &layout) {
  Type element = type.getElementType();
  Type number = element;
  if (auto complex = dyn_cast<ComplexType>(element))
    number = complex.getElementType();
  // Others are stored with gaps that their sizes do not tell.
  bool isKnown =
      number.isIndex() || number.isInteger(1) ||
      (number.isIntOrFloat() &&
       llvm::is_contained({8u, 16u, 32u, 64u}, number.getIntOrFloatBitWidth()));
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getMemorySpace() || !isKnown)
    return std::nullopt;
  return type.getNumElements() * int64_t(layout.getTypeSize(element));
}

/// The results of the owner of `use` that are the memory that it uses, for as
/// long; nothing where it may hand that on in another way.
static std::optional<ResultRange> getAliases(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<memref::DistinctObjectsOp>(op))
    return op->getResults().slice(use.getOperandNumber(), 1);
  bool gives =
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
  bool isStored = isa<memref::StoreOp>(op) && use.getOperandNumber() == 0;
  if (isStored || (gives && !isa<ViewLikeOpInterface>(op)) ||
      op->hasTrait<OpTrait::IsTerminator>())
    return std::nullopt;
  return op->getResults().take_front(gives ? op->getNumResults() : 0);
}

/// Finds when the memory of `life` is needed, from the `numbers` of operations;
/// false where something may keep it, or where it is freed elsewhere.
static bool findUses(Lifetime &life,
                     const llvm::DenseMap<Operation *, int64_t> &numbers) {
  Block *block = life.alloc->getBlock();
  SmallVector<Value> reached = {life.alloc.getResult()};
  for (size_t next = 0; next < reached.size(); ++next)
    for (OpOperand &use : reached[next].getUses()) {
      Operation *user = use.getOwner();
      if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
        if (life.dealloc || dealloc->getBlock() != block)
          return false;
        life.dealloc = dealloc;
        continue;
      }
      std::optional<ResultRange> aliases = getAliases(use);
      if (!aliases)
        return false;
      llvm::append_range(reached, *aliases);
      int64_t number = numbers.lookup(block->findAncestorOpInBlock(*user));
      life.first = life.first < 0 ? number : std::min(life.first, number);
      life.last = std::max(life.last, number);
    }
  return bool(life.dealloc);
}

/// The allocations of `block` whose memory may be another one's too.
static std::vector<Lifetime> findLifetimes(Block &block) {
  DataLayout layout = DataLayout::closest(block.getParentOp());
  llvm::DenseMap<Operation *, int64_t> numbers;
  for (Operation &op : block)
    numbers[&op] = numbers.size();
  std::vector<Lifetime> lives;
  for (auto alloc : block.getOps<memref::AllocOp>()) {
    std::optional<int64_t> bytes = countBytes(alloc.getType(), layout);
    Lifetime life{alloc, {}, -1, -1, bytes.value_or(0)};
    if (bytes && findUses(life, numbers))
      lives.push_back(life);
  }
  return lives;
}

//===----------------------------------------------------------------------===//
// Memory that nothing reads
//===----------------------------------------------------------------------===//

/// Whether the owner of `use` does nothing with memory but store to it.
static bool onlyStores(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<memref::StoreOp>(op))
    return use.getOperandNumber() == 1;
  if (isa<vector::StoreOp, vector::MaskedStoreOp>(op))
    return use.get() == op->getOperand(isa<vector::StoreOp>(op) ? 1 : 0);
  return isa<memref::PrefetchOp, memref::DeallocOp>(op);
}

/// Takes `alloc` out, and what stores to it, if nothing reads it.
static void eraseUnread(memref::AllocOp alloc) {
  SmallVector<Value> reached = {alloc.getResult()};
  llvm::SetVector<Operation *> users;
  for (size_t next = 0; next < reached.size(); ++next)
    for (OpOperand &use : reached[next].getUses()) {
      Operation *op = use.getOwner();
      bool isView = isa<memref::SubViewOp, memref::CastOp>(op);
      if (!isView && !onlyStores(use))
        return;
      if (isView)
        reached.push_back(op->getResult(0));
      users.insert(op);
    }
  for (Operation *op : llvm::reverse(users))
    op->erase();
  alloc.erase();
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

/// The slot for `bytes` among those that are free before `first`: the smallest
/// that is large enough, or else the largest; null for none.
static SharedMemory *findFree(std::vector<SharedMemory> &slots, int64_t bytes,
                              int64_t first) {
  SharedMemory *best = nullptr;
  for (SharedMemory &slot : slots) {
    if (slot.last >= first)
      continue;
    bool fits = slot.bytes >= bytes;
    bool isBetter =
        !best || (best->bytes >= bytes ? fits && slot.bytes < best->bytes
                                       : slot.bytes > best->bytes);
    if (isBetter)
      best = &slot;
  }
  return best;
}

/// Divides `lives` into slots, in the order in which they begin.
static std::vector<SharedMemory> shareMemory(std::vector<Lifetime> &lives) {
  SmallVector<Lifetime *> ordered;
  for (Lifetime &life : lives)
    ordered.push_back(&life);
  // Of one vector: those that begin together keep their order.
  llvm::sort(ordered, [](const Lifetime *a, const Lifetime *b) {
    return std::pair(a->first, a) < std::pair(b->first, b);
  });
  std::vector<SharedMemory> slots;
  for (Lifetime *life : ordered) {
    SharedMemory *slot = findFree(slots, life->bytes, life->first);
    if (!slot)
      slot = &slots.emplace_back();
    slot->users.push_back(life);
    slot->bytes = std::max(slot->bytes, life->bytes);
    slot->last = life->last;
  }
  return slots;
}

/// Has the users of `slot` be views of one allocation.
static void makeShared(const SharedMemory &slot) {
  memref::AllocOp start = slot.users.front()->alloc;
  memref::DeallocOp end = slot.users.front()->dealloc;
  for (Lifetime *user : slot.users) {
    if (user->alloc->isBeforeInBlock(start))
      start = user->alloc;
    if (end->isBeforeInBlock(user->dealloc))
      end = user->dealloc;
  }
  OpBuilder builder(start);
  Location loc = start.getLoc();
  auto type = MemRefType::get(slot.bytes, builder.getI8Type());
  // As wide as a cache's line, and as any vector.
  Value memory = memref::AllocOp::create(builder, loc, type,
                                         builder.getI64IntegerAttr(64));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  builder.setInsertionPointAfter(end);
  memref::DeallocOp::create(builder, loc, memory);
  for (Lifetime *user : slot.users) {
    OpBuilder at(user->alloc);
    Value view =
        memref::ViewOp::create(at, user->alloc.getLoc(), user->alloc.getType(),
                               memory, zero, ValueRange());
    user->alloc.replaceAllUsesWith(view);
    user->dealloc.erase();
    user->alloc.erase();
  }
}

namespace {
struct ReuseMemoryPass : spindle::impl::ReuseMemoryPassBase<ReuseMemoryPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (!llvm::hasSingleElement(function.getBody()))
      return;
    for (auto alloc : llvm::make_early_inc_range(
             function.getBody().front().getOps<memref::AllocOp>()))
      eraseUnread(alloc);
    std::vector<Lifetime> lives = findLifetimes(function.getBody().front());
    for (const Lifetime &life : lives)
      bytesAsked += life.bytes;
    for (const SharedMemory &slot : shareMemory(lives)) {
      bytesUsed += slot.bytes;
      if (slot.users.size() > 1)
        makeShared(slot);
    }
  }
};
} // namespace
