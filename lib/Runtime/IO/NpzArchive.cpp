//===- NpzArchive.cpp - Arrays by name in an archive ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpzArchive.h"

#include "CompressedEntries.h"
#include "NpyHeader.h"
#include "NpySource.h"
#include "NumberText.h"
#include "ZipEntryReader.h"

#include <charconv>

using namespace spindle::runtime;

Error spindle::runtime::inEntry(const std::string &name, Error error) {
  error.text = name + ".npy: " + error.text;
  return error;
}

Expected<NpzArchive> NpzArchive::open(const std::string &path,
                                      ReadProgress progress) {
  Expected<InputFile> file = InputFile::open(path, std::move(progress));
  if (!file)
    return file.takeError();
  auto entries = readZipDirectory(*file);
  if (!entries)
    return entries.takeError().in(path);
  return NpzArchive(std::move(*file), std::move(*entries));
}

bool NpzArchive::has(const std::string &name) const {
  return std::any_of(
      entries.begin(), entries.end(),
      [&](const ZipEntry &entry) { return entry.name == name + ".npy"; });
}

Expected<std::unique_ptr<ByteSource>>
NpzArchive::open(const std::string &name) {
  const ZipEntry *found = nullptr;
  for (const ZipEntry &entry : entries) {
    if (entry.name != name + ".npy")
      continue;
    if (found)
      return inEntry(name, Error::expectedGot("one such entry", "two"));
    found = &entry;
  }
  if (!found)
    return inEntry(name, Error::expectedGot("such an entry", "none"));
  auto source = ZipEntryReader::open(file, *found);
  if (!source)
    return inEntry(name, source.takeError());
  return source;
}

std::vector<std::string> NpzArchive::getNames() const {
  std::vector<std::string> names;
  for (const ZipEntry &entry : entries) {
    size_t length = entry.name.size();
    if (length > 4 && entry.name.compare(length - 4, 4, ".npy") == 0)
      names.push_back(entry.name.substr(0, length - 4));
  }
  return names;
}

Expected<Array> NpzArchive::readAny(const std::string &name) {
  auto source = open(name);
  if (!source)
    return source.takeError();
  Expected<Array> array = readNpy(**source);
  return array ? array : inEntry(name, array.takeError());
}

Expected<Array> NpzArchive::read(const std::string &name, int64_t rank) {
  Expected<Array> array = readAny(name);
  if (!array)
    return array;
  if (array->rank() != rank)
    return inEntry(
        name, Error::expectedGot("an array of " + std::to_string(rank) +
                                     (rank == 1 ? " dimension" : " dimensions"),
                                 "shape " + shapeText(array->shape())));
  return array;
}

Expected<DType> NpzArchive::readType(const std::string &name) {
  auto source = open(name);
  if (!source)
    return source.takeError();
  Expected<DType> dtype = readNpyType(**source);
  return dtype ? dtype : inEntry(name, dtype.takeError());
}

Expected<Array> NpzArchive::readIntegers(const std::string &name,
                                         int64_t rank) {
  Expected<Array> array = read(name, rank);
  if (!array)
    return array;
  if (!isInteger(array->dtype()))
    return inEntry(name,
                   Error::expectedGot("integers", dtypeName(array->dtype())));
  array = toInt64(*array);
  return array ? array : inEntry(name, array.takeError());
}

Expected<Array> NpzArchive::readIntegers(const std::string &name, int64_t size,
                                         const std::string &what) {
  Expected<Array> array = readIntegers(name, /*rank=*/1);
  if (!array || array->size() == size)
    return array;
  return inEntry(name, Error::expectedGot(std::to_string(size) + " " + what,
                                          std::to_string(array->size())));
}

/// The bytes of one character in an array of strings of type `descr`, 4 where
/// it begins with "<U" or ">U" and 1 where it begins with "|S", and the length
/// of those strings into `length`; 0 for another type.
static int64_t parseStringType(std::string_view descr, int64_t &length) {
  std::string_view start = descr.substr(0, 2);
  int64_t width = start == "<U" || start == ">U" ? 4 : start == "|S" ? 1 : 0;
  const char *end = descr.data() + descr.size();
  if (width == 0)
    return 0;
  auto result = std::from_chars(descr.data() + 2, end, length);
  // What names a format is short.
  bool isSound = result.ec == std::errc() && result.ptr == end && length >= 0 &&
                 length <= 64;
  return isSound ? width : 0;
}

/// Reads one string; errors have no location yet.
static Expected<std::string> readNpyString(ByteSource &source) {
  int64_t headerBytes = 0, length = 0;
  Expected<NpyHeader> header = readNpyHeader(source, headerBytes);
  if (!header)
    return header.takeError();
  int64_t width = parseStringType(header->descr, length);
  if (width == 0 || !header->shape.empty())
    return Error::expectedGot("one string of at most 64 characters",
                              quoted(header->descr) + " of shape " +
                                  shapeText(header->shape));
  std::string bytes(width * length, '\0'), text;
  Expected<int64_t> got = source.read(bytes.data(), bytes.size());
  if (!got)
    return got.takeError();
  if (*got != width * length || source.byteSize() != headerBytes + *got)
    return Error::expectedGot(std::to_string(width * length) + " bytes of data",
                              std::to_string(source.byteSize() - headerBytes));
  // Of a wide character that is no ASCII, a part is enough for a message.
  int64_t lowest = header->descr[0] == '>' ? width - 1 : 0;
  for (int64_t i = 0; i < length; ++i)
    text += bytes[i * width + lowest];
  return text.substr(0, text.find_last_not_of('\0') + 1);
}

Expected<std::string> NpzArchive::readString(const std::string &name) {
  auto source = open(name);
  if (!source)
    return source.takeError();
  Expected<std::string> text = readNpyString(**source);
  return text ? text : inEntry(name, text.takeError());
}
