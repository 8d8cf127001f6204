//===- UnrollKernelLoops.cpp - hot loops of several iterations ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_UNROLLKERNELLOOPSPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// A loop: where it begins, and the branch back to there.
struct KernelLoop {
  Block *header;
  LLVM::BrOp back;
  /// Its blocks, the header first.
  SetVector<Block *> blocks;
};
} // namespace

/// The blocks from which `loop` goes on.
static void collectBlocks(KernelLoop &loop) {
  loop.blocks.insert(loop.header);
  SmallVector<Block *> rest = {loop.back->getBlock()};
  while (!rest.empty()) {
    Block *block = rest.pop_back_val();
    if (loop.blocks.insert(block))
      llvm::append_range(rest, block->getPredecessors());
  }
}

/// The loops of `function` that hold no other.
static SmallVector<KernelLoop> findInnermostLoops(LLVM::LLVMFuncOp function) {
  DominanceInfo dominance(function);
  SmallVector<KernelLoop> loops;
  for (Block &block : function.getBody()) {
    auto back = dyn_cast<LLVM::BrOp>(block.getTerminator());
    if (!back || !dominance.dominates(back.getDest(), &block))
      continue;
    loops.push_back({back.getDest(), back, {}});
    collectBlocks(loops.back());
  }
  llvm::erase_if(loops, [&](const KernelLoop &loop) {
    return llvm::any_of(loops, [&](const KernelLoop &other) {
      return other.back != loop.back && loop.blocks.contains(other.header);
    });
  });
  return loops;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// About how many instructions a thread takes for `op`; addresses and casts are
/// parts of others. A function of the device library is some ten.
static int64_t getCost(Operation &op) {
  if (isa<LLVM::CallOp>(op))
    return 10;
  if (isa<LLVM::ConstantOp, LLVM::ExtractElementOp, LLVM::InsertElementOp,
          LLVM::GEPOp, LLVM::SExtOp, LLVM::ZExtOp, LLVM::TruncOp, LLVM::UndefOp,
          LLVM::PoisonOp, BranchOpInterface>(op))
    return 0;
  if (op.getNumResults() != 1 || isa<LLVM::LoadOp>(op))
    return 1;
  auto type = dyn_cast<VectorType>(op.getResult(0).getType());
  return type ? type.getNumElements() : 1;
}

/// Whether iterations of what has `op` are to stay as they are: threads wait in
/// them for each other.
static bool isCollective(Operation &op) {
  return (isa<NVVM::NVVMDialect, ROCDL::ROCDLDialect>(op.getDialect()) &&
          !isPure(&op)) ||
         isa<LLVM::FenceOp>(op);
}

/// The registers of a thread that a number of `type` takes.
static int64_t countRegisters(Type type) {
  int64_t elements = 1;
  if (auto vector = dyn_cast<VectorType>(type)) {
    elements = vector.getNumElements();
    type = vector.getElementType();
  }
  int64_t bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
  return llvm::divideCeil(bits * elements, 32);
}

/// How many iterations become one: a power of two. 1 where an iteration by
/// itself has loads of `enough` registers under way.
static int64_t chooseFactor(const KernelLoop &loop, int64_t size, int64_t most,
                            int64_t enough) {
  int64_t cost = 0, loaded = 0;
  for (Block *block : loop.blocks)
    for (Operation &op : *block) {
      if (isCollective(op))
        return 1;
      cost += getCost(op);
      if (isa<LLVM::LoadOp>(op))
        loaded += countRegisters(op.getResult(0).getType());
    }
  int64_t factor = std::min(most, size / std::max<int64_t>(cost, 1));
  if (factor < 1 || loaded >= enough)
    return 1;
  return int64_t(llvm::bit_floor(uint64_t(factor)));
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

/// What is added to `counter`, an argument of the header, in each iteration: an
/// addition of what stays the same; null for another argument.
static LLVM::AddOp getIncrement(KernelLoop &loop, BlockArgument counter) {
  Value next = loop.back.getDestOperands()[counter.getArgNumber()];
  auto add = next.getDefiningOp<LLVM::AddOp>();
  if (!add || add.getLhs() != counter ||
      loop.blocks.contains(add.getRhs().getParentBlock()))
    return {};
  return add;
}

/// What says whether `loop` goes on, by a number that it counts being less than
/// one that stays the same; null where it is something else.
static LLVM::ICmpOp getCondition(KernelLoop &loop) {
  auto end = dyn_cast<LLVM::CondBrOp>(loop.header->getTerminator());
  if (!end)
    return {};
  auto compare = end.getCondition().getDefiningOp<LLVM::ICmpOp>();
  if (!compare || compare.getPredicate() != LLVM::ICmpPredicate::slt ||
      loop.blocks.contains(compare.getRhs().getParentBlock()))
    return {};
  auto counter = dyn_cast<BlockArgument>(compare.getLhs());
  if (!counter || counter.getOwner() != loop.header ||
      !getIncrement(loop, counter))
    return {};
  return compare;
}

/// `counter` in 64 bits, as another argument of the header.
static BlockArgument widen(KernelLoop &loop, BlockArgument counter) {
  OpBuilder builder(loop.back);
  Type wide = builder.getI64Type();
  LLVM::AddOp add = getIncrement(loop, counter);
  auto extend = [&](Operation *before, Value number) -> Value {
    builder.setInsertionPoint(before);
    return LLVM::SExtOp::create(builder, add.getLoc(), wide, number);
  };
  BlockArgument made = loop.header->addArgument(wide, counter.getLoc());
  for (auto edge = loop.header->pred_begin(), end = loop.header->pred_end();
       edge != end; ++edge) {
    auto branch = cast<BranchOpInterface>((*edge)->getTerminator());
    SuccessorOperands operands =
        branch.getSuccessorOperands(edge.getSuccessorIndex());
    Value first = operands[counter.getArgNumber()];
    if (branch != loop.back) {
      operands.append(extend(branch, first));
      continue;
    }
    Value step = extend(add, add.getRhs());
    Value next = LLVM::AddOp::create(builder, add.getLoc(), made, step,
                                     LLVM::IntegerOverflowFlags::nsw);
    operands.append(next);
  }
  return made;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Takes `index` apart into `counter`, which is found once, and what stays the
/// same in the loop; whether it is such a sum.
static bool splitSum(const KernelLoop &loop, Value index, Value counter,
                     bool &isFound, SmallVector<Value> &rest) {
  if (index == counter)
    return !std::exchange(isFound, true);
  if (!loop.blocks.contains(index.getParentBlock())) {
    rest.push_back(index);
    return true;
  }
  auto add = index.getDefiningOp<LLVM::AddOp>();
  return add && splitSum(loop, add.getLhs(), counter, isFound, rest) &&
         splitSum(loop, add.getRhs(), counter, isFound, rest);
}

namespace {
/// An address that moves by what a loop counts from one that stays.
struct CountedAddress {
  LLVM::GEPOp op;
  SmallVector<Value> rest;
};
} // namespace

static SmallVector<CountedAddress> findAddresses(const KernelLoop &loop,
                                                 Value counter) {
  SmallVector<CountedAddress> found;
  for (Block *block : loop.blocks)
    for (auto op : block->getOps<LLVM::GEPOp>()) {
      if (op.getDynamicIndices().size() != 1 ||
          op.getRawConstantIndices().size() != 1 ||
          loop.blocks.contains(op.getBase().getParentBlock()))
        continue;
      CountedAddress address = {op, {}};
      bool isFound = false;
      if (splitSum(loop, op.getDynamicIndices()[0], counter, isFound,
                   address.rest) &&
          isFound)
        found.push_back(address);
    }
  return found;
}

/// Has `address` be what stays, moved by `counter`.
static void splitAddress(const CountedAddress &address, Value counter) {
  LLVM::GEPOp op = address.op;
  OpBuilder builder(op);
  for (Value part : address.rest)
    op.getBaseMutable().assign(LLVM::GEPOp::create(
        builder, op.getLoc(), op.getType(), op.getElemType(), op.getBase(),
        ArrayRef<LLVM::GEPArg>{part}));
  op.getDynamicIndicesMutable().assign(counter);
}

/// Says that a counter does not wrap, and counts addresses in their own width:
/// in an unrolled loop they are constants from one another then, and need no
/// addition each.
static void countAddresses(KernelLoop &loop) {
  LLVM::ICmpOp condition = getCondition(loop);
  if (!condition)
    return;
  auto counter = cast<BlockArgument>(condition.getLhs());
  // It is less than a number before, and a step more after.
  getIncrement(loop, counter).setOverflowFlags(LLVM::IntegerOverflowFlags::nsw);
  if (!counter.getType().isInteger(32))
    return;
  SmallVector<CountedAddress> addresses = findAddresses(loop, counter);
  if (addresses.empty())
    return;
  BlockArgument wide = widen(loop, counter);
  for (const CountedAddress &address : addresses)
    splitAddress(address, wide);
  // One counter is left.
  OpBuilder builder(condition);
  Value end = LLVM::SExtOp::create(builder, condition.getLoc(), wide.getType(),
                                   condition.getRhs());
  condition->setOperands({wide, end});
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

static void requestUnrolling(LLVM::BrOp back, int64_t factor) {
  Builder builder(back.getContext());
  auto unroll = LLVM::LoopUnrollAttr::get(back.getContext(), {},
                                          builder.getI32IntegerAttr(factor), {},
                                          {}, {}, {}, {});
  back.setLoopAnnotationAttr(
      LLVM::LoopAnnotationAttr::get(back.getContext(), {}, {}, {}, unroll, {},
                                    {}, {}, {}, {}, {}, {}, {}, {}, {}, {}));
}

namespace {
struct UnrollKernelLoopsPass
    : spindle::impl::UnrollKernelLoopsPassBase<UnrollKernelLoopsPass> {
  using UnrollKernelLoopsPassBase::UnrollKernelLoopsPassBase;

  void runOnOperation() override {
    for (KernelLoop &loop : findInnermostLoops(getOperation())) {
      int64_t factor = chooseFactor(loop, size, most, enough);
      countAddresses(loop);
      if (factor == 1 || loop.back.getLoopAnnotationAttr())
        continue;
      requestUnrolling(loop.back, factor);
      ++numLoopsUnrolled;
    }
  }
};
} // namespace
