//===- SharedElements.cpp - nests whose elements may meet -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedElements.h"

#include "AxisGenerator.h"

#include <algorithm>

using namespace spindle::differential;

namespace {
/// A number that a body can name: the coordinate or the position of a site.
struct Base {
  size_t entry;
  bool isPosition;
};

/// The sum `factor * first + second + shift`, or without `second`.
struct Sum {
  Base first, second;
  int64_t factor, shift;
  bool hasSecond;
};

/// Writes such a program.
class SharedElements {
public:
  explicit SharedElements(Random &random) : random(random), function(random) {}
  Case generate();

private:
  bool chooseList();
  bool mayFollow(size_t entry) const;
  void openNest();
  void addSums();
  void addSum(Sum sum);
  void addTables();
  bool bindValues();
  void addAccess();
  void addProduct();

  Base chooseBase();
  std::pair<int64_t, int64_t> getRange(const Base &base) const;
  std::string getName(const Base &base) const;
  std::string write(const std::string &operation);
  void startValue();
  void mixInto(const std::string &added);

  const Axis &getAxis(size_t entry) const { return axes[list[entry].axis]; }

  Random &random;
  Function function;
  Axes axes;
  // Of the nest that is written.
  List list;
  ListLayout layout;
  /// The names of the sums, which are indices, and the sizes that they need.
  std::vector<std::string> sums;
  std::vector<int64_t> sizes;
  /// The tables: buffers, the types of these, and the indices of an element
  /// that the nest accesses often.
  struct Table {
    std::string name, type;
    std::vector<size_t> sums;
  };
  std::vector<Table> tables;
  /// What follows the nest's head, and the name of the value to write next.
  std::string body, value;
  /// The buffer on the list itself; empty where it has no layout.
  std::string values, valuesType;
  int64_t nextName = 0;
};
} // namespace

/// No sum is larger, and no body runs more often.
static constexpr int64_t kMaxSize = 3000, kMaxSharedRuns = 1500;

/// Writes an operation into the body; gives the name of its result.
std::string SharedElements::write(const std::string &operation) {
  std::string name = "%body" + std::to_string(nextName++);
  body += "  " + name + " = " + operation + "\n";
  return name;
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// A list of axes that has several elements, but not too many.
bool SharedElements::chooseList() {
  list.clear();
  for (int64_t count = random.between(1, 2); count > 0; --count)
    addEntry(random, axes, list, random.below(int64_t(axes.size())));
  int64_t runs = 1;
  for (const Entry &entry : list)
    runs *= std::max<int64_t>(axes[entry.axis].longest, 1);
  int64_t elements = 0;
  if (list.size() <= 6 && runs <= kMaxSharedRuns)
    walk(axes, list, /*all=*/false, [&](const Positions &) { ++elements; });
  return elements > 1;
}

/// Whether entry `entry` can be in a group with the one before.
bool SharedElements::mayFollow(size_t entry) const {
  return entry < list.size() &&
         list[entry].parents == std::vector<int64_t>{int64_t(entry) - 1} &&
         !getAxis(entry).lacks && !getAxis(entry - 1).lacks;
}

/// The nest's head, now and then with a group; the body's coordinates are %iN,
/// its sites %sN.
void SharedElements::openNest() {
  std::string dims, entries, types, kinds;
  bool isGroup = false;
  for (size_t entry = 0; entry < list.size(); ++entry) {
    std::string comma = entry > 0 ? ", " : "";
    std::string name = std::to_string(entry);
    dims += comma + "\"d" + name + "\": %i" + name + " at %s" + name;
    bool ends = isGroup && !mayFollow(entry + 1);
    bool begins = !isGroup && mayFollow(entry + 1) && random.chance(40);
    entries += comma + (begins ? "(" : "") +
               printEntry(axes, list, int64_t(entry), true) + (ends ? ")" : "");
    isGroup = begins || (isGroup && !ends);
    types += comma + getAxis(entry).type;
    kinds += comma + "spatial";
  }
  function.text += "  iter.nest \"shared\" (" + dims + ") over (" + entries +
                   " : " + types + ") kinds [" + kinds + "] {\n";
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

Base SharedElements::chooseBase() {
  // The first dimension is that of the loop that may become parallel.
  size_t entry = random.chance(50) ? 0 : random.below(int64_t(list.size()));
  return {entry, random.chance(35)};
}

/// The least and the greatest number that a base may be, also where no body
/// runs: what is computed there may be computed before.
std::pair<int64_t, int64_t> SharedElements::getRange(const Base &base) const {
  const Axis &axis = getAxis(base.entry);
  if (base.isPosition)
    return {0, axis.size()};
  return {std::min<int64_t>(axis.from, 0), axis.from + axis.extent};
}

std::string SharedElements::getName(const Base &base) const {
  std::string entry = std::to_string(base.entry);
  return (base.isPosition ? "%at" : "%i") + entry;
}

/// Writes a sum, shifted so that it is nowhere below 0; left out where it would
/// be too large.
void SharedElements::addSum(Sum sum) {
  auto [low, high] = getRange(sum.first);
  low *= sum.factor;
  high *= sum.factor;
  if (low > high)
    std::swap(low, high);
  if (sum.hasSecond) {
    low += getRange(sum.second).first;
    high += getRange(sum.second).second;
  }
  sum.shift = std::max<int64_t>(-low, random.chance(75) ? 0 : 2);
  if (high + sum.shift >= kMaxSize)
    return;
  std::string map = "d0 * " + std::to_string(sum.factor) +
                    (sum.hasSecond ? " + d1" : "") + " + " +
                    std::to_string(sum.shift);
  sums.push_back(write(
      "affine.apply affine_map<(d0" + std::string(sum.hasSecond ? ", d1" : "") +
      ") -> (" + map + ")>(" + getName(sum.first) +
      (sum.hasSecond ? ", " + getName(sum.second) : "") + ")"));
  sizes.push_back(high + sum.shift + 1);
}

/// Numbers of sites, and sums of them.
void SharedElements::addSums() {
  for (size_t entry = 0; entry < list.size(); ++entry)
    body += "  %at" + std::to_string(entry) + " = axis.position_of %s" +
            std::to_string(entry) + " : !axis.site\n";
  for (int64_t count = random.between(2, 4); count > 0; --count) {
    Sum sum{chooseBase(), chooseBase(), 1, 0, random.chance(45)};
    // Blocks of the second's width, one wider, one narrower, or any.
    int64_t width = std::max<int64_t>(getAxis(sum.second.entry).width, 1);
    if (sum.hasSecond)
      sum.factor = random.chance(70)
                       ? std::max<int64_t>(width + random.between(-1, 1), 1)
                       : random.between(1, 9);
    else if (random.chance(30))
      sum.factor = random.between(2, 3);
    if (random.chance(15))
      sum.factor = -sum.factor;
    addSum(sum);
  }
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// One or two tables of one or two dimensions, as large as the sums need.
void SharedElements::addTables() {
  tables.clear();
  int64_t size = *std::max_element(sizes.begin(), sizes.end());
  for (int64_t count = random.between(1, 2); count > 0; --count) {
    bool isFlat = size > 60 || random.chance(60);
    std::string number = std::to_string(nextName++);
    std::string axis = "%table_axis" + number, shape = isFlat ? "?x" : "?x?x";
    std::vector<int64_t> extents(isFlat ? 1 : 2, size);
    std::vector<int64_t> numbers(isFlat ? size : size * size, 1);
    function.addMemory(shape, {"%table" + number, "i64", extents,
                               packIntegers(numbers, "i64")});
    Table table{"%shared" + number, "!sparse.buffer<" + shape + "i64>", {}};
    std::string dense = "!axis.axis<dense_fixed>";
    function.text += "  " + axis + " = axis.dense_fixed " +
                     function.addIndex(size) + " : " + dense + "\n";
    function.text += "  " + table.name + " = sparse.bind %table" + number +
                     " on (" + axis + (isFlat ? "" : ", " + axis) +
                     ") : memref<" + shape + "i64> on (" + dense +
                     (isFlat ? "" : ", " + dense) + ") -> " + table.type + "\n";
    for (size_t dim = 0; dim < extents.size(); ++dim)
      table.sums.push_back(random.below(int64_t(sums.size())));
    tables.push_back(table);
  }
}

/// Values on the list itself; false where the layout rule refuses it.
bool SharedElements::bindValues() {
  values.clear();
  layout = ListLayout();
  if (!computeLayout(axes, list, layout) || layout.count() > 400)
    return false;
  std::string number = std::to_string(nextName++), entries, types;
  std::vector<int64_t> numbers(layout.count(), 0);
  walk(axes, list, /*all=*/false, [&](const Positions &positions) {
    numbers[getAddress(axes, list, layout, layout.sizes, positions)] =
        random.between(-9, 9);
  });
  values = "%on_list" + number;
  valuesType = "!sparse.buffer<" + layout.shape + "i64>";
  function.addMemory(layout.shape, {"%values" + number, "i64", layout.sizes,
                                    packIntegers(numbers, "i64")});
  for (size_t entry = 0; entry < list.size(); ++entry) {
    entries +=
        (entry > 0 ? ", " : "") + printEntry(axes, list, int64_t(entry), true);
    types += (entry > 0 ? ", " : "") + getAxis(entry).type;
  }
  function.text += "  " + values + " = sparse.bind %values" + number + " on (" +
                   entries + ") : memref<" + layout.shape + "i64> on (" +
                   types + ") -> " + valuesType + "\n";
  return true;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// `value` becomes a number that no other run of the body has.
void SharedElements::startValue() {
  value = "%k31";
  for (size_t entry = 0; entry < list.size(); ++entry)
    mixInto(write("arith.index_cast " + getName({entry, true}) +
                  " : index to i64"));
}

/// `value` becomes 31 times what it was, and the number `added`.
void SharedElements::mixInto(const std::string &added) {
  std::string product = write("arith.muli " + value + ", %k31 : i64");
  value = write("arith.addi " + product + ", " + added + " : i64");
}

/// Reads, writes or combines an element of a table or of the values.
void SharedElements::addAccess() {
  std::string place, at;
  if (!values.empty() && random.chance(25)) {
    for (int64_t entry : layout.dims)
      at += (at.empty() ? "%s" : ", %s") + std::to_string(entry);
    place = values + " at [" + at + "] : " + valuesType;
  } else {
    const Table &table = random.pick(tables);
    for (size_t sum : table.sums)
      at += (at.empty() ? "" : ", ") +
            (random.chance(85) ? sums[sum] : random.pick(sums));
    place = table.name + "[" + at + "] : " + table.type;
  }
  int64_t kind = random.below(100);
  if (kind < 60)
    mixInto(write("sparse.load " + place));
  if (kind >= 30 && kind < 80)
    body += "  sparse.store " + value + ", " + place + "\n";
  if (kind >= 80)
    body += std::string("  sparse.accumulate ") +
            (kind < 90 ? "add " : "max ") + value + " into " + place + "\n";
}

/// A body whose padding, if it has any, is absorbed: it adds a product.
void SharedElements::addProduct() {
  std::string at, place;
  for (int64_t entry : layout.dims)
    at += (at.empty() ? "%s" : ", %s") + std::to_string(entry);
  std::string a =
      write("sparse.load " + values + " at [" + at + "] : " + valuesType);
  std::string product = write("arith.muli " + a + ", " + value + " : i64");
  for (size_t sum : tables[0].sums)
    place += (place.empty() ? "" : ", ") + sums[sum];
  body += "  sparse.accumulate add " + product + " into " + tables[0].name +
          "[" + place + "] : " + tables[0].type + "\n";
}

Case SharedElements::generate() {
  axes = AxisGenerator(random, function).generate();
  function.text += "  %k31 = arith.constant 31 : i64\n";
  for (int64_t nests = random.between(1, 3), tries = 0; nests > 0 && tries < 20;
       ++tries) {
    body.clear();
    sums.clear();
    sizes.clear();
    if (!chooseList())
      continue;
    addSums();
    if (sums.empty())
      continue;
    --nests;
    addTables();
    bool hasValues = bindValues();
    startValue();
    if (hasValues && random.chance(10))
      addProduct();
    else
      for (int64_t count = random.between(2, 5); count > 0; --count)
        addAccess();
    openNest();
    function.text += body + "  }\n";
  }
  return function.finish();
}

Case spindle::differential::generateSharedElements(Random &random) {
  return SharedElements(random).generate();
}
