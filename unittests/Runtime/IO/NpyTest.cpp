//===- NpyTest.cpp - NumPy array files ------------------------------------===//

#include "Spindle/Runtime/IO/Npy.h"
#include "Operands.h"
#include "Spindle/Runtime/IO/Generate.h"
#include "TempFile.h"

#include <cstring>

using namespace spindle::runtime;

/// A file with the given header dictionary and data.
static std::string npy(const std::string &dictionary, const std::string &data,
                       char major = 1) {
  std::string file = "\x93NUMPY";
  file += major;
  file += '\0';
  file += static_cast<char>(dictionary.size());
  file.append(major == 1 ? 1 : 3, '\0');
  return file + dictionary + data;
}

/// A header dictionary.
static std::string header(const std::string &descr, const std::string &order,
                          const std::string &shape) {
  return "{'descr': '" + descr + "', 'fortran_order': " + order +
         ", 'shape': " + shape + ", }\n";
}

/// The bytes of some values.
template <typename T> static std::string bytes(std::vector<T> values) {
  return {reinterpret_cast<const char *>(values.data()),
          values.size() * sizeof(T)};
}

/// The error of reading `content`, the path left out.
static std::string npyFailure(const std::string &content,
                              std::optional<DType> dtype = std::nullopt) {
  TempFile file(".npy", content);
  Expected<Array> array = readNpy(file.path(), dtype);
  if (array)
    return "no error";
  EXPECT_EQ(array.error().file, file.path());
  return array.error().text;
}

TEST(NpyTest, EveryVersion) {
  for (char major : {1, 2, 3}) {
    TempFile file(".npy", npy(header("<i4", "False", "(2, 2)"),
                              bytes<int32_t>({1, 2, 3, 4}), major));
    Expected<Array> array = readNpy(file.path(), DType::I32);
    ASSERT_EQ(text(array), "");
    EXPECT_EQ(array->shape(), Indices({2, 2}));
    EXPECT_EQ(elements<int32_t>(*array), std::vector<int32_t>({1, 2, 3, 4}));
  }
}

TEST(NpyTest, HeadersInOtherStyles) {
  for (const char *dictionary :
       {"{\"shape\":(1L,),\"descr\":\"<f8\",\"fortran_order\":True}",
        " { 'shape' : ( 1 , ) , 'fortran_order' : True , 'descr' : '<f8' } "
        "\n"}) {
    TempFile file(".npy", npy(dictionary, bytes<double>({2.5})));
    Expected<Array> array = readNpy(file.path());
    ASSERT_EQ(text(array), "");
    EXPECT_EQ(elements<double>(*array), std::vector<double>({2.5}));
  }
}

TEST(NpyTest, FortranOrderBecomesRowMajor) {
  TempFile matrix(".npy", npy(header("<i8", "True", "(2, 3)"),
                              bytes<int64_t>({1, 4, 2, 5, 3, 6})));
  EXPECT_EQ(elements<int64_t>(*readNpy(matrix.path())),
            Indices({1, 2, 3, 4, 5, 6}));
  TempFile cube(".npy", npy(header("<i8", "True", "(2, 1, 2)"),
                            bytes<int64_t>({1, 3, 2, 4})));
  EXPECT_EQ(elements<int64_t>(*readNpy(cube.path())), Indices({1, 2, 3, 4}));
  TempFile empty(".npy", npy(header("<i8", "True", "(2, 0, 2)"), ""));
  EXPECT_EQ(readNpy(empty.path())->shape(), Indices({2, 0, 2}));
}

TEST(NpyTest, RoundTrips) {
  for (DType dtype : allDTypes)
    for (auto shape : {Indices{}, Indices{0}, Indices{5}, Indices{3, 4},
                       Indices{2, 3, 4, 5}, Indices(64, 1)}) {
      TempFile file(".npy");
      Array array = *random(dtype, shape, 1);
      ASSERT_EQ(text(writeNpy(file.path(), array)), "");
      Expected<Array> back = readNpy(file.path(), dtype);
      ASSERT_EQ(text(back), "");
      EXPECT_EQ(back->shape(), shape);
      EXPECT_EQ(std::memcmp(back->data(), array.data(), array.byteSize()), 0);
      EXPECT_EQ((file.bytes().size() - array.byteSize()) % 64, 0u);
    }
}

TEST(NpyTest, TypesAsNumPyWritesThem) {
  const std::pair<DType, std::string> types[] = {
      {DType::F16, "<f2"}, {DType::BF16, "<V2"}, {DType::F32, "<f4"},
      {DType::F64, "<f8"}, {DType::I1, "|b1"},   {DType::I8, "|i1"},
      {DType::I16, "<i2"}, {DType::I32, "<i4"},  {DType::I64, "<i8"},
      {DType::C64, "<c8"}, {DType::C128, "<c16"}};
  for (auto &[dtype, descr] : types) {
    TempFile file(".npy");
    ASSERT_EQ(text(writeNpy(file.path(), *zeros(dtype, {1}))), "");
    EXPECT_NE(file.bytes().find("{'descr': '" + descr + "', "),
              std::string::npos);
  }
}

TEST(NpyTest, SmallFloatsAndComplexNumbers) {
  TempFile half(".npy", npy(header("<f2", "False", "(3,)"),
                            bytes<uint16_t>({0x3c00, 0xc100, 1})));
  EXPECT_EQ(elements<Half>(*readNpy(half.path())),
            (std::vector<Half>{Half(1), Half(-2.5), Half(0x1p-24)}));
  // What NumPy 2.4 writes of ml_dtypes' bfloat16, and of what it read of that.
  for (const char *descr : {"<V2", "|V2"}) {
    TempFile file(".npy", npy(header(descr, "False", "(3,)"),
                              bytes<uint16_t>({0x3f80, 0x4020, 0xc040})));
    EXPECT_EQ(
        elements<BFloat16>(*readNpy(file.path(), DType::BF16)),
        (std::vector<BFloat16>{BFloat16(1), BFloat16(2.5), BFloat16(-3)}));
  }
  using Complex = std::complex<float>;
  TempFile complex(".npy", npy(header("<c8", "True", "(2, 2)"),
                               bytes<float>({1, 2, 3, 4, 5, 6, 7, 8})));
  EXPECT_EQ(elements<Complex>(*readNpy(complex.path())),
            (std::vector<Complex>{{1, 2}, {5, 6}, {3, 4}, {7, 8}}));
}

TEST(NpyTest, ABoolThatIsNotZeroIsOne) {
  TempFile file(
      ".npy", npy(header("|b1", "False", "(4,)"), {'\0', '\1', '\2', '\xff'}));
  EXPECT_EQ(elements<bool>(*readNpy(file.path())),
            (std::vector<bool>{false, true, true, true}));
}

TEST(NpyTest, ProgressEndsWithTheFile) {
  TempFile file(".npy");
  ASSERT_EQ(text(writeNpy(file.path(), *zeros(DType::I8, {1 << 25}))), "");
  std::vector<int64_t> seen;
  int64_t bytes = file.bytes().size();
  auto progress = [&](int64_t done, int64_t total) {
    EXPECT_EQ(total, bytes);
    seen.push_back(done);
  };
  ASSERT_EQ(text(readNpy(file.path(), std::nullopt, progress)), "");
  EXPECT_GT(seen.size(), 3u);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(seen.back(), bytes);
}

TEST(NpyTest, TypesByTheHeaderAlone) {
  for (DType dtype : allDTypes) {
    TempFile file(".npy");
    ASSERT_EQ(text(writeNpy(file.path(), *zeros(dtype, {2, 3}))), "");
    Expected<DType> found = readNpyType(file.path());
    ASSERT_EQ(text(found), "");
    EXPECT_EQ(*found, dtype);
  }
  // The data may be missing.
  TempFile cut(".npy", npy(header("<f8", "False", "(1000,)"), ""));
  EXPECT_EQ(*readNpyType(cut.path()), DType::F64);
  TempFile whole(".npy", npy(header(">u4", "False", "(0,)"), ""));
  EXPECT_EQ(*readNpyType(whole.path()), DType::I64);
  TempFile other(".npy", npy(header("<f16", "False", "(0,)"), ""));
  EXPECT_EQ(text(readNpyType(other.path())),
            other.path() + ": " +
                npyFailure(npy(header("<f16", "False", "(0,)"), "")));
  EXPECT_EQ(text(readNpyType("/nonexistent/a")),
            "/nonexistent/a: no such file");
}

TEST(NpyTest, RefusesTheWrongType) {
  EXPECT_EQ(npyFailure(npy(header("<f8", "False", "()"), bytes<double>({1})),
                       DType::F32),
            "expected float32 ('<f4') but got float64 ('<f8')");
  EXPECT_EQ(npyFailure(npy(header("<i4", "False", "()"), bytes<int32_t>({1})),
                       DType::I64),
            "expected int64 ('<i8') but got int32 ('<i4')");
  EXPECT_EQ(npyFailure(npy(header(">V2", "False", "()"), bytes<int16_t>({1})),
                       DType::F32),
            "expected float32 ('<f4') but got '>V2'");
  EXPECT_EQ(npyFailure(npy(header("<c8", "False", "()"), bytes<double>({1})),
                       DType::C128),
            "expected complex128 ('<c16') but got complex64 ('<c8')");
  EXPECT_EQ(npyFailure(npy(header("<V2", "False", "()"), bytes<int16_t>({1})),
                       DType::F16),
            "expected float16 ('<f2') but got bfloat16 ('<V2')");
  for (const char *descr : {"<f16", "|i2", "u1", "<S1", "=f4", "", "<u3"})
    EXPECT_EQ(npyFailure(npy(header(descr, "False", "()"), "x")),
              "expected float16, bfloat16, float32, float64, bool, int8, "
              "int16, int32, int64, complex64, complex128 or unsigned integers "
              "but got '" +
                  std::string(descr) + "'");
}

/// The bytes of `numbers`, each number's in the order of another machine.
template <typename T> static std::string swapped(std::vector<T> numbers) {
  std::string text = bytes<T>(numbers);
  for (size_t at = 0; at < text.size(); at += sizeof(T))
    std::reverse(text.begin() + at, text.begin() + at + sizeof(T));
  return text;
}

/// Checks that the elements `data` of type `descr`, a list, are read as
/// `numbers`.
template <typename T>
static void expectNpy(const std::string &descr, const std::string &data,
                      const std::vector<T> &numbers) {
  std::string shape = "(" + std::to_string(numbers.size()) + ",)";
  TempFile file(".npy", npy(header(descr, "False", shape), data));
  Expected<Array> array = readNpy(file.path());
  ASSERT_EQ(text(array), "") << descr;
  EXPECT_EQ(elements<T>(*array), numbers) << descr;
}

TEST(NpyTest, OtherOrdersOfBytes) {
  expectNpy<int16_t>(">i2", swapped<int16_t>({1, -2, 300}), {1, -2, 300});
  expectNpy<int32_t>(">i4", swapped<int32_t>({1, -70000}), {1, -70000});
  expectNpy<int64_t>(">i8", swapped<int64_t>({1, INT64_MIN}), {1, INT64_MIN});
  expectNpy<float>(">f4", swapped<float>({1.5f, -2}), {1.5f, -2});
  expectNpy<double>(">f8", swapped<double>({1e300, -2}), {1e300, -2});
  expectNpy<Half>(">f2", swapped<uint16_t>({0x3c00, 0xc100}),
                  {Half(1), Half(-2.5)});
  expectNpy<std::complex<float>>(">c8", swapped<float>({1, 2, 3, -4}),
                                 {{1, 2}, {3, -4}});
  expectNpy<std::complex<double>>(">c16", swapped<double>({1, 2}), {{1, 2}});
  expectNpy<int8_t>(">i1", "\x01\xff", {1, -1});
  TempFile matrix(".npy", npy(header(">u2", "True", "(2, 2)"),
                              swapped<uint16_t>({1, 3, 2, 65535})));
  EXPECT_EQ(elements<int32_t>(*readNpy(matrix.path())),
            std::vector<int32_t>({1, 2, 3, 65535}));
}

TEST(NpyTest, UnsignedIntegers) {
  expectNpy<int16_t>("|u1", std::string("\0\x7f\x80\xff", 4),
                     {0, 127, 128, 255});
  expectNpy<int32_t>("<u2", bytes<uint16_t>({0, 32768, 65535}),
                     {0, 32768, 65535});
  expectNpy<int64_t>("<u4", bytes<uint32_t>({0, UINT32_MAX}), {0, UINT32_MAX});
  expectNpy<int64_t>(">u4", swapped<uint32_t>({7, UINT32_MAX}),
                     {7, UINT32_MAX});
  expectNpy<int64_t>("<u8", bytes<uint64_t>({0, INT64_MAX}), {0, INT64_MAX});
  expectNpy<int64_t>(">u8", swapped<uint64_t>({7, 1}), {7, 1});
  EXPECT_EQ(npyFailure(npy(header("<u8", "False", "(2,)"),
                           bytes<uint64_t>({1, uint64_t(1) << 63}))),
            "expected element 1 to be a value of type int64 but got "
            "9223372036854775808");
  EXPECT_EQ(npyFailure(npy(header("<u2", "False", "(2,)"), "abc")),
            "expected 4 bytes of data for shape 2 but got 3");
}

TEST(NpyTest, RefusesTheWrongNumberOfBytes) {
  std::string two = header("<f4", "False", "(2,)");
  EXPECT_EQ(npyFailure(npy(two, bytes<float>({1}))),
            "expected 8 bytes of data for shape 2 but got 4");
  EXPECT_EQ(npyFailure(npy(two, bytes<float>({1, 2, 3}))),
            "expected 8 bytes of data for shape 2 but got 12");
  EXPECT_EQ(npyFailure(npy(header("<f4", "False", "(1000000000000,)"), "")),
            "expected 4000000000000 bytes of data for shape 1000000000000 but "
            "got 0");
  EXPECT_EQ(
      npyFailure(npy(header("<f4", "False", "(4611686018427387904, 2)"), "")),
      "expected an array of less than 2^63 bytes but got shape "
      "4611686018427387904x2 of f32");
}

TEST(NpyTest, RefusesABadStart) {
  EXPECT_EQ(npyFailure(""), "expected a header of 8 more bytes but got 0");
  EXPECT_EQ(npyFailure("PK\3\4 not numpy"),
            "expected magic '\\x93NUMPY' but got 'PK?? n'");
  EXPECT_EQ(npyFailure(npy("", "", 4)),
            "expected version 1.0, 2.0 or 3.0 but got 4.0");
  EXPECT_EQ(npyFailure(std::string("\x93NUMPY\x02\0\xff\xff\xff\xff{}", 14)),
            "expected a header of 4294967295 more bytes but got 2");
}

/// The error of a file whose dictionary is `text`, after its common start.
static std::string dictionary(const std::string &text) {
  std::string error = npyFailure(npy(text, ""));
  std::string start = "expected array header with ";
  EXPECT_EQ(error.substr(0, start.size()), start);
  return error.substr(std::min(start.size(), error.size()));
}

TEST(NpyTest, RefusesABadHeader) {
  EXPECT_EQ(dictionary(""), "'{' at byte 0 but got its end");
  EXPECT_EQ(dictionary("{1"), "a string at byte 1 but got '1'");
  EXPECT_EQ(dictionary("{'descr"), "a closed string at byte 1 but got "
                                   "''descr'");
  EXPECT_EQ(dictionary("{'descr' '"), "':' at byte 9 but got '''");
  EXPECT_EQ(dictionary("{'descr': [('a', '<f4')]"),
            "a string at byte 10 but got '[('a', '<f4')]'");
  EXPECT_EQ(dictionary("{'order': 1}"),
            "one each of 'descr', 'fortran_order' and 'shape' at byte 1 but "
            "got ''order': 1}'");
  EXPECT_EQ(dictionary("{'fortran_order': 1}"),
            "'True' or 'False' at byte 18 but got '1}'");
  EXPECT_EQ(dictionary("{'descr': '<f4' 'shape'"),
            "',' or '}' at byte 16 but got ''shape''");
  EXPECT_EQ(dictionary("{'descr': '<f4'}"),
            "keys 'descr', 'fortran_order' and 'shape' at byte 16 but got its "
            "end");
  EXPECT_EQ(dictionary(header("<f4", "True", "()") + "x"),
            "nothing at byte 55 but got 'x'");
}

TEST(NpyTest, RefusesABadShape) {
  EXPECT_EQ(dictionary("{'shape': 3"), "'(' at byte 10 but got '3'");
  EXPECT_EQ(dictionary("{'shape': (3)"), "',' at byte 12 but got ')'");
  EXPECT_EQ(dictionary("{'shape': (3 4"), "',' at byte 13 but got '4'");
  EXPECT_EQ(dictionary("{'shape': (-3"),
            "an extent of at least 0 at byte 11 but got '-3'");
  EXPECT_EQ(dictionary("{'shape': (9223372036854775808"),
            "an extent below 2^63 at byte 11 but got '9223372036854775808'");
  std::string ones;
  for (int axis = 0; axis < 65; ++axis)
    ones += "1,";
  EXPECT_EQ(dictionary("{'shape': (" + ones).substr(0, 16), "at most 64 axes ");
}

TEST(NpyTest, RefusesToWrite) {
  EXPECT_EQ(text(writeNpy("f", *zeros(DType::F32, Indices(65, 1)))),
            "f: expected a rank of at most 64 but got 65");
  EXPECT_EQ(text(writeNpy("/nonexistent/a", *zeros(DType::F32, {1}))),
            "/nonexistent/a: no such directory");
  EXPECT_EQ(text(readNpy("/nonexistent/a")), "/nonexistent/a: no such file");
}
