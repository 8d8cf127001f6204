//===- StorageConvertTest.cpp - From storages to storages -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SameStorage.h"
#include "Spindle/Runtime/Convert/Convert.h"
#include "TensorOperands.h"

#include <limits>

using namespace spindle::runtime;

namespace {
/// Every kind of format that holds any matrix of at most four elements in a
/// row.
const std::vector<std::string> all = {
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
    formats::panel,
    "(i, j) -> (i : dense, j : compressed(pos = i64, crd = i64))",
    "(i, j) -> (i : dense, j : fixed(4)) bitmap",
    "(i, j) -> (j - i : compressed, i : dense)",
    "(i, j) -> (i floordiv 2 : dense, j - i : compressed, i mod 2 : dense)",
    "(i, j) -> (i : dense, j floordiv 2 : dense, j mod 2 : structured(2, 2))",
    "(i, j) where p = order(i by -length in i floordiv 4), s = slot(j in p) "
    "-> (po = p floordiv 2 : dense, s : variable of po, pi = p mod 2 : dense "
    "of po, i : singleton(unique) of pi, j : singleton of (s, pi))",
    "(i, j) where r = rank(j in i floordiv 2) -> (io = i floordiv 2 : dense, q "
    "= r floordiv 2 : variable of io, i mod 2 : dense of io, w = r mod 2 : "
    "dense of q, j : singleton of w)",
    "(i, j) where p = order(i by length in i floordiv 4), l = length(i) -> (po "
    "= p floordiv 4 : dense, l : compressed, p : variable of l, i : "
    "singleton(unique) of p, j : compressed of p)",
    "(i, j) -> (i : compressed(nonunique), j : fixed(2))",
};

CooTensor convertSample() {
  return tensor<float>({5, 7},
                       {{0, 0, 1, 3, 3, 3, 4, 4}, {0, 3, 1, 2, 3, 6, 4, 6}},
                       {1, 2, -3, 4, 8, 9, 6, 7});
}

/// Other values where `storage` has elements.
Array otherValues(const Storage &storage, const Array &places) {
  Array values = *Array::allocateZeroed(DType::F32, storage.values.shape());
  for (int64_t v = 0; v < values.size(); ++v)
    if (places.as<int64_t>()[v] >= 0)
      values.as<float>()[v] = float(10 * v + 1);
  return values;
}

/// `tensor` with rows for columns.
CooTensor transpose(CooTensor tensor) {
  std::swap(tensor.shape[0], tensor.shape[1]);
  std::swap(tensor.coordinates[0], tensor.coordinates[1]);
  return tensor;
}

/// Rows of up to one element, and what is left of longer ones.
Composite ellCoo() {
  Expr row = Expr::dim(0);
  Expr column = Expr::dim(1);
  Expr slot = Expr::symbol(0);
  Range first{slot, std::numeric_limits<int64_t>::min(), 0};
  return {2,
          {{CriterionKind::Slot, {column, row}}},
          {{{first}, false, format(formats::ell)},
           {{}, true, format(formats::coo)}}};
}
} // namespace

TEST(StorageConvertTest, EveryPairOfFormats) {
  for (const std::string &from : all)
    for (const std::string &to : all) {
      SCOPED_TRACE(from + " to " + to);
      Storage storage = *store(convertSample(), format(from));
      Expected<Storage> made = convert(storage, format(from), format(to));
      ASSERT_EQ(text(made), "");
      expectSame(*made, *store(convertSample(), format(to)));
    }
}

// Other values on the pattern go where a conversion of them would put them.
TEST(StorageConvertTest, PlacesOfValues) {
  for (const std::string &from : all)
    for (const std::string &to : all) {
      SCOPED_TRACE(from + " to " + to);
      Storage storage = *store(convertSample(), format(from));
      Array places;
      ConvertOptions options;
      options.places = &places;
      Expected<Storage> made =
          convert(storage, format(from), format(to), options);
      ASSERT_EQ(text(made), "");
      ASSERT_EQ(places.size(), storage.values.size());
      storage.values = otherValues(storage, places);
      ASSERT_EQ(text(placeValues(storage.values, places, made->values)), "");
      expectSame(*made, *convert(storage, format(from), format(to)));
    }
}

TEST(StorageConvertTest, TransposedCopies) {
  ConvertOptions options;
  options.dims = {1, 0};
  for (const std::string &from : all)
    for (const std::string &to : all) {
      SCOPED_TRACE(from + " to " + to);
      Storage storage = *store(convertSample(), format(from));
      Expected<Storage> made =
          convert(storage, format(from), format(to), options);
      Expected<Storage> expected =
          store(transpose(convertSample()), format(to));
      ASSERT_EQ(text(made), text(expected));
      if (made)
        expectSame(*made, *expected);
    }
}

TEST(StorageConvertTest, PartsAndTheirPlaces) {
  for (const std::string &from : all) {
    SCOPED_TRACE(from);
    Storage storage = *store(convertSample(), format(from));
    Array places;
    ConvertOptions options;
    options.places = &places;
    auto parts = convertToParts(storage, format(from), ellCoo(), options);
    ASSERT_EQ(text(parts), "");
    ASSERT_EQ(places.size(), storage.values.size());
    storage.values = otherValues(storage, places);
    ASSERT_EQ(text(placeValues(storage.values, places, *parts)), "");
    auto expected = convertToParts(storage, format(from), ellCoo());
    ASSERT_EQ(parts->size(), 2u);
    expectSame(*parts, *expected);
  }
}

// Entries of one cell are one element, and have one address.
TEST(StorageConvertTest, AddressesInParts) {
  CooTensor twice = tensor<float>({3, 3}, {{2, 0, 2, 2, 2}, {1, 0, 1, 2, 0}},
                                  {1, 2, 4, 8, 16});
  Array addresses;
  StoreOptions options;
  options.addresses = &addresses;
  auto parts = storeParts(twice, ellCoo(), options);
  ASSERT_EQ(text(parts), "");
  EXPECT_EQ(indices(addresses), Indices({3, 0, 3, 4, 2}));
  std::vector<Storage> placed = *storeParts(twice, ellCoo());
  ASSERT_EQ(text(placeValues(twice.values, addresses, placed)), "");
  EXPECT_EQ(elements<float>(placed[0].values), std::vector<float>({2, 0, 16}));
  EXPECT_EQ(elements<float>(placed[1].values), std::vector<float>({5, 8}));
}

TEST(StorageConvertTest, ThreeDimensionsInAnyOrder) {
  CooTensor cube =
      tensor<float>({2, 3, 4}, {{0, 1, 1}, {2, 0, 1}, {3, 1, 0}}, {1, 2, 3});
  Format csf =
      format("(i, j, k) -> (i : compressed, j : compressed, k : compressed)");
  ConvertOptions options;
  options.dims = {2, 0, 1};
  CooTensor transposed{
      {4, 2, 3},
      {cube.coordinates[2], cube.coordinates[0], cube.coordinates[1]},
      cube.values};
  Expected<Storage> made = convert(*store(cube, csf), csf, csf, options);
  ASSERT_EQ(text(made), "");
  expectSame(*made, *store(transposed, csf));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(StorageConvertTest, BadArguments) {
  Format csr = format(formats::csr);
  Storage storage = *store(convertSample(), csr);
  ConvertOptions options;
  options.dims = {0, 0};
  EXPECT_EQ(text(convert(storage, csr, csr, options)),
            "expected each of 2 dimensions once but got dimension 0");
  options.dims = {1};
  EXPECT_EQ(text(convert(storage, csr, csr, options)),
            "expected 2 dimensions but got 1");
  storage.coordinates[1].as<int32_t>()[1] = 0;
  EXPECT_EQ(text(convert(storage, csr, csr)).find("operand: "), 0u);
  EXPECT_EQ(text(convert(*store(convertSample(), csr), csr,
                         format("(i, j) -> (i : dense, j : fixed(2))"))),
            "row 3: expected at most 2 elements for ell<2> but got 3");
}

TEST(StorageConvertTest, BadPlaces) {
  Array values = array(std::vector<float>({1, 2}));
  Array to = array(std::vector<float>({0, 0, 0}));
  EXPECT_EQ(text(placeValues(values, array(Indices({0})), to)),
            "expected a storage location of i64 for each of 2 values but got 1 "
            "of i64");
  EXPECT_EQ(
      text(placeValues(values, array(Indices({0, 3})), to)),
      "expected value 1 to have a storage location below 3, or -1, but got 3");
  Array doubles = array(std::vector<double>({0, 0, 0}));
  EXPECT_EQ(text(placeValues(values, array(Indices({0, 1})), doubles)),
            "expected values of f64 but got f32");
}
