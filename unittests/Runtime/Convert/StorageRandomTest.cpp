//===- StorageRandomTest.cpp - Any tensor in any format and back ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomFormats.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/Store.h"

#include <set>

using namespace spindle::runtime;

/// Whether the values of a format have a dimension of one width for all fibres,
/// so that cells may be no elements.
static bool isPadded(const Format &format) {
  std::vector<int64_t> dims = *getStorageDims(format);
  return std::any_of(dims.begin(), dims.end(), [&](int64_t level) {
    const Level &own = format.levels[level];
    return own.kind == LevelKind::Dense || own.hasWidth();
  });
}

/// Compares what was loaded with the entries that were stored.
template <typename T>
static void compare(const Format &format, const CooTensor &stored,
                    const CooTensor &loaded) {
  std::map<Indices, T> expected = collect<T>(stored);
  std::map<Indices, T> got = collect<T>(loaded);
  EXPECT_EQ(static_cast<int64_t>(got.size()), loaded.entries());
  bool allDense = std::all_of(
      format.levels.begin(), format.levels.end(),
      [](const Level &level) { return level.kind == LevelKind::Dense; });
  if (format.keepsBitmap() || !isPadded(format)) {
    EXPECT_TRUE(got == expected);
    return;
  }
  // Cells that no entry has become elements, and zeros no elements where all
  // levels are dense.
  for (auto &[place, value] : expected) {
    if (allDense && value == T{})
      EXPECT_EQ(got.count(place), 0u);
    else
      EXPECT_TRUE(got.count(place) && got[place] == value);
  }
  for (auto &[place, value] : got)
    EXPECT_TRUE(expected.count(place) || (value == T{} && !allDense));
}

/// Checks that each entry's address is that of its element's value.
template <typename T>
static void compareAddresses(const CooTensor &stored, const Storage &storage,
                             const Array &addresses) {
  std::map<Indices, T> expected = collect<T>(stored);
  for (int64_t e = 0; e < stored.entries(); ++e) {
    Indices place;
    for (const Array &list : stored.coordinates)
      place.push_back(list.as<int64_t>()[e]);
    EXPECT_TRUE(storage.values.as<T>()[addresses.as<int64_t>()[e]] ==
                expected[place]);
  }
}

/// Stores `tensor` in `format` and loads it again.
static void roundTrip(const Format &format, const CooTensor &tensor) {
  SCOPED_TRACE(printFormat(format) + " of " + shapeText(tensor.shape));
  Array addresses;
  StoreOptions options;
  options.addresses = &addresses;
  Expected<Storage> storage = store(tensor, format, options);
  ASSERT_EQ(text(storage), "");
  ASSERT_EQ(text(validate(*storage, format)), "");
  Expected<CooTensor> loaded = load(*storage, format);
  ASSERT_EQ(text(loaded), "");
  visitDType(tensor.values.dtype(), [&](auto zero) {
    using T = decltype(zero);
    compare<T>(format, tensor, *loaded);
    compareAddresses<T>(tensor, *storage, addresses);
  });
  // Elements are loaded by their addresses.
  ASSERT_EQ(text(store(*loaded, format, options)), "");
  Indices list = indices(addresses);
  EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
}

TEST(StorageRandomTest, RoundTrips) {
  RandomFormats random(1);
  std::set<std::string> texts;
  for (int64_t run = 0; run < 3000 && !HasFailure(); ++run) {
    Format format = random.format();
    texts.insert(printFormat(format));
    DType dtype = allDTypes[run % std::size(allDTypes)];
    roundTrip(format, random.tensor(format.rank, dtype));
  }
  // The generator does make many formats.
  EXPECT_GT(texts.size(), 1500u);
}

TEST(StorageRandomTest, TextsOfFormats) {
  RandomFormats random(2);
  for (int64_t run = 0; run < 2000 && !HasFailure(); ++run) {
    Format format = random.format();
    std::string printed = printFormat(format);
    Expected<Format> parsed = parseFormat(printed);
    ASSERT_EQ(text(parsed), "") << printed;
    EXPECT_EQ(printFormat(*parsed), printed);
    EXPECT_TRUE(*parsed == format) << printed;
  }
}

/// The arrays of a storage that have elements.
static std::vector<Array *> arraysOf(Storage &storage) {
  std::vector<Array *> arrays;
  for (auto *list :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    for (Array &array : *list)
      if (array.size())
        arrays.push_back(&array);
  for (Array *array : {&storage.bitmap, &storage.values})
    if (array->size())
      arrays.push_back(array);
  return arrays;
}

TEST(StorageRandomTest, WhatIsBrokenIsFoundOrHarmless) {
  RandomFormats random(3);
  int64_t refused = 0;
  for (int64_t run = 0; run < 2000 && !HasFailure(); ++run) {
    Format format = random.format();
    SCOPED_TRACE(printFormat(format));
    Storage storage = *store(random.tensor(format.rank, DType::I16), format);
    std::vector<Array *> arrays = arraysOf(storage);
    if (arrays.empty())
      continue;
    Array &array = *arrays[random.below(arrays.size())];
    char *bytes = static_cast<char *>(array.data());
    bytes[random.below(array.byteSize())] = static_cast<char>(random.below(5));
    std::string found = text(validate(storage, format));
    EXPECT_EQ(text(load(storage, format)), found);
    refused += !found.empty();
  }
  EXPECT_GT(refused, 500);
}
