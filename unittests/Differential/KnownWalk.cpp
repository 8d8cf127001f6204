//===- KnownWalk.cpp - programs whose outcome is known --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownWalk.h"

#include "AxisGenerator.h"

#include <cstring>

using namespace spindle::differential;

namespace {
/// A buffer of i64 on a random list, and its values.
struct Values {
  List list;
  ListLayout layout;
  bool hasLookUp = true;
  std::vector<int64_t> memory;
  std::string name, type;
};

/// A program that is written and run at once.
class KnownWalk {
public:
  explicit KnownWalk(Random &random) : random(random), function(random) {}
  Case generate();

private:
  void addMemory();
  bool addValues(Values &values);
  void bind(Values &values, const std::string &number);
  void addWalk(const Values &values, const std::string &number);
  void addLookUps(const Values &values, const std::string &number);
  void addProduct(const Values &values, const std::string &number);
  void openNest(const Values &values, const std::string &number);
  int64_t read(const Values &values, const Positions &positions) const;
  const Axis &getAxis(const Values &values, size_t entry) const {
    return axes[values.list[entry].axis];
  }
  /// One step of the hash.
  static int64_t mix(int64_t hash, int64_t value) {
    return int64_t(uint64_t(hash) * 31 + uint64_t(value));
  }
  std::string emitMix(const std::string &hash, const std::string &index);

  Random &random;
  Function function;
  Axes axes;
  /// The running hash, which is in memory of the program.
  int64_t hash = 7;
  /// The sums of products, by coordinate.
  std::vector<int64_t> sums = std::vector<int64_t>(128, 0);
  int64_t nextName = 0;
};
} // namespace

/// Coordinates are between -9 and 100.
static constexpr int64_t kShift = 10;

int64_t KnownWalk::read(const Values &values,
                        const Positions &positions) const {
  return values.memory[getAddress(axes, values.list, values.layout,
                                  values.layout.sizes, positions)];
}

bool KnownWalk::addValues(Values &values) {
  for (int64_t count = random.between(1, 2); count > 0; --count)
    addEntry(random, axes, values.list, random.below(int64_t(axes.size())));
  if (!computeLayout(axes, values.list, values.layout) ||
      values.layout.count() > 400 || values.list.size() > 6)
    return false;
  for (size_t entry = 0; entry < values.list.size(); ++entry)
    values.hasLookUp &= getAxis(values, entry).unique;
  for (int64_t count = values.layout.count(); count > 0; --count)
    values.memory.push_back(random.between(-99, 99));
  // Padding holds the fill value, -3.
  walk(axes, values.list, /*all=*/true, [&](const Positions &positions) {
    if (!exist(axes, values.list, positions))
      values.memory[getAddress(axes, values.list, values.layout,
                               values.layout.sizes, positions)] = -3;
  });
  return true;
}

/// Opens a nest over the list; the body's coordinates are %iN, its sites %sN.
void KnownWalk::openNest(const Values &values, const std::string &number) {
  std::string dims, entries, types, kinds;
  for (size_t entry = 0; entry < values.list.size(); ++entry) {
    std::string comma = entry > 0 ? ", " : "";
    std::string name = number + "_" + std::to_string(entry);
    dims += comma + "\"d" + name + "\": %i" + name + " at %s" + name;
    entries += comma + printEntry(axes, values.list, int64_t(entry), true);
    types += comma + getAxis(values, entry).type;
    kinds += comma + "reduction";
  }
  function.text += "  iter.nest \"" + number + "\" (" + dims + ") over (" +
                   entries + " : " + types + ") kinds [" + kinds + "] {\n";
}

/// `hash * 31 + index`.
std::string KnownWalk::emitMix(const std::string &hashed,
                               const std::string &number) {
  std::string name = "%h" + std::to_string(nextName++);
  function.text += "  " + name + "p = arith.muli " + hashed +
                   ", %k31 : i64\n  " + name + " = arith.addi " + name + "p, " +
                   number + " : i64\n";
  return name;
}

/// Each element's coordinates, positions and value, in order.
void KnownWalk::addWalk(const Values &values, const std::string &number) {
  openNest(values, number);
  function.text += "  %t" + number + " = sparse.load %H[] : !hash\n";
  std::string hashed = "%t" + number, places;
  for (size_t entry = 0; entry < values.list.size(); ++entry) {
    std::string name = number + "_" + std::to_string(entry);
    function.text += "  %i64" + name + " = arith.index_cast %i" + name +
                     " : index to i64\n  %p" + name +
                     "x = axis.position_of %s" + name +
                     " : !axis.site\n  %p64" + name + " = arith.index_cast %p" +
                     name + "x : index to i64\n";
    hashed = emitMix(hashed, "%i64" + name);
    hashed = emitMix(hashed, "%p64" + name);
  }
  for (int64_t entry : values.layout.dims)
    places +=
        (places.empty() ? "%s" : ", %s") + number + "_" + std::to_string(entry);
  function.text += "  %a" + number + " = sparse.load " + values.name + " at [" +
                   places + "] : " + values.type + "\n";
  hashed = emitMix(hashed, "%a" + number);
  function.text += "  sparse.store " + hashed + ", %H[] : !hash\n  }\n";
  walk(axes, values.list, /*all=*/false, [&](const Positions &positions) {
    for (size_t entry = 0; entry < positions.size(); ++entry) {
      const Axis &axis = getAxis(values, entry);
      hash = mix(hash, axis.cells[positions[entry]].coordinate);
      hash = mix(hash, positions[entry]);
    }
    hash = mix(hash, read(values, positions));
  });
}

/// Some look-ups by constants, whether stored or not.
void KnownWalk::addLookUps(const Values &values, const std::string &number) {
  std::map<Positions, int64_t> stored;
  walk(axes, values.list, /*all=*/false, [&](const Positions &positions) {
    Positions coordinates;
    for (size_t entry = 0; entry < positions.size(); ++entry)
      if (getAxis(values, entry).isDimension())
        coordinates.push_back(
            getAxis(values, entry).cells[positions[entry]].coordinate);
    stored[coordinates] = read(values, positions);
  });
  for (int64_t count = 0; count < 4; ++count) {
    Positions coordinates;
    for (size_t entry = 0; entry < values.list.size(); ++entry) {
      const Axis &axis = getAxis(values, entry);
      if (axis.isDimension() && axis.extent == 0)
        return;
      if (axis.isDimension())
        coordinates.push_back(axis.from + random.below(axis.extent));
    }
    if (!stored.empty() && random.chance(50))
      coordinates =
          std::next(stored.begin(), random.below(int64_t(stored.size())))
              ->first;
    std::string name = number + "l" + std::to_string(count), places;
    for (size_t dim = 0; dim < coordinates.size(); ++dim) {
      std::string place = "%k" + name + "_" + std::to_string(dim);
      function.text += "  " + place + " = arith.constant " +
                       std::to_string(coordinates[dim]) + " : index\n";
      places += (dim > 0 ? ", " : "") + place;
    }
    auto element = stored.find(coordinates);
    bool found = element != stored.end();
    function.text += "  %x" + name + ", %f" + name + " = sparse.load " +
                     values.name + "[" + places + "] found : " + values.type +
                     "\n  %g" + name + " = arith.extui %f" + name +
                     " : i1 to i64\n  %t" + name +
                     " = sparse.load %H[] : !hash\n";
    std::string hashed = emitMix("%t" + name, "%x" + name);
    hashed = emitMix(hashed, "%g" + name);
    function.text += "  sparse.store " + hashed + ", %H[] : !hash\n";
    hash = mix(mix(hash, found ? element->second : -3), found);
  }
}

/// y[c] += a * (c' + 2) for each element, c and c' coordinates of two of its
/// sites.
void KnownWalk::addProduct(const Values &values, const std::string &number) {
  size_t to = random.below(int64_t(values.list.size()));
  size_t from = random.below(int64_t(values.list.size()));
  openNest(values, number);
  std::string places;
  for (int64_t entry : values.layout.dims)
    places +=
        (places.empty() ? "%s" : ", %s") + number + "_" + std::to_string(entry);
  std::string i = "%i" + number + "_" + std::to_string(to);
  std::string j = "%i" + number + "_" + std::to_string(from);
  function.text += "  %a" + number + " = sparse.load " + values.name + " at [" +
                   places + "] : " + values.type + "\n  %c" + number +
                   " = arith.addi " + i + ", %shift : index\n  %d" + number +
                   " = arith.index_cast " + j + " : index to i64\n  %e" +
                   number + " = arith.addi %d" + number + ", %k2 : i64\n  %u" +
                   number + " = arith.muli %a" + number + ", %e" + number +
                   " : i64\n  sparse.accumulate add %u" + number +
                   " into %Y[%c" + number + "] : !sums\n  }\n";
  walk(axes, values.list, /*all=*/false, [&](const Positions &positions) {
    int64_t i = getAxis(values, to).cells[positions[to]].coordinate;
    int64_t j = getAxis(values, from).cells[positions[from]].coordinate;
    sums[i + kShift] += read(values, positions) * (j + 2);
  });
}

/// The hash and the sums, and the constants that all use.
void KnownWalk::addMemory() {
  function.addMemory("", {"%hash", "i64", {}, packIntegers({hash}, "i64")});
  function.addMemory("128x",
                     {"%sums", "i64", {128}, packIntegers(sums, "i64")});
  function.text +=
      "  %k31 = arith.constant 31 : i64\n  %k2 = arith.constant 2 : i64\n"
      "  %shift = arith.constant " +
      std::to_string(kShift) +
      " : index\n  %c128 = arith.constant 128 : index\n"
      "  %S = axis.dense_fixed %c128 : !axis.axis<dense_fixed, width = 128>\n"
      "  %H = sparse.bind %hash on () : memref<i64> on () -> !hash\n"
      "  %Y = sparse.bind %sums on (%S) : memref<128xi64> on "
      "(!axis.axis<dense_fixed, width = 128>) -> !sums\n";
}

/// Binds the values to an argument.
void KnownWalk::bind(Values &values, const std::string &number) {
  values.name = "%V" + number;
  values.type = "!sparse.buffer<" + values.layout.shape + "i64, fill = -3>";
  function.addMemory(values.layout.shape,
                     {"%v" + number, "i64", values.layout.sizes,
                      packIntegers(values.memory, "i64")});
  std::string entries, types;
  for (size_t entry = 0; entry < values.list.size(); ++entry) {
    entries += (entry > 0 ? ", " : "") +
               printEntry(axes, values.list, int64_t(entry), true);
    types += (entry > 0 ? ", " : "") + getAxis(values, entry).type;
  }
  function.text += "  " + values.name + " = sparse.bind %v" + number + " on (" +
                   entries + ") : memref<" + values.layout.shape + "i64> on (" +
                   types + ") -> " + values.type + "\n";
}

Case KnownWalk::generate() {
  axes = AxisGenerator(random, function).generate();
  addMemory();
  for (int64_t count = 0; count < 3; ++count) {
    Values values;
    if (!addValues(values))
      continue;
    std::string number = std::to_string(count);
    bind(values, number);
    addWalk(values, "w" + number);
    if (values.hasLookUp)
      addLookUps(values, number);
    addProduct(values, "y" + number);
  }
  Case result = function.finish();
  result.text =
      "!hash = !sparse.buffer<i64>\n!sums = !sparse.buffer<128xi64>\n" +
      result.text;
  for (size_t index = 0; index < result.arguments.size(); ++index) {
    const auto *array = std::get_if<Array>(&result.arguments[index]);
    if (array && array->name == "%hash")
      result.expected.emplace_back(index, packIntegers({hash}, "i64"));
    if (array && array->name == "%sums")
      result.expected.emplace_back(index, packIntegers(sums, "i64"));
  }
  return result;
}

Case spindle::differential::generateKnownWalk(Random &random) {
  return KnownWalk(random).generate();
}
