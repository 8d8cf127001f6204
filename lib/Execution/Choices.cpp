//===- Choices.cpp - what lowerings ask of a processor --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Choices.h"

#include <unistd.h>

using namespace spindle;

llvm::Expected<LoweringChoices>
spindle::execution::getLoweringChoices(llvm::StringRef cpu) {
  llvm::Expected<SmallFloats> smallFloats = getSmallFloats(cpu);
  if (!smallFloats)
    return smallFloats.takeError();
  LoweringChoices choices;
  choices.target.smallFloats = *smallFloats;
  Arithmetic arithmetic = llvm::cantFail(getArithmetic(cpu));
  choices.target.fusedMultiplyAdd = arithmetic.fusedMultiplyAdd;
  choices.target.vectorBits = arithmetic.vectorBits;
  choices.target.dotProducts = arithmetic.dotProducts;
  return choices;
}

llvm::Expected<StrategyTarget>
spindle::execution::getStrategyTarget(llvm::StringRef cpu) {
  llvm::Expected<Arithmetic> arithmetic = getArithmetic(cpu);
  if (!arithmetic)
    return arithmetic.takeError();
  StrategyTarget target;
  target.vectorBits = arithmetic->vectorBits;
  target.fastGathers = arithmetic->fastGathers;
#ifdef _SC_LEVEL2_CACHE_SIZE
  if (int64_t bytes = sysconf(_SC_LEVEL2_CACHE_SIZE); bytes > 0)
    target.cacheBytes = bytes;
#endif
  return target;
}
