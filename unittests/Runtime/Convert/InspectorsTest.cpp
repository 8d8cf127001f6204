//===- InspectorsTest.cpp - The laws of inspectors ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspectors.h"

#include "TensorOperands.h"

#include <algorithm>
#include <random>
#include <set>

using namespace spindle::runtime;

namespace {

/// The coordinates of an entry, and of an element.
using Place = std::pair<int64_t, int64_t>;

/// A pattern whose entries come in any order, some of them several times.
struct Pattern {
  int64_t rows, cols;
  std::vector<Place> entries;
  std::set<Place> elements;

  CooTensor tensor() const {
    Indices row, col;
    for (auto [i, j] : entries) {
      row.push_back(i);
      col.push_back(j);
    }
    return spindle::runtime::tensor<float>(
        {rows, cols}, {row, col}, std::vector<float>(entries.size(), 1));
  }
  int64_t countRow(int64_t i) const {
    return std::count_if(elements.begin(), elements.end(),
                         [&](Place place) { return place.first == i; });
  }
};

/// Random patterns: none, sparse, with a row that has half of all, and full.
Pattern makePattern(unsigned seed) {
  std::mt19937 random(seed);
  Pattern pattern{int64_t(random() % 30), int64_t(random() % 30), {}, {}};
  int64_t wanted = pattern.rows * pattern.cols ? random() % 100 : 0;
  for (int64_t e = 0; e < wanted; ++e) {
    int64_t i = seed % 3 == 0 && e % 2 ? 0 : random() % pattern.rows;
    pattern.entries.push_back({i, int64_t(random() % pattern.cols)});
    if (random() % 4 == 0)
      pattern.entries.push_back(pattern.entries[random() % (e + 1)]);
  }
  pattern.elements.insert(pattern.entries.begin(), pattern.entries.end());
  return pattern;
}

/// The numbers of the entries of `pattern` by the inspectors of the format
/// `text`.
PatternNumbers inspectPattern(const Pattern &pattern, const char *text) {
  Expected<StoragePlan> plan =
      StoragePlan::make(format(text), {pattern.rows, pattern.cols});
  EXPECT_EQ(spindle::runtime::text(plan), "");
  Workers workers(1, 0);
  Expected<PatternNumbers> numbers = inspect(*plan, pattern.tensor(), workers);
  EXPECT_EQ(spindle::runtime::text(numbers), "");
  return std::move(*numbers);
}

constexpr unsigned patterns = 60;

/// Rows sorted in groups of five.
void checkOrder(const Pattern &pattern, bool isDescending) {
  PatternNumbers found = inspectPattern(
      pattern, isDescending
                   ? "(i, j) where p = order(i by -length in i floordiv 5) -> "
                     "(p : dense, i : singleton(unique), j : compressed of p)"
                   : "(i, j) where p = order(i by length in i floordiv 5) -> "
                     "(p : dense, i : singleton(unique), j : compressed of p)");
  const auto &rows = found.subjects[0];
  ASSERT_EQ(rows.size(), pattern.rows);
  std::vector<int64_t> places(pattern.rows, -1);
  for (int64_t p = 0; p < rows.size(); ++p) {
    ASSERT_EQ(places[rows[p]], -1) << "a row twice";
    places[rows[p]] = p;
    if (p == 0)
      continue;
    int64_t before = rows[p - 1], sign = isDescending ? -1 : 1;
    auto key = [&](int64_t i) {
      return std::tuple(i / 5, sign * pattern.countRow(i), i);
    };
    EXPECT_LT(key(before), key(rows[p]));
  }
  for (size_t e = 0; e < pattern.entries.size(); ++e)
    EXPECT_EQ(found.lists[0].numbers[e], places[pattern.entries[e].first]);
}

TEST(InspectorsTest, OrderIsAStablePermutationSortedInGroups) {
  for (unsigned seed = 0; seed < patterns; ++seed)
    for (bool isDescending : {false, true})
      checkOrder(makePattern(seed), isDescending);
}

TEST(InspectorsTest, OrderWithoutGroupsSortsAll) {
  Pattern pattern{4, 9, {{0, 0}, {0, 1}, {2, 5}, {3, 1}, {3, 2}}, {}};
  PatternNumbers found = inspectPattern(
      pattern, "(i, j) where p = order(i by length) -> (p : dense, "
               "i : singleton(unique), j : compressed of p)");
  const auto &rows = found.subjects[0];
  EXPECT_EQ(Indices(rows.data(), rows.data() + rows.size()),
            Indices({1, 2, 0, 3}));
}

TEST(InspectorsTest, SlotsCountTheElementsOfAGroupBefore) {
  for (unsigned seed = 0; seed < patterns; ++seed) {
    Pattern pattern = makePattern(seed);
    // Groups of rows, and of indices in their order: the number is the same.
    for (const char *text :
         {"(i, j) where s = slot(j in i) -> (i : dense, s : variable, j : "
          "singleton)",
          "(i, j) where p = order(i by -length), s = slot(j in p) -> (p : "
          "dense, s : variable, i : singleton(unique) of p, j : singleton of "
          "s)"}) {
      PatternNumbers found = inspectPattern(pattern, text);
      for (size_t e = 0; e < pattern.entries.size(); ++e) {
        auto [i, j] = pattern.entries[e];
        int64_t before = 0;
        for (auto [row, col] : pattern.elements)
          before += row == i && col < j;
        EXPECT_EQ(found.lists.back().numbers[e], before);
      }
    }
  }
}

TEST(InspectorsTest, RanksCountTheSubjectsOfAGroupBefore) {
  for (unsigned seed = 0; seed < patterns; ++seed) {
    Pattern pattern = makePattern(seed);
    PatternNumbers found = inspectPattern(
        pattern, "(i, j) where r = rank(j in i floordiv 4) -> (io = i floordiv "
                 "4 : dense, q = r floordiv 2 : variable of io, i mod 4 : "
                 "dense of io, w = r mod 2 : dense of q, j : singleton of w)");
    for (size_t e = 0; e < pattern.entries.size(); ++e) {
      auto [i, j] = pattern.entries[e];
      std::set<int64_t> before;
      for (auto [row, col] : pattern.elements)
        if (row / 4 == i / 4 && col < j)
          before.insert(col);
      EXPECT_EQ(found.lists[0].numbers[e], int64_t(before.size()));
    }
  }
}

TEST(InspectorsTest, LengthsCountTheElementsOfASubject) {
  for (unsigned seed = 0; seed < patterns; ++seed) {
    Pattern pattern = makePattern(seed);
    PatternNumbers found = inspectPattern(
        pattern, "(i, j) where l = length(i) -> (l : compressed, i : "
                 "compressed, j : compressed)");
    for (size_t e = 0; e < pattern.entries.size(); ++e)
      EXPECT_EQ(found.lists[0].numbers[e],
                pattern.countRow(pattern.entries[e].first));
  }
}

} // namespace
