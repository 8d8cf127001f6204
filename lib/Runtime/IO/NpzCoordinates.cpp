//===- NpzCoordinates.cpp - Coordinates in archives -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpzCoordinates.h"

#include "CompressedEntries.h"

#include <algorithm>
#include <limits>

using namespace spindle::runtime;

static constexpr const char *asManyAsValues =
    "indices, as data.npy has values,";

/// The name of dimension `dim` of `tensor` in errors.
static std::string nameDimension(const CooTensor &tensor, int64_t dim) {
  if (tensor.rank() == 2)
    return dim == 0 ? "row" : "column";
  return "coordinate of dimension " + std::to_string(dim);
}

//===----------------------------------------------------------------------===//
// Lists of coordinates
//===----------------------------------------------------------------------===//

/// Reads a table of coordinates, a row for each dimension.
static std::optional<Error> readTable(NpzArchive &archive, CooTensor &tensor) {
  Expected<Array> table = archive.readIntegers("coords", /*rank=*/2);
  if (!table)
    return table.takeError();
  int64_t entries = tensor.entries();
  std::vector<int64_t> wanted = {tensor.rank(), entries};
  if (table->shape() != wanted)
    return inEntry("coords", Error::expectedGot("shape " + shapeText(wanted),
                                                shapeText(table->shape())));
  for (int64_t dim = 0; dim < tensor.rank(); ++dim) {
    Expected<Array> list = table->slice(dim * entries, {entries});
    if (!list)
      return inEntry("coords", list.takeError());
    if (auto error =
            checkIndices(*list, tensor.shape[dim], nameDimension(tensor, dim)))
      return inEntry("coords", std::move(*error));
    tensor.coordinates.push_back(std::move(*list));
  }
  return std::nullopt;
}

/// Reads the coordinates of a matrix, a list for each dimension.
static std::optional<Error> readLists(NpzArchive &archive, CooTensor &tensor) {
  for (const char *name : {"row", "col"}) {
    auto dim = static_cast<int64_t>(tensor.coordinates.size());
    Expected<Array> list =
        archive.readIntegers(name, tensor.entries(), asManyAsValues);
    if (!list)
      return list.takeError();
    if (auto error =
            checkIndices(*list, tensor.shape[dim], nameDimension(tensor, dim)))
      return inEntry(name, std::move(*error));
    tensor.coordinates.push_back(std::move(*list));
  }
  return std::nullopt;
}

std::optional<Error> spindle::runtime::readCoordinates(NpzArchive &archive,
                                                       CooTensor &tensor) {
  bool hasLists = tensor.rank() == 2 && !archive.has("coords");
  return hasLists ? readLists(archive, tensor) : readTable(archive, tensor);
}

//===----------------------------------------------------------------------===//
// Indices over several dimensions
//===----------------------------------------------------------------------===//

/// The number of cells of the dimensions `dims` of `tensor`. Error: 2^63 cells
/// and more.
static Expected<int64_t> countCells(const CooTensor &tensor,
                                    const std::vector<int64_t> &dims) {
  unsigned __int128 cells = 1;
  for (int64_t dim : dims) {
    cells *= static_cast<uint64_t>(tensor.shape[dim]);
    if (cells >= static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
      return inEntry("shape", Error::expectedGot("less than 2^63 - 1 cells",
                                                 shapeText(tensor.shape)));
  }
  return static_cast<int64_t>(cells);
}

/// Reads the compressed dimensions, one at least and not all.
static Expected<std::vector<int64_t>>
readCompressedAxes(NpzArchive &archive, const CooTensor &tensor) {
  Expected<Array> read = archive.readIntegers("compressed_axes");
  if (!read)
    return read.takeError();
  const int64_t *first = read->as<int64_t>();
  std::vector<int64_t> axes(first, first + read->size()), sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  bool isSound =
      !axes.empty() && read->size() < tensor.rank() && sorted.front() >= 0 &&
      sorted.back() < tensor.rank() &&
      std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  if (isSound)
    return axes;
  std::string got;
  for (int64_t axis : axes)
    got += (got.empty() ? "" : ", ") + std::to_string(axis);
  return inEntry("compressed_axes",
                 Error::expectedGot("some of " + std::to_string(tensor.rank()) +
                                        " dimensions, each once",
                                    got.empty() ? "none" : got));
}

/// Sets the coordinates of the dimensions `dims` to the digits of `indices`,
/// the last dimension varying fastest.
static std::optional<Error> splitIndices(const Array &indices,
                                         const std::vector<int64_t> &dims,
                                         CooTensor &tensor) {
  Expected<Array> rest = Array::allocate(DType::I64, indices.shape());
  if (!rest)
    return rest.takeError();
  int64_t *left = rest->as<int64_t>();
  std::copy_n(indices.as<int64_t>(), indices.size(), left);
  for (auto dim = dims.rbegin(); dim != dims.rend(); ++dim) {
    Expected<Array> list = Array::allocate(DType::I64, indices.shape());
    if (!list)
      return list.takeError();
    int64_t extent = tensor.shape[*dim];
    for (int64_t e = 0; e < indices.size(); ++e) {
      list->as<int64_t>()[e] = left[e] % extent;
      left[e] /= extent;
    }
    tensor.coordinates[*dim] = std::move(*list);
  }
  return std::nullopt;
}

/// Reads the indices over the dimensions `dims`, which have `cells` cells.
static Expected<Array> readIndices(NpzArchive &archive, const CooTensor &tensor,
                                   int64_t cells, const Array *rows) {
  Expected<Array> indices =
      archive.readIntegers("indices", tensor.entries(), asManyAsValues);
  if (!indices)
    return indices;
  if (auto error = checkIndices(*indices, cells, "index", rows, "row"))
    return inEntry("indices", std::move(*error));
  return indices;
}

std::optional<Error> spindle::runtime::readGcxs(NpzArchive &archive,
                                                CooTensor &tensor) {
  tensor.coordinates.resize(tensor.rank());
  if (tensor.rank() == 1) {
    Expected<Array> indices =
        readIndices(archive, tensor, tensor.shape[0], nullptr);
    if (!indices)
      return indices.takeError();
    tensor.coordinates[0] = std::move(*indices);
    return std::nullopt;
  }
  Expected<std::vector<int64_t>> axes = readCompressedAxes(archive, tensor);
  if (!axes)
    return axes.takeError();
  std::vector<int64_t> others;
  for (int64_t dim = 0; dim < tensor.rank(); ++dim)
    if (std::find(axes->begin(), axes->end(), dim) == axes->end())
      others.push_back(dim);
  Expected<int64_t> rows = countCells(tensor, *axes);
  if (!rows)
    return rows.takeError();
  Expected<int64_t> cells = countCells(tensor, others);
  if (!cells)
    return cells.takeError();
  Expected<Array> offsets = archive.readIntegers(
      "indptr", *rows + 1, "offsets, one more than cells of compressed axes,");
  if (!offsets)
    return offsets.takeError();
  Expected<Array> row = expandOffsets(*offsets, tensor.entries(), "row");
  if (!row)
    return inEntry("indptr", row.takeError());
  Expected<Array> indices = readIndices(archive, tensor, *cells, &*row);
  if (!indices)
    return indices.takeError();
  if (auto error = splitIndices(*row, *axes, tensor))
    return error;
  return splitIndices(*indices, others, tensor);
}
