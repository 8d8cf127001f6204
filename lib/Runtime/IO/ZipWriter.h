//===- ZipWriter.h - Writing zip archives -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format that ZipDirectory.h names, with entries stored as they are.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_ZIPWRITER_H
#define SPINDLE_LIB_RUNTIME_IO_ZIPWRITER_H

#include "AtomicFile.h"

#include <limits>

namespace spindle::runtime {

/// Writes an archive, which appears complete or not at all.
class ZipWriter {
public:
  /// The largest number that is written in 32 bits: all of them set say that a
  /// number is among zip64's.
  static constexpr uint64_t mostPlain = 0xfffffffe;

  /// Starts the archive at `path`, in which zip64 has the numbers above
  /// `largest`. Errors: those of `AtomicFile::create`.
  static Expected<ZipWriter> create(const std::string &path,
                                    uint64_t largest = mostPlain);

  /// Starts the entry `name`, of `bytes` bytes whose CRC-32 is `checksum`.
  void begin(const std::string &name, int64_t bytes, uint32_t checksum);
  /// Appends `bytes` bytes to the entry begun last. A failure is reported by
  /// `commit`.
  void append(const void *data, int64_t bytes) {
    file.append(data, bytes);
    offset += bytes;
  }

  /// Ends the archive and puts it at its path. Requires that all entries have
  /// their bytes, and fewer than 65535 entries. Error: a failure of the system,
  /// now or before.
  std::optional<Error> commit();

private:
  ZipWriter(AtomicFile file, uint64_t largest)
      : file(std::move(file)), largest(largest) {}

  bool isLarge(uint64_t number) const { return number > largest; }
  /// The 32 bits that stand for `number`.
  uint64_t getPlain(uint64_t number) const {
    return isLarge(number) ? std::numeric_limits<uint32_t>::max() : number;
  }
  std::string describe(uint64_t bytes, uint32_t checksum, size_t nameBytes,
                       size_t extraBytes) const;
  std::string getEnd64(uint64_t start) const;

  AtomicFile file;
  uint64_t largest;
  /// How many bytes the file has.
  uint64_t offset = 0;
  /// The records of the directory, and their number.
  std::string directory;
  uint64_t records = 0;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_ZIPWRITER_H
