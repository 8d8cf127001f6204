//===- TileProgram.cpp - products that share tiles of rows ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileProgram.h"

#include "Function.h"
#include "Knobs.h"
#include "RandomSchedule.h"
#include "TilePattern.h"

#include "Spindle/Schedule/Schedule.h"

using namespace spindle::differential;

namespace {
/// Writes such a program.
class TileProgram {
public:
  explicit TileProgram(Random &random) : random(random), function(random) {}
  Case generate();

private:
  /// An axis of rows or of columns of tables.
  struct Side {
    std::string name;
    int64_t size = 0;
  };
  /// A matrix in CSR: its axis of columns and that axis' type, and its values.
  struct Matrix {
    Side rows, columns;
    std::string axis, type, values;
  };
  /// A table of rows, of `width` columns unless it is a vector; columns come
  /// first where it is flipped.
  struct Table {
    std::string name;
    Side rows, width;
    bool isFlipped = false;
  };

  // What programs are made of.
  Side addSide(int64_t size);
  Array drawArray(const std::string &name, std::vector<int64_t> shape);
  Matrix addMatrix(const Side &rows, const Side &columns);
  Table addTable(const Side &rows, bool isArgument = true);
  std::string addVector(const Side &side);
  std::string addFactor(const Side &rows, bool isTransposed);
  std::string getType(const Table &table) const;
  std::string write(const std::string &operation);
  std::string combine(const char *operation, const std::string &left,
                      const std::string &right);
  std::string load(const Table &table, const std::string &row);
  void add(const std::string &text) { function.text += text + "\n"; }

  // Nests.
  void openNest(const std::string &label, const Side &rows,
                const std::string &dims = "", const std::string &axes = "",
                const std::string &types = "", const std::string &kinds = "");
  void openOverElements(const std::string &label, const Matrix &matrix);
  void accumulate(const std::string &value, const Table &table,
                  const std::string &row);
  void closeNest() { add("  }"); }
  void addFill(const Table &table);
  void addDenseProduct(const Table &table);
  void addSparseProduct(const std::string &label, const Matrix &matrix,
                        const Table &right, const Table &result);
  void addSampledProduct(const Matrix &matrix, const Table &right);
  void addMade(const Table &table, const Matrix &matrix);
  void addBeside(const Table &table);
  void addTrap(const Matrix &matrix, const Table &made, const Table &result);
  void addConsumer(const Matrix &matrix, const Table &made,
                   const Table &result);

  Random &random;
  Function function;
  std::string element;
  bool isReal = false, isVector = false;
  Side inner, width;
  int64_t nextName = 0;
};
} // namespace

static const std::string kRowsType = "!axis.axis<dense_fixed>";

//===----------------------------------------------------------------------===//
// Axes and memory
//===----------------------------------------------------------------------===//

std::string TileProgram::write(const std::string &operation) {
  std::string name = "%v" + std::to_string(nextName++);
  add("  " + name + " = " + operation);
  return name;
}

TileProgram::Side TileProgram::addSide(int64_t size) {
  std::string extent = function.addIndex(size);
  return {write("axis.dense_fixed " + extent + " : " + kRowsType), size};
}

Array TileProgram::drawArray(const std::string &name,
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

TileProgram::Matrix TileProgram::addMatrix(const Side &rows,
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
      name + "_pos coordinates " + name + "_crd : " + kRowsType +
      ", memref<?x" + pos + ">, memref<?x" + crd + "> -> " + type);
  std::string values =
      write("sparse.bind " + name + "_val on (" + rows.name + ", " + axis +
            ") : memref<?x" + element + "> on (" + kRowsType + ", " + type +
            ") -> !sparse.buffer<?x" + element + ">");
  return {rows, columns, axis, type, values};
}

std::string TileProgram::getType(const Table &table) const {
  return std::string("!sparse.buffer<") +
         (table.width.size < 0 ? "?x" : "?x?x") + element + ">";
}

/// A table that the function is given, or one of its own, which is filled.
TileProgram::Table TileProgram::addTable(const Side &rows, bool isArgument) {
  Table table{"%t" + std::to_string(nextName++), rows, width,
              !isVector && random.chance(15)};
  if (isVector)
    table.width.size = -1;
  std::vector<int64_t> shape = {rows.size};
  std::string axes = rows.name, types = kRowsType;
  if (!isVector) {
    shape.push_back(width.size);
    axes =
        table.isFlipped ? width.name + ", " + axes : axes + ", " + width.name;
    types += ", " + kRowsType;
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
std::string TileProgram::addVector(const Side &side) {
  std::string name = "%b" + std::to_string(nextName++);
  function.addMemory("?x", drawArray(name + "_memory", {side.size}));
  add("  " + name + " = sparse.bind " + name + "_memory on (" + side.name +
      ") : memref<?x" + element + "> on (" + kRowsType +
      ") -> !sparse.buffer<?x" + element + ">");
  return name;
}

/// The right operand of a product of dense ones, of `inner` rows.
std::string TileProgram::addFactor(const Side &rows, bool isTransposed) {
  std::string name = "%w" + std::to_string(nextName++);
  Side first = isTransposed ? width : rows,
       second = isTransposed ? rows : width;
  function.addMemory("?x?x",
                     drawArray(name + "_memory", {first.size, second.size}));
  add("  " + name + " = sparse.bind " + name + "_memory on (" + first.name +
      ", " + second.name + ") : memref<?x?x" + element + "> on (" + kRowsType +
      ", " + kRowsType + ") -> !sparse.buffer<?x?x" + element + ">");
  return name;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// `arith.mul` and the like, of the elements' kind.
std::string TileProgram::combine(const char *operation, const std::string &left,
                                 const std::string &right) {
  std::string name = operation;
  name += name == "max" ? (isReal ? "imumf" : "si") : (isReal ? "f" : "i");
  return write("arith." + name + " " + left + ", " + right + " : " + element);
}

/// The indices of an element in column `%l` of a row.
static std::string getPlace(const std::string &row, bool isVector,
                            bool isFlipped) {
  return isVector    ? "[" + row + "]"
         : isFlipped ? "[%l, " + row + "]"
                     : "[" + row + ", %l]";
}

std::string TileProgram::load(const Table &table, const std::string &row) {
  return write("sparse.load " + table.name +
               getPlace(row, isVector, table.isFlipped) + " : " +
               getType(table));
}

void TileProgram::accumulate(const std::string &value, const Table &table,
                             const std::string &row) {
  static const char *const kinds[] = {"add", "add", "add", "max", "min"};
  add("  sparse.accumulate " + std::string(kinds[random.below(5)]) + " " +
      value + " into " + table.name + getPlace(row, isVector, table.isFlipped) +
      " : " + getType(table));
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// Opens a nest over rows, other dimensions, each with a comma before it, and,
/// if there are, columns of tables.
void TileProgram::openNest(const std::string &label, const Side &rows,
                           const std::string &dims, const std::string &axes,
                           const std::string &types, const std::string &kinds) {
  bool isLast = random.chance(70);
  std::string l = isVector ? "" : ", \"l\": %l",
              lAxis = isVector ? "" : ", " + width.name,
              lType = isVector ? "" : ", " + kRowsType,
              lKind = isVector ? "" : ", spatial";
  auto order = [&](const std::string &mine, const std::string &others) {
    return isLast ? others + mine : mine + others;
  };
  add("  iter.nest \"" + label + "\" (\"i\": %i" + order(l, dims) + ") over (" +
      rows.name + order(lAxis, axes) + " : " + kRowsType + order(lType, types) +
      ") kinds [spatial" + order(lKind, kinds) + "] {");
}

void TileProgram::openOverElements(const std::string &label,
                                   const Matrix &matrix) {
  openNest(label, matrix.rows, ", \"j\": %j at %p", ", " + matrix.axis,
           ", " + matrix.type, ", reduction");
}

void TileProgram::addFill(const Table &table) {
  if (random.chance(15))
    return;
  std::string value = random.chance(80) ? "%zero" : "%some";
  add("  sparse.fill " + table.name + ", " + value + " : " + getType(table));
}

/// `table` by two dense operands.
void TileProgram::addDenseProduct(const Table &table) {
  bool isTransposed = random.chance(30);
  std::string left = "%x" + std::to_string(nextName++) + "_left";
  function.addMemory(
      "?x?x", drawArray(left + "_memory", {table.rows.size, inner.size}));
  add("  " + left + " = sparse.bind " + left + "_memory on (" +
      table.rows.name + ", " + inner.name + ") : memref<?x?x" + element +
      "> on (" + kRowsType + ", " + kRowsType + ") -> !sparse.buffer<?x?x" +
      element + ">");
  std::string right =
      isVector ? addVector(inner) : addFactor(inner, isTransposed);
  addFill(table);
  openNest("dense", table.rows, ", \"k\": %k", ", " + inner.name,
           ", " + kRowsType, ", reduction");
  std::string x = write("sparse.load " + left +
                        "[%i, %k] : !sparse.buffer<?x?x" + element + ">");
  std::string place = isVector       ? "[%k] : !sparse.buffer<?x"
                      : isTransposed ? "[%l, %k] : !sparse.buffer<?x?x"
                                     : "[%k, %l] : !sparse.buffer<?x?x";
  std::string w = write("sparse.load " + right + place + element + ">");
  accumulate(combine("mul", x, w), table, "%i");
  closeNest();
}

void TileProgram::addSparseProduct(const std::string &label,
                                   const Matrix &matrix, const Table &right,
                                   const Table &result) {
  openOverElements(label, matrix);
  std::string a = write("sparse.load " + matrix.values +
                        " at [%p] : !sparse.buffer<?x" + element + ">");
  accumulate(combine("mul", a, load(right, "%j")), result, "%i");
  closeNest();
}

/// What comes of the rows of `right` that elements name, at the elements.
void TileProgram::addSampledProduct(const Matrix &matrix, const Table &right) {
  Table left = addTable(matrix.rows);
  openOverElements("sampled", matrix);
  std::string product = combine("mul", load(left, "%i"), load(right, "%j"));
  add("  sparse.accumulate add " + product + " into " + matrix.values +
      " at [%p] : !sparse.buffer<?x" + element + ">");
  closeNest();
}

/// Makes rows of `table`, some of them by a product with a sparse left operand.
void TileProgram::addMade(const Table &table, const Matrix &matrix) {
  int64_t kind = random.below(100);
  if (kind < 45)
    return addDenseProduct(table);
  if (kind < 85) {
    bool isSame = table.rows.name == matrix.rows.name && random.chance(60);
    Side columns = matrix.columns;
    Matrix own = isSame ? matrix : addMatrix(table.rows, columns);
    Table right = addTable(columns);
    addFill(table);
    return addSparseProduct("sparse", own, right, table);
  }
  Table from = addTable(table.rows);
  openNest("plain", table.rows);
  std::string value = combine("mul", load(from, "%i"), "%some");
  add("  sparse.store " + value + ", " + table.name +
      getPlace("%i", isVector, table.isFlipped) + " : " + getType(table));
  closeNest();
}

/// What changes `table` row by row: a bias, a larger one, a residual.
void TileProgram::addBeside(const Table &table) {
  int64_t kind = random.below(3);
  std::string bias = kind == 0 && !isVector ? addVector(width) : "";
  Table other = kind == 1 ? addTable(table.rows) : table;
  openNest("beside", table.rows);
  std::string value = load(table, "%i");
  if (!bias.empty())
    value = combine("add", value,
                    write("sparse.load " + bias + "[%l] : !sparse.buffer<?x" +
                          element + ">"));
  else if (kind == 1)
    value = combine("add", value, load(other, "%i"));
  else
    value = combine("max", value, "%zero");
  add("  sparse.store " + value + ", " + table.name +
      getPlace("%i", isVector, table.isFlipped) + " : " + getType(table));
  closeNest();
}

/// A nest between the pair, or a consumer, that keeps it from being fused, or
/// looks as if it did.
void TileProgram::addTrap(const Matrix &matrix, const Table &made,
                          const Table &result) {
  bool isSquare = made.rows.size == result.rows.size;
  switch (random.below(6)) {
  case 0: { // Somebody else reads all of it.
    Table copy = addTable(made.rows);
    openNest("copy", made.rows);
    accumulate(load(made, "%i"), copy, "%i");
    return closeNest();
  }
  case 1: { // It reads at its own row, too.
    openOverElements("own", matrix);
    std::string own = isSquare ? load(made, "%i") : load(result, "%i");
    accumulate(combine("mul", own, load(made, "%j")), result, "%i");
    return closeNest();
  }
  case 2: { // It adds to other rows than its own.
    Table other = isSquare ? result : addTable(made.rows);
    openOverElements("scatter", matrix);
    accumulate(load(made, "%j"), other, "%j");
    return closeNest();
  }
  case 3: { // Columns of another matrix.
    Matrix other = addMatrix(matrix.rows, matrix.columns);
    return addSparseProduct("other", other, made, result);
  }
  case 4: { // What the rest reads is not what was made: it is changed.
    openNest("change", made.rows);
    accumulate("%some", made, "%i");
    return closeNest();
  }
  default: { // From the last row back.
    openOverElements("mirror", matrix);
    std::string last = write("arith.constant " +
                             std::to_string(made.rows.size - 1) + " : index");
    std::string at = write("arith.subi " + last + ", %j : index");
    accumulate(load(made, at), result, "%i");
    return closeNest();
  }
  }
}

/// Reads `made` at the columns of `matrix`.
void TileProgram::addConsumer(const Matrix &matrix, const Table &made,
                              const Table &result) {
  if (random.chance(20))
    addTrap(matrix, made, result);
  if (random.chance(85))
    addSparseProduct("use", matrix, made, result);
  else
    addSampledProduct(matrix, made);
  for (int64_t count = random.below(3); count > 0; --count)
    addBeside(result);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Case TileProgram::generate() {
  static const std::vector<std::string> elements = {"f32", "f64", "f32", "i32",
                                                    "i64"};
  static const std::vector<int64_t> sizes = {0,  1,  2,  3,  5,  8,  13,
                                             16, 17, 24, 40, 70, 150};
  element = random.pick(elements);
  isReal = isFloat(element);
  isVector = random.chance(25);
  add("  %zero = arith.constant " + printConstant(element, 0));
  add("  %some = arith.constant " + printConstant(element, 3));
  Side rows = addSide(random.pick(sizes)), columns = rows;
  if (random.chance(45))
    columns = addSide(random.chance(30) ? rows.size : random.pick(sizes));
  inner = addSide(random.between(1, 4));
  width = isVector ? Side{"", -1} : addSide(random.pick(sizes) % 20);
  Matrix matrix = addMatrix(rows, columns);
  Table made = addTable(columns, random.chance(60)), result = addTable(rows);
  addMade(made, matrix);
  for (int64_t count = random.below(3); count > 0; --count)
    addBeside(made);
  addFill(result);
  addConsumer(matrix, made, result);
  // A chain, or a second pair.
  if (random.chance(30)) {
    Matrix next = rows.name == columns.name && random.chance(60)
                      ? matrix
                      : addMatrix(columns, rows);
    Table last = addTable(next.rows);
    addFill(last);
    addConsumer(next, result, last);
  }
  return function.finish();
}

Case spindle::differential::generateTileProgram(Random &random) {
  return TileProgram(random).generate();
}

/// The shipped schedule, with random knobs.
static std::string drawRowTiles(Random &random) {
  for (const spindle::ShippedSchedule &shipped : spindle::getShippedSchedules())
    if (shipped.name == "row_tiles") {
      std::string text = drawKnobs(random, shipped.text.str(), 70);
      static const std::vector<std::string> rows = {"0", "64", "128"};
      setKnob(text, "tile", random.pick(rows));
      return text;
    }
  return "";
}

Case spindle::differential::generateTileCase(uint64_t seed) {
  Random random(seed);
  ScheduleNature nature;
  nature.hasTiles = true;
  nature.isRough = random.chance(3);
  Case program = generateTileProgram(random);
  program.seed = seed;
  program.schedule = random.chance(30)
                         ? drawRowTiles(random)
                         : generateSchedule(random, program, nature);
  return program;
}
