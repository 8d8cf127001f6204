//===- Shrink.cpp - smaller programs that fail alike ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shrink.h"

#include "Generator.h"
#include "Isolated.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace spindle::differential;

namespace {
/// What is done to one operation.
enum class Edit {
  /// Erase it, with zeros for its results.
  Erase,
  /// Put the operations of its first region in its place.
  InlineFirst,
  /// Put those of its second region there.
  InlineSecond
};

/// A program that is made smaller.
struct Shrinker {
  MLIRContext &context;
  bool compile;
  const std::string &kind;
  const std::function<void()> &attempted;

  bool stillFails(const Case &program);
  bool tryEdit(Case &program, int64_t index, Edit edit);
  bool tryWithoutArgument(Case &program, size_t index);
  bool tryWithoutStatement(Case &program, size_t index);
  OwningOpRef<ModuleOp> parse(const Case &program);
};
} // namespace

OwningOpRef<ModuleOp> Shrinker::parse(const Case &program) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  return parseSourceString<ModuleOp>(program.text, &context);
}

bool Shrinker::stillFails(const Case &program) {
  attempted();
  return runIsolated(context, program, compile).kind == kind;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// A constant zero of `type`; null where it has none.
static Value makeZero(OpBuilder &builder, Location loc, Type type) {
  if (auto attr = builder.getZeroAttr(type))
    return arith::ConstantOp::create(builder, loc, attr);
  auto complex = dyn_cast<ComplexType>(type);
  if (!complex)
    return {};
  auto part = builder.getZeroAttr(complex.getElementType());
  return complex::ConstantOp::create(builder, loc, type,
                                     builder.getArrayAttr({part, part}));
}

/// Whether the results of `op` are unused, or zeros now.
static bool replaceResults(Operation *op, ValueRange values) {
  OpBuilder builder(op);
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value value = result.getResultNumber() < values.size()
                      ? values[result.getResultNumber()]
                      : makeZero(builder, op->getLoc(), result.getType());
    if (!value)
      return false;
    result.replaceAllUsesWith(value);
  }
  return true;
}

static bool erase(Operation *op) {
  bool isZero = isa<arith::ConstantOp, complex::ConstantOp>(op);
  if ((isZero && !op->use_empty()) || !replaceResults(op, {}))
    return false;
  op->erase();
  return true;
}

/// Puts the operations of a region without arguments that are used in place of
/// `op`.
static bool inlineRegion(Operation *op, unsigned number) {
  if (number >= op->getNumRegions() || op->getRegion(number).empty())
    return false;
  Block &block = op->getRegion(number).front();
  OpBuilder builder(op);
  for (BlockArgument argument : block.getArguments()) {
    if (argument.use_empty())
      continue;
    Value zero = makeZero(builder, op->getLoc(), argument.getType());
    if (!zero)
      return false;
    argument.replaceAllUsesWith(zero);
  }
  Operation *terminator = block.getTerminator();
  SmallVector<Value> values(terminator->getOperands());
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations(), block.begin(),
                                         terminator->getIterator());
  if (!replaceResults(op,
                      isa<scf::IfOp>(op) ? ValueRange(values) : ValueRange()))
    return false;
  op->erase();
  return true;
}

/// Edits operation `index`, counted from the outside to the inside; false where
/// nothing came of it.
bool Shrinker::tryEdit(Case &program, int64_t index, Edit edit) {
  OwningOpRef<ModuleOp> module = parse(program);
  Operation *chosen = nullptr;
  int64_t count = 0;
  module->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { chosen = count++ == index ? op : chosen; });
  if (isa<ModuleOp, func::FuncOp>(chosen) ||
      chosen->hasTrait<OpTrait::IsTerminator>())
    return false;
  bool edited = edit == Edit::Erase
                    ? erase(chosen)
                    : inlineRegion(chosen, edit == Edit::InlineSecond);
  if (!edited)
    return false;
  Case smaller = program;
  smaller.text.clear();
  llvm::raw_string_ostream(smaller.text) << *module;
  if (!stillFails(smaller))
    return false;
  program = smaller;
  return true;
}

/// Takes an argument that is not used away.
bool Shrinker::tryWithoutArgument(Case &program, size_t index) {
  OwningOpRef<ModuleOp> module = parse(program);
  auto function = module->lookupSymbol<func::FuncOp>("f");
  if (!function.getArgument(index).use_empty() ||
      failed(function.eraseArgument(index)))
    return false;
  Case smaller = program;
  smaller.text.clear();
  llvm::raw_string_ostream(smaller.text) << *module;
  smaller.arguments.erase(smaller.arguments.begin() + index);
  smaller.expected.clear();
  for (auto &[known, bytes] : program.expected)
    if (known != index)
      smaller.expected.emplace_back(known - (known > index), bytes);
  if (!stillFails(smaller))
    return false;
  program = smaller;
  return true;
}

/// Takes a line of the schedule away.
bool Shrinker::tryWithoutStatement(Case &program, size_t index) {
  SmallVector<StringRef> lines;
  StringRef(program.schedule).split(lines, '\n');
  lines.erase(lines.begin() + index);
  Case smaller = program;
  smaller.schedule = llvm::join(lines, "\n");
  if (!stillFails(smaller))
    return false;
  program = smaller;
  return true;
}

//===----------------------------------------------------------------------===//
// Strategy
//===----------------------------------------------------------------------===//

static int64_t countOps(ModuleOp module) {
  int64_t count = 0;
  module.walk([&](Operation *) { ++count; });
  return count;
}

Case spindle::differential::shrinkText(MLIRContext &context, Case program,
                                       bool compile, const std::string &kind,
                                       const std::function<void()> &attempted) {
  Shrinker shrinker{context, compile, kind, attempted};
  if (!shrinker.parse(program))
    return program;
  for (size_t line = llvm::count(program.schedule, '\n'); line-- > 2;)
    shrinker.tryWithoutStatement(program, line);
  for (bool shrunk = true; shrunk;) {
    shrunk = false;
    for (Edit edit : {Edit::Erase, Edit::InlineFirst, Edit::InlineSecond})
      for (int64_t index = 0; index < countOps(*shrinker.parse(program));)
        if (shrinker.tryEdit(program, index, edit))
          shrunk = true;
        else
          ++index;
  }
  for (size_t index = program.arguments.size(); index-- > 0;)
    shrinker.tryWithoutArgument(program, index);
  return program;
}

Case spindle::differential::shrinkCase(MLIRContext &context, uint64_t seed,
                                       bool compile, const std::string &kind,
                                       const std::function<void()> &attempted) {
  Case program = generateCase(seed);
  for (int64_t budget = 0; budget < kMaxBudget; ++budget) {
    Case smaller = generateCase(seed, budget);
    attempted();
    if (runIsolated(context, smaller, compile).kind != kind)
      continue;
    program = smaller;
    break;
  }
  return shrinkText(context, program, compile, kind, attempted);
}
