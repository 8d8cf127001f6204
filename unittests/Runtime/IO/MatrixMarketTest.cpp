//===- MatrixMarketTest.cpp - Reading and writing Matrix Market files -----===//

#include "Spindle/Runtime/IO/MatrixMarket.h"
#include "Operands.h"
#include "Spindle/Runtime/IO/Generate.h"
#include "TempFile.h"

#include <tuple>

#include <cmath>
#include <limits>

using namespace spindle::runtime;

/// Reads a file whose text is `bytes` and that must hold an `Operand`.
template <typename Operand>
static Operand read(std::string_view bytes, DType dtype,
                    const MatrixMarketOptions &options = {}) {
  TempFile file(".mtx", bytes);
  auto operand = readMatrixMarket(file.path(), dtype, options);
  EXPECT_EQ(text(operand), "");
  if (!operand || !std::holds_alternative<Operand>(*operand))
    return ADD_FAILURE() << "another operand", Operand();
  return *std::get_if<Operand>(&*operand);
}

TEST(MatrixMarketTest, GeneralReal) {
  auto matrix = read<CooMatrix>("%%MatrixMarket matrix coordinate real general"
                                "\n% a comment\n2 3 2\n2 3 -1.5e2\n1 1 +.25\n",
                                DType::F32);
  EXPECT_EQ(matrix.rows, 2);
  EXPECT_EQ(matrix.cols, 3);
  EXPECT_EQ(indices(matrix.row), Indices({1, 0}));
  EXPECT_EQ(indices(matrix.col), Indices({2, 0}));
  EXPECT_EQ(elements<float>(matrix.values), std::vector<float>({-150, 0.25}));
}

TEST(MatrixMarketTest, AnyCaseBlanksCommentsAndLineEnds) {
  auto matrix = read<CooMatrix>(
      "%%matrixmarket MATRIX Coordinate INTEGER General\r\n%\r\n\r\n  % x\r\n"
      " 2\t2  2 \r\n\r\n 1  1\t7 \r\n   \r\n2 2 -8",
      DType::I32);
  EXPECT_EQ(elements<int32_t>(matrix.values), std::vector<int32_t>({7, -8}));
}

TEST(MatrixMarketTest, DuplicatesAreKept) {
  auto matrix = read<CooMatrix>("%%MatrixMarket matrix coordinate integer "
                                "general\n1 1 2\n1 1 3\n1 1 4\n",
                                DType::F64);
  EXPECT_EQ(elements<double>(matrix.values), std::vector<double>({3, 4}));
}

TEST(MatrixMarketTest, SymmetricIsExpanded) {
  auto matrix = read<CooMatrix>("%%MatrixMarket matrix coordinate real "
                                "symmetric\n3 3 2\n2 2 5\n3 1 7\n",
                                DType::I64);
  EXPECT_EQ(indices(matrix.row), Indices({1, 2, 0}));
  EXPECT_EQ(indices(matrix.col), Indices({1, 0, 2}));
  EXPECT_EQ(elements<int64_t>(matrix.values), Indices({5, 7, 7}));
}

TEST(MatrixMarketTest, SkewSymmetricIsExpanded) {
  auto matrix = read<CooMatrix>("%%MatrixMarket matrix coordinate integer "
                                "skew-symmetric\n2 2 1\n2 1 7\n",
                                DType::I32);
  EXPECT_EQ(indices(matrix.row), Indices({1, 0}));
  EXPECT_EQ(elements<int32_t>(matrix.values), std::vector<int32_t>({7, -7}));
}

TEST(MatrixMarketTest, PatternIsOnes) {
  auto matrix = read<CooMatrix>("%%MatrixMarket matrix coordinate pattern "
                                "general\n2 2 2\n1 2\n2 1\n",
                                DType::F32);
  EXPECT_EQ(elements<float>(matrix.values), std::vector<float>({1, 1}));
}

TEST(MatrixMarketTest, PatternIsRandomBySeed) {
  MatrixMarketOptions options;
  options.patternValues = PatternValues::Random;
  options.seed = 11;
  auto matrix = read<CooMatrix>("%%MatrixMarket matrix coordinate pattern "
                                "symmetric\n3 3 2\n2 1\n3 3\n",
                                DType::F32, options);
  auto drawn = elements<float>(*random(DType::F32, {2}, 11));
  EXPECT_EQ(elements<float>(matrix.values),
            std::vector<float>({drawn[0], drawn[0], drawn[1]}));
}

TEST(MatrixMarketTest, NumbersByTheBannerAlone) {
  for (auto [field, kind] : {std::pair("real", NumberKind::Real),
                             {"complex", NumberKind::Complex},
                             {"integer", NumberKind::Whole},
                             {"pattern", NumberKind::None}}) {
    std::string banner = "%%MatrixMarket matrix coordinate " +
                         std::string(field) + " general\n2 2 9\n";
    TempFile file(".mtx", banner), small(".mtx.gz", gzip(banner));
    for (const TempFile *each : {&file, &small}) {
      auto numbers = readMatrixMarketNumbers(each->path());
      ASSERT_EQ(text(numbers), "");
      EXPECT_EQ(numbers->kind, kind) << field;
      EXPECT_EQ(numbers->dtype, std::nullopt) << field;
    }
  }
  TempFile none(".mtx", "2 2 9\n");
  EXPECT_FALSE(readMatrixMarketNumbers(none.path()));
  EXPECT_EQ(text(readMatrixMarketNumbers("/nonexistent/a")),
            "/nonexistent/a: no such file");
}

TEST(MatrixMarketTest, TypesByAComment) {
  for (DType dtype : allDTypes) {
    TempFile file(".mtx");
    auto matrix = *randomSparse(3, 3, 1, dtype, 1);
    ASSERT_EQ(text(writeMatrixMarket(file.path(), matrix)), "");
    EXPECT_EQ(readMatrixMarketNumbers(file.path())->dtype, dtype);
  }
  for (auto [comment, field, dtype] :
       {std::tuple("% dtype int8", "integer", std::optional(DType::I8)),
        {"%\n  % dtype  int8 \r\n\n% c", "integer", DType::I8},
        // These say nothing, or what the field cannot be.
        {"% dtype int8", "real", std::nullopt},
        {"% dtype float32", "complex", std::nullopt},
        {"% dtype float32", "integer", std::nullopt},
        {"% dtype complex64", "real", std::nullopt},
        {"% dtype uint8", "integer", std::nullopt},
        {"% dtype int8 or so", "integer", std::nullopt},
        {"%dtype int8", "integer", std::nullopt}}) {
    TempFile file(".mtx", "%%MatrixMarket matrix coordinate " +
                              std::string(field) + " general\n" + comment +
                              "\n2 2 9\n");
    EXPECT_EQ(readMatrixMarketNumbers(file.path())->dtype, dtype) << comment;
  }
}

TEST(MatrixMarketTest, ArrayIsMadeRowMajor) {
  auto matrix = read<Array>("%%MatrixMarket matrix array real general\n2 3\n1\n"
                            "2\n3\n4\n5\n6\n",
                            DType::F32);
  EXPECT_EQ(matrix.shape(), Indices({2, 3}));
  EXPECT_EQ(elements<float>(matrix), std::vector<float>({1, 3, 5, 2, 4, 6}));
}

TEST(MatrixMarketTest, SymmetricArrayIsExpanded) {
  auto matrix = read<Array>("%%MatrixMarket matrix array integer symmetric\n"
                            "2 2\n1\n2\n3\n",
                            DType::I64);
  EXPECT_EQ(elements<int64_t>(matrix), Indices({1, 2, 2, 3}));
}

TEST(MatrixMarketTest, SkewSymmetricArrayIsExpanded) {
  auto matrix = read<Array>("%%MatrixMarket matrix array real skew-symmetric\n"
                            "3 3\n1\n2\n3\n",
                            DType::F32);
  EXPECT_EQ(elements<float>(matrix),
            std::vector<float>({0, -1, -2, 1, 0, -3, 2, 3, 0}));
}

TEST(MatrixMarketTest, EmptyMatrices) {
  std::string banner = "%%MatrixMarket matrix coordinate real general\n";
  EXPECT_EQ(read<CooMatrix>(banner + "0 0 0\n", DType::F32).entries(), 0);
  EXPECT_EQ(read<CooMatrix>(banner + "0 9 0", DType::F32).cols, 9);
  EXPECT_EQ(read<CooMatrix>(banner + "9 0 0\n\n", DType::I64).rows, 9);
  EXPECT_EQ(read<Array>("%%MatrixMarket matrix array real general\n0 "
                        "1000000000000\n",
                        DType::F32)
                .shape(),
            Indices({0, 1000000000000}));
}

TEST(MatrixMarketTest, LargeExtentsCostNothing) {
  auto matrix = read<CooMatrix>(
      "%%MatrixMarket matrix coordinate real general\n9223372036854775807 "
      "9223372036854775807 1\n9223372036854775807 1 1\n",
      DType::F32);
  EXPECT_EQ(indices(matrix.row)[0], 9223372036854775806);
}

TEST(MatrixMarketTest, NumbersAreExact) {
  std::string file = "%%MatrixMarket matrix coordinate real general\n1 1 6\n";
  // The second is just above the middle between two floats: rounding by way
  // of double would go down.
  for (const char *number :
       {"0.1", "1.00000005960464477540", "1e-400", "-1e-60", "inf", "16777217"})
    file += std::string("1 1 ") + number + "\n";
  auto values = elements<float>(read<CooMatrix>(file, DType::F32).values);
  EXPECT_EQ(values[0], 0.1f);
  EXPECT_EQ(values[1], std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(values[2], 0.0f);
  EXPECT_EQ(values[3], 0.0f);
  EXPECT_TRUE(std::signbit(values[3]));
  EXPECT_TRUE(std::isinf(values[4]));
  EXPECT_EQ(values[5], 16777216.0f);
}

TEST(MatrixMarketTest, GzipWithAnyName) {
  std::string text = "%%MatrixMarket matrix coordinate pattern general\n"
                     "1 1 1\n1 1\n";
  EXPECT_EQ(read<CooMatrix>(gzip(text), DType::F32).entries(), 1);
}

TEST(MatrixMarketTest, LinesAcrossBlocksAndProgress) {
  std::string file = "%%MatrixMarket matrix coordinate integer general\n"
                     "1 300000 300000\n";
  for (int i = 1; i <= 300000; ++i)
    file += "1 " + std::to_string(i) + " " + std::to_string(i) + "\n";
  int64_t calls = 0, bytes = 0, total = 0;
  MatrixMarketOptions options;
  options.progress = [&](int64_t read, int64_t all) {
    EXPECT_GE(read, bytes);
    ++calls;
    bytes = read;
    total = all;
  };
  auto matrix = read<CooMatrix>(file, DType::I64, options);
  Indices values = elements<int64_t>(matrix.values);
  for (int i = 0; i < 300000; ++i)
    ASSERT_EQ(values[i], i + 1);
  EXPECT_GT(calls, 2);
  EXPECT_EQ(total, static_cast<int64_t>(file.size()));
  EXPECT_EQ(bytes, total);
}

TEST(MatrixMarketTest, TheLastLineMayLackItsLineFeed) {
  // Behind it in memory are the digits and blanks of lines before.
  constexpr int64_t count = 150000;
  std::string file = "%%MatrixMarket matrix coordinate integer general\n1 1 " +
                     std::to_string(count) + "\n";
  for (int64_t i = 1; i < count; ++i)
    file += "1 1 1111\n";
  for (size_t blanks = 1; blanks < 9; ++blanks) {
    std::string last = "1 1" + std::string(blanks, ' ') + "2";
    for (DType dtype : {DType::I64, DType::F64}) {
      auto matrix = read<CooMatrix>(file + last, dtype);
      ASSERT_EQ(matrix.entries(), count);
      visitDType(dtype, [&](auto zero) {
        using T = decltype(zero);
        EXPECT_EQ(elements<T>(matrix.values).back(), T(2));
      });
    }
  }
}

/// Writes `matrix`, reads it back and compares.
template <typename T>
static void roundTrip(const CooMatrix &matrix, const char *suffix) {
  TempFile file(suffix);
  ASSERT_EQ(text(writeMatrixMarket(file.path(), matrix)), "");
  auto operand = readMatrixMarket(file.path(), matrix.values.dtype());
  ASSERT_EQ(text(operand), "");
  const CooMatrix &back = *std::get_if<CooMatrix>(&*operand);
  EXPECT_EQ(back.rows, matrix.rows);
  EXPECT_EQ(back.cols, matrix.cols);
  EXPECT_EQ(indices(back.row), indices(matrix.row));
  EXPECT_EQ(indices(back.col), indices(matrix.col));
  EXPECT_EQ(elements<T>(back.values), elements<T>(matrix.values));
}

TEST(MatrixMarketTest, RoundTripsOfEveryType) {
  for (const char *suffix : {".mtx", ".mtx.gz"}) {
    roundTrip<float>(*randomSparse(100, 70, 5, DType::F32, 1), suffix);
    roundTrip<double>(*randomSparse(70, 100, 5, DType::F64, 2), suffix);
    roundTrip<int32_t>(*randomSparse(1, 1, 1, DType::I32, 3), suffix);
    roundTrip<int64_t>(*randomSparse(5, 0, 0, DType::I64, 4), suffix);
  }
}

TEST(MatrixMarketTest, RoundTripsOfExtremeValues) {
  using Double = std::numeric_limits<double>;
  using Long = std::numeric_limits<int64_t>;
  roundTrip<double>(coo<double>(1, 1, Indices(5, 0), Indices(5, 0),
                                {Double::max(), Double::denorm_min(), -0.1,
                                 1.0 / 3, Double::infinity()}),
                    ".mtx");
  roundTrip<int64_t>(
      coo<int64_t>(1, 1, {0, 0}, {0, 0}, {Long::max(), Long::min()}), ".mtx");
}

TEST(MatrixMarketTest, WritesTheFewestDigits) {
  TempFile file(".mtx");
  auto matrix = coo<double>(2, 2, {1, 0}, {0, 1}, {0.1, 3});
  ASSERT_EQ(text(writeMatrixMarket(file.path(), matrix)), "");
  EXPECT_EQ(file.bytes(), "%%MatrixMarket matrix coordinate real general\n"
                          "% dtype float64\n2 2 2\n2 1 0.1\n1 2 3\n");
}

TEST(MatrixMarketTest, CompressesByName) {
  TempFile file(".mtx.gz");
  auto matrix = *randomSparse(100, 100, 10, DType::I32, 1);
  ASSERT_EQ(text(writeMatrixMarket(file.path(), matrix)), "");
  EXPECT_EQ(file.bytes().substr(0, 2), "\x1f\x8b");
}

TEST(MatrixMarketTest, RoundTripsOfArrays) {
  for (auto shape : {Indices{3, 4}, Indices{0, 5}, Indices{1, 1}}) {
    TempFile file(".mtx");
    Array matrix = *random(DType::F64, shape, 1);
    ASSERT_EQ(text(writeMatrixMarket(file.path(), matrix)), "");
    auto operand = readMatrixMarket(file.path(), DType::F64);
    ASSERT_EQ(text(operand), "");
    EXPECT_EQ(elements<double>(*std::get_if<Array>(&*operand)),
              elements<double>(matrix));
  }
}
