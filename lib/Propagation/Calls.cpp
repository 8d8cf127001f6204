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

#include <deque>

using namespace mlir;
using namespace spindle;

namespace {
/// What is known at one call: of its operands what is 0 and which numbers they
/// are, and of its results what is not needed.
struct CallContext {
  SmallVector<Mask> zeros, dead;
  SmallVector<Numbers> numbers;

  bool operator==(const CallContext &other) const {
    return zeros == other.zeros && dead == other.dead &&
           numbers == other.numbers;
  }
  /// The same call, with nothing known.
  CallContext forget() const;
};

/// What was found for it.
struct CallFacts {
  CallContext context;
  SmallVector<Mask> found, unneeded;
  SmallVector<Numbers> numbers;
};
} // namespace

CallContext CallContext::forget() const {
  auto getNone = [](const Mask &mask) { return Mask::none(mask.getShape()); };
  return {llvm::map_to_vector(zeros, getNone),
          llvm::map_to_vector(dead, getNone),
          llvm::map_to_vector(numbers, [](const Numbers &known) {
            return Numbers(known.getShape(), Number());
          })};
}

/// For how many different facts at calls a function is looked at; for others
/// with none. A function that is called twice by one that is called twice, and
/// so on, would take time without a bound.
static constexpr size_t kMostContexts = 64;

struct Propagation::Calls {
  explicit Calls(Operation *root) : root(root) {}

  /// What is visited, and with it the functions in it.
  Operation *root;
  llvm::DenseMap<Operation *, std::deque<CallFacts>> known;
  llvm::DenseMap<Operation *, bool> recursive;

  /// Whether `callee` calls itself, by others or not.
  bool isRecursive(FunctionOpInterface callee);
  /// What `callee` is for a call in `context`.
  const CallFacts &find(FunctionOpInterface callee, CallContext context,
                        const PropagationOptions &options);
  CallFacts infer(FunctionOpInterface callee, CallContext context,
                  const PropagationOptions &options);
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
                         ArrayRef<Mask> dead, ArrayRef<Numbers> numbers,
                         PropagationOptions options,
                         std::shared_ptr<Calls> calls)
    : options(options), calls(std::move(calls)) {
  // What is constant at this call only stays in the function.
  this->options.replacesConstants = false;
  if (options.seed)
    random.emplace(*options.seed);
  start(function);
  Block &body = function->getRegion(0).front();
  for (auto [arg, mask, known] :
       llvm::zip_equal(body.getArguments(), zeros, numbers)) {
    addZeros(arg, mask);
    addNumbers(arg, known);
  }
  for (OpOperand &result : body.getTerminator()->getOpOperands())
    if (lookup(result.get()))
      addDeadUse(result, dead[result.getOperandNumber()]);
  run();
}

CallFacts Propagation::Calls::infer(FunctionOpInterface callee,
                                    CallContext context,
                                    const PropagationOptions &options) {
  std::shared_ptr<Calls> self(std::shared_ptr<Calls>(), this);
  Propagation inner(callee, context.zeros, context.dead, context.numbers,
                    options, self);
  Block &body = callee.getFunctionBody().front();
  CallFacts facts;
  for (Value result : body.getTerminator()->getOperands()) {
    const SparsityFacts *known = inner.lookup(result);
    facts.found.push_back(known ? known->zero
                                : tesa::getNoElement(result.getType()));
    facts.numbers.push_back(known ? known->numbers
                                  : tesa::getNoNumbers(result.getType()));
  }
  for (Value arg : body.getArguments()) {
    const SparsityFacts *known = inner.lookup(arg);
    facts.unneeded.push_back(known ? known->dead
                                   : tesa::getNoElement(arg.getType()));
  }
  facts.context = std::move(context);
  return facts;
}

const CallFacts &Propagation::Calls::find(FunctionOpInterface callee,
                                          CallContext context,
                                          const PropagationOptions &options) {
  // Inner calls may be of other functions alone.
  for (int trial = 0; trial < 2; ++trial) {
    for (const CallFacts &facts : known[callee])
      if (facts.context == context)
        return facts;
    if (known[callee].size() < kMostContexts)
      break;
    context = context.forget();
  }
  CallFacts facts = infer(callee, std::move(context), options);
  known[callee].push_back(std::move(facts));
  return known[callee].back();
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

bool Propagation::visitCall(Operation *op, ArrayRef<Mask> zeros,
                            ArrayRef<Mask> dead, MutableArrayRef<Mask> found,
                            MutableArrayRef<Mask> unneeded) {
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call || isa<tesa::SparsityOpInterface>(op))
    return false;
  if (options.scrambler && !options.strict) {
    options.scrambler->inferZeros(call, zeros, found);
    if (options.scrambler->inferDead(call, zeros, dead, unneeded))
      return true;
  }
  FunctionOpInterface callee = findCallee(op);
  if (!isKnownCallee(callee, call) || !calls->root->isAncestor(callee) ||
      calls->isRecursive(callee))
    return false;
  auto getNumbers = [&](ValueRange values) {
    return llvm::map_to_vector(values, [&](Value value) {
      const SparsityFacts *facts = lookup(value);
      return facts ? facts->numbers : tesa::getNoNumbers(value.getType());
    });
  };
  const CallFacts &facts =
      calls->find(callee,
                  {SmallVector<Mask>(zeros), SmallVector<Mask>(dead),
                   getNumbers(op->getOperands())},
                  options);
  llvm::copy(facts.found, found.begin());
  llvm::copy(facts.unneeded, unneeded.begin());
  for (auto [result, numbers] :
       llvm::zip_equal(op->getResults(), facts.numbers))
    addNumbers(result, numbers);
  return true;
}
