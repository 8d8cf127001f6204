//===- SerialCode.cpp - what one worker runs ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SerialCode.h"

#include "HostCode.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "WrittenMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace spindle;
using spindle::iter::IterDialect;
using spindle::iter::LoopAttr;
using spindle::sparse::DistinctMemory;

namespace {
/// Operations of one block that follow one another, and that one worker is to
/// run.
class SerialRun {
public:
  bool isEmpty() const { return ops.empty(); }
  /// Whether `op` uses what an operation of the run makes.
  bool isUsedBy(Operation *op) const;
  void add(Operation *op, bool isSerial);
  /// Moves what is there up to the last serial operation into a loop.
  void close();

private:
  LoopAttr makeLabel();
  void keep(OpBuilder &builder, scf::ForallOp loop, OpResult result);

  SetVector<Operation *> ops;
  /// The number of operations up to the last serial one.
  size_t length = 0;
};
} // namespace

bool SerialRun::isUsedBy(Operation *op) const {
  SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return llvm::any_of(used, [&](Value value) {
    Operation *source = value.getDefiningOp();
    return source && ops.contains(source);
  });
}

/// The first labelled loop among `op` and what it holds; null for none.
static Operation *findLabelled(Operation *op) {
  Operation *found = nullptr;
  op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    found = iter::getLabel(inner) ? inner : nullptr;
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

void SerialRun::add(Operation *op, bool isSerial) {
  ops.insert(op);
  if (!isSerial)
    return;
  length = ops.size();
  Operation *loop = findLabelled(op);
  if (!loop)
    return;
  LoopAttr label = iter::getLabel(loop);
  loop->emitWarning(
      "expected loops that run in parallel but got the loop over ")
      << iter::describeDims(label) << " of nest " << label.getNest()
      << ", which one thread of a GPU runs";
}

/// The label of the first loop, or one of a nest called "serial".
LoopAttr SerialRun::makeLabel() {
  for (Operation *op : ops)
    if (Operation *loop = findLabelled(op))
      return iter::getLabel(loop);
  MLIRContext *context = ops.front()->getContext();
  return LoopAttr::get(context, StringAttr::get(context, "serial"),
                       StringAttr::get(context, "once"),
                       axis::AxisKind::DenseFixed, iter::DimKind::Spatial,
                       iter::LoopRole::Level);
}

/// Stores `result` at the end of `loop`, and has others load it after that.
void SerialRun::keep(OpBuilder &builder, scf::ForallOp loop, OpResult result) {
  Location loc = result.getLoc();
  Type type = result.getType();
  Type kept = type.isIndex() ? builder.getI64Type() : type;
  builder.setInsertionPoint(loop);
  Value memory =
      memref::AllocOp::create(builder, loc, MemRefType::get({}, kept));
  builder.setInsertionPoint(loop->getBlock()->getTerminator());
  memref::DeallocOp::create(builder, loc, memory);
  builder.setInsertionPointAfter(loop);
  Value value = memref::LoadOp::create(builder, loc, memory);
  if (type.isIndex())
    value = arith::IndexCastOp::create(builder, loc, type, value);
  result.replaceUsesWithIf(value, [&](OpOperand &use) {
    return !loop->isProperAncestor(use.getOwner());
  });
  builder.setInsertionPoint(loop.getTerminator());
  Value last = result;
  if (type.isIndex())
    last = arith::IndexCastOp::create(builder, loc, kept, last);
  memref::StoreOp::create(builder, loc, last, memory);
}

void SerialRun::close() {
  if (length > 0) {
    Operation *last = ops[length - 1];
    OpBuilder builder(last->getContext());
    builder.setInsertionPointAfter(last);
    auto loop =
        scf::ForallOp::create(builder, last->getLoc(),
                              ArrayRef<OpFoldResult>{builder.getIndexAttr(1)},
                              ValueRange(), std::nullopt);
    loop->setAttr(IterDialect::kLoopAttr, makeLabel());
    loop->setAttr(IterDialect::kWorkersAttr,
                  iter::WorkersAttr::get(builder.getContext(), 1, 1));
    for (Operation *op : ArrayRef(ops.getArrayRef()).take_front(length))
      op->moveBefore(loop.getTerminator());
    for (Operation *op : ArrayRef(ops.getArrayRef()).take_front(length))
      for (OpResult result : op->getResults())
        if (llvm::any_of(result.getUsers(), [&](Operation *user) {
              return !loop->isProperAncestor(user);
            }))
          keep(builder, loop, result);
  }
  ops.clear();
  length = 0;
}

/// Gathers the serial code of `block`. What only computes stays on the host
/// unless it needs what a worker makes.
static void gather(Block &block, const WrittenMemory &written,
                   const DistinctMemory &distinct) {
  SerialRun run;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    HostRole role = findHostRole(&op, written, distinct);
    bool computes = role == HostRole::Free || role == HostRole::Load;
    if (role == HostRole::Serial)
      run.add(&op, /*isSerial=*/true);
    else if (!computes || op.hasTrait<OpTrait::IsTerminator>())
      run.close();
    else if (run.isUsedBy(&op))
      run.add(&op, /*isSerial=*/false);
  }
}

void spindle::gatherSerialCode(func::FuncOp function) {
  DistinctMemory distinct(function);
  WrittenMemory written(function);
  SmallVector<Block *> blocks;
  forEachHostBlock(function, [&](Block &block) { blocks.push_back(&block); });
  for (Block *block : blocks)
    gather(*block, written, distinct);
}
