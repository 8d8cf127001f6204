//===- Inspectors.cpp - Numbers that a pattern gives ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspectors.h"

#include "EntryKeys.h"

#include <algorithm>

using namespace spindle::runtime;

namespace {
/// The numbers of the elements of one tensor, while they are found.
struct Inspection {
  const StoragePlan &plan;
  const CooTensor &tensor;
  Workers &workers;
  /// The elements, in the order of rows.
  SortedEntries elements;
  /// Those of the inspectors so far, and behind them of levels.
  std::vector<NumberList> lists = {};
  std::vector<FallibleVector<int64_t>> subjects = {};

  std::optional<Error> addInspector(const StoredInspector &inspector);
  std::optional<Error> addLevel(int64_t level);
  std::optional<Error> spread(NumberList &list) const;

private:
  int64_t count() const { return elements.count(); }
  std::optional<Error> read(int64_t dim, const Steps &steps,
                            NumberList &list) const;
  std::optional<Error> countLengths(int64_t dim,
                                    FallibleVector<int64_t> &lengths) const;
  std::optional<Error> order(const StoredInspector &inspector,
                             NumberList &list);
  std::optional<Error> measure(const StoredInspector &inspector,
                               NumberList &list) const;
  std::optional<Error> countInOrder(const NumberList &group,
                                    const NumberList &subject, NumberList &list,
                                    bool &isDone) const;
  std::optional<Error> countSorted(const std::vector<const NumberList *> &keys,
                                   bool countsElements, NumberList &list) const;
  std::optional<Error> number(const StoredInspector &inspector,
                              NumberList &list) const;
};
} // namespace

//===----------------------------------------------------------------------===//
// Coordinates of elements
//===----------------------------------------------------------------------===//

/// Reads what `steps` make of dimension or inspector `dim`, of each element.
std::optional<Error> Inspection::read(int64_t dim, const Steps &steps,
                                      NumberList &list) const {
  if (auto error = list.numbers.resize(count()))
    return error;
  list.bound = 0;
  bool isGiven = !isDerived(plan.format, dim);
  const int64_t *from = isGiven ? tensor.coordinates[dim].as<int64_t>()
                                : lists[dim - plan.format.rank].numbers.data();
  for (int64_t e = 0; e < count(); ++e) {
    int64_t x = from[isGiven ? elements.source(elements.start(e)) : e];
    if (!steps.empty())
      x = applySteps(steps, x);
    list.numbers[e] = x;
    list.bound = std::max(list.bound, x + 1);
  }
  return std::nullopt;
}

/// Counts the elements at each coordinate of dimension `dim`.
std::optional<Error>
Inspection::countLengths(int64_t dim, FallibleVector<int64_t> &lengths) const {
  NumberList coordinates;
  if (auto error = read(dim, {}, coordinates))
    return error;
  if (auto error = lengths.assign(plan.shape[dim], 0))
    return error;
  for (int64_t e = 0; e < count(); ++e)
    ++lengths[coordinates.numbers[e]];
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Order and length
//===----------------------------------------------------------------------===//

/// The coordinates of a dimension sorted by the group and the length of each,
/// as `inspector` says.
static Expected<KeyOrder> sortByLength(const StoredInspector &inspector,
                                       const FallibleVector<int64_t> &lengths,
                                       Workers &workers) {
  int64_t size = lengths.size(), longest = 0, groups = 1;
  for (int64_t x = 0; x < size; ++x)
    longest = std::max(longest, lengths[x]);
  auto getGroup = [&](int64_t x) {
    return inspector.group < 0 ? 0 : applySteps(inspector.groupSteps, x);
  };
  for (int64_t x = 0; x < size; ++x)
    groups = std::max(groups, getGroup(x) + 1);
  if (size == 0)
    return KeyOrder();
  KeyFields fields({groups, longest + 1}, {0, 1});
  KeyWords words(fields.bits.size());
  for (FallibleVector<uint64_t> &word : words)
    if (auto error = word.assign(size, 0))
      return std::move(*error);
  for (int64_t x = 0; x < size; ++x) {
    int64_t length = inspector.isDescending ? longest - lengths[x] : lengths[x];
    fields.pack(0, getGroup(x), words, x);
    fields.pack(1, length, words, x);
  }
  return sortKeys(words, fields.bits, workers);
}

std::optional<Error> Inspection::order(const StoredInspector &inspector,
                                       NumberList &list) {
  FallibleVector<int64_t> lengths, places;
  if (auto error = countLengths(inspector.subject, lengths))
    return error;
  Expected<KeyOrder> sorted = sortByLength(inspector, lengths, workers);
  if (!sorted)
    return sorted.takeError();
  if (auto error = places.resize(lengths.size()))
    return error;
  for (int64_t place = 0; place < places.size(); ++place)
    places[(*sorted)[place]] = place;
  if (auto error = read(inspector.subject, {}, list))
    return error;
  for (int64_t e = 0; e < count(); ++e)
    list.numbers[e] = places[list.numbers[e]];
  list.bound = places.size();
  subjects.back() = std::move(*sorted);
  return std::nullopt;
}

std::optional<Error> Inspection::measure(const StoredInspector &inspector,
                                         NumberList &list) const {
  FallibleVector<int64_t> lengths;
  if (auto error = countLengths(inspector.subject, lengths))
    return error;
  if (auto error = read(inspector.subject, {}, list))
    return error;
  list.bound = 0;
  for (int64_t e = 0; e < count(); ++e) {
    list.numbers[e] = lengths[list.numbers[e]];
    list.bound = std::max(list.bound, list.numbers[e] + 1);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Slot and rank
//===----------------------------------------------------------------------===//

/// Counts the elements of each group as they come, where groups are not too
/// many and subjects ascend in each; else says that it is not done.
std::optional<Error> Inspection::countInOrder(const NumberList &group,
                                              const NumberList &subject,
                                              NumberList &list,
                                              bool &isDone) const {
  isDone = group.bound <= (int64_t(1) << 20) + 8 * count();
  if (!isDone)
    return std::nullopt;
  FallibleVector<int64_t> next, last;
  if (auto error = next.assign(group.bound, 0))
    return error;
  if (auto error = last.assign(group.bound, -1))
    return error;
  if (auto error = list.numbers.resize(count()))
    return error;
  list.bound = 0;
  for (int64_t e = 0; e < count() && isDone; ++e) {
    int64_t g = group.numbers[e];
    isDone = last[g] < subject.numbers[e];
    last[g] = subject.numbers[e];
    list.numbers[e] = next[g]++;
    list.bound = std::max(list.bound, next[g]);
  }
  return std::nullopt;
}

/// Numbers the different values of the last of `keys` among the elements that
/// are equal in the others; with `countsElements`, each element.
std::optional<Error>
Inspection::countSorted(const std::vector<const NumberList *> &keys,
                        bool countsElements, NumberList &list) const {
  std::vector<int64_t> bounds, order;
  if (count() == 0)
    return std::nullopt;
  for (const NumberList *key : keys) {
    order.push_back(order.size());
    bounds.push_back(key->bound);
  }
  KeyFields fields(bounds, order);
  KeyWords words(fields.bits.size());
  for (FallibleVector<uint64_t> &word : words)
    if (auto error = word.assign(count(), 0))
      return error;
  for (size_t key = 0; key < keys.size(); ++key)
    for (int64_t e = 0; e < count(); ++e)
      fields.pack(key, keys[key]->numbers[e], words, e);
  Expected<KeyOrder> sorted = sortKeys(words, fields.bits, workers);
  if (!sorted)
    return sorted.takeError();
  if (auto error = list.numbers.resize(count()))
    return error;
  list.bound = 0;
  int64_t number = -1;
  for (int64_t place = 0; place < count(); ++place) {
    int64_t e = (*sorted)[place], before = place ? (*sorted)[place - 1] : -1;
    bool isFirst = place == 0;
    for (size_t key = 0; key + 1 < keys.size() && !isFirst; ++key)
      isFirst = keys[key]->numbers[e] != keys[key]->numbers[before];
    bool isNew = countsElements || isFirst ||
                 keys.back()->numbers[e] != keys.back()->numbers[before];
    number = isFirst ? 0 : number + isNew;
    list.numbers[e] = number;
    list.bound = std::max(list.bound, number + 1);
  }
  return std::nullopt;
}

std::optional<Error> Inspection::number(const StoredInspector &inspector,
                                        NumberList &list) const {
  bool isSlot = inspector.kind == InspectorKind::Slot, isDone = false;
  NumberList group, subject;
  if (auto error = read(inspector.subject, {}, subject))
    return error;
  if (inspector.group < 0) {
    if (auto error = group.numbers.assign(count(), 0))
      return error;
    group.bound = 1;
  } else if (auto error = read(inspector.group, inspector.groupSteps, group)) {
    return error;
  }
  if (isSlot)
    if (auto error = countInOrder(group, subject, list, isDone))
      return error;
  return isDone ? std::nullopt : countSorted({&group, &subject}, isSlot, list);
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

std::optional<Error>
Inspection::addInspector(const StoredInspector &inspector) {
  NumberList list;
  subjects.emplace_back();
  std::optional<Error> error;
  switch (inspector.kind) {
  case InspectorKind::Order:
    error = order(inspector, list);
    break;
  case InspectorKind::Length:
    error = measure(inspector, list);
    break;
  case InspectorKind::Slot:
  case InspectorKind::Rank:
    error = number(inspector, list);
  }
  lists.push_back(std::move(list));
  return error;
}

/// Adds the coordinates of a level that counts the numbers of its fibre.
std::optional<Error> Inspection::addLevel(int64_t level) {
  std::vector<NumberList> keys;
  for (int64_t other = 0; other <= level; ++other) {
    if (other != level && !plan.fibreLevels[level][other])
      continue;
    const StoredLevel &from = plan.format.levels[other];
    int64_t source = other == level ? from.dim : plan.sources[other];
    if (auto error = read(source, from.steps, keys.emplace_back()))
      return error;
  }
  std::vector<const NumberList *> pointers;
  for (const NumberList &key : keys)
    pointers.push_back(&key);
  NumberList list;
  if (auto error = countSorted(pointers, /*countsElements=*/false, list))
    return error;
  lists.push_back(std::move(list));
  return std::nullopt;
}

/// Gives the number of each element to all its entries.
std::optional<Error> Inspection::spread(NumberList &list) const {
  if (!elements.sources.size() && !elements.starts.size())
    return std::nullopt;
  FallibleVector<int64_t> numbers;
  if (auto error = numbers.resize(tensor.entries()))
    return error;
  for (int64_t e = 0; e < count(); ++e)
    for (int64_t s = elements.start(e); s < elements.start(e + 1); ++s)
      numbers[elements.source(s)] = list.numbers[e];
  list.numbers = std::move(numbers);
  return std::nullopt;
}

/// The elements of `tensor` in the order of rows.
static Expected<SortedEntries> sortRows(const CooTensor &tensor,
                                        Workers &workers) {
  Format rows;
  rows.rank = tensor.shape.size();
  for (int64_t dim = 0; dim < rows.rank; ++dim)
    rows.levels.push_back({Expr::dim(dim)});
  Expected<StoragePlan> plan = StoragePlan::make(rows, tensor.shape);
  if (!plan)
    return plan.takeError();
  Progress none({}, 0);
  return sortByKeys(*plan, KeyFields(plan->extents, plan->sortOrder), tensor,
                    PatternNumbers(), workers, none);
}

Expected<PatternNumbers> spindle::runtime::inspect(const StoragePlan &plan,
                                                   const CooTensor &tensor,
                                                   Workers &workers) {
  if (plan.format.inspectors.empty())
    return PatternNumbers();
  Expected<SortedEntries> elements = sortRows(tensor, workers);
  if (!elements)
    return elements.takeError();
  Inspection inspection{plan, tensor, workers, std::move(*elements)};
  for (const StoredInspector &inspector : plan.format.inspectors)
    if (auto error = inspection.addInspector(inspector))
      return std::move(*error);
  for (int64_t level = 0; level < plan.levels(); ++level)
    if (plan.sources[level] >= plan.numDims())
      if (auto error = inspection.addLevel(level))
        return std::move(*error);
  for (NumberList &list : inspection.lists)
    if (auto error = inspection.spread(list))
      return std::move(*error);
  return PatternNumbers{std::move(inspection.lists),
                        std::move(inspection.subjects)};
}
