//===- SaveNpz.cpp - an operand as an archive of SciPy's ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SaveNpz.h"

#include "Spindle/Runtime/IO/Npz.h"
#include "Spindle/Runtime/Storage/StoredFormat.h"

#include <limits>

using namespace spindle;
using namespace spindle::session;
using runtime::Array;
using runtime::CooTensor;
using runtime::DType;
using runtime::Expected;
using runtime::Format;
using runtime::NpzMatrix;
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
  if (format.levels.size() != 4)
    return false;
  int64_t height = format.levels[2].expr.rightConstant().value_or(1);
  int64_t width = format.levels[3].expr.rightConstant().value_or(1);
  if (height <= 0 || width <= 0 || shape[0] % height || shape[1] % width)
    return false;
  format.keeps = runtime::makeIndexed("bsr", {height, width}, DType::I32).keeps;
  return isNamed(std::move(format), "bsr", {height, width});
}

/// The arrays of `storage` where SciPy has its format; none where it has not.
static NpzMatrix takeArrays(const Storage &storage, const Format &format) {
  NpzMatrix matrix{"", storage.shape[0], storage.shape[1]};
  if (isNamed(format, "coo", {2})) {
    matrix.format = "coo";
    matrix.arrays = {{"row", storage.coordinates[0]},
                     {"col", storage.coordinates[1]}};
  } else {
    matrix.format = isNamed(format, "csr", {})              ? "csr"
                    : isNamed(format, "csc", {})            ? "csc"
                    : areWholeBlocks(format, storage.shape) ? "bsr"
                                                            : "";
    if (!matrix.format.empty())
      matrix.arrays = {{"indptr", storage.positions[1]},
                       {"indices", storage.coordinates[1]}};
  }
  matrix.arrays.emplace_back("data", storage.values);
  return matrix;
}

/// `list` in 32 bits, as SciPy has coordinates of matrices that are not larger.
static Expected<Array> narrow(const Array &list) {
  Expected<Array> narrowed = Array::allocate(DType::I32, list.shape());
  if (narrowed)
    std::copy_n(list.as<int64_t>(), list.size(), narrowed->as<int32_t>());
  return narrowed;
}

/// The elements of `operand` as a list.
static Expected<NpzMatrix> listElements(const Operand &operand) {
  Expected<CooTensor> entries = getEntries(operand);
  if (!entries)
    return entries.takeError();
  const std::vector<int64_t> &shape = entries->shape;
  NpzMatrix matrix{"coo", shape[0], shape[1]};
  bool isSmall =
      std::max(shape[0], shape[1]) <= std::numeric_limits<int>::max();
  for (auto [name, list] : {std::pair("row", &entries->coordinates[0]),
                            {"col", &entries->coordinates[1]}}) {
    Expected<Array> indices = isSmall ? narrow(*list) : *list;
    if (!indices)
      return indices.takeError();
    matrix.arrays.emplace_back(name, std::move(*indices));
  }
  matrix.arrays.emplace_back("data", entries->values);
  return matrix;
}

std::optional<runtime::Error>
session::saveNpz(const Operand &operand, const std::string &path, Step &step) {
  NpzMatrix matrix;
  if (!operand.spec->composite)
    matrix = takeArrays(getStorage(operand), operand.spec->format);
  if (matrix.format.empty()) {
    Expected<NpzMatrix> listed = listElements(operand);
    if (!listed)
      return listed.takeError();
    matrix = std::move(*listed);
  }
  return writeNpz(path, matrix, [&](int64_t written, int64_t total) {
    step.update(written, total);
  });
}
