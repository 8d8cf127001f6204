//===- RandomFormat.h - texts of formats, by chance -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATFUZZ_RANDOMFORMAT_H
#define SPINDLE_UNITTESTS_FORMATFUZZ_RANDOMFORMAT_H

#include "Differential/Random.h"

#include <string>

namespace spindle::formatfuzz {

using differential::Random;

/// The names of the dimensions of formats of `rank` dimensions, `i` and so on.
std::string listDims(int64_t rank);

/// A descriptor of levels of coordinates that are dimensions, their quotients
/// and remainders, and differences: `(i, j) -> (i : dense, ..)`. Most keep the
/// rules.
std::string drawLevels(Random &random, int64_t rank);

/// A descriptor of levels that are numbers of the pattern, of rank 2 or 3.
std::string drawInspected(Random &random, int64_t rank);

/// The name of a format, with numbers: `bsr<2, 3, pos = i64>`.
std::string drawName(Random &random, int64_t rank);

/// A format of levels, as an attribute: `#sparse.csr`.
std::string drawFormat(Random &random, int64_t rank);

/// A composite format of rank 2 or 3, as an attribute. Some leave elements
/// out, or have parts that overlap.
std::string drawComposite(Random &random, int64_t rank);

/// `text` with a word, a number or a sign in another's place.
std::string spoil(Random &random, const std::string &text);

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_RANDOMFORMAT_H
