//===- CallOps.cpp - calls of functions with a body -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTables.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace spindle::interpreter;

/// The body is translated once more for each call. Its values have the same
/// cells in all of them: a function that calls itself is refused.
static Step translateCall(Translator &t, Operation &op) {
  auto call = cast<func::CallOp>(op);
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock())
    return t.refuse(op, "expected a function with a body of one block");
  if (!t.enter(callee))
    return t.refuse(op, "expected a function that does not call itself");
  Block &block = callee.getBody().front();
  Code code;
  if (call.getNumOperands() > 0)
    code.steps.push_back(
        t.makeCopy(call.getOperands(), t.slotsOf(block.getArguments())));
  bool done = t.translate(block, code);
  t.leave(callee);
  if (!done)
    return {};
  if (call.getNumResults() > 0)
    code.steps.push_back(t.makeCopy(block.getTerminator()->getOperands(),
                                    t.slotsOf(call.getResults())));
  return [code = std::move(code)](Machine &m) { return code.run(m); };
}

void spindle::interpreter::addCallOps(OpTable &table) {
  table["func.call"] = translateCall;
}
