//===- ZipWriter.cpp - Writing zip archives -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ZipWriter.h"

using namespace spindle::runtime;

/// Version 4.5 of the format has zip64.
static constexpr uint64_t neededVersion = 45;

/// `value` in `size` bytes, the lowest first.
static std::string bytesOf(uint64_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i)
    bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

/// The extra field of zip64 with `numbers`; nothing for none.
static std::string getExtra(std::initializer_list<std::string> numbers) {
  std::string all;
  for (const std::string &number : numbers)
    all += number;
  return all.empty() ? all : bytesOf(1, 2) + bytesOf(all.size(), 2) + all;
}

Expected<ZipWriter> ZipWriter::create(const std::string &path,
                                      uint64_t largest) {
  Expected<AtomicFile> file =
      AtomicFile::create(path, AtomicFile::Encoding::Plain);
  if (!file)
    return file.takeError();
  return ZipWriter(std::move(*file), largest);
}

/// What an entry's own record and that of the directory have in common: the
/// version, flags, the method, the first day that can be said, the checksum,
/// the bytes as stored and as they are, the sizes of what follows.
std::string ZipWriter::describe(uint64_t bytes, uint32_t checksum,
                                size_t nameBytes, size_t extraBytes) const {
  constexpr uint64_t firstDay = 1 << 5 | 1;
  return bytesOf(neededVersion, 2) + bytesOf(0, 2) + bytesOf(0, 2) +
         bytesOf(0, 2) + bytesOf(firstDay, 2) + bytesOf(checksum, 4) +
         bytesOf(getPlain(bytes), 4) + bytesOf(getPlain(bytes), 4) +
         bytesOf(nameBytes, 2) + bytesOf(extraBytes, 2);
}

void ZipWriter::begin(const std::string &name, int64_t bytes,
                      uint32_t checksum) {
  std::string size = isLarge(bytes) ? bytesOf(bytes, 8) : "";
  std::string place = isLarge(offset) ? bytesOf(offset, 8) : "";
  std::string here = getExtra({size, size});
  std::string there = getExtra({size, size, place});
  directory += bytesOf(0x02014b50, 4) + bytesOf(neededVersion, 2) +
               describe(bytes, checksum, name.size(), there.size()) +
               // No comment, volume 0, no attributes.
               bytesOf(0, 2) + bytesOf(0, 2) + bytesOf(0, 2) + bytesOf(0, 4) +
               bytesOf(getPlain(offset), 4) + name + there;
  ++records;
  std::string record = bytesOf(0x04034b50, 4) +
                       describe(bytes, checksum, name.size(), here.size()) +
                       name + here;
  append(record.data(), static_cast<int64_t>(record.size()));
}

/// Zip64's end record and where it is, of the directory from `start` on.
std::string ZipWriter::getEnd64(uint64_t start) const {
  uint64_t end = start + directory.size();
  return bytesOf(0x06064b50, 4) + bytesOf(44, 8) + bytesOf(neededVersion, 2) +
         bytesOf(neededVersion, 2) + bytesOf(0, 4) + bytesOf(0, 4) +
         bytesOf(records, 8) + bytesOf(records, 8) +
         bytesOf(directory.size(), 8) + bytesOf(start, 8) +
         bytesOf(0x07064b50, 4) + bytesOf(0, 4) + bytesOf(end, 8) +
         bytesOf(1, 4);
}

std::optional<Error> ZipWriter::commit() {
  uint64_t start = offset;
  std::string end = directory;
  if (isLarge(start) || isLarge(directory.size()))
    end += getEnd64(start);
  end += bytesOf(0x06054b50, 4) + bytesOf(0, 2) + bytesOf(0, 2) +
         bytesOf(records, 2) + bytesOf(records, 2) +
         bytesOf(getPlain(directory.size()), 4) + bytesOf(getPlain(start), 4) +
         bytesOf(0, 2);
  append(end.data(), static_cast<int64_t>(end.size()));
  return file.commit();
}
