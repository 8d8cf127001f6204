//===- Reduce.cpp - makes a program smaller, change by change -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"

#include "Changes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Reducer/Tester.h"

using namespace mlir;
using namespace spindle;

namespace {
/// A module, and the test that says whether one like it is interesting.
class Reducer {
public:
  Reducer(ModuleOp module, const Tester &tester)
      : module(module), tester(tester) {}

  /// Makes changes until none is left that keeps the module interesting.
  void run() {
    while (runOnce())
      ;
  }

  /// Whether the test likes `candidate`, which is not shown where it does not
  /// verify. What a verifier says of it is of no interest to the user.
  bool isInteresting(ModuleOp candidate) const {
    ScopedDiagnosticHandler silence(candidate.getContext(),
                                    [](Diagnostic &) { return success(); });
    return succeeded(verify(candidate)) &&
           tester.isInteresting(candidate).first ==
               Tester::Interestingness::True;
  }

private:
  /// Goes through all operations, uses before what they use; whether anything
  /// was changed.
  bool runOnce() {
    bool changed = false;
    llvm::SmallVector<Operation *> operations = listOperations();
    for (size_t i = operations.size(); i-- > 0;) {
      while (i < operations.size() && changeOperation(operations[i])) {
        operations = listOperations();
        changed = true;
      }
      i = std::min(i, operations.size());
    }
    return changed;
  }

  /// The operations inside of the module, in the order of the text.
  llvm::SmallVector<Operation *> listOperations() {
    llvm::SmallVector<Operation *> operations;
    module->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { operations.push_back(op); });
    operations.erase(operations.begin());
    return operations;
  }

  /// Makes the first change of `op` that keeps the module interesting.
  bool changeOperation(Operation *op) {
    for (reduce::Change change : reduce::getChanges())
      for (size_t variant = 0;; ++variant) {
        IRMapping mapping;
        OwningOpRef<ModuleOp> copy(cast<ModuleOp>(module->clone(mapping)));
        IRRewriter rewriter(op->getContext());
        if (!change(mapping.lookup(op), rewriter, variant))
          break;
        if (isInteresting(*copy))
          return change(op, rewriter, variant);
      }
    return false;
  }

  ModuleOp module;
  const Tester &tester;
};

/// Runs the reducer on a module.
struct ReducePass : PassWrapper<ReducePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReducePass)

  ReducePass() = default;
  ReducePass(const ReducePass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "spindle-reduce"; }
  StringRef getDescription() const override {
    return "Makes a module smaller while a test finds it interesting";
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect>();
  }

  void runOnOperation() override {
    llvm::SmallVector<std::string> arguments(testArguments.begin(),
                                             testArguments.end());
    Tester tester(test, arguments);
    Reducer reducer(getOperation(), tester);
    if (!reducer.isInteresting(getOperation())) {
      getOperation().emitError("expected a module that the test '")
          << test << "' finds interesting (exit status 1) but got another";
      return signalPassFailure();
    }
    reducer.run();
  }

  Option<std::string> test{*this, "test",
                           llvm::cl::desc("A program that is called with the "
                                          "name of a file, and exits with 1 "
                                          "where that is interesting")};
  ListOption<std::string> testArguments{
      *this, "test-arg",
      llvm::cl::desc("What the test is called with before that")};
};
} // namespace

void reduce::registerReducePass() { PassRegistration<ReducePass>(); }
