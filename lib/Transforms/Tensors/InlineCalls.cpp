//===- InlineCalls.cpp - callees as a part of their callers ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor is an argument of a function, or made of one: where it is handed to
// a callee, the callee's operations have to know whose structure it has. So a
// body is copied as it is, and then each `sparse.unpack` and `sparse.parts` in
// it asks the tensor that has the structure at the call:
//
//     func.func private @f(%X) { %I, %J, %v = sparse.unpack %X … }
//     %S = sparse.with_values %A, %b
//     call @f(%S)
//  ->
//     %I, %J, %w = sparse.unpack %A
//     %v = sparse.unpack %S on (%I, %J)
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Tensors/InlineCalls.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Calls.h"
#include "Spindle/Transforms/Tensors/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace spindle {
#define GEN_PASS_DEF_INLINECALLSPASS
#include "Spindle/Transforms/Tensors/Passes.h.inc"
} // namespace spindle

using namespace mlir;
namespace iter = spindle::iter;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

/// The function with a body that `call` names; null for none.
static func::FuncOp findBody(func::CallOp call) {
  auto callee = dyn_cast_or_null<func::FuncOp>(findCallee(call).getOperation());
  return callee && !callee.isExternal() ? callee : func::FuncOp();
}

/// Reports that the last of `path`, functions of which each calls the next one,
/// calls `callee`, one of them, by `call`.
static LogicalResult reportRing(func::CallOp call, func::FuncOp callee,
                                ArrayRef<func::FuncOp> path) {
  InFlightDiagnostic diag =
      call.emitError("expected functions that do not call themselves but got @")
      << callee.getName();
  for (func::FuncOp next :
       path.drop_front(llvm::find(path, callee) + 1 - path.begin()))
    diag << ", which calls @" << next.getName();
  return diag << ", which calls @" << callee.getName();
}

/// Checks that no function that `path` leads to calls one of it. `done` are
/// those that are known not to.
static LogicalResult checkRings(SmallVectorImpl<func::FuncOp> &path,
                                llvm::SmallPtrSetImpl<Operation *> &done) {
  func::FuncOp function = path.back();
  WalkResult result = function.walk([&](func::CallOp call) {
    func::FuncOp callee = findBody(call);
    if (!callee || done.contains(callee))
      return WalkResult::advance();
    if (llvm::is_contained(path, callee)) {
      (void)reportRing(call, callee, path);
      return WalkResult::interrupt();
    }
    path.push_back(callee);
    if (failed(checkRings(path, done)))
      return WalkResult::interrupt();
    path.pop_back();
    return WalkResult::advance();
  });
  done.insert(function);
  return failure(result.wasInterrupted());
}

LogicalResult spindle::sparse::checkCalls(ModuleOp module) {
  llvm::SmallPtrSet<Operation *, 8> done;
  for (auto function : module.getOps<func::FuncOp>()) {
    SmallVector<func::FuncOp> path = {function};
    if (!done.contains(function) && failed(checkRings(path, done)))
      return failure();
  }
  WalkResult result = module.walk([](func::CallOp call) {
    return failed(verifyCall(call)) ? WalkResult::interrupt()
                                    : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Names of nests
//===----------------------------------------------------------------------===//

namespace {
/// The names of the nests of a function.
class NestNames {
public:
  explicit NestNames(func::FuncOp function);

  /// Gives the nest or generic operation `op`, which comes from the function
  /// called `callee`, a name of its own.
  void rename(Operation *op, StringRef callee);

private:
  /// `word`, with the first number after it that makes it new.
  StringAttr makeNew(StringRef word);

  MLIRContext *context;
  llvm::StringSet<> taken;
};
} // namespace

StringAttr NestNames::makeNew(StringRef word) {
  std::string name = word.str();
  for (int64_t number = 1; !taken.insert(name).second; ++number)
    name = (word + "_" + Twine(number)).str();
  return StringAttr::get(context, name);
}

/// Those that the function has itself are what they are without calls; generic
/// operations without one keep what they would take from the function.
NestNames::NestNames(func::FuncOp function) : context(function.getContext()) {
  function.walk([&](iter::NestOp nest) { taken.insert(nest.getName()); });
  SmallVector<GenericOp> generics;
  function.walk([&](GenericOp op) { generics.push_back(op); });
  for (bool named : {true, false})
    for (GenericOp op : generics) {
      std::optional<StringRef> word = op.getName();
      if (word.has_value() == named)
        op.setNameAttr(makeNew(word.value_or(function.getName())));
    }
}

void NestNames::rename(Operation *op, StringRef callee) {
  if (auto nest = dyn_cast<iter::NestOp>(op))
    nest.setNameAttr(makeNew(nest.getName()));
  else if (auto generic = dyn_cast<GenericOp>(op))
    generic.setNameAttr(makeNew(generic.getName().value_or(callee)));
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

/// Has `op`, of which operand 0 is a tensor of another one's structure, take
/// the structure from there: what it gives itself follows the axes, or parts,
/// of that one.
template <typename OpT> static void takeStructure(OpT op, Value owner) {
  OpBuilder builder(op);
  Operation *whole = op->clone();
  whole->setOperands(owner);
  builder.insert(whole);
  constexpr bool isUnpack = std::is_same_v<OpT, UnpackOp>;
  size_t count = whole->getNumResults() - (isUnpack ? 1 : 0);
  SmallVector<Value> operands = {op->getOperand(0)};
  llvm::append_range(operands, whole->getResults().take_front(count));
  OperationState state(op.getLoc(), op->getName());
  state.addOperands(operands);
  state.addTypes(
      TypeRange(op->getResultTypes()).drop_front(isUnpack ? count : 0));
  Operation *own = builder.create(state);
  SmallVector<Value> results;
  if (isUnpack)
    llvm::append_range(results, whole->getResults().take_front(count));
  llvm::append_range(results, own->getResults());
  op->replaceAllUsesWith(results);
  op->erase();
}

/// Has `op`, whose tensor has the structure that operands from number 1 on are
/// of, give what the operation that made these gives.
template <typename OpT> static void takeOwn(OpT op) {
  auto whole = op->getOperand(1).template getDefiningOp<OpT>();
  op->replaceAllUsesWith(whole->getResults().take_back(op->getNumResults()));
  op->erase();
}

/// Has `op`, copied from a callee, ask the tensor that has the structure. Parts
/// of what is made of parts are these.
template <typename OpT> static void findStructure(OpT op) {
  Value tensor = op->getOperand(0), owner = getStructureOwner(tensor);
  bool isOn = op->getNumOperands() > 1;
  if (auto made = tensor.getDefiningOp<ComposeOp>()) {
    op->replaceAllUsesWith(made.getParts());
    op->erase();
    return;
  }
  if (!owner || (owner == tensor) != isOn)
    return;
  if (isOn)
    takeOwn(op);
  else if (op->getNumResults() > 1 || !std::is_same_v<OpT, UnpackOp>)
    takeStructure(op, owner);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Puts the body of `callee` in place of `call`.
static void inlineCall(func::CallOp call, func::FuncOp callee,
                       NestNames &names) {
  IRMapping mapping;
  mapping.map(callee.getArguments(), call.getOperands());
  OpBuilder builder(call);
  SmallVector<Operation *> asked;
  for (Operation &op : callee.front().without_terminator())
    builder.clone(op, mapping)->walk<WalkOrder::PreOrder>([&](Operation *copy) {
      names.rename(copy, callee.getName());
      if (isa<UnpackOp, PartsOp>(copy))
        asked.push_back(copy);
    });
  for (auto [result, value] : llvm::zip_equal(
           call.getResults(), callee.front().getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
  for (Operation *op : asked) {
    if (auto unpack = dyn_cast<UnpackOp>(op))
      findStructure(unpack);
    else
      findStructure(cast<PartsOp>(op));
  }
}

namespace {
/// Inlines the calls of a module, those of callees first.
class Inlining {
public:
  void run(func::FuncOp function);

  /// The functions that were called.
  llvm::SetVector<func::FuncOp> inlined;

private:
  llvm::SmallPtrSet<Operation *, 8> done;
};
} // namespace

void Inlining::run(func::FuncOp function) {
  if (!done.insert(function).second)
    return;
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) {
    func::FuncOp callee = findBody(call);
    if (callee && callee.getBody().hasOneBlock())
      calls.push_back(call);
  });
  if (calls.empty())
    return;
  for (func::CallOp call : calls)
    run(findBody(call));
  NestNames names(function);
  for (func::CallOp call : calls) {
    func::FuncOp callee = findBody(call);
    inlineCall(call, callee, names);
    inlined.insert(callee);
  }
}

/// Whether `op` is in the stage `tensors` or `coordinates` by what it is, or
/// what it takes.
static bool isBeforePositions(Operation *op) {
  auto isEarly = [](Type type) {
    return isa<AnyTensorType, spindle::axis::SiteType>(type);
  };
  if (auto function = dyn_cast<func::FuncOp>(op))
    return llvm::any_of(function.getArgumentTypes(), isEarly);
  return isa<GenericOp, iter::NestOp, FillOp, ExpectRangeOp>(op) ||
         llvm::any_of(op->getOperandTypes(),
                      isa<func::CallOp>(op) ? isStructural : +isEarly);
}

/// The same of `module`. Later stages have bodies of loops in functions of
/// their own, which stay there.
static bool isBeforePositions(ModuleOp module) {
  return module
      .walk([&](Operation *op) {
        return isBeforePositions(op) ? WalkResult::interrupt()
                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult spindle::sparse::inlineCalls(ModuleOp module, StringRef keep) {
  return isBeforePositions(module) ? inlineAllCalls(module, keep) : success();
}

LogicalResult spindle::sparse::inlineAllCalls(ModuleOp module, StringRef keep) {
  if (failed(checkCalls(module)))
    return failure();
  Inlining inlining;
  for (auto function : module.getOps<func::FuncOp>())
    inlining.run(function);
  // A callee comes before its callers.
  for (func::FuncOp function : llvm::reverse(inlining.inlined))
    if (function.isPrivate() && function.getName() != keep &&
        SymbolTable::symbolKnownUseEmpty(function, module))
      function.erase();
  return success();
}

namespace {
struct InlineCallsPass : spindle::impl::InlineCallsPassBase<InlineCallsPass> {
  void runOnOperation() override {
    if (failed(inlineCalls(getOperation())))
      signalPassFailure();
  }
};
} // namespace
