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
    {"tesa C2, tesa.mark C1, tesa.replace C1",
     "a mask has a place for each element of one tensor, and indices that are "
     "pruned would be other indices",
     "give a mask of the tensor's shape, which is static, and prune what the "
     "indices point at"},
    {"tesa C3",
     "the attribute says that the argument's numbers are these in each run, "
     "and "
     "what is pruned is 0",
     "give elements of the argument's type, or the attribute alone, and prune "
     "what is 0"},
    {"tesa C4", "the attribute says which formats the argument's elements need",
     "give a #tesa.width"},
    {"tesa C5, tesa.width C1",
     "elements have numbers of their type: a format that has others is not "
     "narrower",
     "give formats whose numbers the type has, for the tensor's shape: si12 "
     "and f8E5M2 in f16, but not si13 or bf16"},
    {"tesa C6", "the attribute says which part of a larger tensor is bound",
     "give a #tesa.kept"},
    {"tesa C7", "the argument is what is left of the larger tensor",
     "keep as many coordinates in each dimension as the argument has"},
    {"tesa C8", "the attribute says what the argument has of a weight",
     "give a #tesa.part"},
    {"tesa C9",
     "a part has a place for each element of the weight, and a step for each "
     "coordinate of one dimension",
     "give a tensor of the weight's dimensions, of a type that has the "
     "format's numbers, or a vector of floats for the steps"},
    {"tesa.replace C2", "each block that is not kept is one constant",
     "give one for each, in the order of the bits that are 0"},
    {"#tesa.mask C1, #tesa.width C1", "a block of a dimension is a part of it",
     "give a number from 1 to its size for each dimension"},
    {"#tesa.mask C2", "each block is kept or is not",
     "give two digits for eight blocks, the first of which is the lowest bit, "
     "and 0 for those behind the last"},
    {"#tesa.mask C3",
     "bits that stand elsewhere are those that were written, or the mask is "
     "another one",
     "write the resource and its hash anew"},
    {"#tesa.kept C1", "each coordinate is left or is not",
     "give a text for each dimension, of two digits for eight coordinates, the "
     "first of which is the lowest bit, and 0 for those behind the last"},
    {"#tesa.part C1", "a part is made of the weight that is bound by this name",
     "give the weight's name"},
    {"#tesa.part C2",
     "multiples of a step are integers, and steps stand along a dimension",
     "give a format such as si8, and by a dimension of a weight of floats; "
     "leave the dimension out where numbers are stored as they are"},
    {"#tesa.width C2", "each block needs one format, with a sign or without",
     "give a type such as si8, ui4 or f16 for each block"},
};

llvm::ArrayRef<RuleText> spindle::getTesaTexts() { return kTesaTexts; }
