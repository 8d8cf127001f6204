//===- Sizes.cpp - how much a matrix takes in a format --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A level has as many positions as there are different coordinates of it and of
// its ancestors together, or as many as its width says. Statistics have counted
// the different rows, blocks and diagonals.
//
//===----------------------------------------------------------------------===//

#include "Sizes.h"

#include <algorithm>
#include <cmath>

using namespace spindle::advisor;
using namespace spindle::runtime;
using spindle::format::ExprKind;
using Count = std::optional<double>;

namespace {
/// What coordinates tell of a cell: the row and the column up to blocks of so
/// many, 0 for nothing; its diagonal; how long its row is.
struct Known {
  bool add(const Format &format, const Expr &expr);

  int64_t blocks[2] = {0, 0};
  bool hasDiagonal = false, hasLength = false;
};

/// Counts the positions of one level after the other.
struct Counter {
  Count countDifferent(int64_t level) const;
  Count countVariable(int64_t level) const;
  Count count(int64_t level) const;
  double getExtent(const Expr &expr) const;
  double getParents(int64_t level) const;
  double getBytes(int64_t level) const;
  bool addLevel(int64_t level);
  bool addCells();

  const Format &format;
  const PatternStatistics &matrix;
  int64_t lanes;
  Sizes sizes = {};
};
} // namespace

/// The dimension whose coordinates `expr` numbers: itself, or that of an order.
static int64_t getNumbered(const Format &format, const Expr &expr) {
  if (expr.is(ExprKind::Dim))
    return expr.number();
  if (!expr.is(ExprKind::Symbol))
    return -1;
  const Inspector &inspector = format.inspectors[expr.number()];
  bool isOrder = inspector.kind == InspectorKind::Order;
  return isOrder ? getNumbered(format, inspector.subject) : -1;
}

/// Adds what `expr` tells; false where that is not known.
bool Known::add(const Format &format, const Expr &expr) {
  if (expr.isConstant())
    return true;
  if (getDifference(expr))
    return hasDiagonal = true;
  if (expr.is(ExprKind::Symbol) &&
      format.inspectors[expr.number()].kind == InspectorKind::Length)
    return hasLength = true;
  int64_t dim = getNumbered(format, expr.isDivision() ? expr.lhs() : expr);
  if (dim < 0)
    return false;
  int64_t by = expr.rightConstant().value_or(1);
  if (expr.is(ExprKind::Mod)) {
    // With the quotient before it, all is known.
    bool isWhole = blocks[dim] == by;
    blocks[dim] = isWhole ? 1 : blocks[dim];
    return isWhole;
  }
  blocks[dim] = blocks[dim] ? std::min(blocks[dim], by) : by;
  return true;
}

/// A count of what was counted; nothing where it was not.
static Count ifCounted(double count) {
  return count > 0 ? Count(count) : std::nullopt;
}

/// The different coordinates of `level` and its ancestors together.
Count Counter::countDifferent(int64_t level) const {
  Known known;
  LevelSet above = getClosure(format, level, /*self=*/true);
  for (int64_t l = 0; l <= level; ++l)
    if (above[l] && !known.add(format, format.levels[l].expr))
      return std::nullopt;
  auto [rows, columns] = known.blocks;
  auto elements = double(matrix.elements);
  // A row has one length.
  if (known.hasLength && rows != 1)
    return rows == PatternStatistics::groupWindow && columns == 0
               ? Count(matrix.lengthGroups)
               : std::nullopt;
  if (known.hasDiagonal && rows == 0 && columns == 0)
    return matrix.sawAllDiagonals ? Count(double(matrix.diagonals))
                                  : std::nullopt;
  if (known.hasDiagonal && columns == 0 && rows > 1)
    return rows == lanes ? ifCounted(matrix.localDiagonals) : std::nullopt;
  if (known.hasDiagonal)
    return elements;
  if (rows == 1 && columns == 1)
    return elements;
  if (rows > 0 && columns > 0)
    return ifCounted(matrix.countBlocks(rows, columns));
  if (rows == 1)
    return double(matrix.rows - matrix.emptyRows);
  return rows > 0 ? std::ceil(double(matrix.rows) / double(rows))
                  : std::ceil(double(matrix.columns) / double(columns));
}

/// The positions of a variable level: columns that are different, rows in an
/// order, or the steps of slices, each as many as its longest row has elements.
Count Counter::countVariable(int64_t level) const {
  const Expr &expr = format.levels[level].expr;
  const Inspector *inspector = findInspector(format, expr);
  if (!inspector)
    return countDifferent(level);
  if (inspector->kind == InspectorKind::Order)
    return double(matrix.rows - matrix.emptyRows);
  const Expr &slices = format.levels[format.levels[level].parents[0]].expr;
  if (inspector->kind != InspectorKind::Slot ||
      slices.rightConstant() != lanes || !expr.is(ExprKind::Symbol) ||
      !inspector->group.is(ExprKind::Symbol))
    return std::nullopt;
  const Inspector &order = format.inspectors[inspector->group.number()];
  Count cells =
      ifCounted(matrix.countCells(order.group.rightConstant().value_or(1)));
  return cells ? Count(*cells / double(lanes)) : std::nullopt;
}

/// How many values `expr` has, for a level that has a position for each.
double Counter::getExtent(const Expr &expr) const {
  if (expr.isConstant())
    return 1;
  if (expr.is(ExprKind::Mod))
    return double(*expr.rightConstant());
  int64_t dim = getNumbered(format, expr.isDivision() ? expr.lhs() : expr);
  auto extent = double(dim == 1 ? matrix.columns : matrix.rows);
  return std::ceil(extent / double(expr.rightConstant().value_or(1)));
}

/// The fibres of `level`.
double Counter::getParents(int64_t level) const {
  const std::vector<int64_t> &parents = format.levels[level].parents;
  double fibres = parents.empty() ? 1 : sizes.positions[parents.front()];
  // What lies under several has one for each of their pairs.
  for (size_t p = 1; p < parents.size(); ++p)
    fibres *= sizes.widths[parents[p]];
  return fibres;
}

/// The positions of `level`; those before it are counted.
Count Counter::count(int64_t level) const {
  const Level &from = format.levels[level];
  double fibres = getParents(level);
  switch (from.kind) {
  case LevelKind::Dense:
  case LevelKind::Structured:
    return fibres * sizes.widths[level];
  case LevelKind::Fixed:
    // The longest row, where a fibre is one.
    if (from.width() == kUnknownWidth && fibres != double(matrix.rows))
      return std::nullopt;
    return fibres * sizes.widths[level];
  case LevelKind::Singleton:
    return fibres;
  case LevelKind::Variable:
    return countVariable(level);
  case LevelKind::Compressed:
    return from.unique ? countDifferent(level) : Count(double(matrix.elements));
  }
  return std::nullopt;
}

/// The bytes of the arrays of `level`.
double Counter::getBytes(int64_t level) const {
  const Level &from = format.levels[level];
  double bytes = sizes.positions[level] * from.crd / 8;
  if (from.hasPos())
    bytes += (getParents(level) + 1) * from.pos / 8;
  if (from.kind == LevelKind::Fixed && format.keepsLengths())
    bytes += getParents(level) * getLengthBits(from) / 8;
  return bytes;
}

bool Counter::addLevel(int64_t level) {
  const Level &from = format.levels[level];
  double width = from.kind == LevelKind::Dense   ? getExtent(from.expr)
                 : from.width() == kUnknownWidth ? double(matrix.largestLength)
                                                 : double(from.width());
  sizes.widths.push_back(width);
  Count positions = count(level);
  if (!positions)
    return false;
  sizes.positions.push_back(*positions);
  sizes.structureBytes += getBytes(level);
  return true;
}

/// Counts the cells; false where the levels have no layout.
bool Counter::addCells() {
  auto dims = getStorageDims(format);
  if (!dims)
    return false;
  sizes.cells = 1;
  for (int64_t level : *dims) {
    const Level &from = format.levels[level];
    bool byPosition = from.parents.empty() || from.hasPos();
    sizes.cells *= byPosition ? sizes.positions[level] : sizes.widths[level];
    bool isDense = from.kind == LevelKind::Dense && !from.parents.empty();
    sizes.run = isDense ? sizes.run * sizes.widths[level] : 1;
  }
  if (format.keepsBitmap())
    sizes.structureBytes += sizes.cells;
  return true;
}

std::optional<Sizes> spindle::advisor::estimateSizes(
    const Format &format, const PatternStatistics &matrix, int64_t lanes) {
  if (format.rank != 2)
    return std::nullopt;
  Counter counter{format, matrix, lanes};
  for (size_t level = 0; level < format.levels.size(); ++level)
    if (!counter.addLevel(level))
      return std::nullopt;
  if (!counter.addCells())
    return std::nullopt;
  return std::move(counter.sizes);
}
