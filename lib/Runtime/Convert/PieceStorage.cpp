//===- PieceStorage.cpp - Fibres cut to pieces of one width ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PieceStorage.h"

#include "Spindle/Runtime/Storage/StoredFormat.h"
#include "Spindle/Runtime/Support/FallibleVector.h"

using namespace spindle::runtime;

namespace {
/// The pieces of a tensor.
struct Pieces {
  static Expected<Pieces> make(const CooTensor &tensor, const Format &format,
                               int64_t threads, Array *addresses);

  /// The coordinates of the root, one for each piece.
  FallibleVector<int64_t> roots;
  /// The elements once more, sorted: at the number of the piece and the
  /// coordinate below it.
  CooTensor elements;
  /// How such a tensor is stored: a dense level of pieces above the fixed one.
  Format format;
};
} // namespace

/// The coordinates of both levels of the elements of `tensor`, as a matrix.
static Expected<CooTensor> findCoordinates(const CooTensor &tensor,
                                           const Format &format) {
  std::vector<int64_t> shape;
  StoredFormat stored = getStored(format);
  for (const StoredLevel &level : stored.levels)
    shape.push_back(getExtent(level, tensor.shape));
  Expected<CooTensor> found = allocateEntries(shape, tensor.values.dtype(), 0);
  if (!found)
    return found;
  found->values = tensor.values;
  for (size_t l = 0; l < 2; ++l) {
    const StoredLevel &level = stored.levels[l];
    Expected<Array> list = Array::allocate(DType::I64, {tensor.entries()});
    if (!list)
      return list.takeError();
    const int64_t *from = tensor.coordinates[level.dim].as<int64_t>();
    for (int64_t e = 0; e < tensor.entries(); ++e)
      list->as<int64_t>()[e] = applySteps(level.steps, from[e]);
    found->coordinates[l] = std::move(*list);
  }
  return found;
}

/// The format of the pieces: `format` with their numbers for its root.
static Format getPiecesFormat(const Format &format) {
  Format pieces = format;
  pieces.rank = 2;
  pieces.inspectors.clear();
  pieces.levels[0] = Level{Expr::dim(0)};
  pieces.levels[1].expr = Expr::dim(1);
  return pieces;
}

/// A fault of `format` is reported before a piece is counted.
static std::optional<Error> check(const CooTensor &tensor,
                                  const Format &format) {
  if (auto error = validate(format))
    return error;
  if (auto error = validate(tensor))
    return error;
  if (tensor.rank() != format.rank)
    return Error::expectedGot("a tensor of rank " + std::to_string(format.rank),
                              "rank " + std::to_string(tensor.rank()));
  return std::nullopt;
}

Expected<Pieces> Pieces::make(const CooTensor &tensor, const Format &format,
                              int64_t threads, Array *addresses) {
  if (auto error = check(tensor, format))
    return std::move(*error);
  Expected<CooTensor> unsorted = findCoordinates(tensor, format);
  if (!unsorted)
    return unsorted.takeError();
  StoreOptions options;
  options.addresses = addresses;
  options.threads = threads;
  Expected<Storage> sorted =
      store(*unsorted, makeIndexed("coo", {2}, DType::I64), options);
  if (!sorted)
    return sorted.takeError();
  int64_t count = sorted->values.size(), width = format.levels[1].width();
  const int64_t *rows = sorted->coordinates[0].as<int64_t>();
  Pieces pieces;
  pieces.format = getPiecesFormat(format);
  Expected<Array> numbers = Array::allocate(DType::I64, {count});
  if (!numbers)
    return numbers.takeError();
  int64_t filled = 0;
  for (int64_t e = 0; e < count; ++e) {
    bool isNew = e == 0 || rows[e] != rows[e - 1] || filled == width;
    if (isNew && !pieces.roots.append(rows[e]))
      return Error::expectedGot("memory for the pieces of rows", "none");
    filled = isNew ? 1 : filled + 1;
    numbers->as<int64_t>()[e] = pieces.roots.size() - 1;
  }
  pieces.elements = {{pieces.roots.size(), unsorted->shape[1]},
                     {std::move(*numbers), sorted->coordinates[1]},
                     sorted->values};
  return pieces;
}

/// The coordinates of the root, which `type` can hold.
static Expected<Array> makeRoots(const FallibleVector<int64_t> &roots,
                                 DType type) {
  Expected<Array> array = Array::allocate(type, {roots.size()});
  if (!array)
    return array;
  bool fits = visitIndexType(type, [&](auto zero) {
    using T = decltype(zero);
    bool all = true;
    for (int64_t p = 0; p < roots.size(); ++p) {
      array->as<T>()[p] = static_cast<T>(roots[p]);
      all &= array->as<T>()[p] == roots[p];
    }
    return all;
  });
  if (fits)
    return array;
  return Error::expectedGot("coordinates of level 0 that fit " +
                                std::string(dtypeName(type)),
                            "larger ones");
}

Expected<Storage> spindle::runtime::storePieces(const CooTensor &tensor,
                                                const Format &format,
                                                const StoreOptions &options) {
  Array toSorted, toStored;
  Array *addresses = options.addresses;
  Expected<Pieces> pieces = Pieces::make(tensor, format, options.threads,
                                         addresses ? &toSorted : nullptr);
  if (!pieces)
    return pieces.takeError();
  StoreOptions own = options;
  own.addresses = addresses ? &toStored : nullptr;
  Expected<Storage> storage = store(pieces->elements, pieces->format, own);
  if (!storage)
    return storage;
  Expected<Array> roots =
      makeRoots(pieces->roots, getIndexType(format.levels[0].crd));
  if (!roots)
    return roots.takeError();
  storage->coordinates[0] = std::move(*roots);
  storage->shape = tensor.shape;
  if (!addresses)
    return storage;
  for (int64_t e = 0; e < toSorted.size(); ++e) {
    int64_t &address = toSorted.as<int64_t>()[e];
    address = toStored.as<int64_t>()[address];
  }
  *addresses = std::move(toSorted);
  return storage;
}

Expected<StorageSize> spindle::runtime::measurePieces(const CooTensor &tensor,
                                                      const Format &format,
                                                      int64_t threads) {
  Expected<Pieces> pieces = Pieces::make(tensor, format, threads, nullptr);
  if (!pieces)
    return pieces.takeError();
  Expected<StorageSize> size =
      measureStorage(pieces->elements, pieces->format, threads);
  if (size)
    size->bytes += pieces->roots.size() * format.levels[0].crd / 8;
  return size;
}
