//===- BodyBlocks.cpp - random blocks of statements -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Body.h"

using namespace spindle::differential;

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
  if (kind < 20)
    addLoad();
  else if (kind < 31)
    addStore();
  else if (kind < 48)
    addAccumulate();
  else if (kind < 55)
    addArithmetic();
  else if (kind < 57)
    addFunction();
  else if (kind < 58)
    random.chance(50) ? addCastsThereAndBack() : addWhile();
  else if (kind < 62)
    addComparison();
  else if (kind < 64)
    addSelect();
  else if (kind < 66)
    addCall();
  else if (kind < 70)
    addCast();
  else if (kind < 72)
    addIndex();
  else if (kind < 75)
    addQuery();
  else if (kind < 81)
    addSink();
  else if (kind < 83)
    addLocateOfPosition();
  else if (kind < 85)
    addJoin();
  else if (depth >= 3)
    addArithmetic();
  else if (kind < 87)
    addIf(depth + 1);
  else if (kind < 89)
    addFor(depth + 1);
  else if (kind < 95)
    addLocate(depth + 1);
  else
    addNest(depth + 1);
}

/// Gives a fitting known site, if there is one, in `percent` of 100 cases.
FindSite Body::findKnownSites(int64_t percent) {
  return [this, percent](int64_t axis, const Positions *under) -> int64_t {
    std::vector<int64_t> found;
    for (int64_t number = 0; number < int64_t(scope.sites.size()); ++number)
      if (scope.sites[number].axis == axis &&
          (!under || scope.sites[number].parents == *under))
        found.push_back(number);
    return found.empty() || !random.chance(percent) ? -1 : random.pick(found);
  };
}

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

void Body::addFor(int64_t depth) {
  int64_t trips = random.between(0, 3), inside = runs * trips;
  std::string first = constant("index", random.between(-2, 2));
  std::string last =
      emit("index", "arith.addi " + first + ", " +
                        constant("index", 2 * trips) + " : index");
  std::string step = constant("index", 2), variable = newName();
  std::string type = random.pick(types), start = value(type);
  std::string carried = newName(), result = newName();
  bool yields = random.chance(50);
  text += "  " + (yields ? result + " = " : std::string()) + "scf.for " +
          variable + " = " + first + " to " + last + " step " + step;
  if (yields)
    text += " iter_args(" + carried + " = " + start + ") -> (" + type + ")";
  text += " {\n";
  Scope outer = scope;
  scope.values["index"].push_back(variable);
  if (yields)
    scope.values[type].push_back(carried);
  std::swap(runs, inside);
  addBlock(depth, random.between(1, 3));
  std::swap(runs, inside);
  if (yields) {
    std::string yielded = value(type);
    text += "  scf.yield " + yielded + " : " + type + "\n";
  }
  text += "  }\n";
  scope = outer;
  if (yields)
    scope.values[type].push_back(result);
}
