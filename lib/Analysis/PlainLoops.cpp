//===- PlainLoops.cpp - loops that count by ones --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/PlainLoops.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spindle;

std::string iter::checkCounting(scf::ForOp loop) {
  if (loop.getUnsignedCmp())
    return "its bounds are compared as unsigned numbers";
  if (!loop.getInductionVar().getType().isIndex())
    return "its variable is not of type index";
  if (!matchPattern(loop.getStep(), m_One()))
    return "its step is not 1";
  return "";
}

std::string iter::checkNothingCarried(scf::ForOp loop) {
  return loop.getInits().empty()
             ? ""
             : "an iteration takes up what the one before it hands on";
}

bool iter::isPlain(scf::ForOp loop) {
  return checkNothingCarried(loop).empty() && checkCounting(loop).empty();
}
