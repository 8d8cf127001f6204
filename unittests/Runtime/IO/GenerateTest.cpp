//===- GenerateTest.cpp - Made-up operands --------------------------------===//

#include "Spindle/Runtime/IO/Generate.h"
#include "Operands.h"

#include <limits>
#include <set>

using namespace spindle::runtime;

TEST(GenerateTest, ZerosAndOnes) {
  EXPECT_EQ(elements<int32_t>(*zeros(DType::I32, {2, 2})),
            std::vector<int32_t>(4, 0));
  EXPECT_EQ(elements<double>(*ones(DType::F64, {3})),
            std::vector<double>(3, 1));
  EXPECT_EQ(ones(DType::F32, {0, 4})->size(), 0);
}

TEST(GenerateTest, FloatsFillTheirInterval) {
  for (float x : elements<float>(*random(DType::F32, {10000}, 1))) {
    EXPECT_GE(x, -1);
    EXPECT_LT(x, 1);
  }
  double sum = 0, squares = 0;
  for (double x : elements<double>(*random(DType::F64, {10000}, 1))) {
    EXPECT_GE(x, -1);
    EXPECT_LT(x, 1);
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / 10000, 0, 0.03);
  EXPECT_NEAR(squares / 10000, 1.0 / 3, 0.02);
}

TEST(GenerateTest, SmallFloatsAreThoseOfF32Rounded) {
  auto floats = elements<float>(*random(DType::F32, {1000}, 4));
  auto halves = elements<Half>(*random(DType::F16, {1000}, 4));
  auto brains = elements<BFloat16>(*random(DType::BF16, {1000}, 4));
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(halves[i], Half(floats[i]));
    EXPECT_EQ(brains[i], BFloat16(floats[i]));
  }
}

TEST(GenerateTest, ComplexNumbersHaveRandomParts) {
  auto reals = elements<double>(*random(DType::F64, {200}, 4));
  auto numbers = elements<std::complex<double>>(*random(DType::C128, {100}, 4));
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(numbers[i].real(), reals[2 * i]);
    EXPECT_EQ(numbers[i].imag(), reals[2 * i + 1]);
  }
  using Complex = std::complex<float>;
  EXPECT_EQ(elements<Complex>(*ones(DType::C64, {2})),
            (std::vector<Complex>{1, 1}));
}

TEST(GenerateTest, BitsAreFair) {
  std::vector<bool> bits = elements<bool>(*random(DType::I1, {10000}, 4));
  EXPECT_NEAR(std::count(bits.begin(), bits.end(), true), 5000, 200);
}

TEST(GenerateTest, IntegersTakeEveryValue) {
  std::vector<int64_t> values =
      elements<int64_t>(*random(DType::I64, {1000}, 3));
  std::set<int64_t> seen(values.begin(), values.end());
  EXPECT_EQ(seen.size(), 17u);
  EXPECT_EQ(*seen.begin(), -8);
  EXPECT_EQ(*seen.rbegin(), 8);
}

TEST(GenerateTest, ElementsDependOnSeedAndPlaceOnly) {
  Indices large = elements<int64_t>(*random(DType::I64, {100}, 5));
  Indices small = elements<int64_t>(*random(DType::I64, {5, 2}, 5));
  EXPECT_EQ(Indices(large.begin(), large.begin() + 10), small);
  EXPECT_NE(elements<int64_t>(*random(DType::I64, {100}, 6)), large);
}

TEST(GenerateTest, TheNumbersAreTheSameOnEveryMachine) {
  EXPECT_EQ(elements<int32_t>(*random(DType::I32, {8}, 0)),
            (std::vector<int32_t>{7, -1, -8, 8, -7, -3, -6, 5}));
  EXPECT_EQ(elements<double>(*random(DType::F64, {2}, 42)),
            (std::vector<double>{0x1.89b3f130a0638p-3, -0x1.5bc92d036a3cap-1}));
}

/// The number of entries of every row.
static Indices rowLengths(const CooMatrix &matrix) {
  Indices lengths(matrix.rows, 0);
  for (int64_t row : indices(matrix.row))
    ++lengths[row];
  return lengths;
}

TEST(GenerateTest, SparseEntriesAreDistinctAndSorted) {
  Expected<CooMatrix> matrix = randomSparse(300, 40, 10, DType::F32, 9);
  ASSERT_TRUE(bool(matrix));
  EXPECT_EQ(text(validate(*matrix)), "");
  Indices row = indices(matrix->row), col = indices(matrix->col);
  for (size_t i = 1; i < row.size(); ++i)
    EXPECT_LT(std::pair(row[i - 1], col[i - 1]), std::pair(row[i], col[i]));
  EXPECT_NEAR(matrix->entries() / 300.0, 10, 1);
  for (int64_t length : rowLengths(*matrix))
    EXPECT_LE(length, 20);
}

TEST(GenerateTest, SparseColumnsAreUniform) {
  Indices counts(10, 0);
  for (int64_t col : indices(randomSparse(10000, 10, 3, DType::F32, 2)->col))
    ++counts[col];
  for (int64_t count : counts)
    EXPECT_NEAR(count, 3000, 200);
}

TEST(GenerateTest, SparseRowsFillUp) {
  EXPECT_EQ(rowLengths(*randomSparse(4, 6, 6, DType::I32, 0)), Indices(4, 6));
  EXPECT_EQ(rowLengths(*randomSparse(4, 6, 99, DType::I32, 0)), Indices(4, 6));
  for (int64_t length : rowLengths(*randomSparse(50, 6, 5, DType::I32, 0)))
    EXPECT_GE(length, 4);
}

TEST(GenerateTest, SparseIsDeterministic) {
  CooMatrix first = *randomSparse(50, 50, 4, DType::F64, 7);
  CooMatrix second = *randomSparse(50, 50, 4, DType::F64, 7);
  EXPECT_EQ(indices(first.col), indices(second.col));
  EXPECT_EQ(elements<double>(first.values), elements<double>(second.values));
  EXPECT_NE(indices(randomSparse(50, 50, 4, DType::F64, 8)->col),
            indices(first.col));
}

TEST(GenerateTest, SparseWithoutEntries) {
  for (auto [rows, cols, perRow] :
       {std::tuple(0, 0, 3), {0, 7, 3}, {7, 0, 3}, {7, 7, 0}}) {
    Expected<CooMatrix> matrix =
        randomSparse(rows, cols, perRow, DType::F32, 1);
    ASSERT_TRUE(bool(matrix));
    EXPECT_EQ(matrix->entries(), 0);
    EXPECT_EQ(text(validate(*matrix)), "");
  }
}

TEST(GenerateTest, RefusesWhatCannotBe) {
  constexpr int64_t huge = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(text(randomSparse(3, -2, 1, DType::F32, 0)),
            "expected rows, cols and perRow of at least 0 but got -2");
  EXPECT_EQ(text(randomSparse(huge, 5, 2, DType::F32, 0)),
            "expected 9223372036854775807 bytes of memory but got none");
  EXPECT_FALSE(bool(randomSparse(1, huge, huge, DType::F32, 0)));
  EXPECT_FALSE(bool(random(DType::F32, {-1}, 0)));
}
