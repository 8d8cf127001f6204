//===- FormatDims.cpp - Dimensions from the coordinates of levels ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatDims.h"

#include "FormatInspectors.h"

#include <algorithm>

using namespace spindle::runtime;
using Steps = std::vector<Level::Step>;

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// The steps that stand for `first` and then `second`; nothing where no rule
/// makes them simpler.
static std::optional<Steps> simplifyPair(Level::Step first,
                                         Level::Step second) {
  int64_t a = first.divisor, b = second.divisor, product;
  if (first.isQuotient && second.isQuotient) {
    if (__builtin_mul_overflow(a, b, &product))
      return std::nullopt;
    return Steps{{true, product}};
  }
  if (first.isQuotient)
    return std::nullopt;
  if (second.isQuotient) {
    // The quotient of a remainder below b is 0, as a remainder by 1 is.
    if (b >= a)
      return Steps{{false, 1}};
    if (a % b == 0)
      return Steps{second, {false, a / b}};
    return std::nullopt;
  }
  if (b >= a)
    return Steps{first};
  if (a % b == 0)
    return Steps{second};
  return std::nullopt;
}

Steps spindle::runtime::simplifySteps(Steps steps) {
  auto isIdentity = [](Level::Step step) {
    return step.isQuotient && step.divisor == 1;
  };
  steps.erase(std::remove_if(steps.begin(), steps.end(), isIdentity),
              steps.end());
  for (size_t s = 0; s < steps.size(); ++s)
    if (!steps[s].isQuotient && steps[s].divisor == 1)
      return {{false, 1}};
  for (size_t s = 0; s + 1 < steps.size(); ++s) {
    std::optional<Steps> pair = simplifyPair(steps[s], steps[s + 1]);
    if (!pair)
      continue;
    steps.erase(steps.begin() + s, steps.begin() + s + 2);
    steps.insert(steps.begin() + s, pair->begin(), pair->end());
    return simplifySteps(std::move(steps));
  }
  return steps;
}

int64_t spindle::runtime::applySteps(const Steps &steps, int64_t x) {
  for (Level::Step step : steps)
    x = step.isQuotient ? x / step.divisor : x % step.divisor;
  return x;
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

namespace {
/// A coordinate that follows from the levels: what it is, and for each level
/// how often the level's coordinate is in it.
struct Known {
  Steps steps;
  std::vector<int64_t> weights;
};

/// What the levels of one dimension determine.
struct Closure {
  Closure(const Format &format, int64_t dim, const LevelSet &set);

  const Known *find(const Steps &steps) const;
  std::optional<Known> learnDividend(const Known &remainder) const;
  void grow();

  std::vector<Known> known;
};
} // namespace

Closure::Closure(const Format &format, int64_t dim, const LevelSet &set) {
  for (size_t l = 0; l < format.levels.size(); ++l) {
    // The coordinates of a level that counts an order are no numbers of it.
    if (!set[l] || format.levels[l].dim != dim || format.levels[l].minus >= 0 ||
        countsOrder(format, format.levels[l]))
      continue;
    Known level{simplifySteps(format.levels[l].steps),
                std::vector<int64_t>(format.levels.size(), 0)};
    bool isConstant = level.steps == Steps{{false, 1}};
    level.weights[l] = isConstant ? 0 : 1;
    known.push_back(std::move(level));
  }
  // The remainder by 1 is known whether or not a level has it.
  known.push_back(
      {{{false, 1}}, std::vector<int64_t>(format.levels.size(), 0)});
  grow();
}

const Known *Closure::find(const Steps &steps) const {
  for (const Known &entry : known)
    if (entry.steps == steps)
      return &entry;
  return nullptr;
}

/// x from x mod c, which is `remainder`, where x floordiv c is known.
std::optional<Known> Closure::learnDividend(const Known &remainder) const {
  if (remainder.steps.empty() || remainder.steps.back().isQuotient)
    return std::nullopt;
  int64_t divisor = remainder.steps.back().divisor;
  Known dividend{remainder.steps, remainder.weights};
  dividend.steps.pop_back();
  Steps high = dividend.steps;
  high.push_back({true, divisor});
  const Known *quotient = find(simplifySteps(std::move(high)));
  if (!quotient || find(dividend.steps))
    return std::nullopt;
  for (size_t l = 0; l < dividend.weights.size(); ++l) {
    int64_t &weight = dividend.weights[l], term;
    if (__builtin_mul_overflow(quotient->weights[l], divisor, &term) ||
        __builtin_add_overflow(weight, term, &weight))
      return std::nullopt;
  }
  return dividend;
}

/// Learns until nothing is new. What is learnt is the beginning of a level's
/// steps, so that this ends.
void Closure::grow() {
  for (size_t before = 0; before != known.size();) {
    before = known.size();
    for (size_t entry = 0; entry < known.size(); ++entry)
      if (std::optional<Known> learnt = learnDividend(known[entry]))
        known.push_back(std::move(*learnt));
  }
}

std::optional<std::vector<int64_t>>
spindle::runtime::findDigits(const Format &format, int64_t dim,
                             const LevelSet &set) {
  Closure closure(format, dim, set);
  const Known *whole = closure.find({});
  return whole ? std::optional(whole->weights) : std::nullopt;
}

std::vector<int64_t> spindle::runtime::findAddends(const Format &format) {
  std::vector<int64_t> addends(countDims(format), -1);
  for (const Level &level : format.levels)
    if (level.minus >= 0)
      addends[level.dim] = level.minus;
  return addends;
}

Expected<std::vector<int64_t>>
spindle::runtime::computeWeights(const Format &format) {
  std::vector<int64_t> weights(format.levels.size(), 0);
  for (size_t l = 0; l < weights.size(); ++l)
    weights[l] = format.levels[l].minus >= 0;
  std::vector<int64_t> addends = findAddends(format);
  LevelSet all(format.levels.size(), true);
  for (int64_t dim = 0; dim < countDims(format); ++dim) {
    if (addends[dim] >= 0)
      continue;
    auto digits = findDigits(format, dim, all);
    if (!digits && !isDerived(format, dim))
      return Error::expectedGot(
          "levels that determine dimension " + std::to_string(dim), "none");
    for (size_t l = 0; digits && l < weights.size(); ++l)
      weights[l] += (*digits)[l];
  }
  return weights;
}
