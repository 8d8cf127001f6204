//===- CompositeCriteria.cpp - numbers of elements ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompositeCriteria.h"

#include <algorithm>
#include <numeric>

using namespace spindle::runtime;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// The quotient of floor division by `divisor`, at least 1.
static int64_t floorDivide(int64_t x, int64_t divisor) {
  int64_t quotient = x / divisor;
  return quotient - (x % divisor < 0);
}

/// What `op` makes of two numbers. Sums and products wrap: the sizes of
/// dimensions and constants leave them far from the bounds.
static int64_t combine(ElementExpr::Op op, int64_t left, int64_t right) {
  auto a = static_cast<uint64_t>(left), b = static_cast<uint64_t>(right);
  switch (op) {
  case ElementExpr::Op::Add:
    return static_cast<int64_t>(a + b);
  case ElementExpr::Op::Mul:
    return static_cast<int64_t>(a * b);
  case ElementExpr::Op::FloorDiv:
    return floorDivide(left, right);
  case ElementExpr::Op::Mod:
    return left - floorDivide(left, right) * right;
  default:
    return left;
  }
}

int64_t ElementNumbers::evaluate(const ElementExpr &expr, int64_t e) const {
  // Expressions of the compiler have at most 64 operations and operands.
  int64_t stack[64];
  int depth = 0;
  for (ElementExpr::Step step : expr.steps) {
    switch (step.op) {
    case ElementExpr::Op::Dim:
      stack[depth++] = tensor->coordinates[step.number].as<int64_t>()[e];
      break;
    case ElementExpr::Op::Criterion:
      stack[depth++] = numbers[step.number][e];
      break;
    case ElementExpr::Op::Constant:
      stack[depth++] = step.number;
      break;
    default:
      --depth;
      stack[depth - 1] = combine(step.op, stack[depth - 1], stack[depth]);
    }
  }
  return stack[0];
}

std::optional<Error> ElementNumbers::evaluateAll(const ElementExpr &expr,
                                                 Numbers &result) const {
  if (auto error = result.resize(tensor->entries()))
    return error;
  for (int64_t e = 0; e < result.size(); ++e)
    result[e] = evaluate(expr, e);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// The numbers 0, 1, .. `count` - 1.
static std::optional<Error> countUp(int64_t count, Numbers &list) {
  if (auto error = list.resize(count))
    return error;
  std::iota(list.data(), list.data() + count, int64_t(0));
  return std::nullopt;
}

/// Makes `groups`, in which equal numbers stand for a group, more apart by
/// `keys`: numbers the groups from 0 in the order of (group, key), and sets
/// their `count`.
static std::optional<Error> refine(const Numbers &keys, Numbers &groups,
                                   int64_t &count) {
  int64_t size = keys.size();
  count = 0;
  if (size == 0)
    return std::nullopt;
  auto [least, most] = std::minmax_element(keys.data(), keys.data() + size);
  int64_t low = *least, span, all;
  int64_t last = *std::max_element(groups.data(), groups.data() + size);
  bool isLarge = __builtin_sub_overflow(*most, low, &span) ||
                 __builtin_add_overflow(span, int64_t(1), &span) ||
                 __builtin_mul_overflow(last + 1, span, &all) ||
                 all > 4 * size + (int64_t(1) << 16);
  if (!isLarge) {
    // Some groups may have no element.
    for (int64_t e = 0; e < size; ++e)
      groups[e] = groups[e] * span + (keys[e] - low);
    count = all;
    return std::nullopt;
  }
  Numbers order;
  if (auto error = countUp(size, order))
    return error;
  auto isBefore = [&](int64_t a, int64_t b) {
    return groups[a] != groups[b] ? groups[a] < groups[b] : keys[a] < keys[b];
  };
  std::sort(order.data(), order.data() + size, isBefore);
  int64_t group = -1, before[2] = {-1, 0};
  for (int64_t place = 0; place < size; ++place) {
    int64_t e = order[place];
    bool isNew = group < 0 || before[0] != groups[e] || before[1] != keys[e];
    before[0] = groups[e];
    before[1] = keys[e];
    group += isNew;
    groups[e] = group;
  }
  count = group + 1;
  return std::nullopt;
}

/// Numbers the groups of elements that have the same numbers `begin` to `end`,
/// in the order of these numbers.
std::optional<Error> ElementNumbers::group(const ElementExpr *begin,
                                           const ElementExpr *end,
                                           Numbers &groups,
                                           int64_t &count) const {
  if (auto error = groups.assign(tensor->entries(), 0))
    return error;
  count = 1;
  for (const ElementExpr *expr = begin; expr != end; ++expr) {
    Numbers keys;
    if (auto error = evaluateAll(*expr, keys))
      return error;
    if (auto error = refine(keys, groups, count))
      return error;
  }
  return std::nullopt;
}

/// How many elements each of `count` groups has.
static std::optional<Error> countGroups(const Numbers &groups, int64_t count,
                                        Numbers &counts) {
  if (auto error = counts.assign(count, 0))
    return error;
  for (int64_t e = 0; e < groups.size(); ++e)
    ++counts[groups[e]];
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Criteria
//===----------------------------------------------------------------------===//

std::optional<Error> ElementNumbers::addSections(const Criterion &criterion) {
  Numbers list;
  if (auto error = evaluateAll(criterion.exprs.front(), list))
    return error;
  int64_t size = tensor->shape[criterion.exprs.front().steps.front().number];
  int64_t width = std::max<int64_t>(
      size / criterion.count + (size % criterion.count != 0), 1);
  for (int64_t e = 0; e < list.size(); ++e)
    list[e] /= width;
  numbers.push_back(std::move(list));
  return std::nullopt;
}

std::optional<Error> ElementNumbers::addLengths(const Criterion &criterion) {
  Numbers groups, counts;
  int64_t count;
  const ElementExpr *exprs = criterion.exprs.data();
  if (auto error = group(exprs, exprs + criterion.exprs.size(), groups, count))
    return error;
  if (auto error = countGroups(groups, count, counts))
    return error;
  for (int64_t e = 0; e < groups.size(); ++e)
    groups[e] = counts[groups[e]];
  numbers.push_back(std::move(groups));
  return std::nullopt;
}

std::optional<Error> ElementNumbers::addSlots(const Criterion &criterion) {
  Numbers groups, subjects, next, order;
  int64_t count;
  const ElementExpr *exprs = criterion.exprs.data();
  if (auto error =
          group(exprs + 1, exprs + criterion.exprs.size(), groups, count))
    return error;
  if (auto error = evaluateAll(*exprs, subjects))
    return error;
  if (auto error = countUp(groups.size(), order))
    return error;
  if (auto error = next.assign(count, 0))
    return error;
  auto isBefore = [&](int64_t a, int64_t b) {
    return subjects[a] != subjects[b] ? subjects[a] < subjects[b] : a < b;
  };
  // Entries come row by row: the columns of a row ascend already.
  bool ascends = true;
  Numbers last;
  if (auto error = last.assign(count, std::numeric_limits<int64_t>::min()))
    return error;
  for (int64_t e = 0; e < groups.size(); ++e) {
    ascends &= last[groups[e]] <= subjects[e];
    last[groups[e]] = subjects[e];
  }
  if (!ascends)
    std::sort(order.data(), order.data() + order.size(), isBefore);
  for (int64_t place = 0; place < order.size(); ++place)
    subjects[order[place]] = next[groups[order[place]]]++;
  numbers.push_back(std::move(subjects));
  return std::nullopt;
}

std::optional<Error> ElementNumbers::addOrders(const Criterion &criterion) {
  Numbers groups, counts, order;
  int64_t count;
  const ElementExpr *exprs = criterion.exprs.data();
  if (auto error = group(exprs, exprs + 1, groups, count))
    return error;
  if (auto error = countGroups(groups, count, counts))
    return error;
  if (auto error = countUp(count, order))
    return error;
  std::sort(order.data(), order.data() + count, [&](int64_t a, int64_t b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
  });
  for (int64_t place = 0; place < count; ++place)
    counts[order[place]] = place;
  for (int64_t e = 0; e < groups.size(); ++e)
    groups[e] = counts[groups[e]];
  numbers.push_back(std::move(groups));
  return std::nullopt;
}

Expected<ElementNumbers>
ElementNumbers::make(const CooTensor &tensor,
                     const std::vector<Criterion> &criteria) {
  ElementNumbers result(tensor);
  for (const Criterion &criterion : criteria) {
    std::optional<Error> error;
    switch (criterion.kind) {
    case Criterion::Kind::Section:
      error = result.addSections(criterion);
      break;
    case Criterion::Kind::Length:
      error = result.addLengths(criterion);
      break;
    case Criterion::Kind::Slot:
      error = result.addSlots(criterion);
      break;
    case Criterion::Kind::Order:
      error = result.addOrders(criterion);
      break;
    }
    if (error)
      return std::move(*error);
  }
  return result;
}
