//===- Conversion.cpp - Sizes of a tensor in a format ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion.h"

#include "Spindle/Runtime/Storage/TensorCheck.h"

using namespace spindle::runtime;

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// Sets the widths and sizes that are known from the shape.
static void setKnownSizes(Conversion &conversion) {
  const StoragePlan &plan = conversion.plan;
  conversion.sizes.widths.assign(plan.levels(), 0);
  conversion.sizes.sizes.assign(plan.levels(), 0);
  for (int64_t l = 0; l < plan.levels(); ++l) {
    const StoredLevel &level = plan.format.levels[l];
    if (level.kind == LevelKind::Dense)
      conversion.sizes.widths[l] = conversion.sizes.sizes[l] = plan.extents[l];
    if (level.kind == LevelKind::Fixed)
      conversion.sizes.widths[l] = level.width;
  }
}

/// Whether elements of different coordinates on `level` share nothing that is
/// stored; dense levels store nothing.
static bool partsAll(const StoragePlan &plan, int64_t level) {
  LevelKind kind = plan.format.levels[level].kind;
  bool parts = kind == LevelKind::Dense || kind == LevelKind::Compressed;
  for (int64_t other = 0; other < plan.levels(); ++other)
    parts &= plan.format.levels[other].kind == LevelKind::Dense ||
             getClosure(plan.descriptor, other, /*self=*/true)[level];
  return parts;
}

/// Where the elements begin that have the coordinate of element `e` in `field`,
/// which comes first in their order, or where they end: what is nearer.
static int64_t findCut(const KeyFields::Field &field,
                       const FallibleVector<uint64_t> &words, int64_t e) {
  const uint64_t *first = words.data(), *last = first + words.size();
  uint64_t own = words[e] >> field.shift;
  int64_t begin = std::partition_point(first, first + e,
                                       [&](uint64_t word) {
                                         return word >> field.shift < own;
                                       }) -
                  first;
  int64_t end = std::partition_point(
                    first + e, last,
                    [&](uint64_t word) { return word >> field.shift <= own; }) -
                first;
  return e - begin < end - e ? begin : end;
}

/// Shares the elements among the workers: nearly equally where the level that
/// comes first in their order lets it, else all to the first worker.
static std::vector<ElementRange> shareElements(const StoragePlan &plan,
                                               const KeyFields &fields,
                                               const SortedEntries &entries,
                                               const Workers &workers) {
  int64_t count = entries.count();
  int64_t level = plan.levels() ? plan.sortOrder.front() : -1;
  bool isShared =
      level >= 0 && fields.fields[level].mask && partsAll(plan, level);
  std::vector<ElementRange> ranges(workers.count());
  for (int64_t w = 0; w < workers.count(); ++w) {
    int64_t end = workers.begin(w + 1, count);
    if (!isShared)
      end = count;
    else if (end < count)
      end = findCut(fields.fields[level], entries.words.front(), end);
    ranges[w].begin = w ? ranges[w - 1].end : 0;
    ranges[w].end = end;
    ranges[w].starts.assign(plan.levels(), 0);
  }
  return ranges;
}

/// Counts the fibres of the levels before `end` that `range` has elements of.
static std::vector<FibreCounts> countRange(const Conversion &conversion,
                                           const ElementRange &range,
                                           int64_t end) {
  const StoragePlan &plan = conversion.plan;
  PositionStream stream(plan, conversion.fields, conversion.entries,
                        conversion.slots, conversion.sizes);
  std::vector<FibreCounts> counts(end);
  if (range.begin == range.end)
    return counts;
  constexpr int64_t chunk = PositionStream::chunkSize;
  stream.startAt(range.begin, std::vector<int64_t>(plan.levels(), 0), end);
  for (int64_t begin = range.begin; begin < range.end; begin += chunk)
    stream.advance(begin, std::min(chunk, range.end - begin), end);
  stream.finish(range.end);
  for (int64_t l = 0; l < end; ++l)
    counts[l] = stream.counts(l);
  return counts;
}

/// Counts the fibres of the levels before `end`.
static void countFibres(Conversion &conversion, int64_t end, Workers &workers,
                        Progress &progress) {
  std::vector<std::vector<FibreCounts>> found(workers.count());
  workers.run([&](int64_t w) {
    found[w] = countRange(conversion, conversion.ranges[w], end);
  });
  for (int64_t l = 0; l < end; ++l) {
    FibreCounts all;
    for (int64_t w = 0; w < workers.count(); ++w) {
      conversion.ranges[w].starts[l] = all.positions;
      all.add(found[w][l]);
    }
    if (conversion.plan.isStreamed[l] ||
        conversion.plan.format.levels[l].kind != LevelKind::Fixed)
      conversion.counts[l] = all;
  }
  progress.add(conversion.entries.count());
}

/// Finds the slots, and the width where it is not known, of a fixed level that
/// is not streamed.
static std::optional<Error> placeBeside(Conversion &conversion, int64_t level,
                                        Workers &workers) {
  int64_t &width = conversion.sizes.widths[level];
  for (bool isKnown = false; !isKnown;) {
    isKnown = width >= 0;
    conversion.counts[level] = {};
    if (auto error = findSlots(
            conversion.plan, conversion.fields, conversion.entries, level,
            width, workers, conversion.slots[level], conversion.counts[level]))
      return error;
    width = isKnown ? width : conversion.counts[level].longest;
  }
  return std::nullopt;
}

/// Counts the fibres of all levels, and finds the widths that are not known.
static std::optional<Error> countAll(Conversion &conversion, Workers &workers,
                                     Progress &progress) {
  const StoragePlan &plan = conversion.plan;
  conversion.counts.resize(plan.levels());
  conversion.slots.resize(plan.levels());
  for (int64_t l = 0; l < plan.levels(); ++l) {
    if (plan.format.levels[l].kind != LevelKind::Fixed)
      continue;
    if (!plan.isStreamed[l]) {
      if (auto error = placeBeside(conversion, l, workers))
        return error;
    } else if (conversion.sizes.widths[l] < 0) {
      countFibres(conversion, l + 1, workers, progress);
      conversion.sizes.widths[l] = conversion.counts[l].longest;
    }
  }
  countFibres(conversion, plan.levels(), workers, progress);
  return std::nullopt;
}

/// Sets the sizes of all levels from the counts.
static std::optional<Error> setSizes(Conversion &conversion) {
  for (int64_t l = 0; l < conversion.plan.levels(); ++l) {
    LevelKind kind = conversion.plan.format.levels[l].kind;
    if (kind == LevelKind::Compressed || kind == LevelKind::Variable) {
      int64_t positions = conversion.counts[l].positions;
      if (positions < 0)
        return Error::expectedGot("less than 2^63 positions",
                                  "more in level " + std::to_string(l));
      conversion.sizes.sizes[l] = positions;
    } else if (auto error = computeSize(conversion.plan, l, conversion.sizes)) {
      return error;
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// What the format cannot hold
//===----------------------------------------------------------------------===//

/// An error about the fibre of `level` at `coordinates`.
static Error fibreError(const Conversion &conversion, int64_t level,
                        const std::vector<int64_t> &coordinates,
                        const std::string &expected, const std::string &got) {
  return {"", 0,
          fibreName(conversion.plan, level, coordinates) + ": expected " +
              expected + " for " + describe(conversion.plan.descriptor) +
              " but got " + got};
}

/// An error about the fibre of `level` that `element` belongs to.
static Error fibreError(const Conversion &conversion, int64_t level,
                        int64_t element, const std::string &expected,
                        const std::string &got) {
  return fibreError(
      conversion, level,
      getCoordinates(conversion.fields, conversion.entries, element), expected,
      got);
}

/// An error about the first fibre of `level` that is too short: the one that
/// `counts` has, or under the rows, say, of a dense root one without elements
/// before it.
static Error shortError(const Conversion &conversion, int64_t level,
                        const std::string &expected) {
  const StoragePlan &plan = conversion.plan;
  const auto &tooShort = conversion.counts[level].tooShort;
  bool isUnderRows = level == 1 && plan.format.levels[1].parents.size() == 1 &&
                     plan.format.levels[0].kind == LevelKind::Dense &&
                     plan.sortOrder[0] == 0;
  int64_t row = 0;
  for (int64_t e = 0; isUnderRows && e < tooShort.element; ++e) {
    std::vector<int64_t> coordinates =
        getCoordinates(conversion.fields, conversion.entries, e);
    if (coordinates[0] > row)
      break;
    row = coordinates[0] + 1;
  }
  std::vector<int64_t> found =
      getCoordinates(conversion.fields, conversion.entries, tooShort.element);
  if (!isUnderRows || found[0] <= row)
    return fibreError(conversion, level, found, expected,
                      std::to_string(tooShort.count));
  found[0] = row;
  return fibreError(conversion, level, found, expected, "0");
}

/// Whether something below `level` can say that a node of it has no elements.
static bool canBeEmpty(const StoragePlan &plan, int64_t level) {
  for (int64_t other = level + 1; other < plan.levels(); ++other)
    if ((hasPositions(plan, other) || hasLengths(plan, other)) &&
        getClosure(plan.descriptor, other, /*self=*/false)[level])
      return true;
  return plan.format.keepsBitmap;
}

/// Checks the fibres of one level that have elements.
static std::optional<Error> checkFibres(const Conversion &conversion,
                                        int64_t level) {
  const StoragePlan &plan = conversion.plan;
  const FibreCounts &counts = conversion.counts[level];
  int64_t width = conversion.sizes.widths[level];
  std::string most =
      std::to_string(width) + " " + contentName(plan, level, width);
  if (counts.tooLong.element >= 0)
    return fibreError(conversion, level, counts.tooLong.element,
                      "at most " + most, std::to_string(counts.tooLong.count));
  if (counts.tooShort.element >= 0 && !plan.format.keepsBitmap &&
      !plan.format.keepsLengths)
    return shortError(conversion, level, most);
  if (counts.gap.element >= 0 && !canBeEmpty(plan, level))
    return fibreError(conversion, level, counts.gap.element,
                      contentName(plan, level, 2) + " without a gap",
                      "none at " + std::to_string(counts.gap.count));
  return std::nullopt;
}

Expected<Conversion> Conversion::make(const CooTensor &tensor,
                                      const Format &format, Workers &workers,
                                      Progress &progress) {
  Expected<StoragePlan> plan = StoragePlan::make(format, tensor.shape);
  if (!plan)
    return plan.takeError();
  if (auto error = validate(tensor, workers))
    return std::move(*error);
  Expected<PatternNumbers> numbers = inspect(*plan, tensor, workers);
  if (!numbers)
    return numbers.takeError();
  KeyFields fields(findExtents(*plan, *numbers), plan->sortOrder, plan->froms);
  Expected<SortedEntries> entries =
      runtime::sortByKeys(*plan, fields, tensor, *numbers, workers, progress);
  if (!entries)
    return entries.takeError();
  std::vector<ElementRange> ranges =
      shareElements(*plan, fields, *entries, workers);
  Conversion conversion{std::move(*plan), std::move(*numbers), fields,
                        std::move(*entries), std::move(ranges)};
  setKnownSizes(conversion);
  if (auto error = countAll(conversion, workers, progress))
    return std::move(*error);
  if (auto error = setSizes(conversion))
    return std::move(*error);
  for (int64_t l = 0; l < conversion.plan.levels(); ++l)
    if (auto error = checkFibres(conversion, l))
      return std::move(*error);
  if (auto error = checkIndexTypes(conversion.plan, conversion.sizes))
    return std::move(*error);
  return conversion;
}
