//===- TileTables.cpp - matrices and tables of rows -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileTables.h"

#include "TilePattern.h"

using namespace spindle::differential;

//===----------------------------------------------------------------------===//
// Axes and memory
//===----------------------------------------------------------------------===//

std::string TileTables::write(const std::string &operation) {
  std::string name = "%v" + std::to_string(nextName++);
  add("  " + name + " = " + operation);
  return name;
}

TileTables::Side TileTables::addSide(int64_t size) {
  std::string extent = function.addIndex(size);
  return {write("axis.dense_fixed " + extent + " : " + kTileAxis), size};
}

Array TileTables::drawArray(const std::string &name,
                            std::vector<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  std::vector<char> bytes;
  for (; count > 0; --count) {
    std::vector<char> one = generateNumber(random, element, /*finite=*/true);
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  return {name, element, std::move(shape), bytes};
}

TileTables::Matrix TileTables::addMatrix(const Side &rows,
                                         const Side &columns) {
  bool isSorted = random.chance(80), isUnique = random.chance(85);
  bool hasWidePos = random.chance(30), hasWideCrd = random.chance(30);
  std::string pos = hasWidePos ? "i64" : "i32",
              crd = hasWideCrd ? "i64" : "i32",
              name = "%a" + std::to_string(nextName++);
  TilePattern pattern =
      drawTilePattern(random, rows.size, columns.size, isSorted, isUnique);
  function.addIntegers(name + "_pos", pos, pattern.positions);
  function.addIntegers(name + "_crd", crd, pattern.columns);
  function.addMemory(
      "?x", drawArray(name + "_val", {int64_t(pattern.columns.size())}));
  std::string type = "!axis.axis<sparse_variable" +
                     std::string(hasWidePos ? ", pos = i64" : "") +
                     (hasWideCrd ? ", crd = i64" : "") +
                     (isSorted ? ", sorted" : "") +
                     (isUnique ? ", unique>" : ">");
  std::string extent = function.addIndex(columns.size);
  std::string axis = write(
      "axis.sparse_variable " + extent + " of " + rows.name + " positions " +
      name + "_pos coordinates " + name + "_crd : " + kTileAxis +
      ", memref<?x" + pos + ">, memref<?x" + crd + "> -> " + type);
  std::string values =
      write("sparse.bind " + name + "_val on (" + rows.name + ", " + axis +
            ") : memref<?x" + element + "> on (" + kTileAxis + ", " + type +
            ") -> !sparse.buffer<?x" + element + ">");
  return {rows, columns, axis, type, values};
}

std::string TileTables::getType(const Table &table) const {
  return std::string("!sparse.buffer<") +
         (table.width.size < 0 ? "?x" : "?x?x") + element + ">";
}

/// A table that the function is given, or one of its own, which is filled.
TileTables::Table TileTables::addTable(const Side &rows, bool isArgument) {
  Table table{"%t" + std::to_string(nextName++), rows, width,
              !isVector && random.chance(15)};
  if (isVector)
    table.width.size = -1;
  std::vector<int64_t> shape = {rows.size};
  std::string axes = rows.name, types = kTileAxis;
  if (!isVector) {
    shape.push_back(width.size);
    axes =
        table.isFlipped ? width.name + ", " + axes : axes + ", " + width.name;
    types += ", " + kTileAxis;
    if (table.isFlipped)
      std::swap(shape[0], shape[1]);
  }
  std::string dims = isVector ? "?x" : "?x?x", type = getType(table);
  if (!isArgument) {
    add("  " + table.name + " = sparse.alloc on (" + axes + ") : (" + types +
        ") -> " + type);
    add("  sparse.fill " + table.name + ", %zero : " + type);
    return table;
  }
  function.addMemory(dims, drawArray(table.name + "_memory", shape));
  add("  " + table.name + " = sparse.bind " + table.name + "_memory on (" +
      axes + ") : memref<" + dims + element + "> on (" + types + ") -> " +
      type);
  return table;
}

/// An argument of one dimension, as a bias is.
std::string TileTables::addVector(const Side &side) {
  std::string name = "%b" + std::to_string(nextName++);
  function.addMemory("?x", drawArray(name + "_memory", {side.size}));
  add("  " + name + " = sparse.bind " + name + "_memory on (" + side.name +
      ") : memref<?x" + element + "> on (" + kTileAxis +
      ") -> !sparse.buffer<?x" + element + ">");
  return name;
}

/// The right operand of a product of dense ones, of `inner` rows.
std::string TileTables::addFactor(const Side &rows, bool isTransposed) {
  std::string name = "%w" + std::to_string(nextName++);
  Side first = isTransposed ? width : rows,
       second = isTransposed ? rows : width;
  function.addMemory("?x?x",
                     drawArray(name + "_memory", {first.size, second.size}));
  add("  " + name + " = sparse.bind " + name + "_memory on (" + first.name +
      ", " + second.name + ") : memref<?x?x" + element + "> on (" + kTileAxis +
      ", " + kTileAxis + ") -> !sparse.buffer<?x?x" + element + ">");
  return name;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// `arith.mul` and the like, of the elements' kind.
std::string TileTables::combine(const char *operation, const std::string &left,
                                const std::string &right) {
  std::string name = operation;
  name += name == "max" ? (isReal ? "imumf" : "si") : (isReal ? "f" : "i");
  return write("arith." + name + " " + left + ", " + right + " : " + element);
}

std::string TileTables::getPlace(const Table &table,
                                 const std::string &row) const {
  if (isVector)
    return "[" + row + "]";
  return table.isFlipped ? "[%l, " + row + "]" : "[" + row + ", %l]";
}

std::string TileTables::load(const Table &table, const std::string &row) {
  return write("sparse.load " + table.name + getPlace(table, row) + " : " +
               getType(table));
}

void TileTables::accumulate(const std::string &value, const Table &table,
                            const std::string &row) {
  static const char *const kinds[] = {"add", "add", "add", "max", "min"};
  add("  sparse.accumulate " + std::string(kinds[random.below(5)]) + " " +
      value + " into " + table.name + getPlace(table, row) + " : " +
      getType(table));
}
