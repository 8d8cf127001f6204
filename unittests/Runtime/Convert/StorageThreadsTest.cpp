//===- StorageThreadsTest.cpp - Stored by several threads -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors are stored by sorting; what one thread makes is what any number of
// them is to make, bit by bit, or the same error.
//
//===----------------------------------------------------------------------===//

#include "Conversion.h"
#include "MuchWork.h"
#include "RandomFormats.h"
#include "SameStorage.h"
#include "StorePlaced.h"
#include "TestContext/Thorough.h"

#include "Spindle/Runtime/Convert/SortEntries.h"
#include "Spindle/Runtime/Storage/StoredFormat.h"

#include <limits>
#include <type_traits>

using namespace spindle::runtime;

namespace {

const std::vector<std::string> ofOrder3 = {
    "(i, j, k) -> (i : compressed, j : compressed, k : compressed)",
    "(i, j, k) -> (k : dense, i : compressed, j : compressed)",
    "(i, j, k) -> (j : compressed(pos = i64, crd = i64), k : "
    "compressed(pos = i64, crd = i64), i : compressed(pos = i64, crd = i64))",
    "(i, j, k) -> (i : compressed(nonunique), j : singleton, k : singleton)",
    "(i, j, k) -> (i : dense, j : fixed(?), k : compressed)",
    "(i, j, k) -> (i : compressed, j : dense, k : fixed(?))",
    "(i, j, k) -> (i : dense, j : variable, k : dense) bitmap",
    "(i, j, k) -> (i : fixed(?), j : compressed, k : compressed) full",
    "(i, j, k) -> (io = i floordiv 4 : compressed, j : compressed, i mod 4 : "
    "dense of io, k : fixed(?) of j)",
    "(i, j, k) -> (i floordiv 8 : dense, j floordiv 8 : compressed, k : "
    "compressed, i mod 8 : dense, j mod 8 : compressed(crd = i8))",
    "(i, j, k) -> (i : dense, k - j : compressed, j : compressed)",
    "(i, j, k) -> (i : dense, j : dense, k : dense)",
};

const std::vector<std::string> ofOrder4 = {
    "(i, j, k, l) -> (i : compressed, j : compressed, k : compressed, l : "
    "compressed)",
    "(i, j, k, l) -> (l : compressed, k : dense, j : compressed, i : "
    "compressed)",
    "(i, j, k, l) -> (j : compressed(nonunique), k : singleton, i : singleton, "
    "l : singleton)",
    "(i, j, k, l) -> (i : compressed, j : dense, k : variable, l : dense) "
    "bitmap",
};

/// How the first coordinate is drawn.
enum class Rows { Uniform, One, Mostly };

/// `count` entries anywhere, many of them of one cell.
CooTensor draw(const Indices &shape, int64_t count, Rows rows,
               DType dtype = DType::F32) {
  std::mt19937_64 random(count + shape.size());
  CooTensor tensor = *allocateEntries(shape, dtype, count);
  for (size_t dim = 0; dim < shape.size(); ++dim)
    for (int64_t e = 0; e < count; ++e) {
      bool isFree = dim > 0 || rows == Rows::Uniform ||
                    (rows == Rows::Mostly && random() % 16 == 0);
      tensor.coordinates[dim].as<int64_t>()[e] =
          isFree ? random() % shape[dim] : shape[dim] / 2;
    }
  visitDType(dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t e = 0; e < count; ++e) {
      float value = float(random() % 1000) * (e % 7 ? 1 : 1e6f);
      if constexpr (std::is_integral_v<T>)
        tensor.values.as<T>()[e] = static_cast<T>(random() % 100);
      else if constexpr (isComplexType<T>)
        tensor.values.as<T>()[e] = {typename T::value_type(value), 1};
      else
        tensor.values.as<T>()[e] = static_cast<T>(value);
    }
  });
  return tensor;
}

/// What `threads` threads make of a tensor of any size.
struct Stored {
  Stored(const CooTensor &tensor, const Format &format, int64_t threads) {
    Workers workers(threads, muchWork);
    Progress none({}, 0);
    Expected<Storage> made =
        storeByKeys(tensor, format, &addresses, workers, none);
    if (made)
      storage = std::move(*made);
    else
      error = made.error().str();
  }

  Storage storage;
  Array addresses;
  std::string error;
};

/// Compares what several threads make of `tensor` with what one makes; whether
/// it can be stored.
bool check(const CooTensor &tensor, const Format &format,
           const std::vector<int64_t> &numbers = {2, 3, 7}) {
  Stored wanted(tensor, format, 1);
  for (int64_t threads : numbers) {
    SCOPED_TRACE(std::to_string(threads) + " threads");
    Stored got(tensor, format, threads);
    EXPECT_EQ(got.error, wanted.error);
    if (!wanted.error.empty() || !got.error.empty())
      continue;
    expectSame(got.storage, wanted.storage);
    EXPECT_TRUE(haveSameBytes(got.addresses, wanted.addresses)) << "addresses";
  }
  return wanted.error.empty();
}

/// Checks each of `formats` with tensors of `shape`, in any order and sorted.
void checkAll(const std::vector<std::string> &formats, const Indices &shape) {
  for (Rows rows : {Rows::Uniform, Rows::One, Rows::Mostly})
    for (int64_t count : {0, 1, 5, 9000}) {
      CooTensor tensor = draw(shape, count, rows);
      CooTensor sorted = *sortEntries(tensor);
      for (const std::string &name : formats) {
        SCOPED_TRACE(name + ", " + std::to_string(count) + " entries, rows " +
                     std::to_string(int(rows)));
        EXPECT_TRUE(check(tensor, format(name)));
        EXPECT_TRUE(check(sorted, format(name), {3}));
      }
    }
}
} // namespace

TEST(StorageThreadsTest, Order3) {
  checkAll(spindle::chooseTried(ofOrder3), {60, 40, 50});
}

TEST(StorageThreadsTest, Order4) {
  checkAll(spindle::chooseTried(ofOrder4), {30, 20, 10, 25});
}

// Keys of two words.
TEST(StorageThreadsTest, LongKeys) {
  constexpr int64_t large = int64_t(1) << 30;
  CooTensor tensor = draw({large, large, large}, 20000, Rows::Uniform);
  for (const char *name :
       {ofOrder3[0].c_str(), ofOrder3[2].c_str(), ofOrder3[3].c_str()})
    EXPECT_TRUE(check(tensor, format(name))) << name;
}

TEST(StorageThreadsTest, EveryElementType) {
  for (DType dtype : allDTypes) {
    CooTensor tensor = draw({9, 8, 7}, 3000, Rows::Uniform, dtype);
    for (const std::string &name : ofOrder3) {
      SCOPED_TRACE(name + " of " + std::string(dtypeName(dtype)));
      EXPECT_TRUE(check(tensor, format(name), {3}));
    }
  }
}

TEST(StorageThreadsTest, RandomFormats) {
  RandomFormats random(11);
  int64_t stored = 0, runs = spindle::countTried(700);
  for (int64_t run = 0; run < runs && !::testing::Test::HasFailure(); ++run) {
    Format format = random.format();
    if (isCutToPieces(format, 0))
      continue;
    CooTensor tensor =
        random.tensor(format.rank, allDTypes[run % std::size(allDTypes)]);
    SCOPED_TRACE(printFormat(format) + " of " + shapeText(tensor.shape));
    stored += check(tensor, format, {2 + run % 2});
  }
  EXPECT_GT(stored, runs / 2);
}

// What a format cannot hold, and where, is found by any number of threads.
TEST(StorageThreadsTest, Errors) {
  const std::vector<std::string> tooSmall = {
      "(i, j, k) -> (i : dense, j : compressed, k : fixed(2))",
      "(i, j, k) -> (i : compressed, j : compressed, k : fixed(30)) full",
      "(i, j, k) -> (i : dense, j : compressed, k : variable)",
      "(i, j, k) -> (i : dense, j : compressed, k : singleton)",
      "(i, j, k) -> (i : dense, j : singleton, k : compressed)",
      "(i, j, k) -> (i : dense, j : compressed(crd = i8), k : compressed)",
  };
  CooTensor tensor = draw({60, 200, 50}, 20000, Rows::Uniform);
  for (const std::string &name : tooSmall)
    EXPECT_FALSE(check(tensor, format(name))) << name;
  tensor.coordinates[2].as<int64_t>()[15000] = 50;
  tensor.coordinates[2].as<int64_t>()[19000] = -1;
  EXPECT_FALSE(check(tensor, format(ofOrder3[0])));
}

// Through the options, and with as many threads as there is work for.
TEST(StorageThreadsTest, ByOptions) {
  CooTensor tensor = draw({300, 200, 100}, 60000, Rows::Mostly);
  StoreOptions options;
  for (const std::string &name : ofOrder3) {
    options.threads = 1;
    Expected<Storage> wanted = store(tensor, format(name), options);
    ASSERT_TRUE(bool(wanted)) << wanted.error().str();
    StorageSize size = *measureStorage(tensor, format(name), 1);
    for (int64_t threads : {0, 2, 7}) {
      SCOPED_TRACE(name + ", " + std::to_string(threads) + " threads");
      options.threads = threads;
      expectSame(*store(tensor, format(name), options), *wanted);
      StorageSize got = *measureStorage(tensor, format(name), threads);
      EXPECT_EQ(got.bytes, size.bytes);
      EXPECT_EQ(got.values, size.values);
      EXPECT_EQ(got.elements, size.elements);
    }
  }
}
