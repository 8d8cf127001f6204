//===- IndexBounds.cpp - constants that indices are below -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/IndexBounds.h"

#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle;

bool iter::isZero(Value index) { return getConstantIntValue(index) == 0; }

/// The last number of the loop whose variable `index` is, where bounds and step
/// tell: tiles end there.
static std::optional<int64_t> getLastNumber(Value index) {
  scf::ForOp loop = iter::getLoopOfVariable(index);
  if (!loop || loop.getUnsignedCmp())
    return std::nullopt;
  std::optional<int64_t> begin = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> end = iter::getMaximum(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!begin || !end || !step || *begin < 0 || *step <= 0 || *end <= *begin)
    return std::nullopt;
  return *begin + (*end - 1 - *begin) / *step * *step;
}

std::optional<int64_t> iter::getMaximum(Value index) {
  if (std::optional<int64_t> number = getConstantIntValue(index))
    return number;
  if (auto sum = index.getDefiningOp<arith::AddIOp>()) {
    std::optional<int64_t> last = getLastNumber(sum.getLhs());
    std::optional<int64_t> more = getConstantIntValue(sum.getRhs());
    int64_t most;
    if (!last || !more || llvm::AddOverflow(*last, *more, most))
      return std::nullopt;
    return most;
  }
  if (auto smaller = index.getDefiningOp<arith::MinSIOp>()) {
    std::optional<int64_t> first = getMaximum(smaller.getLhs());
    return first ? first : getMaximum(smaller.getRhs());
  }
  auto length = index.getDefiningOp<axis::LengthOp>();
  if (!length || !length.getAxis().getType().isFixed())
    return std::nullopt;
  int64_t width = length.getAxis().getType().getWidth();
  return ShapedType::isDynamic(width) ? std::nullopt : std::optional(width);
}

bool iter::startsAtZeroOrAbove(scf::ForOp loop) {
  std::optional<int64_t> begin = getConstantIntValue(loop.getLowerBound());
  bool isOffset =
      loop.getLowerBound().getDefiningOp<axis::StartOp>() != nullptr;
  // A tile begins at a number of the loop over tiles.
  scf::ForOp tiles = getLoopOfVariable(loop.getLowerBound());
  return !loop.getUnsignedCmp() && (isOffset || (begin && *begin >= 0) ||
                                    (tiles && startsAtZeroOrAbove(tiles)));
}

/// The axis that `index` is a nest's coordinate on; null where it is none.
static Value getAxisOfCoordinate(Value index) {
  auto argument = dyn_cast<BlockArgument>(index);
  auto nest =
      argument
          ? dyn_cast_or_null<iter::NestOp>(argument.getOwner()->getParentOp())
          : iter::NestOp();
  return nest ? nest.getAxes()[argument.getArgNumber() / 2] : Value();
}

/// A number that coordinates on `level` are below, which start at 0; none where
/// it is not static.
static std::optional<int64_t> getCoordinateBound(Value level) {
  auto type = cast<axis::AxisType>(level.getType());
  if (!type.isDense() || ShapedType::isDynamic(type.getWidth()))
    return std::nullopt;
  return type.getWidth();
}

std::optional<int64_t> iter::getBound(Value index) {
  if (std::optional<int64_t> number = getConstantIntValue(index))
    return *number < 0 ? std::nullopt : std::optional(*number + 1);
  if (Value level = getAxisOfCoordinate(index))
    return getCoordinateBound(level);
  scf::ForOp loop = getLoopOfVariable(index);
  return loop && startsAtZeroOrAbove(loop) ? getMaximum(loop.getUpperBound())
                                           : std::nullopt;
}

std::optional<iter::NumberRange>
iter::getRangeInBlock(const LinearIndex &sum, const LinearIndex::Term &block) {
  NumberRange range = {sum.constant, sum.constant};
  for (const LinearIndex::Term &term : sum.terms) {
    if (&term == &block)
      continue;
    std::optional<int64_t> bound = getBound(term.value);
    int64_t last;
    if (!bound || llvm::MulOverflow(*bound - 1, term.factor, last))
      return std::nullopt;
    int64_t &end = last < 0 ? range.least : range.greatest;
    if (llvm::AddOverflow(end, last, end))
      return std::nullopt;
  }
  return range;
}
