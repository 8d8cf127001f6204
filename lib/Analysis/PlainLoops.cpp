//===- PlainLoops.cpp - loops that count by ones --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/PlainLoops.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle;

/// Why the variable of `loop` is no index that grows.
static std::string checkVariable(scf::ForOp loop) {
  if (loop.getUnsignedCmp())
    return "its bounds are compared as unsigned numbers";
  if (!loop.getInductionVar().getType().isIndex())
    return "its variable is not of type index";
  return "";
}

std::string iter::checkCounting(scf::ForOp loop) {
  std::string refusal = checkVariable(loop);
  if (refusal.empty() && getConstantIntValue(loop.getStep()) != 1)
    return "its step is not 1";
  return refusal;
}

std::string iter::checkSteps(scf::ForOp loop) {
  std::string refusal = checkVariable(loop);
  if (refusal.empty() && getConstantIntValue(loop.getStep()).value_or(0) < 1)
    return "its step is not known";
  return refusal;
}

std::string iter::checkNothingCarried(scf::ForOp loop) {
  return loop.getInits().empty()
             ? ""
             : "an iteration takes up what the one before it hands on";
}

bool iter::isPlain(scf::ForOp loop) {
  return checkNothingCarried(loop).empty() && checkCounting(loop).empty();
}
