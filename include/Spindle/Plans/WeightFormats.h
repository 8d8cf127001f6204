//===- WeightFormats.h - formats of weights ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A weight is a matrix of outputs by inputs, or of inputs by outputs. A product
// goes through its outputs one after the other, so that a sum is made in one
// place: formats have outputs first, whichever dimension they are. So what is
// csr of the one is csc of the other.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PLANS_WEIGHTFORMATS_H
#define SPINDLE_PLANS_WEIGHTFORMATS_H

#include "Spindle/Plans/BlockCover.h"

#include <string>

namespace spindle::plans {

/// All elements, zeros among them.
std::string getDenseFormat();

/// Those that are stored, one by one.
std::string getElementsFormat(bool rowsAreOutputs);

/// Blocks of `outputs` by `inputs`, all of whose cells are elements, as those
/// of a dense matrix are; elements one by one where both are 1.
std::string getBlocksFormat(bool rowsAreOutputs, int64_t outputs,
                            int64_t inputs);

/// Elements one by one, of one section of so many inputs after the other.
std::string getSectionsFormat(bool rowsAreOutputs, int64_t inputs);

/// The format of the cheapest cover of `pattern`, without parts that nothing
/// would be in; elements one by one for a pattern that has none.
std::string getCoverFormat(bool rowsAreOutputs, const WeightPattern &pattern,
                           llvm::ArrayRef<BlockSize> sizes);

/// Up to `n` of each `m` inputs together, and others one by one, where
/// `pattern` has such.
std::string getStructuredFormat(bool rowsAreOutputs,
                                const WeightPattern &pattern, int64_t n,
                                int64_t m);

/// The elements of `pattern` that are left of `n` of each `m` inputs.
int64_t countResidue(const WeightPattern &pattern, int64_t n, int64_t m);

} // namespace spindle::plans

#endif // SPINDLE_PLANS_WEIGHTFORMATS_H
