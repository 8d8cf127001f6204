//===- Axes.cpp - lists of axes, their cells and layouts ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Axes.h"

#include "Random.h"

#include <algorithm>

using namespace spindle::differential;

void Axis::collectFibres() {
  for (int64_t position = 0; position < size(); ++position)
    fibres[cells[position].under].push_back(position);
  for (const auto &[under, fibre] : fibres) {
    auto exists = [&](int64_t position) { return cells[position].exists; };
    longest = std::max<int64_t>(
        longest, std::count_if(fibre.begin(), fibre.end(), exists));
  }
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

namespace {
/// An entry whose parents are being found.
struct EntryGenerator {
  Random &random;
  const Axes &axes;
  List &list;
  const FindSite &findSite;

  int64_t findParent(const Axis &axis, const Entry &entry, size_t number);
  int64_t add(int64_t axis);
};
} // namespace

/// What stands for parent `number` of `entry`, those before it being known.
int64_t EntryGenerator::findParent(const Axis &axis, const Entry &entry,
                                   size_t number) {
  int64_t parent = axis.parents[number], link = axis.links[number];
  int64_t above = link < 0 ? -1 : entry.parents[link];
  Positions under;
  if (getSite(above) >= 0)
    under = {getSite(above)};
  int64_t site = findSite && (link < 0 || !under.empty())
                     ? findSite(parent, under.empty() ? nullptr : &under)
                     : -1;
  if (site >= 0)
    return -2 - site;
  std::vector<int64_t> known;
  for (int64_t index = 0; index < int64_t(list.size()); ++index)
    if (list[index].axis == parent &&
        (link < 0 || list[index].parents == std::vector<int64_t>{above}))
      known.push_back(index);
  // Now and then the parent once more: the list may name an axis twice.
  if (!known.empty() && !random.chance(12))
    return random.pick(known);
  if (link < 0)
    return add(parent);
  list.push_back({parent, {above}});
  return int64_t(list.size()) - 1;
}

int64_t EntryGenerator::add(int64_t axis) {
  Entry entry{axis, {}};
  for (size_t number = 0; number < axes[axis].parents.size(); ++number)
    entry.parents.push_back(findParent(axes[axis], entry, number));
  list.push_back(entry);
  return int64_t(list.size()) - 1;
}

int64_t spindle::differential::addEntry(Random &random, const Axes &axes,
                                        List &list, int64_t axis,
                                        const FindSite &findSite) {
  return EntryGenerator{random, axes, list, findSite}.add(axis);
}

std::vector<int64_t>
spindle::differential::addParents(const Axes &axes, List &list,
                                  const std::vector<int64_t> &parents,
                                  const std::vector<int64_t> &links) {
  std::vector<int64_t> entries;
  for (size_t number = 0; number < parents.size(); ++number) {
    Entry entry{parents[number], {}};
    if (links[number] >= 0)
      entry.parents = {entries[links[number]]};
    else
      entry.parents = addParents(axes, list, axes[entry.axis].parents,
                                 axes[entry.axis].links);
    list.push_back(entry);
    entries.push_back(int64_t(list.size()) - 1);
  }
  return entries;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The parents of entry `index` where the text does not say.
static std::vector<int64_t> getDefaultParents(const Axes &axes,
                                              const List &list, int64_t index) {
  const Axis &axis = axes[list[index].axis];
  std::vector<int64_t> found(axis.parents.size(), -1);
  for (size_t number = found.size(); number-- > 0;)
    for (int64_t before = index - 1; before >= 0 && found[number] < 0; --before)
      if (list[before].axis == axis.parents[number] &&
          std::count(found.begin(), found.end(), before) == 0)
        found[number] = before;
  return found;
}

std::string spindle::differential::printEntry(
    const Axes &axes, const List &list, int64_t index, bool terse,
    const std::function<std::string(int64_t)> &printSite) {
  const Entry &entry = list[index];
  std::string text = axes[entry.axis].name;
  if (entry.parents.empty() ||
      (terse && getDefaultParents(axes, list, index) == entry.parents))
    return text;
  if (entry.parents.size() == 1 && getSite(entry.parents[0]) >= 0)
    return text + " under " + printSite(getSite(entry.parents[0]));
  std::string parents;
  for (int64_t parent : entry.parents)
    parents += (parents.empty() ? "" : ", ") + (getSite(parent) >= 0
                                                    ? printSite(getSite(parent))
                                                    : std::to_string(parent));
  return text + " of " + (entry.parents.size() > 1 ? "(" : "") + parents +
         (entry.parents.size() > 1 ? ")" : "");
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static bool isAncestor(const List &list, int64_t ancestor, int64_t entry) {
  const std::vector<int64_t> &parents = list[entry].parents;
  return std::any_of(parents.begin(), parents.end(), [&](int64_t parent) {
    return parent == ancestor ||
           (parent >= 0 && isAncestor(list, ancestor, parent));
  });
}

/// Whether `entry` is a factor of a product of the list.
static bool isFactor(const Axes &axes, const List &list, int64_t entry) {
  return std::any_of(list.begin(), list.end(), [&](const Entry &other) {
    return axes[other.axis].kind == Kind::Product &&
           std::count(other.parents.begin() + 1, other.parents.end(), entry);
  });
}

/// Merges what `entry` closes into its own dimension; false where that is
/// refused. Each dimension is the entries merged into it, the owner last.
static bool mergeAncestors(const List &list, int64_t entry,
                           std::vector<std::vector<int64_t>> &open) {
  std::vector<std::vector<int64_t>> next;
  std::vector<int64_t> merged;
  size_t place = size_t(-1);
  for (const std::vector<int64_t> &dim : open) {
    auto isOurs = [&](int64_t e) { return isAncestor(list, e, entry); };
    if (!std::any_of(dim.begin(), dim.end(), isOurs)) {
      next.push_back(dim);
      continue;
    }
    if (!std::all_of(dim.begin(), dim.end(), isOurs))
      return false;
    place = std::min(place, next.size());
    merged.insert(merged.end(), dim.begin(), dim.end());
  }
  merged.push_back(entry);
  next.insert(next.begin() + std::min(place, next.size()), merged);
  open = next;
  return true;
}

int64_t ListLayout::count() const {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

bool spindle::differential::computeLayout(const Axes &axes, const List &list,
                                          ListLayout &layout) {
  std::vector<std::vector<int64_t>> open;
  for (int64_t entry = 0; entry < int64_t(list.size()); ++entry) {
    const Axis &axis = axes[list[entry].axis];
    bool closes = axis.kind == Kind::Product ||
                  (axis.isVariable() && !isFactor(axes, list, entry));
    if (axis.parents.empty() || axis.isFixed())
      open.push_back({entry});
    else if (closes && !mergeAncestors(list, entry, open))
      return false;
  }
  layout = {};
  for (const std::vector<int64_t> &dim : open) {
    const Axis &axis = axes[list[dim.back()].axis];
    layout.dims.push_back(dim.back());
    layout.sizes.push_back(axis.isFixed() ? axis.width : axis.size());
    layout.shape += axis.isStatic ? std::to_string(axis.width) + "x" : "?x";
  }
  return true;
}

int64_t spindle::differential::getAddress(const Axes &axes, const List &list,
                                          const ListLayout &layout,
                                          const std::vector<int64_t> &sizes,
                                          const Positions &positions) {
  int64_t place = 0;
  for (size_t dim = 0; dim < layout.dims.size(); ++dim) {
    const Axis &axis = axes[list[layout.dims[dim]].axis];
    int64_t position = positions[layout.dims[dim]];
    place = place * sizes[dim] +
            (axis.isFixed() ? position % axis.width : position);
  }
  return place;
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

static void walkFrom(const Axes &axes, const List &list, bool all,
                     Positions &positions,
                     const std::function<void(const Positions &)> &visit) {
  if (positions.size() == list.size())
    return visit(positions);
  const Entry &entry = list[positions.size()];
  const Axis &axis = axes[entry.axis];
  Positions under;
  for (int64_t parent : entry.parents)
    under.push_back(positions[parent]);
  auto fibre = axis.fibres.find(under);
  if (fibre == axis.fibres.end())
    return;
  for (int64_t position : fibre->second) {
    if (!all && !axis.cells[position].exists)
      continue;
    positions.push_back(position);
    walkFrom(axes, list, all, positions, visit);
    positions.pop_back();
  }
}

void spindle::differential::walk(
    const Axes &axes, const List &list, bool all,
    const std::function<void(const Positions &)> &visit) {
  Positions positions;
  walkFrom(axes, list, all, positions, visit);
}

bool spindle::differential::exist(const Axes &axes, const List &list,
                                  const Positions &positions) {
  for (size_t entry = 0; entry < list.size(); ++entry)
    if (!axes[list[entry].axis].cells[positions[entry]].exists)
      return false;
  return true;
}
