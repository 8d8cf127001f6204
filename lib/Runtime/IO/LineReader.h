//===- LineReader.h - The lines of a plain or gzip file ---------*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_IO_LINEREADER_H
#define SPINDLE_LIB_RUNTIME_IO_LINEREADER_H

#include "NumberText.h"

#include "Spindle/Runtime/IO/MatrixMarket.h"
#include "Spindle/Runtime/Support/FallibleVector.h"

#include <zlib.h>

namespace spindle::runtime {

/// Reads a text file line by line through one block of fixed size, which also
/// bounds the length of a line.
class LineReader {
public:
  /// The size of the block, and the most bytes that a line can have.
  static constexpr int64_t blockSize = 1 << 20;

  /// Opens the regular file at `path`; `progress` may be empty. Error: a file
  /// that cannot be opened.
  static Expected<LineReader> open(const std::string &path,
                                   ReadProgress progress);

  /// How many bytes behind a line may be looked at. The first is a line feed.
  static constexpr int64_t lookahead = 8;

  /// Reads the next line, without its line feed, which stays valid until the
  /// next call. False at the end of the file and on failure.
  bool next(std::string_view &text) {
    const char *first = block.data() + begin;
    const void *feed = std::memchr(first, '\n', end - begin);
    if (!feed)
      return nextAcrossBlocks(text);
    text = {first, size_t(static_cast<const char *>(feed) - first)};
    begin += static_cast<int64_t>(text.size()) + 1;
    ++line;
    return true;
  }

  /// Starts the next line, to read it by `nextField`, which sets no bound to
  /// its length. Requires that the last field of the line before was read.
  /// False at the end of the file and on failure.
  bool startLine();

  /// Reads the next field of the line: what is between blanks and commas, cut
  /// after `maxField` bytes. It stays valid until the next call. False at the
  /// end of the line and on failure.
  bool nextField(std::string_view &field);

  /// Like `nextField` for a field that is a whole number of at least 0. False,
  /// with nothing read, also where it is something else, long, or near the end
  /// of what was read from the file: `nextField` then tells.
  bool nextNumber(int64_t &number) {
    while (end - begin >= maxField) {
      const char *first = block.data() + begin;
      uint64_t digits = 0;
      const char *stop = appendDigits(first, first + maxField, digits);
      if (stop != first) {
        bool isPlain = stop - first < maxDigits && isFieldEnd(*stop);
        begin += isPlain ? stop - first : 0;
        number = static_cast<int64_t>(digits);
        return isPlain;
      }
      if (!isSeparator(*first))
        return false;
      ++begin;
    }
    return false;
  }

  /// The most bytes that a field can have.
  static constexpr int64_t maxField = 64;

  /// Why `next`, `startLine` or `nextField` failed, if one did.
  const std::optional<Error> &failure() const { return failed; }

  /// The size of the file as stored, in bytes.
  int64_t fileBytes() const { return totalBytes; }

  /// Places `error` at the last line.
  Error here(Error error) const { return std::move(error).in(path, line); }

private:
  /// Ends zlib's reading of a file.
  struct Closer {
    void operator()(gzFile_s *file) const { gzclose_r(file); }
  };

  /// True for what stands between the fields of a line.
  static bool isSeparator(char c) { return isBlank(c) || c == ','; }
  /// True for what ends a field.
  static bool isFieldEnd(char c) { return c == '\n' || isSeparator(c); }

  /// Reads the next line where it does not end in what was read of the file.
  bool nextAcrossBlocks(std::string_view &text);
  /// Skips blanks and commas. False at the end of the file and on failure.
  bool skipSeparators();
  /// Moves what is left of the block to its front and reads more behind it.
  /// False at the end of the file and on failure.
  bool fill();
  /// Checks that the file ended where it should; records a failure if not.
  void checkEnd();
  /// Records a failure in the line that is read by fields, else in the line
  /// after the last one; returns false.
  bool fail(Error error);

  std::string path;
  ReadProgress progress;
  std::unique_ptr<gzFile_s, Closer> file;
  std::optional<Error> failed;
  /// `blockSize` bytes and those to look ahead at.
  FallibleVector<char> block;
  /// The unread bytes of the block are [begin, end).
  int64_t begin = 0, end = 0;
  int64_t line = 0;
  /// Whether line `line` is read by fields and not at its end yet.
  bool isInside = false;
  int64_t totalBytes = 0;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_LINEREADER_H
