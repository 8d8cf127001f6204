//===- PlainLoopsProgram.cpp - random loops and their memories ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainLoopsBuilder.h"

#include <algorithm>

using namespace spindle::differential;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void PlainLoops::addMemories() {
  static const Words types = {"f32", "f32", "f64", "i32", "i64",
                              "f16", "i8",  "i16", "bf16"};
  static const Words exactTypes = {"f32", "f32", "f64", "i32"};
  element = exact ? random.pick(exactTypes) : random.pick(types);
  for (int64_t count = random.between(2, 4); count > 0; --count) {
    std::string number = std::to_string(memories.size());
    size_t rank = random.chance(60) ? 1 : 2;
    memories.push_back({"%m" + number, element, std::vector<int64_t>(rank, 0)});
    // Small floats of a memory that is one of two have no expansion.
    if (memories.size() < 2 || random.chance(82) || element.find("f16") + 1)
      continue;
    Memory &memory = memories.back();
    memory.of = random.below(int64_t(memories.size()) - 1);
    memory.sizes.resize(memories[memory.of].sizes.size());
    if (memories[memory.of].of >= 0)
      memory.of = -1;
    memory.isView =
        memory.of >= 0 && memory.sizes.size() == 1 && random.chance(60);
    memory.shift = memory.isView ? random.below(3) : 0;
  }
}

/// Positions of 8 rows, and as many coordinates as they need.
void PlainLoops::addStored() {
  std::vector<int64_t> ptr = {0}, crd;
  for (int64_t row = 0; row < 8; ++row)
    ptr.push_back(ptr.back() + (random.chance(40) ? 0 : random.below(9)));
  positions = ptr.back();
  coordinates = random.between(1, 12);
  bool sorted = random.chance(50);
  for (int64_t position = 0; position < positions; ++position)
    crd.push_back(sorted ? std::min(position, coordinates - 1)
                         : random.below(coordinates));
  function.addIntegers("%ptr", "i32", ptr);
  function.addIntegers("%crd", "i32", crd);
}

std::vector<char> PlainLoops::draw(int64_t count) {
  std::vector<char> bytes;
  for (; count > 0; --count) {
    std::vector<char> number =
        !exact             ? generateNumber(random, element, false)
        : isFloat(element) ? packFloat(double(random.between(-3, 3)), element)
                           : packIntegers({random.between(-9, 9)}, element);
    bytes.insert(bytes.end(), number.begin(), number.end());
  }
  return bytes;
}

static void replaceAll(std::string &text, const std::string &from,
                       const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to);
}

/// What is a part of another memory, or may be it, lies in it.
void PlainLoops::enlargeMemories() {
  for (Memory &memory : memories)
    for (size_t dim = 0; memory.of >= 0 && dim < memory.sizes.size(); ++dim) {
      int64_t &other = memories[memory.of].sizes[dim];
      other = std::max(other, memory.sizes[dim] + memory.shift);
      if (!memory.isView)
        memory.sizes[dim] = other;
    }
}

/// `memref<?x?xf32>`
std::string PlainLoops::getType(const Memory &memory) const {
  return "memref<" + std::string(memory.sizes.size() == 1 ? "?x" : "?x?x") +
         element + ">";
}

/// Makes arguments of memories that are no views, and says of some programs'
/// that they are distinct.
void PlainLoops::declareArguments() {
  std::string list, types;
  bool areDistinct = random.chance(75);
  Words names;
  for (const Memory &memory : memories) {
    std::string view = "memref<?x" + element + ", strided<[1], offset: ?>>";
    replaceAll(body, "@" + memory.name + "@",
               memory.isView ? view : getType(memory));
    if (memory.isView)
      continue;
    int64_t count = 1;
    for (int64_t size : memory.sizes)
      count *= size;
    function.addMemory(memory.sizes.size() == 1 ? "?x" : "?x?x",
                       {memory.name + "a", element, memory.sizes, draw(count)});
    list += (names.empty() ? "" : ", ") + memory.name + "a";
    types += (names.empty() ? "" : ", ") + getType(memory);
    names.push_back(memory.name);
  }
  areDistinct &= names.size() > 1;
  if (areDistinct)
    head = "  %roots:" + std::to_string(names.size()) +
           " = memref.distinct_objects " + list + " : " + types + "\n";
  for (size_t number = 0; number < names.size(); ++number) {
    std::string root =
        areDistinct ? "%roots#" + std::to_string(number) : names[number] + "a";
    roots[names[number]] = root;
    replaceAll(body, names[number] + "[", root + "[");
  }
}

/// Has `memory` be a part of another one, or one of two.
void PlainLoops::declareOther(const Memory &memory) {
  std::string other = roots[memories[memory.of].name], type = getType(memory);
  if (memory.isView) {
    std::string size = function.addIndex(memory.sizes[0]);
    std::string shift = function.addIndex(memory.shift);
    head += std::exchange(function.text, "");
    head += "  " + memory.name + " = memref.subview " + other + "[" + shift +
            "] [" + size + "] [1] : " + type + " to memref<?x" + element +
            ", strided<[1], offset: ?>>\n";
    return;
  }
  std::string self = roots[memory.name];
  std::string flag = function.addIndex(random.below(2));
  head += std::exchange(function.text, "");
  head += "  " + memory.name + "z = arith.constant 0 : index\n  " +
          memory.name + "f = arith.cmpi eq, " + flag + ", " + memory.name +
          "z : index\n  " + memory.name + " = arith.select " + memory.name +
          "f, " + self + ", " + other + " : " + type + "\n";
  replaceAll(body, self + "[", memory.name + "[");
}

Case PlainLoops::generate() {
  addStored();
  addMemories();
  for (int64_t count = random.between(1, 3); count > 0; --count)
    addLoop(0);
  enlargeMemories();
  declareArguments();
  for (const Memory &memory : memories)
    if (memory.of >= 0)
      declareOther(memory);
  function.text = head + function.text + body;
  return function.finish();
}

Case spindle::differential::generatePlainLoops(Random &random, bool exact) {
  return PlainLoops(random, exact).generate();
}
