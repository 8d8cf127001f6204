//===- Interpreter.cpp - runs functions -----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Interpreter/Interpreter.h"

#include "Arguments.h"
#include "BuiltinTensors.h"
#include "OpTables.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

static OpTable makeOpTable() {
  OpTable table;
  addIntegerOps(table);
  addFloatOps(table);
  addCastOps(table);
  addConstantOps(table);
  addMathOps(table);
  addComplexOps(table);
  addAffineOps(table);
  addMemoryOps(table);
  addControlOps(table);
  addAxisOps(table);
  addQueryOps(table);
  addInspectorOps(table);
  addBufferOps(table);
  addTensorOps(table);
  addConvertOps(table);
  addGenericOps(table);
  addBuiltinTensorOps(table);
  addSliceOps(table);
  addLinalgOps(table);
  addCallOps(table);
  addAccessOps(table);
  addAccumulateOps(table);
  addNestOps(table);
  return table;
}

/// What the interpreter asks of a function; empty where it has it.
static std::string checkFunction(func::FuncOp function) {
  if (function.isExternal())
    return "expected a function with a body";
  if (!function.getBody().hasOneBlock())
    return "expected a function of one block";
  for (Value value : function.front().getTerminator()->getOperands())
    if (!value.getDefiningOp<sparse::ConvertOp>() &&
        !isa<RankedTensorType>(value.getType()))
      return "expected a function without results other than builtin tensors "
             "and tensors that 'sparse.convert' makes";
  return "";
}

/// Hands out the tensors that `function`, which has run, returns. False where
/// there is no memory for one.
static bool moveResults(Translator &translator, func::FuncOp function,
                        Machine &machine) {
  if (!machine.options.results)
    return true;
  Operation *end = function.front().getTerminator();
  for (Value value : end->getOperands()) {
    Cell cell = machine[translator.slotOf(value)];
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      machine.options.results->push_back(std::move(*cell.tensor->owned));
    else if (!copyOut(machine, end, *cell.memory, type.getElementType(),
                      machine.options.results->emplace_back()))
      return false;
  }
  return true;
}

/// Runs `function` for `purpose`; gives the number of runs of bodies.
static llvm::Expected<int64_t> execute(func::FuncOp function,
                                       ArrayRef<Argument> arguments,
                                       const Options &options,
                                       Translator::Purpose purpose,
                                       BodyRuns *each = nullptr) {
  auto makeError = [](const Twine &message) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
  };
  std::string fault = checkFunction(function);
  if (!fault.empty())
    return makeError(describe(function) + fault);
  if (llvm::Error error = checkArguments(function, arguments))
    return error;
  OpTable table = makeOpTable();
  Translator translator(table, purpose);
  // Arguments without uses have a cell too.
  (void)translator.slotsOf(function.getArguments());
  (void)translator.enter(function);
  Code code;
  if (!translator.translate(function.getBody().front(), code))
    return makeError(translator.getError());
  Machine machine(arguments, options);
  translator.makeRoom(machine);
  bindArguments(translator, function, machine);
  machine.bodyRunsOf = each;
  if (!code.run(machine) || !moveResults(translator, function, machine))
    return makeError(machine.error);
  return machine.bodyRuns;
}

llvm::Error spindle::interpreter::run(func::FuncOp function,
                                      ArrayRef<Argument> arguments,
                                      const Options &options) {
  llvm::Expected<int64_t> bodyRuns =
      execute(function, arguments, options, Translator::Purpose::Run);
  if (!bodyRuns)
    return bodyRuns.takeError();
  if (options.progress)
    options.progress(*bodyRuns);
  return llvm::Error::success();
}

llvm::Expected<int64_t>
spindle::interpreter::countBodyRuns(func::FuncOp function,
                                    ArrayRef<Argument> arguments,
                                    const Options &options, BodyRuns *each) {
  return execute(function, arguments, options, Translator::Purpose::Count,
                 each);
}
