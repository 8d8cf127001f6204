//===- Costs.cpp - what is counted costs so much --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Family.h"

using namespace spindle::advisor;

// Family, gathers, columns, {steps, fibres, results, changes, near lines, far
// lines, streamed lines}, spread, conversion per element, per cell.
static constexpr Costs table[] = {
#include "Costs.inc"
};

const Costs *spindle::advisor::findCosts(const std::string &name,
                                         const Work &work) {
  bool hasColumns = work.products > 1;
  for (const Costs &costs : table)
    if (costs.family == name && costs.gathers == work.gathers &&
        costs.hasColumns == hasColumns)
      return &costs;
  return nullptr;
}
