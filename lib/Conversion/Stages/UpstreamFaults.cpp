//===- UpstreamFaults.cpp - patterns of upstream's that are wrong ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Stages/UpstreamFaults.h"

using namespace spindle;

static constexpr UpstreamFault kFaults[] = {
    {"WhileMoveIfDown", 219456,
     "a condition that hands on one result of a branch several times hands on "
     "the value of the other branch, from the second time on"},
    {"IndexCastOfIndexCast", 90238,
     "a cast of an index to fewer bits and back keeps bits that it loses"},
    {"IndexCastUIOfIndexCastUI", 90238,
     "a cast of an index to fewer bits and back keeps bits that it loses"},
};

llvm::ArrayRef<UpstreamFault> spindle::getUpstreamFaults() { return kFaults; }

std::vector<std::string> spindle::getFaultyPatternNames() {
  std::vector<std::string> names;
  for (const UpstreamFault &row : kFaults)
    for (llvm::StringRef space : {"(anonymous namespace)::", "{anonymous}::"})
      names.push_back((space + row.pattern).str());
  return names;
}
