//===- TnsReader.cpp - Reading tensors as text ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DTypeComment.h"
#include "EntryValue.h"
#include "LineReader.h"

#include "Spindle/Runtime/IO/Tns.h"

#include <limits>

using namespace spindle::runtime;

static constexpr int64_t largest = std::numeric_limits<int64_t>::max();

namespace {
/// What the comments say.
struct TnsSizes {
  /// Empty where they say nothing.
  std::vector<int64_t> shape;
  int64_t entries = largest;
  std::optional<DType> dtype;
};
} // namespace

/// Reads the next field as a number of at least `least`.
static bool nextSize(FieldCursor &cursor, int64_t least, int64_t &size) {
  return cursor.next(size) == FieldStatus::Ok && size >= least;
}

/// Reads the sizes from a comment, if it has them.
static void readSizes(std::string_view comment, TnsSizes &sizes) {
  FieldCursor cursor(comment);
  int64_t rank, entries;
  if (cursor.next() != "#" || cursor.next() != "order" ||
      !nextSize(cursor, 1, rank) || rank > maxTnsRank ||
      cursor.next() != "dims")
    return;
  std::vector<int64_t> shape(rank);
  for (int64_t &extent : shape)
    if (!nextSize(cursor, 0, extent))
      return;
  if (cursor.next() != "nnz" || !nextSize(cursor, 0, entries))
    return;
  sizes.shape = std::move(shape);
  sizes.entries = entries;
}

/// Reads up to the first entry. False at the end of the file and on failure.
static bool readComments(LineReader &lines, std::string_view &line,
                         TnsSizes &sizes) {
  while (lines.next(line)) {
    FieldCursor cursor(line);
    std::string_view first = cursor.next();
    if (first.empty())
      continue;
    if (first.front() != '#')
      return true;
    if (sizes.shape.empty())
      readSizes(line, sizes);
    if (std::optional<DType> named = parseDTypeComment(line, "#"))
      sizes.dtype = named;
  }
  return false;
}

namespace {
/// Reads the entries of a file, with values of type `T`.
template <typename T> class Reader {
public:
  Reader(LineReader &lines, TnsSizes known, int64_t rank)
      : lines(lines), known(std::move(known)), coordinates(rank),
        largestSeen(rank, 0) {}

  /// Reads from `line`, the first with an entry, unless the file has ended.
  Expected<CooTensor> read(std::string_view line, bool hasEnded);

private:
  std::optional<Error> reserve();
  /// Reads one entry; false where there is none in `line`, or on failure.
  bool readEntry(std::string_view line);
  /// Reads a coordinate as a 0-based one.
  bool readCoordinate(FieldCursor &cursor, size_t dim, int64_t &coordinate);
  /// Checks the number of fields; false in any case.
  bool failFields(std::string_view line);
  /// Sets `failure`, naming the entry; returns false.
  bool fail(Error error);
  bool failCoordinate(const FieldCursor &cursor, FieldStatus status,
                      size_t dim);
  /// "3 entries", for those that the comments announce.
  std::string announced() const;
  Expected<CooTensor> take();

  int64_t rank() const { return static_cast<int64_t>(coordinates.size()); }
  /// The extent of dimension `dim`, or the largest possible.
  int64_t extent(size_t dim) const {
    return known.shape.empty() ? largest : known.shape[dim];
  }

  LineReader &lines;
  TnsSizes known;
  std::vector<FallibleVector<int64_t>> coordinates;
  FallibleVector<T> values;
  std::vector<int64_t> largestSeen;
  std::optional<Error> failure;
};
} // namespace

template <typename T> std::optional<Error> Reader<T>::reserve() {
  // What is announced is not trusted beyond what the file could hold, with a
  // digit and what ends it for every field; a compressed file may hold more.
  int64_t leastBytes = 2 * (rank() + 1);
  int64_t first = std::min(known.entries, lines.fileBytes() / leastBytes + 1);
  for (FallibleVector<int64_t> &list : coordinates)
    if (auto error = list.reserve(first))
      return error;
  return values.reserve(first);
}

template <typename T> bool Reader<T>::fail(Error error) {
  error.text = "entry " + std::to_string(values.size() + 1) + ": " + error.text;
  failure = lines.here(std::move(error));
  return false;
}

template <typename T>
bool Reader<T>::failCoordinate(const FieldCursor &cursor, FieldStatus status,
                               size_t dim) {
  std::string name = "coordinate " + std::to_string(dim + 1);
  if (status == FieldStatus::Malformed)
    return fail(
        Error::expectedGot("a whole number as " + name, quoted(cursor.last())));
  return fail(
      Error::expectedGot(name + " in [1, " + std::to_string(extent(dim)) + "]",
                         std::string(cursor.last())));
}

template <typename T> bool Reader<T>::failFields(std::string_view line) {
  int64_t got = countFields(line);
  if (got == rank() + 1)
    return false;
  return fail(Error::expectedGot(std::to_string(rank()) +
                                     " coordinates and a value, " +
                                     std::to_string(rank() + 1) + " fields,",
                                 std::to_string(got)));
}

template <typename T>
bool Reader<T>::readCoordinate(FieldCursor &cursor, size_t dim,
                               int64_t &coordinate) {
  FieldStatus status = cursor.next(coordinate);
  if (status != FieldStatus::Ok || coordinate < 1 || coordinate > extent(dim))
    return failCoordinate(cursor, status, dim);
  largestSeen[dim] = std::max(largestSeen[dim], coordinate);
  --coordinate;
  return true;
}

template <typename T> bool Reader<T>::readEntry(std::string_view line) {
  FieldCursor cursor(line, LineReader::lookahead);
  int64_t entry[maxTnsRank];
  for (size_t dim = 0, e = coordinates.size(); dim < e; ++dim)
    if (!readCoordinate(cursor, dim, entry[dim]))
      return failFields(line);
  T value;
  FieldStatus status = nextValue(cursor, value);
  if (status != FieldStatus::Ok)
    fail(valueError<T>(cursor, status, false));
  if (status != FieldStatus::Ok || !cursor.atEnd())
    return failFields(line);
  bool hasMemory = true;
  for (size_t dim = 0, e = coordinates.size(); dim < e; ++dim)
    hasMemory = hasMemory && coordinates[dim].append(entry[dim]);
  if (!hasMemory || !values.append(value))
    return fail(Error::expectedGot("memory", "none"));
  return true;
}

template <typename T> std::string Reader<T>::announced() const {
  return std::to_string(known.entries) +
         (known.entries == 1 ? " entry" : " entries");
}

template <typename T>
Expected<CooTensor> Reader<T>::read(std::string_view line, bool hasEnded) {
  if (auto error = reserve())
    return lines.here(std::move(*error));
  for (; !hasEnded; hasEnded = !lines.next(line)) {
    bool isWanted = values.size() < known.entries;
    if (isWanted && readEntry(line))
      continue;
    FieldCursor cursor(line);
    std::string_view first = cursor.next();
    if (first.empty() || first.front() == '#')
      continue;
    return isWanted ? std::move(*failure)
                    : lines.here(Error::expectedGot(announced(), "more"));
  }
  if (lines.failure())
    return *lines.failure();
  if (!known.shape.empty() && values.size() != known.entries)
    return lines.here(
        Error::expectedGot(announced(), std::to_string(values.size())));
  return take();
}

template <typename T> Expected<CooTensor> Reader<T>::take() {
  CooTensor tensor;
  tensor.shape = known.shape.empty() ? largestSeen : known.shape;
  for (FallibleVector<int64_t> &list : coordinates) {
    Expected<Array> array = std::move(list).takeArray();
    if (!array)
      return lines.here(array.takeError());
    tensor.coordinates.push_back(std::move(*array));
  }
  Expected<Array> array = std::move(values).takeArray();
  if (!array)
    return lines.here(array.takeError());
  tensor.values = std::move(*array);
  return tensor;
}

/// The rank of a tensor whose first entry is `line`, if it has no comment that
/// says so.
static Expected<int64_t> countCoordinates(const LineReader &lines,
                                          std::string_view line) {
  int64_t rank = countFields(line) - 1;
  if (rank >= 1 && rank <= maxTnsRank)
    return rank;
  return lines.here(Error::expectedGot(
      "1 to " + std::to_string(maxTnsRank) + " coordinates and a value",
      std::to_string(rank + 1) + (rank == 0 ? " field" : " fields")));
}

Expected<CooTensor> spindle::runtime::readTns(const std::string &path,
                                              DType dtype,
                                              ReadProgress progress) {
  Expected<LineReader> lines = LineReader::open(path, std::move(progress));
  if (!lines)
    return lines.takeError();
  TnsSizes sizes;
  std::string_view line;
  bool hasEnded = !readComments(*lines, line, sizes);
  if (lines->failure())
    return *lines->failure();
  if (hasEnded && sizes.shape.empty())
    return lines->here(Error::expectedGot(
        "an entry or a comment '# order N dims D1 ... DN nnz E'",
        "the end of the file"));
  auto rank = sizes.shape.empty()
                  ? countCoordinates(*lines, line)
                  : Expected<int64_t>(int64_t(sizes.shape.size()));
  if (!rank)
    return rank.takeError();
  return visitDType(dtype, [&](auto zero) {
    return Reader<decltype(zero)>(*lines, sizes, *rank).read(line, hasEnded);
  });
}

Expected<std::optional<DType>>
spindle::runtime::readTnsType(const std::string &path) {
  Expected<LineReader> lines = LineReader::open(path, /*progress=*/{});
  if (!lines)
    return lines.takeError();
  TnsSizes sizes;
  std::string_view line;
  readComments(*lines, line, sizes);
  if (lines->failure())
    return *lines->failure();
  return sizes.dtype;
}
