//===- NpzTest.cpp - Sparse matrices as SciPy saves them ------------------===//

#include "Spindle/Runtime/IO/Npz.h"
#include "NpzBytes.h"
#include "TempFile.h"

using namespace spindle::runtime;

/// The error of reading an archive of `entries`, the path left out.
static std::string npzFailure(const Entries &entries) {
  TempFile file(".npz", zip(parts(entries)));
  auto matrix = readNpz(file.path());
  if (matrix)
    return "no error";
  EXPECT_EQ(matrix.error().file, file.path());
  return matrix.error().text;
}

/// The error of `entries` with `name` replaced by `bytes`.
static std::string npzFailure(Entries entries, const std::string &name,
                              const std::string &bytes) {
  entries[name] = bytes;
  return npzFailure(entries);
}

/// Checks that `bytes` are an archive of the sample.
static void expectNpzSample(const std::string &bytes) {
  TempFile file(".npz", bytes);
  auto matrix = readNpz(file.path());
  ASSERT_EQ(text(matrix), "");
  EXPECT_EQ(matrix->shape, Indices({3, 4}));
  EXPECT_EQ(indices(matrix->coordinates[0]), Indices({0, 0, 2, 2}));
  EXPECT_EQ(indices(matrix->coordinates[1]), Indices({3, 1, 0, 0}));
  EXPECT_EQ(elements<float>(matrix->values), std::vector<float>({1, 2, 3, 4}));
  EXPECT_EQ(text(validate(*matrix)), "");
}

TEST(NpzTest, EveryKindOfArchive) {
  for (const Entries &entries : {csrEntries(), cooEntries()})
    for (bool isDeflated : {false, true})
      for (bool isLarge : {false, true}) {
        expectNpzSample(zip(parts(entries, isDeflated), isLarge));
        expectNpzSample(zip(parts(entries, isDeflated), isLarge, "a comment"));
      }
}

TEST(NpzTest, FormatsAndIndexTypes) {
  Entries entries = csrEntries();
  entries["format"] =
      npy("<U3", "()", std::string("c\0\0\0s\0\0\0r\0\0\0", 12));
  entries["indices"] = list<int32_t>("<i4", {3, 1, 0, 0});
  entries["indptr"] = list<int32_t>("<i4", {0, 2, 2, 4});
  entries["_is_array"] = npy("|b1", "()", "\1");
  expectNpzSample(zip(parts(entries)));
}

TEST(NpzTest, CompressedColumns) {
  Entries entries = csrEntries();
  entries["format"] = word("csc");
  entries["indptr"] = longs({0, 2, 2, 3, 4});
  entries["indices"] = longs({2, 0, 1, 0});
  TempFile file(".npz", zip(parts(entries)));
  auto matrix = readNpz(file.path());
  ASSERT_EQ(text(matrix), "");
  EXPECT_EQ(indices(matrix->coordinates[1]), Indices({0, 0, 2, 3}));
  EXPECT_EQ(indices(matrix->coordinates[0]), Indices({2, 0, 1, 0}));
}

TEST(NpzTest, CoordinatesInOneArray) {
  Entries entries = cooEntries();
  entries.erase("row");
  entries.erase("col");
  auto table = [](const std::string &shape, const Indices &values) {
    std::string bytes(reinterpret_cast<const char *>(values.data()),
                      values.size() * sizeof(int64_t));
    return npy("<i8", shape, bytes);
  };
  entries["coords"] = table("(2, 4)", {0, 0, 2, 2, 3, 1, 0, 0});
  expectNpzSample(zip(parts(entries)));
  entries["coords"] = table("(2, 4)", {0, 0, 2, 2, 3, 1, 0, 4});
  EXPECT_EQ(npzFailure(entries),
            "coords.npy: index 3: expected column in [0, 4) but got 4");
  entries["coords"] = table("(3, 4)", Indices(12, 0));
  EXPECT_EQ(npzFailure(entries), "coords.npy: expected shape 2x4 but got 3x4");
}

/// An array of 64-bit indices of shape `shape`, as Python writes it.
static std::string longTable(const std::string &shape, const Indices &values) {
  return npy("<i8", shape,
             {reinterpret_cast<const char *>(values.data()),
              values.size() * sizeof(int64_t)});
}

/// Checks that `entries` are a tensor of this shape and these coordinates, with
/// the values 1, 2 and so on.
static void expectNpzTensor(const Entries &entries, const Indices &shape,
                            const std::vector<Indices> &coordinates) {
  TempFile file(".npz", zip(parts(entries)));
  auto tensor = readNpz(file.path());
  ASSERT_EQ(text(tensor), "");
  EXPECT_EQ(tensor->shape, shape);
  ASSERT_EQ(tensor->coordinates.size(), coordinates.size());
  for (size_t dim = 0; dim < coordinates.size(); ++dim)
    EXPECT_EQ(indices(tensor->coordinates[dim]), coordinates[dim]) << dim;
  auto values = elements<float>(tensor->values);
  for (size_t e = 0; e < values.size(); ++e)
    EXPECT_EQ(values[e], float(e + 1));
  EXPECT_EQ(text(validate(*tensor)), "");
}

TEST(NpzTest, AnyNumberOfDimensions) {
  Entries entries = {{"format", word("coo")},
                     {"data", list<float>("<f4", {1, 2})}};
  entries["shape"] = longs({7});
  entries["coords"] = longTable("(1, 2)", {6, 0});
  expectNpzTensor(entries, {7}, {{6, 0}});
  entries["shape"] = longs({2, 3, 4});
  entries["coords"] = longTable("(3, 2)", {1, 0, 2, 2, 3, 0});
  expectNpzTensor(entries, {2, 3, 4}, {{1, 0}, {2, 2}, {3, 0}});
  entries["coords"] = longTable("(3, 2)", {1, 0, 2, 3, 3, 0});
  EXPECT_EQ(npzFailure(entries),
            "coords.npy: index 1: expected coordinate of dimension 1 in [0, 3) "
            "but got 3");
  entries["coords"] = longTable("(2, 2)", {1, 0, 2, 2});
  EXPECT_EQ(npzFailure(entries), "coords.npy: expected shape 3x2 but got 2x2");
  Entries vector = csrEntries();
  vector["shape"] = longs({4});
  vector["indptr"] = longs({0, 4});
  expectNpzTensor(vector, {4}, {{3, 1, 0, 0}});
  EXPECT_EQ(npzFailure(vector, "indptr", longs({0, 2, 4})),
            "indptr.npy: expected 2 offsets, one more than rows, but got 3");
}

/// The tensor 2x3x4 with elements (0, 1, 2), (1, 0, 3) and (1, 2, 0), as the
/// class COO of pydata/sparse is saved.
static Entries pydataEntries() {
  return {{"data", list<float>("<f4", {1, 2, 3})},
          {"shape", longs({2, 3, 4})},
          {"fill_value", npy("<f4", "()", std::string(4, '\0'))},
          {"coords", npy("|u1", "(3, 3)", {0, 1, 1, 1, 0, 2, 2, 3, 0})}};
}

/// The same as the class GCXS, whose dimensions 2 and 0 are compressed.
static Entries gcxsEntries() {
  Entries entries = pydataEntries();
  entries.erase("coords");
  entries["compressed_axes"] = longs({2, 0});
  // Rows are cells of dimensions 2 and 0: 1 is (0, 1), 4 (2, 0) and 7 (3, 1).
  entries["data"] = list<float>("<f4", {1, 2, 3});
  entries["indptr"] = longs({0, 0, 1, 1, 1, 2, 2, 2, 3});
  entries["indices"] = longs({2, 1, 0});
  return entries;
}

TEST(NpzTest, ArraysOfPydata) {
  expectNpzTensor(pydataEntries(), {2, 3, 4},
                  {{0, 1, 1}, {1, 0, 2}, {2, 3, 0}});
  expectNpzTensor(gcxsEntries(), {2, 3, 4}, {{1, 0, 1}, {2, 1, 0}, {0, 2, 3}});
  Entries vector = gcxsEntries();
  vector["shape"] = longs({9});
  expectNpzTensor(vector, {9}, {{2, 1, 0}});
  // Newer versions name the class.
  Entries named = pydataEntries(), compressed = gcxsEntries();
  named["format"] = word("coo");
  compressed["format"] = word("gcxs");
  expectNpzTensor(named, {2, 3, 4}, {{0, 1, 1}, {1, 0, 2}, {2, 3, 0}});
  expectNpzTensor(compressed, {2, 3, 4}, {{1, 0, 1}, {2, 1, 0}, {0, 2, 3}});
  float one = 1;
  for (const Entries &entries : {pydataEntries(), named, gcxsEntries()})
    EXPECT_EQ(npzFailure(entries, "fill_value",
                         npy("<f4", "()", {reinterpret_cast<char *>(&one), 4})),
              "fill_value.npy: expected 0 but got 1");
  EXPECT_EQ(npzFailure(pydataEntries(), "fill_value", longs({0})),
            "fill_value.npy: expected an array of 0 dimensions but got shape "
            "1");
}

TEST(NpzTest, RefusesCompressedAxes) {
  for (auto [axes, got] : {std::pair(Indices{}, "none"),
                           {{0, 1, 2}, "0, 1, 2"},
                           {{1, 1}, "1, 1"},
                           {{-1}, "-1"},
                           {{3}, "3"}})
    EXPECT_EQ(npzFailure(gcxsEntries(), "compressed_axes", longs(axes)),
              "compressed_axes.npy: expected some of 3 dimensions, each once "
              "but got " +
                  std::string(got));
  EXPECT_EQ(npzFailure(gcxsEntries(), "indptr", longs({0, 3})),
            "indptr.npy: expected 9 offsets, one more than cells of compressed "
            "axes, but got 2");
  EXPECT_EQ(npzFailure(gcxsEntries(), "indices", longs({2, 1, 3})),
            "indices.npy: row 7, index 2: expected index in [0, 3) but got 3");
  EXPECT_EQ(npzFailure(gcxsEntries(), "shape",
                       longs({INT64_MAX / 2, 3, INT64_MAX / 2}))
                .substr(0, 46),
            "shape.npy: expected less than 2^63 - 1 cells b");
}

/// A 4x6 matrix of blocks of 2x3, at block coordinates (0, 1) and (1, 0).
static Entries bsrEntries() {
  std::vector<float> values = {1, 2, 3, 4, 0, 6, 7, 8, 9, 10, 11, 12};
  std::string bytes(reinterpret_cast<const char *>(values.data()), 48);
  return {{"format", word("bsr")},
          {"shape", longs({4, 6})},
          {"data", npy("<f4", "(2, 2, 3)", bytes)},
          {"indptr", longs({0, 1, 2})},
          {"indices", longs({1, 0})}};
}

TEST(NpzTest, Blocks) {
  TempFile file(".npz", zip(parts(bsrEntries(), true)));
  auto matrix = readNpz(file.path());
  ASSERT_EQ(text(matrix), "");
  EXPECT_EQ(indices(matrix->coordinates[0]),
            Indices({0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}));
  EXPECT_EQ(indices(matrix->coordinates[1]),
            Indices({3, 4, 5, 3, 4, 5, 0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(elements<float>(matrix->values),
            std::vector<float>({1, 2, 3, 4, 0, 6, 7, 8, 9, 10, 11, 12}));
  EXPECT_EQ(text(validate(*matrix)), "");
}

TEST(NpzTest, CellsOfBlocksThatAreElements) {
  Entries entries = bsrEntries();
  entries["elements"] =
      npy("|b1", "(2, 2, 3)", {1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
  TempFile file(".npz", zip(parts(entries)));
  auto matrix = readNpz(file.path());
  ASSERT_EQ(text(matrix), "");
  EXPECT_EQ(indices(matrix->coordinates[0]), Indices({0, 0, 3}));
  EXPECT_EQ(indices(matrix->coordinates[1]), Indices({3, 4, 2}));
  EXPECT_EQ(elements<float>(matrix->values), std::vector<float>({1, 2, 12}));
  EXPECT_EQ(npzFailure(bsrEntries(), "elements",
                       npy("|b1", "(2, 6)", std::string(12, 1))),
            "elements.npy: expected bool of shape 2x2x3 but got bool of shape "
            "2x6");
}

TEST(NpzTest, RefusesBlocks) {
  EXPECT_EQ(npzFailure(bsrEntries(), "shape", longs({4, 5})),
            "data.npy: expected blocks that divide 4x5 but got blocks of 2x3");
  EXPECT_EQ(npzFailure(bsrEntries(), "data", npy("<f4", "(2, 0, 3)", "")),
            "data.npy: expected blocks that divide 4x6 but got blocks of 0x3");
  EXPECT_EQ(npzFailure(bsrEntries(), "data", list<float>("<f4", {1, 2})),
            "data.npy: expected an array of 3 dimensions but got shape 2");
  EXPECT_EQ(npzFailure(bsrEntries(), "indptr", longs({0, 2})),
            "indptr.npy: expected 3 offsets, one more than block rows, but got "
            "2");
  EXPECT_EQ(npzFailure(bsrEntries(), "indptr", longs({0, 1, 1})),
            "indptr.npy: block row offset 2: expected 2, the number of "
            "entries, but got 1");
  EXPECT_EQ(npzFailure(bsrEntries(), "indices", longs({0})),
            "indices.npy: expected 2 indices, as data.npy has blocks, but got "
            "1");
  EXPECT_EQ(npzFailure(bsrEntries(), "indices", longs({0, 2})),
            "indices.npy: block row 1, index 1: expected block column in [0, "
            "2) but got 2");
}

/// A 3x4 matrix with the diagonals 1, -2 and 9, the last outside.
static Entries diaEntries() {
  std::vector<double> values = {9, 1, 2, 0, 3, 9, 9, 9, 5, 5, 5, 5};
  std::string bytes(reinterpret_cast<const char *>(values.data()), 96);
  return {{"format", word("dia")},
          {"shape", longs({3, 4})},
          {"data", npy("<f8", "(3, 4)", bytes)},
          {"offsets", list<int32_t>("<i4", {1, -2, 9})}};
}

TEST(NpzTest, Diagonals) {
  TempFile file(".npz", zip(parts(diaEntries())));
  auto matrix = readNpz(file.path());
  ASSERT_EQ(text(matrix), "");
  // The zero at (2, 3) is no entry.
  EXPECT_EQ(indices(matrix->coordinates[0]), Indices({0, 1, 2}));
  EXPECT_EQ(indices(matrix->coordinates[1]), Indices({1, 2, 0}));
  EXPECT_EQ(elements<double>(matrix->values), std::vector<double>({1, 2, 3}));
}

TEST(NpzTest, DiagonalsShorterThanTheMatrix) {
  Entries entries = diaEntries();
  std::vector<double> values = {1, 2};
  entries["data"] =
      npy("<f8", "(1, 2)", {reinterpret_cast<const char *>(values.data()), 16});
  entries["offsets"] = longs({0});
  TempFile file(".npz", zip(parts(entries)));
  auto matrix = readNpz(file.path());
  ASSERT_EQ(text(matrix), "");
  EXPECT_EQ(indices(matrix->coordinates[0]), Indices({0, 1}));
  EXPECT_EQ(indices(matrix->coordinates[1]), Indices({0, 1}));
}

TEST(NpzTest, DiagonalsFarOutside) {
  Entries entries = diaEntries();
  entries["shape"] = longs({INT64_MAX - 1, INT64_MAX - 1});
  entries["offsets"] = longs({INT64_MIN, INT64_MAX, INT64_MAX - 2});
  TempFile file(".npz", zip(parts(entries)));
  auto matrix = readNpz(file.path());
  ASSERT_EQ(text(matrix), "");
  EXPECT_EQ(matrix->entries(), 0);
}

TEST(NpzTest, RefusesDiagonals) {
  EXPECT_EQ(npzFailure(diaEntries(), "offsets", longs({1, -2})),
            "offsets.npy: expected 3 offsets, as data.npy has diagonals, but "
            "got 2");
  EXPECT_EQ(npzFailure(diaEntries(), "offsets", longs({1, -2, 1})),
            "offsets.npy: expected each diagonal once but got 1 twice");
  EXPECT_EQ(npzFailure(diaEntries(), "data", list<double>("<f8", {1, 2, 3})),
            "data.npy: expected an array of 2 dimensions but got shape 3");
}

TEST(NpzTest, ValuesOfEveryType) {
  for (auto [descr, dtype] : {std::pair("<f2", DType::F16),
                              {"|V2", DType::BF16},
                              {"|b1", DType::I1},
                              {"<c8", DType::C64},
                              {"<c16", DType::C128}}) {
    Entries entries = csrEntries();
    entries["data"] = npy(descr, "(4,)", std::string(4 * dtypeSize(dtype), 1));
    TempFile file(".npz", zip(parts(entries)));
    auto matrix = readNpz(file.path());
    ASSERT_EQ(text(matrix), "");
    EXPECT_EQ(matrix->values.dtype(), dtype);
    EXPECT_EQ(matrix->values.size(), 4);
  }
}

TEST(NpzTest, TypesByAHeaderAlone) {
  for (bool isDeflated : {false, true}) {
    Entries entries = csrEntries();
    entries["data"] = npy("<c16", "(4,)", "");
    TempFile file(".npz", zip(parts(entries, isDeflated)));
    Expected<DType> found = readNpzType(file.path());
    ASSERT_EQ(text(found), "");
    EXPECT_EQ(*found, DType::C128);
  }
  TempFile none(".npz", zip(parts({{"format", word("csr")}})));
  EXPECT_EQ(text(readNpzType(none.path())),
            none.path() + ": data.npy: expected such an entry but got none");
  TempFile bytes(".npz", zip(parts({{"data", list<uint8_t>("|u1", {1})}})));
  EXPECT_EQ(*readNpzType(bytes.path()), DType::I16);
  TempFile other(".npz", zip(parts({{"data", npy("<f16", "(0,)", "")}})));
  EXPECT_EQ(text(readNpzType(other.path())).substr(0, other.path().size() + 20),
            other.path() + ": data.npy: expected");
}

TEST(NpzTest, ProgressStaysInsideTheFile) {
  std::string bytes = zip(parts(csrEntries(), true));
  TempFile file(".npz", bytes);
  int64_t last = 0;
  auto progress = [&](int64_t done, int64_t total) {
    EXPECT_EQ(total, int64_t(bytes.size()));
    EXPECT_LE(last, done);
    EXPECT_LE(done, total);
    last = done;
  };
  ASSERT_EQ(text(readNpz(file.path(), progress)), "");
  EXPECT_GT(last, 0);
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
  EXPECT_EQ(npzFailure(csrEntries(), "format", word("lil")),
            "format.npy: expected format csr, csc, coo, bsr, dia or gcxs but "
            "got 'lil'");
  EXPECT_EQ(npzFailure(csrEntries(), "format", longs({1})),
            "format.npy: expected one string of at most 64 characters but got "
            "'<i8' of shape 1");
  EXPECT_EQ(npzFailure(csrEntries(), "format", npy("|S99", "()", "csr")),
            "format.npy: expected one string of at most 64 characters but got "
            "'|S99' of shape scalar");
  EXPECT_EQ(npzFailure(csrEntries(), "format", npy("|S3", "()", "cs")),
            "format.npy: expected 3 bytes of data but got 2");
  EXPECT_EQ(npzFailure(csrEntries(), "format", npy("|S3", "()", "csr!")),
            "format.npy: expected 3 bytes of data but got 4");
  Entries entries = csrEntries();
  entries.erase("format");
  EXPECT_EQ(npzFailure(entries),
            "format.npy: expected such an entry but got none");
}

TEST(NpzTest, RefusesShapes) {
  Entries columns = csrEntries();
  columns["format"] = word("csc");
  EXPECT_EQ(npzFailure(columns, "shape", longs({3})),
            "shape.npy: expected 2 sizes but got 1");
  EXPECT_EQ(npzFailure(csrEntries(), "shape", longs({3, 4, 5})),
            "shape.npy: expected 1 to 2 sizes but got 3");
  EXPECT_EQ(npzFailure(cooEntries(), "shape", longs({})),
            "shape.npy: expected 1 to 64 sizes but got 0");
  EXPECT_EQ(npzFailure(csrEntries(), "shape", longs({3, -4})),
            "shape.npy: expected size 1 in [0, 2^63 - 1) but got -4");
  EXPECT_EQ(npzFailure(csrEntries(), "shape", longs({INT64_MAX, 4})),
            "shape.npy: expected size 0 in [0, 2^63 - 1) but got "
            "9223372036854775807");
  EXPECT_EQ(npzFailure(csrEntries(), "shape", list<double>("<f8", {3, 4})),
            "shape.npy: expected integers but got f64");
  EXPECT_EQ(npzFailure(csrEntries(), "shape",
                       npy("<i8", "(1, 2)", std::string(16, '\0'))),
            "shape.npy: expected an array of 1 dimension but got shape 1x2");
}

TEST(NpzTest, RefusesOffsets) {
  EXPECT_EQ(npzFailure(csrEntries(), "indptr", longs({0, 2, 4})),
            "indptr.npy: expected 4 offsets, one more than rows, but got 3");
  EXPECT_EQ(npzFailure(csrEntries(), "format", word("csc")),
            "indptr.npy: expected 5 offsets, one more than columns, but got 4");
  EXPECT_EQ(npzFailure(csrEntries(), "indptr", longs({1, 2, 2, 4})),
            "indptr.npy: row offset 0: expected 0 but got 1");
  EXPECT_EQ(npzFailure(csrEntries(), "indptr", longs({0, 3, 2, 4})),
            "indptr.npy: row offset 2: expected at least 3 but got 2");
  EXPECT_EQ(npzFailure(csrEntries(), "indptr", longs({0, 2, 2, 5})),
            "indptr.npy: row offset 3: expected 4, the number of entries, but "
            "got 5");
  EXPECT_EQ(
      npzFailure(csrEntries(), "indptr", list<float>("<f4", {0, 2, 2, 4})),
      "indptr.npy: expected integers but got f32");
}

TEST(NpzTest, RefusesIndices) {
  EXPECT_EQ(npzFailure(csrEntries(), "indices", longs({3, 1, 0, 4})),
            "indices.npy: row 2, index 3: expected column in [0, 4) but got 4");
  EXPECT_EQ(
      npzFailure(csrEntries(), "indices", longs({3, -1, 0, 0})),
      "indices.npy: row 0, index 1: expected column in [0, 4) but got -1");
  EXPECT_EQ(npzFailure(csrEntries(), "indices", longs({3, 1, 0})),
            "indices.npy: expected 4 indices, as data.npy has values, but got "
            "3");
  EXPECT_EQ(npzFailure(cooEntries(), "row", longs({0, 0, 3, 2})),
            "row.npy: index 2: expected row in [0, 3) but got 3");
  EXPECT_EQ(npzFailure(cooEntries(), "col", longs({0, -2, 3, 2})),
            "col.npy: index 1: expected column in [0, 4) but got -2");
  EXPECT_EQ(npzFailure(cooEntries(), "col", longs({0, 2, 3, 2, 1})),
            "col.npy: expected 4 indices, as data.npy has values, but got 5");
  EXPECT_EQ(npzFailure(cooEntries(), "col", list<double>("<f8", {0, 0, 0, 0})),
            "col.npy: expected integers but got f64");
}

TEST(NpzTest, RefusesValues) {
  EXPECT_EQ(
      npzFailure(csrEntries(), "data",
                 npy("<f16", "(1,)", std::string(16, '\0'))),
      "data.npy: expected float16, bfloat16, float32, float64, bool, int8, "
      "int16, int32, int64, complex64, complex128 or unsigned integers but got "
      "'<f16'");
  EXPECT_EQ(npzFailure(csrEntries(), "data",
                       npy("<f4", "(2, 2)", std::string(16, '\0'))),
            "data.npy: expected an array of 1 dimension but got shape 2x2");
  EXPECT_EQ(npzFailure(csrEntries(), "data",
                       npy("<f4", "(1000000000000,)", std::string(16, '\0'))),
            "data.npy: expected 4000000000000 bytes of data for shape "
            "1000000000000 but got 16");
  EXPECT_EQ(npzFailure(csrEntries(), "data", "hello"),
            "data.npy: expected a header of 8 more bytes but got 5");
}
