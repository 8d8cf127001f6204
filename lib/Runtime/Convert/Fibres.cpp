//===- Fibres.cpp - Matrices that are in order ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fibres.h"

#include "FibreArrays.h"

#include <limits>

using namespace spindle::runtime;

int64_t Fibres::firstOf(const Workers &workers, int64_t worker) const {
  if (worker == workers.count())
    return size();
  int64_t first = workers.begin(worker, count());
  const int64_t *found =
      std::lower_bound(starts.data(), starts.data() + size(), first);
  return found - starts.data();
}

//===----------------------------------------------------------------------===//
// Lists of entries
//===----------------------------------------------------------------------===//

namespace {
/// What is known of the order of a list of coordinates.
struct PlacesOrder {
  /// Whether all coordinates are in the shape.
  bool areInShape = true;
  /// Whether each entry comes after the one before, by rows and by columns.
  bool byRows = true, byColumns = true;
};
} // namespace

/// Whether the entries [begin, end), and the one before, are in order.
static PlacesOrder findOrder(const CooTensor &tensor, int64_t begin,
                             int64_t end) {
  const int64_t *rows = tensor.coordinates[0].as<int64_t>();
  const int64_t *columns = tensor.coordinates[1].as<int64_t>();
  uint64_t rowEnd = tensor.shape[0], columnEnd = tensor.shape[1];
  bool isOut = false, notByRows = false, notByColumns = false;
  for (int64_t e = begin; e < end; ++e) {
    isOut |= uint64_t(rows[e]) >= rowEnd;
    isOut |= uint64_t(columns[e]) >= columnEnd;
  }
  for (int64_t e = std::max<int64_t>(begin, 1); e < end; ++e) {
    bool sameRow = rows[e] == rows[e - 1];
    bool sameColumn = columns[e] == columns[e - 1];
    bool laterRow = rows[e] > rows[e - 1];
    bool laterColumn = columns[e] > columns[e - 1];
    notByRows |= !(laterRow | (sameRow & laterColumn));
    notByColumns |= !(laterColumn | (sameColumn & laterRow));
  }
  return {!isOut, !notByRows, !notByColumns};
}

/// Whether the entries of `tensor`, a matrix, are in its shape and in order.
static PlacesOrder findOrder(const CooTensor &tensor, Workers &workers) {
  std::vector<PlacesOrder> found(workers.count());
  workers.split(tensor.entries(), [&](int64_t w, int64_t begin, int64_t end) {
    found[w] = findOrder(tensor, begin, end);
  });
  PlacesOrder all;
  for (const PlacesOrder &own : found) {
    all.areInShape &= own.areInShape;
    all.byRows &= own.byRows;
    all.byColumns &= own.byColumns;
  }
  return all;
}

/// Sets the fibres of elements whose keys are `list`, which does not descend.
std::optional<Error> Fibres::findRuns(const int64_t *list, int64_t count,
                                      Workers &workers) {
  std::vector<int64_t> runs(workers.count() + 1, 0);
  auto isFirst = [&](int64_t e) { return e == 0 || list[e] != list[e - 1]; };
  workers.split(count, [&](int64_t w, int64_t begin, int64_t end) {
    int64_t own = 0;
    for (int64_t e = begin; e < end; ++e)
      own += isFirst(e);
    runs[w + 1] = own;
  });
  for (int64_t w = 0; w < workers.count(); ++w)
    runs[w + 1] += runs[w];
  if (auto error = keys.resize(runs.back()))
    return error;
  if (auto error = starts.resize(runs.back() + 1))
    return error;
  starts[runs.back()] = count;
  workers.split(count, [&](int64_t w, int64_t begin, int64_t end) {
    int64_t run = runs[w];
    for (int64_t e = begin; e < end; ++e)
      if (isFirst(e)) {
        keys[run] = list[e];
        starts[run++] = e;
      }
  });
  return std::nullopt;
}

Expected<std::optional<Fibres>> Fibres::make(const CooTensor &tensor,
                                             int64_t lead, Workers &workers) {
  bool isList = tensor.rank() == 2 && tensor.coordinates.size() == 2 &&
                tensor.shape[0] >= 0 && tensor.shape[1] >= 0 &&
                tensor.values.rank() == 1 &&
                tensor.entries() < std::numeric_limits<int32_t>::max();
  for (size_t dim = 0; isList && dim < 2; ++dim) {
    const Array &list = tensor.coordinates[dim];
    isList = list.dtype() == DType::I64 && list.rank() == 1 &&
             list.size() == tensor.entries();
  }
  if (!isList)
    return std::optional<Fibres>();
  PlacesOrder order = findOrder(tensor, workers);
  if (!order.areInShape)
    return std::optional<Fibres>();
  if (!order.byRows && !order.byColumns)
    return sort(tensor, lead, workers);
  Fibres fibres;
  fibres.shape = tensor.shape;
  bool isInOrder = lead == 0 ? order.byRows : order.byColumns;
  fibres.lead = isInOrder ? lead : 1 - lead;
  fibres.dtype = tensor.values.dtype();
  fibres.values = tensor.values.data();
  fibres.others = IndexList::of(tensor.coordinates[1 - fibres.lead]);
  if (auto error =
          fibres.findRuns(tensor.coordinates[fibres.lead].as<int64_t>(),
                          tensor.entries(), workers))
    return std::move(*error);
  return std::optional<Fibres>(std::move(fibres));
}

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

/// Sets the fibres that have elements, from the positions of all.
template <typename T>
static std::optional<Error> findFilled(const T *ends, int64_t all,
                                       const Array &roots, Workers &workers,
                                       Fibres &fibres) {
  std::vector<int64_t> filled(workers.count() + 1, 0);
  workers.split(all, [&](int64_t w, int64_t begin, int64_t end) {
    int64_t own = 0;
    for (int64_t f = begin; f < end; ++f)
      own += ends[f] != ends[f + 1];
    filled[w + 1] = own;
  });
  for (int64_t w = 0; w < workers.count(); ++w)
    filled[w + 1] += filled[w];
  if (auto error = fibres.keys.resize(filled.back()))
    return error;
  if (auto error = fibres.starts.resize(filled.back() + 1))
    return error;
  fibres.starts[filled.back()] = ends[all];
  IndexList keys = IndexList::of(roots);
  workers.split(all, [&](int64_t w, int64_t begin, int64_t end) {
    int64_t next = filled[w];
    for (int64_t f = begin; f < end; ++f)
      if (ends[f] != ends[f + 1]) {
        fibres.keys[next] = roots.data() ? keys[f] : f;
        fibres.starts[next++] = ends[f];
      }
  });
  return std::nullopt;
}

/// Whether the keys ascend in the shape, and the other coordinates in each
/// fibre.
static bool areOrdered(const Fibres &fibres, Workers &workers) {
  for (int64_t f = 0; f < fibres.size(); ++f)
    if (uint64_t(fibres.keys[f]) >= uint64_t(fibres.shape[fibres.lead]) ||
        (f > 0 && fibres.keys[f] <= fibres.keys[f - 1]))
      return false;
  std::vector<uint8_t> found(workers.count(), 1);
  workers.run([&](int64_t w) {
    int64_t first = fibres.firstOf(workers, w);
    int64_t end = fibres.firstOf(workers, w + 1);
    if (first < end)
      found[w] = fibres.others.visit([&](const auto *list) {
        return ascend(list, fibres.starts.data() + first, end - first,
                      fibres.shape[fibres.other()]);
      });
  });
  return std::count(found.begin(), found.end(), 0) == 0;
}

Expected<std::optional<Fibres>>
Fibres::view(const Storage &storage, const Format &format, Workers &workers) {
  if (!isListOfFibres(format) || !haveShapes(storage, format))
    return std::optional<Fibres>();
  Fibres fibres;
  fibres.shape = storage.shape;
  fibres.lead = format.levels[0].expr.number();
  fibres.others = IndexList::of(storage.coordinates[1]);
  fibres.dtype = storage.values.dtype();
  fibres.values = storage.values.data();
  int64_t all = storage.positions[1].size() - 1, count = storage.values.size();
  std::optional<Error> error;
  bool isValid = IndexList::of(storage.positions[1]).visit([&](auto *ends) {
    std::vector<uint8_t> found(workers.count(), 1);
    workers.split(all, [&](int64_t w, int64_t begin, int64_t end) {
      found[w] = arePositions(ends, begin, end, count);
    });
    if (std::count(found.begin(), found.end(), 0) || ends[0] != 0 ||
        ends[all] != count)
      return false;
    error = findFilled(ends, all, storage.coordinates[0], workers, fibres);
    return true;
  });
  if (error)
    return std::move(*error);
  if (!isValid || !areOrdered(fibres, workers))
    return std::optional<Fibres>();
  return std::optional<Fibres>(std::move(fibres));
}
