//===- Buffers.cpp - random buffers on axes -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"

#include <algorithm>

using namespace spindle::differential;

/// No buffer has more values.
static constexpr int64_t kMaxValues = 300;

/// A list of axes that the layout rule takes; false where it has too many
/// values.
bool BufferGenerator::chooseList(Buffer &buffer) {
  int64_t count = random.chance(3) ? 0 : random.between(1, 2);
  for (; count > 0; --count)
    addEntry(random, axes, buffer.list, random.below(int64_t(axes.size())));
  if (buffer.list.size() > 6 ||
      !computeLayout(axes, buffer.list, buffer.layout) ||
      buffer.layout.count() > kMaxValues)
    return false;
  walk(axes, buffer.list, /*all=*/false, [&](const Positions &positions) {
    buffer.elements.push_back(positions);
  });
  for (const Entry &entry : buffer.list)
    buffer.hasLookUp &= axes[entry.axis].unique;
  return buffer.elements.size() <= size_t(kMaxValues);
}

/// Whether only a bit says that the element at `positions` is none.
bool BufferGenerator::isPadding(const Buffer &buffer,
                                const Positions &positions) const {
  bool exists = true;
  for (size_t entry = 0; entry < positions.size(); ++entry) {
    const Axis &axis = axes[buffer.list[entry].axis];
    bool isBit = axis.kind == Kind::Occupancy;
    exists &= isBit || axis.cells[positions[entry]].exists;
  }
  return exists && !exist(axes, buffer.list, positions);
}

/// Random numbers; the fill value in padding. What lies beyond lengths and cuts
/// is any number: nobody looks there.
std::vector<char> BufferGenerator::fillMemory(const Buffer &buffer) {
  int64_t count = 1, size = getByteSize(buffer.element);
  for (int64_t extent : buffer.sizes)
    count *= extent;
  std::vector<char> bytes;
  for (; count > 0; --count)
    for (char byte : generateNumber(random, buffer.element, finite))
      bytes.push_back(byte);
  std::vector<char> fill = packFill(buffer.element, buffer.fill);
  walk(axes, buffer.list, /*all=*/true, [&](const Positions &positions) {
    int64_t place =
        getAddress(axes, buffer.list, buffer.layout, buffer.sizes, positions);
    if (isPadding(buffer, positions))
      std::copy(fill.begin(), fill.end(), bytes.begin() + place * size);
  });
  return bytes;
}

/// `on (%I, %J) : memref<?xf32> on (..) -> type`, without the memref, for which
/// an `@` stands.
std::string BufferGenerator::printList(const Buffer &buffer) {
  std::string entries, types;
  for (int64_t index = 0; index < int64_t(buffer.list.size()); ++index) {
    std::string comma = index > 0 ? ", " : "";
    entries += comma + printEntry(axes, buffer.list, index, random.chance(80));
    types += comma + axes[buffer.list[index].axis].type;
  }
  return " on (" + entries + ") : @(" + types + ") -> " + buffer.type + "\n";
}

/// Binds the buffer to new memory or, now and then, to that of the one before,
/// if it is alike.
void BufferGenerator::addBind(Buffer &buffer, const std::string &text) {
  std::string memory = "%m" + buffer.name.substr(2);
  std::string memref = "memref<" + buffer.layout.shape + buffer.element + ">";
  std::string line = "  " + buffer.name + " = sparse.bind " + memory + text;
  line.replace(line.find('@'), 1, memref + " on ");
  for (size_t dim = 0; dim < buffer.sizes.size(); ++dim) {
    const Axis &axis = axes[buffer.list[buffer.layout.dims[dim]].axis];
    if (!axis.isFixed() && random.chance(30))
      buffer.sizes[dim] += random.below(3);
  }
  function.addMemory(buffer.layout.shape, {memory, buffer.element, buffer.sizes,
                                           fillMemory(buffer)});
  function.text += line;
  if (!random.chance(4))
    return;
  Buffer alias = buffer;
  alias.name = "%B" + std::to_string(buffers.size() + 1);
  alias.numbers = -1;
  function.text += "  " + alias.name + line.substr(2 + buffer.name.size());
  buffers.push_back(buffer);
  buffer = alias;
}

/// Gives a buffer its number, name and memory.
void BufferGenerator::addBuffer(Buffer buffer) {
  buffer.name = "%B" + std::to_string(buffers.size());
  buffer.fill = random.chance(65) ? 0 : random.between(-3, 3);
  buffer.sizes = buffer.layout.sizes;
  buffer.type = "!sparse.buffer<" + buffer.layout.shape + buffer.element +
                printFill(buffer.element, buffer.fill) + ">";
  std::string text = printList(buffer);
  int64_t kind = random.below(100);
  if (kind < 80) {
    addBind(buffer, text);
    return buffers.push_back(buffer);
  }
  std::string number = "%w" + buffer.name.substr(2);
  function.text += "  " + number + " = " +
                   (isComplex(buffer.element) ? "complex" : "arith") +
                   ".constant " +
                   printConstant(buffer.element, random.between(-4, 9)) + "\n";
  bool isSplat = kind >= 90 && buffer.numbers == -1;
  text.replace(text.find('@'), 1, isSplat ? buffer.element + " on " : "");
  function.text += "  " + buffer.name +
                   (isSplat ? " = sparse.splat " + number : " = sparse.alloc") +
                   text;
  buffer.isWritable = !isSplat;
  // What an allocated buffer holds is undefined until it is written.
  if (!isSplat)
    function.text += "  sparse.fill " + buffer.name + ", " + number + " : " +
                     buffer.type + "\n";
  buffers.push_back(buffer);
}

std::vector<Buffer> BufferGenerator::generate() {
  static const std::vector<std::string> types = {
      "f32", "f64", "i32", "i64",   "f32",          "f64",          "i8",
      "f16", "i1",  "i16", "index", "complex<f32>", "complex<f64>", "bf16"};
  static const std::vector<std::string> numbers = {"i8", "i16", "i32", "i64",
                                                   "index"};
  // Two types, so that what is loaded is written somewhere.
  const std::string first = random.pick(types), second = random.pick(types);
  for (int64_t count = random.between(2, 4); count > 0; --count) {
    Buffer buffer;
    buffer.element = random.chance(60) ? first : second;
    if (!chooseList(buffer))
      continue;
    bool hasNumbers = random.chance(30) && buffer.element != "i1" &&
                      !isComplex(buffer.element);
    size_t before = buffers.size();
    addBuffer(buffer);
    if (!hasNumbers || !buffers.back().isWritable ||
        buffers.size() > before + 1)
      continue;
    buffers.back().numbers = int64_t(buffers.size());
    buffer.element = random.pick(numbers);
    buffer.numbers = -2;
    addBuffer(buffer);
    buffers.back().numbers = -1;
  }
  return std::move(buffers);
}
