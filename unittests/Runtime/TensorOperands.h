//===- TensorOperands.h - Making and comparing tensors ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_RUNTIME_TENSOROPERANDS_H
#define SPINDLE_UNITTESTS_RUNTIME_TENSOROPERANDS_H

#include "Operands.h"
#include "Spindle/Runtime/Storage/Storage.h"

#include <map>

namespace spindle::runtime {

/// A tensor from the coordinates of its entries, a list per dimension.
template <typename T>
CooTensor tensor(const Indices &shape, const std::vector<Indices> &coordinates,
                 const std::vector<T> &values) {
  CooTensor result{shape, {}, array(values)};
  for (const Indices &list : coordinates)
    result.coordinates.push_back(array(list));
  return result;
}

/// The format of `text`, which must be valid.
inline Format format(std::string_view text) {
  Expected<Format> result = parseFormat(text);
  EXPECT_TRUE(bool(result)) << (result ? "" : result.error().str());
  return result ? *result : Format();
}

/// The entries of a tensor by their coordinates, those of one cell summed in
/// input order: the plainest way to sort.
template <typename T> std::map<Indices, T> collect(const CooTensor &from) {
  std::map<Indices, T> entries;
  for (int64_t e = 0; e < from.entries(); ++e) {
    Indices place;
    for (const Array &list : from.coordinates)
      place.push_back(list.as<int64_t>()[e]);
    auto [entry, isNew] = entries.emplace(place, from.values.as<T>()[e]);
    if (!isNew)
      entry->second = wrappingSum(entry->second, from.values.as<T>()[e]);
  }
  return entries;
}

/// The bits of the bitmap of `storage`.
inline Indices bitsOf(const Storage &storage) {
  std::vector<bool> bits = elements<bool>(storage.bitmap);
  return Indices(bits.begin(), bits.end());
}

/// `format` with indices of type `index` alone.
inline Format withIndices(Format format, DType index) {
  int bits = static_cast<int>(8 * dtypeSize(index));
  for (Level &level : format.levels) {
    level.pos = level.hasPos() ? bits : 0;
    level.crd = level.hasCrd() ? bits : 0;
  }
  return format;
}

/// The texts of the named formats, in the letters of docs/Formats.md.
namespace formats {
inline constexpr char csr[] = "csr = (i, j) -> (i : dense, j : compressed)";
inline constexpr char csc[] = "csc = (i, j) -> (j : dense, i : compressed)";
inline constexpr char dcsr[] =
    "dcsr = (i, j) -> (i : compressed, j : compressed)";
inline constexpr char coo[] =
    "coo<2> = (i, j) -> (i : compressed(nonunique), j : singleton)";
inline constexpr char dense[] = "dense<2> = (i, j) -> (i : dense, j : dense)";
inline constexpr char bitmap[] =
    "dense<2, bitmap> = (i, j) -> (i : dense, j : dense) bitmap";
inline constexpr char ragged[] = "ragged = (i, j) -> (i : dense, j : variable)";
inline constexpr char ell[] = "ell<?> = (i, j) -> (i : dense, j : fixed(?))";
inline constexpr char bsr[] =
    "bsr<2, 2> = (i, j) -> (io = i floordiv 2 : dense, jo = j floordiv 2 : "
    "compressed, i mod 2 : dense of io, j mod 2 : dense of jo)";
inline constexpr char bsr43[] =
    "bsr<4, 3> = (i, j) -> (io = i floordiv 4 : dense, jo = j floordiv 3 : "
    "compressed, i mod 4 : dense of io, j mod 3 : dense of jo)";
inline constexpr char bsrFull[] =
    "bsr<2, 2, full> = (i, j) -> (io = i floordiv 2 : dense, jo = j floordiv 2 "
    ": compressed, i mod 2 : dense of io, j mod 2 : dense of jo) full";
inline constexpr char dbsr[] =
    "dbsr<2, 2> = (i, j) -> (io = i floordiv 2 : compressed, jo = j floordiv 2 "
    ": compressed, i mod 2 : dense of io, j mod 2 : dense of jo)";
inline constexpr char panel[] =
    "panel<2, 2> = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : dense, "
    "i mod 2 : dense, j mod 2 : compressed(crd = i16))";
inline constexpr char blockedEll[] =
    "(i, j) -> (io = i floordiv 2 : dense, jo = j floordiv 2 : fixed(?), "
    "i mod 2 : dense of io, j mod 2 : dense of jo)";
inline constexpr char blockedDense[] =
    "(i, j) -> (io = i floordiv 2 : dense, jo = j floordiv 2 : dense of io, "
    "i mod 2 : dense of jo, j mod 2 : dense of jo)";
} // namespace formats

} // namespace spindle::runtime

#endif // SPINDLE_UNITTESTS_RUNTIME_TENSOROPERANDS_H
