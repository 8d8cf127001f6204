//===- InspectorFormatsTest.cpp - Storages sorted by their pattern --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomFormats.h"
#include "TensorOperands.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/Store.h"

using namespace spindle::runtime;

namespace {

constexpr char kSell[] =
    "sell<2, 4> = (i, j) where p = order(i by -length in i floordiv 4), "
    "s = slot(j in p) -> (po = p floordiv 2 : dense, s : variable of po, "
    "pi = p mod 2 : dense of po, i : singleton(unique) of pi, "
    "j : singleton of (s, pi))";
constexpr char rowlen[] =
    "rowlen<4> = (i, j) where p = order(i by length in i floordiv 4), "
    "l = length(i) -> (po = p floordiv 4 : dense, l : compressed of po, "
    "p : variable of l, i : singleton(unique) of p, j : compressed of p)";
constexpr char srBcrs[] =
    "sr_bcrs<2, 2> = (i, j) where r = rank(j in i floordiv 2) -> "
    "(io = i floordiv 2 : dense, q = r floordiv 2 : variable of io, "
    "i mod 2 : dense of io, w = r mod 2 : dense of q, j : singleton of w)";
constexpr char ell3d[] =
    "ell3d<2, 2> = (r, i, j) where q = rank(i in r) -> (r : dense, "
    "q floordiv 2 : variable, i : fixed(2), j : fixed(2))";

/// The entries, out of order and with (4, 2) twice, of
///
///   .  1  .  .  2
///   3  .  .  .  .
///   .  .  .  .  .
///   .  .  .  0  5
///   6  .  7  .  .
CooTensor inspectorSample() {
  return tensor<float>({5, 5},
                       {{4, 0, 4, 1, 3, 3, 0, 4}, {2, 4, 0, 0, 4, 3, 1, 2}},
                       {3, 2, 6, 3, 5, 0, 1, 4});
}

/// What `from` is stored as, and that the entries come back.
Storage stored(const CooTensor &from, std::string_view text) {
  Expected<Storage> storage = store(from, format(text));
  EXPECT_EQ(spindle::runtime::text(storage), "");
  if (!storage)
    return {};
  EXPECT_EQ(spindle::runtime::text(validate(*storage, format(text))), "");
  Expected<CooTensor> back = load(*storage, format(text));
  EXPECT_EQ(spindle::runtime::text(back), "");
  if (back)
    EXPECT_EQ(collect<float>(*back), collect<float>(from)) << text;
  return *storage;
}

using Values = std::vector<float>;
Values inspectorValues(const Storage &storage) {
  return elements<float>(storage.values);
}

TEST(InspectorFormatsTest, SlicesOfSortedRows) {
  Storage found = stored(inspectorSample(), kSell);
  EXPECT_EQ(indices(found.positions[1]), Indices({0, 2, 3, 5}));
  EXPECT_EQ(found.coordinates[3].shape(), Indices({3, 2}));
  // Every index of the order has its row, the empty row among them.
  EXPECT_EQ(indices(found.coordinates[3]), Indices({0, 3, 1, 2, 4, 0}));
  EXPECT_EQ(found.coordinates[4].shape(), Indices({5, 2}));
  EXPECT_EQ(indices(found.coordinates[4]),
            Indices({1, 3, 4, 4, 0, 0, 0, 0, 2, 0}));
  EXPECT_EQ(found.values.shape(), Indices({5, 2}));
  EXPECT_EQ(inspectorValues(found), Values({1, 0, 2, 5, 3, 0, 6, 0, 7, 0}));
  EXPECT_EQ(bitsOf(found), Indices({1, 1, 1, 1, 1, 0, 1, 0, 1, 0}));
}

TEST(InspectorFormatsTest, RowsGroupedByLength) {
  Storage found = stored(inspectorSample(), rowlen);
  EXPECT_EQ(indices(found.positions[1]), Indices({0, 2, 3}));
  EXPECT_EQ(indices(found.coordinates[1]), Indices({1, 2, 2}));
  EXPECT_EQ(indices(found.positions[2]), Indices({0, 1, 3, 4}));
  EXPECT_EQ(indices(found.coordinates[3]), Indices({1, 0, 3, 4}));
  EXPECT_EQ(indices(found.positions[4]), Indices({0, 1, 3, 5, 7}));
  EXPECT_EQ(indices(found.coordinates[4]), Indices({0, 1, 4, 3, 4, 0, 2}));
  EXPECT_EQ(inspectorValues(found), Values({3, 1, 2, 0, 5, 6, 7}));
  EXPECT_EQ(found.bitmap.size(), 0);
}

TEST(InspectorFormatsTest, ColumnsOfRowsTogether) {
  Storage found = stored(inspectorSample(), srBcrs);
  EXPECT_EQ(indices(found.positions[1]), Indices({0, 2, 3, 4}));
  EXPECT_EQ(found.coordinates[4].shape(), Indices({4, 2}));
  EXPECT_EQ(indices(found.coordinates[4]), Indices({0, 1, 4, 0, 3, 4, 0, 2}));
  EXPECT_EQ(found.values.shape(), Indices({4, 2, 2}));
  EXPECT_EQ(inspectorValues(found),
            Values({0, 1, 3, 0, 2, 0, 0, 0, 0, 0, 0, 5, 6, 7, 0, 0}));
  EXPECT_EQ(bitsOf(found),
            Indices({0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0}));
}

TEST(InspectorFormatsTest, RowsOfRelationsTogether) {
  CooTensor from = tensor<float>(
      {2, 3, 4}, {{0, 0, 0, 0, 1}, {0, 1, 1, 2, 2}, {1, 0, 3, 2, 0}},
      {1, 2, 3, 4, 5});
  Storage found = stored(from, ell3d);
  EXPECT_EQ(indices(found.positions[1]), Indices({0, 2, 3}));
  EXPECT_EQ(indices(found.coordinates[2]), Indices({0, 1, 2, 0, 2, 0}));
  EXPECT_EQ(indices(found.lengths[2]), Indices({2, 1, 1}));
  EXPECT_EQ(indices(found.coordinates[3]),
            Indices({1, 0, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(indices(found.lengths[3]), Indices({1, 2, 1, 0, 1, 0}));
  EXPECT_EQ(inspectorValues(found),
            Values({1, 0, 2, 3, 4, 0, 0, 0, 5, 0, 0, 0}));
}

TEST(InspectorFormatsTest, TextsAreReadBack) {
  EXPECT_EQ(printFormat(format(kSell)),
            "sell<2, 4> = (i, j) where p = order(i by -length in i floordiv "
            "4), s = slot(j in p) -> (po = p floordiv 2 : dense, s : variable, "
            "pi = p mod 2 : dense of po, i : singleton(unique), j : singleton "
            "of (s, pi))");
  for (const char *text : {kSell, rowlen, srBcrs, ell3d}) {
    std::string printed = printFormat(format(text));
    EXPECT_EQ(printFormat(format(printed)), printed);
  }
  EXPECT_EQ(printFormat(format(ell3d)),
            "ell3d<2, 2> = (i, j, k) where r = rank(j in i) -> (i : dense, "
            "r floordiv 2 : variable, j : fixed(2), k : fixed(2))");
}

TEST(InspectorFormatsTest, MatricesWithoutElements) {
  for (const char *text : {kSell, rowlen, srBcrs})
    for (Indices shape : {Indices{5, 4}, Indices{0, 4}, Indices{5, 0},
                          Indices{0, 0}, Indices{1, 1}})
      stored(tensor<float>(shape, {{}, {}}, {}), text);
}

/// One of the formats, with random numbers.
Format makeRandom(RandomFormats &random) {
  auto number = [&] { return std::to_string(2 + random.below(5)); };
  std::string a = number(), b = number();
  const std::string texts[] = {
      "(i, j) where p = order(i by -length in i floordiv " + b +
          "), s = slot(j in p) -> (po = p floordiv " + a +
          " : dense, s : variable of po, pi = p mod " + a +
          " : dense of po, i : singleton(unique) of pi, "
          "j : singleton of (s, pi))",
      "(i, j) where p = order(i by length in i floordiv " + a +
          "), l = length(i) -> (po = p floordiv " + b +
          " : dense, l : compressed of po, p : variable of l, "
          "i : singleton(unique) of p, j : compressed of p)",
      "(i, j) where r = rank(j in i floordiv " + a + ") -> (io = i floordiv " +
          a + " : dense, q = r floordiv " + b + " : variable of io, i mod " +
          a + " : dense of io, w = r mod " + b +
          " : dense of q, j : singleton of w)",
      "(i, j) where p = order(j by -length) -> (p : dense, "
      "j : singleton(unique), i : compressed of p)",
      "(i, j, k) where r = rank(j in i) -> (i : dense, r floordiv " + a +
          " : variable, j : fixed(" + a + "), k : fixed(9))"};
  return format(texts[random.below(std::size(texts))]);
}

TEST(InspectorFormatsTest, RandomTensorsComeBack) {
  RandomFormats random(4);
  for (int64_t run = 0; run < 2000 && !HasFailure(); ++run) {
    Format format = makeRandom(random);
    CooTensor from = random.tensor(format.rank, DType::F32);
    SCOPED_TRACE(printFormat(format) + " of " + shapeText(from.shape));
    Array addresses;
    StoreOptions options;
    options.addresses = &addresses;
    Expected<Storage> storage = store(from, format, options);
    ASSERT_EQ(text(storage), "");
    ASSERT_EQ(text(validate(*storage, format)), "");
    Expected<CooTensor> back = load(*storage, format);
    ASSERT_EQ(text(back), "");
    EXPECT_EQ(collect<float>(*back), collect<float>(from));
    // Stored again it is the same, whatever the order of the entries.
    Expected<Storage> again = store(*back, format);
    ASSERT_EQ(text(again), "");
    EXPECT_EQ(inspectorValues(*again), inspectorValues(*storage));
  }
}

TEST(InspectorFormatsTest, WhatIsBrokenIsFoundOrHarmless) {
  RandomFormats random(5);
  int64_t refused = 0;
  for (int64_t run = 0; run < 1000 && !HasFailure(); ++run) {
    Format format = makeRandom(random);
    SCOPED_TRACE(printFormat(format));
    Storage storage = *store(random.tensor(format.rank, DType::I16), format);
    std::vector<Array *> arrays;
    for (auto *list :
         {&storage.positions, &storage.coordinates, &storage.lengths})
      for (Array &array : *list)
        if (array.size())
          arrays.push_back(&array);
    if (arrays.empty())
      continue;
    Array &array = *arrays[random.below(arrays.size())];
    static_cast<char *>(array.data())[random.below(array.byteSize())] =
        static_cast<char>(random.below(5));
    std::string found = text(validate(storage, format));
    EXPECT_EQ(text(load(storage, format)), found);
    refused += !found.empty();
  }
  EXPECT_GT(refused, 250);
}

TEST(InspectorFormatsTest, ValidationSeesRowsThatComeTwice) {
  Storage found = stored(inspectorSample(), kSell);
  found.coordinates[3].as<int32_t>()[1] = 1;
  EXPECT_EQ(text(validate(found, format(kSell))),
            "expected coordinates of level 3 that are different but got 1 "
            "twice");
}

TEST(InspectorFormatsTest, FibresThatAreTooLong) {
  CooTensor from =
      tensor<float>({1, 1, 3}, {{0, 0, 0}, {0, 0, 0}, {0, 1, 2}}, {1, 2, 3});
  EXPECT_EQ(text(store(from, format(ell3d))),
            "fibre (i = 0, r floordiv 2 = 0, j = 0): expected at most 2 "
            "elements for ell3d<2, 2> but got 3");
}

TEST(InspectorFormatsTest, DescriptorsThatAreRefused) {
  auto refusal = [](const char *where, const char *levels) {
    std::string said = text(parseFormat("(i, j) where " + std::string(where) +
                                        " -> (" + levels + ")"));
    return said.substr(said.find("yet: ") + 5);
  };
  EXPECT_EQ(refusal("p = order(i by length in j)", "p : dense, i : singleton, "
                                                   "j : compressed of p"),
            "inspector 0 sorts groups that are not made of the dimension that "
            "it sorts");
  EXPECT_EQ(refusal("s = slot(j in i floordiv 2)",
                    "i : dense, s : variable, j : singleton"),
            "inspector 0 counts elements that its subject and its group do not "
            "tell apart");
  EXPECT_EQ(refusal("p = order(i by length)",
                    "p mod 4 : dense, i : singleton, j : compressed of i"),
            "level 0 is dense and has a remainder whose quotient is no level "
            "above it");
  EXPECT_EQ(refusal("r = rank(j in i)", "i : dense, r : compressed, j : "
                                        "singleton"),
            "level 1 is compressed and has a coordinate that is derived and "
            "not a length");
}

} // namespace
