//===- UnpackElements.cpp - elements that are halves of bytes -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Passes.h"

#include "PackedMemory.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace spindle {
#define GEN_PASS_DEF_UNPACKELEMENTSPASS
#include "Spindle/Transforms/Loops/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

/// Blocks of more elements are not unpacked before they are read.
static constexpr int64_t kMostInBlock = 4096;

/// Whether `type` is that of memory whose elements are halves of bytes.
static bool isPackedMemory(Type type) {
  auto memory = dyn_cast<MemRefType>(type);
  return memory && sparse::isPacked(memory.getElementType());
}

/// The memory that `op` reads from; null where it does not.
static Value getReadMemory(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef();
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return load.getBase();
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
    return load.getBase();
  if (auto gather = dyn_cast<vector::GatherOp>(op))
    return gather.getBase();
  return {};
}

/// Whether `op`, which is given packed memory, only hands it on or asks for its
/// sizes.
static bool handsOn(Operation *op) {
  return isa<ViewLikeOpInterface, memref::DistinctObjectsOp, memref::DimOp,
             memref::AssumeAlignmentOp, func::CallOp, func::ReturnOp>(op);
}

/// The operand of `op` that is stored, and where to; null for no store.
static std::pair<OpOperand *, Value> getStored(Operation *op) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return {&store.getValueMutable(), store.getMemRef()};
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return {&store.getValueToStoreMutable(), store.getBase()};
  if (auto store = dyn_cast<vector::MaskedStoreOp>(op))
    return {&store.getValueToStoreMutable(), store.getBase()};
  return {nullptr, Value()};
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// `type`, of i4, with bytes in place of the halves.
static Type getByteType(Type type) {
  Type byte = IntegerType::get(type.getContext(), 8);
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(byte);
  return byte;
}

/// Whether `op` allocates packed memory whose elements are stored and loaded,
/// and that nothing else uses.
static bool isCopy(Operation *op) {
  if (!isa<memref::AllocOp, memref::AllocaOp>(op) ||
      !isPackedMemory(op->getResult(0).getType()))
    return false;
  Value memory = op->getResult(0);
  return llvm::all_of(memory.getUsers(), [&](Operation *user) {
    return getReadMemory(user) == memory || getStored(user).second == memory ||
           isa<memref::DeallocOp, memref::DimOp>(user);
  });
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

namespace {
/// Elements of packed memory under one first index, and what reads them.
struct PackedBlock {
  Value memory, first;
  SmallVector<memref::LoadOp> loads;
};
} // namespace

/// The outermost loop around `op` that `value` is the same in; null for none.
static LoopLikeOpInterface findLoopAround(Operation *op, Value value) {
  LoopLikeOpInterface found;
  for (auto loop = op->getParentOfType<LoopLikeOpInterface>();
       loop && loop.isDefinedOutsideOfLoop(value);
       loop = loop->getParentOfType<LoopLikeOpInterface>()) {
    if (isa<scf::ForallOp>(loop))
      break;
    found = loop;
  }
  return found;
}

/// Whether nothing but constants tells in `value` what is around `loop`.
static bool isMadeIn(Value value, LoopLikeOpInterface loop) {
  if (!loop.isDefinedOutsideOfLoop(value)) {
    Operation *op = value.getDefiningOp();
    return !op || llvm::all_of(op->getOperands(), [&](Value operand) {
      return isMadeIn(operand, loop);
    });
  }
  return getConstantIntValue(value).has_value();
}

/// Whether `load`, of packed memory, is one of those that read a whole block,
/// each element at least once: a loop that has one first index runs through the
/// others.
static bool readsBlock(memref::LoadOp load) {
  MemRefType type = load.getMemRefType();
  if (type.getRank() < 2 || !type.getLayout().isIdentity() ||
      ShapedType::isDynamicShape(type.getShape().drop_front()) ||
      ShapedType::getNumElements(type.getShape().drop_front()) > kMostInBlock)
    return false;
  LoopLikeOpInterface loop = findLoopAround(load, load.getIndices().front());
  return loop && loop.isDefinedOutsideOfLoop(load.getMemRef()) &&
         llvm::all_of(load.getIndices().drop_front(), [&](Value index) {
           return !loop.isDefinedOutsideOfLoop(index) && isMadeIn(index, loop);
         });
}

/// The operation around `op` that nothing is around but a worker or the
/// function; `op` itself where there is none.
static Operation *findOutermostPart(Operation *op) {
  for (Operation *around = op->getParentOp();
       !isa<FunctionOpInterface, scf::ForallOp>(around);
       around = around->getParentOp())
    op = around;
  return op;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
/// Unpacks what one function reads.
struct Unpacking {
  explicit Unpacking(FunctionOpInterface function)
      : function(function), rewriter(function.getContext()) {}

  /// Has copies of packed elements have a byte for each.
  void widenCopies();
  LogicalResult collect();
  void unpackBlocks();
  void unpackReads();

private:
  const PackedMemory &getMemory(Value memory);
  void widenCopy(Operation *alloc);
  void widenLoad(Operation *op);
  void unpackBlock(PackedBlock &block);
  void replace(Operation *op, Value bytes);

  FunctionOpInterface function;
  IRRewriter rewriter;
  SmallVector<Operation *> reads;
  llvm::MapVector<Value, PackedMemory> memories;
};
} // namespace

/// Has `op` read bytes; what it gives where a mask is off is widened, too.
void Unpacking::widenLoad(Operation *op) {
  rewriter.setInsertionPoint(op);
  Operation *made = rewriter.clone(*op);
  for (OpOperand &operand : made->getOpOperands())
    if (Type type = operand.get().getType();
        !isa<MemRefType>(type) && sparse::isPacked(getElementTypeOrSelf(type)))
      operand.set(arith::ExtSIOp::create(rewriter, op->getLoc(),
                                         getByteType(type), operand.get()));
  rewriter.moveOpBefore(made, op);
  made->getResult(0).setType(getByteType(op->getResult(0).getType()));
  replace(op, made->getResult(0));
}

void Unpacking::widenCopy(Operation *alloc) {
  Value memory = alloc->getResult(0);
  rewriter.setInsertionPoint(alloc);
  Value bytes = rewriter.clone(*alloc)->getResult(0);
  bytes.setType(getByteType(memory.getType()));
  SmallVector<Operation *> loads;
  for (Operation *user : llvm::to_vector(memory.getUsers())) {
    if (OpOperand *stored = getStored(user).first) {
      rewriter.setInsertionPoint(user);
      stored->set(arith::ExtSIOp::create(rewriter, user->getLoc(),
                                         getByteType(stored->get().getType()),
                                         stored->get()));
    } else if (getReadMemory(user)) {
      loads.push_back(user);
    }
    user->replaceUsesOfWith(memory, bytes);
  }
  llvm::for_each(loads, [&](Operation *load) { widenLoad(load); });
  rewriter.eraseOp(alloc);
}

void Unpacking::widenCopies() {
  SmallVector<Operation *> allocs;
  function.walk([&](Operation *op) {
    if (isCopy(op))
      allocs.push_back(op);
  });
  llvm::for_each(allocs, [&](Operation *op) { widenCopy(op); });
}

LogicalResult Unpacking::collect() {
  WalkResult result = function.walk([&](Operation *op) {
    if (llvm::none_of(op->getOperandTypes(), isPackedMemory) &&
        llvm::none_of(op->getResultTypes(), isPackedMemory))
      return WalkResult::advance();
    if (Value memory = getReadMemory(op))
      reads.push_back(op);
    else if (!handsOn(op)) {
      op->emitError("expected memory of i4, of which two are in a byte, to be "
                    "only read but got '")
          << op->getName() << "'";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

const PackedMemory &Unpacking::getMemory(Value memory) {
  auto found = memories.find(memory);
  if (found != memories.end())
    return found->second;
  ImplicitLocOpBuilder b(memory.getLoc(), rewriter);
  b.setInsertionPointAfterValue(memory);
  return memories.insert({memory, viewPacked(b, memory)}).first->second;
}

/// Has what widens `op`, of i4, widen `bytes`, and all else read their halves.
void Unpacking::replace(Operation *op, Value bytes) {
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    rewriter.setInsertionPoint(user);
    if (auto wide = dyn_cast<arith::ExtSIOp>(user)) {
      if (wide.getType() == bytes.getType())
        rewriter.replaceOp(wide, bytes);
      else
        rewriter.replaceOpWithNewOp<arith::ExtSIOp>(wide, wide.getType(),
                                                    bytes);
    } else if (auto wide = dyn_cast<arith::SIToFPOp>(user)) {
      rewriter.replaceOpWithNewOp<arith::SIToFPOp>(wide, wide.getType(), bytes);
    }
  }
  rewriter.setInsertionPoint(op);
  if (op->use_empty())
    rewriter.eraseOp(op);
  else
    rewriter.replaceOpWithNewOp<arith::TruncIOp>(op, op->getResult(0).getType(),
                                                 bytes);
}

/// Unpacks `block` where its first index is known, and has its loads read that.
/// It may be that they do not run there, and that there is no such block.
void Unpacking::unpackBlock(PackedBlock &block) {
  const PackedMemory &memory = getMemory(block.memory);
  ImplicitLocOpBuilder b(block.loads.front().getLoc(), rewriter);
  auto shape = cast<MemRefType>(block.memory.getType()).getShape();
  b.setInsertionPointAfterValue(block.first);
  // A constant may stand before the memory.
  Operation *view = memory.bytes.getDefiningOp();
  if (!DominanceInfo().properlyDominates(view, &*b.getInsertionPoint()))
    b.setInsertionPointAfter(view);
  Operation *place = findOutermostPart(&*b.getInsertionPoint());
  OpBuilder::InsertPoint before = b.saveInsertionPoint();
  b.setInsertionPoint(place);
  Value bytes = memref::AllocOp::create(
      b, MemRefType::get(shape.drop_front(), b.getI8Type()));
  if (place == &*before.getPoint())
    b.setInsertionPoint(place->getBlock()->getTerminator());
  else
    b.setInsertionPointAfter(place);
  memref::DeallocOp::create(b, bytes);
  b.restoreInsertionPoint(before);
  unpackBlockOf(b, memory, block.memory, block.first, bytes);
  for (memref::LoadOp load : block.loads) {
    rewriter.setInsertionPoint(load);
    Value byte = memref::LoadOp::create(rewriter, load.getLoc(), bytes,
                                        load.getIndices().drop_front());
    replace(load, byte);
  }
}

void Unpacking::unpackBlocks() {
  llvm::MapVector<std::pair<Value, Value>, PackedBlock> blocks;
  for (Operation *&op : reads) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (!load || !readsBlock(load))
      continue;
    Value memory = load.getMemRef(), first = load.getIndices().front();
    PackedBlock &block = blocks[{memory, first}];
    block.memory = memory;
    block.first = first;
    block.loads.push_back(load);
    op = nullptr;
  }
  llvm::erase(reads, nullptr);
  for (auto &[key, block] : blocks)
    unpackBlock(block);
}

void Unpacking::unpackReads() {
  for (Operation *op : reads) {
    const PackedMemory &memory = getMemory(getReadMemory(op));
    ImplicitLocOpBuilder b(op->getLoc(), rewriter);
    b.setInsertionPoint(op);
    replace(op, readPacked(b, memory, op));
  }
}

namespace {
struct UnpackElementsPass
    : spindle::impl::UnpackElementsPassBase<UnpackElementsPass> {
  using UnpackElementsPassBase::UnpackElementsPassBase;

  void runOnOperation() override {
    Unpacking unpacking(getOperation());
    unpacking.widenCopies();
    if (failed(unpacking.collect()))
      return signalPassFailure();
    if (blocks)
      unpacking.unpackBlocks();
    unpacking.unpackReads();
  }
};
} // namespace
