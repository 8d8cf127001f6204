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
// Places
//===----------------------------------------------------------------------===//

/// Known sites that agree about their ancestors, one per entry of the list
/// where there is one.
Body::Chosen Body::chooseSites(const Buffer &buffer) {
  Chosen chosen;
  for (const Entry &entry : buffer.list) {
    std::vector<int64_t> fitting = {-1};
    int64_t parent = entry.parent < 0 ? -1 : chosen[entry.parent];
    for (int64_t number = 0; number < int64_t(scope.sites.size()); ++number)
      if (scope.sites[number].axis == entry.axis &&
          scope.sites[number].parent == parent &&
          (entry.parent < 0 || parent >= 0))
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
  for (int64_t entry : buffer.dims) {
    const Site &site = scope.sites[chosen[entry]];
    bool isOffset = axes[site.axis].dense;
    std::string place = sites      ? site.name
                        : isOffset ? site.coordinate
                                   : emitPosition(site);
    places += (places.empty() ? "" : ", ") + place;
  }
  return (sites ? " at [" : " at positions [") + places + "]";
}

/// `[%i, %j]`; false where there is none that is in range and, unless it may be
/// missing, stored.
bool Body::describeLookUp(const Buffer &buffer, const Chosen &chosen,
                          bool mayMiss, std::string &places) {
  if (!buffer.hasLookUp)
    return false;
  std::string coordinates;
  for (size_t index = 0; index < buffer.list.size(); ++index) {
    const Axis &axis = axes[buffer.list[index].axis];
    bool known = chosen[index] >= 0;
    if (!known && (axis.extent == 0 || (!axis.dense && !mayMiss)))
      return false;
    std::string coordinate = known ? scope.sites[chosen[index]].coordinate
                                   : emitInRange(axis.extent);
    coordinates += (index > 0 ? ", " : "") + coordinate;
  }
  places = "[" + coordinates + "]";
  return true;
}

bool Body::describePlaces(const Buffer &buffer, bool mayMiss,
                          std::string &places) {
  Chosen chosen = chooseSites(buffer);
  bool known = std::count(chosen.begin(), chosen.end(), -1) == 0;
  if (known && (!buffer.hasLookUp || random.chance(50))) {
    places = describeDirect(buffer, chosen);
    return true;
  }
  return describeLookUp(buffer, chosen, mayMiss, places);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void Body::addLoad() {
  if (buffers.empty())
    return;
  const Buffer &buffer = random.pick(buffers);
  std::string places;
  if (!describePlaces(buffer, /*mayMiss=*/true, places))
    return;
  std::string result = emit(buffer.element, "sparse.load " + buffer.name +
                                                places + " : " + buffer.type);
  if (random.chance(50))
    writeResult(buffer.element, result);
}

/// Adds a result to an element of some buffer, so that it is seen.
void Body::writeResult(const std::string &element, const std::string &result) {
  std::vector<const Buffer *> fitting;
  for (const Buffer &buffer : buffers)
    if (buffer.element == element)
      fitting.push_back(&buffer);
  std::string places;
  if (fitting.empty())
    return;
  const Buffer &buffer = *random.pick(fitting);
  if (describePlaces(buffer, /*mayMiss=*/false, places))
    text += "  sparse.accumulate add " + result + " into " + buffer.name +
            places + " : " + buffer.type + "\n";
}

void Body::addStore() {
  if (buffers.empty())
    return;
  const Buffer &buffer = random.pick(buffers);
  if (scope.sites.empty() && random.chance(75)) {
    std::string filled = value(buffer.element);
    text += "  sparse.fill " + buffer.name + ", " + filled + " : " +
            buffer.type + "\n";
    return;
  }
  std::string places, stored = value(buffer.element);
  if (describePlaces(buffer, /*mayMiss=*/false, places))
    text += "  sparse.store " + stored + ", " + buffer.name + places + " : " +
            buffer.type + "\n";
}

void Body::addAccumulate() {
  if (buffers.empty())
    return;
  static const std::vector<std::string> floats = {"add", "add", "mul", "min",
                                                  "max"};
  static const std::vector<std::string> integers = {"add", "mul", "min",
                                                    "max", "and", "or"};
  const Buffer &buffer = random.pick(buffers);
  bool isFloat = buffer.element[0] == 'f';
  std::string kind = random.pick(isFloat ? floats : integers);
  std::string values = value(buffer.element), names = buffer.name,
              types = buffer.type, places;
  if (buffer.numbers >= 0 && random.chance(60)) {
    const Buffer &numbers = buffers[buffer.numbers];
    kind = random.chance(50) ? "argmin" : "argmax";
    values += ", " + value(numbers.element);
    names += ", " + numbers.name;
    types += ", " + numbers.type;
  }
  if (describePlaces(buffer, /*mayMiss=*/false, places))
    text += "  sparse.accumulate " + kind + " " + values + " into " + names +
            places + " : " + types + "\n";
}

/// Asks something and writes the answer.
void Body::addSink() {
  if (buffers.empty())
    return;
  std::string element = random.pick(buffers).element;
  bool isFloat = element[0] == 'f';
  addQuestion();
  std::vector<std::string> &known = scope.values["index"];
  std::string index = known.empty() ? value("index") : known.back();
  std::string integer = isFloat ? "i64" : element;
  std::string answer =
      emit(integer, "arith.index_cast " + index + " : index to " + integer);
  if (isFloat)
    answer = emit(element, "arith.sitofp " + answer + " : i64 to " + element);
  writeResult(element, answer);
}
