//===- TileProgram.cpp - products that share tiles of rows ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileProgram.h"

#include "Knobs.h"
#include "RandomSchedule.h"
#include "TileTables.h"

using namespace spindle::differential;

namespace {
/// Writes such a program.
class TileProgram : TileTables {
public:
  explicit TileProgram(Random &random) : TileTables(random) {}
  Case generate();

private:
  void openNest(const std::string &label, const Side &rows,
                const std::string &dims = "", const std::string &axes = "",
                const std::string &types = "", const std::string &kinds = "");
  void openOverElements(const std::string &label, const Matrix &matrix);
  void closeNest() { add("  }"); }
  void addFill(const Table &table);
  void addDenseProduct(const Table &table);
  void addSparseProduct(const std::string &label, const Matrix &matrix,
                        const Table &right, const Table &result);
  void addSampledProduct(const Matrix &matrix, const Table &right);
  void addMade(const Table &table, const Matrix &matrix);
  void addBeside(const Table &table);
  void addSums(const Table &table);
  void addTrap(const Matrix &matrix, const Table &made, const Table &result);
  void addConsumer(const Matrix &matrix, const Table &made,
                   const Table &result);
};
} // namespace

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
              lType = isVector ? "" : ", " + kTileAxis,
              lKind = isVector ? "" : ", spatial";
  auto order = [&](const std::string &mine, const std::string &others) {
    return isLast ? others + mine : mine + others;
  };
  add("  iter.nest \"" + label + "\" (\"i\": %i" + order(l, dims) + ") over (" +
      rows.name + order(lAxis, axes) + " : " + kTileAxis + order(lType, types) +
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
      "> on (" + kTileAxis + ", " + kTileAxis + ") -> !sparse.buffer<?x?x" +
      element + ">");
  std::string right =
      isVector ? addVector(inner) : addFactor(inner, isTransposed);
  addFill(table);
  openNest("dense", table.rows, ", \"k\": %k", ", " + inner.name,
           ", " + kTileAxis, ", reduction");
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
  add("  sparse.store " + value + ", " + table.name + getPlace(table, "%i") +
      " : " + getType(table));
  closeNest();
}

/// Sums of the columns of `table`, which are added to its rows.
void TileProgram::addSums(const Table &table) {
  std::string sums = addVector(width),
              type = "[%l] : !sparse.buffer<?x" + element + ">";
  openNest("sums", table.rows);
  add("  sparse.accumulate add " + load(table, "%i") + " into " + sums + type);
  closeNest();
  openNest("centre", table.rows);
  std::string sum = write("sparse.load " + sums + type);
  accumulate(sum, table, "%i");
  closeNest();
}

/// What changes `table` row by row: a bias, a larger one, a residual.
void TileProgram::addBeside(const Table &table) {
  if (!isVector && random.chance(15))
    return addSums(table);
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
  add("  sparse.store " + value + ", " + table.name + getPlace(table, "%i") +
      " : " + getType(table));
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
  width = isVector ? Side{"", -1}
                   : addSide(random.chance(20) ? 40 : random.pick(sizes) % 20);
  Matrix matrix = addMatrix(rows, columns);
  bool isChain = random.chance(30);
  Table made = addTable(columns, random.chance(60)),
        result = addTable(rows, !isChain || random.chance(60));
  addMade(made, matrix);
  for (int64_t count = random.below(3); count > 0; --count)
    addBeside(made);
  addFill(result);
  addConsumer(matrix, made, result);
  // A chain, or a second pair.
  if (isChain) {
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

/// The shipped schedule `name`, with random knobs, `knob` one of `tiles`.
static std::string drawTiles(Random &random, const std::string &name,
                             const std::string &knob,
                             const std::vector<std::string> &tiles) {
  std::string text = drawKnobs(random, getShippedText(name), 70);
  setKnob(text, knob, random.pick(tiles));
  setKnob(text, "reassociate", random.chance(60) ? "0" : "1");
  return text;
}

/// A shipped schedule whose tiles are of rows, or of columns.
static std::string drawShippedTiles(Random &random, bool areColumns) {
  if (areColumns)
    return drawTiles(random, "dense_columns", "column_tile", {"16", "32"});
  return drawTiles(random, "row_tiles", "tile", {"0", "64", "128"});
}

Case spindle::differential::generateTileCase(uint64_t seed) {
  Random random(seed);
  ScheduleNature nature;
  nature.hasTiles = true;
  nature.hasColumns = random.chance(35);
  nature.isRough = random.chance(3);
  Case program = generateTileProgram(random);
  program.seed = seed;
  program.schedule = random.chance(30)
                         ? drawShippedTiles(random, nature.hasColumns)
                         : generateSchedule(random, program, nature);
  return program;
}
