//===- StoredLaws.cpp - What was read, stored and loaded ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredLaws.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/Store.h"
#include "Spindle/Runtime/Storage/Storage.h"
#include "Target.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>

using namespace spindle;
using namespace spindle::fuzz;

/// The largest storage that is made.
static constexpr int64_t maxBytes = 1 << 17;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// Formats of matrices.
static constexpr const char *matrixFormats[] = {
    "(i, j) -> (i : dense, j : compressed)",
    "(i, j) -> (j : dense, i : compressed)",
    "(i, j) -> (i : compressed, j : compressed)",
    "(i, j) -> (i : compressed(nonunique), j : singleton)",
    "(i, j) -> (io = i floordiv 2 : dense, jo = j floordiv 3 : compressed, "
    "i mod 2 : dense of io, j mod 3 : dense of jo)",
    "(i, j) -> (io = i floordiv 2 : dense, jo = j floordiv 3 : compressed, "
    "i mod 2 : dense of io, j mod 3 : dense of jo) full",
    "(i, j) -> (io = i floordiv 4 : compressed, jo = j floordiv 2 : "
    "compressed, i mod 4 : dense of io, j mod 2 : dense of jo)",
    "(i, j) -> (i : dense, j : fixed(?))",
    "(i, j) -> (i : dense, j : fixed(2)) full",
    "(i, j) -> (i : dense, j : fixed(3)) lengths and bitmap",
    "(i, j) -> (i : dense, j : variable)",
    "(i, j) -> (i : dense, j : dense)",
    "(i, j) -> (i : dense, j : dense) bitmap",
    "(i, j) -> (i : dense, j : compressed(crd = i8))",
    "(i, j) -> (io = i floordiv 4 : dense, j floordiv 2 : dense, i mod 4 : "
    "dense, j mod 2 : compressed(crd = i16))",
};

/// "i0, i1, i2"
static std::string listDims(int64_t rank) {
  std::string text;
  for (int64_t dim = 0; dim < rank; ++dim)
    text += (dim ? ", i" : "i") + std::to_string(dim);
  return text;
}

/// Formats of tensors of any rank but 0: the levels are the dimensions, first
/// to last or in reverse, of the kinds that `choice` says.
static std::string writeFormat(int64_t rank, uint8_t choice) {
  static constexpr const char *first[] = {"compressed", "dense",
                                          "compressed(nonunique)", "dense"};
  static constexpr const char *rest[] = {"compressed", "compressed",
                                         "singleton", "dense"};
  std::string levels;
  for (int64_t l = 0; l < rank; ++l) {
    int64_t dim = choice & 4 ? rank - 1 - l : l;
    const char *kind = (l == 0 ? first : rest)[choice % 4];
    if (rank == 1 && choice % 4 == 2)
      kind = "compressed";
    levels += (l ? ", i" : "i") + std::to_string(dim) + " : " + kind;
  }
  return "(" + listDims(rank) + ") -> (" + levels + ")";
}

runtime::Format fuzz::chooseFormat(int64_t rank, uint8_t choice) {
  std::string text = rank == 2
                         ? matrixFormats[choice % std::size(matrixFormats)]
                         : writeFormat(rank, choice);
  auto format = runtime::parseFormat(text);
  require(bool(format), "a format", text);
  return *format;
}

/// Whether cells that no entry has become elements, of value 0.
static bool fillsHoles(const runtime::Format &format) {
  if (format.keepsBitmap())
    return false;
  std::vector<int64_t> dims = *getStorageDims(format);
  return std::any_of(dims.begin(), dims.end(), [&](int64_t level) {
    return format.levels[level].kind == runtime::LevelKind::Dense;
  });
}

/// Whether the number of elements of a cell is restricted, which only the
/// arrays show.
static bool restrictsCells(const runtime::Format &format) {
  return std::any_of(format.levels.begin(), format.levels.end(),
                     [](const runtime::Level &level) {
                       return level.hasWidth() ||
                              level.kind == runtime::LevelKind::Singleton;
                     });
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The elements by their coordinates, each the bytes of its value.
using Elements = std::map<std::vector<int64_t>, std::string>;

template <typename T> static std::string toBytes(T value) {
  // Which of several it is, and its sign, is not said of what is no number.
  if (value != value)
    return "not a number";
  std::string bytes(sizeof(T), '\0');
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}

template <typename T>
static Elements listElementsOf(const runtime::CooTensor &tensor,
                               bool withZeros) {
  std::map<std::vector<int64_t>, T> sums;
  for (int64_t e = 0; e < tensor.entries(); ++e) {
    std::vector<int64_t> place;
    for (const runtime::Array &list : tensor.coordinates)
      place.push_back(list.as<int64_t>()[e]);
    T value = tensor.values.as<T>()[e];
    auto [found, isNew] = sums.try_emplace(std::move(place), value);
    if (!isNew)
      found->second = runtime::wrappingSum(found->second, value);
  }
  Elements elements;
  for (const auto &[place, sum] : sums)
    if (withZeros || sum != T{})
      elements[place] = toBytes(sum);
  return elements;
}

/// The sums of the entries of each cell; without zeros where holes may have
/// become some.
static Elements listElements(const runtime::CooTensor &tensor, bool withZeros) {
  return runtime::visitDType(tensor.values.dtype(), [&](auto zero) {
    return listElementsOf<decltype(zero)>(tensor, withZeros);
  });
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

/// The size in bytes of all arrays of `storage`.
static int64_t countBytes(const runtime::Storage &storage) {
  int64_t bytes = storage.bitmap.byteSize() + storage.values.byteSize();
  for (const auto *lists :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    for (const runtime::Array &array : *lists)
      bytes += array.byteSize();
  return bytes;
}

void fuzz::checkStored(const runtime::CooTensor &tensor,
                       const runtime::Format &format) {
  auto bytes = runtime::storageBytes(tensor, format);
  if (!bytes || *bytes > maxBytes)
    return;
  auto storage = runtime::store(tensor, format);
  if (!storage && restrictsCells(format))
    return;
  require(bool(storage), "a storage of what fits",
          storage ? "" : storage.error().str());
  require(*bytes == countBytes(*storage), std::to_string(*bytes) + " bytes",
          std::to_string(countBytes(*storage)));
  if (auto error = validate(*storage, format))
    fail("a valid storage", error->str());
  auto loaded = load(*storage, format);
  require(bool(loaded), "a storage that loads",
          loaded ? "" : loaded.error().str());
  bool withZeros = !fillsHoles(format);
  require(listElements(*loaded, withZeros) == listElements(tensor, withZeros),
          "the same elements from " + printFormat(format));
}
