//===- OutlineParallel.cpp - bodies of parallel loops as functions --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Passes.h"

#include "Spindle/Analysis/DistinctMemory.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Transforms/Loops/OutlineLoop.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

namespace spindle {
#define GEN_PASS_DEF_OUTLINEPARALLELPASS
#include "Spindle/Transforms/Loops/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle::iter;
using spindle::sparse::DistinctMemory;
using spindle::sparse::getRootMemory;

namespace {
/// A loop on its way out of its function.
struct Outlining {
  Outlining(func::FuncOp function, scf::ForOp loop)
      : function(function), loop(loop),
        place(std::next(Block::iterator(function))) {}

  func::FuncOp function;
  /// The iterations of one chunk.
  scf::ForOp loop;
  /// What follows the function: bodies stand before it, in order.
  Block::iterator place;
  /// What the loop uses of outside of it: values that become arguments, and
  /// constants that go with it.
  SmallVector<Value> captures, constants;
  /// The pairs among `captures` that cannot overlap and of which one is
  /// written, by their indices.
  SmallVector<std::pair<size_t, size_t>> distinct;

  void collectCaptures();
  void collectDistinct();
  func::CallOp moveOut(SymbolTable &symbols);

private:
  func::FuncOp createBody(SymbolTable &symbols);
};
} // namespace

//===----------------------------------------------------------------------===//
// What is captured
//===----------------------------------------------------------------------===//

void Outlining::collectCaptures() {
  llvm::SetVector<Value> above;
  getUsedValuesDefinedAbove(loop.getRegion(), above);
  above.insert(loop.getStep());
  above.insert(loop.getInitArgs().begin(), loop.getInitArgs().end());
  for (Value value : above)
    (matchPattern(value, m_Constant()) ? constants : captures).push_back(value);
}

/// Notes the memories that `op` writes, by their roots. What is not known to
/// write only some of its operands may write all.
static void noteWritten(Operation *op, llvm::DenseSet<Value> &written) {
  auto noteAll = [&] {
    for (Value operand : op->getOperands())
      if (isa<BaseMemRefType>(operand.getType()))
        written.insert(getRootMemory(operand));
  };
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface && !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return noteAll();
  SmallVector<MemoryEffects::EffectInstance> effects;
  if (interface)
    interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (!isa<MemoryEffects::Write>(effect.getEffect()))
      continue;
    if (!effect.getValue())
      return noteAll();
    written.insert(getRootMemory(effect.getValue()));
  }
}

void Outlining::collectDistinct() {
  llvm::DenseSet<Value> written;
  loop.walk([&](Operation *op) { noteWritten(op, written); });
  DistinctMemory known(function);
  auto isWritten = [&](Value memory) {
    return written.contains(getRootMemory(memory));
  };
  for (size_t first = 0; first < captures.size(); ++first)
    for (size_t second = first + 1; second < captures.size(); ++second) {
      Value one = captures[first], other = captures[second];
      if (isa<MemRefType>(one.getType()) && isa<MemRefType>(other.getType()) &&
          (isWritten(one) || isWritten(other)) && known.areDistinct(one, other))
        distinct.push_back({first, second});
    }
}

//===----------------------------------------------------------------------===//
// Moving
//===----------------------------------------------------------------------===//

/// Creates the function of the body, still empty.
func::FuncOp Outlining::createBody(SymbolTable &symbols) {
  OpBuilder builder(function->getContext());
  SmallVector<Type> inputs(2, builder.getIndexType());
  llvm::append_range(inputs, ValueRange(captures).getTypes());
  std::string name =
      (function.getName() + "." + getLabel(loop).getNest().getValue() + ".body")
          .str();
  auto body = func::FuncOp::create(loop.getLoc(), name,
                                   builder.getFunctionType(inputs, {}));
  body.setPrivate();
  body->setAttr(IterDialect::kBodyOfAttr,
                FlatSymbolRefAttr::get(function.getNameAttr()));
  // It has two callers: as copies in both it would be compiled twice.
  body->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  // Nothing calls it but the loop of workers.
  body->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(function->getContext(), LLVM::Linkage::Internal));
  symbols.insert(body, place);
  body.addEntryBlock();
  return body;
}

/// Has `loop` run from the first argument of `body` to the second one. Tiles
/// between constants are no part of anything: these stay known.
static void setBounds(scf::ForOp loop, func::FuncOp body, OpBuilder &builder) {
  bool areTiles = getLabel(loop).getRole() == LoopRole::Tile &&
                  matchPattern(loop.getLowerBound(), m_Constant()) &&
                  matchPattern(loop.getUpperBound(), m_Constant());
  for (unsigned bound : {0, 1}) {
    Value value = body.getArgument(bound);
    if (areTiles)
      value =
          builder.clone(*loop->getOperand(bound).getDefiningOp())->getResult(0);
    loop->setOperand(bound, value);
  }
}

func::CallOp Outlining::moveOut(SymbolTable &symbols) {
  func::FuncOp body = createBody(symbols);
  OpBuilder builder(loop);
  SmallVector<Value> args = {loop.getLowerBound(), loop.getUpperBound()};
  llvm::append_range(args, captures);
  auto call = func::CallOp::create(builder, loop.getLoc(), body, args);

  auto isInside = [&](OpOperand &use) {
    return loop->isAncestor(use.getOwner());
  };
  SmallVector<Value> inside(body.getArguments().drop_front(2));
  for (auto [outside, arg] : llvm::zip_equal(captures, inside))
    outside.replaceUsesWithIf(arg, isInside);
  builder.setInsertionPointToStart(&body.getBody().front());
  for (Value constant : constants) {
    Operation *clone = builder.clone(*constant.getDefiningOp());
    unsigned number = cast<OpResult>(constant).getResultNumber();
    constant.replaceUsesWithIf(clone->getResult(number), isInside);
  }
  setBounds(loop, body, builder);
  auto end = func::ReturnOp::create(builder, loop.getLoc());
  loop->moveBefore(end);
  builder.setInsertionPointToStart(&body.getBody().front());
  for (auto [first, second] : distinct)
    spindle::sparse::stateDistinct(builder, inside[first], inside[second]);
  return call;
}

func::CallOp spindle::iter::outlineLoop(func::FuncOp function,
                                        scf::ForOp loop) {
  SymbolTable symbols(function->getParentOfType<ModuleOp>());
  Outlining outlining(function, loop);
  outlining.collectCaptures();
  outlining.collectDistinct();
  return outlining.moveOut(symbols);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bool isLoopOfWorkers(scf::ForallOp loop) {
  LoopAttr label = getLabel(loop);
  return label && label.getRole() == LoopRole::Worker && isOutermost(loop);
}

/// The loops over one chunk's iterations directly in `workers`, of one nest or
/// of several that share rows; none where they were moved out before. Reports
/// one whose results are used. A look-up that is carried on leaves one that is
/// not.
static FailureOr<SmallVector<scf::ForOp>> findChunks(scf::ForallOp workers) {
  SmallVector<scf::ForOp> chunks;
  for (scf::ForOp loop : workers.getBody()->getOps<scf::ForOp>()) {
    if (!getLabel(loop))
      continue;
    if (!loop.use_empty())
      return workers->emitError("expected the loop of workers of nest ")
             << getLabel(workers).getNest()
             << " to hold loops whose results are not used but got one of nest "
             << getLabel(loop).getNest() << " with a result that is";
    chunks.push_back(loop);
  }
  return chunks;
}

namespace {
struct OutlineParallelPass
    : spindle::impl::OutlineParallelPassBase<OutlineParallelPass> {
  void runOnOperation() override {
    SmallVector<Outlining> outlinings;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      auto find = [&](scf::ForallOp workers) {
        if (!isLoopOfWorkers(workers))
          return WalkResult::advance();
        FailureOr<SmallVector<scf::ForOp>> chunks = findChunks(workers);
        if (failed(chunks))
          return WalkResult::interrupt();
        for (scf::ForOp chunk : *chunks)
          outlinings.emplace_back(function, chunk);
        return WalkResult::advance();
      };
      if (function.walk(find).wasInterrupted())
        return signalPassFailure();
    }
    if (outlinings.empty())
      return markAllAnalysesPreserved();
    SymbolTable symbols(getOperation());
    for (Outlining &outlining : outlinings) {
      outlining.collectCaptures();
      outlining.collectDistinct();
      outlining.moveOut(symbols);
    }
  }
};
} // namespace
