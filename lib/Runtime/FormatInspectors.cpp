//===- FormatInspectors.cpp - What inspectors may be made of --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatInspectors.h"

#include "FormatDims.h"

using namespace spindle::runtime;

bool spindle::runtime::countsOrder(const Format &format, const Level &level) {
  return level.kind == LevelKind::Variable && isDerived(format, level.dim) &&
         getInspector(format, level.dim).kind == InspectorKind::Order;
}

/// Whether the coordinate of `level` is the constant 0, which says nothing.
static bool isConstant(const Level &level) {
  return simplifySteps(level.steps) == std::vector<Level::Step>{{false, 1}};
}

/// Whether the levels of `set` are dense levels of `dim` alone, constants
/// excepted, and determine it.
static bool areDenseDigits(const Format &format, const LevelSet &set,
                           int64_t dim) {
  for (size_t l = 0; l < format.levels.size(); ++l)
    if (set[l] &&
        (format.levels[l].kind != LevelKind::Dense ||
         (format.levels[l].dim != dim && !isConstant(format.levels[l]))))
      return false;
  return findDigits(format, dim, set).has_value();
}

int64_t spindle::runtime::findStoredOrder(const Format &format, int64_t level) {
  const Level &from = format.levels[level];
  if (from.kind != LevelKind::Singleton || from.parents.size() != 1 ||
      !from.steps.empty() || isDerived(format, from.dim))
    return -1;
  LevelSet above = getClosure(format, level, /*self=*/false);
  for (int64_t dim = format.rank; dim < countDims(format); ++dim) {
    const Inspector &order = getInspector(format, dim);
    if (order.kind == InspectorKind::Order && order.subject == from.dim &&
        areDenseDigits(format, above, dim))
      return dim;
  }
  return -1;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Whether the quotient of a dense level that is a remainder is no level above
/// it, or that of another dense level tells what this one does: its cells would
/// then stand for numbers that the other denies.
static bool isDoubtful(const Format &format, int64_t l) {
  const Level &level = format.levels[l];
  bool isRemainder = !level.steps.empty() && !level.steps.front().isQuotient;
  LevelSet above = getClosure(format, l, /*self=*/false);
  bool hasQuotient = false, hasOther = false;
  for (int64_t other = 0; other < l; ++other) {
    const Level &before = format.levels[other];
    if (before.dim != level.dim)
      continue;
    bool isQuotient = before.steps.empty() || before.steps.front().isQuotient;
    hasOther |= isQuotient == !isRemainder && before.kind == LevelKind::Dense;
    hasQuotient |= isQuotient && above[other] && isRemainder &&
                   (before.steps.empty() ? 1 : before.steps.front().divisor) ==
                       level.steps.front().divisor;
  }
  return hasOther || (isRemainder && !hasQuotient);
}

std::optional<FormatFault> spindle::runtime::checkDerived(const Format &format,
                                                          int64_t l) {
  const Level &level = format.levels[l];
  bool isLength = getInspector(format, level.dim).kind == InspectorKind::Length;
  bool isQuotient = level.steps.empty() || level.steps.front().isQuotient;
  if (level.steps.size() > 1)
    return FormatFault{"at most one quotient or remainder of a number that the "
                       "pattern gives",
                       "several"};
  switch (level.kind) {
  case LevelKind::Dense:
    if (isLength)
      return FormatFault{"a dense level of another number than a length",
                         "a length"};
    if (isDoubtful(format, l))
      return FormatFault{"one dense quotient of a number that the pattern "
                         "gives, above its remainder",
                         "others"};
    return std::nullopt;
  case LevelKind::Variable:
    if (isLength || !isQuotient)
      return FormatFault{"a variable level of an order, a slot or a rank, or "
                         "of a quotient",
                         "another one"};
    return std::nullopt;
  case LevelKind::Compressed:
    if (!isLength || !level.steps.empty())
      return FormatFault{"a compressed level of a dimension or a length",
                         "another number"};
    return std::nullopt;
  case LevelKind::Fixed:
  case LevelKind::Singleton:
    return FormatFault{"a stored coordinate of a dimension or a length",
                       "another number"};
  }
  return std::nullopt;
}

/// The dimension that `dim` is, or is an order of; -1 for other numbers.
static int64_t getIdentifiedDim(const Format &format, int64_t dim) {
  if (dim < 0 || !isDerived(format, dim))
    return dim;
  const Inspector &inspector = getInspector(format, dim);
  return inspector.kind == InspectorKind::Order ? inspector.subject : -1;
}

/// Whether the elements of each group of `inspector` have different subjects.
static bool tellsElements(const Format &format, const Inspector &inspector) {
  int64_t group = inspector.groupSteps.empty()
                      ? getIdentifiedDim(format, inspector.group)
                      : -1;
  return format.rank == 1 ||
         (format.rank == 2 && group == 1 - inspector.subject);
}

/// What is wrong with the inspector that `dim` stands for.
static std::optional<FormatFault> checkInspector(const Format &format,
                                                 int64_t dim) {
  const Inspector &inspector = getInspector(format, dim);
  if (inspector.subject < 0 || inspector.subject >= format.rank)
    return FormatFault{"a dimension as its subject", "another number"};
  if (inspector.group < -1 || inspector.group >= dim)
    return FormatFault{"groups of a dimension, or of an inspector before it",
                       "another number"};
  for (Level::Step step : inspector.groupSteps)
    if (step.divisor < 1)
      return FormatFault{"divisors of at least 1", "less"};
  bool isOrder = inspector.kind == InspectorKind::Order;
  bool hasGroup = inspector.group >= 0;
  if (isOrder && hasGroup && inspector.group != inspector.subject)
    return FormatFault{"groups of the dimension that it sorts", "another one"};
  if (inspector.isDescending && !isOrder)
    return FormatFault{"an order, to begin with the longest", "another one"};
  if (inspector.kind == InspectorKind::Slot &&
      !tellsElements(format, inspector))
    return FormatFault{"a subject and a group that tell elements apart",
                       "others"};
  if (inspector.kind == InspectorKind::Length && (format.rank > 2 || hasGroup))
    return FormatFault{"a length in a tensor of at most two dimensions, and no "
                       "group",
                       "another one"};
  return std::nullopt;
}

std::optional<Error> spindle::runtime::checkInspectors(const Format &format) {
  int64_t count = format.inspectors.size();
  if (count > maxInspectors)
    return Error::expectedGot("at most " + std::to_string(maxInspectors) +
                                  " inspectors",
                              std::to_string(count));
  for (int64_t number = 0; number < count; ++number)
    if (auto fault = checkInspector(format, format.rank + number)) {
      Error error = Error::expectedGot(fault->expected, fault->got);
      error.text = "inspector " + std::to_string(number) + ": " + error.text;
      return error;
    }
  return std::nullopt;
}
