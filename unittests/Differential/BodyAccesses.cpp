//===- BodyAccesses.cpp - random accesses to buffers ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Body.h"

#include <algorithm>

using namespace spindle::differential;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Known sites that agree about their ancestors, one per entry of the list
/// where there is one.
Body::Chosen Body::chooseSites(const Buffer &buffer) {
  Chosen chosen;
  for (const Entry &entry : buffer.list) {
    std::vector<int64_t> fitting = {-1}, under;
    for (int64_t parent : entry.parents)
      under.push_back(chosen[parent]);
    bool known = std::count(under.begin(), under.end(), -1) == 0;
    for (int64_t number = 0; number < int64_t(scope.sites.size()); ++number)
      if (known && scope.sites[number].axis == entry.axis &&
          scope.sites[number].parents == under)
        fitting.push_back(number);
    // None only where there is none, or now and then.
    if (fitting.size() > 1 && !random.chance(10))
      fitting.erase(fitting.begin());
    chosen.push_back(random.pick(fitting));
  }
  return chosen;
}

/// ` at [%p]` or ` at positions [%p]`; every entry has a site.
std::string Body::describeDirect(const Buffer &buffer, const Chosen &chosen) {
  bool sites = random.chance(70);
  std::string places;
  for (int64_t entry : buffer.layout.dims) {
    const Site &site = scope.sites[chosen[entry]];
    const Axis &axis = axes[site.axis];
    std::string place = site.name;
    if (!sites)
      place =
          axis.kind == Kind::DenseFixed ? site.coordinate : emitPosition(site);
    if (!sites && axis.kind == Kind::SparseFixed && !axis.parents.empty()) {
      std::string width = constant("index", axis.width);
      place = emit("index", "arith.remui " + place + ", " + width + " : index");
    }
    places += (places.empty() ? "" : ", ") + place;
  }
  return (sites ? " at [" : " at positions [") + places + "]";
}

/// The indices of some element, by constants.
std::string Body::describeElement(const Buffer &buffer, bool lookUp) {
  const Positions &positions = random.pick(buffer.elements);
  std::string places;
  auto add = [&](int64_t place) {
    std::string name = constant("index", place);
    places += (places.empty() ? "" : ", ") + name;
  };
  for (size_t entry = 0; lookUp && entry < positions.size(); ++entry) {
    const Axis &axis = axes[buffer.list[entry].axis];
    if (axis.isDimension())
      add(axis.cells[positions[entry]].coordinate);
  }
  for (size_t dim = 0; !lookUp && dim < buffer.layout.dims.size(); ++dim) {
    int64_t entry = buffer.layout.dims[dim];
    const Axis &axis = axes[buffer.list[entry].axis];
    add(axis.isFixed() ? positions[entry] % axis.width : positions[entry]);
  }
  return (lookUp ? "[" : " at positions [") + places + "]";
}

/// A coordinate in range of an axis; often that of a site, under whatever
/// parents, so that the element may lie elsewhere than the nest stands.
std::string Body::coordinateOn(int64_t axis) {
  std::vector<std::string> found;
  for (const Site &site : scope.sites)
    if (site.axis == axis)
      found.push_back(site.coordinate);
  if (found.empty() || random.chance(40))
    return emitInRange(axes[axis].from, axes[axis].extent);
  return random.pick(found);
}

/// `[%i, %j]`, or `[any, %j]` where it may be missing; false where there is
/// none that is in range and, unless it may be missing, stored.
bool Body::describeLookUp(const Buffer &buffer, const Chosen &chosen,
                          bool mayMiss, std::string &places) {
  std::string coordinates;
  for (size_t index = 0; index < buffer.list.size(); ++index) {
    const Axis &axis = axes[buffer.list[index].axis];
    bool known = chosen[index] >= 0;
    if (!known && !mayMiss && !axis.isWhole())
      return false;
    if (!axis.isDimension())
      continue;
    bool any = mayMiss && random.chance(10);
    if (!any && !known && axis.extent == 0)
      return false;
    std::string coordinate = any     ? "any"
                             : known ? scope.sites[chosen[index]].coordinate
                                     : coordinateOn(buffer.list[index].axis);
    coordinates += (coordinates.empty() ? "" : ", ") + coordinate;
  }
  places = "[" + coordinates + "]";
  return true;
}

bool Body::describePlaces(const Buffer &buffer, bool mayMiss,
                          std::string &places, bool lookUpOnly) {
  // Of several elements at the coordinates the first is read.
  bool hasLookUp = buffer.hasLookUp || mayMiss;
  if (lookUpOnly && !hasLookUp)
    return false;
  Chosen chosen = chooseSites(buffer);
  bool known = std::count(chosen.begin(), chosen.end(), -1) == 0;
  if (known && !lookUpOnly && (!hasLookUp || random.chance(50))) {
    places = describeDirect(buffer, chosen);
    return true;
  }
  if (!known && !buffer.elements.empty() && random.chance(mayMiss ? 15 : 40)) {
    bool lookUp = hasLookUp && (lookUpOnly || random.chance(70));
    places = describeElement(buffer, lookUp);
    return true;
  }
  return hasLookUp && describeLookUp(buffer, chosen, mayMiss, places);
}

/// A buffer of values of type `element`, or of any where that is empty; null
/// where there is none.
const Buffer *Body::pickBuffer(const std::string &element, bool writable) {
  std::vector<const Buffer *> fitting;
  for (const Buffer &buffer : buffers)
    if ((element.empty() || buffer.element == element) &&
        (!writable || buffer.isWritable))
      fitting.push_back(&buffer);
  return fitting.empty() ? nullptr : random.pick(fitting);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void Body::addLoad() {
  const Buffer *buffer = pickBuffer("", /*writable=*/false);
  std::string places;
  bool asksFound = random.chance(15);
  if (!buffer || !describePlaces(*buffer, /*mayMiss=*/true, places, asksFound))
    return;
  std::string result = newName(), found = asksFound ? newName() : "";
  text += "  " + result + (asksFound ? ", " + found : "") + " = sparse.load " +
          buffer->name + places + (asksFound ? " found" : "") + " : " +
          buffer->type + "\n";
  scope.values[buffer->element].push_back(result);
  if (asksFound) {
    scope.values["i1"].push_back(found);
    sinkIndex(emit("index", "arith.index_castui " + found + " : i1 to index"));
  }
  if (random.chance(50))
    writeResult(buffer->element, result);
}

/// Adds a result to an element of some buffer, so that it is seen.
void Body::writeResult(const std::string &element, const std::string &result) {
  const Buffer *buffer = pickBuffer(element, /*writable=*/true);
  std::string places;
  if (buffer && describePlaces(*buffer, /*mayMiss=*/false, places))
    text += std::string("  sparse.accumulate ") +
            (element == "i1" ? "or " : "add ") + result + " into " +
            buffer->name + places + " : " + buffer->type + "\n";
}

void Body::addStore() {
  const Buffer *buffer = pickBuffer("", /*writable=*/true);
  if (!buffer)
    return;
  std::string places, stored = value(buffer->element);
  if ((scope.sites.empty() && random.chance(75)) || random.chance(3)) {
    if (runs <= 100)
      text += "  sparse.fill " + buffer->name + ", " + stored + " : " +
              buffer->type + "\n";
    return;
  }
  if (describePlaces(*buffer, /*mayMiss=*/false, places))
    text += "  sparse.store " + stored + ", " + buffer->name + places + " : " +
            buffer->type + "\n";
}

/// The kinds that have a meaning in a type.
static std::vector<std::string> getKinds(const std::string &element) {
  if (element == "i1")
    return {"and", "or"};
  if (isComplex(element))
    return {"add", "add", "mul"};
  if (isFloat(element))
    return {"add", "add", "mul", "min", "max"};
  return {"add", "mul", "min", "max", "and", "or"};
}

void Body::addAccumulate() {
  const Buffer *buffer = pickBuffer("", /*writable=*/true);
  if (!buffer)
    return;
  std::vector<std::string> kinds = getKinds(buffer->element);
  std::string kind = random.pick(kinds), values = value(buffer->element),
              names = buffer->name, bufferTypes = buffer->type, places;
  if (buffer->numbers >= 0 && random.chance(60)) {
    const Buffer &numbers = buffers[buffer->numbers];
    kind = random.chance(50) ? "argmin" : "argmax";
    values += ", " + value(numbers.element);
    names += ", " + numbers.name;
    bufferTypes += ", " + numbers.type;
  }
  if (describePlaces(*buffer, /*mayMiss=*/false, places))
    text += "  sparse.accumulate " + kind + " " + values + " into " + names +
            places + " : " + bufferTypes + "\n";
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Adds an index to an element of some buffer.
void Body::sinkIndex(const std::string &index) {
  const Buffer *buffer = pickBuffer("", /*writable=*/true);
  if (!buffer || isComplex(buffer->element) || buffer->element == "i1")
    return;
  const std::string &element = buffer->element;
  std::string integer = isFloat(element) ? "i8" : element;
  std::string result = index;
  if (integer != "index")
    result =
        emit(integer, "arith.index_cast " + index + " : index to " + integer);
  if (isFloat(element))
    result =
        emit(element, (random.chance(50) ? "arith.sitofp " : "arith.uitofp ") +
                          result + " : i8 to " + element);
  writeResult(element, result);
}

/// Asks something and writes the result.
void Body::addSink() {
  addQuery();
  std::vector<std::string> &known = scope.values["index"];
  sinkIndex(known.empty() ? value("index") : known.back());
}
