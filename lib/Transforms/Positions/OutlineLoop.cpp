//===- OutlineLoop.cpp - a loop as a function of its bounds ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/OutlineLoop.h"

#include "Spindle/Analysis/DistinctMemory.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Transforms/Positions/StateDistinctMemory.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::DistinctMemory;
using spindle::sparse::getRootMemory;

/// Where the next function with a loop of `function` goes: behind it and those
/// that there are.
static Block::iterator findPlace(func::FuncOp function) {
  Block::iterator place = std::next(Block::iterator(function));
  auto name = FlatSymbolRefAttr::get(function.getNameAttr());
  while (place != function->getBlock()->end() &&
         place->getAttr(IterDialect::kBodyOfAttr) == name)
    ++place;
  return place;
}

namespace {
/// A loop on its way out of its function.
struct Outlining {
  Outlining(func::FuncOp function, scf::ForOp loop, ArrayRef<OpOperand *> apart)
      : function(function), loop(loop), apart(apart) {}

  func::FuncOp function;
  /// The iterations of one chunk.
  scf::ForOp loop;
  /// Operands of what goes with the loop that are arguments of their own.
  ArrayRef<OpOperand *> apart;
  /// What the loop uses of outside of it: values that become arguments, and
  /// operations that go with it, each after those that it uses.
  llvm::SetVector<Value> captures;
  llvm::SetVector<Operation *> clones;
  /// The pairs among `captures` that cannot overlap and of which one is
  /// written, by their indices.
  SmallVector<std::pair<size_t, size_t>> distinct;

  void collectCaptures();
  void collectDistinct();
  func::CallOp moveOut(SymbolTable &symbols);

private:
  void capture(Value value);
  SmallVector<Value> getArguments();
  void cloneInto(OpBuilder &builder, ValueRange inside);
  func::FuncOp createBody(SymbolTable &symbols);
};
} // namespace

//===----------------------------------------------------------------------===//
// What is captured
//===----------------------------------------------------------------------===//

/// Whether `op` goes with the loop: it makes a constant, or is memory beside
/// the function, or what a function cannot be given.
static bool goesAlong(Operation *op) {
  return op &&
         (isa<axis::AxisOpInterface, sparse::BindOp, memref::GetGlobalOp>(op) ||
          matchPattern(op, m_Constant()));
}

void Outlining::capture(Value value) {
  Operation *op = value.getDefiningOp();
  if (!goesAlong(op)) {
    captures.insert(value);
    return;
  }
  for (OpOperand &operand : op->getOpOperands())
    if (!llvm::is_contained(apart, &operand))
      capture(operand.get());
  clones.insert(op);
}

void Outlining::collectCaptures() {
  llvm::SetVector<Value> above;
  getUsedValuesDefinedAbove(loop.getRegion(), above);
  above.insert(loop.getStep());
  above.insert(loop.getInitArgs().begin(), loop.getInitArgs().end());
  for (Value value : above)
    capture(value);
}

/// The arguments after the bounds.
SmallVector<Value> Outlining::getArguments() {
  SmallVector<Value> arguments(captures.begin(), captures.end());
  for (OpOperand *operand : apart)
    arguments.push_back(operand->get());
  return arguments;
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
  llvm::append_range(inputs, ValueRange(getArguments()).getTypes());
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
  symbols.insert(body, findPlace(function));
  body.addEntryBlock();
  return body;
}

/// Has `loop` run from the first argument of `body` to the second one. Where
/// tiles begin or end at a constant, that is no part of anything: it stays
/// known.
static void setBounds(scf::ForOp loop, func::FuncOp body, OpBuilder &builder) {
  bool areTiles = getLabel(loop).getRole() == LoopRole::Tile;
  for (unsigned bound : {0, 1}) {
    Value value = body.getArgument(bound);
    Value outside = loop->getOperand(bound);
    if (areTiles && matchPattern(outside, m_Constant()))
      value = builder.clone(*outside.getDefiningOp())->getResult(0);
    loop->setOperand(bound, value);
  }
}

/// Clones what goes with the loop, which uses the clones then; `inside` are the
/// arguments after the bounds.
void Outlining::cloneInto(OpBuilder &builder, ValueRange inside) {
  auto replace = [&](Value outside, Value value) {
    outside.replaceUsesWithIf(value, [&](OpOperand &use) {
      return loop->isAncestor(use.getOwner());
    });
  };
  IRMapping map;
  for (auto [outside, argument] : llvm::zip(captures, inside)) {
    map.map(outside, argument);
    replace(outside, argument);
  }
  for (Operation *op : clones) {
    Operation *clone = builder.clone(*op, map);
    for (auto [operand, argument] :
         llvm::zip_equal(apart, inside.take_back(apart.size())))
      if (operand->getOwner() == op)
        clone->setOperand(operand->getOperandNumber(), argument);
    for (auto [outside, value] :
         llvm::zip_equal(op->getResults(), clone->getResults()))
      replace(outside, value);
  }
}

func::CallOp Outlining::moveOut(SymbolTable &symbols) {
  func::FuncOp body = createBody(symbols);
  OpBuilder builder(loop);
  SmallVector<Value> args = {loop.getLowerBound(), loop.getUpperBound()};
  llvm::append_range(args, getArguments());
  auto call = func::CallOp::create(builder, loop.getLoc(), body, args);

  SmallVector<Value> inside(body.getArguments().drop_front(2));
  builder.setInsertionPointToStart(&body.getBody().front());
  cloneInto(builder, inside);
  setBounds(loop, body, builder);
  auto end = func::ReturnOp::create(builder, loop.getLoc());
  loop->moveBefore(end);
  builder.setInsertionPointToStart(&body.getBody().front());
  for (auto [first, second] : distinct)
    spindle::sparse::stateDistinct(builder, inside[first], inside[second]);
  return call;
}

func::CallOp spindle::iter::outlineLoop(SymbolTable &symbols,
                                        func::FuncOp function, scf::ForOp loop,
                                        ArrayRef<OpOperand *> apart) {
  Outlining outlining(function, loop, apart);
  outlining.collectCaptures();
  outlining.collectDistinct();
  return outlining.moveOut(symbols);
}
