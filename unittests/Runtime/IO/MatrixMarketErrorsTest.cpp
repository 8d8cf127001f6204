//===- MatrixMarketErrorsTest.cpp - What Matrix Market files refuse -------===//

#include "Operands.h"
#include "Spindle/Runtime/IO/Generate.h"
#include "Spindle/Runtime/IO/MatrixMarket.h"
#include "TempFile.h"

#include <csignal>
#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace spindle::runtime;

/// The error of reading `bytes`, the path left out.
static std::string matrixFailure(std::string_view bytes,
                                 DType dtype = DType::F32) {
  TempFile file(".mtx", bytes);
  auto operand = readMatrixMarket(file.path(), dtype);
  if (operand)
    return "no error";
  EXPECT_EQ(operand.error().file, file.path());
  return operand.takeError().in("f", operand.error().line).str();
}

/// The error of a 3x4 real file with the given entries.
static std::string entries(const std::string &lines, int64_t announced,
                           DType dtype = DType::F32,
                           const std::string &field = "real",
                           const std::string &symmetry = "general") {
  std::string size = symmetry == "general" ? "3 4 " : "3 3 ";
  return matrixFailure("%%MatrixMarket matrix coordinate " + field + " " +
                           symmetry + "\n" + size + std::to_string(announced) +
                           "\n" + lines,
                       dtype);
}

TEST(MatrixMarketErrorsTest, Files) {
  EXPECT_EQ(text(readMatrixMarket("/nonexistent/a.mtx", DType::F32)),
            "/nonexistent/a.mtx: no such file");
  EXPECT_EQ(text(readMatrixMarket("/", DType::F32)),
            "/: expected a file but got a directory");
}

TEST(MatrixMarketErrorsTest, Banner) {
  EXPECT_EQ(matrixFailure(""),
            "f: expected a '%%MatrixMarket' banner but got the "
            "end of the file");
  std::string banner = "f:1: expected banner '%%MatrixMarket matrix <format> "
                       "<field> <symmetry>' but got ";
  EXPECT_EQ(matrixFailure("\n"), banner + "''");
  EXPECT_EQ(matrixFailure("1 1 1\n"), banner + "'1 1 1'");
  EXPECT_EQ(matrixFailure("%%MatrixMarket matrix coordinate real\n"),
            banner + "'%%MatrixMarket matrix coordinate real'");
  EXPECT_EQ(matrixFailure(std::string(100, '\xff')),
            banner + "'" + std::string(40, '?') + "...'");
}

TEST(MatrixMarketErrorsTest, BannerWords) {
  std::string market = "%%MatrixMarket ";
  EXPECT_EQ(matrixFailure(market + "vector array real general\n"),
            "f:1: expected object 'matrix' but got 'vector'");
  EXPECT_EQ(matrixFailure(market + "matrix csr real general\n"),
            "f:1: expected format to be one of coordinate, array but got "
            "'csr'");
  EXPECT_EQ(matrixFailure(market + "matrix array double general\n"),
            "f:1: expected field to be one of real, integer, complex, pattern "
            "but got 'double'");
  EXPECT_EQ(matrixFailure(market + "matrix array real Triangular\n"),
            "f:1: expected symmetry to be one of general, symmetric, "
            "skew-symmetric, hermitian but got 'triangular'");
}

TEST(MatrixMarketErrorsTest, BannerCombinations) {
  EXPECT_EQ(matrixFailure("%%MatrixMarket matrix array pattern general\n"),
            "f:1: expected values in an array file but got field 'pattern'");
  EXPECT_EQ(
      matrixFailure(
          "%%MatrixMarket matrix coordinate pattern skew-symmetric\n"),
      "f:1: expected values in a skew-symmetric file but got field 'pattern'");
}

/// The error of a coordinate file with the given size line.
static std::string sizes(const std::string &line) {
  return matrixFailure("%%MatrixMarket matrix coordinate real general\n%\n" +
                       line);
}

TEST(MatrixMarketErrorsTest, SizeLine) {
  EXPECT_EQ(sizes("% only\n"),
            "f:3: expected a size line but got the end of the file");
  EXPECT_EQ(sizes("3 4\n"),
            "f:3: expected size line 'rows cols entries' but got '3 4'");
  EXPECT_EQ(sizes("3 -4 1\n"),
            "f:3: expected number of columns of at least 0 but got '-4'");
  EXPECT_EQ(sizes("x 4 1\n"),
            "f:3: expected number of rows of at least 0 but got 'x'");
  EXPECT_EQ(sizes("3 4 1.5\n"),
            "f:3: expected number of entries of at least 0 but got '1.5'");
  EXPECT_EQ(sizes("9223372036854775808 4 1\n"),
            "f:3: expected number of rows below 2^63 but got "
            "'9223372036854775808'");
}

TEST(MatrixMarketErrorsTest, ArraySizeLine) {
  std::string banner = "%%MatrixMarket matrix array real ";
  EXPECT_EQ(matrixFailure(banner + "general\n1 2 3\n"),
            "f:2: expected size line 'rows cols' but got '1 2 3'");
  EXPECT_EQ(matrixFailure(banner + "symmetric\n2 3\n"),
            "f:2: expected as many columns as rows in a symmetric matrix but "
            "got 2x3");
  EXPECT_EQ(matrixFailure(banner + "general\n4000000000 4000000000\n"),
            "f:2: expected less than 2^63 entries but got "
            "4000000000x4000000000");
}

TEST(MatrixMarketErrorsTest, WrongNumberOfFields) {
  EXPECT_EQ(entries("1 1 1\n1 1\n", 2),
            "f:4: entry 2: expected 3 fields but got 2");
  EXPECT_EQ(entries("1 1 1 0\n", 1),
            "f:3: entry 1: expected 3 fields but got 4");
  EXPECT_EQ(entries("1 1 1\n", 1, DType::F32, "pattern"),
            "f:3: entry 1: expected 2 fields but got 3");
  EXPECT_EQ(
      matrixFailure("%%MatrixMarket matrix array real general\n1 2\n1 2\n"),
      "f:3: entry 1: expected 1 field but got 2");
}

TEST(MatrixMarketErrorsTest, Indices) {
  EXPECT_EQ(entries("0 1 1\n", 1),
            "f:3: entry 1: expected row in [1, 3] but got 0");
  EXPECT_EQ(entries("4 1 1\n", 1),
            "f:3: entry 1: expected row in [1, 3] but got 4");
  EXPECT_EQ(entries("1 -1 1\n", 1),
            "f:3: entry 1: expected column in [1, 4] but got -1");
  EXPECT_EQ(entries("1 5 1\n", 1),
            "f:3: entry 1: expected column in [1, 4] but got 5");
  EXPECT_EQ(entries("1 99999999999999999999 1\n", 1),
            "f:3: entry 1: expected column in [1, 4] but got "
            "99999999999999999999");
  EXPECT_EQ(entries("1.5 1 1\n", 1),
            "f:3: entry 1: expected a whole number as row but got '1.5'");
}

TEST(MatrixMarketErrorsTest, Values) {
  EXPECT_EQ(entries("1 1 one\n", 1),
            "f:3: entry 1: expected a value of type float32 but got 'one'");
  EXPECT_EQ(entries("1 1 1.5\n", 1, DType::I32),
            "f:3: entry 1: expected a value of type int32 but got '1.5'");
  EXPECT_EQ(
      entries("1 1 1e39\n", 1),
      "f:3: entry 1: expected a value of type float32 but got '1e39', which "
      "is too large");
  EXPECT_EQ(entries("1 1 1e99999999999999999999\n", 1, DType::F64),
            "f:3: entry 1: expected a value of type float64 but got "
            "'1e99999999999999999999', which is too large");
  EXPECT_EQ(
      entries("1 1 2147483648\n", 1, DType::I32, "integer"),
      "f:3: entry 1: expected a value of type int32 but got '2147483648', "
      "which is too large");
  EXPECT_EQ(entries("1 1 1.5\n", 1, DType::F32, "integer"),
            "f:3: entry 1: expected a whole number but got '1.5'");
  EXPECT_EQ(entries("1 1 +-1\n", 1),
            "f:3: entry 1: expected a value of type float32 but got '+-1'");
}

TEST(MatrixMarketErrorsTest, Triangles) {
  EXPECT_EQ(entries("1 2 1\n", 1, DType::F32, "real", "symmetric"),
            "f:3: entry 1: expected an entry on or below the diagonal but got "
            "row 1 and column 2");
  EXPECT_EQ(entries("2 2 1\n", 1, DType::F32, "real", "skew-symmetric"),
            "f:3: entry 1: expected an entry below the diagonal but got row 2 "
            "and column 2");
  EXPECT_EQ(
      entries("2 1 -2147483648\n", 1, DType::I32, "real", "skew-symmetric"),
      "f:3: entry 1: expected a value of type int32 whose negation is one too "
      "but got -2147483648");
}

TEST(MatrixMarketErrorsTest, NumberOfEntries) {
  EXPECT_EQ(entries("1 1 1\n2 2 2\n", 3), "f:4: expected 3 entries but got 2");
  EXPECT_EQ(entries("1 1 1\n2 2 2\n", 1), "f:4: expected 1 entry but got more");
  EXPECT_EQ(entries("", 9223372036854775807),
            "f:2: expected 9223372036854775807 entries but got 0");
  EXPECT_EQ(
      matrixFailure("%%MatrixMarket matrix array real general\n3 1000000000000"
                    "\n1\n"),
      "f:3: expected 3000000000000 entries but got 1");
}

TEST(MatrixMarketErrorsTest, LongLine) {
  EXPECT_EQ(entries(std::string(1 << 20, '1'), 1),
            "f:3: expected a line of less than 1048576 bytes but got a longer "
            "one");
}

TEST(MatrixMarketErrorsTest, TruncatedGzip) {
  std::string file = "%%MatrixMarket matrix coordinate pattern general\n"
                     "1 1 1\n1 1\n";
  std::string bytes = gzip(file);
  for (size_t size = 3; size < bytes.size(); ++size) {
    std::string error = matrixFailure(std::string_view(bytes).substr(0, size));
    EXPECT_NE(error.find("expected a complete gzip stream but got one cut "
                         "short"),
              std::string::npos)
        << size << ": " << error;
  }
}

TEST(MatrixMarketErrorsTest, DamagedGzip) {
  std::string bytes = gzip("%%MatrixMarket matrix coordinate pattern general\n"
                           "1 1 1\n1 1\n");
  bytes[bytes.size() - 6] ^= 1;
  std::string error = matrixFailure(bytes);
  EXPECT_NE(
      error.find("expected a sound gzip stream but got incorrect data check"),
      std::string::npos)
      << error;
}

/// The largest size of a file that this process may write, for one scope.
class FileSizeLimit {
public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit limited = {bytes, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limited);
    handler = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
  }

private:
  rlimit before;
  void (*handler)(int);
};

TEST(MatrixMarketErrorsTest, AFailedWriteLeavesTheOldFile) {
  TempFile file(".mtx", "old");
  std::optional<Error> error;
  {
    FileSizeLimit limit(4096);
    error = writeMatrixMarket(file.path(), *zeros(DType::F32, {1000, 1000}));
  }
  EXPECT_EQ(text(error),
            file.path() + ": expected a writable file but got file too large");
  EXPECT_EQ(file.bytes(), "old");
  std::string name = file.path().substr(testing::TempDir().size());
  int64_t files = 0;
  DIR *folder = opendir(testing::TempDir().c_str());
  while (dirent *entry = readdir(folder))
    files += std::string(entry->d_name).find(name) == 0;
  closedir(folder);
  EXPECT_EQ(files, 1);
}

TEST(MatrixMarketErrorsTest, Writing) {
  auto matrix = coo<float>(1, 1, {1}, {0}, {1});
  EXPECT_EQ(text(writeMatrixMarket("unused", matrix)),
            "entry 0: expected row in [0, 1) but got 1");
  EXPECT_EQ(text(writeMatrixMarket("unused", *zeros(DType::F32, {3}))),
            "expected an array of rank 2 but got rank 1");
  Array array = *zeros(DType::F32, {1, 1});
  EXPECT_EQ(text(writeMatrixMarket("/nonexistent/a", array)),
            "/nonexistent/a: no such directory");
  EXPECT_EQ(text(writeMatrixMarket("/dev/null", array)),
            "/dev/null: expected a regular file to replace but got another "
            "kind");
  EXPECT_EQ(text(writeMatrixMarket("/", array)),
            "/: expected a file but got a directory");
}

TEST(MatrixMarketErrorsTest, ALinkStaysALink) {
  TempFile file(".mtx", "old"), link(".mtx");
  ASSERT_EQ(symlink(file.path().c_str(), link.path().c_str()), 0);
  ASSERT_EQ(text(writeMatrixMarket(link.path(), *zeros(DType::F32, {1, 1}))),
            "");
  EXPECT_EQ(file.bytes().substr(0, 2), "%%");
  struct stat status;
  ASSERT_EQ(lstat(link.path().c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
}
