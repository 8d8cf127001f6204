//===- Npz.cpp - Sparse tensors in archives -------------------------------===//

#include "Spindle/Runtime/IO/Npz.h"

#include "CompressedEntries.h"
#include "NpyHeader.h"
#include "NpzArchive.h"
#include "NpzBlocks.h"
#include "NpzCoordinates.h"
#include "NumberText.h"

#include <limits>

using namespace spindle::runtime;

/// Reads the sizes, of which there are `least` to `most`.
static Expected<std::vector<int64_t>> readShape(NpzArchive &archive,
                                                int64_t least, int64_t most) {
  Expected<Array> shape = archive.readIntegers("shape", /*rank=*/1);
  if (!shape)
    return shape.takeError();
  const int64_t *sizes = shape->as<int64_t>();
  if (shape->size() < least || shape->size() > most) {
    std::string to = least == most ? "" : " to " + std::to_string(most);
    return inEntry("shape",
                   Error::expectedGot(std::to_string(least) + to + " sizes",
                                      std::to_string(shape->size())));
  }
  for (int64_t axis = 0; axis < shape->size(); ++axis)
    if (sizes[axis] < 0 || sizes[axis] == std::numeric_limits<int64_t>::max())
      return inEntry("shape",
                     Error::expectedGot("size " + std::to_string(axis) +
                                            " in [0, 2^63 - 1)",
                                        std::to_string(sizes[axis])));
  return std::vector<int64_t>(sizes, sizes + shape->size());
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

/// Reads a matrix in `format`, a vector in csr as its only row.
static Expected<CooTensor> readMatrix(NpzArchive &archive,
                                      const std::string &format) {
  auto shape = readShape(archive, /*least=*/format == "csr" ? 1 : 2, 2);
  if (!shape)
    return shape.takeError();
  CooMatrix matrix;
  matrix.rows = shape->size() == 1 ? 1 : shape->front();
  matrix.cols = shape->back();
  std::optional<Error> error;
  if (format == "bsr") {
    error = readBlocks(archive, matrix);
  } else if (format == "dia") {
    error = readDiagonals(archive, matrix);
  } else {
    Expected<Array> values = archive.read("data");
    if (!values)
      return values.takeError();
    matrix.values = *values;
    error = readCompressed(archive, format == "csc", matrix);
  }
  if (error)
    return std::move(*error);
  CooTensor tensor = fromMatrix(matrix);
  if (shape->size() == 1)
    tensor.coordinates.erase(tensor.coordinates.begin());
  tensor.shape = std::move(*shape);
  return tensor;
}

/// Reads a tensor of any rank whose coordinates `readPlaces` reads.
static Expected<CooTensor>
readTensor(NpzArchive &archive,
           std::optional<Error> (*readPlaces)(NpzArchive &, CooTensor &)) {
  CooTensor tensor;
  auto shape = readShape(archive, 1, maxNpyRank);
  if (!shape)
    return shape.takeError();
  tensor.shape = std::move(*shape);
  Expected<Array> values = archive.read("data");
  if (!values)
    return values.takeError();
  tensor.values = *values;
  if (auto error = readPlaces(archive, tensor))
    return std::move(*error);
  return tensor;
}

/// Checks that what an archive of pydata/sparse has no element for is 0.
static std::optional<Error> checkFillValue(NpzArchive &archive) {
  Expected<Array> value = archive.read("fill_value", /*rank=*/0);
  if (!value)
    return value.takeError();
  std::string got = visitDType(value->dtype(), [&](auto zero) {
    auto number = *value->as<decltype(zero)>();
    std::string text;
    if (number != decltype(zero)(0))
      appendNumber(text, number);
    return text;
  });
  if (got.empty())
    return std::nullopt;
  return inEntry("fill_value", Error::expectedGot("0", got));
}

/// Reads the format. Versions of pydata/sparse before 0.19 name none.
static Expected<std::string> readFormat(NpzArchive &archive) {
  if (archive.has("format") || !archive.has("fill_value"))
    return archive.readString("format");
  return std::string(archive.has("compressed_axes") ? "gcxs" : "coo");
}

/// Reads the tensor; errors have no file yet.
static Expected<CooTensor> readArchive(NpzArchive &archive) {
  Expected<std::string> format = readFormat(archive);
  if (!format)
    return format.takeError();
  if (archive.has("fill_value"))
    if (auto error = checkFillValue(archive))
      return std::move(*error);
  if (*format == "coo")
    return readTensor(archive, readCoordinates);
  if (*format == "gcxs")
    return readTensor(archive, readGcxs);
  for (const char *known : {"csr", "csc", "bsr", "dia"})
    if (*format == known)
      return readMatrix(archive, *format);
  return inEntry("format",
                 Error::expectedGot("format csr, csc, coo, bsr, dia or gcxs",
                                    quoted(*format)));
}

Expected<CooTensor> spindle::runtime::readNpz(const std::string &path,
                                              ReadProgress progress) {
  auto archive = NpzArchive::open(path, std::move(progress));
  if (!archive)
    return archive.takeError();
  Expected<CooTensor> tensor = readArchive(*archive);
  return tensor ? tensor : tensor.takeError().in(path);
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
