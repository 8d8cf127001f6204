//===- NpzWriterTest.cpp - Writing archives of SciPy's kind ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operands.h"
#include "TempFile.h"
#include "ZipEntryReader.h"
#include "ZipWriter.h"

#include "Spindle/Runtime/IO/Npz.h"

using namespace spindle::runtime;

/// The error of `writeNpz`; empty for none.
static std::string npzWriteFailure(const std::string &path,
                                   const NpzTensor &tensor) {
  auto error = writeNpz(path, tensor);
  return error ? error->str() : "";
}

/// The matrix 2x3 with elements (0, 2), (1, 0) and (1, 1), by rows.
static NpzTensor npzRows() {
  return {"csr",
          {2, 3},
          {{"indptr", array<int32_t>({0, 1, 3})},
           {"indices", array<int64_t>({2, 0, 1})},
           {"data", array<double>({1, 2, 3})}}};
}

TEST(NpzWriterTest, IsReadAsWritten) {
  TempFile file(".npz");
  ASSERT_EQ(npzWriteFailure(file.path(), npzRows()), "");
  auto matrix = readNpz(file.path());
  ASSERT_EQ(text(matrix), "");
  EXPECT_EQ(matrix->shape, Indices({2, 3}));
  EXPECT_EQ(indices(matrix->coordinates[0]), Indices({0, 1, 1}));
  EXPECT_EQ(indices(matrix->coordinates[1]), Indices({2, 0, 1}));
  EXPECT_EQ(elements<double>(matrix->values), std::vector<double>({1, 2, 3}));
}

TEST(NpzWriterTest, TheSameMatrixGivesTheSameBytes) {
  TempFile first(".npz"), second(".npz");
  ASSERT_EQ(npzWriteFailure(first.path(), npzRows()), "");
  ASSERT_EQ(npzWriteFailure(second.path(), npzRows()), "");
  EXPECT_EQ(first.bytes(), second.bytes());
}

TEST(NpzWriterTest, TellsHowFarItIs) {
  NpzTensor matrix = npzRows();
  // More than is written between two reports.
  int64_t many = (int64_t(3) << 24) / 8;
  matrix.arrays[2].second = array(std::vector<double>(many, 1.0));
  std::vector<int64_t> told;
  TempFile file(".npz");
  auto error = writeNpz(file.path(), matrix, [&](int64_t done, int64_t total) {
    EXPECT_LE(done, total);
    EXPECT_GT(done, told.empty() ? 0 : told.back());
    told.push_back(done);
    if (done == total) {
      EXPECT_EQ(done, 3 + 16 + 1 + 12 + 24 + 8 * many);
    }
  });
  EXPECT_FALSE(error);
  EXPECT_EQ(told.size(), 8u);
}

TEST(NpzWriterTest, Refuses) {
  NpzTensor matrix = npzRows();
  EXPECT_EQ(npzWriteFailure("/nonexistent/a.npz", matrix),
            "/nonexistent/a.npz: no such directory");
  matrix.arrays[2].second = *Array::allocate(DType::BF16, {3});
  EXPECT_EQ(
      npzWriteFailure("/nonexistent/a.npz", matrix),
      "/nonexistent/a.npz: expected elements of a type that NumPy has but got "
      "bf16");
}

/// How many numbers of 32 bits in `bytes` say that theirs is zip64's.
static int countElsewhere(const std::string &bytes) {
  const std::string mark(4, '\xff');
  int count = 0;
  for (size_t at = 0; (at = bytes.find(mark, at)) != std::string::npos; at += 4)
    ++count;
  return count;
}

/// Writes entries of some sizes with the numbers above `largest` in zip64,
/// checks what is read, and that `elsewhere` numbers are there.
static void expectEntries(uint64_t largest,
                          std::optional<int> elsewhere = std::nullopt) {
  const std::vector<std::string> contents = {"", "a", std::string(200, 'b'),
                                             std::string(90, 'c')};
  TempFile file(".zip");
  auto out = ZipWriter::create(file.path(), largest);
  ASSERT_EQ(text(out), "");
  for (const std::string &bytes : contents) {
    out->begin(
        "e" + std::to_string(bytes.size()), bytes.size(),
        crc32(0, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size()));
    out->append(bytes.data(), bytes.size());
  }
  ASSERT_FALSE(out->commit());
  if (elsewhere) {
    EXPECT_EQ(countElsewhere(file.bytes()), *elsewhere);
  }
  auto in = InputFile::open(file.path());
  ASSERT_EQ(text(in), "");
  auto entries = readZipDirectory(*in);
  ASSERT_EQ(text(entries), "");
  ASSERT_EQ(entries->size(), contents.size());
  for (size_t e = 0; e < contents.size(); ++e) {
    EXPECT_EQ((*entries)[e].name, "e" + std::to_string(contents[e].size()));
    auto reader = ZipEntryReader::open(*in, (*entries)[e]);
    ASSERT_EQ(text(reader), "");
    std::string bytes(contents[e].size(), '\0');
    auto got = (*reader)->read(bytes.data(), bytes.size());
    ASSERT_EQ(text(got), "");
    EXPECT_EQ(*got, int64_t(bytes.size()));
    EXPECT_EQ(bytes, contents[e]);
  }
}

TEST(ZipWriterTest, LargeNumbersAreInZip64) {
  expectEntries(ZipWriter::mostPlain, 0);
  // The sizes of one entry, here and in the directory, the offset of the last,
  // and where and how large the directory is.
  expectEntries(100, 4 + 1 + 2);
  for (uint64_t largest : {0, 1, 32, 65, 250, 400, 450})
    expectEntries(largest);
}

TEST(ZipWriterTest, LeavesNothingWithoutCommit) {
  TempFile file(".zip");
  std::string place = file.path() + ".new";
  {
    auto out = ZipWriter::create(place);
    ASSERT_EQ(text(out), "");
    out->begin("e", 1, 0);
  }
  EXPECT_FALSE(InputFile::open(place));
}
