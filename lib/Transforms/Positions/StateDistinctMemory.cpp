//===- StateDistinctMemory.cpp - what cannot overlap, said so -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/StateDistinctMemory.h"

#include "Spindle/Dialect/Sparse/IR/ValueUses.h"
#include "Spindle/Transforms/Positions/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace spindle {
#define GEN_PASS_DEF_STATEDISTINCTMEMORYPASS
#include "Spindle/Transforms/Positions/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using namespace spindle::sparse;
using spindle::axis::AxisOpInterface;

void spindle::sparse::stateDistinct(OpBuilder &builder, Value &first,
                                    Value &second) {
  auto distinct = memref::DistinctObjectsOp::create(builder, first.getLoc(),
                                                    ValueRange{first, second});
  first.replaceAllUsesExcept(distinct.getResult(0), distinct);
  second.replaceAllUsesExcept(distinct.getResult(1), distinct);
  first = distinct.getResult(0);
  second = distinct.getResult(1);
}

namespace {
/// The arguments of a function that hold structure or values, in the order in
/// which they are first used, and whether a buffer on them is written.
using Memories = llvm::MapVector<Value, bool>;
} // namespace

static bool isWritten(sparse::BindOp bind) {
  return llvm::any_of(getValueUses(bind.getResult()),
                      [](const ValueUse &use) { return use.writes; });
}

static Memories collectMemories(FunctionOpInterface function) {
  Memories memories;
  Block *entry = &function.getFunctionBody().front();
  auto note = [&](Value memory, bool written) {
    auto arg = dyn_cast<BlockArgument>(memory);
    if (arg && arg.getOwner() == entry && isa<MemRefType>(memory.getType()))
      memories[memory] |= written;
  };
  function.walk([&](Operation *op) {
    if (auto bind = dyn_cast<sparse::BindOp>(op))
      note(bind.getMemory(), isWritten(bind));
    if (isa<AxisOpInterface>(op))
      for (Value operand : op->getOperands())
        note(operand, false);
  });
  return memories;
}

namespace {
struct StateDistinctMemoryPass
    : spindle::impl::StateDistinctMemoryPassBase<StateDistinctMemoryPass> {
  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    auto memories = collectMemories(getOperation()).takeVector();
    OpBuilder builder(&getContext());
    builder.setInsertionPointToStart(&getOperation().getFunctionBody().front());
    for (size_t first = 0; first < memories.size(); ++first)
      for (size_t second = first + 1; second < memories.size(); ++second)
        if (memories[first].second || memories[second].second)
          stateDistinct(builder, memories[first].first, memories[second].first);
  }
};
} // namespace
