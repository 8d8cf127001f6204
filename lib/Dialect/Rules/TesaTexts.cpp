//===- TesaTexts.cpp - rules of masks -------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleTexts.h"

using namespace spindle;

static constexpr RuleText kTesaTexts[] = {
    {"tesa C1", "the attribute says which elements of the argument are kept",
     "give a #tesa.mask"},
    {"tesa C2, tesa.mark C1",
     "a mask has a place for each element of one tensor, and indices that are "
     "pruned would be other indices",
     "give a mask of the tensor's shape, which is static, and prune what the "
     "indices point at"},
    {"#tesa.mask C1", "a block of a dimension is a part of it",
     "give a number from 1 to its size for each dimension"},
    {"#tesa.mask C2", "each block is kept or is not",
     "give two digits for eight blocks, the first of which is the lowest bit, "
     "and 0 for those behind the last"},
};

llvm::ArrayRef<RuleText> spindle::getTesaTexts() { return kTesaTexts; }
