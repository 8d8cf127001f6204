//===- ZipDirectory.cpp - The list of entries of a zip archive ------------===//

#include "ZipDirectory.h"

#include "NumberText.h"

#include <algorithm>
#include <limits>

using namespace spindle::runtime;

static constexpr uint32_t entryMark = 0x04034b50, directoryMark = 0x02014b50,
                          endMark = 0x06054b50, end64Mark = 0x06064b50,
                          locatorMark = 0x07064b50;
static constexpr int64_t entryBytes = 30, recordBytes = 46, endBytes = 22,
                         end64Bytes = 56, locatorBytes = 20;
/// A 32-bit number that stands for one of zip64's.
static constexpr uint64_t isElsewhere = 0xffffffff;
static constexpr int64_t maxDirectory = 1 << 20;
/// A deflate stream has at most this many bytes for one of its own.
static constexpr int64_t maxRatio = 1032;

namespace {
/// Where the directory lies in the file, and the number of its records.
struct Extent {
  uint64_t offset = 0, bytes = 0, records = 0;
  /// The volume, which must be the first.
  uint64_t disk = 0;
};
} // namespace

/// The unsigned little-endian number of `size` bytes at `at`, which `bytes`
/// must have.
static uint64_t number(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = 0; i < size; ++i)
    value |= uint64_t(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return value;
}

/// The `wanted` bytes at `offset`, which the file must have; they are few.
static Expected<std::string> readBytes(InputFile &file, int64_t offset,
                                       int64_t wanted) {
  if (auto error = file.seek(offset))
    return std::move(*error);
  std::string bytes(wanted, '\0');
  Expected<int64_t> got = file.read(bytes.data(), wanted);
  if (!got)
    return got.takeError();
  if (*got != wanted)
    return Error::expectedGot("a file that stays as long as it was",
                              "a shorter one");
  return bytes;
}

/// Finds the end record in `tail`, the file's last bytes: what comes after it
/// is the comment whose length it gives.
static size_t findEnd(std::string_view tail) {
  if (tail.size() < size_t(endBytes))
    return std::string_view::npos;
  for (size_t at = tail.size() - endBytes + 1; at-- > 0;)
    if (number(tail, at, 4) == endMark &&
        at + endBytes + number(tail, at + 20, 2) == tail.size())
      return at;
  return std::string_view::npos;
}

/// Reads zip64's end record, whose offset the record before `end` tells, into
/// `extent`, and moves `end` to its begin.
static std::optional<Error> readEnd64(InputFile &file, int64_t &end,
                                      Extent &extent) {
  auto bad = [] {
    return Error::expectedGot("the end record of a zip64 archive", "none");
  };
  if (end < locatorBytes + end64Bytes)
    return bad();
  Expected<std::string> locator =
      readBytes(file, end - locatorBytes, locatorBytes);
  if (!locator)
    return locator.takeError();
  uint64_t place = number(*locator, 8, 8);
  if (number(*locator, 0, 4) != locatorMark ||
      place > uint64_t(end - locatorBytes - end64Bytes))
    return bad();
  Expected<std::string> record = readBytes(file, place, end64Bytes);
  if (!record)
    return record.takeError();
  if (number(*record, 0, 4) != end64Mark)
    return bad();
  extent = {number(*record, 48, 8), number(*record, 40, 8),
            number(*record, 32, 8),
            number(*record, 16, 4) | number(*record, 20, 4)};
  end = place;
  return std::nullopt;
}

/// Finds the directory, which lies in the file and is not too large.
static Expected<Extent> findDirectory(InputFile &file) {
  int64_t tailBytes = std::min<int64_t>(file.byteSize(), endBytes + 0xffff);
  int64_t tailOffset = file.byteSize() - tailBytes;
  Expected<std::string> tail = readBytes(file, tailOffset, tailBytes);
  if (!tail)
    return tail.takeError();
  size_t at = findEnd(*tail);
  if (at == std::string::npos)
    return Error::expectedGot("the end record of a zip archive", "none");
  Extent extent = {number(*tail, at + 16, 4), number(*tail, at + 12, 4),
                   number(*tail, at + 10, 2),
                   number(*tail, at + 4, 2) | number(*tail, at + 6, 2)};
  int64_t end = tailOffset + at;
  if (extent.offset == isElsewhere || extent.bytes == isElsewhere ||
      extent.records == 0xffff)
    if (auto error = readEnd64(file, end, extent))
      return std::move(*error);
  if (extent.disk != 0)
    return Error::expectedGot("a zip archive of one volume", "more");
  if (extent.bytes > uint64_t(maxDirectory))
    return Error::expectedGot("a zip directory of at most " +
                                  std::to_string(maxDirectory) + " bytes",
                              std::to_string(extent.bytes));
  if (extent.offset > uint64_t(end) || extent.bytes > end - extent.offset)
    return Error::expectedGot("a zip directory before byte " +
                                  std::to_string(end),
                              std::to_string(extent.bytes) + " bytes at " +
                                  std::to_string(extent.offset));
  return extent;
}

/// Takes numbers of zip64 from `extra`, the extra fields of a record, in place
/// of those of `numbers` that are elsewhere. False where one is missing.
static bool takeLarge(std::string_view extra,
                      std::initializer_list<uint64_t *> numbers) {
  std::string_view large;
  while (extra.size() >= 4) {
    size_t size = number(extra, 2, 2);
    if (number(extra, 0, 2) == 1)
      large = extra.substr(4, size);
    extra.remove_prefix(std::min(extra.size(), 4 + size));
  }
  for (uint64_t *value : numbers) {
    if (*value != isElsewhere)
      continue;
    if (large.size() < 8)
      return false;
    *value = number(large, 0, 8);
    large.remove_prefix(8);
  }
  return true;
}

/// Checks the sizes of `entry` against each other and the byte `end` at which
/// the directory begins; `offset` is where the entry's own record begins.
static std::optional<Error> checkSizes(const ZipEntry &entry, uint64_t size,
                                       uint64_t stored, uint64_t offset,
                                       int64_t end) {
  if (offset > uint64_t(end) || uint64_t(end) - offset < entryBytes ||
      stored > uint64_t(end) - offset - entryBytes)
    return Error::expectedGot("an entry before byte " + std::to_string(end),
                              std::to_string(stored) + " bytes at " +
                                  std::to_string(offset));
  constexpr uint64_t most = std::numeric_limits<int64_t>::max() / maxRatio - 1;
  bool fits = entry.method == 8 ? stored < most && size <= stored * maxRatio
                                : size == stored;
  if (fits || (entry.method != 0 && entry.method != 8))
    return std::nullopt;
  return Error::expectedGot("a size that " + std::to_string(stored) +
                                " stored bytes can have",
                            std::to_string(size));
}

/// Takes a record from the front of `bytes`; the entry's offset is that of its
/// own record yet. The directory begins at byte `end` of the file.
static Expected<ZipEntry> takeRecord(std::string_view &bytes, int64_t end) {
  auto cut = [] {
    return Error::expectedGot("a whole record of the zip directory",
                              "one cut short");
  };
  if (bytes.size() < size_t(recordBytes) ||
      number(bytes, 0, 4) != directoryMark)
    return cut();
  size_t name = number(bytes, 28, 2), extra = number(bytes, 30, 2);
  size_t all = recordBytes + name + extra + number(bytes, 32, 2);
  if (bytes.size() < all)
    return cut();
  ZipEntry entry;
  entry.name = bytes.substr(recordBytes, name);
  entry.flags = number(bytes, 8, 2);
  entry.method = number(bytes, 10, 2);
  entry.checksum = number(bytes, 16, 4);
  uint64_t stored = number(bytes, 20, 4), size = number(bytes, 24, 4);
  uint64_t offset = number(bytes, 42, 4);
  Error failure;
  if (!takeLarge(bytes.substr(recordBytes + name, extra),
                 {&size, &stored, &offset}))
    failure = Error::expectedGot("the sizes of a zip64 entry", "none");
  else if (auto error = checkSizes(entry, size, stored, offset, end))
    failure = std::move(*error);
  if (!failure.text.empty())
    return Error{"", 0, quoted(entry.name) + ": " + failure.text};
  entry.storedBytes = stored;
  entry.byteSize = size;
  entry.offset = offset;
  bytes.remove_prefix(all);
  return entry;
}

/// Moves the offset of `entry` from its own record to the bytes behind it,
/// which lie before `end`.
static std::optional<Error> skipRecord(InputFile &file, ZipEntry &entry,
                                       int64_t end) {
  Expected<std::string> record = readBytes(file, entry.offset, entryBytes);
  if (!record)
    return record.takeError();
  int64_t place = entry.offset + entryBytes + number(*record, 26, 2) +
                  number(*record, 28, 2);
  if (number(*record, 0, 4) != entryMark || place > end - entry.storedBytes)
    return Error::expectedGot(quoted(entry.name) + " at byte " +
                                  std::to_string(entry.offset),
                              "something else");
  entry.offset = place;
  return std::nullopt;
}

Expected<std::vector<ZipEntry>>
spindle::runtime::readZipDirectory(InputFile &file) {
  Expected<Extent> extent = findDirectory(file);
  if (!extent)
    return extent.takeError();
  Expected<std::string> bytes = readBytes(file, extent->offset, extent->bytes);
  if (!bytes)
    return bytes.takeError();
  std::vector<ZipEntry> entries;
  for (std::string_view rest = *bytes; !rest.empty();) {
    Expected<ZipEntry> entry = takeRecord(rest, extent->offset);
    if (!entry)
      return entry.takeError();
    if (auto error = skipRecord(file, *entry, extent->offset))
      return std::move(*error);
    entries.push_back(std::move(*entry));
  }
  if (entries.size() != extent->records)
    return Error::expectedGot(std::to_string(extent->records) +
                                  " entries in the zip directory",
                              std::to_string(entries.size()));
  return entries;
}
