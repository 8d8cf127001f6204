//===- BodyQueries.cpp - random queries to axes ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Body.h"

using namespace spindle::differential;

void Body::addIndex() {
  // Small: affine arithmetic does not wrap.
  std::string lhs = emitInRange(-20, 40);
  std::string rhs = emitInRange(-3, 30);
  emit("index", "affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 floordiv 3 + "
                "(d0 - d1) mod 4)>(" +
                    lhs + ", " + rhs + ")");
}

/// ` under %p, %q`: the positions of the sites that `site` lies under.
std::string Body::emitUnder(const Site &site) {
  std::string under;
  for (int64_t parent : site.parents) {
    std::string position = emitPosition(scope.sites[parent]);
    under += (under.empty() ? " under " : ", ") + position;
  }
  return under;
}

/// ` cut at %c`, now and then, where the axis of `site` has a cut.
std::string Body::emitCut(const Site &site) {
  const Axis &axis = axes[site.axis];
  if (axis.cutBy < 0 || random.chance(50))
    return "";
  const Site *ancestor = &scope.sites[site.parents[0]];
  while (ancestor->axis != axis.cutBy)
    ancestor = &scope.sites[ancestor->parents[0]];
  return " cut at " + ancestor->coordinate;
}

/// A query to an axis, or to the fibre that a known site lies in.
void Body::addQuery() {
  if (scope.sites.empty() || random.chance(20)) {
    const Axis &axis = random.pick(axes);
    emit("index", (random.chance(50) ? "axis.extent " : "axis.size ") +
                      axis.name + " : " + axis.type);
    return;
  }
  const Site site = random.pick(scope.sites);
  const Axis &axis = axes[site.axis];
  std::string position = emitPosition(site), under = emitUnder(site);
  std::string tail = " : " + axis.type, cut = emitCut(site);
  std::string at = axis.name + "[" + position + "]";
  switch (random.below(6)) {
  case 0:
    emit("index", "axis.length " + axis.name + under + cut + tail);
    break;
  case 1: {
    std::string end =
        axis.isThin()
            ? constant("index", 0)
            : emit("index", "axis.length " + axis.name + under + cut + tail);
    emit("index",
         "axis.position " + axis.name + "[" + end + "]" + under + tail);
    break;
  }
  case 2:
    emit("index", "axis.coordinate " + at + under + tail);
    break;
  case 3: {
    std::string any = value("index");
    std::string holds = emit("i1", "axis.occupied " + axis.name + "[" + any +
                                       "]" + under + cut + tail);
    emit("index", "arith.index_castui " + holds + " : i1 to index");
    break;
  }
  default:
    if (site.parents.size() == 1)
      emit("index", "axis.parent " + at + tail);
  }
}
