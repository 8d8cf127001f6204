//===- NotationFunctions.cpp - functions of index notation ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NotationFunctions.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace spindle::programs;

static constexpr NotationFunction kFunctions[] = {
    {"+", 2, "arith.addf", Vanishing::AllZero},
    {"-", 2, "arith.subf", Vanishing::AllZero},
    {"-", 1, "arith.negf", Vanishing::AllZero},
    {"*", 2, "arith.mulf", Vanishing::AnyZero},
    {"/", 2, "arith.divf", Vanishing::FirstZero},
    {"abs", 1, "math.absf", Vanishing::AllZero},
    {"atan", 1, "math.atan", Vanishing::AllZero},
    {"cos", 1, "math.cos", Vanishing::Never},
    {"erf", 1, "math.erf", Vanishing::AllZero},
    {"exp", 1, "math.exp", Vanishing::Never},
    {"expm1", 1, "math.expm1", Vanishing::AllZero},
    {"first", 2, "", Vanishing::AnyMissing},
    {"log", 1, "math.log", Vanishing::Never},
    {"log1p", 1, "math.log1p", Vanishing::AllZero},
    {"max", 2, "arith.maximumf", Vanishing::AllZero},
    {"min", 2, "arith.minimumf", Vanishing::AllZero},
    {"pow", 2, "math.powf", Vanishing::Never},
    {"sin", 1, "math.sin", Vanishing::AllZero},
    {"sqrt", 1, "math.sqrt", Vanishing::AllZero},
    {"tan", 1, "math.tan", Vanishing::AllZero},
    {"tanh", 1, "math.tanh", Vanishing::AllZero}};

const NotationFunction *spindle::programs::lookUpFunction(StringRef name,
                                                          size_t arity) {
  for (const NotationFunction &function : kFunctions)
    if (function.name == name && (arity == 0 || arity == function.arity))
      return &function;
  return nullptr;
}

std::string spindle::programs::listFunctions() {
  SmallVector<StringRef> names;
  for (const NotationFunction &function : kFunctions)
    if (llvm::isAlpha(function.name.front()))
      names.push_back(function.name);
  return llvm::join(names, ", ");
}
