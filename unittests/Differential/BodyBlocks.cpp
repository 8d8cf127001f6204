//===- BodyBlocks.cpp - random nests and branches -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Body.h"

using namespace spindle::differential;

/// No statement runs more often.
static constexpr int64_t kMaxRuns = 3000;

std::string Body::generate() {
  for (int64_t nests = random.between(1, 3); nests > 0; --nests) {
    addBlock(/*depth=*/3, random.below(3));
    addNest(/*depth=*/0);
  }
  return text;
}

void Body::addBlock(int64_t depth, int64_t statements) {
  for (; statements > 0 && budget > 0; --statements) {
    --budget;
    addStatement(depth);
  }
}

void Body::addStatement(int64_t depth) {
  int64_t kind = random.below(100);
  if (kind < 22)
    addLoad();
  else if (kind < 34)
    addStore();
  else if (kind < 54)
    addAccumulate();
  else if (kind < 66)
    addArithmetic();
  else if (kind < 70)
    addComparison();
  else if (kind < 73)
    addSelect();
  else if (kind < 77)
    addCast();
  else if (kind < 79)
    addIndex();
  else if (kind < 83)
    addQuestion();
  else if (kind < 87)
    addSink();
  else if (depth >= 3)
    addArithmetic();
  else if (kind < 91)
    addIf(depth + 1);
  else if (kind < 96)
    addLocate(depth + 1);
  else
    addNest(depth + 1);
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// At most the number of runs: fibres under sites are counted whole.
int64_t Body::countRuns(const std::vector<Entry> &list) const {
  int64_t runs = 1;
  for (const Entry &entry : list) {
    const Axis &axis = axes[entry.axis];
    runs *= axis.dense ? axis.extent : std::min<int64_t>(axis.size, 5);
  }
  return runs;
}

std::vector<Entry> Body::generateNestList() {
  std::vector<Entry> list;
  auto findSite = [&](int64_t axis) {
    std::vector<int64_t> found;
    for (int64_t number = 0; number < int64_t(scope.sites.size()); ++number)
      if (scope.sites[number].axis == axis)
        found.push_back(number);
    return found.empty() || random.chance(30) ? -1 : random.pick(found);
  };
  int64_t targets = random.between(1, 2);
  while (targets-- > 0 || list.empty()) {
    std::vector<Entry> longer = list;
    int64_t axis = random.below(int64_t(axes.size()));
    addEntry(random, axes, longer, axis, findSite);
    if (list.empty() || runs * countRuns(longer) <= kMaxRuns)
      list = longer;
  }
  return list;
}

void Body::addNest(int64_t depth) {
  std::vector<Entry> list = generateNestList();
  int64_t inside = runs * std::max<int64_t>(countRuns(list), 1);
  if (inside > 5 * kMaxRuns)
    return;
  Scope outer = scope;
  std::string dims, entries, types, kinds;
  auto first = int64_t(scope.sites.size());
  for (int64_t index = 0; index < int64_t(list.size()); ++index) {
    const Entry &entry = list[index];
    std::string comma = index > 0 ? ", " : "", number = std::to_string(index);
    Site site{entry.axis, newName(), newName(),
              entry.under >= 0    ? entry.under
              : entry.parent >= 0 ? first + entry.parent
                                  : -1};
    dims +=
        comma + "\"d" + number + "\": " + site.coordinate + " at " + site.name;
    entries += comma + printEntry(axes, list, index);
    if (entry.under >= 0)
      entries += " under " + scope.sites[entry.under].name;
    types += comma + axes[entry.axis].type;
    kinds += comma + (random.chance(50) ? "spatial" : "reduction");
    scope.sites.push_back(site);
    scope.values["index"].push_back(site.coordinate);
  }
  text += "  iter.nest \"n" + std::to_string(nextNest++) + "\" (" + dims +
          ") over (" + entries + " : " + types + ") kinds [" + kinds + "] {\n";
  std::swap(runs, inside);
  addBlock(depth, random.between(2, 7));
  std::swap(runs, inside);
  text += "  }\n";
  scope = outer;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

void Body::addIf(int64_t depth) {
  std::string condition = value("i1");
  std::string type = random.pick(types);
  bool yields = random.chance(50);
  std::string result = newName();
  Scope outer = scope;
  text += "  " + (yields ? result + " = " : std::string()) + "scf.if " +
          condition + (yields ? " -> (" + type + ")" : "") + " {\n";
  for (int branch = 0; branch < 2; ++branch) {
    addBlock(depth, random.between(0, 3));
    if (yields) {
      std::string yielded = value(type);
      text += "  scf.yield " + yielded + " : " + type + "\n";
    }
    text += branch == 0 ? "  } else {\n" : "  }\n";
    scope = outer;
  }
  if (yields)
    scope.values[type].push_back(result);
}

/// Looks an axis up level by level; what is found can be used as a site inside
/// the branches where it is.
void Body::addLocate(int64_t depth) {
  std::vector<int64_t> chain;
  int64_t axis = random.below(int64_t(axes.size()));
  for (; axis >= 0; axis = axes[axis].parent) {
    if (!axes[axis].unique)
      return;
    chain.insert(chain.begin(), axis);
  }
  Scope outer = scope;
  int64_t under = -1;
  for (int64_t level : chain) {
    const Axis &type = axes[level];
    Site site{level, newName(), value("index"), under};
    std::string found = newName();
    text +=
        "  " + site.name + ", " + found + " = axis.locate " + type.name + "[" +
        site.coordinate + "]" +
        (under < 0 ? ""
                   : " under " + scope.sites[under].name + " : !axis.site") +
        " : " + type.type + " -> !axis.site\n  scf.if " + found + " {\n";
    under = int64_t(scope.sites.size());
    scope.sites.push_back(site);
  }
  addBlock(depth, random.between(1, 3));
  for (size_t level = 0; level < chain.size(); ++level)
    text += "  }\n";
  scope = outer;
}
