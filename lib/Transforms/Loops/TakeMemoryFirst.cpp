//===- TakeMemoryFirst.cpp - memory that is there before it is needed -----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Passes.h"

#include "HoistedMemory.h"
#include "Spindle/Dialect/Sparse/IR/Workspace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle {
#define GEN_PASS_DEF_TAKEMEMORYFIRSTPASS
#include "Spindle/Transforms/Loops/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using memref::AllocOp;

//===----------------------------------------------------------------------===//
// Whether there is memory
//===----------------------------------------------------------------------===//

/// Builds the number of bytes that `alloc` lacks: 0 where its memory is there,
/// INT64_MAX where no number says its size.
static Value buildLack(ImplicitLocOpBuilder &b, AllocOp alloc) {
  using arith::CmpIPredicate;
  Value bytes = buildByteCount(b, alloc, alloc.getDynamicSizes());
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, alloc);
  auto isEqual = [&](Value value, int64_t number) -> Value {
    Value other = arith::ConstantIndexOp::create(b, number);
    return arith::CmpIOp::create(b, CmpIPredicate::eq, value, other);
  };
  Value isMissing =
      arith::OrIOp::create(b, isEqual(address, 0), isEqual(bytes, INT64_MAX));
  Value none = arith::ConstantIndexOp::create(b, 0);
  Value lacked = arith::SelectOp::create(b, isMissing, bytes, none);
  return arith::IndexCastOp::create(b, b.getI64Type(), lacked);
}

//===----------------------------------------------------------------------===//
// Functions that say what they lack
//===----------------------------------------------------------------------===//

namespace {
/// Has a function return the bytes of memory that it lacked.
struct Reporting {
  func::FuncOp function;
  /// What is allocated and not freed yet, and what of it is not checked yet.
  llvm::SetVector<AllocOp> taken, unchecked;

  void run();

private:
  void checkBefore(Operation *op);
  void visit(Operation *op);
};
} // namespace

/// Leaves the function before `op` where memory that was not checked is not
/// there.
void Reporting::checkBefore(Operation *op) {
  if (unchecked.empty())
    return;
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  Value none = arith::ConstantIntOp::create(builder, 0, 64), lacked = none;
  for (AllocOp alloc : unchecked)
    lacked = arith::MaxSIOp::create(builder, lacked, buildLack(builder, alloc));
  Value isComplete =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, lacked, none);
  Block *before = op->getBlock();
  Block *after = before->splitBlock(op);
  Block *leave = builder.createBlock(&function.getBody());
  for (AllocOp alloc : llvm::reverse(taken))
    memref::DeallocOp::create(builder, alloc);
  func::ReturnOp::create(builder, lacked);
  builder.setInsertionPointToEnd(before);
  cf::CondBranchOp::create(builder, isComplete, after, leave);
  unchecked.clear();
}

void Reporting::visit(Operation *op) {
  if (auto alloc = dyn_cast<AllocOp>(op)) {
    taken.insert(alloc);
    unchecked.insert(alloc);
    return;
  }
  if (!isMemoryEffectFree(op) && !isa<memref::LoadOp, memref::AllocaOp>(op))
    checkBefore(op);
  op->walk([&](memref::DeallocOp dealloc) {
    if (auto alloc = dealloc.getMemref().getDefiningOp<AllocOp>())
      taken.remove(alloc);
  });
}

void Reporting::run() {
  Block &entry = function.getBody().front();
  SmallVector<Operation *> ops;
  Operation *first = findFirstWrite(function), *start = &entry.front();
  for (Operation &op : entry)
    ops.push_back(&op);
  // On the stack there is memory in the first block alone.
  for (Operation *op : ops)
    if (isa<memref::AllocaOp>(op) && op->getNumOperands() == 0 && op != start)
      op->moveBefore(start);
  for (Operation *op : ops) {
    if (op == first)
      break;
    visit(op);
  }
  checkBefore(first);
  Operation *end = ops.back();
  ImplicitLocOpBuilder builder(end->getLoc(), end);
  Value none = arith::ConstantIntOp::create(builder, 0, 64);
  func::ReturnOp::create(builder, none);
  end->erase();
  function.setFunctionType(builder.getFunctionType(
      function.getFunctionType().getInputs(), builder.getI64Type()));
  function->setAttr(sparse::kMissingMemoryAttr, builder.getUnitAttr());
}

/// Whether another function of the module calls `function`.
static bool isCalled(func::FuncOp function) {
  auto isCall = [&](func::CallOp call) {
    return call.getCallee() == function.getName() ? WalkResult::interrupt()
                                                  : WalkResult::advance();
  };
  return function->getParentOfType<ModuleOp>().walk(isCall).wasInterrupted();
}

/// Returns whether `function` may return a number to those that call it. One
/// without arguments is a program of its own, as a runner of `main` expects it.
static bool mayReport(func::FuncOp function) {
  return !function.isExternal() && function.isPublic() &&
         llvm::hasSingleElement(function.getBody()) &&
         function.getNumArguments() != 0 && function.getNumResults() == 0 &&
         !isCalled(function);
}

/// Has the process end where `alloc`, of which nobody can be told, gets none.
static void buildAssertion(AllocOp alloc) {
  ImplicitLocOpBuilder builder(alloc.getLoc(), alloc->getContext());
  builder.setInsertionPointAfter(alloc);
  Value lacked = buildLack(builder, alloc);
  Value none = arith::ConstantIntOp::create(builder, 0, 64);
  Value isThere =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, lacked, none);
  cf::AssertOp::create(builder, isThere,
                       "expected memory for a kernel but got none");
}

namespace {
struct TakeMemoryFirstPass
    : spindle::impl::TakeMemoryFirstPassBase<TakeMemoryFirstPass> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions)
      if (function.isPrivate() && !function.isExternal())
        numHoisted += takeInCallers(function);
    for (func::FuncOp function : functions)
      if (function.isPublic() && !function.isExternal())
        numHoisted += takeFirst(function);
    for (func::FuncOp function : functions)
      finish(function);
  }

  /// Has `function` report memory that it lacks, and end the process where it
  /// cannot.
  void finish(func::FuncOp function) {
    SmallVector<AllocOp> reported, others;
    Operation *first = mayReport(function) ? findFirstWrite(function) : nullptr;
    function.walk([&](AllocOp alloc) {
      bool isFirst = first && alloc->getBlock() == first->getBlock() &&
                     alloc->isBeforeInBlock(first);
      (isFirst ? reported : others).push_back(alloc);
    });
    if (!reported.empty())
      Reporting{function, {}, {}}.run();
    for (AllocOp alloc : others)
      buildAssertion(alloc);
    numReported += reported.size();
    numAsserted += others.size();
  }
};
} // namespace
