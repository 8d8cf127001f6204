//===- CsrTest.cpp - Between entry lists and compressed rows --------------===//

#include "Operands.h"

#include <limits>

using namespace spindle::runtime;

/// Compresses a matrix that must be valid, with i32 indices.
static CsrMatrix compress(const CooMatrix &matrix) {
  Expected<CsrMatrix> csr = toCsr(matrix, DType::I32, DType::I32);
  EXPECT_EQ(text(csr), "");
  return csr ? *csr : CsrMatrix();
}

TEST(CsrTest, SortsUnsortedEntries) {
  CsrMatrix csr =
      compress(coo<float>(3, 4, {2, 0, 2, 0}, {3, 2, 0, 1}, {1, 2, 3, 4}));
  EXPECT_EQ(indices(csr.positions), Indices({0, 2, 2, 4}));
  EXPECT_EQ(indices(csr.coordinates), Indices({1, 2, 0, 3}));
  EXPECT_EQ(elements<float>(csr.values), std::vector<float>({4, 2, 3, 1}));
}

TEST(CsrTest, SumsDuplicatesInInputOrder) {
  // In another order the small value would survive.
  CsrMatrix csr = compress(
      coo<float>(1, 2, {0, 0, 0, 0}, {1, 1, 0, 1}, {1e8f, 1, 5, -1e8f}));
  EXPECT_EQ(indices(csr.coordinates), Indices({0, 1}));
  EXPECT_EQ(elements<float>(csr.values), std::vector<float>({5, 0}));
}

TEST(CsrTest, SumsIntegersThatWrap) {
  CsrMatrix csr = compress(coo<int32_t>(
      1, 1, {0, 0}, {0, 0}, {std::numeric_limits<int32_t>::max(), 1}));
  EXPECT_EQ(elements<int32_t>(csr.values)[0],
            std::numeric_limits<int32_t>::min());
}

TEST(CsrTest, KeepsExplicitZeros) {
  EXPECT_EQ(compress(coo<double>(1, 1, {0}, {0}, {0})).stored(), 1);
  EXPECT_EQ(compress(coo<double>(1, 1, {0, 0}, {0, 0}, {1, -1})).stored(), 1);
}

TEST(CsrTest, EmptyMatrices) {
  for (auto [rows, cols] : {std::pair(0, 0), {0, 5}, {5, 0}, {5, 5}}) {
    CsrMatrix csr = compress(coo<float>(rows, cols, {}, {}, {}));
    EXPECT_EQ(indices(csr.positions), Indices(rows + 1, 0));
    EXPECT_EQ(csr.stored(), 0);
  }
}

TEST(CsrTest, EmptyRowsAndColumns) {
  CsrMatrix csr = compress(coo<float>(5, 9, {1, 3}, {8, 0}, {1, 2}));
  EXPECT_EQ(indices(csr.positions), Indices({0, 0, 1, 1, 2, 2}));
}

TEST(CsrTest, ADenseRow) {
  Indices col(1000);
  for (int64_t i = 0; i < 1000; ++i)
    col[i] = 999 - i;
  CsrMatrix csr = compress(
      coo<float>(2, 1000, Indices(1000, 1), col, std::vector<float>(1000, 1)));
  EXPECT_EQ(indices(csr.positions), Indices({0, 0, 1000}));
  EXPECT_EQ(indices(csr.coordinates), Indices(col.rbegin(), col.rend()));
}

TEST(CsrTest, EveryPairOfIndexTypes) {
  CooMatrix matrix = coo<int64_t>(2, 3, {1, 0}, {2, 1}, {7, 8});
  for (DType pos : {DType::I8, DType::I16, DType::I32, DType::I64})
    for (DType crd : {DType::I8, DType::I16, DType::I32, DType::I64}) {
      Expected<CsrMatrix> csr = toCsr(matrix, pos, crd);
      ASSERT_TRUE(bool(csr));
      EXPECT_EQ(csr->positions.dtype(), pos);
      EXPECT_EQ(csr->coordinates.dtype(), crd);
      EXPECT_EQ(indices(csr->positions), Indices({0, 1, 2}));
      EXPECT_EQ(indices(csr->coordinates), Indices({1, 2}));
    }
}

TEST(CsrTest, LargeColumnsNeedI64) {
  int64_t cols = int64_t(1) << 40;
  CooMatrix matrix = coo<float>(1, cols, {0}, {cols - 1}, {1});
  EXPECT_EQ(indices(toCsr(matrix, DType::I32, DType::I64)->coordinates),
            Indices({cols - 1}));
  EXPECT_EQ(text(toCsr(matrix, DType::I32, DType::I32)),
            "expected at most 2147483647 columns with index type i32 but got "
            "1099511627776");
}

TEST(CsrTest, RefusesAFloatIndexType) {
  EXPECT_EQ(text(toCsr(coo<float>(1, 1, {}, {}, {}), DType::F32, DType::I32)),
            "expected an integer index type but got f32");
}

TEST(CsrTest, RefusesMoreRowsThanMemory) {
  int64_t rows = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(
      text(toCsr(coo<float>(rows, 1, {}, {}, {}), DType::I64, DType::I32)),
      "expected less than 2^63 - 2 rows but got 9223372036854775807");
  EXPECT_EQ(text(toCsr(coo<float>(int64_t(1) << 58, 1, {}, {}, {}), DType::I64,
                       DType::I32)),
            "expected 2305843009213693968 bytes of memory but got none");
}

TEST(CooTest, RefusesCoordinatesOutOfRange) {
  EXPECT_EQ(text(validate(coo<float>(2, 2, {0, 2}, {0, 0}, {1, 1}))),
            "entry 1: expected row in [0, 2) but got 2");
  EXPECT_EQ(text(validate(coo<float>(2, 2, {0, 1}, {-1, 0}, {1, 1}))),
            "entry 0: expected column in [0, 2) but got -1");
}

TEST(CooTest, RefusesArraysOfOtherShapes) {
  EXPECT_EQ(text(validate(coo<float>(2, 2, {0}, {0, 1}, {1, 1}))),
            "expected row array of shape 2 but got 1");
  EXPECT_EQ(text(validate(coo<float>(2, 2, {0, 1}, {0}, {1, 1}))),
            "expected column array of shape 2 but got 1");
  EXPECT_EQ(text(validate(coo<float>(-1, 2, {}, {}, {}))),
            "expected extents of at least 0 but got -1x2");
  CooMatrix matrix = coo<float>(2, 2, {0}, {0}, {1});
  matrix.values = *Array::fromValues(std::vector<float>{1}, {1, 1});
  EXPECT_EQ(text(validate(matrix)),
            "expected value array of rank 1 but got rank 2");
}

TEST(CooTest, RefusesArraysOfOtherTypes) {
  CooMatrix matrix = coo<float>(2, 2, {0}, {0}, {1});
  matrix.row = array<int32_t>({0});
  EXPECT_EQ(text(validate(matrix)), "expected row array of i64 but got i32");
}
