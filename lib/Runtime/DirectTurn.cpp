//===- DirectTurn.cpp - Rows for columns ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectConversion.h"

#include "Fibres.h"

#include <atomic>

using namespace spindle::runtime;

/// Whether `format` has the other dimension of a matrix that is by `lead` above
/// that.
static bool isTurned(const Format &format, int64_t lead, DType index) {
  Level root{1 - lead}, leaf{lead};
  leaf.kind = LevelKind::Compressed;
  leaf.parents = {0};
  for (Level *level : {&root, &leaf})
    level->pos = level->crd = index;
  return format == Format{2, {root, leaf}};
}

namespace {
/// Rows on their way to columns, which are written to the arrays of a storage.
/// False where rows break a law.
template <typename Rows> struct Turn {
  using Index = typename Rows::Index;
  using Value = typename Rows::Value;
  /// An element among those of some neighbouring columns.
  struct Element {
    Index row, column;
    Value value;
  };

  Turn(const Rows &rows, Workers &workers, Storage &storage)
      : rows(rows), workers(workers), ends(storage.positions[1].as<Index>()),
        list(storage.coordinates[1].as<Index>()),
        values(static_cast<Value *>(storage.values.data())) {}

  bool runAlone();
  Expected<bool> runShared();

private:
  void sumUp(int64_t first, int64_t end, Index before);
  bool countRanges();
  void collect();
  void placeRanges();
  void writeRange(int64_t range);

  const Rows &rows;
  Workers &workers;
  Index *ends, *list;
  Value *values;
  /// Columns share a range where their quotients by 2^shift do.
  int shift = 0;
  int64_t ranges = 0;
  /// Of each range, how many elements each worker has; then where the next one
  /// goes, and at last where those of the next worker start.
  FallibleVector<int64_t> firsts;
  FallibleVector<Element> elements;
};
} // namespace

/// Makes of how many elements the columns [first, end) have where each starts.
template <typename Rows>
void Turn<Rows>::sumUp(int64_t first, int64_t end, Index before) {
  for (int64_t column = first; column < end; ++column)
    before += std::exchange(ends[column], before);
}

template <typename Rows> bool Turn<Rows>::runAlone() {
  if (!rows.areLawful(0, rows.size))
    return false;
  std::fill_n(ends, rows.width + 1, 0);
  for (int64_t e = 0; e < rows.count(); ++e)
    ++ends[rows.list[e]];
  sumUp(0, rows.width + 1, 0);
  for (int64_t row = 0; row < rows.size; ++row)
    for (int64_t e = rows.ends[row], end = rows.ends[row + 1]; e < end; ++e) {
      Index place = ends[rows.list[e]]++;
      list[place] = static_cast<Index>(row);
      values[place] = rows.values[e];
    }
  // Each column ends now where the next one starts.
  std::copy_backward(ends, ends + rows.width, ends + rows.width + 1);
  ends[0] = 0;
  return true;
}

//===----------------------------------------------------------------------===//
// Shared by workers
//===----------------------------------------------------------------------===//
//
// Each worker brings the elements of its rows to ranges of columns, so many
// that those of one stay in the first cache, and then the elements of its
// ranges to their columns. No line of the result is written by two.

template <typename Rows> bool Turn<Rows>::countRanges() {
  std::atomic<bool> areLawful{true};
  workers.run([&](int64_t w) {
    int64_t first = rows.firstOf(workers, w),
            end = rows.firstOf(workers, w + 1);
    if (!rows.areLawful(first, end)) {
      areLawful = false;
      return;
    }
    std::vector<int64_t> own(ranges);
    for (int64_t e = rows.ends[first]; e < rows.ends[end]; ++e)
      ++own[rows.list[e] >> shift];
    for (int64_t range = 0; range < ranges; ++range)
      firsts[range * workers.count() + w] = own[range];
  });
  return areLawful;
}

/// Brings the elements of each range together, those of first rows first.
template <typename Rows> void Turn<Rows>::collect() {
  workers.run([&](int64_t w) {
    std::vector<int64_t> next(ranges);
    for (int64_t range = 0; range < ranges; ++range)
      next[range] = firsts[range * workers.count() + w];
    int64_t end = rows.firstOf(workers, w + 1);
    for (int64_t row = rows.firstOf(workers, w); row < end; ++row)
      for (int64_t e = rows.ends[row]; e < rows.ends[row + 1]; ++e)
        elements[next[rows.list[e] >> shift]++] = {
            static_cast<Index>(row), rows.list[e], rows.values[e]};
  });
}

/// Brings the elements of a range to their columns.
template <typename Rows> void Turn<Rows>::writeRange(int64_t range) {
  int64_t first = range << shift;
  int64_t end = std::min((range + 1) << shift, rows.width);
  const Element *begin = elements.data() + firsts[range * workers.count()];
  const Element *last = elements.data() + firsts[(range + 1) * workers.count()];
  auto before = static_cast<Index>(begin - elements.data());
  if (begin == last)
    return std::fill(ends + first + 1, ends + end + 1, before);
  // Of each column the start lies one too far, where its end is to be.
  std::fill(ends + first + 1, ends + end + 1, 0);
  for (const Element *e = begin; e < last; ++e)
    ++ends[e->column + 1];
  sumUp(first + 1, end + 1, before);
  for (const Element *e = begin; e < last; ++e) {
    Index place = ends[e->column + 1]++;
    list[place] = e->row;
    values[place] = e->value;
  }
}

template <typename Rows> void Turn<Rows>::placeRanges() {
  auto firstOf = [&](int64_t w) {
    int64_t first = workers.begin(w, rows.count()), range = 0;
    while (range < ranges && firsts[range * workers.count()] < first)
      ++range;
    return w == workers.count() ? ranges : range;
  };
  workers.run([&](int64_t w) {
    int64_t end = firstOf(w + 1);
    for (int64_t range = firstOf(w); range < end; ++range)
      writeRange(range);
  });
}

template <typename Rows> Expected<bool> Turn<Rows>::runShared() {
  constexpr int64_t elementsInRange = 4096, most = 1 << 10;
  int64_t wanted = std::min(rows.count() / elementsInRange + 1, most);
  while (rows.width >> shift >= wanted)
    ++shift;
  ranges = ((rows.width - 1) >> shift) + 1;
  if (auto error = firsts.assign(ranges * workers.count() + 1, 0))
    return std::move(*error);
  if (auto error = elements.resize(rows.count()))
    return std::move(*error);
  if (!countRanges())
    return false;
  int64_t sum = 0;
  for (int64_t place = 0; place < firsts.size(); ++place)
    sum += std::exchange(firsts[place], sum);
  collect();
  ends[0] = 0;
  placeRanges();
  return true;
}

Expected<std::optional<Storage>>
spindle::runtime::turnRows(const RowArrays &rows, const StoragePlan &plan,
                           Workers &workers, int64_t leastBytes) {
  std::optional<Storage> none;
  StorageSizes sizes{{rows.shape[1 - rows.lead], 0},
                     {rows.shape[1 - rows.lead], rows.count}};
  if (!isTurned(plan.format, rows.lead, rows.index) ||
      !isWorthAList(sizes.sizes[0], rows.count) || checkIndexTypes(plan, sizes))
    return none;
  auto spec = describeStorage(plan, sizes, rows.dtype);
  Expected<int64_t> bytes = spec ? countBytes(*spec) : spec.takeError();
  if (!bytes)
    return none;
  Expected<Storage> storage = allocateUnset(plan, *spec);
  if (!storage)
    return storage.takeError();
  Expected<bool> isDone = false;
  rows.visit([&](auto typed) {
    Turn<decltype(typed)> turn(typed, workers, *storage);
    bool isShared =
        workers.count() > 1 && *bytes >= leastBytes && rows.count > 0;
    if (isShared)
      isDone = turn.runShared();
    else
      isDone = turn.runAlone();
  });
  if (!isDone)
    return isDone.takeError();
  return *isDone ? std::optional(std::move(*storage)) : none;
}
