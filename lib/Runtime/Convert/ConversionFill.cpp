//===- ConversionFill.cpp - Writing the arrays of a storage ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion.h"

using namespace spindle::runtime;

namespace {
/// What the second pass over the elements writes.
struct Filler {
  Filler(const Conversion &conversion, const CooTensor &tensor,
         Array *addresses, Storage &storage)
      : conversion(conversion), plan(conversion.plan), tensor(tensor),
        given(addresses), storage(storage),
        strides(getStrides(plan, conversion.sizes, plan.dims)),
        isTuple(plan.levels(), false) {}

  std::optional<Error> prepare();
  void run(Workers &workers, Progress &progress);
  void writeOrders();
  void finishPositions(Workers &workers);
  void finishGroups();

  const Conversion &conversion;
  const StoragePlan &plan;
  const CooTensor &tensor;
  Array *given;
  Storage &storage;
  std::vector<int64_t> strides;
  /// For each structured level how many elements each of its groups has.
  std::vector<FallibleVector<int64_t>> groups;
  /// Whether a level is a singleton that tells the nodes above it apart.
  std::vector<bool> isTuple;
  SeenCells seen;
};

/// The part of one worker.
struct RangeFiller {
  explicit RangeFiller(Filler &all)
      : all(all), plan(all.plan), storage(all.storage),
        stream(plan, all.conversion.fields, all.conversion.entries,
               all.conversion.slots, all.conversion.sizes) {}

  void run(const ElementRange &range);
  void writeLevel(int64_t level, int64_t count);
  void writeSingleton(int64_t level, int64_t count);
  void writeValues(int64_t count);

  Filler &all;
  const StoragePlan &plan;
  Storage &storage;
  PositionStream stream;
  /// The first of the elements at hand.
  int64_t begin = 0;
  CellConflict conflict;
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
void RangeFiller::writeSingleton(int64_t level, int64_t count) {
  const int64_t *places = stream.positions(level);
  const int64_t *list = stream.coordinates(level);
  FallibleVector<uint8_t> &seen = all.seen.cells[level];
  Array &array = storage.coordinates[level];
  visitIndexType(array.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = array.as<T>();
    for (int64_t i = 0; i < count; ++i) {
      bool isFirst = conflict.element < 0 || begin + i < conflict.element;
      if (!seen[places[i]]) {
        seen[places[i]] = 1;
        to[places[i]] = static_cast<T>(list[i]);
      } else if (to[places[i]] != static_cast<T>(list[i]) && isFirst) {
        conflict = {begin + i, level, to[places[i]]};
      }
    }
  });
}

void RangeFiller::writeLevel(int64_t level, int64_t count) {
  const int64_t *places = stream.positions(level);
  const int64_t *parents = stream.parents(level);
  if (hasPositions(plan, level))
    scatterEnds(storage.positions[level], 1, parents, places, count);
  if (hasLengths(plan, level))
    scatterEnds(storage.lengths[level], 0, parents, stream.offsets(level),
                count);
  FallibleVector<int64_t> &groups = all.groups[level];
  for (int64_t i = 0; groups.size() && i < count; ++i) {
    int64_t &elements = groups[parents[i]];
    elements = std::max(elements, stream.offsets(level)[i] + 1);
  }
  if (all.seen.fibres[level].size())
    for (int64_t i = 0; i < count; ++i)
      all.seen.fibres[level][parents[i]] = 1;
  if (all.seen.cells[level].size())
    writeSingleton(level, count);
  else if (hasCoordinates(plan, level) && plan.storedOrders[level] < 0)
    scatter(storage.coordinates[level], places, stream.coordinates(level),
            count);
}

/// Writes the coordinate at each position of an order, whether or not it has
/// elements. The levels above are digits of the position, most of which come
/// first.
void Filler::writeOrders() {
  for (int64_t level = 0; level < plan.levels(); ++level) {
    if (plan.storedOrders[level] < 0)
      continue;
    const auto &list =
        conversion.numbers
            .subjects[plan.storedOrders[level] - plan.format.rank];
    LevelSet above = getClosure(plan.descriptor, level, /*self=*/false);
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

/// Turns the ends of the fibres that have elements into those of all. Fibres
/// end in their order.
template <typename T>
static void finishEnds(T *ends, int64_t count, Workers &workers) {
  std::vector<T> before(workers.count() + 1, 0);
  if (workers.count() > 1)
    workers.split(count, [&](int64_t w, int64_t begin, int64_t end) {
      before[w + 1] =
          begin < end ? *std::max_element(ends + begin, ends + end) : T(0);
    });
  for (int64_t w = 0; w < workers.count(); ++w)
    before[w + 1] = std::max(before[w], before[w + 1]);
  workers.split(count, [&](int64_t w, int64_t begin, int64_t end) {
    T last = before[w];
    for (int64_t i = begin; i < end; ++i)
      ends[i] = last = std::max(ends[i], last);
  });
}

void Filler::finishPositions(Workers &workers) {
  for (int64_t level = 0; level < plan.levels(); ++level)
    if (hasPositions(plan, level))
      visitIndexType(storage.positions[level].dtype(), [&](auto zero) {
        using T = decltype(zero);
        finishEnds(storage.positions[level].as<T>(),
                   storage.positions[level].size(), workers);
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

void RangeFiller::writeValues(int64_t count) {
  const SortedEntries &entries = all.conversion.entries;
  int64_t addresses[PositionStream::chunkSize];
  stream.addresses(plan.dims, all.strides, count, addresses);
  visitDType(storage.values.dtype(), [&](auto zero) {
    using T = decltype(zero);
    sumEntries(entries, begin, count, all.tensor.values.as<T>(), addresses,
               storage.values.as<T>());
  });
  if (plan.format.keepsBitmap)
    for (int64_t i = 0; i < count; ++i)
      storage.bitmap.as<bool>()[addresses[i]] = true;
  if (!all.given)
    return;
  auto *given = all.given->as<int64_t>();
  for (int64_t i = 0; i < count; ++i)
    for (int64_t s = entries.start(begin + i); s < entries.start(begin + i + 1);
         ++s)
      given[entries.source(s)] = addresses[i];
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

void RangeFiller::run(const ElementRange &range) {
  constexpr int64_t chunk = PositionStream::chunkSize;
  if (range.begin == range.end)
    return;
  stream.startAt(range.begin, range.starts, plan.levels());
  for (begin = range.begin; begin < range.end; begin += chunk) {
    int64_t count = std::min(chunk, range.end - begin);
    stream.advance(begin, count, plan.levels());
    for (int64_t level = 0; level < plan.levels(); ++level)
      writeLevel(level, count);
    writeValues(count);
  }
}

void Filler::run(Workers &workers, Progress &progress) {
  std::vector<CellConflict> conflicts(workers.count());
  workers.run([&](int64_t w) {
    RangeFiller own(*this);
    own.run(conversion.ranges[w]);
    conflicts[w] = own.conflict;
  });
  for (CellConflict conflict : conflicts)
    if (seen.conflict.element < 0)
      seen.conflict = conflict;
  writeOrders();
  finishPositions(workers);
  finishGroups();
  progress.add(conversion.entries.count());
}

std::optional<Error> spindle::runtime::fillStorage(
    const Conversion &conversion, const CooTensor &tensor, Array *addresses,
    Workers &workers, Progress &progress, Storage &storage) {
  Filler filler(conversion, tensor, addresses, storage);
  if (auto error = filler.prepare())
    return error;
  filler.run(workers, progress);
  return checkSeen(conversion, storage, filler.seen);
}
