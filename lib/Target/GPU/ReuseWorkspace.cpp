//===- ReuseWorkspace.cpp - what a former call has found ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "Spindle/Analysis/DistinctMemory.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Sparse/IR/Workspace.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_REUSEWORKSPACEPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using spindle::sparse::getRootMemory;
using spindle::sparse::PieceAttr;
using spindle::sparse::PieceRole;
using spindle::sparse::SparseDialect;

namespace {
/// The loops of a function that compute from sizes and from how sparse tensors
/// are stored, and store into memory of the function that nothing else writes.
class StructuralLoops {
public:
  explicit StructuralLoops(func::FuncOp function);

  ArrayRef<scf::ForallOp> get() const { return found; }

private:
  PieceAttr getPiece(Value value);
  bool isFixed(Value value);
  bool isFixedMemory(Value root);
  bool isOwnMemory(Value root, scf::ForallOp loop);
  bool hasFixedEffects(Operation *op, scf::ForallOp loop);
  bool isStructural(Operation *op, scf::ForallOp loop);
  bool isStructural(scf::ForallOp loop);

  func::FuncOp function;
  /// What writes a memory, as operations of the function's own block.
  llvm::MapVector<Value, SmallPtrSet<Operation *, 2>> writers;
  SmallVector<scf::ForallOp> found;
};
} // namespace

static SmallVector<MemoryEffects::EffectInstance> getEffects(Operation *op) {
  SmallVector<MemoryEffects::EffectInstance> effects;
  if (auto memory = dyn_cast<MemoryEffectOpInterface>(op))
    memory.getEffects(effects);
  return effects;
}

StructuralLoops::StructuralLoops(func::FuncOp function) : function(function) {
  Block &body = function.getBody().front();
  function.walk([&](Operation *op) {
    for (const MemoryEffects::EffectInstance &effect : getEffects(op))
      if (isa<MemoryEffects::Write>(effect.getEffect()) && effect.getValue())
        writers[getRootMemory(effect.getValue())].insert(
            body.findAncestorOpInBlock(*op));
  });
  for (auto loop : body.getOps<scf::ForallOp>())
    if (iter::getLabel(loop) && isStructural(loop))
      found.push_back(loop);
}

/// What of a tensor the argument `value` is; null for none.
PieceAttr StructuralLoops::getPiece(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner()->getParentOp() == function
             ? function.getArgAttrOfType<PieceAttr>(argument.getArgNumber(),
                                                    SparseDialect::kPieceAttr)
             : PieceAttr();
}

/// Whether `value`, a number or a memory whose sizes are asked, follows from
/// sizes and structures.
bool StructuralLoops::isFixed(Value value) {
  SetVector<Value> sources;
  sources.insert(value);
  for (size_t next = 0; next < sources.size(); ++next) {
    if (isa<MemRefType>(sources[next].getType()) || getPiece(sources[next]))
      continue;
    Operation *op = sources[next].getDefiningOp();
    if (!op || op->getNumRegions() > 0 || !hasFixedEffects(op, {}))
      return false;
    sources.insert_range(op->getOperands());
  }
  return true;
}

/// Whether `root` holds the same in all calls with the same structures, once
/// the loops that were found have run.
bool StructuralLoops::isFixedMemory(Value root) {
  if (PieceAttr piece = getPiece(root))
    return piece.getRole() != PieceRole::Values && !writers.contains(root);
  const auto *writing = writers.find(root);
  return writing != writers.end() &&
         llvm::all_of(writing->second, [&](Operation *op) {
           return llvm::is_contained(found, op);
         });
}

/// Whether `root` is memory of the function that `loop` alone writes.
bool StructuralLoops::isOwnMemory(Value root, scf::ForallOp loop) {
  Operation *made = root.getDefiningOp();
  return isa_and_nonnull<memref::AllocOp>(made) &&
         made->getBlock() == loop->getBlock() && writers[root].size() == 1;
}

/// Whether `op`, of `loop`, may be one of a structural loop.
bool StructuralLoops::isStructural(Operation *op, scf::ForallOp loop) {
  for (Value operand : op->getOperands())
    if (!loop->isAncestor(operand.getParentBlock()->getParentOp()) &&
        !isFixed(operand))
      return false;
  return hasFixedEffects(op, loop);
}

/// Whether `op` reads what is the same in all such calls, and writes what
/// `loop`, if any, alone does.
bool StructuralLoops::hasFixedEffects(Operation *op, scf::ForallOp loop) {
  if (!isa<MemoryEffectOpInterface>(op))
    return isMemoryEffectFree(op) ||
           op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
  return llvm::all_of(
      getEffects(op), [&](const MemoryEffects::EffectInstance &effect) {
        if (!effect.getValue())
          return false;
        Value root = getRootMemory(effect.getValue());
        return isa<MemoryEffects::Read>(effect.getEffect())
                   ? isFixedMemory(root)
                   : isa<MemoryEffects::Write>(effect.getEffect()) && loop &&
                         isOwnMemory(root, loop);
      });
}

bool StructuralLoops::isStructural(scf::ForallOp loop) {
  return !loop->walk([&](Operation *op) {
                return isStructural(op, loop) ? WalkResult::advance()
                                              : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Gives `function` a last argument that says whether the memory it makes still
/// has what a former call left there.
static Value addArgument(func::FuncOp function) {
  Builder builder(function.getContext());
  function->setAttr(sparse::kReusesWorkspaceAttr, builder.getUnitAttr());
  return sparse::appendArgument(function, builder.getI1Type());
}

namespace {
struct ReuseWorkspacePass
    : spindle::impl::ReuseWorkspacePassBase<ReuseWorkspacePass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !llvm::hasSingleElement(function.getBody()))
      return markAllAnalysesPreserved();
    StructuralLoops loops(function);
    if (loops.get().empty())
      return markAllAnalysesPreserved();
    Value isKept = addArgument(function);
    for (scf::ForallOp loop : loops.get()) {
      ImplicitLocOpBuilder builder(loop.getLoc(), loop);
      Value one = arith::ConstantIntOp::create(builder, builder.getI1Type(), 1);
      Value isNew = arith::XOrIOp::create(builder, isKept, one);
      auto branch = scf::IfOp::create(builder, isNew);
      loop->moveBefore(branch.thenYield());
    }
    numLoopsReused += loops.get().size();
  }
};
} // namespace
