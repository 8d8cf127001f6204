//===- DirectSlices.cpp - Rows in slices ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectConversion.h"

#include "Spindle/Runtime/Support/FallibleVector.h"

#include <atomic>
#include <limits>

using namespace spindle::runtime;

namespace {
/// The rows of a slice, and of a window in which rows are sorted.
struct SliceSizes {
  int64_t height = 1, window = 1;
};
} // namespace

/// The sizes of `format`, where it is SELL-C-sigma with windows of whole
/// slices.
static std::optional<SliceSizes> getSliceSizes(const Format &format,
                                               DType index) {
  if (format.levels.size() != 5 || format.inspectors.size() != 2)
    return std::nullopt;
  SliceSizes sizes{format.levels[0].expr.rightConstant().value_or(1),
                   format.inspectors[0].group.rightConstant().value_or(1)};
  constexpr int64_t highest = 1 << 16;
  if (sizes.height > highest || sizes.window % sizes.height ||
      format != makeIndexed("sell", {sizes.height, sizes.window}, index))
    return std::nullopt;
  return sizes;
}

namespace {
/// Rows on their way to slices.
template <typename Rows> struct Slicing {
  using Index = typename Rows::Index;
  using Value = typename Rows::Value;

  Slicing(const Rows &rows, Workers &workers, SliceSizes sizes)
      : rows(rows), workers(workers), sizes(sizes),
        slices(rows.size / sizes.height + (rows.size % sizes.height != 0)) {}

  /// Sorts the rows of all windows, and finds where each slice starts. False
  /// where rows break a law.
  Expected<bool> sort();
  int64_t countSteps() const { return starts[slices]; }
  void write(Storage &storage) const;

private:
  void sortWindow(int64_t first, int64_t end, std::vector<int64_t> &counts);
  void writeSlice(int64_t slice, Storage &storage) const;

  const Rows &rows;
  Workers &workers;
  SliceSizes sizes;
  int64_t slices;
  /// The row in each slot; -1 behind the last one, in its slice.
  FallibleVector<Index> subjects;
  /// The first step of each slice, and the end of the last.
  FallibleVector<int64_t> starts;
};
} // namespace

/// Sorts the rows [first, end) by their length, the longest first.
template <typename Rows>
void Slicing<Rows>::sortWindow(int64_t first, int64_t end,
                               std::vector<int64_t> &counts) {
  int64_t longest = 0;
  for (int64_t row = first; row < end; ++row)
    longest = std::max<int64_t>(longest, rows.length(row));
  // Counting takes time for each length that there could be.
  if (longest > 4 * (end - first) + 64) {
    for (int64_t row = first; row < end; ++row)
      subjects[row] = static_cast<Index>(row);
    std::sort(subjects.data() + first, subjects.data() + end,
              [&](Index a, Index b) {
                int64_t more = rows.length(a) - rows.length(b);
                return more != 0 ? more > 0 : a < b;
              });
    return;
  }
  counts.assign(longest + 2, 0);
  for (int64_t row = first; row < end; ++row)
    ++counts[longest - rows.length(row) + 1];
  counts[0] = first;
  for (int64_t shorter = 1; shorter <= longest; ++shorter)
    counts[shorter] += counts[shorter - 1];
  for (int64_t row = first; row < end; ++row)
    subjects[counts[longest - rows.length(row)]++] = static_cast<Index>(row);
}

template <typename Rows> Expected<bool> Slicing<Rows>::sort() {
  if (auto error = subjects.resize(slices * sizes.height))
    return std::move(*error);
  if (auto error = starts.resize(slices + 1))
    return std::move(*error);
  std::fill(subjects.data() + rows.size, subjects.data() + subjects.size(), -1);
  std::atomic<bool> isValid{true};
  workers.run([&](int64_t w) {
    auto firstOf = [&](int64_t worker) {
      int64_t first = rows.firstOf(workers, worker);
      return first == rows.size ? first : first / sizes.window * sizes.window;
    };
    int64_t end = firstOf(w + 1);
    std::vector<int64_t> counts;
    for (int64_t first = firstOf(w), next; first < end; first = next) {
      next = std::min(end, first + std::min(sizes.window, end - first));
      if (!rows.isValid(first, next)) {
        isValid = false;
        return;
      }
      sortWindow(first, next, counts);
      for (int64_t place = first; place < next; place += sizes.height)
        starts[place / sizes.height] = rows.length(subjects[place]);
    }
  });
  if (!isValid)
    return false;
  int64_t sum = 0;
  for (int64_t slice = 0; slice < slices; ++slice)
    sum += std::exchange(starts[slice], sum);
  starts[slices] = sum;
  return true;
}

template <typename Rows>
void Slicing<Rows>::writeSlice(int64_t slice, Storage &storage) const {
  // Some steps at a time, so that their lines stay in the first cache until the
  // elements of all rows are there.
  constexpr int64_t most = 64;
  int64_t height = sizes.height, steps = starts[slice + 1] - starts[slice];
  int64_t begin = starts[slice] * height, cells = steps * height;
  const Index *subject = subjects.data() + slice * height;
  auto *list = storage.coordinates[4].template as<Index>() + begin;
  auto *values = static_cast<Value *>(storage.values.data()) + begin;
  bool *bits = storage.bitmap.as<bool>() + begin;
  std::fill_n(list, cells, 0);
  std::fill_n(values, cells, Value{});
  std::fill_n(bits, cells, false);
  for (int64_t first = 0; first < steps; first += most)
    for (int64_t row = 0; row < height && subject[row] >= 0; ++row) {
      int64_t start = rows.ends[subject[row]];
      int64_t end = std::min<int64_t>(first + most, rows.length(subject[row]));
      for (int64_t step = first; step < end; ++step) {
        int64_t cell = step * height + row;
        list[cell] = rows.list[start + step];
        values[cell] = rows.values[start + step];
        bits[cell] = true;
      }
    }
}

template <typename Rows> void Slicing<Rows>::write(Storage &storage) const {
  auto *positions = storage.positions[1].template as<Index>();
  auto *list = storage.coordinates[3].template as<Index>();
  std::copy(starts.data(), starts.data() + slices + 1, positions);
  workers.run([&](int64_t w) {
    auto firstOf = [&](int64_t worker) {
      if (worker == workers.count())
        return slices;
      int64_t first = workers.begin(worker, countSteps());
      return std::lower_bound(starts.data(), starts.data() + slices, first) -
             starts.data();
    };
    int64_t begin = firstOf(w), end = firstOf(w + 1);
    for (int64_t place = begin * sizes.height; place < end * sizes.height;
         ++place)
      list[place] = std::max<Index>(subjects[place], 0);
    for (int64_t slice = begin; slice < end; ++slice)
      writeSlice(slice, storage);
  });
}

/// The storage of `slicing`, whose rows are sorted.
template <typename Rows>
static Expected<std::optional<Storage>>
writeSlices(const Slicing<Rows> &slicing, const StoragePlan &plan,
            DType values) {
  std::optional<Storage> none;
  StorageSizes sizes{std::vector<int64_t>(5), std::vector<int64_t>(5)};
  for (int64_t l = 0; l < plan.levels(); ++l) {
    if (plan.format.levels[l].kind == LevelKind::Dense)
      sizes.widths[l] = plan.extents[l];
    if (plan.format.levels[l].kind == LevelKind::Variable)
      sizes.sizes[l] = slicing.countSteps();
    else if (computeSize(plan, l, sizes))
      return none;
  }
  auto spec = describeStorage(plan, sizes, values);
  if (!spec || !countBytes(*spec) || checkIndexTypes(plan, sizes))
    return none;
  Expected<Storage> storage = allocateUnset(plan, *spec);
  if (!storage)
    return storage.takeError();
  slicing.write(*storage);
  return std::optional(std::move(*storage));
}

Expected<std::optional<Storage>>
spindle::runtime::sliceRows(const RowArrays &rows, const StoragePlan &plan,
                            Workers &workers) {
  auto sizes = getSliceSizes(plan.descriptor, rows.index);
  bool isSmall = rows.shape[0] < std::numeric_limits<int32_t>::max();
  if (!sizes || rows.lead != 0 || !isSmall)
    return std::optional<Storage>();
  Expected<std::optional<Storage>> written = std::optional<Storage>();
  rows.visit([&](auto typed) {
    Slicing slicing(typed, workers, *sizes);
    Expected<bool> isSorted = slicing.sort();
    if (!isSorted)
      written = isSorted.takeError();
    else if (*isSorted)
      written = writeSlices(slicing, plan, rows.dtype);
  });
  return written;
}
