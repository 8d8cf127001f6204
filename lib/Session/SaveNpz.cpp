//===- SaveNpz.cpp - an operand as an archive of SciPy's ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SaveNpz.h"

#include "Spindle/Runtime/IO/Npz.h"
#include "Spindle/Runtime/Storage/StoredFormat.h"

#include <algorithm>
#include <limits>

using namespace spindle;
using namespace spindle::session;
using runtime::Array;
using runtime::CooTensor;
using runtime::DType;
using runtime::Expected;
using runtime::Format;
using runtime::NpzTensor;
using runtime::Storage;

/// Whether `format` is the one that `word` and `params` name, whatever the
/// types of its indices are.
static bool isNamed(Format format, std::string_view word,
                    std::vector<int64_t> params) {
  for (format::Level &level : format.levels) {
    level.pos = level.hasPos() ? 32 : 0;
    level.crd = level.hasCrd() ? 32 : 0;
  }
  return format == runtime::makeIndexed(word, std::move(params), DType::I32);
}

/// Whether `format` is bsr, whatever it keeps, with blocks that divide `shape`.
static bool areWholeBlocks(Format format, const std::vector<int64_t> &shape) {
  if (format.levels.size() != 4 || shape.size() != 2)
    return false;
  int64_t height = format.levels[2].expr.rightConstant().value_or(1);
  int64_t width = format.levels[3].expr.rightConstant().value_or(1);
  if (height <= 0 || width <= 0 || shape[0] % height || shape[1] % width)
    return false;
  format.keeps = runtime::makeIndexed("bsr", {height, width}, DType::I32).keeps;
  return isNamed(std::move(format), "bsr", {height, width});
}

/// Sets the arrays of `tensor`, a matrix, to those of `operand` where SciPy has
/// its format. False where it has not.
static bool takeArrays(const Operand &operand, NpzTensor &tensor) {
  const Format &format = operand.spec->format;
  if (operand.spec->composite || format.rank != 2)
    return false;
  Storage storage = getStorage(operand);
  // What is packed is listed.
  if (storage.values.dtype() == DType::I4)
    return false;
  bool isCoo = isNamed(format, "coo", {2});
  bool areBlocks = areWholeBlocks(format, storage.shape);
  tensor.format = isCoo                        ? "coo"
                  : isNamed(format, "csr", {}) ? "csr"
                  : isNamed(format, "csc", {}) ? "csc"
                  : areBlocks                  ? "bsr"
                                               : "";
  if (tensor.format.empty())
    return false;
  if (isCoo)
    tensor.arrays = {{"row", storage.coordinates[0]},
                     {"col", storage.coordinates[1]}};
  else
    tensor.arrays = {{"indptr", storage.positions[1]},
                     {"indices", storage.coordinates[1]}};
  tensor.arrays.emplace_back("data", storage.values);
  if (areBlocks && operand.elements.data())
    tensor.arrays.emplace_back("elements", operand.elements);
  return true;
}

/// The type that SciPy has coordinates in.
static DType getIndexType(const std::vector<int64_t> &shape) {
  bool isSmall =
      shape.empty() || *std::max_element(shape.begin(), shape.end()) <=
                           std::numeric_limits<int>::max();
  return isSmall ? DType::I32 : DType::I64;
}

/// The coordinates of `entries` as one table, a row for each dimension.
static Expected<Array> makeTable(const CooTensor &entries) {
  Expected<Array> table = Array::allocate(getIndexType(entries.shape),
                                          {entries.rank(), entries.entries()});
  if (!table)
    return table;
  visitIndexType(table->dtype(), [&](auto zero) {
    auto *out = table->as<decltype(zero)>();
    for (const Array &list : entries.coordinates)
      out = std::copy_n(list.as<int64_t>(), list.size(), out);
  });
  return table;
}

/// The elements of `operand` as a list: SciPy has that of a matrix as two lists
/// of coordinates.
static Expected<NpzTensor> listElements(const Operand &operand) {
  Expected<CooTensor> entries = getEntries(operand);
  if (!entries)
    return entries.takeError();
  Expected<Array> table = makeTable(*entries);
  if (!table)
    return table.takeError();
  NpzTensor tensor{"coo", entries->shape, {}};
  if (entries->rank() != 2) {
    tensor.arrays.emplace_back("coords", std::move(*table));
  } else {
    int64_t count = entries->entries();
    for (auto [name, first] : {std::pair("row", int64_t(0)), {"col", count}}) {
      Expected<Array> list = table->slice(first, {count});
      if (!list)
        return list.takeError();
      tensor.arrays.emplace_back(name, std::move(*list));
    }
  }
  tensor.arrays.emplace_back("data", entries->values);
  return tensor;
}

std::optional<runtime::Error>
session::saveNpz(const Operand &operand, const std::string &path, Step &step) {
  NpzTensor tensor{"", operand.shape, {}};
  if (!takeArrays(operand, tensor)) {
    Expected<NpzTensor> listed = listElements(operand);
    if (!listed)
      return listed.takeError();
    tensor = std::move(*listed);
  }
  return writeNpz(path, tensor, [&](int64_t written, int64_t total) {
    step.update(written, total);
  });
}
