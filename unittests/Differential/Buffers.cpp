//===- Buffers.cpp - random buffers on axes -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"

#include <limits>

using namespace spindle::differential;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

template <typename T> static void append(std::vector<char> &bytes, T value) {
  const char *data = reinterpret_cast<const char *>(&value);
  bytes.insert(bytes.end(), data, data + sizeof(T));
}

static void appendInteger(std::vector<char> &bytes, int64_t value,
                          const std::string &element) {
  if (element == "i8")
    append(bytes, int8_t(value));
  else if (element == "i16")
    append(bytes, int16_t(value));
  else if (element == "i32")
    append(bytes, int32_t(value));
  else
    append(bytes, value);
}

std::vector<char>
spindle::differential::packIntegers(const std::vector<int64_t> &values,
                                    const std::string &element) {
  std::vector<char> bytes;
  for (int64_t value : values)
    appendInteger(bytes, value, element);
  return bytes;
}

/// Mostly quarters, some of the awkward numbers.
template <typename T> static T generateFloat(Random &random) {
  if (!random.chance(12))
    return T(random.between(-40, 40)) / 4;
  static const T awkward[] = {std::numeric_limits<T>::quiet_NaN(),
                              std::numeric_limits<T>::quiet_NaN(),
                              std::numeric_limits<T>::infinity(),
                              T(-0.0),
                              std::numeric_limits<T>::denorm_min(),
                              std::numeric_limits<T>::max(),
                              T(1) / 3};
  return awkward[random.below(7)];
}

static int64_t generateInteger(Random &random) {
  if (random.chance(8))
    return std::numeric_limits<int64_t>::min() + random.below(3);
  return random.between(-9, 9);
}

std::vector<char> spindle::differential::generateNumbers(
    Random &random, const std::string &element, int64_t count) {
  std::vector<char> bytes;
  for (; count > 0; --count) {
    if (element == "f32")
      append(bytes, generateFloat<float>(random));
    else if (element == "f64")
      append(bytes, generateFloat<double>(random));
    else
      appendInteger(bytes, generateInteger(random), element);
  }
  return bytes;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// A list of axes that the layout rule takes; true where it has not too many
/// values.
static bool generateList(Random &random, const std::vector<Axis> &axes,
                         Buffer &buffer) {
  buffer.list.clear();
  auto noSite = [](int64_t) { return -1; };
  for (int64_t count = random.between(1, 2); count > 0; --count)
    addEntry(random, axes, buffer.list, random.below(int64_t(axes.size())),
             noSite);
  int64_t values = 1;
  for (const Entry &entry : buffer.list)
    values *= axes[entry.axis].dense ? axes[entry.axis].extent : 1;
  return buffer.list.size() <= 5 && values <= 400 &&
         computeStorage(axes, buffer.list, buffer.dims);
}

/// The types of the buffer and its memory, and the memory.
static void makeMemory(Random &random, const std::vector<Axis> &axes,
                       Buffer &buffer) {
  std::string shape;
  int64_t count = 1;
  buffer.memory.shape.clear();
  for (int64_t entry : buffer.dims) {
    const Axis &axis = axes[buffer.list[entry].axis];
    int64_t slack = !axis.dense && random.chance(30) ? random.below(3) : 0;
    int64_t size = (axis.dense ? axis.extent : axis.size) + slack;
    buffer.memory.shape.push_back(size);
    count *= size;
    shape += axis.isStatic ? std::to_string(axis.extent) + "x" : "?x";
  }
  std::string fill = random.chance(70)          ? ""
                     : buffer.element[0] == 'f' ? ", fill = 2.5"
                                                : ", fill = -3";
  buffer.type = "!sparse.buffer<" + shape + buffer.element + fill + ">";
  buffer.memory.element = buffer.element;
  buffer.memory.bytes = generateNumbers(random, buffer.element, count);
  std::string list, types;
  for (int64_t index = 0; index < int64_t(buffer.list.size()); ++index) {
    std::string comma = index > 0 ? ", " : "";
    list += comma + printEntry(axes, buffer.list, index);
    types += comma + axes[buffer.list[index].axis].type;
  }
  std::string memref = "memref<" + shape + buffer.element + ">";
  buffer.bind = "  " + buffer.name + " = sparse.bind " + buffer.memory.name +
                " on (" + list + ") : " + memref + " on (" + types + ") -> " +
                buffer.type + "\n";
}

/// Gives a buffer its number, name and memory.
static void addBuffer(Random &random, const std::vector<Axis> &axes,
                      std::vector<Buffer> &buffers, Buffer buffer) {
  std::string number = std::to_string(buffers.size());
  buffer.name = "%B" + number;
  buffer.memory.name = "%m" + number;
  for (const Entry &entry : buffer.list)
    buffer.hasLookUp &= axes[entry.axis].unique;
  makeMemory(random, axes, buffer);
  buffers.push_back(buffer);
}

std::vector<Buffer>
spindle::differential::generateBuffers(Random &random,
                                       const std::vector<Axis> &axes) {
  static const std::vector<std::string> types = {"f32", "f64", "i32", "i64"};
  // Two types, so that what is loaded is written somewhere.
  const std::string first = random.pick(types), second = random.pick(types);
  std::vector<Buffer> buffers;
  for (int64_t count = random.between(2, 4); count > 0; --count) {
    Buffer buffer;
    buffer.element = random.chance(60) ? first : second;
    if (!generateList(random, axes, buffer))
      continue;
    bool hasNumbers = random.chance(40);
    if (hasNumbers)
      buffer.numbers = int64_t(buffers.size()) + 1;
    addBuffer(random, axes, buffers, buffer);
    if (!hasNumbers)
      continue;
    buffer.element = random.chance(50) ? "i32" : "i64";
    buffer.numbers = -1;
    addBuffer(random, axes, buffers, buffer);
  }
  return buffers;
}
