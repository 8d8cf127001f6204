//===- ShippedPrograms.cpp - programs inside the binary -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShippedPrograms.h"

using namespace spindle::run;

static constexpr ShippedProgram shippedPrograms[] = {
#include "ShippedPrograms.inc"
};

llvm::ArrayRef<ShippedProgram> spindle::run::getShippedPrograms() {
  return shippedPrograms;
}
