//===- CombineReductions.h - several sums of vectors at once ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The sum of the elements of one vector takes a shuffle and an addition for
// each time that the vector is halved, most of whose lanes are of no use.
// Several vectors are added together while they are transposed:
//
//   a0 a1 a2 a3     a0+a2 b0+b2 a1+a3 b1+b3
//   b0 b1 b2 b3                                a b c d   the four sums
//   c0 c1 c2 c3     c0+c2 d0+d2 c1+c3 d1+d3
//   d0 d1 d2 d3
//
// Which sums are made together depends on what is left over at the end of a
// loop, hence on where a worker's chunk ends. The order of the additions of a
// sum must not: sums that are left over are made in the same order.
//

#ifndef SPINDLE_TRANSFORMS_LOOPS_COMBINEREDUCTIONS_H
#define SPINDLE_TRANSFORMS_LOOPS_COMBINEREDUCTIONS_H

#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// Makes the sums of `count` vectors, a power of two, at once, as often as so
/// many are in one block of `root` and none depends on another, nor on what
/// comes after the first: `vector.reduction <add>` of one type of vectors, of
/// `count` elements at least, those of floats with the flag `reassoc`. Where
/// there are fewer, their elements are added in the same order. A `count` of 1
/// changes nothing. On failure, which is that no block has so many, `refusal`
/// says why, and nothing was changed.
mlir::LogicalResult combineReductions(mlir::RewriterBase &rewriter,
                                      mlir::Operation *root, int64_t count,
                                      std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_COMBINEREDUCTIONS_H
