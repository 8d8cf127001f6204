//===- NestFusion.cpp - nests of random programs put together -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Backwards.h"
#include "NestPairs.h"
#include "Workers.h"

#include "Spindle/Conversion/Passes.h"
#include "Spindle/Transforms/Positions/FuseByRows.h"
#include "Spindle/Transforms/Positions/FuseLoops.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace spindle;
using spindle::differential::Arguments;
using spindle::differential::Case;
using spindle::differential::FusionCounts;

namespace {
/// Ways to put the nests of one program together, while they are tried.
struct FusionTrial {
  const Case &program;
  ModuleOp original;
  FusionCounts &counts;
  Arguments expected = {};

  std::string run();

private:
  std::string interpret(ModuleOp module, Arguments &arguments);
  std::string compare(ModuleOp module, const Twine &name);
  std::string tryByRows(size_t first, size_t after, int64_t tile,
                        bool isBackwards);
  std::string tryLoops(size_t first);
};
} // namespace

/// The outermost loops of the program's function.
static iter::LoopGroup findLoops(ModuleOp module) {
  Operation *function = differential::getFunction(module);
  auto groups = iter::findOutermostLoops(function);
  return groups.empty() ? iter::LoopGroup() : groups.front();
}

/// Runs `module` on a copy of the arguments, which it leaves in `arguments`;
/// what went wrong.
std::string FusionTrial::interpret(ModuleOp module, Arguments &arguments) {
  arguments = differential::expandArguments(module, program.arguments);
  return llvm::toString(interpreter::run(
      differential::getFunction(module),
      differential::viewArguments(module.getContext(), arguments)));
}

/// What differs in a module whose nests were put together as `name` says.
std::string FusionTrial::compare(ModuleOp module, const Twine &name) {
  Arguments arguments;
  std::string fault = failed(verify(module)) ? "expected a module"
                                             : interpret(module, arguments);
  if (fault.empty())
    fault =
        compareArguments(arguments, expected, differential::Equality::Exact);
  return fault.empty() ? "" : (name + ": " + fault).str();
}

/// Nests from number `first` to before `after`, workers from the last to the
/// first where they run backwards.
std::string FusionTrial::tryByRows(size_t first, size_t after, int64_t tile,
                                   bool isBackwards) {
  OwningOpRef<ModuleOp> module(original.clone());
  iter::LoopGroup loops = findLoops(*module);
  IRRewriter rewriter(module->getContext());
  std::string refusal;
  size_t at = 0;
  if (failed(iter::fuseByRows(rewriter,
                              ArrayRef(loops).slice(first, after - first),
                              {tile, /*parallel=*/true}, refusal, at))) {
    ++counts.refused;
    return refusal.empty() ? "expected a reason" : "";
  }
  ++counts.byRows;
  differential::fixWorkers(*module, 3);
  differential::makeSerial(*module, isBackwards);
  return compare(*module, "by rows in tiles of " + Twine(tile) +
                              (isBackwards ? " backwards" : ""));
}

std::string FusionTrial::tryLoops(size_t first) {
  OwningOpRef<ModuleOp> module(original.clone());
  iter::LoopGroup loops = findLoops(*module);
  IRRewriter rewriter(module->getContext());
  std::string refusal;
  if (failed(
          iter::fuseLoops(rewriter, loops[first], loops[first + 1], refusal))) {
    ++counts.refused;
    return refusal.empty() ? "expected a reason" : "";
  }
  ++counts.loops;
  return compare(*module, "as one loop");
}

std::string FusionTrial::run() {
  std::string fault = interpret(original, expected);
  size_t count = findLoops(original).size();
  for (size_t first = 0; first < count && fault.empty(); ++first) {
    for (size_t after = first + 1; after <= count && fault.empty(); ++after)
      for (auto [tile, isBackwards] : {std::pair(2, false), {0, true}})
        if (fault.empty())
          fault = tryByRows(first, after, tile, isBackwards);
    if (fault.empty() && first + 1 < count)
      fault = tryLoops(first);
  }
  return fault;
}

std::string differential::findFaultFused(MLIRContext &context,
                                         const Case &program,
                                         FusionCounts &counts) {
  auto module = parseSourceString<ModuleOp>(program.text, &context);
  if (!module)
    return "expected the program to be read";
  PassManager pm(&context);
  pm.addNestedPass<func::FuncOp>(createConvertIterToSCFPass());
  pm.addPass(createCanonicalizePass());
  pm.addPass(createCSEPass());
  if (failed(pm.run(*module)))
    return "expected the passes to succeed";
  return FusionTrial{program, *module, counts}.run();
}
