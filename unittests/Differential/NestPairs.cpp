//===- NestPairs.cpp - nests one after the other over one table -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestPairs.h"

#include "Function.h"

#include <algorithm>

using namespace spindle::differential;

namespace {
/// Writes such a program.
class NestPairs {
public:
  explicit NestPairs(Random &random) : random(random), function(random) {}
  Case generate();

private:
  /// A table, and whether it has two dimensions.
  struct Table {
    std::string name, type;
    bool isFlat;
  };

  void addAxes();
  void addTable(const std::string &name);
  void addNest(int64_t number);
  void addAccess();
  std::string place();
  std::string index();
  std::string write(const std::string &operation);

  Random &random;
  Function function;
  int64_t rows = 0, stored = 0, most = 0, nextName = 0;
  std::vector<Table> tables;
  /// Of the nest that is written: the rows of a block, and the number to write
  /// next.
  int64_t width = 1;
  std::string value;
};
} // namespace

/// The widest block, and how far on an index is at most.
static constexpr int64_t kWidth = 3, kPairShift = 2;
static const std::string kDense = "!axis.axis<dense_fixed>",
                         kStored = "!axis.axis<sparse_variable, sorted>";

std::string NestPairs::write(const std::string &operation) {
  std::string name = "%v" + std::to_string(nextName++);
  function.text += "  " + name + " = " + operation + "\n";
  return name;
}

/// Rows, those of a block, stored rows, some of which come twice, and what
/// tables are on.
void NestPairs::addAxes() {
  rows = random.between(1, 7);
  stored = random.between(1, 9);
  most = kWidth * rows + kPairShift;
  std::vector<int64_t> crd;
  for (int64_t at = 0; at < stored; ++at)
    crd.push_back(random.below(rows));
  std::sort(crd.begin(), crd.end());
  function.addIntegers("%crd", "i32", crd);
  auto add = [&](const std::string &name, int64_t size, bool isConstant) {
    std::string extent = function.addIndex(size, isConstant);
    function.text +=
        "  " + name + " = axis.dense_fixed " + extent + " : " + kDense + "\n";
  };
  add("%rows", rows, false);
  add("%places", most, false);
  for (int64_t size = 2; size <= kWidth; ++size)
    add("%block" + std::to_string(size), size, true);
  std::string extent = function.addIndex(rows);
  std::string count = function.addIndex(stored);
  function.text += "  %stored = axis.sparse_variable " + extent + " count " +
                   count + " coordinates %crd : memref<?xi32> -> " + kStored +
                   "\n";
}

void NestPairs::addTable(const std::string &name) {
  bool isFlat = random.chance(70);
  std::string shape = isFlat ? "?x" : "?x?x", on = isFlat ? "" : ", %places",
              types = isFlat ? "" : ", " + kDense;
  std::vector<int64_t> extents(isFlat ? 1 : 2, most), numbers;
  for (int64_t at = 0; at < (isFlat ? most : most * most); ++at)
    numbers.push_back(at + 1);
  function.addMemory(
      shape, {name + "_memory", "i64", extents, packIntegers(numbers, "i64")});
  tables.push_back({name, "!sparse.buffer<" + shape + "i64>", isFlat});
  function.text += "  " + name + " = sparse.bind " + name +
                   "_memory on (%places" + on + ") : memref<" + shape +
                   "i64> on (" + kDense + types + ") -> " + tables.back().type +
                   "\n";
}

/// The row, or one of its block; or some on, or as far from the last one.
std::string NestPairs::index() {
  std::string at = "d0 * " + std::to_string(width) + " + d1";
  if (random.chance(15))
    at += " + " + std::to_string(random.between(1, kPairShift));
  else if (random.chance(20))
    at = std::to_string(width * rows - 1) + " - (" + at + ")";
  return write("affine.apply affine_map<(d0, d1) -> (" + at + ")>(%i, %j)");
}

std::string NestPairs::place() {
  const Table &table = random.chance(60) ? tables[0] : tables[1];
  std::string first = index(), second = table.isFlat ? "" : ", " + index();
  return table.name + "[" + first + second + "] : " + table.type;
}

/// Reads, writes or combines an element.
void NestPairs::addAccess() {
  std::string at = place();
  int64_t kind = random.below(100);
  if (kind < 45) {
    std::string loaded = write("sparse.load " + at);
    std::string product = write("arith.muli " + value + ", %k31 : i64");
    value = write("arith.addi " + product + ", " + loaded + " : i64");
  } else if (kind < 80) {
    function.text += "  sparse.store " + value + ", " + at + "\n";
  } else {
    function.text += std::string("  sparse.accumulate ") +
                     (kind < 90 ? "add " : "max ") + value + " into " + at +
                     "\n";
  }
}

void NestPairs::addNest(int64_t number) {
  bool isStored = random.chance(25);
  width = random.chance(60) ? 1 : random.between(2, kWidth);
  std::string name = "n" + std::to_string(number),
              axis = isStored ? "%stored" : "%rows",
              type = isStored ? kStored : kDense;
  std::string block =
      width > 1 ? ", %block" + std::to_string(width) + " : " : " : ";
  function.text += "  iter.nest \"" + name + "\" (\"i\": %i" +
                   (width > 1 ? ", \"j\": %j" : "") + ") over (" + axis +
                   block + type + (width > 1 ? ", " + kDense : "") +
                   ") kinds [spatial" + (width > 1 ? ", spatial" : "") +
                   "] {\n";
  if (width == 1)
    function.text += "  %j = arith.constant 0 : index\n";
  std::string row =
      write("affine.apply affine_map<(d0, d1) -> (d0 * 7 + d1 + " +
            std::to_string(number) + ")>(%i, %j)");
  value = write("arith.index_cast " + row + " : index to i64");
  for (int64_t count = random.between(2, 3); count > 0; --count)
    addAccess();
  function.text += "  }\n";
}

Case NestPairs::generate() {
  addAxes();
  addTable("%x");
  addTable("%y");
  function.text += "  %k31 = arith.constant 31 : i64\n";
  for (int64_t number = 0, count = random.between(2, 3); number < count;
       ++number)
    addNest(number);
  return function.finish();
}

Case spindle::differential::generateNestPairs(Random &random) {
  return NestPairs(random).generate();
}
