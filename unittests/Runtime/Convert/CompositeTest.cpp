//===- CompositeTest.cpp - Tensors in parts, by hand and at random --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Convert/Composite.h"
#include "SameStorage.h"
#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/SortEntries.h"
#include "TensorOperands.h"

#include <limits>
#include <numeric>
#include <random>

using namespace spindle::runtime;
using Kind = CriterionKind;

namespace {
constexpr int64_t most = std::numeric_limits<int64_t>::max();
constexpr int64_t least = std::numeric_limits<int64_t>::min();

const Expr row = Expr::dim(0), column = Expr::dim(1);

/// The number of criterion `index`.
Expr criterion(int64_t index) { return Expr::symbol(index); }

/// A part of elements whose number is in [low, high].
Part part(Expr expr, int64_t low, int64_t high, std::string_view text) {
  return {{{std::move(expr), low, high}}, false, format(text)};
}

/// A part of the others.
Part rest(std::string_view text) { return {{}, true, format(text)}; }

/// Rows of up to `w` elements, and what is left of longer ones.
Composite ellCoo(int64_t w) {
  return {2,
          {{Kind::Slot, {column, row}}},
          {part(criterion(0), least, w - 1, formats::ell), rest(formats::coo)}};
}

/// Out of order and with (4, 2) twice:
///
///   .  1  .  .  2
///   3  .  .  .  .
///   .  .  .  .  .
///   .  .  .  0  5
///   6  8  7  9  .
CooTensor compositeSample() {
  return tensor<float>(
      {5, 5}, {{4, 0, 4, 1, 3, 3, 0, 4, 4, 4}, {2, 4, 0, 0, 4, 3, 1, 2, 1, 3}},
      {3, 2, 6, 3, 5, 0, 1, 4, 8, 9});
}

using Values = std::vector<float>;
Values compositeValues(const Storage &storage) {
  return elements<float>(storage.values);
}

/// The parts of the sample.
std::vector<Storage> stored(const Composite &how) {
  Expected<std::vector<Storage>> parts = storeParts(compositeSample(), how);
  EXPECT_EQ(text(parts), "");
  return parts ? *parts : std::vector<Storage>();
}

/// Which error storing the sample is.
std::string refused(const Composite &how) {
  return text(storeParts(compositeSample(), how));
}
} // namespace

//===----------------------------------------------------------------------===//
// By hand
//===----------------------------------------------------------------------===//

TEST(CompositeTest, LongRowsAreSplit) {
  std::vector<Storage> parts = stored(ellCoo(2));
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(indices(parts[0].lengths[1]), Indices({2, 1, 0, 2, 2}));
  EXPECT_EQ(indices(parts[0].coordinates[1]),
            Indices({1, 4, 0, 0, 0, 0, 3, 4, 0, 1}));
  EXPECT_EQ(compositeValues(parts[0]), Values({1, 2, 3, 0, 0, 0, 0, 5, 6, 8}));
  EXPECT_EQ(indices(parts[1].coordinates[0]), Indices({4, 4}));
  EXPECT_EQ(indices(parts[1].coordinates[1]), Indices({2, 3}));
  EXPECT_EQ(compositeValues(parts[1]), Values({7, 9}));
}

TEST(CompositeTest, PartsOfAPartCountItsElementsAlone) {
  // Columns 0 to 2, of which row 4 has three, and the others as they are.
  Composite whole{2,
                  {{Kind::Section, {column}, {2}}},
                  {part(criterion(0), 0, 0, formats::csr), rest(formats::csr)}};
  whole.parts[0].composite = std::make_shared<Composite>(ellCoo(2));
  std::vector<Storage> parts = stored(whole);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(indices(parts[0].lengths[1]), Indices({1, 1, 0, 0, 2}));
  EXPECT_EQ(compositeValues(parts[0]), Values({1, 0, 3, 0, 0, 0, 0, 0, 6, 8}));
  EXPECT_EQ(compositeValues(parts[1]), Values({7}));
  EXPECT_EQ(compositeValues(parts[2]), Values({2, 0, 5, 9}));
  Expected<CooTensor> again = loadParts(parts, whole);
  ASSERT_TRUE(bool(again)) << again.error().str();
  EXPECT_EQ(again->entries(), 9);
  auto sizes = measureParts(compositeSample(), whole);
  ASSERT_TRUE(bool(sizes)) << sizes.error().str();
  EXPECT_EQ(sizes->size(), 3u);
}

TEST(CompositeTest, AFaultOfAPartOfAPart) {
  Composite whole{2,
                  {{Kind::Section, {column}, {2}}},
                  {part(criterion(0), 0, 0, formats::csr), rest(formats::csr)}};
  Composite inner = ellCoo(2);
  inner.parts.pop_back();
  whole.parts[1].composite = std::make_shared<Composite>(inner);
  whole.parts[0].composite = std::make_shared<Composite>(inner);
  EXPECT_EQ(refused(whole), "part 0: element (4, 2): expected one part of " +
                                describe(inner) + " to hold it but got none");
}

TEST(CompositeTest, ColumnsInSectionsOfOneSize) {
  std::vector<Part> sections;
  for (int64_t s = 0; s < 3; ++s)
    sections.push_back(part(criterion(0), s, s, formats::csr));
  std::vector<Storage> parts =
      stored({2, {{Kind::Section, {column}, {3}}}, sections});
  ASSERT_EQ(parts.size(), 3u);
  // Two columns in each but the last.
  EXPECT_EQ(indices(parts[0].coordinates[1]), Indices({1, 0, 0, 1}));
  EXPECT_EQ(indices(parts[1].coordinates[1]), Indices({3, 2, 3}));
  EXPECT_EQ(indices(parts[2].coordinates[1]), Indices({4, 4}));
}

TEST(CompositeTest, RowsByLength) {
  Composite buckets{2,
                    {{Kind::Length, {row}}},
                    {part(criterion(0), 1, 1, formats::dcsr),
                     part(criterion(0), 2, 3, formats::dcsr),
                     part(criterion(0), 4, most, formats::dcsr)}};
  std::vector<Storage> parts = stored(buckets);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(indices(parts[0].coordinates[0]), Indices({1}));
  EXPECT_EQ(indices(parts[1].coordinates[0]), Indices({0, 3}));
  EXPECT_EQ(indices(parts[2].coordinates[0]), Indices({4}));
}

TEST(CompositeTest, TheLongestRowsFirstTheSmallerOfEqualOnes) {
  Composite longest{
      2,
      {{Kind::Order, {row}}},
      {part(criterion(0), least, 1, formats::dcsr), rest(formats::csr)}};
  std::vector<Storage> parts = stored(longest);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(indices(parts[0].coordinates[0]), Indices({0, 4}));
  EXPECT_EQ(compositeValues(parts[1]), Values({3, 0, 5}));
}

TEST(CompositeTest, SlotsOfARowOfDescendingNumbers) {
  // The last two of each row by column: slots of 4 - j.
  Expr reversed = -column + Expr::constant(4);
  Composite last{
      2,
      {{Kind::Slot, {reversed, row}}},
      {part(criterion(0), least, 1, formats::csr), rest(formats::csr)}};
  std::vector<Storage> parts = stored(last);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(compositeValues(parts[0]), Values({1, 2, 3, 0, 5, 7, 9}));
  EXPECT_EQ(compositeValues(parts[1]), Values({6, 8}));
}

TEST(CompositeTest, QuotientsAndRemaindersAreOfFloorDivision) {
  // (j - 3) floordiv 2 is -2, -1, -1, 0, 0.
  Expr expr = (column - Expr::constant(3)).floorDiv(2);
  Composite parts{2,
                  {},
                  {part(expr, least, -2, formats::coo),
                   part(expr, -1, -1, formats::coo),
                   part(expr, 0, most, formats::coo)}};
  std::vector<Storage> found = stored(parts);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(indices(found[0].coordinates[1]), Indices({0, 0}));
  EXPECT_EQ(indices(found[1].coordinates[1]), Indices({1, 1, 2}));
  EXPECT_EQ(indices(found[2].coordinates[1]), Indices({4, 3, 4, 3}));
}

TEST(CompositeTest, PartsWithoutElementsAreStored) {
  std::vector<Storage> parts = stored(ellCoo(100));
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1].values.size(), 0);
  CooTensor none = tensor<float>({3, 4}, {{}, {}}, {});
  Expected<std::vector<Storage>> empty = storeParts(none, ellCoo(2));
  ASSERT_EQ(text(empty), "");
  EXPECT_EQ((*empty)[0].values.size() + (*empty)[1].values.size(), 0);
}

//===----------------------------------------------------------------------===//
// Covers
//===----------------------------------------------------------------------===//

TEST(CompositeTest, TheFirstElementThatTwoPartsHoldIsNamed) {
  Composite overlapping{
      2, {}, {part(row, 0, 3, formats::csr), part(row, 1, 4, formats::csr)}};
  EXPECT_EQ(refused(overlapping),
            "element (1, 0): expected one part of #sparse.composite<(i, j) -> "
            "(i from 0 below 4 : #sparse.csr, i from 1 below 5 : #sparse.csr)> "
            "to hold it but got parts 0 and 1");
}

TEST(CompositeTest, TheFirstElementThatNoPartHoldsIsNamed) {
  Composite gap{
      2, {}, {part(row, 0, 2, formats::csr), part(row, 4, 4, formats::csr)}};
  EXPECT_EQ(refused(gap), "element (3, 3): expected one part of " +
                              describe(gap) + " to hold it but got none");
}

/// A diagonal of 2000 elements, more than are looked at together.
static CooTensor diagonal() {
  std::vector<int64_t> places(2000);
  std::iota(places.begin(), places.end(), 0);
  return tensor<float>({2000, 2000}, {places, places},
                       std::vector<float>(places.size(), 1));
}

// After the first of them, elements that are held do not hide it, nor do later
// ones that are not.
TEST(CompositeTest, TheFirstOfManyElementsThatNoPartHoldsIsNamed) {
  for (int64_t first : {0, 1, 511, 512, 1000, 1535, 1999}) {
    std::string at = std::to_string(first);
    Composite gap{2,
                  {},
                  {part(column, least, first - 1, formats::csr),
                   part(column, first + 1, most, formats::csr)}};
    Composite end{2, {}, {part(column, least, first - 1, formats::csr)}};
    for (const Composite &how : {gap, end})
      EXPECT_EQ(text(storeParts(diagonal(), how)),
                "element (" + at + ", " + at + "): expected one part of " +
                    describe(how) + " to hold it but got none");
  }
}

TEST(CompositeTest, TheFirstOfManyElementsThatTwoPartsHoldIsNamed) {
  for (int64_t first : {0, 600, 1999}) {
    std::string at = std::to_string(first);
    Composite overlapping{2,
                          {},
                          {part(row, least, first, formats::csr),
                           part(row, first, most, formats::coo)}};
    EXPECT_EQ(text(storeParts(diagonal(), overlapping)),
              "element (" + at + ", " + at + "): expected one part of " +
                  describe(overlapping) + " to hold it but got parts 0 and 1");
  }
}

TEST(CompositeTest, WhatAPartCannotHoldIsRefusedWithThePart) {
  Composite narrow{2,
                   {},
                   {part(row, 0, 2, formats::csr),
                    rest("(i, j) -> (i : dense, j : fixed(1))")}};
  EXPECT_EQ(refused(narrow),
            "part 1: row 3: expected at most 1 element for ell<1> but got 2");
}

TEST(CompositeTest, AnotherRankIsRefused) {
  Composite order3 = ellCoo(2);
  order3.rank = 3;
  EXPECT_EQ(refused(order3), "expected a tensor of rank 3 but got rank 2");
}

// Where entries are kept track of, elements are picked one by one; else parts
// are taken apart row by row, by as many threads as the elements are worth.
TEST(CompositeTest, PartsAreTheSameInBothWaysAndWithAnyNumberOfThreads) {
  constexpr int64_t rows = 400, columns = 300;
  std::mt19937 random(5);
  std::vector<int64_t> is, js;
  std::vector<float> values;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      if (i == 7 || random() % 3 == 0) {
        is.push_back(i);
        js.push_back(j);
        values.push_back(float(random() % 100));
      }
  CooTensor matrix = tensor<float>({rows, columns}, {is, js}, values);
  Composite sections{2,
                     {},
                     {part(column, 0, 99, formats::csr),
                      part(column, 100, 199, formats::csc),
                      rest(formats::coo)}};
  for (const Composite &how : {ellCoo(90), sections}) {
    Array addresses;
    StoreOptions tracked;
    tracked.addresses = &addresses;
    Expected<std::vector<Storage>> wanted = storeParts(matrix, how, tracked);
    ASSERT_EQ(text(wanted), "");
    for (int64_t threads : {1, 2, 3}) {
      StoreOptions options;
      options.threads = threads;
      Expected<std::vector<Storage>> got = storeParts(matrix, how, options);
      ASSERT_EQ(text(got), "");
      expectSame(*got, *wanted);
    }
  }
}

TEST(CompositeTest, AnElementOfTwoPartsIsNoTensor) {
  std::vector<Storage> parts = stored(ellCoo(2));
  parts[1] = *store(compositeSample(), format(formats::coo));
  EXPECT_EQ(text(loadParts(parts, ellCoo(2))),
            "expected elements of parts of " + describe(ellCoo(2)) +
                " that are different but got 7 twice");
  parts.pop_back();
  EXPECT_EQ(text(loadParts(parts, ellCoo(2))), "expected 2 parts but got 1");
}

//===----------------------------------------------------------------------===//
// Pieces of rows
//===----------------------------------------------------------------------===//

static constexpr char pieces[] =
    "(i, j) -> (i : compressed(nonunique), j : fixed(2))";

TEST(CompositeTest, RowsAreCutToPieces) {
  Expected<Storage> storage = store(compositeSample(), format(pieces));
  ASSERT_EQ(text(storage), "");
  EXPECT_EQ(text(validate(*storage, format(pieces))), "");
  EXPECT_EQ(indices(storage->coordinates[0]), Indices({0, 1, 3, 4, 4}));
  EXPECT_EQ(indices(storage->lengths[1]), Indices({2, 1, 2, 2, 2}));
  EXPECT_EQ(indices(storage->coordinates[1]),
            Indices({1, 4, 0, 0, 3, 4, 0, 1, 2, 3}));
  EXPECT_EQ(compositeValues(*storage), Values({1, 2, 3, 0, 0, 5, 6, 8, 7, 9}));
  EXPECT_EQ(storage->shape, Indices({5, 5}));
  Expected<int64_t> bytes = storageBytes(compositeSample(), format(pieces));
  ASSERT_EQ(text(bytes), "");
  EXPECT_EQ(*bytes, 4 * (5 + 5 + 10 + 10));
}

TEST(CompositeTest, AddressesOfEntriesAreThoseOfPieces) {
  Array addresses;
  StoreOptions options;
  options.addresses = &addresses;
  Expected<Storage> storage = store(compositeSample(), format(pieces), options);
  ASSERT_EQ(text(storage), "");
  EXPECT_EQ(indices(addresses), Indices({8, 1, 6, 2, 5, 4, 0, 8, 7, 9}));
}

TEST(CompositeTest, PiecesHaveTypesThatHoldThem) {
  CooTensor tall = tensor<float>({300, 1}, {{299}, {0}}, {1});
  Format narrow =
      format("(i, j) -> (i : compressed(nonunique, crd = i8), j : fixed(2))");
  EXPECT_EQ(text(store(tall, narrow)),
            "expected coordinates of level 0 that fit i8 but got larger ones");
}

//===----------------------------------------------------------------------===//
// At random
//===----------------------------------------------------------------------===//

/// A matrix of `entries` entries at random cells, some of them twice.
static CooTensor drawMatrix(std::mt19937_64 &random, int64_t entries) {
  Indices rows, columns;
  std::vector<int64_t> values;
  for (int64_t e = 0; e < entries; ++e) {
    // Some rows are much longer than others.
    rows.push_back((random() % 40) * (random() % 2));
    columns.push_back(random() % 30);
    values.push_back(random() % 100);
  }
  return tensor<int64_t>({40, 30}, {rows, columns}, values);
}

TEST(CompositeTest, EveryElementComesBack) {
  std::mt19937_64 random(7);
  Composite buckets{
      2,
      {{Kind::Section, {column}, {3}}, {Kind::Length, {row, criterion(0)}}},
      {}};
  for (int64_t section = 0; section < 3; ++section)
    for (int64_t bucket = 0; bucket < 2; ++bucket) {
      Part own = part(criterion(0), section, section, pieces);
      own.ranges.push_back({criterion(1), bucket ? 3 : 1, bucket ? most : 2});
      buckets.parts.push_back(std::move(own));
    }
  for (int64_t entries : {0, 1, 10, 400, 3000}) {
    CooTensor matrix = drawMatrix(random, entries);
    for (const Composite &how : {buckets, ellCoo(3)}) {
      Expected<std::vector<Storage>> parts = storeParts(matrix, how);
      ASSERT_EQ(text(parts), "");
      int64_t bytes = 0;
      for (const Storage &storage : *parts) {
        bytes += storage.values.byteSize();
        for (size_t l = 0; l < storage.coordinates.size(); ++l)
          bytes += storage.coordinates[l].byteSize() +
                   storage.lengths[l].byteSize() +
                   storage.positions[l].byteSize();
      }
      EXPECT_EQ(*partsBytes(matrix, how), bytes);
      Expected<CooTensor> loaded = loadParts(*parts, how);
      ASSERT_EQ(text(loaded), "");
      EXPECT_TRUE(haveSameEntries(*sortEntries(*loaded), *sortEntries(matrix)));
    }
  }
}
