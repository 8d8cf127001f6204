//===- Chunks.cpp - iterations in chunks of equal weight ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/Chunks.h"

#include "Spindle/Support/BinarySearch.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using arith::CmpIPredicate;

Chunks spindle::iter::buildChunks(ImplicitLocOpBuilder &builder,
                                  LoopWeight weight, Value length, Value total,
                                  Value count) {
  Value quotient = arith::DivUIOp::create(builder, total, count);
  Value remainder = arith::RemUIOp::create(builder, total, count);
  return {length, count, total, quotient, remainder, std::move(weight)};
}

/// T(`chunk`).
static Value buildTarget(ImplicitLocOpBuilder &builder, const Chunks &chunks,
                         Value chunk) {
  Value even = arith::MulIOp::create(builder, chunk, chunks.quotient);
  Value more = arith::MinUIOp::create(builder, chunk, chunks.remainder);
  return arith::AddIOp::create(builder, even, more);
}

Value spindle::iter::buildChunkBegin(ImplicitLocOpBuilder &builder,
                                     const Chunks &chunks, Value chunk,
                                     WeightFunction weightBefore) {
  Value target = buildTarget(builder, chunks, chunk);
  Value zero = constant(builder, 0);
  Value isFirst = compare(builder, CmpIPredicate::eq, chunk, zero);
  Value isEnd = compare(builder, CmpIPredicate::eq, chunk, chunks.count);
  Value isKnown = arith::OrIOp::create(builder, isFirst, isEnd);
  // What is known is a search in nothing.
  Value low = arith::SelectOp::create(builder, isEnd, chunks.length, zero);
  Value left = arith::SelectOp::create(builder, isKnown, zero, chunks.length);
  return buildBinarySearch(
      builder, low, left, [&](ImplicitLocOpBuilder &inside, Value middle) {
        return compare(inside, CmpIPredicate::slt, weightBefore(inside, middle),
                       target);
      });
}

Value spindle::iter::buildChunkBegin(ImplicitLocOpBuilder &builder,
                                     const Chunks &chunks, Value chunk) {
  if (chunks.weight.axes.empty())
    return buildTarget(builder, chunks, chunk);
  return buildChunkBegin(builder, chunks, chunk,
                         [&](ImplicitLocOpBuilder &inside, Value iteration) {
                           return buildWeightBefore(inside, chunks.weight,
                                                    iteration);
                         });
}
