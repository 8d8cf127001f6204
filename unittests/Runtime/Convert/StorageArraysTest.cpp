//===- StorageArraysTest.cpp - Storages computed by hand ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOperands.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/Store.h"

#include <limits>

using namespace spindle::runtime;

/// The entries, out of order and with (4, 2) twice, of
///
///   .  1  .  .  2
///   3  .  .  .  .
///   .  .  .  .  .
///   .  .  .  0  5
///   6  .  7  .  .
static CooTensor arraysSample() {
  return tensor<float>({5, 5},
                       {{4, 0, 4, 1, 3, 3, 0, 4}, {2, 4, 0, 0, 4, 3, 1, 2}},
                       {3, 2, 6, 3, 5, 0, 1, 4});
}

/// What the sample is stored as.
static Storage stored(std::string_view text) {
  Expected<Storage> storage = store(arraysSample(), format(text));
  EXPECT_EQ(spindle::runtime::text(storage), "");
  if (!storage)
    return {};
  EXPECT_EQ(spindle::runtime::text(validate(*storage, format(text))), "");
  return *storage;
}

using RealValues = std::vector<float>;
static RealValues arraysValues(const Storage &storage) {
  return elements<float>(storage.values);
}

TEST(StorageArraysTest, CompressedRows) {
  Storage csr = stored(formats::csr);
  EXPECT_EQ(csr.positions[0].size() + csr.coordinates[0].size(), 0);
  EXPECT_EQ(indices(csr.positions[1]), Indices({0, 2, 3, 3, 5, 7}));
  EXPECT_EQ(indices(csr.coordinates[1]), Indices({1, 4, 0, 3, 4, 0, 2}));
  EXPECT_EQ(arraysValues(csr), RealValues({1, 2, 3, 0, 5, 6, 7}));
  EXPECT_EQ(csr.bitmap.size(), 0);
}

TEST(StorageArraysTest, CompressedColumns) {
  Storage csc = stored(formats::csc);
  EXPECT_EQ(indices(csc.positions[1]), Indices({0, 2, 3, 4, 5, 7}));
  EXPECT_EQ(indices(csc.coordinates[1]), Indices({1, 4, 0, 4, 3, 0, 3}));
  EXPECT_EQ(arraysValues(csc), RealValues({3, 6, 1, 7, 0, 2, 5}));
}

TEST(StorageArraysTest, DoublyCompressedRows) {
  Storage dcsr = stored(formats::dcsr);
  EXPECT_EQ(dcsr.positions[0].size(), 0);
  EXPECT_EQ(indices(dcsr.coordinates[0]), Indices({0, 1, 3, 4}));
  EXPECT_EQ(indices(dcsr.positions[1]), Indices({0, 2, 3, 5, 7}));
  EXPECT_EQ(indices(dcsr.coordinates[1]), Indices({1, 4, 0, 3, 4, 0, 2}));
  EXPECT_EQ(arraysValues(dcsr), RealValues({1, 2, 3, 0, 5, 6, 7}));
}

TEST(StorageArraysTest, Entries) {
  Storage coo = stored(formats::coo);
  EXPECT_EQ(indices(coo.coordinates[0]), Indices({0, 0, 1, 3, 3, 4, 4}));
  EXPECT_EQ(indices(coo.coordinates[1]), Indices({1, 4, 0, 3, 4, 0, 2}));
  EXPECT_EQ(arraysValues(coo), RealValues({1, 2, 3, 0, 5, 6, 7}));
}

TEST(StorageArraysTest, Blocks) {
  Storage bsr = stored(formats::bsr), dbsr = stored(formats::dbsr);
  EXPECT_EQ(indices(bsr.positions[1]), Indices({0, 2, 4, 6}));
  EXPECT_EQ(indices(bsr.coordinates[1]), Indices({0, 2, 1, 2, 0, 1}));
  EXPECT_EQ(bsr.values.shape(), Indices({6, 2, 2}));
  EXPECT_EQ(arraysValues(bsr),
            RealValues({0, 1, 3, 0, 2, 0, 0, 0, 0, 0, 0, 0,
                        0, 0, 5, 0, 6, 0, 0, 0, 7, 0, 0, 0}));
  EXPECT_EQ(bitsOf(bsr), Indices({0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1,
                                  0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(indices(dbsr.coordinates[0]), Indices({0, 1, 2}));
  EXPECT_EQ(indices(dbsr.positions[1]), Indices({0, 2, 4, 6}));
  EXPECT_EQ(arraysValues(dbsr), arraysValues(bsr));
  EXPECT_EQ(bitsOf(dbsr), bitsOf(bsr));
}

TEST(StorageArraysTest, FullBlocks) {
  Storage full = stored(formats::bsrFull), bsr = stored(formats::bsr);
  EXPECT_EQ(arraysValues(full), arraysValues(bsr));
  EXPECT_EQ(full.bitmap.size(), 0);
  // 24 cells less the 3 blocks' that lie half, and one quarter, outside.
  EXPECT_EQ(load(full, format(formats::bsrFull))->entries(), 16);
}

TEST(StorageArraysTest, RowsOfOneWidth) {
  for (const char *text :
       {formats::ell, "(i, j) -> (i : dense, j : fixed(2))"}) {
    Storage ell = stored(text);
    EXPECT_EQ(ell.coordinates[1].shape(), Indices({5, 2}));
    EXPECT_EQ(indices(ell.coordinates[1]),
              Indices({1, 4, 0, 0, 0, 0, 3, 4, 0, 2}));
    EXPECT_EQ(ell.lengths[1].shape(), Indices({5}));
    EXPECT_EQ(indices(ell.lengths[1]), Indices({2, 1, 0, 2, 2}));
    EXPECT_EQ(arraysValues(ell), RealValues({1, 2, 3, 0, 0, 0, 0, 5, 6, 7}));
    EXPECT_EQ(ell.bitmap.size(), 0);
  }
}

TEST(StorageArraysTest, Diagonals) {
  Storage dia = stored("(i, j) -> (j - i : compressed, i : dense) bitmap");
  EXPECT_EQ(indices(dia.coordinates[0]), Indices({-4, -2, -1, 0, 1, 4}));
  EXPECT_EQ(dia.values.shape(), Indices({6, 5}));
  EXPECT_EQ(arraysValues(dia),
            RealValues({0, 0, 0, 0, 6, 0, 0, 0, 0, 7, 0, 3, 0, 0, 0,
                        0, 0, 0, 0, 0, 1, 0, 0, 5, 0, 2, 0, 0, 0, 0}));
  EXPECT_EQ(bitsOf(dia),
            Indices({0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0,
                     0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0}));
}

TEST(StorageArraysTest, WholeDiagonalsEndWhereTheMatrixDoes) {
  const char *text = "(i, j) -> (j - i : compressed, i : dense) full";
  Storage dia = stored(text);
  // 1, 3, 4, 5, 4 and 1 cells.
  EXPECT_EQ(load(dia, format(text))->entries(), 18);
  dia.values.as<float>()[0] = 1;
  EXPECT_NE(spindle::runtime::text(validate(dia, format(text))), "");
}

TEST(StorageArraysTest, LocalDiagonals) {
  Storage ldia = stored("(i, j) -> (io = i floordiv 2 : dense, j - i : "
                        "compressed, i mod 2 : dense) bitmap");
  EXPECT_EQ(indices(ldia.positions[1]), Indices({0, 3, 5, 7}));
  EXPECT_EQ(indices(ldia.coordinates[1]), Indices({-1, 1, 4, 0, 1, -4, -2}));
  EXPECT_EQ(arraysValues(ldia),
            RealValues({0, 3, 1, 0, 2, 0, 0, 0, 0, 5, 6, 0, 7, 0}));
  EXPECT_EQ(bitsOf(ldia), Indices({0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0}));
}

TEST(StorageArraysTest, TwoOfFour) {
  Storage nm = stored("(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : "
                      "structured(2, 4)) bitmap");
  EXPECT_EQ(nm.coordinates[2].shape(), Indices({5, 2, 2}));
  // Elements come first, then what their group leaves free.
  EXPECT_EQ(
      indices(nm.coordinates[2]),
      Indices({1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 3, 0, 0, 1, 0, 2, 0, 1}));
  EXPECT_EQ(arraysValues(nm), RealValues({1, 0, 2, 0, 3, 0, 0, 0, 0, 0,
                                          0, 0, 0, 0, 5, 0, 6, 7, 0, 0}));
  EXPECT_EQ(bitsOf(nm), Indices({1, 0, 1, 0, 1, 0, 0, 0, 0, 0,
                                 0, 0, 1, 0, 1, 0, 1, 1, 0, 0}));
}

TEST(StorageArraysTest, PaddingOfAGroupIsChecked) {
  const char *text = "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : "
                     "structured(2, 4)) bitmap";
  Storage nm = stored(text);
  nm.coordinates[2].as<int32_t>()[1] = 2;
  EXPECT_EQ(spindle::runtime::text(validate(nm, format(text))),
            "position 1 of level 2: expected padding with the smallest "
            "coordinate that is free, 0 but got 2");
}

TEST(StorageArraysTest, AGroupOfTooManyIsRefused) {
  const char *text = "nm<1, 4> = (i, j) -> (i : dense, j floordiv 4 : dense, "
                     "j mod 4 : structured(1, 4)) bitmap";
  EXPECT_EQ(spindle::runtime::text(store(arraysSample(), format(text))),
            "fibre (i = 4, j floordiv 4 = 0): expected at most 1 coordinate of "
            "j mod 4 for nm<1, 4> but got 2");
}

TEST(StorageArraysTest, RowsOfOneWidthWithABitmap) {
  Storage ell = stored("(i, j) -> (i : dense, j : fixed(3)) bitmap");
  EXPECT_EQ(indices(ell.coordinates[1]),
            Indices({1, 4, 0, 0, 0, 0, 0, 0, 0, 3, 4, 0, 0, 2, 0}));
  EXPECT_EQ(ell.lengths[1].size(), 0);
  EXPECT_EQ(bitsOf(ell),
            Indices({1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0}));
}

TEST(StorageArraysTest, BlocksOfOneWidth) {
  Storage ell = stored(formats::blockedEll), bsr = stored(formats::bsr);
  EXPECT_EQ(ell.coordinates[1].shape(), Indices({3, 2}));
  EXPECT_EQ(indices(ell.coordinates[1]), Indices({0, 2, 1, 2, 0, 1}));
  EXPECT_EQ(indices(ell.lengths[1]), Indices({2, 2, 2}));
  EXPECT_EQ(ell.values.shape(), Indices({3, 2, 2, 2}));
  EXPECT_EQ(arraysValues(ell), arraysValues(bsr));
  EXPECT_EQ(bitsOf(ell), bitsOf(bsr));
}

TEST(StorageArraysTest, Panels) {
  Storage panel = stored(formats::panel);
  EXPECT_EQ(indices(panel.positions[3]),
            Indices({0, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 5, 6, 6, 7, 7, 7, 7}));
  EXPECT_EQ(panel.coordinates[3].dtype(), DType::I16);
  EXPECT_EQ(indices(panel.coordinates[3]), Indices({1, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(arraysValues(panel), RealValues({1, 3, 2, 0, 5, 6, 7}));
}

TEST(StorageArraysTest, AllCells) {
  Storage dense = stored(formats::dense), bitmap = stored(formats::bitmap);
  EXPECT_EQ(dense.values.shape(), Indices({5, 5}));
  EXPECT_EQ(arraysValues(dense),
            RealValues({0, 1, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0, 0,
                        0, 0, 0, 0, 0, 0, 5, 6, 0, 7, 0, 0}));
  EXPECT_EQ(arraysValues(bitmap), arraysValues(dense));
  EXPECT_EQ(bitsOf(bitmap), Indices({0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0,
                                     0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0}));
  // The explicit zero is lost without a bitmap.
  EXPECT_EQ(load(dense, format(formats::dense))->entries(), 6);
  EXPECT_EQ(load(bitmap, format(formats::bitmap))->entries(), 7);
}

TEST(StorageArraysTest, DenseBlocks) {
  Storage blocked = stored(formats::blockedDense);
  EXPECT_EQ(blocked.values.shape(), Indices({3, 3, 2, 2}));
  EXPECT_EQ(arraysValues(blocked),
            RealValues({0, 1, 3, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                        0, 0, 0, 0, 5, 0, 6, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(StorageArraysTest, RaggedRows) {
  CooTensor rows = tensor<float>(
      {4, 3}, {{3, 0, 3, 1, 0, 3}, {2, 0, 0, 0, 1, 1}}, {6, 1, 4, 3, 2, 5});
  Storage ragged = *store(rows, format(formats::ragged));
  EXPECT_EQ(indices(ragged.positions[1]), Indices({0, 2, 3, 3, 6}));
  EXPECT_EQ(ragged.coordinates[1].size(), 0);
  EXPECT_EQ(arraysValues(ragged), RealValues({1, 2, 3, 4, 5, 6}));
}

TEST(StorageArraysTest, FibresInAnyOrderOfDimensions) {
  CooTensor cube = tensor<float>(
      {2, 3, 4}, {{0, 0, 1, 1}, {2, 0, 2, 2}, {3, 1, 3, 1}}, {1, 2, 3, 4});
  Format csf = format("csf<2, 0, 1> = (i, j, k) -> (k : compressed, "
                      "i : compressed, j : compressed)");
  Storage storage = *store(cube, csf);
  EXPECT_EQ(indices(storage.coordinates[0]), Indices({1, 3}));
  EXPECT_EQ(indices(storage.positions[1]), Indices({0, 2, 4}));
  EXPECT_EQ(indices(storage.coordinates[1]), Indices({0, 1, 0, 1}));
  EXPECT_EQ(indices(storage.positions[2]), Indices({0, 1, 2, 3, 4}));
  EXPECT_EQ(indices(storage.coordinates[2]), Indices({0, 2, 2, 2}));
  EXPECT_EQ(arraysValues(storage), RealValues({2, 4, 1, 3}));
}

TEST(StorageArraysTest, ASingletonOfTwoParents) {
  // Each (s, t) under i has one k: a table of width 2 beside a list.
  Format table =
      format("(i, s, t, k) -> (i : dense, s : variable of i, t : dense of i, "
             "k : singleton of (s, t)) bitmap");
  CooTensor cells = tensor<float>(
      {2, 2, 2, 9},
      {{0, 0, 1, 1, 1}, {0, 0, 0, 0, 1}, {0, 1, 0, 1, 1}, {7, 8, 3, 0, 5}},
      {1, 2, 3, 4, 5});
  Storage storage = *store(cells, table);
  EXPECT_EQ(text(validate(storage, table)), "");
  EXPECT_EQ(indices(storage.positions[1]), Indices({0, 1, 3}));
  EXPECT_EQ(storage.coordinates[3].shape(), Indices({3, 2}));
  EXPECT_EQ(indices(storage.coordinates[3]), Indices({7, 8, 3, 0, 0, 5}));
  EXPECT_EQ(arraysValues(storage), RealValues({1, 2, 3, 4, 0, 5}));
  EXPECT_EQ(bitsOf(storage), Indices({1, 1, 1, 1, 0, 1}));
  EXPECT_EQ(collect<float>(*load(storage, table)), collect<float>(cells));
}

TEST(StorageArraysTest, TwoFixedLevelsBesideEachOther) {
  // The slots of k are those of all k under i, whatever j they come with.
  Format beside = format("(i, j, k) -> (i : dense, j : fixed(?), k : fixed(?) "
                         "of i) lengths and bitmap");
  CooTensor cells = tensor<float>(
      {2, 9, 9}, {{0, 0, 0, 1}, {1, 1, 4, 8}, {3, 7, 5, 0}}, {1, 2, 3, 4});
  Storage storage = *store(cells, beside);
  EXPECT_EQ(text(validate(storage, beside)), "");
  EXPECT_EQ(indices(storage.coordinates[1]), Indices({1, 4, 8, 0}));
  EXPECT_EQ(indices(storage.coordinates[2]), Indices({3, 5, 7, 0, 0, 0}));
  EXPECT_EQ(indices(storage.lengths[2]), Indices({3, 1}));
  EXPECT_EQ(storage.values.shape(), Indices({2, 2, 3}));
  EXPECT_EQ(arraysValues(storage),
            RealValues({1, 0, 2, 0, 3, 0, 4, 0, 0, 0, 0, 0}));
  EXPECT_EQ(collect<float>(*load(storage, beside)), collect<float>(cells));
}

/// The values of two cells of a row, the second of which many entries have.
template <typename T>
static std::vector<T> sumOf(const std::vector<T> &summands, const char *text) {
  size_t entries = summands.size() + 1;
  Indices col(entries, 1);
  col[1] = 0;
  std::vector<T> values = summands;
  values.insert(values.begin() + 1, T(1));
  Storage storage = *store(
      tensor<T>({1, 2}, {Indices(entries, 0), col}, values), format(text));
  return elements<T>(storage.values);
}

TEST(StorageArraysTest, DuplicatesAreSummedInInputOrder) {
  constexpr int32_t most = std::numeric_limits<int32_t>::max();
  for (const char *text : {formats::csr, formats::csc, formats::coo,
                           formats::ell, formats::bitmap, formats::dense}) {
    SCOPED_TRACE(text);
    // In another order the small value would survive. A sum of zero is kept.
    EXPECT_EQ(sumOf<float>({1e8f, 1, -1e8f}, text), RealValues({1, 0}));
    EXPECT_EQ(sumOf<float>({1e8f, -1e8f, 1}, text), RealValues({1, 1}));
    EXPECT_EQ(sumOf<int32_t>({most, 1}, text),
              std::vector<int32_t>({1, std::numeric_limits<int32_t>::min()}));
  }
}

TEST(StorageArraysTest, AddressesOfEntries) {
  Array addresses;
  StoreOptions options;
  options.addresses = &addresses;
  ASSERT_EQ(text(store(arraysSample(), format(formats::csr), options)), "");
  EXPECT_EQ(indices(addresses), Indices({6, 1, 5, 2, 4, 3, 0, 6}));
  ASSERT_EQ(text(store(arraysSample(), format(formats::bsr), options)), "");
  EXPECT_EQ(indices(addresses), Indices({20, 4, 16, 2, 14, 11, 1, 20}));
}

TEST(StorageArraysTest, BytesBeforeStoring) {
  for (const char *text : {formats::csr, formats::coo, formats::bsr,
                           formats::ell, formats::dense, formats::bitmap}) {
    Storage storage = stored(text);
    int64_t bytes = storage.values.byteSize() + storage.bitmap.byteSize();
    for (const auto *list :
         {&storage.positions, &storage.coordinates, &storage.lengths})
      for (const Array &array : *list)
        bytes += array.byteSize();
    EXPECT_EQ(*storageBytes(arraysSample(), format(text)), bytes) << text;
  }
}

TEST(StorageArraysTest, ElementsAreMarked) {
  auto marked = [](std::string_view text) {
    Expected<Array> marks = markElements(stored(text), format(text));
    EXPECT_EQ(spindle::runtime::text(marks), "");
    std::vector<bool> bits;
    if (marks && marks->data())
      bits = elements<bool>(*marks);
    return Indices(bits.begin(), bits.end());
  };
  EXPECT_EQ(marked(formats::csr), Indices());
  EXPECT_EQ(marked("(i, j) -> (i : dense, j : fixed(2))"),
            Indices({1, 1, 1, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(marked(formats::bsr), bitsOf(stored(formats::bsr)));
  // Of 2 x 2 blocks the last ones jut out of 5 columns.
  EXPECT_EQ(marked("(i, j) -> (i : dense, jo = j floordiv 2 : dense of i, "
                   "j mod 2 : dense of jo)"),
            Indices({1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1,
                     1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0}));
}
