//===- PlacementTest.cpp - Placed as sorted -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices are stored without sorting (Placement.h); what sorting gives is what
// they are to be, array by array, with any number of threads.
//
//===----------------------------------------------------------------------===//

#include "StorePlaced.h"

#include "MuchWork.h"
#include "RandomFormats.h"
#include "SameStorage.h"
#include "TestContext/Thorough.h"

#include "Spindle/Runtime/Convert/SortEntries.h"
#include "Spindle/Runtime/Convert/Store.h"

#include <cstring>
#include <limits>
#include <set>
#include <tuple>

using namespace spindle::runtime;

namespace {

/// Formats that are placed, with what they are made for.
const std::vector<std::string> placedFormats = {
    formats::csr,
    formats::csc,
    formats::dcsr,
    formats::coo,
    formats::dense,
    formats::bitmap,
    formats::ell,
    formats::bsr,
    formats::bsr43,
    formats::dbsr,
    formats::bsrFull,
    formats::panel,
    formats::blockedDense,
    "(i, j) -> (j : compressed, i : compressed)",
    "(i, j) -> (j : compressed(nonunique), i : singleton)",
    "(i, j) -> (i : dense, j : compressed(pos = i64, crd = i64))",
    "(i, j) -> (i : dense, j : fixed(12)) bitmap",
    "(i, j) -> (i : dense, j : fixed(12)) lengths and bitmap",
    "(i, j) -> (i : compressed, j : fixed(?))",
    "(i, j) -> (j : compressed, i : fixed(?, crd = i64))",
    "(i, j) -> (i : compressed(nonunique), j : fixed(2))",
    "(i, j) -> (i : compressed(nonunique), j : fixed(1, crd = i64))",
    "(i, j) -> (j : compressed(nonunique), i : fixed(3))",
    "(i, j) -> (j - i : compressed, i : dense)",
    "(i, j) -> (i - j : compressed, j : dense)",
    "(i, j) -> (i floordiv 4 : dense, j - i : compressed, i mod 4 : dense)",
    "(i, j) -> (i floordiv 3 : compressed, j - i : compressed, i mod 3 : "
    "dense)",
    "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured(4, 4))",
    "(i, j) -> (i : dense, j floordiv 2 : compressed, j mod 2 : dense)",
    "(i, j) where p = order(i by -length in i floordiv 4), s = slot(j in p) "
    "-> (po = p floordiv 2 : dense, s : variable of po, pi = p mod 2 : dense "
    "of po, i : singleton(unique) of pi, j : singleton of (s, pi))",
    "(i, j) where p = order(i by -length in i floordiv 4), s = slot(j in p) "
    "-> (po = p floordiv 3 : dense, s : variable of po, pi = p mod 3 : dense "
    "of po, i : singleton(unique) of pi, j : singleton of (s, pi))",
    "(i, j) where p = order(i by length), s = slot(j in p) -> (po = p floordiv "
    "2 : dense, s : variable of po, pi = p mod 2 : dense of po, i : "
    "singleton(unique) of pi, j : singleton of (s, pi))",
    "(i, j) where r = rank(j in i floordiv 2) -> (io = i floordiv 2 : dense, q "
    "= r floordiv 2 : variable of io, i mod 2 : dense of io, w = r mod 2 : "
    "dense of q, j : singleton of w)",
    "(i, j) where r = rank(j in i floordiv 8) -> (io = i floordiv 8 : dense, q "
    "= r floordiv 1 : variable of io, i mod 8 : dense of io, w = r mod 1 : "
    "dense of q, j : singleton of w)",
    "(i, j) where p = order(i by length in i floordiv 4), l = length(i) -> (po "
    "= p floordiv 4 : dense, l : compressed, p : variable of l, i : "
    "singleton(unique) of p, j : compressed of p)",
    "(i, j) where p = order(i by length in i floordiv 1024), l = length(i) -> "
    "(po = p floordiv 1024 : dense, l : compressed, p : variable of l, i : "
    "singleton(unique) of p, j : compressed of p)",
};

/// A tensor of type `dtype` with value e + 1 at cell `places[e]`.
CooTensor makeMatrix(const Indices &shape, const std::vector<Indices> &places,
                     DType dtype = DType::F32) {
  int64_t count = places.size();
  CooTensor made = *allocateEntries(shape, dtype, count);
  for (int64_t e = 0; e < count; ++e)
    for (int64_t dim = 0; dim < 2; ++dim)
      made.coordinates[dim].as<int64_t>()[e] = places[e][dim];
  visitDType(dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t e = 0; e < count; ++e)
      if constexpr (isComplexType<T>)
        made.values.as<T>()[e] = T(float(e + 1), 1);
      else
        made.values.as<T>()[e] = T(float(e % 7 + 1));
  });
  return made;
}

/// The entries of `from` by columns, then from the last to the first.
CooTensor permute(const CooTensor &from, bool byColumns) {
  std::vector<int64_t> order(from.entries());
  for (size_t e = 0; e < order.size(); ++e)
    order[e] = e;
  const int64_t *rows = from.coordinates[0].as<int64_t>();
  const int64_t *columns = from.coordinates[1].as<int64_t>();
  if (byColumns)
    std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return std::tuple(columns[a], rows[a], a) <
             std::tuple(columns[b], rows[b], b);
    });
  else
    std::reverse(order.begin(), order.end());
  CooTensor to =
      *allocateEntries(from.shape, from.values.dtype(), from.entries());
  int64_t size = dtypeSize(from.values.dtype());
  for (size_t e = 0; e < order.size(); ++e) {
    for (int64_t dim = 0; dim < 2; ++dim)
      to.coordinates[dim].as<int64_t>()[e] =
          from.coordinates[dim].as<int64_t>()[order[e]];
    std::memcpy(static_cast<char *>(to.values.data()) + e * size,
                static_cast<const char *>(from.values.data()) + order[e] * size,
                size);
  }
  return to;
}

/// Random cells of a matrix, in order, about `times` times as many as rows.
std::vector<Indices> drawPlaces(int64_t rows, int64_t columns, int64_t times,
                                uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::set<Indices> places;
  for (int64_t e = 0; e < rows * times; ++e)
    places.insert({int64_t(engine() % rows), int64_t(engine() % columns)});
  return {places.begin(), places.end()};
}

/// Matrices on which a format may go wrong, all of at most 12 elements in a row
/// or a column.
std::vector<CooTensor> makePlacedMatrices() {
  std::vector<CooTensor> matrices = {
      makeMatrix({0, 0}, {}),
      makeMatrix({0, 3}, {}),
      makeMatrix({4, 5}, {}),
      makeMatrix({1, 1}, {{0, 0}}),
      // A dense row and a dense column.
      makeMatrix({9, 11}, {{0, 3},
                           {1, 3},
                           {2, 3},
                           {3, 3},
                           {4, 0},
                           {4, 1},
                           {4, 2},
                           {4, 3},
                           {4, 4},
                           {4, 5},
                           {4, 6},
                           {4, 7},
                           {4, 8},
                           {4, 9},
                           {4, 10},
                           {5, 3},
                           {7, 3},
                           {8, 3}}),
      // Empty rows and columns at the ends and between.
      makeMatrix({10, 7}, {{2, 1}, {2, 5}, {3, 1}, {6, 4}, {7, 2}, {7, 4}}),
      makeMatrix({13, 12}, drawPlaces(13, 12, 3, 1)),
      makeMatrix({200, 12}, drawPlaces(200, 12, 4, 2)),
  };
  // Entries that come twice, and in no order.
  matrices.push_back(makeMatrix({6, 6}, {{5, 1},
                                         {0, 0},
                                         {5, 1},
                                         {2, 3},
                                         {0, 0},
                                         {5, 0},
                                         {5, 1},
                                         {2, 2},
                                         {3, 5}}));
  // In order, but for one that comes twice.
  matrices.push_back(makeMatrix({3, 3}, {{0, 1}, {1, 1}, {1, 1}, {2, 0}}));
  return matrices;
}

/// Places `tensor` with `threads` threads. Nothing where that is declined.
std::optional<Storage> placeElements(const CooTensor &tensor,
                                     const Format &format, int64_t threads,
                                     Array *addresses) {
  Expected<StoragePlan> plan = StoragePlan::make(format, tensor.shape);
  EXPECT_EQ(text(plan), "");
  if (!plan)
    return std::nullopt;
  int64_t lead = chooseLead(*plan, 0);
  if (lead < 0)
    return std::nullopt;
  Workers workers(threads, muchWork);
  auto fibres = Fibres::make(tensor, lead, workers);
  EXPECT_EQ(text(fibres), "");
  if (!*fibres)
    return std::nullopt;
  Progress none({}, 0);
  auto placed = storePlaced(*plan, std::move(**fibres), tensor.entries(),
                            addresses, workers, none);
  EXPECT_EQ(text(placed), "");
  return std::move(*placed);
}

/// Compares what placing and sorting make of `tensor`; whether it was placed.
bool compare(const CooTensor &tensor, const Format &format, int64_t threads) {
  Array placedAt, sortedAt;
  StoreOptions options;
  options.addresses = &sortedAt;
  Expected<Storage> sorted = storeSorted(tensor, format, options);
  std::optional<Storage> placed =
      placeElements(tensor, format, threads, &placedAt);
  EXPECT_FALSE(placed && !sorted) << text(sorted);
  if (!placed || !sorted)
    return false;
  expectSame(*placed, *sorted);
  EXPECT_TRUE(haveSameBytes(placedAt, sortedAt)) << "addresses";
  return true;
}
} // namespace

TEST(PlacementTest, EveryFormatOfEveryMatrix) {
  for (const std::string &name : spindle::chooseTried(placedFormats))
    for (const CooTensor &tensor : makePlacedMatrices()) {
      SCOPED_TRACE(name + " of " + shapeText(tensor.shape));
      EXPECT_TRUE(compare(tensor, format(name), 1));
      EXPECT_TRUE(compare(tensor, format(name), 3));
      for (bool byColumns : {false, true})
        EXPECT_TRUE(compare(permute(tensor, byColumns), format(name), 2));
    }
}

TEST(PlacementTest, EveryElementType) {
  for (DType dtype : allDTypes) {
    CooTensor tensor = makeMatrix({20, 15}, drawPlaces(20, 15, 3, 3), dtype);
    for (const char *name : {formats::csr, formats::csc, formats::bsr})
      for (const CooTensor &from : {tensor, permute(tensor, false)}) {
        SCOPED_TRACE(std::string(name) + " of " +
                     std::string(dtypeName(dtype)));
        EXPECT_TRUE(compare(from, format(name), 2));
      }
  }
}

TEST(PlacementTest, RandomFormats) {
  RandomFormats random(5);
  int64_t placed = 0, runs = spindle::countTried(4000);
  for (int64_t run = 0; run < runs && !::testing::Test::HasFailure(); ++run) {
    Format format = random.format();
    if (format.rank != 2)
      continue;
    CooTensor tensor = random.tensor(2, allDTypes[run % std::size(allDTypes)]);
    SCOPED_TRACE(printFormat(format) + " of " + shapeText(tensor.shape));
    placed += compare(tensor, format, 1 + run % 3);
  }
  EXPECT_GT(placed, runs / 20);
}

// What a format cannot hold is told as sorting tells it.
TEST(PlacementTest, ErrorsAreThoseOfSorting) {
  for (const char *name :
       {"(i, j) -> (i : dense, j : fixed(2))", formats::ragged,
        "(i, j) -> (i : dense, j : fixed(2)) full",
        "(i, j) -> (i : dense, j : compressed(crd = i8))",
        "(i, j) -> (i : dense, j : singleton)"})
    for (const CooTensor &from : makePlacedMatrices()) {
      CooTensor tensor = from;
      tensor.shape[1] = 200;
      EXPECT_EQ(text(store(tensor, format(name))),
                text(storeSorted(tensor, format(name), {})))
          << name;
    }
}

TEST(PlacementTest, WhatIsNoMatrixIsRefused) {
  CooTensor tensor = makeMatrix({2, 2}, {{0, 0}, {1, 1}});
  tensor.coordinates[1].as<int64_t>()[1] = 2;
  EXPECT_EQ(text(store(tensor, format(formats::csr))),
            "entry 1: expected a coordinate of dimension 1 in [0, 2) but got "
            "2");
}

// The sum of entries of one cell is that of their order.
TEST(PlacementTest, EntriesAreSummedInOrder) {
  CooTensor tensor = makeMatrix({2, 2}, {{1, 0}, {0, 1}, {1, 0}, {1, 0}});
  float *values = tensor.values.as<float>();
  values[0] = 1e8f;
  values[2] = 1;
  values[3] = -1e8f;
  for (const char *name : {formats::csr, formats::csc}) {
    std::optional<Storage> placed =
        placeElements(tensor, format(name), 3, nullptr);
    ASSERT_TRUE(placed);
    EXPECT_EQ(placed->values.as<float>()[name == formats::csr], 0.0f);
  }
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The bytes of all arrays of `storage`.
static int64_t countBytes(const Storage &storage) {
  int64_t bytes = storage.values.byteSize() + storage.bitmap.byteSize();
  for (const auto *arrays :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    for (const Array &array : *arrays)
      bytes += array.byteSize();
  return bytes;
}

TEST(PlacementTest, SizesAreThoseOfTheArrays) {
  std::vector<std::string> all = placedFormats;
  all.insert(all.end(), {formats::blockedEll, formats::ragged});
  for (const std::string &name : all)
    for (const CooTensor &tensor : makePlacedMatrices()) {
      SCOPED_TRACE(name + " of " + shapeText(tensor.shape));
      Expected<Storage> storage = store(tensor, format(name));
      Expected<StorageSize> size = measureStorage(tensor, format(name));
      EXPECT_EQ(text(size), text(storage));
      if (!size || !storage)
        continue;
      EXPECT_EQ(size->bytes, countBytes(*storage));
      EXPECT_EQ(size->values, storage->values.size());
      EXPECT_EQ(size->elements, sortEntries(tensor)->entries());
      Expected<StorageSize> sorted = measureSorted(tensor, format(name));
      EXPECT_EQ(size->bytes, sorted->bytes);
      EXPECT_EQ(size->padding(), sorted->padding());
    }
}
