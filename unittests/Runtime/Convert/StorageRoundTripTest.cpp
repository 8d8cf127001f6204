//===- StorageRoundTripTest.cpp - Named formats and awkward tensors -------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOperands.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/Store.h"
#include "Spindle/Runtime/IO/Generate.h"

#include <algorithm>
#include <numeric>

using namespace spindle::runtime;

/// Matrices by what is awkward about them, of element type `T`.
template <typename T>
static std::vector<std::pair<std::string, CooTensor>> awkwardMatrices() {
  auto make = [](const Indices &shape, const Indices &row, const Indices &col) {
    std::vector<T> values;
    for (size_t e = 0; e < row.size(); ++e)
      values.push_back(static_cast<T>(e % 3 == 2 ? 0.0f : 1.0f));
    CooTensor result{shape, {array(row), array(col)}, {}};
    result.values = *Array::allocate(dtypeOf<T>, {int64_t(row.size())});
    std::copy(values.begin(), values.end(), result.values.as<T>());
    return result;
  };
  return {
      {"no rows, no columns", make({0, 0}, {}, {})},
      {"no rows", make({0, 5}, {}, {})},
      {"no columns", make({5, 0}, {}, {})},
      {"empty", make({5, 7}, {}, {})},
      {"one element", make({1, 1}, {0}, {0})},
      {"the last element", make({9, 7}, {8}, {6})},
      {"empty rows and columns", make({9, 9}, {1, 1, 7, 4}, {0, 5, 5, 8})},
      {"a full row", make({3, 6}, {1, 1, 1, 1, 1, 1}, {5, 4, 3, 2, 1, 0})},
      {"a full column", make({6, 3}, {5, 0, 1, 4, 3, 2}, {1, 1, 1, 1, 1, 1})},
      {"duplicates", make({4, 4}, {3, 0, 3, 3, 0, 3}, {1, 2, 1, 0, 2, 1})},
      {"all cells", make({2, 2}, {1, 0, 0, 1}, {0, 1, 0, 1})},
      {"blocks that do not divide",
       make({7, 5}, {6, 6, 0, 3, 4, 2, 5}, {4, 0, 4, 3, 2, 1, 4})},
      {"a long row", make({1, 127}, {0, 0, 0}, {126, 0, 64})},
  };
}

static const char *const namedFormats[] = {
    formats::csr,     formats::csc,         formats::dcsr,  formats::coo,
    formats::dense,   formats::bitmap,      formats::ell,   formats::bsr,
    formats::bsr43,   formats::dbsr,        formats::panel, formats::blockedEll,
    formats::bsrFull, formats::blockedDense};

/// What is stored of `from`: without zeros where every cell is stored.
template <typename T>
static std::map<Indices, T> expectedOf(const CooTensor &from,
                                       const Format &format) {
  std::map<Indices, T> entries = collect<T>(from);
  bool allDense = std::all_of(
      format.levels.begin(), format.levels.end(),
      [](const Level &level) { return level.kind == LevelKind::Dense; });
  for (auto entry = entries.begin(); entry != entries.end();)
    entry = allDense && !format.keepsBitmap() && entry->second == T{}
                ? entries.erase(entry)
                : std::next(entry);
  return entries;
}

template <typename T>
static void roundTrip(const CooTensor &from, const Format &format) {
  Expected<Storage> storage = store(from, format);
  ASSERT_EQ(text(storage), "");
  ASSERT_EQ(text(validate(*storage, format)), "");
  Expected<CooTensor> loaded = load(*storage, format);
  ASSERT_EQ(text(loaded), "");
  std::map<Indices, T> got = collect<T>(*loaded);
  EXPECT_EQ(static_cast<int64_t>(got.size()), loaded->entries());
  std::map<Indices, T> expected = expectedOf<T>(from, format);
  if (getName(withIndices(format, DType::I32)) == "bsr<2, 2, full>")
    // Other cells of stored blocks are elements too, of value 0.
    for (auto &[place, value] : got)
      if (value == T{})
        expected.emplace(place, value);
  EXPECT_TRUE(got == expected);
}

TEST(StorageRoundTripTest, NamedFormatsAndAwkwardMatrices) {
  for (DType dtype : allDTypes)
    visitDType(dtype, [&](auto zero) {
      using T = decltype(zero);
      for (const auto &[name, matrix] : awkwardMatrices<T>())
        for (const char *text : namedFormats) {
          SCOPED_TRACE(name + " in " + text);
          roundTrip<T>(matrix, format(text));
        }
    });
}

TEST(StorageRoundTripTest, EveryPairOfIndexTypes) {
  for (int pos : {32, 64})
    for (int crd : {8, 16, 32, 64})
      for (const char *text : namedFormats) {
        Format typed = format(text);
        for (Level &level : typed.levels) {
          level.pos = level.hasPos() ? pos : 0;
          level.crd = level.hasCrd() ? crd : 0;
        }
        for (const auto &[name, matrix] : awkwardMatrices<float>()) {
          SCOPED_TRACE(name + " in " + text);
          roundTrip<float>(matrix, typed);
          Expected<Storage> storage = store(matrix, typed);
          for (size_t l = 0; l < typed.levels.size(); ++l) {
            if (storage->positions[l].size()) {
              EXPECT_EQ(storage->positions[l].dtype(), getIndexType(pos));
            }
            if (storage->coordinates[l].size()) {
              EXPECT_EQ(storage->coordinates[l].dtype(), getIndexType(crd));
            }
          }
        }
      }
}

TEST(StorageRoundTripTest, RaggedRows) {
  for (const Indices &row :
       {Indices(), Indices({0}), Indices({2, 2, 2}), Indices({0, 1, 1, 3})}) {
    Indices col;
    for (size_t e = 0; e < row.size(); ++e)
      col.push_back(std::count(row.begin(), row.begin() + e, row[e]));
    roundTrip<float>(
        tensor<float>({4, 3}, {row, col}, std::vector<float>(row.size(), 2)),
        format(formats::ragged));
  }
}

/// A chain of levels, one for each dimension in `order`.
static Format chain(const Indices &order, LevelKind kind) {
  Format format;
  format.rank = order.size();
  for (size_t l = 0; l < order.size(); ++l) {
    Level level;
    level.expr = Expr::dim(order[l]);
    level.kind = kind;
    level.pos = level.hasPos() ? 32 : 0;
    level.crd = level.hasCrd() ? 32 : 0;
    if (l > 0)
      level.parents = {int64_t(l) - 1};
    format.levels.push_back(level);
  }
  return format;
}

TEST(StorageRoundTripTest, FibresOf1To5DimensionsInEveryOrder) {
  for (int64_t rank = 1; rank <= 5; ++rank) {
    Indices shape, order;
    std::vector<Indices> lists(rank);
    for (int64_t dim = 0; dim < rank; ++dim) {
      shape.push_back(3 + dim);
      order.push_back(dim);
      for (int64_t e = 0; e < 40; ++e)
        lists[dim].push_back(e * (7 + 4 * dim) / 5 % shape[dim]);
    }
    CooTensor from = tensor<double>(shape, lists, std::vector<double>(40, 1));
    do {
      roundTrip<double>(from, chain(order, LevelKind::Compressed));
      roundTrip<double>(from, chain(order, LevelKind::Dense));
      Format coo = chain(order, LevelKind::Singleton);
      coo.levels[0].kind = LevelKind::Compressed;
      coo.levels[0].pos = 32;
      for (Level &level : coo.levels)
        level.unique = rank == 1;
      roundTrip<double>(from, coo);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST(StorageRoundTripTest, OfRank0) {
  CooTensor scalar = tensor<float>({}, {}, {2, 3});
  Storage storage = *store(scalar, format("() -> ()"));
  EXPECT_EQ(elements<float>(storage.values), std::vector<float>({5}));
  EXPECT_EQ(load(storage, format("() -> ()"))->entries(), 1);
  // Zero is no element where all levels are dense.
  Storage zero = *store(tensor<float>({}, {}, {}), format("() -> ()"));
  EXPECT_EQ(load(zero, format("() -> ()"))->entries(), 0);
}

TEST(StorageRoundTripTest, CompressedRowsAreTheSortedEntries) {
  for (DType index : {DType::I32, DType::I64}) {
    CooMatrix matrix = *randomSparse(300, 200, 9, DType::F64, 5);
    // Out of order, and each entry twice.
    CooTensor twice =
        *allocateEntries({300, 200}, DType::F64, 2 * matrix.entries());
    for (int64_t e = 0; e < twice.entries(); ++e) {
      int64_t from = e * 7919 % matrix.entries();
      twice.coordinates[0].as<int64_t>()[e] = matrix.row.as<int64_t>()[from];
      twice.coordinates[1].as<int64_t>()[e] = matrix.col.as<int64_t>()[from];
      twice.values.as<double>()[e] = matrix.values.as<double>()[from] + e;
    }
    Format csr = withIndices(format(formats::csr), index);
    Storage storage = *store(twice, csr);
    Indices positions(301, 0), coordinates;
    std::vector<double> values;
    for (auto &[place, value] : collect<double>(twice)) {
      ++positions[place[0] + 1];
      coordinates.push_back(place[1]);
      values.push_back(value);
    }
    std::partial_sum(positions.begin(), positions.end(), positions.begin());
    EXPECT_EQ(indices(storage.positions[1]), positions);
    EXPECT_EQ(indices(storage.coordinates[1]), coordinates);
    EXPECT_EQ(elements<double>(storage.values), values);
  }
}

TEST(StorageRoundTripTest, ReportsProgress) {
  constexpr int64_t entries = 3 << 20;
  CooTensor large = *allocateEntries({entries, 2}, DType::I8, entries);
  for (int64_t e = 0; e < entries; ++e) {
    large.coordinates[0].as<int64_t>()[e] = entries - 1 - e;
    large.coordinates[1].as<int64_t>()[e] = e % 2;
    large.values.as<int8_t>()[e] = 1;
  }
  std::vector<int64_t> reports;
  StoreOptions options;
  options.progress = [&](int64_t done, int64_t all) {
    EXPECT_EQ(all, 4 * entries);
    reports.push_back(done);
  };
  ASSERT_EQ(text(store(large, format(formats::csr), options)), "");
  EXPECT_GE(reports.size(), 3u);
  EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
  EXPECT_EQ(reports.back(), 4 * entries);
}
