//===- ReaderInput.h - The file that an input stands for --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first byte says which reader reads what follows, the second the type of
// the elements, the third the format that they are then stored in:
//
//   m M  Matrix Market         s S  .smtx        t T  .tns
//   y    .npy                  z Z  .npz
//
// A capital letter of a text's kind has the rest compressed by gzip first.
// After `Z` the rest is the parts of an archive, which is made with right sizes
// and checksums: for each a letter for its name, a byte whose lowest bit says
// whether it is deflated, and two for the number of bytes that follow, the
// lowest first. Other bytes stand for one of these by their remainder.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FUZZ_READERINPUT_H
#define SPINDLE_UNITTESTS_FUZZ_READERINPUT_H

#include "Spindle/Runtime/Support/DType.h"

#include <optional>
#include <string>

namespace spindle::fuzz {

/// What an input of the readers says.
struct ReaderInput {
  /// A small letter of the list above.
  char kind;
  runtime::DType dtype;
  /// Which of the formats of StoredLaws.h; `#`: the one of `formatText`.
  uint8_t format;
  std::string formatText;
  /// The bytes of the file.
  std::string file;
  /// The size of what they hold uncompressed; for an archive as it is the most
  /// that it can be. Their own size for a file that is not compressed.
  int64_t contents;

  bool isCompressed() const { return contents != int64_t(file.size()); }
};

/// What `bytes` say; none where there are too few, or where a few of them
/// inflate to many.
std::optional<ReaderInput> decodeInput(std::string_view bytes);

/// A file in memory that has a path, as long as this object lives.
class MemoryFile {
public:
  explicit MemoryFile(std::string_view bytes);
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;
  ~MemoryFile();

  std::string path() const { return "/proc/self/fd/" + std::to_string(fd); }

private:
  int fd;
};

} // namespace spindle::fuzz

#endif // SPINDLE_UNITTESTS_FUZZ_READERINPUT_H
