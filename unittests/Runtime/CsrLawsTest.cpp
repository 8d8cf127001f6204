//===- CsrLawsTest.cpp - The laws of compressed rows ----------------------===//

#include "Operands.h"
#include "Spindle/Runtime/Generate.h"

#include <map>
#include <random>

using namespace spindle::runtime;

/// A valid 2x3 matrix with 3 stored elements, to be broken.
static CsrMatrix sample() {
  return {2, 3, array<int32_t>({0, 2, 3}), array<int64_t>({0, 2, 1}),
          array<float>({1, 2, 3})};
}

TEST(CsrLawsTest, TheSampleIsValid) { EXPECT_EQ(text(validate(sample())), ""); }

TEST(CsrLawsTest, RefusesL1) {
  CsrMatrix matrix = sample();
  matrix.positions.as<int32_t>()[0] = 1;
  EXPECT_EQ(text(validate(matrix)),
            "row 0: expected start position 0 but got 1");
  matrix = sample();
  matrix.positions.as<int32_t>()[2] = 4;
  EXPECT_EQ(text(validate(matrix)), "expected last position 3 but got 4");
}

TEST(CsrLawsTest, RefusesL2) {
  CsrMatrix matrix = sample();
  matrix.positions.as<int32_t>()[1] = 4;
  EXPECT_EQ(text(validate(matrix)),
            "row 1: expected end position of at least 4 but got 3");
}

TEST(CsrLawsTest, RefusesL3) {
  for (int64_t bad : {-1, 3}) {
    CsrMatrix matrix = sample();
    matrix.coordinates.as<int64_t>()[2] = bad;
    EXPECT_EQ(text(validate(matrix)),
              "row 1, position 2: expected coordinate in [0, 3) but got " +
                  std::to_string(bad));
  }
}

TEST(CsrLawsTest, RefusesL4) {
  CsrMatrix matrix = sample();
  matrix.coordinates.as<int64_t>()[1] = 0;
  EXPECT_EQ(text(validate(matrix)),
            "row 0, position 1: expected coordinate above 0 but got 0");
}

TEST(CsrLawsTest, RefusesMembersOfOtherShapes) {
  CsrMatrix matrix = sample();
  matrix.rows = -2;
  EXPECT_EQ(text(validate(matrix)),
            "expected extents of at least 0 but got -2x3");
  matrix = sample();
  matrix.rows = 5;
  EXPECT_EQ(text(validate(matrix)),
            "expected one position more than 5 rows but got 3");
  matrix = sample();
  matrix.values = array<float>({1});
  EXPECT_EQ(text(validate(matrix)),
            "expected value array of shape 3 but got 1");
  matrix = sample();
  matrix.positions = *zeros(DType::I32, {3, 1});
  EXPECT_EQ(text(validate(matrix)),
            "expected position array of rank 1 but got rank 2");
  matrix = sample();
  matrix.coordinates = array<float>({0, 2, 1});
  EXPECT_EQ(text(validate(matrix)),
            "expected coordinate array of i8, i16, i32 or i64 but got f32");
  EXPECT_FALSE(bool(toCoo(matrix)));
}

/// The sums of entries by coordinates.
static std::map<std::pair<int64_t, int64_t>, int64_t>
sums(const CooMatrix &matrix) {
  std::map<std::pair<int64_t, int64_t>, int64_t> result;
  Indices row = indices(matrix.row), col = indices(matrix.col);
  std::vector<int64_t> values = elements<int64_t>(matrix.values);
  for (size_t i = 0; i < values.size(); ++i)
    result[{row[i], col[i]}] += values[i];
  return result;
}

/// Entries at random coordinates, many of them duplicates.
static CooMatrix crowded(int64_t rows, int64_t cols, int64_t entries,
                         unsigned seed) {
  std::mt19937 generator(seed);
  Indices row(entries), col(entries);
  std::vector<int64_t> values(entries);
  for (int64_t i = 0; i < entries; ++i) {
    row[i] = generator() % rows;
    col[i] = generator() % cols;
    values[i] = static_cast<int64_t>(generator() % 17) - 8;
  }
  return coo<int64_t>(rows, cols, row, col, values);
}

TEST(CsrLawsTest, CompressionEnsuresTheLawsAndKeepsTheSums) {
  struct {
    int64_t rows, cols, entries;
  } cases[] = {{1, 1, 1}, {1, 1, 9}, {1, 50, 30}, {50, 1, 30}, {37, 41, 900}};
  for (auto [rows, cols, entries] : cases)
    for (unsigned seed = 0; seed < 5; ++seed) {
      CooMatrix matrix = crowded(rows, cols, entries, seed);
      Expected<CsrMatrix> csr = toCsr(matrix, DType::I64, DType::I32);
      ASSERT_TRUE(bool(csr));
      EXPECT_EQ(text(validate(*csr)), "");
      EXPECT_EQ(sums(*toCoo(*csr)), sums(matrix));
      EXPECT_EQ(csr->stored(), static_cast<int64_t>(sums(matrix).size()));
    }
}

TEST(CsrLawsTest, CompressionOfTheCompressedIsIdentity) {
  CooMatrix matrix = crowded(20, 30, 200, 1);
  CsrMatrix once = *toCsr(matrix, DType::I32, DType::I64);
  CsrMatrix twice = *toCsr(*toCoo(once), DType::I32, DType::I64);
  EXPECT_EQ(indices(once.positions), indices(twice.positions));
  EXPECT_EQ(indices(once.coordinates), indices(twice.coordinates));
  EXPECT_EQ(elements<int64_t>(once.values), elements<int64_t>(twice.values));
}
