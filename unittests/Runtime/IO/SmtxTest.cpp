//===- SmtxTest.cpp - Files of the Deep Learning Matrix Collection --------===//

#include "Spindle/Runtime/IO/Smtx.h"
#include "Operands.h"
#include "Spindle/Runtime/IO/Generate.h"
#include "TempFile.h"

using namespace spindle::runtime;

/// The error of reading `bytes`, the path left out.
static std::string smtxFailure(std::string_view bytes) {
  TempFile file(".smtx", bytes);
  auto matrix = readSmtx(file.path(), DType::F32);
  if (matrix)
    return "no error";
  EXPECT_EQ(matrix.error().file, file.path());
  int64_t line = matrix.error().line;
  return matrix.takeError().in("f", line).str();
}

/// Checks that `bytes` are a 3x4 matrix of 4 entries with an empty row.
static void expectSmtxSample(std::string_view bytes) {
  TempFile file(".smtx", bytes);
  auto matrix = readSmtx(file.path(), DType::F64);
  ASSERT_EQ(text(matrix), "") << bytes;
  EXPECT_EQ(matrix->rows, 3);
  EXPECT_EQ(matrix->cols, 4);
  EXPECT_EQ(indices(matrix->row), Indices({0, 0, 2, 2}));
  EXPECT_EQ(indices(matrix->col), Indices({3, 1, 0, 0}));
  EXPECT_EQ(elements<double>(matrix->values), std::vector<double>(4, 1.0));
  EXPECT_EQ(text(validate(*matrix)), "");
}

TEST(SmtxTest, EveryStyle) {
  expectSmtxSample("3, 4, 4\n0 2 2 4\n3 1 0 0\n");
  expectSmtxSample("3 4 4\n0,2,2,4\n3, 1, 0, 0");
  expectSmtxSample("3,4,4\r\n 0 2 2 4 \r\n3\t1 0 0 \r\n\n \n");
  expectSmtxSample(gzip("3, 4, 4\n0 2 2 4\n3 1 0 0\n"));
}

TEST(SmtxTest, EmptyMatrices) {
  for (const char *bytes :
       {"2, 3, 0\n0 0 0\n\n", "2, 3, 0\n0 0 0\n", "2, 3, 0\n0 0 0"}) {
    TempFile file(".smtx", bytes);
    auto matrix = readSmtx(file.path(), DType::F32);
    ASSERT_EQ(text(matrix), "");
    EXPECT_EQ(matrix->entries(), 0);
    EXPECT_EQ(matrix->rows, 2);
    EXPECT_EQ(matrix->cols, 3);
  }
  TempFile none(".smtx", "0, 0, 0\n0\n\n");
  EXPECT_EQ(text(readSmtx(none.path(), DType::F32)), "");
}

TEST(SmtxTest, RandomValuesAreThoseOfRandom) {
  TempFile file(".smtx", "3, 4, 4\n0 2 2 4\n3 1 0 0\n");
  MatrixMarketOptions options;
  options.patternValues = PatternValues::Random;
  options.seed = 7;
  auto matrix = readSmtx(file.path(), DType::F32, options);
  ASSERT_EQ(text(matrix), "");
  EXPECT_EQ(elements<float>(matrix->values),
            elements<float>(*random(DType::F32, {4}, 7)));
}

TEST(SmtxTest, LinesOfManyBlocks) {
  constexpr int64_t entries = 400000;
  std::string file = "1, 9999999, " + std::to_string(entries) + "\n0 " +
                     std::to_string(entries) + "\n";
  for (int64_t i = 0; i < entries; ++i)
    file += std::to_string(1000000 + i) + " ";
  for (const std::string &bytes : {file, gzip(file)}) {
    TempFile stored(".smtx", bytes);
    auto matrix = readSmtx(stored.path(), DType::F32);
    ASSERT_EQ(text(matrix), "");
    ASSERT_EQ(matrix->entries(), entries);
    const int64_t *col = matrix->col.as<int64_t>();
    for (int64_t i = 0; i < entries; ++i)
      ASSERT_EQ(col[i], 1000000 + i);
  }
}

TEST(SmtxTest, RefusesFiles) {
  EXPECT_EQ(text(readSmtx("/nonexistent/a.smtx", DType::F32)),
            "/nonexistent/a.smtx: no such file");
  std::string packed = gzip("3, 4, 4\n0 2 2 4\n3 1 0 0\n");
  std::string cut = " expected a complete gzip stream but got one cut short";
  EXPECT_EQ(smtxFailure(packed.substr(0, packed.size() - 9)), "f:4:" + cut);
  std::string wide = "1, 9999999, 400000\n0 400000\n";
  for (int i = 0; i < 400000; ++i)
    wide += std::to_string(i) + " ";
  packed = gzip(wide);
  EXPECT_EQ(smtxFailure(packed.substr(0, packed.size() / 2)), "f:3:" + cut);
}

TEST(SmtxTest, RefusesSizes) {
  std::string sizes = " sizes (rows, columns, entries) but got ";
  EXPECT_EQ(smtxFailure(""),
            "f: expected a line of 3" + sizes + "the end of the file");
  EXPECT_EQ(smtxFailure("3, 4\n"), "f:1: expected 3" + sizes + "2");
  EXPECT_EQ(smtxFailure("3, 4, 4, 4\n"), "f:1: expected 3" + sizes + "more");
  EXPECT_EQ(smtxFailure("3, -4, 4\n"),
            "f:1: expected columns in [0, 2^63 - 1) but got -4");
  EXPECT_EQ(smtxFailure("9223372036854775807 1 1\n"),
            "f:1: expected rows in [0, 2^63 - 1) but got 9223372036854775807");
  EXPECT_EQ(smtxFailure("3, 4, inf\n"),
            "f:1: number 2: expected a whole number below 2^63 but got 'inf'");
  EXPECT_EQ(smtxFailure("3, 4, 9223372036854775808\n"),
            "f:1: number 2: expected a whole number below 2^63 but got "
            "'9223372036854775808'");
  EXPECT_EQ(smtxFailure("3, 4.0, 4\n"),
            "f:1: number 1: expected a whole number below 2^63 but got '4.0'");
  EXPECT_EQ(smtxFailure(std::string(100, '0') + " 1 0\n"),
            "f:1: number 0: expected a whole number below 2^63 but got '" +
                std::string(40, '0') + "...'");
}

TEST(SmtxTest, RefusesOffsets) {
  EXPECT_EQ(smtxFailure("2, 4, 2\n"),
            "f:1: expected a line of 3 row offsets but "
            "got the end of the file");
  EXPECT_EQ(smtxFailure("2, 4, 2\n0 2\n1 2\n"),
            "f:2: expected 3 row offsets but got 2");
  EXPECT_EQ(smtxFailure("2, 4, 2\n0 1 2 2\n1 2\n"),
            "f:2: expected 3 row offsets but got more");
  EXPECT_EQ(smtxFailure("2, 4, 2\n1 1 2\n1 2\n"),
            "f:2: row offset 0: expected 0 but got 1");
  EXPECT_EQ(smtxFailure("2, 4, 2\n0 3 2\n1 2\n"),
            "f:2: row offset 2: expected at least 3 but got 2");
  EXPECT_EQ(smtxFailure("2, 4, 2\n0 1 1\n1 2\n"),
            "f:2: row offset 2: expected 2, the number of entries, but got 1");
  EXPECT_EQ(smtxFailure("9000000000000000000, 4, 2\n0 1 1\n1 2\n"),
            "f:2: expected 9000000000000000001 row offsets but got 3");
}

TEST(SmtxTest, RefusesIndices) {
  std::string start = "2, 4, 3\n0 1 3\n";
  EXPECT_EQ(smtxFailure(start),
            "f:2: expected a line of 3 column indices but got "
            "the end of the file");
  EXPECT_EQ(smtxFailure(start + "0 1\n"),
            "f:3: expected 3 column indices but got 2");
  EXPECT_EQ(smtxFailure(start + "0 1 2 3\n"),
            "f:3: expected 3 column indices but got more");
  EXPECT_EQ(smtxFailure(start + "0 1 4\n"),
            "f:3: row 1, index 2: expected column in [0, 4) but got 4");
  EXPECT_EQ(smtxFailure(start + "-1 1 3\n"),
            "f:3: row 0, index 0: expected column in [0, 4) but got -1");
  EXPECT_EQ(smtxFailure(start + "0 x 3\n"),
            "f:3: number 1: expected a whole number below 2^63 but got 'x'");
  EXPECT_EQ(smtxFailure(start + "0 1 2\n\n0.5\n"),
            "f:5: expected the end of the file but got '0.5'");
}

TEST(SmtxTest, RoundTrips) {
  for (const char *suffix : {".smtx", ".smtx.gz"}) {
    TempFile file(suffix);
    auto matrix = coo<double>(3, 4, {0, 0, 2, 2}, {3, 1, 0, 0}, {1, 1, 1, 1});
    ASSERT_EQ(text(writeSmtx(file.path(), matrix)), "");
    expectSmtxSample(file.bytes());
  }
  for (auto [rows, cols] : {std::pair(0, 5), {5, 0}, {0, 0}, {2, 3}}) {
    TempFile file(".smtx");
    ASSERT_EQ(text(writeSmtx(file.path(), coo<double>(rows, cols, {}, {}, {}))),
              "");
    auto matrix = readSmtx(file.path(), DType::F64);
    ASSERT_EQ(text(matrix), "");
    EXPECT_EQ(std::pair(matrix->rows, matrix->cols),
              (std::pair<int64_t, int64_t>(rows, cols)));
  }
}

TEST(SmtxTest, RefusesToWrite) {
  EXPECT_EQ(text(writeSmtx("f", coo<float>(2, 2, {0, 1}, {1, 0}, {1, 0.5f}))),
            "f: expected elements that are all 1 for a pattern alone but got "
            "0.5 at row 1, column 0");
  EXPECT_EQ(text(writeSmtx("f", coo<float>(2, 2, {1, 0}, {1, 0}, {1, 1}))),
            "f: expected entries by rows but got others");
  EXPECT_EQ(text(writeSmtx("f", coo<float>(2, 2, {2}, {0}, {1}))),
            "f: entry 0: expected row in [0, 2) but got 2");
}
