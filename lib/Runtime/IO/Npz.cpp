//===- Npz.cpp - Sparse matrices as SciPy saves them ----------------------===//

#include "Spindle/Runtime/IO/Npz.h"

#include "CompressedEntries.h"
#include "NpzArchive.h"
#include "NpzBlocks.h"
#include "NumberText.h"

#include <limits>

using namespace spindle::runtime;

/// Reads the matrix' sizes.
static Expected<CooMatrix> readShape(NpzArchive &archive) {
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

/// Reads the coordinates of a coo matrix, one list per axis.
static std::optional<Error> readLists(NpzArchive &archive, CooMatrix &matrix) {
  for (auto [name, list] :
       {std::pair("row", &matrix.row), {"col", &matrix.col}}) {
    Expected<Array> read = archive.readIntegers(
        name, matrix.entries(), "indices, as data.npy has values,");
    if (!read)
      return read.takeError();
    *list = *read;
  }
  return std::nullopt;
}

/// Reads the coordinates of a coo matrix that are one array, a row per axis.
static std::optional<Error> readTable(NpzArchive &archive, CooMatrix &matrix) {
  Expected<Array> table = archive.readIntegers("coords", /*rank=*/2);
  if (!table)
    return table.takeError();
  std::vector<int64_t> wanted = {2, matrix.entries()};
  if (table->shape() != wanted)
    return inEntry("coords", Error::expectedGot("shape " + shapeText(wanted),
                                                shapeText(table->shape())));
  for (auto [axis, list] : {std::pair(0, &matrix.row), {1, &matrix.col}}) {
    Expected<Array> part =
        table->slice(axis * matrix.entries(), {matrix.entries()});
    if (!part)
      return inEntry("coords", part.takeError());
    *list = *part;
  }
  return std::nullopt;
}

/// Reads the coordinates of a coo matrix and checks them.
static std::optional<Error> readCoordinates(NpzArchive &archive,
                                            CooMatrix &matrix) {
  bool isTable = archive.has("coords");
  auto error =
      isTable ? readTable(archive, matrix) : readLists(archive, matrix);
  if (error)
    return error;
  if ((error = checkIndices(matrix.row, matrix.rows, "row")))
    return inEntry(isTable ? "coords" : "row", std::move(*error));
  if ((error = checkIndices(matrix.col, matrix.cols, "column")))
    return inEntry(isTable ? "coords" : "col", std::move(*error));
  return std::nullopt;
}

/// Reads the entries' coordinates of a matrix that compresses axis 0, rows, or
/// else 1, columns.
static std::optional<Error> readCompressed(NpzArchive &archive, int majorAxis,
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

/// Reads the values and coordinates of a matrix that has one value per entry.
static std::optional<Error>
readEntries(NpzArchive &archive, const std::string &format, CooMatrix &matrix) {
  Expected<Array> values = archive.read("data");
  if (!values)
    return values.takeError();
  matrix.values = *values;
  if (format == "coo")
    return readCoordinates(archive, matrix);
  return readCompressed(archive, format == "csc", matrix);
}

/// Reads the matrix; errors have no file yet.
static Expected<CooMatrix> readMatrix(NpzArchive &archive) {
  Expected<std::string> format = archive.readString("format");
  if (!format)
    return format.takeError();
  bool isKnown = false;
  for (const char *known : {"csr", "csc", "coo", "bsr", "dia"})
    isKnown |= *format == known;
  if (!isKnown)
    return inEntry("format",
                   Error::expectedGot("format csr, csc, coo, bsr or dia",
                                      quoted(*format)));
  Expected<CooMatrix> matrix = readShape(archive);
  if (!matrix)
    return matrix;
  auto error = *format == "bsr"   ? readBlocks(archive, *matrix)
               : *format == "dia" ? readDiagonals(archive, *matrix)
                                  : readEntries(archive, *format, *matrix);
  return error ? Expected<CooMatrix>(std::move(*error)) : matrix;
}

Expected<CooMatrix> spindle::runtime::readNpz(const std::string &path,
                                              ReadProgress progress) {
  auto archive = NpzArchive::open(path, std::move(progress));
  if (!archive)
    return archive.takeError();
  Expected<CooMatrix> matrix = readMatrix(*archive);
  return matrix ? matrix : matrix.takeError().in(path);
}

Expected<DType> spindle::runtime::readNpzType(const std::string &path) {
  auto archive = NpzArchive::open(path, /*progress=*/{});
  if (!archive)
    return archive.takeError();
  Expected<DType> dtype = archive->readType("data");
  return dtype ? dtype : dtype.takeError().in(path);
}

Expected<std::vector<std::string>>
spindle::runtime::listNpzArrays(const std::string &path) {
  auto archive = NpzArchive::open(path, /*progress=*/{});
  if (!archive)
    return archive.takeError();
  return archive->getNames();
}

Expected<Array> spindle::runtime::readNpzArray(const std::string &path,
                                               const std::string &name,
                                               ReadProgress progress) {
  auto archive = NpzArchive::open(path, std::move(progress));
  if (!archive)
    return archive.takeError();
  Expected<Array> array = archive->readAny(name);
  return array ? array : array.takeError().in(path);
}

Expected<DType> spindle::runtime::readNpzArrayType(const std::string &path,
                                                   const std::string &name) {
  auto archive = NpzArchive::open(path, /*progress=*/{});
  if (!archive)
    return archive.takeError();
  Expected<DType> dtype = archive->readType(name);
  return dtype ? dtype : dtype.takeError().in(path);
}
