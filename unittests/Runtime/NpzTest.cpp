//===- NpzTest.cpp - Sparse matrices as SciPy saves them ------------------===//

#include "Spindle/Runtime/Npz.h"
#include "NpzBytes.h"
#include "TempFile.h"

using namespace spindle::runtime;

/// The error of reading an archive of `entries`, the path left out.
static std::string failure(const Entries &entries) {
  TempFile file(".npz", zip(parts(entries)));
  auto matrix = readNpz(file.path());
  if (matrix)
    return "no error";
  EXPECT_EQ(matrix.error().file, file.path());
  return matrix.error().text;
}

/// The error of `entries` with `name` replaced by `bytes`.
static std::string failure(Entries entries, const std::string &name,
                           const std::string &bytes) {
  entries[name] = bytes;
  return failure(entries);
}

/// Checks that `bytes` are an archive of the sample.
static void expectSample(const std::string &bytes) {
  TempFile file(".npz", bytes);
  auto matrix = readNpz(file.path());
  ASSERT_EQ(text(matrix), "");
  EXPECT_EQ(matrix->rows, 3);
  EXPECT_EQ(matrix->cols, 4);
  EXPECT_EQ(indices(matrix->row), Indices({0, 0, 2, 2}));
  EXPECT_EQ(indices(matrix->col), Indices({3, 1, 0, 0}));
  EXPECT_EQ(elements<float>(matrix->values), std::vector<float>({1, 2, 3, 4}));
  EXPECT_EQ(text(validate(*matrix)), "");
}

TEST(NpzTest, EveryKindOfArchive) {
  for (const Entries &entries : {csrEntries(), cooEntries()})
    for (bool isDeflated : {false, true})
      for (bool isLarge : {false, true}) {
        expectSample(zip(parts(entries, isDeflated), isLarge));
        expectSample(zip(parts(entries, isDeflated), isLarge, "a comment"));
      }
}

TEST(NpzTest, FormatsAndIndexTypes) {
  Entries entries = csrEntries();
  entries["format"] =
      npy("<U3", "()", std::string("c\0\0\0s\0\0\0r\0\0\0", 12));
  entries["indices"] = list<int32_t>("<i4", {3, 1, 0, 0});
  entries["indptr"] = list<int32_t>("<i4", {0, 2, 2, 4});
  entries["_is_array"] = npy("|b1", "()", "\1");
  expectSample(zip(parts(entries)));
}

TEST(NpzTest, CompressedColumns) {
  Entries entries = csrEntries();
  entries["format"] = word("csc");
  entries["indptr"] = longs({0, 2, 2, 3, 4});
  entries["indices"] = longs({2, 0, 1, 0});
  TempFile file(".npz", zip(parts(entries)));
  auto matrix = readNpz(file.path());
  ASSERT_EQ(text(matrix), "");
  EXPECT_EQ(indices(matrix->col), Indices({0, 0, 2, 3}));
  EXPECT_EQ(indices(matrix->row), Indices({2, 0, 1, 0}));
}

TEST(NpzTest, EmptyMatrix) {
  Entries entries = csrEntries();
  entries["shape"] = longs({0, 4});
  entries["indptr"] = longs({0});
  entries["indices"] = longs({});
  entries["data"] = list<double>("<f8", {});
  for (bool isDeflated : {false, true}) {
    TempFile file(".npz", zip(parts(entries, isDeflated)));
    auto matrix = readNpz(file.path());
    ASSERT_EQ(text(matrix), "");
    EXPECT_EQ(matrix->entries(), 0);
    EXPECT_EQ(matrix->values.dtype(), DType::F64);
  }
}

TEST(NpzTest, RefusesFormats) {
  EXPECT_EQ(failure(csrEntries(), "format", word("bsr")),
            "format.npy: expected format csr, csc or coo but got 'bsr'");
  EXPECT_EQ(failure(csrEntries(), "format", longs({1})),
            "format.npy: expected one string of at most 64 characters but got "
            "'<i8' of shape 1");
  EXPECT_EQ(failure(csrEntries(), "format", npy("|S99", "()", "csr")),
            "format.npy: expected one string of at most 64 characters but got "
            "'|S99' of shape scalar");
  EXPECT_EQ(failure(csrEntries(), "format", npy("|S3", "()", "cs")),
            "format.npy: expected 3 bytes of data but got 2");
  EXPECT_EQ(failure(csrEntries(), "format", npy("|S3", "()", "csr!")),
            "format.npy: expected 3 bytes of data but got 4");
  Entries entries = csrEntries();
  entries.erase("format");
  EXPECT_EQ(failure(entries),
            "format.npy: expected such an entry but got none");
}

TEST(NpzTest, RefusesShapes) {
  EXPECT_EQ(failure(csrEntries(), "shape", longs({3})),
            "shape.npy: expected 2 sizes but got 1");
  EXPECT_EQ(failure(csrEntries(), "shape", longs({3, 4, 5})),
            "shape.npy: expected 2 sizes but got 3");
  EXPECT_EQ(failure(csrEntries(), "shape", longs({3, -4})),
            "shape.npy: expected size 1 in [0, 2^63 - 1) but got -4");
  EXPECT_EQ(failure(csrEntries(), "shape", longs({INT64_MAX, 4})),
            "shape.npy: expected size 0 in [0, 2^63 - 1) but got "
            "9223372036854775807");
  EXPECT_EQ(failure(csrEntries(), "shape", list<double>("<f8", {3, 4})),
            "shape.npy: expected integers but got f64");
  EXPECT_EQ(failure(csrEntries(), "shape",
                    npy("<i8", "(1, 2)", std::string(16, '\0'))),
            "shape.npy: expected an array of 1 dimension but got shape 1x2");
}

TEST(NpzTest, RefusesOffsets) {
  EXPECT_EQ(failure(csrEntries(), "indptr", longs({0, 2, 4})),
            "indptr.npy: expected 4 offsets, one more than rows, but got 3");
  EXPECT_EQ(failure(csrEntries(), "format", word("csc")),
            "indptr.npy: expected 5 offsets, one more than columns, but got 4");
  EXPECT_EQ(failure(csrEntries(), "indptr", longs({1, 2, 2, 4})),
            "indptr.npy: row offset 0: expected 0 but got 1");
  EXPECT_EQ(failure(csrEntries(), "indptr", longs({0, 3, 2, 4})),
            "indptr.npy: row offset 2: expected at least 3 but got 2");
  EXPECT_EQ(failure(csrEntries(), "indptr", longs({0, 2, 2, 5})),
            "indptr.npy: row offset 3: expected 4, the number of entries, but "
            "got 5");
  EXPECT_EQ(failure(csrEntries(), "indptr", list<float>("<f4", {0, 2, 2, 4})),
            "indptr.npy: expected integers but got f32");
}

TEST(NpzTest, RefusesIndices) {
  EXPECT_EQ(failure(csrEntries(), "indices", longs({3, 1, 0, 4})),
            "indices.npy: row 2, index 3: expected column in [0, 4) but got 4");
  EXPECT_EQ(
      failure(csrEntries(), "indices", longs({3, -1, 0, 0})),
      "indices.npy: row 0, index 1: expected column in [0, 4) but got -1");
  EXPECT_EQ(failure(csrEntries(), "indices", longs({3, 1, 0})),
            "indices.npy: expected 4 indices, as data.npy has values, but got "
            "3");
  EXPECT_EQ(failure(cooEntries(), "row", longs({0, 0, 3, 2})),
            "row.npy: index 2: expected row in [0, 3) but got 3");
  EXPECT_EQ(failure(cooEntries(), "col", longs({0, -2, 3, 2})),
            "col.npy: index 1: expected column in [0, 4) but got -2");
  EXPECT_EQ(failure(cooEntries(), "col", longs({0, 2, 3, 2, 1})),
            "col.npy: expected 4 indices, as data.npy has values, but got 5");
  EXPECT_EQ(failure(cooEntries(), "col", list<double>("<f8", {0, 0, 0, 0})),
            "col.npy: expected integers but got f64");
}

TEST(NpzTest, RefusesValues) {
  EXPECT_EQ(
      failure(csrEntries(), "data", npy("<c8", "(4,)", std::string(32, '\0'))),
      "data.npy: expected '<f4', '<f8', '|i1', '<i2', '<i4' or '<i8' but "
      "got '<c8'");
  EXPECT_EQ(failure(csrEntries(), "data",
                    npy("<f4", "(2, 2)", std::string(16, '\0'))),
            "data.npy: expected an array of 1 dimension but got shape 2x2");
  EXPECT_EQ(failure(csrEntries(), "data",
                    npy("<f4", "(1000000000000,)", std::string(16, '\0'))),
            "data.npy: expected 4000000000000 bytes of data for shape "
            "1000000000000 but got 16");
  EXPECT_EQ(failure(csrEntries(), "data", "hello"),
            "data.npy: expected a header of 8 more bytes but got 5");
}
