//===- Calls.cpp - facts through calls ------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Propagation.h"
#include "Spindle/Propagation/Scrambling.h"

#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle;

namespace {
/// What was found for one call: of its operands and of its results.
struct CallFacts {
  SmallVector<Mask> zeros, dead, found, unneeded;
};
} // namespace

/// For how many different facts at calls a function is looked at; for others
/// with none. A function that is called twice by one that is called twice, and
/// so on, would take time without a bound.
static constexpr size_t kMostContexts = 64;

struct Propagation::Calls {
  explicit Calls(Operation *root) : root(root) {}

  /// What is visited, and with it the functions in it.
  Operation *root;
  llvm::DenseMap<Operation *, std::vector<CallFacts>> known;
  llvm::DenseMap<Operation *, bool> recursive;

  /// Whether `callee` calls itself, by others or not.
  bool isRecursive(FunctionOpInterface callee);
};

static FunctionOpInterface findCallee(Operation *op) {
  auto call = dyn_cast<CallOpInterface>(op);
  return call ? dyn_cast_if_present<FunctionOpInterface>(call.resolveCallable())
              : FunctionOpInterface();
}

bool Propagation::Calls::isRecursive(FunctionOpInterface callee) {
  auto [known, isNew] = recursive.insert({callee, false});
  if (!isNew)
    return known->second;
  llvm::SetVector<Operation *> reached;
  reached.insert(callee);
  bool found = false;
  for (size_t next = 0; next < reached.size(); ++next)
    reached[next]->walk([&](Operation *op) {
      if (FunctionOpInterface called = findCallee(op)) {
        found |= called == callee;
        reached.insert(called);
      }
    });
  return recursive[callee] = found;
}

std::shared_ptr<Propagation::Calls> Propagation::makeCalls(Operation *root) {
  return std::make_shared<Calls>(root);
}

Propagation::Propagation(Operation *function, ArrayRef<Mask> zeros,
                         ArrayRef<Mask> dead, PropagationOptions options,
                         std::shared_ptr<Calls> calls)
    : options(options), calls(std::move(calls)) {
  // What is constant at this call only stays in the function.
  this->options.replacesConstants = false;
  if (options.seed)
    random.emplace(*options.seed);
  start(function);
  Block &body = function->getRegion(0).front();
  for (auto [arg, mask] : llvm::zip_equal(body.getArguments(), zeros))
    addZeros(arg, mask);
  for (OpOperand &result : body.getTerminator()->getOpOperands())
    if (lookup(result.get()))
      addDeadUse(result, dead[result.getOperandNumber()]);
  run();
}

/// Whether a call is of a function with one block, which gives the results of
/// the call back.
static bool isKnownCallee(FunctionOpInterface callee, CallOpInterface call) {
  if (!callee || callee.isExternal() || !callee.getFunctionBody().hasOneBlock())
    return false;
  Block &body = callee.getFunctionBody().front();
  Operation *last = body.empty() ? nullptr : &body.back();
  return last && last->hasTrait<OpTrait::ReturnLike>() &&
         last->getOperandTypes() == TypeRange(call->getResultTypes()) &&
         TypeRange(body.getArgumentTypes()) ==
             TypeRange(call.getArgOperands()) &&
         call.getArgOperands().size() == call->getNumOperands();
}

/// Masks of the shapes of `masks`, without elements.
static SmallVector<Mask> getNone(ArrayRef<Mask> masks) {
  return llvm::map_to_vector(
      masks, [](const Mask &mask) { return Mask::none(mask.getShape()); });
}

bool Propagation::visitCall(Operation *op, ArrayRef<Mask> zeros,
                            ArrayRef<Mask> dead, MutableArrayRef<Mask> found,
                            MutableArrayRef<Mask> unneeded) {
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call || isa<tesa::SparsityOpInterface>(op))
    return false;
  if (options.scrambler && !options.strict)
    options.scrambler->inferZeros(call, zeros, found);
  FunctionOpInterface callee = findCallee(op);
  if (!isKnownCallee(callee, call) || !calls->root->isAncestor(callee) ||
      calls->isRecursive(callee))
    return false;
  SmallVector<Mask> noZeros, noneDead;
  for (int trial = 0; trial < 2; ++trial) {
    for (const CallFacts &facts : calls->known[callee])
      if (ArrayRef(facts.zeros) == zeros && ArrayRef(facts.dead) == dead) {
        llvm::copy(facts.found, found.begin());
        llvm::copy(facts.unneeded, unneeded.begin());
        return true;
      }
    if (calls->known[callee].size() < kMostContexts)
      break;
    noZeros = getNone(zeros);
    noneDead = getNone(dead);
    zeros = noZeros;
    dead = noneDead;
  }
  Propagation inner(callee, zeros, dead, options, calls);
  Block &body = callee.getFunctionBody().front();
  for (auto [result, mask] :
       llvm::zip_equal(body.getTerminator()->getOperands(), found))
    if (const SparsityFacts *facts = inner.lookup(result))
      mask = facts->zero;
  for (auto [arg, mask] : llvm::zip_equal(body.getArguments(), unneeded))
    if (const SparsityFacts *facts = inner.lookup(arg))
      mask = facts->dead;
  calls->known[callee].push_back(
      {SmallVector<Mask>(zeros), SmallVector<Mask>(dead),
       SmallVector<Mask>(found), SmallVector<Mask>(unneeded)});
  return true;
}
