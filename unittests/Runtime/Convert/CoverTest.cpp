//===- CoverTest.cpp - Elements covered by blocks at the least cost -------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Convert/Composite.h"
#include "TensorOperands.h"

#include <algorithm>
#include <random>
#include <set>

using namespace spindle::runtime;

namespace {
/// Rows and columns of blocks, and what one costs.
struct BlockSize {
  int64_t rows, columns, cost;
};
using BlockSizes = std::vector<BlockSize>;

/// The coordinates of elements.
using CellSet = std::set<std::pair<int64_t, int64_t>>;

/// The format in which elements of each size of block are a part in csr.
Composite coverBy(const BlockSizes &sizes) {
  Criterion cover{CriterionKind::Cover, {Expr::dim(0), Expr::dim(1)}};
  Composite composite{2};
  for (int64_t s = 0; s < int64_t(sizes.size()); ++s) {
    for (int64_t number : {sizes[s].rows, sizes[s].columns, sizes[s].cost})
      cover.numbers.push_back(number);
    composite.parts.push_back(
        {{{Expr::symbol(0), s, s}}, false, format(formats::csr)});
  }
  composite.criteria = {cover};
  return composite;
}

/// The elements that are covered by blocks of each size.
std::vector<CellSet> findCover(const CellSet &pattern, const BlockSizes &sizes,
                               int64_t rows, int64_t columns) {
  Indices is, js;
  for (auto [i, j] : pattern) {
    is.push_back(i);
    js.push_back(j);
  }
  Composite composite = coverBy(sizes);
  StoreOptions options;
  options.threads = 3;
  auto parts = storeParts(tensor<float>({rows, columns}, {is, js},
                                        std::vector<float>(is.size(), 1)),
                          composite, options);
  EXPECT_EQ(text(parts), "");
  std::vector<CellSet> found(sizes.size());
  for (size_t s = 0; parts && s < sizes.size(); ++s)
    for (const auto &[place, value] :
         collect<float>(*load((*parts)[s], composite.parts[s].format)))
      found[s].insert({place[0], place[1]});
  return found;
}

/// The blocks of `size` that have elements of `pattern`.
CellSet getBlocks(const CellSet &pattern, const BlockSize &size) {
  CellSet blocks;
  for (auto [i, j] : pattern)
    blocks.insert({i / size.rows, j / size.columns});
  return blocks;
}

int64_t price(const std::vector<CellSet> &cover, const BlockSizes &sizes) {
  int64_t cost = 0;
  for (size_t s = 0; s < sizes.size(); ++s)
    cost += sizes[s].cost * getBlocks(cover[s], sizes[s]).size();
  return cost;
}

/// The least cost by trying each set of blocks of the second of three sizes in
/// each of the first, or the first itself.
int64_t tryAll(const CellSet &pattern, const BlockSizes &sizes) {
  int64_t total = 0;
  for (auto [bi, bj] : getBlocks(pattern, sizes[0])) {
    CellSet own;
    for (auto [i, j] : pattern)
      if (i / sizes[0].rows == bi && j / sizes[0].columns == bj)
        own.insert({i, j});
    CellSet inner = getBlocks(own, sizes[1]);
    int64_t least = sizes[0].cost;
    for (uint32_t chosen = 0; chosen < 1u << inner.size(); ++chosen) {
      std::vector<CellSet> cover(3);
      for (auto [i, j] : own) {
        auto at = inner.find({i / sizes[1].rows, j / sizes[1].columns});
        bool isTaken = chosen >> std::distance(inner.begin(), at) & 1;
        cover[isTaken ? 1 : 2].insert({i, j});
      }
      least = std::min(least, price(cover, sizes));
    }
    total += least;
  }
  return total;
}
} // namespace

TEST(CoverTest, CostsTheLeast) {
  std::mt19937 random(17);
  auto below = [&](int64_t bound) { return int64_t(random() % bound); };
  std::array<int64_t, 3> taken = {0, 0, 0};
  for (int trial = 0; trial < 500; ++trial) {
    // Blocks of the first size are cut at the borders of some matrices.
    int64_t rows = 16 - below(2) * below(6), columns = 16 - below(2) * below(6);
    BlockSizes sizes = {
        {8, 8, 8 + below(40)}, {4, 4, 2 + below(12)}, {1, 1, 1}};
    if (trial % 2)
      sizes[1] = {8, 2, 2 + below(12)};
    if (trial % 5 == 0)
      sizes[2] = {1, 2, 1 + below(2)};
    CellSet pattern;
    int64_t share = 5 + below(60);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        if (below(100) < (i / 4 + j / 4) % 3 * share)
          pattern.insert({i, j});
    std::vector<CellSet> cover = findCover(pattern, sizes, rows, columns);
    CellSet all;
    size_t elements = 0;
    for (size_t s = 0; s < sizes.size(); ++s) {
      all.insert(cover[s].begin(), cover[s].end());
      elements += cover[s].size();
      taken[s] += !cover[s].empty();
    }
    EXPECT_EQ(all, pattern);
    EXPECT_EQ(elements, pattern.size());
    EXPECT_EQ(price(cover, sizes), tryAll(pattern, sizes)) << "trial " << trial;
  }
  // Every size is of use.
  for (int64_t count : taken)
    EXPECT_GT(count, 100);
}

TEST(CoverTest, EqualCostsGiveTheLargerBlock) {
  CellSet two = {{0, 0}, {1, 1}};
  EXPECT_EQ(findCover(two, {{2, 2, 2}, {1, 1, 1}}, 2, 2)[0], two);
  EXPECT_EQ(findCover(two, {{2, 2, 3}, {1, 1, 1}}, 2, 2)[1], two);
  // A block that is wholly dear is divided, however full.
  EXPECT_EQ(findCover(two, {{2, 2, 9}, {1, 2, 4}, {1, 1, 4}}, 2, 2)[1], two);
}

TEST(CoverTest, NoElements) {
  for (const CellSet &part : findCover({}, {{2, 2, 2}, {1, 1, 1}}, 0, 5))
    EXPECT_TRUE(part.empty());
}

//===----------------------------------------------------------------------===//
// n of each m, and a residue
//===----------------------------------------------------------------------===//

/// The share of all cells that is left when `n` elements of each `m` columns
/// are taken from a matrix of which `kept` of 100 cells, by chance, are
/// elements.
static double findResidue(int64_t n, int64_t m, int kept) {
  auto composite = parseComposite(
      "composite (i, j) -> (slot(j in i, j floordiv " + std::to_string(m) +
      ") below " + std::to_string(n) + " : nm<" + std::to_string(n) + ", " +
      std::to_string(m) + ">, rest : csr)");
  EXPECT_EQ(text(composite), "");
  constexpr int64_t size = 1024;
  std::mt19937 random(42);
  Indices is, js;
  for (int64_t i = 0; i < size; ++i)
    for (int64_t j = 0; j < size; ++j)
      if (int(random() % 100) < kept) {
        is.push_back(i);
        js.push_back(j);
      }
  auto parts = storeParts(
      tensor<float>({size, size}, {is, js}, std::vector<float>(is.size(), 1)),
      *composite);
  EXPECT_EQ(text(parts), "");
  return parts ? double((*parts)[1].values.size()) / (size * size) : -1;
}

// With q of the cells elements, one of two leaves q^2 / 2, which are the 12.5,
// 8, 4.5, 2 and 0.5 % of SparTA (OSDI 2022, figure 17), and two of four leave
// q^3 (1 - q) + q^4 / 2.
TEST(CoverTest, ResiduesOfStructuredSparsity) {
  for (int kept : {50, 40, 30, 20, 10}) {
    double q = kept / 100.0;
    EXPECT_NEAR(findResidue(1, 2, kept), q * q / 2, 0.001) << kept;
    EXPECT_NEAR(findResidue(2, 4, kept),
                q * q * q * (1 - q) + q * q * q * q / 2, 0.001)
        << kept;
  }
}
