//===- CompositeCriteria.cpp - numbers of elements ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompositeCriteria.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

using namespace spindle::runtime;
using spindle::format::ExprKind;

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
static int64_t combine(ExprKind op, int64_t left, int64_t right) {
  auto a = static_cast<uint64_t>(left), b = static_cast<uint64_t>(right);
  switch (op) {
  case ExprKind::Add:
    return static_cast<int64_t>(a + b);
  case ExprKind::Mul:
    return static_cast<int64_t>(a * b);
  case ExprKind::FloorDiv:
    return floorDivide(left, right);
  case ExprKind::Mod:
    return left - floorDivide(left, right) * right;
  default:
    return left;
  }
}

/// Quotients or remainders of `count` numbers by one divisor. Small ones take a
/// division of half the size, which takes a fraction of the time.
static void divide(ExprKind op, int64_t divisor, int64_t count, int64_t *x) {
  uint64_t all = 0;
  for (int64_t i = 0; i < count; ++i)
    all |= uint64_t(x[i]);
  if ((all | uint64_t(divisor)) >> 32) {
    for (int64_t i = 0; i < count; ++i)
      x[i] = combine(op, x[i], divisor);
    return;
  }
  auto small = static_cast<uint32_t>(divisor);
  bool isQuotient = op == ExprKind::FloorDiv;
  for (int64_t i = 0; i < count; ++i)
    x[i] = isQuotient ? uint32_t(x[i]) / small : uint32_t(x[i]) % small;
}

void ElementNumbers::evaluate(const Expr &expr, int64_t begin, int64_t count,
                              int64_t *to) const {
  if (expr.isConstant()) {
    std::fill_n(to, count, expr.number());
    return;
  }
  if (!expr.isOperation()) {
    const int64_t *list = expr.is(ExprKind::Dim)
                              ? tensor->coordinates[expr.number()].as<int64_t>()
                              : numbers[expr.number()].data();
    std::copy_n(list + begin, count, to);
    return;
  }
  evaluate(expr.lhs(), begin, count, to);
  if (expr.isDivision())
    return divide(expr.kind(), expr.rhs().number(), count, to);
  std::array<int64_t, blockSize> right;
  evaluate(expr.rhs(), begin, count, right.data());
  for (int64_t i = 0; i < count; ++i)
    to[i] = combine(expr.kind(), to[i], right[i]);
}

std::optional<Error> ElementNumbers::evaluateAll(const Expr &expr,
                                                 Numbers &result) const {
  if (auto error = result.resize(tensor->entries()))
    return error;
  workers->split(result.size(), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; e += blockSize)
      evaluate(expr, e, std::min(blockSize, end - e), result.data() + e);
  });
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

/// The least and the most of some numbers.
static std::pair<int64_t, int64_t> findBounds(const Numbers &list,
                                              Workers &workers) {
  std::vector<std::pair<int64_t, int64_t>> found(workers.count(),
                                                 {list[0], list[0]});
  workers.split(list.size(), [&](int64_t w, int64_t begin, int64_t end) {
    auto [low, most] = found[w];
    for (int64_t e = begin; e < end; ++e) {
      low = std::min(low, list[e]);
      most = std::max(most, list[e]);
    }
    found[w] = {low, most};
  });
  std::pair<int64_t, int64_t> all = found[0];
  for (auto [low, most] : found)
    all = {std::min(all.first, low), std::max(all.second, most)};
  return all;
}

namespace {
/// A number of each element, and what all lie in.
struct KeyList {
  int64_t operator[](int64_t e) const { return data[e]; }

  const int64_t *data = nullptr;
  /// The numbers, unless something else has them.
  Numbers own;
  int64_t low = 0, most = 0;
};
} // namespace

/// Makes `groups`, in which equal numbers below `count` stand for a group, more
/// apart by `keys`: numbers the groups from 0 in the order of (group, key), and
/// sets their `count`. Of one group the numbers need not be there.
static std::optional<Error> refine(const KeyList &keys, Numbers &groups,
                                   int64_t &count, Workers &workers) {
  int64_t size = groups.size(), span, all;
  if (size == 0)
    return std::nullopt;
  bool isLarge = __builtin_sub_overflow(keys.most, keys.low, &span) ||
                 __builtin_add_overflow(span, int64_t(1), &span) ||
                 __builtin_mul_overflow(count, span, &all) ||
                 all > 4 * size + (int64_t(1) << 16);
  if (!isLarge) {
    // Some groups may have no element; of one group nothing is known yet.
    bool isOne = count == 1;
    workers.split(size, [&](int64_t, int64_t begin, int64_t end) {
      for (int64_t e = begin; e < end; ++e)
        groups[e] = (isOne ? 0 : groups[e] * span) + (keys[e] - keys.low);
    });
    count = all;
    return std::nullopt;
  }
  if (count == 1)
    std::fill_n(groups.data(), size, 0);
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
std::optional<Error> ElementNumbers::group(const Expr *begin, const Expr *end,
                                           Numbers &groups,
                                           int64_t &count) const {
  if (auto error = groups.resize(tensor->entries()))
    return error;
  count = 1;
  for (const Expr *expr = begin; expr != end; ++expr) {
    KeyList keys;
    if (expr->is(ExprKind::Dim)) {
      keys.data = tensor->coordinates[expr->number()].as<int64_t>();
      keys.most = tensor->shape[expr->number()] - 1;
    } else {
      if (auto error = evaluateAll(*expr, keys.own))
        return error;
      keys.data = keys.own.data();
      if (groups.size())
        std::tie(keys.low, keys.most) = findBounds(keys.own, *workers);
    }
    if (auto error = refine(keys, groups, count, *workers))
      return error;
  }
  if (count == 1)
    std::fill_n(groups.data(), groups.size(), 0);
  return std::nullopt;
}

/// How many elements each of `count` groups has.
static std::optional<Error> countGroups(const Numbers &groups, int64_t count,
                                        Numbers &counts, Workers &workers) {
  if (auto error = counts.assign(count, 0))
    return error;
  // Elements of one group often follow one another.
  workers.split(groups.size(), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t e = begin, next; e < end; e = next) {
      for (next = e + 1; next < end && groups[next] == groups[e];)
        ++next;
      __atomic_fetch_add(&counts[groups[e]], next - e, __ATOMIC_RELAXED);
    }
  });
  return std::nullopt;
}

/// Replaces each number by what `list` has for it.
static void lookUp(const Numbers &list, Numbers &numbers, Workers &workers) {
  workers.split(numbers.size(), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e)
      numbers[e] = list[numbers[e]];
  });
}

//===----------------------------------------------------------------------===//
// Criteria
//===----------------------------------------------------------------------===//

std::optional<Error> ElementNumbers::addSections(const Criterion &criterion) {
  Numbers list;
  if (auto error = evaluateAll(criterion.exprs.front(), list))
    return error;
  int64_t size = tensor->shape[criterion.exprs.front().number()];
  int64_t width = std::max<int64_t>(
      size / criterion.numbers[0] + (size % criterion.numbers[0] != 0), 1);
  workers->split(list.size(), [&](int64_t, int64_t begin, int64_t end) {
    divide(ExprKind::FloorDiv, width, end - begin, list.data() + begin);
  });
  numbers.push_back(std::move(list));
  return std::nullopt;
}

std::optional<Error> ElementNumbers::addLengths(const Criterion &criterion) {
  Numbers groups, counts;
  int64_t count;
  const Expr *exprs = criterion.exprs.data();
  if (auto error = group(exprs, exprs + criterion.exprs.size(), groups, count))
    return error;
  if (auto error = countGroups(groups, count, counts, *workers))
    return error;
  lookUp(counts, groups, *workers);
  numbers.push_back(std::move(groups));
  return std::nullopt;
}

std::optional<Error> ElementNumbers::addSlots(const Criterion &criterion) {
  Numbers groups, subjects, next, order;
  int64_t count;
  const Expr *exprs = criterion.exprs.data();
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
  const Expr *exprs = criterion.exprs.data();
  if (auto error = group(exprs, exprs + 1, groups, count))
    return error;
  if (auto error = countGroups(groups, count, counts, *workers))
    return error;
  if (auto error = countUp(count, order))
    return error;
  std::sort(order.data(), order.data() + count, [&](int64_t a, int64_t b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
  });
  for (int64_t place = 0; place < count; ++place)
    counts[order[place]] = place;
  lookUp(counts, groups, *workers);
  numbers.push_back(std::move(groups));
  return std::nullopt;
}

namespace {
/// The blocks of one size that have elements.
struct Blocks {
  /// The block of each element.
  Numbers ofElements;
  /// Of each block: what its elements cost, and whether it is not divided.
  Numbers costs, isWhole;
  int64_t count = 0;
};
} // namespace

/// Sets the costs of `blocks`, each `whole` at most, from those of the next
/// size.
static std::optional<Error> addCosts(int64_t whole, const Blocks &next,
                                     Blocks &blocks) {
  Numbers isCounted;
  for (auto error :
       {blocks.costs.assign(blocks.count, 0), isCounted.assign(next.count, 0)})
    if (error)
      return error;
  for (int64_t e = 0; e < blocks.ofElements.size(); ++e) {
    int64_t inner = next.ofElements[e];
    if (!std::exchange(isCounted[inner], 1))
      blocks.costs[blocks.ofElements[e]] += next.costs[inner];
  }
  if (auto error = blocks.isWhole.resize(blocks.count))
    return error;
  for (int64_t block = 0; block < blocks.count; ++block) {
    blocks.isWhole[block] = whole <= blocks.costs[block];
    blocks.costs[block] = std::min(whole, blocks.costs[block]);
  }
  return std::nullopt;
}

/// Sizes divide one another, so that the least cost of a block is its own or
/// the sum of those of the blocks in it.
std::optional<Error> ElementNumbers::addCovers(const Criterion &criterion) {
  size_t last = criterion.countSizes() - 1;
  std::vector<Blocks> sizes(last + 1);
  for (size_t s = last + 1; s-- > 0;) {
    std::vector<Expr> exprs;
    for (size_t x = 0; x < criterion.exprs.size(); ++x)
      exprs.push_back(criterion.exprs[x].floorDiv(criterion.getSize(s)[x]));
    Blocks &blocks = sizes[s];
    if (auto error = group(exprs.data(), exprs.data() + exprs.size(),
                           blocks.ofElements, blocks.count))
      return error;
    if (s < last) {
      if (auto error = addCosts(criterion.getCost(s), sizes[s + 1], blocks))
        return error;
      continue;
    }
    for (auto error : {blocks.costs.assign(blocks.count, criterion.getCost(s)),
                       blocks.isWhole.assign(blocks.count, 1)})
      if (error)
        return error;
  }
  Numbers found;
  if (auto error = found.resize(tensor->entries()))
    return error;
  workers->split(found.size(), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e) {
      size_t s = 0;
      while (!sizes[s].isWhole[sizes[s].ofElements[e]])
        ++s;
      found[e] = s;
    }
  });
  numbers.push_back(std::move(found));
  return std::nullopt;
}

Expected<ElementNumbers>
ElementNumbers::make(const CooTensor &tensor,
                     const std::vector<Criterion> &criteria, Workers &workers) {
  ElementNumbers result(tensor, workers);
  for (const Criterion &criterion : criteria) {
    std::optional<Error> error;
    switch (criterion.kind) {
    case CriterionKind::Section:
      error = result.addSections(criterion);
      break;
    case CriterionKind::Length:
      error = result.addLengths(criterion);
      break;
    case CriterionKind::Slot:
      error = result.addSlots(criterion);
      break;
    case CriterionKind::Order:
      error = result.addOrders(criterion);
      break;
    case CriterionKind::Cover:
      error = result.addCovers(criterion);
      break;
    }
    if (error)
      return std::move(*error);
  }
  return result;
}
