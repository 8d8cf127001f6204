//===- NpzWriter.cpp - Writing sparse tensors as archives -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"
#include "ZipWriter.h"

#include "Spindle/Runtime/IO/Npz.h"

#include <algorithm>

using namespace spindle::runtime;

/// The bytes between two reports.
static constexpr int64_t reportBytes = 1 << 24;

namespace {
/// An entry of the archive.
struct NpzEntry {
  std::string name;
  /// The bytes before the data, and the data.
  std::string header;
  const void *data = nullptr;
  int64_t bytes = 0;
};
} // namespace

static NpzEntry makeEntry(const std::string &name, const Array &array) {
  return {name, formatNpyHeader(npyDescr(array.dtype()), array.shape()),
          array.data(), array.byteSize()};
}

/// The checksum of the bytes before it, `sum`, and of those at `data`.
static uint32_t addToChecksum(uint32_t sum, const void *data, int64_t bytes) {
  const auto *from = static_cast<const Bytef *>(data);
  for (int64_t at = 0; at < bytes; at += reportBytes)
    sum = static_cast<uint32_t>(crc32(
        sum, from + at, static_cast<uInt>(std::min(reportBytes, bytes - at))));
  return sum;
}

static uint32_t getChecksum(const NpzEntry &entry) {
  auto headerBytes = static_cast<int64_t>(entry.header.size());
  uint32_t sum = addToChecksum(0, entry.header.data(), headerBytes);
  return addToChecksum(sum, entry.data, entry.bytes);
}

/// Writes `entries`, whose data has `total` bytes.
static void writeEntries(const std::vector<NpzEntry> &entries, int64_t total,
                         const WriteProgress &progress, ZipWriter &out) {
  int64_t written = 0;
  for (const NpzEntry &entry : entries) {
    auto headerBytes = static_cast<int64_t>(entry.header.size());
    out.begin(entry.name + ".npy", headerBytes + entry.bytes,
              getChecksum(entry));
    out.append(entry.header.data(), headerBytes);
    const char *from = static_cast<const char *>(entry.data);
    for (int64_t at = 0; at < entry.bytes; at += reportBytes) {
      int64_t piece = std::min(reportBytes, entry.bytes - at);
      out.append(from + at, piece);
      written += piece;
      if (progress)
        progress(written, total);
    }
  }
}

std::optional<Error> spindle::runtime::writeNpz(const std::string &path,
                                                const NpzTensor &tensor,
                                                const WriteProgress &progress) {
  std::vector<NpzEntry> entries;
  auto rank = static_cast<int64_t>(tensor.shape.size());
  const bool isArray = true;
  std::string word(tensor.format);
  entries.push_back(
      {"format",
       formatNpyHeader("|S" + std::to_string(word.size()), /*shape=*/{}),
       word.data(), static_cast<int64_t>(word.size())});
  entries.push_back({"shape", formatNpyHeader(npyDescr(DType::I64), {rank}),
                     tensor.shape.data(), rank * int64_t(sizeof(int64_t))});
  entries.push_back(
      {"_is_array", formatNpyHeader(npyDescr(DType::I1), {}), &isArray, 1});
  for (const auto &[name, array] : tensor.arrays) {
    if (array.dtype() == DType::BF16)
      return Error::expectedGot("elements of a type that NumPy has", "bf16")
          .in(path);
    entries.push_back(makeEntry(name, array));
  }
  Expected<ZipWriter> out = ZipWriter::create(path);
  if (!out)
    return out.takeError();
  int64_t total = 0;
  for (const NpzEntry &entry : entries)
    total += entry.bytes;
  writeEntries(entries, total, progress, *out);
  return out->commit();
}
