//===- MatrixMarketComplexTest.cpp - Complex Matrix Market files ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operands.h"
#include "Spindle/Runtime/IO/MatrixMarket.h"
#include "TempFile.h"

#include <limits>

using namespace spindle::runtime;

using Complex = std::complex<double>;
using Values = std::vector<Complex>;

/// Reads a file with `banner` and `lines` as complex<f64>.
static Expected<MatrixMarketOperand> read(const std::string &banner,
                                          const std::string &lines,
                                          DType dtype = DType::C128) {
  TempFile file(".mtx", "%%MatrixMarket matrix " + banner + "\n" + lines);
  return readMatrixMarket(file.path(), dtype);
}

/// The error of `read`, with its line but without its path.
static std::string complexFailure(const std::string &banner,
                                  const std::string &lines,
                                  DType dtype = DType::C128) {
  auto operand = read(banner, lines, dtype);
  if (operand)
    return "no error";
  int64_t line = operand.error().line;
  return operand.takeError().in("f", line).str();
}

/// Checks a coordinate file's entries.
static void expectEntries(const std::string &banner, const std::string &lines,
                          const Indices &row, const Indices &col,
                          const Values &values) {
  auto operand = read("coordinate " + banner, lines);
  ASSERT_EQ(text(operand), "");
  const CooMatrix &matrix = *std::get_if<CooMatrix>(&*operand);
  EXPECT_EQ(indices(matrix.row), row);
  EXPECT_EQ(indices(matrix.col), col);
  EXPECT_EQ(elements<Complex>(matrix.values), values);
}

TEST(MatrixMarketComplexTest, Coordinates) {
  expectEntries("complex general", "2 2 2\n1 2 0.1 -2e-3\n2 1 0 inf\n", {0, 1},
                {1, 0},
                {{0.1, -2e-3}, {0, std::numeric_limits<double>::infinity()}});
  expectEntries("complex symmetric", "2 2 2\n1 1 1 2\n2 1 3 4\n", {0, 1, 0},
                {0, 0, 1}, {{1, 2}, {3, 4}, {3, 4}});
  expectEntries("complex skew-symmetric", "2 2 1\n2 1 3 4\n", {1, 0}, {0, 1},
                {{3, 4}, {-3, -4}});
  expectEntries("complex hermitian", "2 2 2\n2 2 5 0\n2 1 3 4\n", {1, 1, 0},
                {1, 0, 1}, {{5, 0}, {3, 4}, {3, -4}});
}

TEST(MatrixMarketComplexTest, OtherFields) {
  expectEntries("real general", "1 1 1\n1 1 0.1\n", {0}, {0}, {{0.1, 0}});
  expectEntries("integer skew-symmetric", "2 2 1\n2 1 7\n", {1, 0}, {0, 1},
                {{7, 0}, {-7, 0}});
  expectEntries("pattern general", "1 1 1\n1 1\n", {0}, {0}, {{1, 0}});
}

TEST(MatrixMarketComplexTest, Arrays) {
  auto operand =
      read("array complex hermitian", "3 3\n1 0\n2 3\n\n4 5\n6 0\n7 8\n9 0\n");
  ASSERT_EQ(text(operand), "");
  EXPECT_EQ(elements<Complex>(*std::get_if<Array>(&*operand)),
            Values({{1, 0},
                    {2, -3},
                    {4, -5},
                    {2, 3},
                    {6, 0},
                    {7, -8},
                    {4, 5},
                    {7, 8},
                    {9, 0}}));
}

TEST(MatrixMarketComplexTest, PartsAreRoundedOnce) {
  auto operand = read("array complex general",
                      "1 1\n1.00000005960464477540 0.1\n", DType::C64);
  ASSERT_EQ(text(operand), "");
  using Single = std::complex<float>;
  EXPECT_EQ(elements<Single>(*std::get_if<Array>(&*operand)),
            std::vector<Single>({{1.00000012f, 0.1f}}));
}

TEST(MatrixMarketComplexTest, RoundTrips) {
  using Single = std::complex<float>;
  TempFile file(".mtx.gz");
  std::vector<Single> values = {{0.1f, -0.0f},
                                {std::numeric_limits<float>::max(), 1e-45f}};
  ASSERT_EQ(text(writeMatrixMarket(file.path(),
                                   coo<Single>(2, 3, {1, 0}, {2, 0}, values))),
            "");
  auto operand = readMatrixMarket(file.path(), DType::C64);
  ASSERT_EQ(text(operand), "");
  auto back = elements<Single>(std::get_if<CooMatrix>(&*operand)->values);
  EXPECT_EQ(back, values);
  EXPECT_TRUE(std::signbit(back[0].imag()));
}

TEST(MatrixMarketComplexTest, Writes) {
  TempFile file(".mtx");
  Values values = {{1, -2}, {0.5, 0}};
  ASSERT_EQ(
      text(writeMatrixMarket(file.path(), *Array::fromValues(values, {2, 1}))),
      "");
  EXPECT_EQ(file.bytes(), "%%MatrixMarket matrix array complex general\n"
                          "% dtype complex128\n2 1\n"
                          "1 -2\n0.5 0\n");
}

TEST(MatrixMarketComplexTest, RefusesBanners) {
  EXPECT_EQ(
      complexFailure("coordinate complex general", "1 1 1\n1 1 1 0\n",
                     DType::F32),
      "f:1: expected real numbers for elements of type float32 but got field "
      "'complex'");
  for (const char *field : {"real", "integer", "pattern"})
    EXPECT_EQ(
        complexFailure("coordinate " + std::string(field) + " hermitian", ""),
        "f:1: expected field 'complex' in a hermitian file but got '" +
            std::string(field) + "'");
}

TEST(MatrixMarketComplexTest, RefusesEntries) {
  std::string banner = "coordinate complex general", size = "2 2 1\n";
  EXPECT_EQ(complexFailure(banner, size + "1 1 1\n"),
            "f:3: entry 1: expected 4 fields but got 3");
  EXPECT_EQ(complexFailure(banner, size + "1 1 1 2 3\n"),
            "f:3: entry 1: expected 4 fields but got 5");
  EXPECT_EQ(complexFailure(banner, size + "1 1 1 2i\n"),
            "f:3: entry 1: expected a value of type complex128 but got "
            "'2i'");
  EXPECT_EQ(complexFailure(banner, size + "1 1 1e400 2\n"),
            "f:3: entry 1: expected a value of type complex128 but got "
            "'1e400', which is too large");
  banner = "coordinate complex hermitian";
  EXPECT_EQ(complexFailure(banner, size + "2 2 1 -2\n"),
            "f:3: entry 1: expected a real value on the diagonal of a "
            "hermitian matrix but got 1 -2");
  EXPECT_EQ(complexFailure(banner, size + "1 2 1 -2\n"),
            "f:3: entry 1: expected an entry on or below the diagonal but got "
            "row 1 and column 2");
  EXPECT_EQ(complexFailure("array complex hermitian", "2 2\n1 0\n2 2\n1 1\n"),
            "f:5: entry 3: expected a real value on the diagonal of a "
            "hermitian matrix but got 1 1");
}
