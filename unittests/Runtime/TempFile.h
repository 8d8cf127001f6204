//===- TempFile.h - Files for the length of a test --------------*- C++ -*-===//

#ifndef SPINDLE_UNITTESTS_RUNTIME_TEMPFILE_H
#define SPINDLE_UNITTESTS_RUNTIME_TEMPFILE_H

#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <zlib.h>

namespace spindle::runtime {

/// A path for a file of the test that runs, removed at the end of the scope.
class TempFile {
public:
  /// `suffix` ends the file's name; the file does not exist yet.
  explicit TempFile(const std::string &suffix) {
    const testing::TestInfo *test =
        testing::UnitTest::GetInstance()->current_test_info();
    static int serial = 0;
    name = testing::TempDir() + "spindle-" + std::to_string(getpid()) + "-" +
           test->name() + "-" + std::to_string(serial++) + suffix;
  }
  /// A file with the given bytes.
  TempFile(const std::string &suffix, std::string_view bytes)
      : TempFile(suffix) {
    std::FILE *file = std::fopen(name.c_str(), "wb");
    EXPECT_EQ(std::fwrite(bytes.data(), 1, bytes.size(), file), bytes.size());
    std::fclose(file);
  }
  TempFile(const TempFile &) = delete;
  TempFile &operator=(const TempFile &) = delete;
  /// Removes the file.
  ~TempFile() { std::remove(name.c_str()); }

  /// Where the file is.
  const std::string &path() const { return name; }

  /// The bytes in the file, as stored.
  std::string bytes() const {
    std::string all;
    std::FILE *file = std::fopen(name.c_str(), "rb");
    EXPECT_NE(file, nullptr) << name;
    for (int c; file && (c = std::fgetc(file)) != EOF;)
      all += static_cast<char>(c);
    if (file)
      std::fclose(file);
    return all;
  }

private:
  std::string name;
};

/// `text` as a gzip stream.
inline std::string gzip(std::string_view text) {
  TempFile file(".gz");
  gzFile out = gzopen(file.path().c_str(), "wb");
  gzwrite(out, text.data(), text.size());
  gzclose(out);
  return file.bytes();
}

} // namespace spindle::runtime

#endif // SPINDLE_UNITTESTS_RUNTIME_TEMPFILE_H
