//===- Backwards.cpp - parallel loops in another order --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backwards.h"

#include "Arguments.h"

#include "Spindle/Conversion/Passes.h"
#include "Spindle/Transforms/Positions/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace spindle;

void differential::addParallelLoops(OpPassManager &pm, bool strict) {
  ConvertIterToSCFPassOptions options;
  options.strict = strict;
  pm.addNestedPass<func::FuncOp>(createConvertIterToSCFPass(options));
  pm.addPass(createCanonicalizePass());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addNestedPass<func::FuncOp>(createParallelizeLoopsPass());
}

/// Replaces `loop`, which counts from 0 on, by a serial one.
static void makeSerial(IRRewriter &rewriter, scf::ForallOp loop,
                       bool isBackwards) {
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value count = loop.getUpperBound(rewriter).front();
  Value last = arith::SubIOp::create(rewriter, loc, count, one);
  auto serial = scf::ForOp::create(rewriter, loc, zero, count, one);
  rewriter.setInsertionPointToStart(serial.getBody());
  Value variable = serial.getInductionVar();
  if (isBackwards)
    variable = arith::SubIOp::create(rewriter, loc, last, variable);
  rewriter.eraseOp(loop.getTerminator());
  rewriter.inlineBlockBefore(loop.getBody(), serial.getBody()->getTerminator(),
                             variable);
  rewriter.eraseOp(loop);
}

int64_t differential::makeSerial(ModuleOp module, bool isBackwards) {
  SmallVector<scf::ForallOp> loops;
  module.walk([&](scf::ForallOp loop) { loops.push_back(loop); });
  IRRewriter rewriter(module.getContext());
  for (scf::ForallOp loop : loops)
    ::makeSerial(rewriter, loop, isBackwards);
  return loops.size();
}

/// Runs `module` on a copy of the arguments, which it leaves in `arguments`;
/// what went wrong.
static std::string interpret(ModuleOp module, const differential::Case &program,
                             differential::Arguments &arguments) {
  arguments = differential::expandArguments(module, program.arguments);
  return llvm::toString(interpreter::run(
      differential::getFunction(module),
      differential::viewArguments(module.getContext(), arguments)));
}

std::string differential::findFaultBackwards(MLIRContext &context,
                                             const Case &program,
                                             int64_t &loops) {
  auto module = parseSourceString<ModuleOp>(program.text, &context);
  if (!module)
    return "expected the program to be read";
  Arguments forwards, backwards;
  std::string fault = interpret(*module, program, forwards);
  PassManager pm(&context);
  addParallelLoops(pm, /*strict=*/false);
  if (fault.empty() && failed(pm.run(*module)))
    return "expected the passes to succeed";
  loops += makeSerial(*module, /*isBackwards=*/true);
  if (fault.empty())
    fault = interpret(*module, program, backwards);
  return fault.empty() ? compareArguments(backwards, forwards, Equality::Exact)
                       : fault;
}
