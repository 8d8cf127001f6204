//===- TnsTest.cpp - Tensors as text --------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/IO/Tns.h"
#include "Operands.h"
#include "TempFile.h"

#include <limits>

using namespace spindle::runtime;

/// The error of reading `bytes`, the path left out.
static std::string tnsFailure(std::string_view bytes,
                              DType dtype = DType::F32) {
  TempFile file(".tns", bytes);
  auto tensor = readTns(file.path(), dtype);
  if (tensor)
    return "no error";
  EXPECT_EQ(tensor.error().file, file.path());
  int64_t line = tensor.error().line;
  return tensor.takeError().in("f", line).str();
}

/// A tensor of f64 from its entries.
static CooTensor tensorOf(const Indices &shape,
                          const std::vector<Indices> &coordinates,
                          const std::vector<double> &values) {
  CooTensor tensor;
  tensor.shape = shape;
  for (const Indices &list : coordinates)
    tensor.coordinates.push_back(array(list));
  tensor.values = array(values);
  return tensor;
}

/// Checks that `bytes` hold `want`.
static void expectTensor(std::string_view bytes, const CooTensor &want) {
  TempFile file(".tns", bytes);
  auto tensor = readTns(file.path(), DType::F64);
  ASSERT_EQ(text(tensor), "") << bytes;
  EXPECT_EQ(tensor->shape, want.shape);
  EXPECT_EQ(text(validate(*tensor)), "");
  EXPECT_TRUE(haveSameEntries(*tensor, want)) << bytes;
}

TEST(TnsTest, EveryStyle) {
  CooTensor want = tensorOf({2, 3, 4}, {{1, 0}, {2, 0}, {0, 3}}, {1.5, -2});
  std::string entries = "2 3 1 1.5\n1 1 4 -2\n";
  expectTensor(entries, want);
  expectTensor("# a comment\n\n#order 9\n" + entries + "# another\n\n", want);
  expectTensor("\t2  3 1 +1.5\r\n# between\r\n1 1 4 -2e0", want);
  expectTensor(gzip(entries), want);
  expectTensor("# name; from somewhere\n# order 3 dims 2 3 4 nnz 2 (FROSTT)\n" +
                   entries,
               want);
}

TEST(TnsTest, TheCommentSaysTheShape) {
  std::string entries = "2 3 1 1.5\n";
  expectTensor("# order 3 dims 9 3 1 nnz 1\n" + entries,
               tensorOf({9, 3, 1}, {{1}, {2}, {0}}, {1.5}));
  expectTensor("# order 2 dims 0 5 nnz 0\n", tensorOf({0, 5}, {{}, {}}, {}));
  // What only looks like it is a comment.
  for (const char *comment :
       {"# order of dims 2", "# order 3 dims 2 3 nnz 1", "# order 0 dims nnz 1",
        "# order 3 dims 2 3 1", "# order 3 dims 2 -3 1 nnz 1",
        "# order 33 dims 2 3 1 nnz 1"})
    expectTensor(std::string(comment) + "\n" + entries,
                 tensorOf({2, 3, 1}, {{1}, {2}, {0}}, {1.5}));
}

TEST(TnsTest, DuplicatesAndExplicitZerosStay) {
  expectTensor("1 5\n1 0\n1 5\n", tensorOf({1}, {{0, 0, 0}}, {5, 0, 5}));
}

TEST(TnsTest, EveryElementType) {
  TempFile file(".tns", "1 1 1\n1 2 0\n");
  for (DType dtype : allDTypes) {
    auto tensor = readTns(file.path(), dtype);
    ASSERT_EQ(text(tensor), "");
    ASSERT_EQ(tensor->values.dtype(), dtype);
    visitDType(dtype, [&](auto zero) {
      using T = decltype(zero);
      const T *values = tensor->values.as<T>();
      EXPECT_TRUE(values[0] == T(1) && values[1] == T(0)) << dtypeName(dtype);
    });
  }
}

TEST(TnsTest, LongFilesAndProgress) {
  constexpr int64_t count = 200000;
  std::string bytes;
  Indices last;
  for (int64_t i = 1; i <= count; ++i) {
    bytes += "1 " + std::to_string(i) + " 7 " + std::to_string(-i) + "\n";
    last.push_back(i - 1);
  }
  for (const std::string &stored : {bytes, gzip(bytes)}) {
    TempFile file(".tns", stored);
    int64_t calls = 0, done = 0, total = 0;
    auto tensor =
        readTns(file.path(), DType::I32, [&](int64_t read, int64_t all) {
          ++calls;
          done = read;
          total = all;
        });
    ASSERT_EQ(text(tensor), "");
    EXPECT_EQ(tensor->shape, Indices({1, count, 7}));
    EXPECT_EQ(indices(tensor->coordinates[1]), last);
    EXPECT_GT(calls, 2);
    EXPECT_EQ(done, total);
    EXPECT_EQ(total, static_cast<int64_t>(stored.size()));
  }
}

TEST(TnsTest, RoundTrips) {
  using Double = std::numeric_limits<double>;
  CooTensor tensor =
      tensorOf({7, 1, 3, 9223372036854775807},
               {{6, 0, 6}, {0, 0, 0}, {2, 2, 2}, {9223372036854775806, 0, 5}},
               {0.1, Double::denorm_min(), -Double::max()});
  for (const char *suffix : {".tns", ".tns.gz"}) {
    TempFile file(suffix);
    ASSERT_EQ(text(writeTns(file.path(), tensor)), "");
    expectTensor(file.bytes(), tensor);
  }
  TempFile file(".tns");
  ASSERT_EQ(text(writeTns(file.path(), tensorOf({2, 3}, {{1}, {0}}, {0.5}))),
            "");
  EXPECT_EQ(file.bytes(),
            "# order 2 dims 2 3 nnz 1\n# dtype float64\n2 1 0.5\n");
  EXPECT_EQ(*readTnsType(file.path()), DType::F64);
}

TEST(TnsTest, TypesByAComment) {
  for (auto [bytes, dtype] :
       {std::pair("# dtype int8\n1 1 5\n", std::optional(DType::I8)),
        {"1 1 5\n# dtype int8\n", std::nullopt},
        {"# dtype uint8\n1 1 5\n", std::nullopt},
        {"", std::nullopt}}) {
    TempFile file(".tns", bytes);
    auto found = readTnsType(file.path());
    ASSERT_EQ(text(found), "");
    EXPECT_EQ(*found, dtype) << bytes;
  }
}

TEST(TnsTest, RoundTripsOfTheLargestRank) {
  CooTensor tensor = tensorOf(Indices(maxTnsRank, 2),
                              std::vector<Indices>(maxTnsRank, {1, 0}), {1, 2});
  TempFile file(".tns");
  ASSERT_EQ(text(writeTns(file.path(), tensor)), "");
  expectTensor(file.bytes(), tensor);
  EXPECT_EQ(text(writeTns(file.path(), tensorOf({}, {}, {1}))),
            "expected a rank of 1 to 32 but got 0");
}

TEST(TnsTest, RefusesToWrite) {
  CooTensor tensor = tensorOf({2}, {{2}}, {1});
  EXPECT_EQ(text(writeTns("unused", tensor)), text(validate(tensor)));
  EXPECT_NE(text(validate(tensor)), "");
  tensor = tensorOf({2}, {{1}}, {1});
  tensor.values = array<std::complex<float>>({{1, 2}});
  EXPECT_EQ(text(writeTns("unused", tensor)),
            "expected real numbers but got complex<f32>");
}

TEST(TnsTest, RefusesFiles) {
  EXPECT_EQ(text(readTns("/nonexistent/a.tns", DType::F32)),
            "/nonexistent/a.tns: no such file");
  EXPECT_EQ(tnsFailure("# nothing\n"),
            "f:1: expected an entry or a comment '# order N dims D1 ... DN nnz "
            "E' but got the end of the file");
  std::string packed = gzip("1 2 3\n2 3 4\n");
  EXPECT_EQ(tnsFailure(packed.substr(0, packed.size() - 9)),
            "f:3: expected a complete gzip stream but got one cut short");
  EXPECT_EQ(tnsFailure("1\n"),
            "f:1: expected 1 to 32 coordinates and a value but got 1 field");
  std::string wide;
  for (int i = 0; i < 34; ++i)
    wide += "1 ";
  EXPECT_EQ(tnsFailure("\n" + wide),
            "f:2: expected 1 to 32 coordinates and a value but got 34 fields");
}

TEST(TnsTest, RefusesEntries) {
  EXPECT_EQ(tnsFailure("1 1 1\n1 1\n"),
            "f:2: entry 2: expected 2 coordinates and "
            "a value, 3 fields, but got 2");
  EXPECT_EQ(tnsFailure("1 1 1\n\n1 1 1 1\n"),
            "f:3: entry 2: expected 2 coordinates and a value, 3 fields, but "
            "got 4");
  EXPECT_EQ(tnsFailure("1 0 1\n"),
            "f:1: entry 1: expected coordinate 2 in [1, 9223372036854775807] "
            "but got 0");
  EXPECT_EQ(tnsFailure("# order 2 dims 3 4 nnz 1\n4 1 1\n"),
            "f:2: entry 1: expected coordinate 1 in [1, 3] but got 4");
  EXPECT_EQ(tnsFailure("1 99999999999999999999 1\n"),
            "f:1: entry 1: expected coordinate 2 in [1, 9223372036854775807] "
            "but got 99999999999999999999");
  EXPECT_EQ(tnsFailure("1 x 1\n"),
            "f:1: entry 1: expected a whole number as coordinate 2 but got "
            "'x'");
}

TEST(TnsTest, RefusesValues) {
  EXPECT_EQ(tnsFailure("1 1 1.5\n", DType::I32),
            "f:1: entry 1: expected a value of type int32 but got '1.5'");
  EXPECT_EQ(
      tnsFailure("1 1 300\n", DType::I8),
      "f:1: entry 1: expected a value of type int8 but got '300', which is "
      "too large");
  EXPECT_EQ(tnsFailure("1 1 2\n", DType::I1),
            "f:1: entry 1: expected a value of type bool but got '2', which is "
            "too large");
}

TEST(TnsTest, RefusesOtherNumbersOfEntries) {
  EXPECT_EQ(tnsFailure("# order 1 dims 5 nnz 2\n1 1\n"),
            "f:2: expected 2 entries but got 1");
  EXPECT_EQ(tnsFailure("# order 1 dims 5 nnz 1\n1 1\n# end\n2 1\n"),
            "f:4: expected 1 entry but got more");
  // Memory for those would not be there, so nothing is made ready for them.
  for (bool isPacked : {false, true}) {
    std::string bytes = "# order 1 dims 5 nnz 1000000000000000\n1 1\n";
    EXPECT_EQ(tnsFailure(isPacked ? gzip(bytes) : bytes),
              "f:2: expected 1000000000000000 entries but got 1");
  }
}
