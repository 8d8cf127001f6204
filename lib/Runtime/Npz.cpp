//===- Npz.cpp - Sparse matrices as SciPy saves them ----------------------===//

#include "Spindle/Runtime/Npz.h"

#include "CompressedEntries.h"
#include "NpyHeader.h"
#include "NpySource.h"
#include "NumberText.h"
#include "ZipEntryReader.h"

#include <charconv>
#include <limits>

using namespace spindle::runtime;

/// `error` of the archive's entry `name`.
static Error inEntry(const std::string &name, Error error) {
  error.text = name + ".npy: " + error.text;
  return error;
}

namespace {
/// An archive whose entries are arrays. All errors name the entry.
struct Archive {
  InputFile file;
  std::vector<ZipEntry> entries;

  /// Starts to read the array `name`.
  Expected<std::unique_ptr<ByteSource>> open(const std::string &name);
  /// Reads the array `name`, whose rank must be 1.
  Expected<Array> readList(const std::string &name);
  /// Reads the array `name` of integers, as i64.
  Expected<Array> readIntegers(const std::string &name);
  /// Reads the array `name` of `size` integers, where `what` says why so many.
  Expected<Array> readIntegers(const std::string &name, int64_t size,
                               const std::string &what);
  /// Reads the array `name` of one string.
  Expected<std::string> readString(const std::string &name);
};
} // namespace

Expected<std::unique_ptr<ByteSource>> Archive::open(const std::string &name) {
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

Expected<Array> Archive::readList(const std::string &name) {
  auto source = open(name);
  if (!source)
    return source.takeError();
  Expected<Array> array = readNpy(**source);
  if (!array)
    return inEntry(name, array.takeError());
  if (array->rank() != 1)
    return inEntry(name,
                   Error::expectedGot("an array of 1 dimension",
                                      "shape " + shapeText(array->shape())));
  return array;
}

Expected<Array> Archive::readIntegers(const std::string &name) {
  Expected<Array> array = readList(name);
  if (!array)
    return array;
  if (!isInteger(array->dtype()))
    return inEntry(name,
                   Error::expectedGot("integers", dtypeName(array->dtype())));
  array = toInt64(*array);
  return array ? array : inEntry(name, array.takeError());
}

Expected<Array> Archive::readIntegers(const std::string &name, int64_t size,
                                      const std::string &what) {
  Expected<Array> array = readIntegers(name);
  if (!array || array->size() == size)
    return array;
  return inEntry(name, Error::expectedGot(std::to_string(size) + " " + what,
                                          std::to_string(array->size())));
}

/// The bytes of one character in an array of strings of type `descr`, 4 where
/// it begins with "<U" and 1 where it begins with "|S", and the length of those
/// strings into `length`; 0 for another type.
static int64_t parseStringType(std::string_view descr, int64_t &length) {
  int64_t width = descr.substr(0, 2) == "<U"   ? 4
                  : descr.substr(0, 2) == "|S" ? 1
                                               : 0;
  const char *end = descr.data() + descr.size();
  if (width == 0)
    return 0;
  auto result = std::from_chars(descr.data() + 2, end, length);
  // What names a format is short.
  bool isSound = result.ec == std::errc() && result.ptr == end && length >= 0 &&
                 length <= 64;
  return isSound ? width : 0;
}

/// Reads one string; errors have no place yet.
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
  for (int64_t i = 0; i < length; ++i)
    text += bytes[i * width];
  return text.substr(0, text.find_last_not_of('\0') + 1);
}

Expected<std::string> Archive::readString(const std::string &name) {
  auto source = open(name);
  if (!source)
    return source.takeError();
  Expected<std::string> text = readNpyString(**source);
  return text ? text : inEntry(name, text.takeError());
}

/// Reads the matrix' sizes.
static Expected<CooMatrix> readShape(Archive &archive) {
  Expected<Array> shape = archive.readIntegers("shape", 2, "sizes");
  if (!shape)
    return shape.takeError();
  const int64_t *sizes = shape->as<int64_t>();
  for (int axis : {0, 1})
    if (sizes[axis] < 0 || sizes[axis] == std::numeric_limits<int64_t>::max())
      return inEntry("shape",
                     Error::expectedGot("size " + std::to_string(axis) +
                                            " in [0, 2^63 - 1)",
                                        std::to_string(sizes[axis])));
  CooMatrix matrix;
  matrix.rows = sizes[0];
  matrix.cols = sizes[1];
  return matrix;
}

/// Reads the coordinates on one axis of a coo matrix into `indices`.
static std::optional<Error> readAxis(Archive &archive, const std::string &name,
                                     const std::string &axis, int64_t extent,
                                     int64_t entries, Array &indices) {
  Expected<Array> read =
      archive.readIntegers(name, entries, "indices, as data.npy has values,");
  if (!read)
    return read.takeError();
  indices = *read;
  if (auto error = checkIndices(indices, extent, axis))
    return inEntry(name, std::move(*error));
  return std::nullopt;
}

/// Reads the entries' coordinates of a matrix that compresses axis 0, rows, or
/// else 1, columns.
static std::optional<Error> readCompressed(Archive &archive, int majorAxis,
                                           CooMatrix &matrix) {
  std::string names[] = {"row", "column"};
  int64_t extents[] = {matrix.rows, matrix.cols};
  Array *lists[] = {&matrix.row, &matrix.col};
  const std::string &major = names[majorAxis];
  Expected<Array> offsets =
      archive.readIntegers("indptr", extents[majorAxis] + 1,
                           "offsets, one more than " + major + "s,");
  if (!offsets)
    return offsets.takeError();
  Expected<Array> expanded = expandOffsets(*offsets, matrix.entries(), major);
  if (!expanded)
    return inEntry("indptr", expanded.takeError());
  *lists[majorAxis] = *expanded;
  Expected<Array> minor = archive.readIntegers(
      "indices", matrix.entries(), "indices, as data.npy has values,");
  if (!minor)
    return minor.takeError();
  *lists[1 - majorAxis] = *minor;
  if (auto error = checkIndices(*minor, extents[1 - majorAxis],
                                names[1 - majorAxis], &*expanded, major))
    return inEntry("indices", std::move(*error));
  return std::nullopt;
}

/// Reads the matrix; errors have no file yet.
static Expected<CooMatrix> readMatrix(Archive &archive) {
  Expected<std::string> format = archive.readString("format");
  if (!format)
    return format.takeError();
  if (*format != "csr" && *format != "csc" && *format != "coo")
    return inEntry("format", Error::expectedGot("format csr, csc or coo",
                                                quoted(*format)));
  Expected<CooMatrix> matrix = readShape(archive);
  if (!matrix)
    return matrix;
  Expected<Array> values = archive.readList("data");
  if (!values)
    return values.takeError();
  matrix->values = *values;
  std::optional<Error> error;
  if (*format != "coo") {
    error = readCompressed(archive, *format == "csc", *matrix);
  } else {
    int64_t entries = values->size();
    error = readAxis(archive, "row", "row", matrix->rows, entries, matrix->row);
    if (!error)
      error = readAxis(archive, "col", "column", matrix->cols, entries,
                       matrix->col);
  }
  return error ? Expected<CooMatrix>(std::move(*error)) : matrix;
}

Expected<CooMatrix> spindle::runtime::readNpz(const std::string &path) {
  Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  auto entries = readZipDirectory(*file);
  if (!entries)
    return entries.takeError().in(path);
  Archive archive{std::move(*file), std::move(*entries)};
  Expected<CooMatrix> matrix = readMatrix(archive);
  return matrix ? matrix : matrix.takeError().in(path);
}
