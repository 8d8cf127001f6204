//===- DirectSections.cpp - Columns in sections ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectSections.h"

#include "DirectConversion.h"

#include <atomic>

using namespace spindle::runtime;

/// The part of each section of the columns, where `format` is sections by rows;
/// else empty.
static std::vector<int64_t> listOwners(const Composite &format, DType index) {
  const Format wanted = makeIndexed("csr", {}, index);
  bool isCut = format.rank == 2 && format.criteria.size() == 1 &&
               isColumnSection(format.criteria[0]) &&
               format.criteria[0].numbers[0] == int64_t(format.parts.size());
  std::vector<int64_t> owners(isCut ? format.parts.size() : 0, -1);
  for (size_t p = 0; p < owners.size(); ++p) {
    const Part &part = format.parts[p];
    bool isOne = !part.isRest && !part.composite && part.ranges.size() == 1 &&
                 part.format == wanted;
    int64_t section = isOne ? part.ranges[0].low : -1;
    isOne = isOne && part.ranges[0].high == section && section >= 0 &&
            section < int64_t(owners.size()) && owners[section] < 0 &&
            part.ranges[0].expr == Expr::symbol(0);
    if (!isOne)
      return {};
    owners[section] = p;
  }
  return owners;
}

namespace {
/// Rows on their way to sections, part by part.
template <typename Rows> class Sectioning {
  using Index = typename Rows::Index;
  using Value = typename Rows::Value;

public:
  Sectioning(const Rows &rows, Workers &workers,
             const std::vector<int64_t> &owners)
      : rows(rows), workers(workers), owners(owners) {}

  /// Counts the elements of each part. False where rows break a law.
  bool count();
  int64_t countOf(int64_t part) const { return counts[part]; }
  void write(std::vector<Storage> &storages) const;

private:
  int64_t parts() const { return owners.size(); }
  template <typename Fn>
  void forRuns(int64_t begin, int64_t end, Fn &&fn) const {
    forSections(rows, parts(), begin, end,
                [&](int64_t row, int64_t section, int64_t first, int64_t last) {
                  fn(row, owners[section], first, last);
                });
  }

  const Rows &rows;
  Workers &workers;
  const std::vector<int64_t> &owners;
  /// The elements of each part, and those of the workers before each.
  std::vector<int64_t> counts;
  std::vector<std::vector<int64_t>> firsts;
};

/// The arrays of a part while they are written.
template <typename Index, typename Value> struct SectionArrays {
  Index *ends, *list;
  Value *values;
};
} // namespace

template <typename Rows> bool Sectioning<Rows>::count() {
  firsts.assign(workers.count(), {});
  std::atomic<bool> isValid{true};
  workers.run([&](int64_t w) {
    int64_t begin = rows.firstOf(workers, w),
            end = rows.firstOf(workers, w + 1);
    std::vector<int64_t> own(parts());
    if (rows.isValid(begin, end))
      forRuns(begin, end,
              [&](int64_t, int64_t part, int64_t first, int64_t last) {
                own[part] += last - first;
              });
    else
      isValid = false;
    firsts[w] = std::move(own);
  });
  counts.assign(parts(), 0);
  for (std::vector<int64_t> &own : firsts)
    for (int64_t part = 0; part < parts(); ++part)
      counts[part] += std::exchange(own[part], counts[part]);
  return isValid;
}

template <typename Rows>
void Sectioning<Rows>::write(std::vector<Storage> &storages) const {
  std::vector<SectionArrays<Index, Value>> arrays;
  for (Storage &storage : storages)
    arrays.push_back({storage.positions[1].template as<Index>(),
                      storage.coordinates[1].template as<Index>(),
                      static_cast<Value *>(storage.values.data())});
  workers.run([&](int64_t w) {
    int64_t begin = rows.firstOf(workers, w),
            end = rows.firstOf(workers, w + 1);
    std::vector<int64_t> next = firsts[w];
    for (int64_t row = begin; row < end; ++row) {
      for (int64_t part = 0; part < parts(); ++part)
        arrays[part].ends[row] = static_cast<Index>(next[part]);
      forRuns(row, row + 1,
              [&](int64_t, int64_t part, int64_t first, int64_t last) {
                // Most runs are too short for a call that copies.
                int64_t to = next[part] - first;
                for (int64_t e = first; e < last; ++e) {
                  arrays[part].list[to + e] = rows.list[e];
                  arrays[part].values[to + e] = rows.values[e];
                }
                next[part] += last - first;
              });
    }
  });
  for (int64_t part = 0; part < parts(); ++part)
    arrays[part].ends[rows.size] = static_cast<Index>(counts[part]);
}

Expected<std::optional<std::vector<Storage>>>
spindle::runtime::sectionRows(const RowArrays &rows, const Composite &format,
                              Workers &workers) {
  using Parts = std::optional<std::vector<Storage>>;
  std::vector<int64_t> owners = listOwners(format, rows.index);
  if (owners.empty() || rows.lead != 0)
    return Parts();
  Expected<StoragePlan> plan =
      StoragePlan::make(format.parts[0].format, rows.shape);
  if (!plan)
    return Parts();
  Expected<Parts> written = Parts();
  rows.visit([&](auto typed) {
    Sectioning sectioning(typed, workers, owners);
    if (!sectioning.count())
      return;
    std::vector<Storage> storages;
    for (size_t part = 0; part < owners.size(); ++part) {
      StorageSizes sizes{{rows.shape[0], 0},
                         {rows.shape[0], sectioning.countOf(part)}};
      auto spec = describeStorage(*plan, sizes, rows.dtype);
      if (!spec || !countBytes(*spec) || checkIndexTypes(*plan, sizes))
        return;
      Expected<Storage> storage = allocateUnset(*plan, *spec);
      if (!storage) {
        written = storage.takeError();
        return;
      }
      storages.push_back(std::move(*storage));
    }
    sectioning.write(storages);
    written = Parts(std::move(storages));
  });
  return written;
}
