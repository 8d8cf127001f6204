//===- Machine.cpp - the state of a running function ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace spindle::interpreter;

std::string spindle::interpreter::describe(Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto file = dyn_cast<FileLineColLoc>(op->getLoc()))
    stream << file.getFilename().getValue() << ":" << file.getLine() << ":"
           << file.getColumn();
  else
    stream << op->getLoc();
  stream << ": '" << op->getName() << "': ";
  return text;
}

bool Machine::mayGoOn(Operation *op) {
  return !options.isCancelled || !options.isCancelled() ||
         fail(op, "expected to end but got cancelled");
}

bool Machine::addBodyRuns(Operation *op, int64_t count) {
  if (llvm::AddOverflow(bodyRuns, count, bodyRuns))
    return fail(op, "expected less than 2^63 runs of bodies");
  if (bodyRunsOf)
    (*bodyRunsOf)[op] += count;
  return true;
}

bool Machine::fail(Operation *op, const Twine &message) {
  error = describe(op) + message.str();
  return false;
}
