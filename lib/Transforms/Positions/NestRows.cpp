//===- NestRows.cpp - the rows that a nest goes through -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestRows.h"

#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/IndexBounds.h"
#include "Spindle/Analysis/LinearIndex.h"
#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Analysis/LoopWeight.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Support/BinarySearch.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using arith::CmpIPredicate;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;
using spindle::axis::CoordinateOp;
using spindle::axis::ExtentOp;
using spindle::axis::LengthOp;

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

/// Whether the coordinates of `axis` ascend from 0 on over all its positions.
static bool isSortedRoot(Value axis) {
  auto root = axis.getDefiningOp<axis::SparseVariableOp>();
  auto type = cast<AxisType>(axis.getType());
  return root && axis::isRoot(axis) && !root.getFrom() &&
         type.hasCoordinates() && type.getSorted();
}

/// The rows where the variable of `loop` is one, or a block's number.
static std::optional<NestRows> findVariable(scf::ForOp nest, scf::ForOp loop) {
  bool isKnown = nest.isDefinedOutsideOfLoop(loop.getUpperBound()) ||
                 loop.getUpperBound().getDefiningOp<LengthOp>();
  if (!nest->isAncestor(loop) || !isPlain(loop) || !startsAtZeroOrAbove(loop) ||
      !isKnown)
    return std::nullopt;
  return NestRows{nest, loop, {}};
}

/// The rows where `value` is one, or the number of a block.
static std::optional<NestRows> findBlock(scf::ForOp nest, Value value) {
  if (scf::ForOp loop = getLoopOfVariable(value))
    return findVariable(nest, loop);
  auto coordinate = value.getDefiningOp<CoordinateOp>();
  scf::ForOp loop =
      coordinate ? getLoopOfVariable(coordinate.getPosition()) : scf::ForOp();
  if (loop != nest || !isPlain(nest) || !isSortedRoot(coordinate.getAxis()) ||
      !nest.isDefinedOutsideOfLoop(coordinate.getAxis()))
    return std::nullopt;
  return NestRows{nest, loop, coordinate.getAxis()};
}

/// The term of `sum` that says which block an index is in, if the other ones
/// say where in it.
static const LinearIndex::Term *findBlockTerm(const LinearIndex &sum) {
  if (sum.terms.empty())
    return nullptr;
  const auto *block =
      llvm::max_element(sum.terms, [](const auto &first, const auto &second) {
        return first.factor < second.factor;
      });
  std::optional<NumberRange> rest = getRangeInBlock(sum, *block);
  return rest && rest->least >= 0 && rest->greatest < block->factor ? block
                                                                    : nullptr;
}

std::optional<NestRows> spindle::iter::findNestRows(scf::ForOp nest,
                                                    Value index) {
  std::optional<LinearIndex> sum = getLinearIndex(index);
  const LinearIndex::Term *block = sum ? findBlockTerm(*sum) : nullptr;
  std::optional<NestRows> rows =
      block ? findBlock(nest, block->value) : std::nullopt;
  if (rows)
    rows->factor = block->factor;
  return rows;
}

std::optional<NestRows> spindle::iter::getOwnRows(scf::ForOp nest) {
  return findVariable(nest, nest);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// `blocks` of the rows' blocks, in rows.
static Value buildRows(ImplicitLocOpBuilder &builder, const NestRows &rows,
                       Value blocks) {
  if (rows.factor == 1)
    return blocks;
  return arith::MulIOp::create(builder, blocks, constant(builder, rows.factor));
}

/// The number of the block that begins with `row`.
static Value buildBlock(ImplicitLocOpBuilder &builder, const NestRows &rows,
                        Value row) {
  if (rows.factor == 1 || isZero(row))
    return row;
  return arith::DivUIOp::create(builder, row, constant(builder, rows.factor));
}

Value spindle::iter::buildRowCount(ImplicitLocOpBuilder &builder,
                                   const NestRows &rows) {
  scf::ForOp loop = rows.loop;
  Value axis = rows.axis;
  if (auto length = loop.getUpperBound().getDefiningOp<LengthOp>();
      length && !rows.isOutermost())
    axis = length.getAxis();
  Value blocks =
      axis ? builder.createOrFold<ExtentOp>(builder.getIndexType(), axis)
           : loop.getUpperBound();
  return buildRows(builder, rows, blocks);
}

/// Whether the loop is known to go through all rows, which are `count`.
static bool hasAllRows(const NestRows &rows, Value count) {
  scf::ForOp loop = rows.loop;
  return rows.factor == 1 && isZero(loop.getLowerBound()) &&
         areEqual(loop.getUpperBound(), count);
}

Value spindle::iter::buildFirstOfRow(ImplicitLocOpBuilder &builder,
                                     const NestRows &rows, Value row,
                                     Value count) {
  Value block = buildBlock(builder, rows, row);
  scf::ForOp loop = rows.loop;
  Value begin = loop.getLowerBound(), end = loop.getUpperBound();
  if (!rows.axis) {
    if (!rows.isOutermost() || hasAllRows(rows, count))
      return block;
    Value within = arith::MinSIOp::create(builder, block, end);
    return isZero(begin) ? within
                         : arith::MaxSIOp::create(builder, within, begin);
  }
  // Before the first row and after the last one there is nothing to search.
  if (isZero(row))
    return begin;
  if (row == count)
    return end;
  Value zero = constant(builder, 0);
  Value isFirst = arith::CmpIOp::create(builder, CmpIPredicate::sle, row, zero);
  Value isEnd = arith::CmpIOp::create(builder, CmpIPredicate::sge, row, count);
  Value isKnown = arith::OrIOp::create(builder, isFirst, isEnd);
  Value all = arith::SubIOp::create(builder, end, begin);
  Value low = arith::SelectOp::create(builder, isEnd, end, begin);
  Value left = arith::SelectOp::create(builder, isKnown, zero, all);
  return buildBinarySearch(
      builder, low, left, [&](ImplicitLocOpBuilder &inside, Value middle) {
        Value stored = CoordinateOp::create(inside, inside.getIndexType(),
                                            rows.axis, middle, ValueRange());
        return arith::CmpIOp::create(inside, CmpIPredicate::slt, stored, block);
      });
}

void spindle::iter::restrictToRows(RewriterBase &rewriter, const NestRows &rows,
                                   Value begin, Value end, Value count) {
  scf::ForOp loop = rows.loop;
  rewriter.setInsertionPoint(loop);
  ImplicitLocOpBuilder builder(loop.getLoc(), rewriter);
  Value first = buildFirstOfRow(builder, rows, begin, count);
  Value last = buildFirstOfRow(builder, rows, end, count);
  if (!rows.isOutermost() && !rows.axis && !hasAllRows(rows, count)) {
    first = arith::MaxSIOp::create(builder, first, loop.getLowerBound());
    last = arith::MinSIOp::create(builder, last, loop.getUpperBound());
  }
  rewriter.modifyOpInPlace(loop, [&] {
    loop.setLowerBound(first);
    loop.setUpperBound(last);
  });
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

/// The most cells that loops inside of `loop` go through in an iteration, as
/// far as widths are known, of fibres that are no longer than so.
static int64_t countCells(scf::ForOp loop) {
  int64_t most = 1;
  loop.walk([&](scf::ForOp inner) {
    int64_t cells = 1;
    for (scf::ForOp around = inner; around != loop;
         around = around->getParentOfType<scf::ForOp>())
      if (!loop.isDefinedOutsideOfLoop(around.getUpperBound()))
        cells *= std::clamp<int64_t>(
            getBound(around.getInductionVar()).value_or(1), 1, 1 << 10);
    most = std::max(most, std::min<int64_t>(cells, 1 << 20));
  });
  return most;
}

Value spindle::iter::buildWorkBefore(ImplicitLocOpBuilder &builder,
                                     const NestRows &rows, Value row,
                                     Value count) {
  Value place = buildFirstOfRow(builder, rows, row, count);
  LoopWeight weight = findWeight(rows.loop);
  Value total;
  if (rows.isOutermost()) {
    total = buildWeightBefore(builder, weight, place);
  } else {
    scf::ForOp nest = rows.nest;
    Value runs = arith::SubIOp::create(builder, nest.getUpperBound(),
                                       nest.getLowerBound());
    total = arith::MulIOp::create(builder, place, runs);
    // Only loops whose bounds are known here can be asked.
    llvm::erase_if(weight.even, [&](scf::ForOp even) {
      return !nest.isDefinedOutsideOfLoop(even.getUpperBound()) ||
             !nest.isDefinedOutsideOfLoop(even.getLowerBound());
    });
  }
  Value cost = buildCost(builder, weight, total);
  return arith::MulIOp::create(builder, cost,
                               constant(builder, countCells(rows.loop)));
}
