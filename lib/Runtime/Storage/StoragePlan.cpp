//===- StoragePlan.cpp - What a format and a shape say of a storage -------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Storage/StoragePlan.h"

#include <algorithm>

using namespace spindle::runtime;

//===----------------------------------------------------------------------===//
// The order of levels
//===----------------------------------------------------------------------===//

/// The singletons below `level` that have it or one another as only parent.
static std::vector<int64_t> getTuple(const StoragePlan &plan, int64_t level) {
  std::vector<int64_t> tuple;
  if (plan.format.levels[level].unique ||
      plan.format.levels[level].kind != LevelKind::Compressed)
    return tuple;
  for (int64_t other = level + 1; other < plan.levels(); ++other) {
    int64_t parent = plan.onlyParent(other);
    bool isBelow = parent == level ||
                   std::find(tuple.begin(), tuple.end(), parent) != tuple.end();
    if (isBelow && plan.format.levels[other].kind == LevelKind::Singleton)
      tuple.push_back(other);
  }
  return tuple;
}

namespace {
/// An order of the levels while it grows.
struct LevelOrder {
  explicit LevelOrder(StoragePlan &plan)
      : plan(plan), taken(plan.levels(), false) {}

  bool isChain(int64_t level) const;
  void append(int64_t level);
  void appendCounted();
  void appendFixedChain();
  void appendAll();

  StoragePlan &plan;
  LevelSet taken;
  std::vector<int64_t> order;
};
} // namespace

/// Whether all levels that were taken tell the fibres of `level` apart.
bool LevelOrder::isChain(int64_t level) const {
  for (int64_t other : order)
    if (!plan.fibreLevels[level][other])
      return false;
  return true;
}

/// Appends `level` with the ancestors that it needs before it.
void LevelOrder::append(int64_t level) {
  if (taken[level])
    return;
  LevelSet ancestors = getClosure(plan.descriptor, level, /*self=*/false);
  for (int64_t other = 0; other < level; ++other)
    if (ancestors[other])
      append(other);
  taken[level] = true;
  order.push_back(level);
  for (int64_t single : plan.tuples[level])
    append(single);
}

/// Appends the levels that have positions of their own.
void LevelOrder::appendCounted() {
  for (int64_t l = 0; l < plan.levels(); ++l)
    if (plan.format.levels[l].kind == LevelKind::Compressed ||
        plan.format.levels[l].kind == LevelKind::Variable)
      append(l);
}

/// Appends the fixed levels that lie below all before them.
void LevelOrder::appendFixedChain() {
  for (int64_t l = 0; l < plan.levels(); ++l)
    if (plan.format.levels[l].kind == LevelKind::Fixed && isChain(l))
      append(l);
}

void LevelOrder::appendAll() {
  for (int64_t l = 0; l < plan.levels(); ++l)
    append(l);
}

/// Finds the orders of sorting and of offsets.
static void orderLevels(StoragePlan &plan) {
  LevelOrder sorting(plan), offsets(plan);
  sorting.appendCounted();
  sorting.appendFixedChain();
  sorting.appendAll();
  offsets.appendCounted();
  offsets.appendAll();
  plan.isStreamed.assign(plan.levels(), true);
  for (size_t place = 0; place < sorting.order.size(); ++place)
    for (size_t before = 0; before < place; ++before)
      if (int64_t level = sorting.order[place];
          !plan.fibreLevels[level][sorting.order[before]])
        plan.isStreamed[level] = false;
  plan.sortOrder = std::move(sorting.order);
  plan.walkOrder = std::move(offsets.order);
}

/// Finds what tells the fibres of each level apart.
static void findTuples(StoragePlan &plan) {
  for (int64_t l = 0; l < plan.levels(); ++l)
    plan.tuples.push_back(getTuple(plan, l));
  for (int64_t l = 0; l < plan.levels(); ++l) {
    LevelSet set = getClosure(plan.descriptor, l, /*self=*/false);
    for (int64_t other = 0; other < l; ++other)
      if (set[other])
        for (int64_t single : plan.tuples[other])
          set[single] = true;
    plan.fibreLevels.push_back(std::move(set));
  }
}

/// A number above all that `inspector` gives elements of a tensor of `shape`:
/// slots, ranks and lengths have no bound that is of use, but for the length of
/// a row of a matrix.
static int64_t findBound(const StoredInspector &inspector,
                         const std::vector<int64_t> &shape) {
  constexpr int64_t large = int64_t(1) << 62;
  if (inspector.kind == InspectorKind::Order)
    return shape[inspector.subject];
  if (inspector.kind != InspectorKind::Length)
    return large;
  return shape.size() == 1 ? 2
                           : std::min(shape[1 - inspector.subject], large) + 1;
}

/// Finds what the levels of inspectors' numbers are made of.
static void findSources(StoragePlan &plan) {
  plan.bounds = plan.shape;
  for (const StoredInspector &inspector : plan.format.inspectors)
    plan.bounds.push_back(findBound(inspector, plan.shape));
  int64_t next = plan.numDims();
  for (int64_t l = 0; l < plan.levels(); ++l) {
    const StoredLevel &level = plan.format.levels[l];
    plan.sources.push_back(countsOrder(plan.format, level) ? next++
                                                           : level.dim);
    plan.storedOrders.push_back(findStoredOrder(plan.descriptor, l));
  }
}

Expected<StoragePlan> StoragePlan::make(const Format &format,
                                        const std::vector<int64_t> &shape) {
  if (auto error = validate(format))
    return std::move(*error);
  if (format.rank != static_cast<int64_t>(shape.size()))
    return Error::expectedGot("a tensor of rank " + std::to_string(format.rank),
                              "rank " + std::to_string(shape.size()));
  for (int64_t extent : shape)
    if (extent < 0)
      return Error::expectedGot("extents of at least 0", shapeText(shape));
  StoragePlan plan;
  plan.descriptor = format;
  plan.format = getStored(format);
  plan.shape = shape;
  plan.dims = *getStorageDims(format);
  plan.weights = computeWeights(format);
  plan.addends = findAddends(plan.format);
  findSources(plan);
  for (int64_t l = 0; l < plan.levels(); ++l) {
    plan.extents.push_back(getExtent(plan.format.levels[l], plan.bounds));
    plan.froms.push_back(getFrom(plan.format.levels[l], shape));
    bool hasSeveral = format.levels[l].parents.size() > 1;
    plan.parentDims.push_back(
        hasSeveral ? *layOut(format, getClosure(format, l, /*self=*/false))
                   : std::vector<int64_t>());
  }
  findTuples(plan);
  orderLevels(plan);
  return plan;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

std::vector<int64_t>
spindle::runtime::getShape(const StoragePlan &plan, const StorageSizes &sizes,
                           const std::vector<int64_t> &dims) {
  std::vector<int64_t> shape;
  for (int64_t level : dims)
    shape.push_back(isIndexedByPosition(plan.format.levels[level])
                        ? sizes.sizes[level]
                        : sizes.widths[level]);
  return shape;
}

std::vector<int64_t>
spindle::runtime::getClosureShape(const StoragePlan &plan,
                                  const StorageSizes &sizes, int64_t level,
                                  bool self) {
  return getShape(
      plan, sizes,
      *layOut(plan.descriptor, getClosure(plan.descriptor, level, self)));
}

std::vector<int64_t>
spindle::runtime::getStrides(const StoragePlan &plan, const StorageSizes &sizes,
                             const std::vector<int64_t> &dims) {
  std::vector<int64_t> strides(dims.size(), 1);
  std::vector<int64_t> shape = getShape(plan, sizes, dims);
  // A product that overflows is found where the size is computed.
  for (size_t d = dims.size(); d > 1; --d)
    strides[d - 2] =
        static_cast<int64_t>(static_cast<uint64_t>(strides[d - 1]) *
                             static_cast<uint64_t>(shape[d - 1]));
  return strides;
}

std::optional<Error> spindle::runtime::computeSize(const StoragePlan &plan,
                                                   int64_t level,
                                                   StorageSizes &sizes) {
  LevelKind kind = plan.format.levels[level].kind;
  int64_t parent = plan.onlyParent(level), size = 1;
  bool overflow = false;
  if (parent >= 0)
    size = sizes.sizes[parent];
  for (int64_t extent : getShape(plan, sizes, plan.parentDims[level]))
    overflow |= __builtin_mul_overflow(size, extent, &size);
  if (kind != LevelKind::Singleton)
    overflow |= __builtin_mul_overflow(size, sizes.widths[level], &size);
  sizes.sizes[level] = size;
  if (!overflow)
    return std::nullopt;
  return Error::expectedGot("less than 2^63 positions",
                            "more in level " + std::to_string(level));
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

std::string
spindle::runtime::fibreName(const StoragePlan &plan, int64_t level,
                            const std::vector<int64_t> &coordinates) {
  std::vector<int64_t> above;
  for (int64_t other = 0; other < plan.levels(); ++other)
    if (plan.fibreLevels[level][other])
      above.push_back(other);
  if (above.empty())
    return "level " + std::to_string(level);
  const StoredLevel &only = plan.format.levels[above.front()];
  if (plan.format.rank == 2 && above.size() == 1 && only.steps.empty() &&
      only.minus < 0)
    return (only.dim == 0 ? "row " : "column ") +
           std::to_string(coordinates[above.front()]);
  std::string text;
  for (int64_t other : above)
    text.append(text.empty() ? "" : ", ")
        .append(printCoordinate(plan.descriptor, other))
        .append(" = ")
        .append(std::to_string(coordinates[other]));
  return "fibre (" + text + ")";
}

std::string spindle::runtime::contentName(const StoragePlan &plan,
                                          int64_t level, int64_t count) {
  bool isLeaf = plan.format.levels[level].steps.empty();
  for (const StoredLevel &other : plan.format.levels)
    isLeaf &= std::find(other.parents.begin(), other.parents.end(), level) ==
              other.parents.end();
  std::string plural = count == 1 ? "" : "s";
  return isLeaf ? "element" + plural
                : "coordinate" + plural + " of " +
                      printCoordinate(plan.descriptor, level);
}
