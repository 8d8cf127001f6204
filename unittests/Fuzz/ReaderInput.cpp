//===- ReaderInput.cpp - The file that an input stands for ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReaderInput.h"

#include "../Runtime/IO/ZipBytes.h"
#include "Target.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sys/mman.h>
#include <unistd.h>

using namespace spindle;
using namespace spindle::fuzz;

/// The most bytes that an input may inflate to.
static constexpr int64_t maxContents = 1 << 20;

/// How much smaller deflate makes something at most, and how many entries of an
/// archive are read, which may be the same bytes.
static constexpr int64_t maxRatio = 1032, maxEntries = 5;

/// What a gzip file begins with.
static constexpr std::string_view gzipMagic = "\x1f\x8b";

/// `text` as a gzip stream; 16 asks for gzip's header.
static std::string compress(std::string_view text) {
  return runtime::deflated(text, MAX_WBITS + 16);
}

/// The size of the text in the gzip file `bytes`, as far as it is sound; more
/// than `maxContents` is not counted.
static int64_t measureText(const std::string &bytes) {
  MemoryFile memory(bytes);
  gzFile file = gzopen(memory.path().c_str(), "rb");
  std::string block(1 << 14, '\0');
  int64_t size = 0;
  for (int got = 1; got > 0 && size <= maxContents; size += std::max(got, 0))
    got = gzread(file, block.data(), block.size());
  gzclose(file);
  return size;
}

/// The name of an archive's entry that `letter` stands for.
static std::string getPartName(char letter) {
  switch (letter) {
  case 'f':
    return "format";
  case 's':
    return "shape";
  case 'd':
    return "data";
  case 'i':
    return "indptr";
  case 'x':
    return "indices";
  case 'r':
    return "row";
  case 'c':
    return "col";
  case 'o':
    return "offsets";
  case 't':
    return "coords";
  case 'v':
    return "fill_value";
  case 'a':
    return "compressed_axes";
  case 'e':
    return "elements";
  }
  return std::string(1, letter);
}

/// The archive whose parts `rest` lists.
static std::string packArchive(std::string_view rest, int64_t &contents) {
  std::vector<runtime::ZipPart> parts;
  contents = 0;
  while (rest.size() >= 5) {
    bool isDeflated = rest[1] & 1;
    size_t size =
        uint8_t(rest[2]) | uint8_t(rest[3]) << 8 | uint8_t(rest[4]) << 16;
    std::string bytes(rest.substr(5, size));
    parts.push_back(
        runtime::part(getPartName(rest[0]) + ".npy", bytes, isDeflated));
    rest.remove_prefix(5 + bytes.size());
    contents += bytes.size();
  }
  return runtime::zip(parts);
}

std::optional<ReaderInput> fuzz::decodeInput(std::string_view bytes) {
  if (bytes.size() < 3)
    return std::nullopt;
  constexpr std::string_view kinds = "mstyzMSTZ";
  char kind = bytes[0];
  if (kinds.find(kind) == kinds.npos)
    kind = kinds[uint8_t(kind) % kinds.size()];
  auto dtype = uint8_t(bytes[1]) % std::size(runtime::allDTypes);
  ReaderInput input{char(std::tolower(kind)),
                    runtime::allDTypes[dtype],
                    uint8_t(bytes[2]),
                    "",
                    std::string(bytes.substr(3)),
                    0};
  if (input.format == '#') {
    size_t end = input.file.find('\n');
    input.formatText = input.file.substr(0, end);
    input.file.erase(0, end == std::string::npos ? end : end + 1);
  }
  input.contents = input.file.size();
  if (kind == 'Z')
    input.file = packArchive(input.file, input.contents);
  else if (kind == 'z')
    input.contents = maxEntries * maxRatio * input.file.size();
  else if (kind < 'a')
    input.file = compress(input.file);
  else if (kind != 'y' && input.file.compare(0, 2, gzipMagic) == 0)
    input.contents = measureText(input.file);
  if (kind != 'z' && input.contents > maxContents)
    return std::nullopt;
  return input;
}

MemoryFile::MemoryFile(std::string_view bytes)
    : fd(memfd_create("fuzz", MFD_CLOEXEC)) {
  require(fd >= 0 &&
              write(fd, bytes.data(), bytes.size()) == ssize_t(bytes.size()),
          "a file in memory");
}

MemoryFile::~MemoryFile() { close(fd); }
