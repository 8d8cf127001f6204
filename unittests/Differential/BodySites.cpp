//===- BodySites.cpp - random look-ups of sites ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Body.h"

#include <algorithm>

using namespace spindle::differential;

/// Whether each entry's site can be looked up or joined.
bool Body::mayLocate(const List &list) const {
  return std::all_of(list.begin(), list.end(), [&](const Entry &entry) {
    const Axis &axis = axes[entry.axis];
    return axis.kind == Kind::Product || (axis.isDimension() && axis.unique);
  });
}

/// The coordinate of a site, asked for.
std::string Body::emitCoordinate(const Site &site) {
  std::string under = emitUnder(site), position = emitPosition(site);
  const Axis &axis = axes[site.axis];
  return emit("index", "axis.coordinate " + axis.name + "[" + position + "]" +
                           under + " : " + axis.type);
}

/// The site of a pair; `entry.parents` are sites.
Site Body::emitJoin(const Entry &entry) {
  const Axis &axis = axes[entry.axis];
  Site site{entry.axis, newName(), "", {}};
  std::string named;
  for (size_t parent = 0; parent < entry.parents.size(); ++parent) {
    site.parents.push_back(getSite(entry.parents[parent]));
    // The axis that all have in common is not named.
    if (axis.links.back() < 0 || parent > 0)
      named +=
          (named.empty() ? "" : ", ") + scope.sites[site.parents.back()].name;
  }
  text += "  " + site.name + " = axis.join " + axis.name + "[" + named +
          "] : " + axis.type + "\n";
  site.coordinate = emitCoordinate(site);
  return site;
}

/// A look-up by coordinate; `entry.parents` are sites.
Site Body::emitLocate(const Entry &entry, const std::string &found) {
  const Axis &axis = axes[entry.axis];
  Site site{entry.axis, newName(), "", {}};
  std::string under, siteTypes;
  for (int64_t parent : entry.parents) {
    site.parents.push_back(getSite(parent));
    under += (under.empty() ? " under " : ", ") +
             scope.sites[site.parents.back()].name;
    siteTypes += siteTypes.empty() ? " : !axis.site" : ", !axis.site";
  }
  bool inRange = axis.extent > 0 && random.chance(60);
  site.coordinate =
      inRange ? emitInRange(axis.from, axis.extent) : value("index");
  std::string strategy;
  if (random.chance(20))
    strategy = axis.storesCoordinates() ? " by linear" : " by direct";
  else if (random.chance(10) && axis.sorted && !axis.isThin())
    strategy = " by binary";
  text += "  " + site.name + ", " + found + " = axis.locate " + axis.name +
          "[" + site.coordinate + "]" + under + siteTypes + strategy + " : " +
          axis.type + " -> !axis.site\n";
  return site;
}

/// Joins known sites to one that the rest of the block can use.
void Body::addJoin() {
  std::vector<int64_t> fitting;
  for (int64_t axis = 0; axis < int64_t(axes.size()); ++axis)
    if (axes[axis].parents.size() > 1 && axes[axis].isThin() &&
        axes[axis].kind != Kind::Occupancy)
      fitting.push_back(axis);
  if (fitting.empty())
    return;
  List list;
  addEntry(random, axes, list, random.pick(fitting), findKnownSites(100));
  if (list.size() == 1)
    scope.sites.push_back(emitJoin(list[0]));
}

/// Looks an axis up level by level; what is found can be used as a site inside
/// the branches where it is.
void Body::addLocate(int64_t depth) {
  List list;
  addEntry(random, axes, list, random.below(int64_t(axes.size())),
           findKnownSites(60));
  if (!mayLocate(list) || list.size() > 5)
    return;
  Scope outer = scope;
  int64_t branches = 0;
  std::vector<int64_t> numbers;
  for (Entry entry : list) {
    for (int64_t &parent : entry.parents)
      parent = getSite(parent) >= 0 ? parent : -2 - numbers[parent];
    const Axis &axis = axes[entry.axis];
    bool joins = axis.kind == Kind::Product ||
                 (axis.parents.size() > 1 && random.chance(50));
    std::string found = newName();
    Site site = joins ? emitJoin(entry) : emitLocate(entry, found);
    if (!joins) {
      text += "  scf.if " + found + " {\n";
      ++branches;
    }
    numbers.push_back(int64_t(scope.sites.size()));
    scope.sites.push_back(site);
  }
  addBlock(depth, random.between(1, 3));
  for (; branches > 0; --branches)
    text += "  }\n";
  scope = outer;
}

/// Looks a coordinate up beside a known site, by positions.
void Body::addLocateOfPosition() {
  if (scope.sites.empty())
    return;
  const Site site = random.pick(scope.sites);
  const Axis &axis = axes[site.axis];
  if (!axis.isDimension() || !axis.unique)
    return;
  std::string coordinate = random.chance(60) && axis.extent > 0
                               ? emitInRange(axis.from, axis.extent)
                               : value("index");
  std::string under = emitUnder(site), typesOfUnder, from;
  for (size_t parent = 0; parent < axis.parents.size(); ++parent)
    typesOfUnder += parent == 0 ? " : index" : ", index";
  std::string strategy;
  if (random.chance(20) && axis.sorted && !axis.isThin()) {
    std::string zero = constant("index", 0);
    from = emit("index", "axis.position " + axis.name + "[" + zero + "]" +
                             under + " : " + axis.type);
    strategy = " by carry from " + from;
  } else if (random.chance(30)) {
    strategy = axis.storesCoordinates() ? " by linear" : " by direct";
  }
  std::string place = newName(), found = newName();
  text += "  " + place + ", " + found + " = axis.locate " + axis.name + "[" +
          coordinate + "]" + under + typesOfUnder + emitCut(site) + strategy +
          " : " + axis.type + " -> index\n";
  scope.values["i1"].push_back(found);
  if (!from.empty())
    return sinkIndex(place);
  // What was not found is not used.
  text += "  scf.if " + found + " {\n";
  Scope outer = scope;
  std::string at = axis.name + "[" + place + "]";
  std::string seen =
      random.chance(50)
          ? place
          : emit("index", "axis.coordinate " + at + under + " : " + axis.type);
  sinkIndex(seen);
  text += "  }\n";
  scope = outer;
}
