//===- Orders.cpp - nests in other orders ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Orders.h"

#include "Arguments.h"
#include "Random.h"

#include "Spindle/Transforms/Coordinates/FuseNest.h"
#include "Spindle/Transforms/Coordinates/ReorderNest.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"

#include <algorithm>

using namespace mlir;
using namespace spindle;
using spindle::differential::Arguments;
using spindle::differential::Case;
using spindle::differential::OrderCounts;
using spindle::differential::Random;

/// The names of the dimensions of `nest`, in order.
static SmallVector<StringRef> getNames(iter::NestOp nest) {
  return llvm::to_vector(nest.getDims().getAsValueRange<StringAttr>());
}

static bool reorder(iter::NestOp nest, ArrayRef<StringRef> order) {
  IRRewriter rewriter(nest.getContext());
  iter::ReorderOptions options;
  options.order.assign(order.begin(), order.end());
  std::string refusal;
  return succeeded(iter::reorderNest(rewriter, nest, options, refusal));
}

/// Puts two dimensions that follow one another into one loop.
static bool fuse(iter::NestOp nest, int64_t first) {
  IRRewriter rewriter(nest.getContext());
  SmallVector<StringRef> names = getNames(nest);
  if (first + 2 > int64_t(names.size()))
    return false;
  iter::FuseOptions options{{names[first], names[first + 1]}};
  std::string refusal;
  return succeeded(iter::fuseNest(rewriter, nest, options, refusal));
}

//===----------------------------------------------------------------------===//
// All orders
//===----------------------------------------------------------------------===//

namespace {
/// Orders of one program, while they are tried.
struct OrderTrial {
  const Case &program;
  ModuleOp original;
  OrderCounts &counts;
  Random random;
  Arguments expected = {};

  std::string run();

private:
  std::string interpret(ModuleOp module, Arguments &arguments);
  std::string tryOrder(int64_t number, ArrayRef<StringRef> order);
  std::string tryOrders(int64_t number, iter::NestOp nest);
};
} // namespace

/// Runs `module` on a copy of the arguments, which it leaves in `arguments`;
/// what went wrong.
std::string OrderTrial::interpret(ModuleOp module, Arguments &arguments) {
  arguments = differential::expandArguments(module, program.arguments);
  return llvm::toString(interpreter::run(
      differential::getFunction(module),
      differential::viewArguments(module.getContext(), arguments)));
}

/// Runs the program with nest `number` in `order`, where that is legal.
std::string OrderTrial::tryOrder(int64_t number, ArrayRef<StringRef> order) {
  OwningOpRef<ModuleOp> module(original.clone());
  SmallVector<iter::NestOp> nests;
  module->walk([&](iter::NestOp nest) { nests.push_back(nest); });
  if (!reorder(nests[number], order)) {
    ++counts.refused;
    return "";
  }
  ++counts.reordered;
  counts.fused += fuse(nests[number], random.below(int64_t(order.size())));
  if (failed(mlir::verify(*module)))
    return "expected a module";
  Arguments arguments;
  std::string fault = interpret(*module, arguments);
  if (fault.empty())
    fault =
        compareArguments(arguments, expected, differential::Equality::Exact);
  return fault.empty()
             ? ""
             : "in the order " + llvm::join(order, ", ") + ": " + fault;
}

std::string OrderTrial::tryOrders(int64_t number, iter::NestOp nest) {
  SmallVector<StringRef> order = getNames(nest);
  bool all = order.size() <= 4;
  llvm::sort(order);
  SmallVector<StringRef> present = getNames(nest);
  for (int64_t tries = 24; tries > 0; --tries) {
    if (!all)
      for (size_t last = order.size(); last > 1; --last)
        std::swap(order[last - 1], order[random.below(int64_t(last))]);
    std::string fault = order == present ? "" : tryOrder(number, order);
    if (!fault.empty())
      return fault;
    if (all && !std::next_permutation(order.begin(), order.end()))
      break;
  }
  return "";
}

std::string OrderTrial::run() {
  std::string fault = interpret(original, expected);
  SmallVector<iter::NestOp> nests;
  original.walk([&](iter::NestOp nest) { nests.push_back(nest); });
  for (auto [number, nest] : llvm::enumerate(nests))
    if (fault.empty() && nest.getNumDims() > 1)
      fault = tryOrders(number, nest);
  return fault;
}

std::string differential::findFaultReordered(MLIRContext &context,
                                             const Case &program,
                                             OrderCounts &counts) {
  auto module = parseSourceString<ModuleOp>(program.text, &context);
  if (!module)
    return "expected the program to be read";
  return OrderTrial{program, *module, counts, Random(program.seed)}.run();
}

//===----------------------------------------------------------------------===//
// Some orders
//===----------------------------------------------------------------------===//

namespace {
/// Tries an order of each nest, and a group.
struct RandomOrdersPass
    : PassWrapper<RandomOrdersPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RandomOrdersPass)

  void runOnOperation() override {
    Random random(0);
    getOperation().walk([&](iter::NestOp nest) {
      SmallVector<StringRef> order = getNames(nest);
      for (size_t last = order.size(); last > 1; --last)
        std::swap(order[last - 1], order[random.below(int64_t(last))]);
      if (!reorder(nest, order))
        reorder(nest, {});
      if (random.chance(50))
        fuse(nest, random.below(int64_t(order.size())));
    });
  }
};
} // namespace

void differential::addRandomOrders(OpPassManager &pm) {
  pm.addPass(std::make_unique<RandomOrdersPass>());
}
