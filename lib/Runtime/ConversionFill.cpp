//===- ConversionFill.cpp - Writing the arrays of a storage ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion.h"

#include "FormatDims.h"
#include "FormatText.h"

using namespace spindle::runtime;

namespace {
/// The second pass over the elements, which writes.
struct Filler {
  Filler(const Conversion &conversion, const CooTensor &tensor,
         Array *addresses, Storage &storage)
      : conversion(conversion), plan(conversion.plan), tensor(tensor),
        given(addresses), storage(storage),
        stream(plan, conversion.fields, conversion.entries, conversion.slots,
               conversion.sizes),
        strides(getStrides(plan, conversion.sizes, plan.dims)),
        isTuple(plan.levels(), false) {}

  std::optional<Error> prepare();
  void run(Progress &progress);
  void writeLevel(int64_t level, int64_t begin, int64_t count);
  void writeSingleton(int64_t level, int64_t begin, int64_t count);
  void writeValues(int64_t begin, int64_t count);
  void writeOrders();
  void finishPositions();
  void finishGroups();

  const Conversion &conversion;
  const StoragePlan &plan;
  const CooTensor &tensor;
  Array *given;
  Storage &storage;
  PositionStream stream;
  std::vector<int64_t> strides;
  /// For each structured level how many elements each of its groups has.
  std::vector<FallibleVector<int64_t>> groups;
  /// Whether a level is a singleton that tells the nodes above it apart.
  std::vector<bool> isTuple;
  SeenCells seen;
};
} // namespace

/// Makes room for what has to be noted.
std::optional<Error> Filler::prepare() {
  for (const std::vector<int64_t> &tuple : plan.tuples)
    for (int64_t single : tuple)
      isTuple[single] = true;
  seen.fibres.resize(plan.levels());
  seen.cells.resize(plan.levels());
  groups.resize(plan.levels());
  for (int64_t l = 0; l < plan.levels(); ++l) {
    LevelKind kind = plan.format.levels[l].kind;
    int64_t size = conversion.sizes.sizes[l];
    if (plan.format.levels[l].structured)
      if (auto error = groups[l].assign(size / conversion.sizes.widths[l], 0))
        return error;
    bool needsAll = kind == LevelKind::Fixed && !plan.format.keepsLengths &&
                    !plan.format.keepsBitmap && conversion.sizes.widths[l] > 0;
    if (needsAll) {
      int64_t parent = plan.onlyParent(l);
      int64_t fibres = parent < 0 ? 1 : conversion.sizes.sizes[parent];
      if (conversion.counts[l].fibres == fibres)
        continue;
      if (auto error = seen.fibres[l].assign(fibres, 0))
        return error;
    }
    if (kind == LevelKind::Singleton && !isTuple[l] && plan.storedOrders[l] < 0)
      if (auto error = seen.cells[l].assign(size, 0))
        return error;
  }
  if (!given)
    return std::nullopt;
  Expected<Array> array = Array::allocate(DType::I64, {tensor.entries()});
  if (!array)
    return array.takeError();
  *given = std::move(*array);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Writes `list[i]` at `places[i]`.
static void scatter(Array &array, const int64_t *places, const int64_t *list,
                    int64_t count) {
  visitIndexType(array.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = array.as<T>();
    for (int64_t i = 0; i < count; ++i)
      to[places[i]] = static_cast<T>(list[i]);
  });
}

/// Makes `places[i] + shift` at least `list[i] + 1`.
static void scatterEnds(Array &array, int64_t shift, const int64_t *places,
                        const int64_t *list, int64_t count) {
  visitIndexType(array.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = array.as<T>() + shift;
    for (int64_t i = 0; i < count; ++i)
      to[places[i]] = std::max(to[places[i]], static_cast<T>(list[i] + 1));
  });
}

/// Writes coordinates of a singleton that may have two in one cell.
void Filler::writeSingleton(int64_t level, int64_t begin, int64_t count) {
  const int64_t *places = stream.positions(level);
  const int64_t *list = stream.coordinates(level);
  Array &array = storage.coordinates[level];
  visitIndexType(array.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = array.as<T>();
    for (int64_t i = 0; i < count; ++i) {
      if (!seen.cells[level][places[i]]) {
        seen.cells[level][places[i]] = 1;
        to[places[i]] = static_cast<T>(list[i]);
      } else if (to[places[i]] != static_cast<T>(list[i]) &&
                 seen.conflict < 0) {
        seen.conflict = begin + i;
        seen.conflictLevel = level;
        seen.conflictCoordinate = to[places[i]];
      }
    }
  });
}

void Filler::writeLevel(int64_t level, int64_t begin, int64_t count) {
  const int64_t *places = stream.positions(level);
  if (hasPositions(plan, level))
    scatterEnds(storage.positions[level], 1, stream.parents(level), places,
                count);
  if (hasLengths(plan, level))
    scatterEnds(storage.lengths[level], 0, stream.parents(level),
                stream.offsets(level), count);
  for (int64_t i = 0; groups[level].size() && i < count; ++i) {
    int64_t &elements = groups[level][stream.parents(level)[i]];
    elements = std::max(elements, stream.offsets(level)[i] + 1);
  }
  if (seen.fibres[level].size())
    for (int64_t i = 0; i < count; ++i)
      seen.fibres[level][stream.parents(level)[i]] = 1;
  if (seen.cells[level].size())
    writeSingleton(level, begin, count);
  else if (hasCoordinates(plan, level) && plan.storedOrders[level] < 0)
    scatter(storage.coordinates[level], places, stream.coordinates(level),
            count);
}

/// Writes the coordinate at each place of an order, whether or not it has
/// elements. The levels above are digits of the place, most of which come
/// first.
void Filler::writeOrders() {
  for (int64_t level = 0; level < plan.levels(); ++level) {
    if (plan.storedOrders[level] < 0)
      continue;
    const auto &list =
        conversion.numbers
            .subjects[plan.storedOrders[level] - plan.format.rank];
    LevelSet above = getClosure(plan.format, level, /*self=*/false);
    for (int64_t place = 0; place < list.size(); ++place) {
      int64_t position = 0;
      for (int64_t other = 0; other < level; ++other)
        if (above[other])
          position = position * conversion.sizes.widths[other] +
                     applySteps(plan.format.levels[other].steps, place);
      scatter(storage.coordinates[level], &position, &list[place], 1);
    }
  }
}

/// Turns the ends of the fibres that have elements into those of all.
void Filler::finishPositions() {
  for (int64_t level = 0; level < plan.levels(); ++level)
    if (hasPositions(plan, level))
      visitIndexType(storage.positions[level].dtype(), [&](auto zero) {
        using T = decltype(zero);
        T *ends = storage.positions[level].as<T>();
        for (int64_t i = 1, e = storage.positions[level].size(); i < e; ++i)
          ends[i] = std::max(ends[i], ends[i - 1]);
      });
}

/// Fills the groups of structured levels up.
void Filler::finishGroups() {
  for (int64_t level = 0; level < plan.levels(); ++level)
    visitIndexType(plan.format.levels[level].crd, [&](auto zero) {
      using T = decltype(zero);
      int64_t width = conversion.sizes.widths[level];
      for (int64_t g = 0; g < groups[level].size(); ++g)
        fillGroup(storage.coordinates[level].as<T>() + g * width,
                  groups[level][g], width);
    });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Writes the sum of each element's entries at its address.
template <typename T>
static void sumEntries(const SortedEntries &entries, int64_t begin,
                       int64_t count, const T *from, const int64_t *addresses,
                       T *to) {
  if (!entries.starts.size()) {
    for (int64_t i = 0; i < count; ++i)
      to[addresses[i]] = from[entries.source(begin + i)];
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    int64_t s = entries.starts[begin + i], end = entries.starts[begin + i + 1];
    T sum = from[entries.source(s)];
    while (++s < end)
      sum = wrappingSum(sum, from[entries.source(s)]);
    to[addresses[i]] = sum;
  }
}

void Filler::writeValues(int64_t begin, int64_t count) {
  const SortedEntries &entries = conversion.entries;
  int64_t addresses[PositionStream::chunkSize];
  stream.addresses(plan.dims, strides, count, addresses);
  visitDType(storage.values.dtype(), [&](auto zero) {
    using T = decltype(zero);
    sumEntries(entries, begin, count, tensor.values.as<T>(), addresses,
               storage.values.as<T>());
  });
  if (plan.format.keepsBitmap)
    for (int64_t i = 0; i < count; ++i)
      storage.bitmap.as<bool>()[addresses[i]] = true;
  if (!given)
    return;
  for (int64_t i = 0; i < count; ++i)
    for (int64_t s = entries.start(begin + i); s < entries.start(begin + i + 1);
         ++s)
      given->as<int64_t>()[entries.source(s)] = addresses[i];
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

void Filler::run(Progress &progress) {
  constexpr int64_t chunk = PositionStream::chunkSize;
  for (int64_t begin = 0, e = conversion.entries.count(); begin < e;
       begin += chunk) {
    int64_t count = std::min(chunk, e - begin);
    stream.advance(begin, count, plan.levels());
    for (int64_t level = 0; level < plan.levels(); ++level)
      writeLevel(level, begin, count);
    writeValues(begin, count);
    progress.add(count);
  }
  writeOrders();
  finishPositions();
  finishGroups();
}

std::optional<Error> spindle::runtime::fillStorage(const Conversion &conversion,
                                                   const CooTensor &tensor,
                                                   Array *addresses,
                                                   Progress &progress,
                                                   Storage &storage) {
  Filler filler(conversion, tensor, addresses, storage);
  if (auto error = filler.prepare())
    return error;
  filler.run(progress);
  return checkSeen(conversion, storage, filler.seen);
}
