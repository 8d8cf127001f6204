//===- IndexBounds.cpp - constants that indices are below -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBounds.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spindle;

static std::optional<int64_t> getNumber(Value index) {
  APInt number;
  if (matchPattern(index, m_ConstantInt(&number)))
    return number.getSExtValue();
  return std::nullopt;
}

bool iter::isZero(Value index) { return getNumber(index) == 0; }

std::optional<int64_t> iter::getMaximum(Value index) {
  if (std::optional<int64_t> number = getNumber(index))
    return number;
  auto length = index.getDefiningOp<axis::LengthOp>();
  if (!length || !length.getAxis().getType().isFixed())
    return std::nullopt;
  int64_t width = length.getAxis().getType().getWidth();
  return ShapedType::isDynamic(width) ? std::nullopt : std::optional(width);
}

bool iter::startsAtZeroOrAbove(scf::ForOp loop) {
  std::optional<int64_t> begin = getNumber(loop.getLowerBound());
  return !loop.getUnsignedCmp() && begin && *begin >= 0;
}

std::optional<int64_t> iter::getBound(Value index) {
  if (std::optional<int64_t> number = getNumber(index))
    return *number < 0 ? std::nullopt : std::optional(*number + 1);
  scf::ForOp loop = scf::getForInductionVarOwner(index);
  return loop && startsAtZeroOrAbove(loop) ? getMaximum(loop.getUpperBound())
                                           : std::nullopt;
}
