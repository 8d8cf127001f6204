//===- NpzArchive.h - Arrays by name in an archive --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_NPZARCHIVE_H
#define SPINDLE_LIB_RUNTIME_IO_NPZARCHIVE_H

#include "ZipDirectory.h"

#include "Spindle/Runtime/Support/Array.h"

#include <memory>

namespace spindle::runtime {

/// An archive whose entries are arrays. All errors name the entry.
class NpzArchive {
public:
  /// Reads the directory of the archive at `path`; `progress` may be empty.
  /// Errors, with the file's name: a file that cannot be read, and those of
  /// `readZipDirectory`.
  static Expected<NpzArchive> open(const std::string &path,
                                   ReadProgress progress);

  /// Whether there is an array `name`.
  bool has(const std::string &name) const;
  /// The names of all arrays, in the file's order.
  std::vector<std::string> getNames() const;
  /// Reads the array `name`, of any rank.
  Expected<Array> readAny(const std::string &name);
  /// Reads the array `name`, whose rank must be `rank`.
  Expected<Array> read(const std::string &name, int64_t rank = 1);
  /// The type of the elements of the array `name`, from its header.
  Expected<DType> readType(const std::string &name);
  /// Reads the array `name` of integers, as i64.
  Expected<Array> readIntegers(const std::string &name, int64_t rank = 1);
  /// Reads the list `name` of `size` integers, where `what` says why so many.
  Expected<Array> readIntegers(const std::string &name, int64_t size,
                               const std::string &what);
  /// Reads the array `name` of one string.
  Expected<std::string> readString(const std::string &name);

private:
  NpzArchive(InputFile file, std::vector<ZipEntry> entries)
      : file(std::move(file)), entries(std::move(entries)) {}

  /// Starts to read the array `name`.
  Expected<std::unique_ptr<ByteSource>> open(const std::string &name);

  InputFile file;
  std::vector<ZipEntry> entries;
};

/// `error` of the archive's entry `name`.
Error inEntry(const std::string &name, Error error);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_NPZARCHIVE_H
