//===- StorageErrorsTest.cpp - What formats cannot hold -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOperands.h"

#include "Spindle/Runtime/Convert/Store.h"

#include <limits>

using namespace spindle::runtime;

/// The message for a tensor that a format cannot hold; that of its size, which
/// must be the same unless only filling finds it.
static std::string refusal(const CooTensor &from, std::string_view format) {
  std::string stored = text(store(from, spindle::runtime::format(format)));
  std::string sized =
      text(storageBytes(from, spindle::runtime::format(format)));
  EXPECT_TRUE(sized == stored || sized.empty()) << sized;
  return stored;
}

/// The matrix with ones at the cells given.
static CooTensor matrix(const Indices &shape, const Indices &row,
                        const Indices &col) {
  return tensor<float>(shape, {row, col}, std::vector<float>(row.size(), 1));
}

//===----------------------------------------------------------------------===//
// Fibres of one width
//===----------------------------------------------------------------------===//

TEST(StorageErrorsTest, ARowWithMoreElementsThanItsWidth) {
  CooTensor from =
      matrix({5, 9}, {4, 3, 3, 3, 1, 4, 4, 4}, {0, 0, 5, 8, 1, 1, 2, 3});
  EXPECT_EQ(refusal(from, "ell<2> = (i, j) -> (i : dense, j : fixed(2))"),
            "row 3: expected at most 2 elements for ell<2> but got 3");
  EXPECT_EQ(refusal(from, "(i, j) -> (i : dense, j : fixed(3)) bitmap"),
            "row 4: expected at most 3 elements for ell<3, bitmap> but "
            "got 4");
  EXPECT_EQ(refusal(from, "(i, j) -> (j : dense, i : fixed(1))"),
            "column 0: expected at most 1 element for (i, j) -> (j : dense, "
            "i : fixed(1)) but got 2");
}

TEST(StorageErrorsTest, ABlockRowWithMoreBlocksThanItsWidth) {
  EXPECT_EQ(
      refusal(matrix({8, 8}, {5, 5, 4}, {0, 3, 6}),
              "(i, j) -> (io = i floordiv 4 : dense, jo = j floordiv 2 "
              ": fixed(2), i mod 4 : dense of io, j mod 2 : dense of jo)"),
      "fibre (i floordiv 4 = 1): expected at most 2 coordinates of j floordiv "
      "2 for (i, j) -> (io = i floordiv 4 : dense, jo = j floordiv 2 : "
      "fixed(2), i mod 4 : dense of io, j mod 2 : dense of jo) but got 3");
}

TEST(StorageErrorsTest, AShortRowWithoutPadding) {
  const char full[] = "ell<2, full> = (i, j) -> (i : dense, j : fixed(2)) full";
  EXPECT_EQ(refusal(matrix({3, 4}, {0, 0, 1}, {0, 1, 2}), full),
            "row 1: expected 2 elements for ell<2, full> but got 1");
  EXPECT_EQ(refusal(matrix({4, 4}, {0, 0, 3, 3}, {0, 1, 2, 3}), full),
            "row 1: expected 2 elements for ell<2, full> but got 0");
  // The first row, in whichever way it is short.
  EXPECT_EQ(refusal(matrix({4, 4}, {1, 1, 2}, {0, 1, 2}), full),
            "row 0: expected 2 elements for ell<2, full> but got 0");
  EXPECT_EQ(refusal(matrix({5, 4}, {0, 0, 2, 4}, {0, 1, 2, 2}), full),
            "row 1: expected 2 elements for ell<2, full> but got 0");
  EXPECT_EQ(refusal(matrix({2, 4}, {0, 0, 1, 1}, {0, 1, 2, 3}), full), "");
  const char found[] =
      "ell<?, full> = (i, j) -> (i : dense, j : fixed(?)) full";
  EXPECT_EQ(refusal(matrix({3, 4}, {0, 0, 1}, {0, 1, 2}), found),
            "row 1: expected 2 elements for ell<?, full> but got 1");
  EXPECT_EQ(refusal(matrix({3, 4}, {}, {}), found), "");
}

TEST(StorageErrorsTest, RowsBeyondTheBorderNeedNothing) {
  // The last block of rows is half outside.
  const char full[] = "(i, j) -> (i floordiv 2 : dense, i mod 2 : dense, "
                      "j : fixed(1)) full";
  EXPECT_EQ(refusal(matrix({3, 4}, {0, 1, 2}, {0, 1, 2}), full), "");
  EXPECT_EQ(refusal(matrix({3, 4}, {0, 2}, {0, 2}), full),
            "fibre (i floordiv 2 = 0, i mod 2 = 1): expected 1 element for "
            "(i, j) -> (i floordiv 2 : dense, i mod 2 : dense, j : fixed(1)) "
            "full but got 0");
}

TEST(StorageErrorsTest, AFixedLevelBesideAnother) {
  const char beside[] = "(i, j, k) -> (i : dense, j : fixed(2), "
                        "k : fixed(2) of i) lengths and bitmap";
  CooTensor from = tensor<float>(
      {2, 9, 9}, {{0, 0, 1, 1, 1}, {1, 2, 3, 3, 3}, {4, 4, 5, 7, 6}},
      {1, 1, 1, 1, 1});
  EXPECT_EQ(refusal(from, beside),
            "fibre (i = 1): expected at most 2 elements for (i, j, k) -> "
            "(i : dense, j : fixed(2), k : fixed(2) of i) but got 3");
}

//===----------------------------------------------------------------------===//
// Variable and singleton levels
//===----------------------------------------------------------------------===//

TEST(StorageErrorsTest, ARowWithAGap) {
  EXPECT_EQ(
      refusal(matrix({4, 9}, {0, 2, 0, 2}, {0, 3, 1, 0}), formats::ragged),
      "row 2: expected elements without a gap for ragged but got none at "
      "1");
  EXPECT_EQ(refusal(matrix({4, 9}, {1}, {1}), formats::ragged),
            "row 1: expected elements without a gap for ragged but got none at "
            "0");
}

TEST(StorageErrorsTest, AGapThatSomethingBelowTells) {
  CooTensor from =
      tensor<float>({2, 4, 3}, {{0, 1, 1}, {2, 0, 3}, {1, 2, 0}}, {1, 2, 3});
  EXPECT_EQ(refusal(from, "(i, j, k) -> (i : dense, j : variable, "
                          "k : compressed)"),
            "");
  EXPECT_EQ(refusal(from, "(i, j, k) -> (i : dense, j : variable, "
                          "k : dense) full"),
            "fibre (i = 0): expected coordinates of j without a gap for "
            "(i, j, k) -> (i : dense, j : variable, k : dense) full but got "
            "none at 0");
}

TEST(StorageErrorsTest, ASingletonOfTwoCoordinates) {
  const char one[] = "(i, j, k) -> (i : dense, j : compressed, "
                     "k : singleton)";
  CooTensor from =
      tensor<float>({4, 4, 9}, {{1, 2, 2}, {3, 0, 0}, {5, 7, 4}}, {1, 2, 3});
  EXPECT_EQ(refusal(from, one), "fibre (i = 2, j = 0): expected one coordinate "
                                "of k for (i, j, k) -> (i : dense, j : "
                                "compressed, k : singleton) but got 4 and 7");
}

TEST(StorageErrorsTest, ASingletonOfNoCoordinate) {
  const char one[] = "(i, j) -> (i : dense, j : singleton) full";
  EXPECT_EQ(refusal(matrix({3, 9}, {0, 2}, {4, 4}), one),
            "row 1: expected one coordinate of j for (i, j) -> (i : dense, j : "
            "singleton) full but got none");
  EXPECT_EQ(refusal(matrix({3, 9}, {0, 2, 2}, {4, 4, 5}), one),
            "row 1: expected one coordinate of j for (i, j) -> (i : dense, j : "
            "singleton) full but got none");
  EXPECT_EQ(refusal(matrix({3, 9}, {0, 0, 2}, {4, 5, 4}), one),
            "row 0: expected one coordinate of j for (i, j) -> (i : dense, j : "
            "singleton) full but got 4 and 5");
  EXPECT_EQ(refusal(matrix({3, 9}, {0, 2, 1}, {4, 4, 3}), one), "");
}

TEST(StorageErrorsTest, AUniqueSingletonTwice) {
  const char order[] = "(i, j) -> (i : compressed(nonunique), "
                       "j : singleton(unique))";
  EXPECT_EQ(refusal(matrix({3, 9}, {0, 2, 1, 0}, {4, 5, 4, 1}), order),
            "expected each coordinate of j once for (i, j) -> (i : "
            "compressed(nonunique), j : singleton(unique)) but got 4 twice");
  EXPECT_EQ(refusal(matrix({3, 9}, {0, 2, 1}, {4, 5, 3}), order), "");
}

//===----------------------------------------------------------------------===//
// Types and sizes
//===----------------------------------------------------------------------===//

TEST(StorageErrorsTest, PositionsThatTheirTypeCannotHold) {
  // A row takes all columns up to its last one.
  constexpr int64_t large = int64_t(1) << 33;
  EXPECT_EQ(refusal(matrix({1, large}, {0}, {large - 1}),
                    "(i, j) -> (i : dense, j : variable, 0 : dense)"),
            "expected at most 2147483647 positions in level 1 with index type "
            "i32 but got 8589934592");
  // Duplicates take no positions.
  EXPECT_EQ(
      refusal(matrix({1, 1}, Indices(500, 0), Indices(500, 0)), formats::csr),
      "");
}

TEST(StorageErrorsTest, CoordinatesThatTheirTypeCannotHold) {
  const char narrow[] = "(i, j) -> (i : dense, j : compressed(crd = i8))";
  EXPECT_EQ(refusal(matrix({1, 129}, {}, {}), narrow),
            "expected at most 127 as the largest coordinate in level 1 with "
            "index type i8 but got 128");
  CooTensor largest = matrix({1, 128}, {0}, {127});
  EXPECT_EQ(refusal(largest, narrow), "");
  EXPECT_EQ(indices(store(largest, format(narrow))->coordinates[1]),
            Indices({127}));
  CooTensor wide = matrix({1, int64_t(1) << 40}, {0}, {(int64_t(1) << 40) - 1});
  EXPECT_EQ(refusal(wide, formats::csr),
            "expected at most 2147483647 as the largest coordinate in level 1 "
            "with index type i32 but got 1099511627775");
  Storage i64 = *store(wide, format("(i, j) -> (i : dense, "
                                    "j : compressed(crd = i64))"));
  EXPECT_EQ(indices(i64.coordinates[1]), Indices({(int64_t(1) << 40) - 1}));
  // A block's coordinate is small where the dimension is not.
  EXPECT_EQ(refusal(matrix({1, int64_t(1) << 14}, {0}, {9000}),
                    "(i, j) -> (i : dense, j floordiv 128 : compressed(crd = "
                    "i8), j mod 128 : compressed(crd = i8))"),
            "");
}

TEST(StorageErrorsTest, SizesThatOverflow) {
  constexpr int64_t large = int64_t(1) << 40;
  CooTensor from = matrix({large, large}, {5}, {7});
  EXPECT_EQ(refusal(from, formats::dense),
            "expected an array of less than 2^63 bytes but got shape "
            "1099511627776x1099511627776 of f32");
  EXPECT_EQ(refusal(from, "(i, j) -> (i : dense, j : dense of i)"),
            "expected less than 2^63 positions but got more in level 1");
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(refusal(matrix({most, 1}, {}, {}), formats::csr),
            "expected less than 2^63 - 1 fibres in level 1 but got "
            "9223372036854775807");
}

TEST(StorageErrorsTest, SizesThatMemoryCannotHold) {
  constexpr int64_t rows = int64_t(1) << 58;
  CooTensor from = matrix({rows, 1}, {}, {});
  EXPECT_EQ(*storageBytes(from, format(formats::csr)), 4 * (rows + 1));
  EXPECT_EQ(text(store(from, format(formats::csr))),
            "expected 1152921504606846980 bytes of memory but got none");
  // What the entries need is little.
  EXPECT_EQ(text(store(matrix({rows, rows}, {rows - 1}, {0}),
                       format("(i, j) -> (i : compressed(crd = i64), "
                              "j : compressed(crd = i64))"))),
            "");
}

TEST(StorageErrorsTest, OtherTensors) {
  EXPECT_EQ(refusal(tensor<float>({2}, {{0}}, {1}), formats::csr),
            "expected a tensor of rank 2 but got rank 1");
  EXPECT_EQ(
      refusal(matrix({2, 2}, {0}, {2}), formats::csr),
      "entry 0: expected a coordinate of dimension 1 in [0, 2) but got 2");
  Format broken = format(formats::csr);
  broken.levels[0].kind = LevelKind::Singleton;
  broken.levels[0].crd = 32;
  EXPECT_EQ(text(store(matrix({2, 2}, {}, {}), broken)),
            "(C9) expected a parent of level 0, which is singleton");
}
