//===- TextWriter.h - Numbers and words into a file -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_TEXTWRITER_H
#define SPINDLE_LIB_RUNTIME_IO_TEXTWRITER_H

#include "AtomicFile.h"
#include "NumberText.h"

namespace spindle::runtime {

/// Writes a text file, which appears complete or not at all.
class TextWriter {
public:
  /// Starts the file at `path`, compressed where its name ends in ".gz".
  /// Errors: those of `AtomicFile::create`.
  static Expected<TextWriter> create(const std::string &path) {
    constexpr std::string_view suffix = ".gz";
    bool isGzip =
        path.size() >= suffix.size() &&
        path.compare(path.size() - suffix.size(), suffix.size(), suffix) == 0;
    Expected<AtomicFile> file =
        AtomicFile::create(path, isGzip ? AtomicFile::Encoding::Gzip
                                        : AtomicFile::Encoding::Plain);
    if (!file)
      return file.takeError();
    return TextWriter(std::move(*file));
  }

  /// Appends `words`.
  void text(std::string_view words) { pending.append(words); }

  /// Appends a number and what comes after it.
  template <typename T> void number(T value, char after) {
    appendNumber(pending, value);
    pending += after;
    if (pending.size() >= blockSize)
      flush();
  }

  /// Ends the file and puts it at its path. Error: a failure of the system, now
  /// or before.
  std::optional<Error> commit() {
    flush();
    return file.commit();
  }

private:
  explicit TextWriter(AtomicFile file) : file(std::move(file)) {}

  /// Hands what was collected to the file.
  void flush() {
    file.append(pending.data(), static_cast<int64_t>(pending.size()));
    pending.clear();
  }

  static constexpr size_t blockSize = 1 << 16;

  AtomicFile file;
  std::string pending;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_TEXTWRITER_H
