//===- DirectBuckets.cpp - Rows by length ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectConversion.h"
#include "DirectSections.h"

#include <atomic>
#include <limits>

using namespace spindle::runtime;

namespace {
/// Which part has the rows of each length, in each section of the columns.
struct Buckets {
  /// The buckets of `format`; nothing where its parts are others, or do not
  /// hold each row once.
  static std::optional<Buckets> find(const Composite &format, DType index);

  int64_t parts() const { return widths.size(); }
  /// The part of a row that has `length` elements in `section`.
  int32_t partOf(int64_t section, int64_t length) const {
    int64_t last = lengths - 1;
    return owners[section * lengths + std::min(length, last)];
  }
  int64_t pieces(int32_t part, int64_t length) const {
    // Few widths are no power of two, few rows are cut.
    return length <= widths[part] ? 1 : (length - 1) / widths[part] + 1;
  }

  /// How many sections there are, and whether parts say which one they are of.
  int64_t sections = 1;
  bool hasSections = false;
  /// How many elements a row of each part has room for.
  std::vector<int64_t> widths;
  /// The owners of lengths below `lengths`, of which longer rows are like the
  /// last, section after section; -1 for none.
  int64_t lengths = 1;
  std::vector<int32_t> owners;

private:
  bool addPart(const Part &part, DType index);
  bool setOwner(int64_t section, int64_t low, int64_t high);
};
} // namespace

/// The sections that the columns are in, where the last of `criteria` is how
/// many elements a row has in one; 0 where it is not.
static int64_t getSections(const std::vector<Criterion> &criteria) {
  if (criteria.empty() || criteria.size() > 2)
    return 0;
  const Criterion &length = criteria.back(), &section = criteria.front();
  if (length.kind != CriterionKind::Length ||
      length.exprs.size() != criteria.size() || !length.exprs[0].isDim(0))
    return 0;
  if (criteria.size() == 1)
    return 1;
  bool isSection =
      isColumnSection(section) && length.exprs[1] == Expr::symbol(0);
  return isSection ? section.numbers[0] : 0;
}

/// How many elements a row has room for in `format`, the rows of which are
/// stored, or cut to pieces; 0 where it is another.
static int64_t getWidth(const Format &format, DType index) {
  if (format.rank != 2 || format.levels.size() != 2)
    return 0;
  int64_t width = format.levels[1].width();
  Format wanted = makeIndexed("ell", {width}, index);
  Level &root = wanted.levels[0];
  root.kind = LevelKind::Compressed;
  root.pos = root.crd = wanted.levels[1].crd;
  root.unique = format.levels[0].unique;
  return format == wanted ? std::max<int64_t>(width, 0) : 0;
}

/// Notes that the last part has the rows of [low, high] elements. False where
/// another one has some of them, or it has some of those that are like the
/// last.
bool Buckets::setOwner(int64_t section, int64_t low, int64_t high) {
  auto part = static_cast<int32_t>(parts() - 1);
  int64_t last = std::min(high, lengths - 1);
  bool isTorn = low >= lengths || (high >= lengths - 1 &&
                                   high < std::numeric_limits<int64_t>::max());
  for (int64_t length = std::max<int64_t>(low, 1); length <= last; ++length) {
    int32_t &owner = owners[section * lengths + length];
    isTorn |= owner >= 0;
    owner = part;
  }
  return !isTorn;
}

bool Buckets::addPart(const Part &part, DType index) {
  if (part.isRest || part.composite)
    return false;
  widths.push_back(getWidth(part.format, index));
  bool isCut = widths.back() > 0 && !part.format.levels[0].unique;
  // Without sections, all columns are in the first.
  std::optional<int64_t> own;
  if (!hasSections)
    own = 0;
  int64_t low = 1, high = std::numeric_limits<int64_t>::max();
  for (const Range &range : part.ranges) {
    if (range.expr == Expr::symbol(hasSections)) {
      low = std::max(low, range.low);
      high = std::min(high, range.high);
    } else if (range.expr == Expr::symbol(0) && !own &&
               range.low == range.high) {
      own = range.low;
    } else {
      return false;
    }
  }
  bool hasRoom = isCut || high <= widths.back();
  return widths.back() > 0 && hasRoom && own && *own >= 0 && *own < sections &&
         setOwner(*own, low, high);
}

std::optional<Buckets> Buckets::find(const Composite &format, DType index) {
  constexpr int64_t most = 1 << 16;
  Buckets buckets;
  buckets.sections = getSections(format.criteria);
  buckets.hasSections = format.criteria.size() == 2;
  if (format.rank != 2 || buckets.sections <= 0 || buckets.sections > most)
    return std::nullopt;
  for (const Part &part : format.parts)
    for (const Range &range : part.ranges)
      if (range.low > 0 && range.low < most)
        buckets.lengths = std::max(buckets.lengths, range.low + 1);
  if (buckets.lengths * buckets.sections > most)
    return std::nullopt;
  buckets.owners.assign(buckets.lengths * buckets.sections, -1);
  for (const Part &part : format.parts)
    if (!buckets.addPart(part, index))
      return std::nullopt;
  for (int64_t place = 0; place < int64_t(buckets.owners.size()); ++place)
    if (place % buckets.lengths && buckets.owners[place] < 0)
      return std::nullopt;
  return buckets.lengths > 1 ? std::optional(std::move(buckets)) : std::nullopt;
}

namespace {
/// The arrays of a part while they are written.
template <typename Index, typename Value> struct BucketArrays {
  Index *rows, *columns, *lengths;
  Value *values;
};

/// Rows on their way to parts.
template <typename Rows> struct Bucketing {
  using Index = typename Rows::Index;
  using Value = typename Rows::Value;
  using Arrays = BucketArrays<Index, Value>;

  Bucketing(const Rows &rows, Workers &workers, const Buckets &buckets)
      : rows(rows), workers(workers), buckets(buckets) {}

  /// Counts the pieces of each part. False where rows break a law.
  bool count();
  void write(std::vector<Storage> &storages) const;

  /// Of each part, the pieces of all workers.
  std::vector<int64_t> pieces;

private:
  template <typename Fn>
  void forRuns(int64_t begin, int64_t end, Fn &&fn) const;
  static void writePieces(const Rows &rows, int64_t row, int64_t begin,
                          int64_t end, int64_t width, int64_t piece,
                          const Arrays &to);

  const Rows &rows;
  Workers &workers;
  const Buckets &buckets;
  /// The first piece of each worker in each part.
  std::vector<std::vector<int64_t>> firsts;
};
} // namespace

/// Calls `fn(row, part, begin, end)` with the elements that each row in [begin,
/// end) has in each section, where it has some.
template <typename Rows>
template <typename Fn>
void Bucketing<Rows>::forRuns(int64_t begin, int64_t end, Fn &&fn) const {
  forSections(rows, buckets.sections, begin, end,
              [&](int64_t row, int64_t section, int64_t first, int64_t last) {
                fn(row, buckets.partOf(section, last - first), first, last);
              });
}

template <typename Rows> bool Bucketing<Rows>::count() {
  firsts.assign(workers.count(), {});
  std::atomic<bool> isValid{true};
  workers.run([&](int64_t w) {
    int64_t begin = rows.firstOf(workers, w),
            end = rows.firstOf(workers, w + 1);
    std::vector<int64_t> own(buckets.parts());
    if (rows.isValid(begin, end))
      forRuns(begin, end,
              [&](int64_t, int32_t part, int64_t first, int64_t last) {
                own[part] += buckets.pieces(part, last - first);
              });
    else
      isValid = false;
    firsts[w] = std::move(own);
  });
  pieces.assign(buckets.parts(), 0);
  for (std::vector<int64_t> &own : firsts)
    for (int64_t part = 0; part < buckets.parts(); ++part)
      pieces[part] += std::exchange(own[part], pieces[part]);
  return isValid;
}

/// Writes the elements [begin, end) of a row from `piece` on.
template <typename Rows>
void Bucketing<Rows>::writePieces(const Rows &rows, int64_t row, int64_t begin,
                                  int64_t end, int64_t width, int64_t piece,
                                  const Arrays &to) {
  for (; begin < end; begin += width, ++piece) {
    int64_t length = std::min(width, end - begin), cell = piece * width;
    to.rows[piece] = static_cast<Index>(row);
    to.lengths[piece] = static_cast<Index>(length);
    const Index *list = rows.list + begin;
    const Value *values = rows.values + begin;
    // Elements of the next rows are read too, so that nothing here depends on
    // the length: processors do not foresee that of short rows.
    int64_t read = std::min(width, rows.count() - begin);
    for (int64_t i = 0; i < read; ++i) {
      to.columns[cell + i] = i < length ? list[i] : 0;
      to.values[cell + i] = i < length ? values[i] : Value{};
    }
    for (int64_t i = read; i < width; ++i) {
      to.columns[cell + i] = 0;
      to.values[cell + i] = Value{};
    }
  }
}

template <typename Rows>
void Bucketing<Rows>::write(std::vector<Storage> &storages) const {
  std::vector<Arrays> arrays;
  for (Storage &storage : storages)
    arrays.push_back({storage.coordinates[0].template as<Index>(),
                      storage.coordinates[1].template as<Index>(),
                      storage.lengths[1].template as<Index>(),
                      static_cast<Value *>(storage.values.data())});
  workers.run([&](int64_t w) {
    std::vector<int64_t> next = firsts[w];
    forRuns(rows.firstOf(workers, w), rows.firstOf(workers, w + 1),
            [&](int64_t row, int32_t part, int64_t first, int64_t last) {
              writePieces(rows, row, first, last, buckets.widths[part],
                          next[part], arrays[part]);
              next[part] += buckets.pieces(part, last - first);
            });
  });
}

/// An unwritten storage of part `part` with `pieces` pieces; nothing where its
/// types cannot hold it.
static Expected<std::optional<Storage>>
allocatePart(const RowArrays &rows, const Part &part, int64_t pieces) {
  std::optional<Storage> none;
  Expected<StoragePlan> plan = StoragePlan::make(part.format, rows.shape);
  if (!plan)
    return none;
  StorageSizes sizes{{0, part.format.levels[1].width()}, {pieces, 0}};
  if (computeSize(*plan, 1, sizes) || checkIndexTypes(*plan, sizes))
    return none;
  auto spec = describeStorage(*plan, sizes, rows.dtype);
  if (!spec || !countBytes(*spec))
    return none;
  Expected<Storage> storage = allocateUnset(*plan, *spec);
  if (!storage)
    return storage.takeError();
  return std::optional(std::move(*storage));
}

Expected<std::optional<std::vector<Storage>>>
spindle::runtime::bucketRows(const RowArrays &rows, const Composite &format,
                             Workers &workers) {
  using Parts = std::optional<std::vector<Storage>>;
  auto buckets = Buckets::find(format, rows.index);
  if (!buckets || rows.lead != 0)
    return Parts();
  Expected<Parts> written = Parts();
  rows.visit([&](auto typed) {
    Bucketing<decltype(typed)> bucketing(typed, workers, *buckets);
    if (!bucketing.count())
      return;
    std::vector<Storage> storages;
    for (int64_t part = 0; part < buckets->parts(); ++part) {
      auto storage =
          allocatePart(rows, format.parts[part], bucketing.pieces[part]);
      if (!storage)
        written = storage.takeError();
      if (!storage || !*storage)
        return;
      storages.push_back(std::move(**storage));
    }
    bucketing.write(storages);
    written = Parts(std::move(storages));
  });
  return written;
}
