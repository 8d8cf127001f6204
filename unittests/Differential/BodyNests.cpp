//===- BodyNests.cpp - random nests ---------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Body.h"

#include <algorithm>

using namespace spindle::differential;

/// No statement runs more often.
static constexpr int64_t kMaxRuns = 2000;

/// At most the number of runs.
int64_t Body::countRuns(const List &list) const {
  int64_t count = 1;
  for (const Entry &entry : list)
    count *= axes[entry.axis].longest;
  return count;
}

List Body::chooseNestList() {
  List list;
  FindSite findSite = findKnownSites(70);
  int64_t targets = random.between(1, 2);
  for (int64_t tries = 0; (targets-- > 0 && tries < 9) || list.empty();
       ++tries) {
    List longer = list;
    addEntry(random, axes, longer, random.below(int64_t(axes.size())),
             findSite);
    // A nest that never runs tells little.
    if (countRuns(longer) == 0 && random.chance(80)) {
      targets += list.empty() && random.chance(80);
      continue;
    }
    if (list.empty() || runs * countRuns(longer) <= kMaxRuns)
      list = longer;
  }
  return list;
}

/// Sizes of groups: now and then, a chain whose axes have all their cells.
std::vector<int64_t> Body::chooseGroups(const List &list) {
  std::vector<int64_t> groups;
  auto mayFollow = [&](size_t index) {
    const Entry &entry = list[index];
    return entry.parents == std::vector<int64_t>{int64_t(index) - 1} &&
           !axes[entry.axis].lacks && !axes[list[index - 1].axis].lacks;
  };
  for (size_t index = 0; index < list.size();) {
    size_t end = index + 1;
    while (end < list.size() && mayFollow(end) && random.chance(35))
      ++end;
    groups.push_back(int64_t(end - index));
    index = end;
  }
  return groups;
}

/// The text of the dimensions, and their sites.
void Body::addDims(const List &list, std::string &dims, std::string &entries,
                   std::string &entryTypes) {
  auto first = int64_t(scope.sites.size());
  auto printSite = [&](int64_t site) { return scope.sites[site].name; };
  std::vector<int64_t> groups = chooseGroups(list);
  int64_t index = 0;
  for (int64_t group : groups)
    for (int64_t inner = 0; inner < group; ++inner, ++index) {
      const Entry &entry = list[index];
      std::string comma = index > 0 ? ", " : "";
      Site site{entry.axis, newName(), newName(), {}};
      for (int64_t parent : entry.parents)
        site.parents.push_back(getSite(parent) >= 0 ? getSite(parent)
                                                    : first + parent);
      dims += comma + "\"d" + std::to_string(index) + "\": " + site.coordinate +
              " at " + site.name;
      entries += comma + (group > 1 && inner == 0 ? "(" : "") +
                 printEntry(axes, list, index, random.chance(80), printSite) +
                 (group > 1 && inner == group - 1 ? ")" : "");
      entryTypes += comma + axes[entry.axis].type;
      scope.sites.push_back(site);
      scope.values["index"].push_back(site.coordinate);
    }
}

/// What a nest combines: its kinds and initial values; gives their types.
std::vector<std::string> Body::chooseCombine(std::string &kinds,
                                             std::string &init) {
  static const std::vector<std::string> integers = {"add", "mul", "min",
                                                    "max", "and", "or"};
  static const std::vector<std::string> numbers = {"i8", "i16", "i32", "i64",
                                                   "index"};
  std::vector<std::string> combined;
  for (int64_t count = random.between(1, 3); count > 0; --count) {
    std::string type = random.pick(types), kind = random.pick(integers);
    bool isArg = !isComplex(type) && type != "i1" && random.chance(35);
    if (isArg)
      kind = random.chance(50) ? "argmin" : "argmax";
    else if (type == "i1")
      kind = random.chance(50) ? "and" : "or";
    else if (isComplex(type))
      kind = integers[random.below(2)];
    else if (isFloat(type))
      kind = integers[random.below(4)];
    kinds += (kinds.empty() ? "" : ", ") + kind;
    combined.push_back(type);
    if (isArg)
      combined.push_back(random.pick(numbers));
  }
  for (const std::string &type : combined) {
    std::string name = value(type);
    init += (init.empty() ? "" : ", ") + name;
  }
  return combined;
}

void Body::addNest(int64_t depth) {
  List list = chooseNestList();
  int64_t inside = runs * std::max<int64_t>(countRuns(list), 1);
  if (inside > 5 * kMaxRuns)
    return;
  std::string dims, entries, entryTypes, kinds, combine, init, resultTypes;
  std::vector<std::string> combined;
  if (random.chance(35))
    combined = chooseCombine(combine, init);
  Scope outer = scope;
  addDims(list, dims, entries, entryTypes);
  for (size_t dim = 0; dim < list.size(); ++dim)
    kinds += std::string(dim > 0 ? ", " : "") +
             (combined.empty() && random.chance(50) ? "spatial" : "reduction");
  for (const std::string &type : combined)
    resultTypes += (resultTypes.empty() ? "" : ", ") + type;
  std::string result = newName();
  std::string number = std::to_string(combined.size());
  text += "  " + (combined.empty() ? "" : result + ":" + number + " = ") +
          "iter.nest \"n" + std::to_string(nextNest++) + "\" (" + dims +
          ") over (" + entries + " : " + entryTypes + ") kinds [" + kinds + "]";
  if (!combined.empty())
    text += " combine [" + combine + "] init(" + init + ") -> " + resultTypes;
  text += " {\n";
  std::swap(runs, inside);
  addBlock(depth, random.between(1, 7));
  std::swap(runs, inside);
  std::string yielded;
  for (const std::string &type : combined) {
    std::string name = value(type);
    yielded += (yielded.empty() ? "" : ", ") + name;
  }
  if (!combined.empty())
    text += "  iter.yield " + yielded + " : " + resultTypes + "\n";
  text += "  }\n";
  scope = outer;
  for (size_t index = 0; index < combined.size(); ++index) {
    std::string name = result + "#" + std::to_string(index);
    scope.values[combined[index]].push_back(name);
    writeResult(combined[index], name);
  }
}
