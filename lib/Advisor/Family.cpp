//===- Family.cpp - how formats lay a matrix out --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Family.h"

#include "Sizes.h"

#include "Spindle/Format/Names.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace spindle;
using namespace spindle::advisor;
using spindle::runtime::PatternStatistics;

/// The bytes of a position and of a coordinate, as formats have them unless
/// they say otherwise.
static constexpr double indexBytes = 4;

/// `format` with numbers instead of its %g.
template <typename... Numbers>
static std::string print(const char *format, Numbers... numbers) {
  char text[256];
  std::snprintf(text, sizeof(text), format, double(numbers)...);
  return text;
}

/// The share of the cells of `layout` that hold elements, in percent.
static double getFill(const Layout &layout, const PatternStatistics &matrix) {
  return 100 * double(matrix.elements) / layout.cells;
}

/// Sets the cells and bytes of `layout`, that of `format`; no cells where they
/// are not known.
static void setSizes(Layout &layout, const runtime::Format &format,
                     const PatternStatistics &matrix, const Work &work) {
  auto sizes = estimateSizes(format, matrix, work.lanes);
  layout.cells = sizes ? sizes->cells : 0;
  layout.structureBytes = sizes ? sizes->structureBytes : 0;
}

/// The same of a format that has a name.
static void setSizes(Layout &layout, std::string_view word,
                     std::vector<int64_t> params,
                     const PatternStatistics &matrix, const Work &work) {
  setSizes(layout, format::makeNamed(word, std::move(params)), matrix, work);
}

/// Appends `layout` unless most of it is padding.
static void append(std::vector<Layout> &layouts, Layout layout,
                   const PatternStatistics &matrix) {
  double most = PatternStatistics::mostCells * double(matrix.elements);
  if (layout.cells > 0 && layout.cells <= most)
    layouts.push_back(std::move(layout));
}

Layout advisor::layOutRows(const PatternStatistics &matrix, const Work &work) {
  Layout layout;
  layout.cells = double(matrix.elements);
  layout.steps = double(work.gathers ? matrix.halfVectors : matrix.elements);
  layout.fibres = double(matrix.rows);
  // What is left of a row is part of a vector only where it is gathered.
  bool hasVectors = work.products == 1 && work.gathers;
  layout.changes =
      double(hasVectors ? matrix.vectorChanges : matrix.lengthChanges);
  layout.results = double(matrix.rows);
  layout.lines = matrix.countBlocks(16, 16);
  layout.denseRows = double(matrix.elements);
  return layout;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static void layOutCsr(const PatternStatistics &matrix, const Work &work,
                      std::vector<Layout> &layouts) {
  Layout layout = layOutRows(matrix, work);
  layout.format = "csr";
  setSizes(layout, "csr", {}, matrix, work);
  layout.reason =
      print("%.3g elements in a row, and no padding", matrix.meanLength);
  layouts.push_back(std::move(layout));
}

/// Rows without elements are not stored.
static void layOutDcsr(const PatternStatistics &matrix, const Work &work,
                       std::vector<Layout> &layouts) {
  // The positions of few rows are too little to be worth it.
  if (matrix.emptyRows < matrix.rows / 8)
    return;
  Layout layout = layOutRows(matrix, work);
  double rows = double(matrix.rows - matrix.emptyRows);
  layout.format = "dcsr";
  layout.fibres = rows;
  setSizes(layout, "dcsr", {}, matrix, work);
  layout.reason = print("%.3g %% of the rows are empty",
                        100 - 100 * rows / double(matrix.rows));
  append(layouts, std::move(layout), matrix);
}

static void layOutEll(const PatternStatistics &matrix, const Work &work,
                      std::vector<Layout> &layouts) {
  Layout layout = layOutRows(matrix, work);
  auto width = double(matrix.largestLength);
  layout.format = "ell";
  setSizes(layout, "ell", {format::kUnknownWidth}, matrix, work);
  layout.reason = print("rows have %.3g elements and at most %g: of equal ones "
                        "%.3g %% of the cells are elements",
                        matrix.meanLength, width, getFill(layout, matrix));
  append(layouts, std::move(layout), matrix);
}

/// Rows of one length beside one another: inner loops of a known length.
static void layOutRowlen(const PatternStatistics &matrix, const Work &work,
                         std::vector<Layout> &layouts) {
  Layout layout = layOutRows(matrix, work);
  layout.format = print("rowlen(%g)", PatternStatistics::groupWindow);
  layout.changes = matrix.lengthGroups;
  setSizes(layout, "rowlen", {PatternStatistics::groupWindow}, matrix, work);
  layout.reason =
      print("windows of %g rows have %.3g different lengths: the end of a row "
            "is foreseen",
            PatternStatistics::groupWindow,
            matrix.lengthGroups * PatternStatistics::groupWindow /
                std::max(double(matrix.rows), 1.0));
  append(layouts, std::move(layout), matrix);
}

//===----------------------------------------------------------------------===//
// Slices and diagonals
//===----------------------------------------------------------------------===//

static void layOutSell(const PatternStatistics &matrix, const Work &work,
                       std::vector<Layout> &layouts) {
  auto lanes = double(work.lanes);
  for (const PatternStatistics::Slices &slices : matrix.slices) {
    Layout layout = layOutRows(matrix, work);
    layout.format = print("sell(%g,%g)", lanes, slices.window);
    setSizes(layout, "sell", {work.lanes, slices.window}, matrix, work);
    layout.steps = slices.cells / lanes;
    layout.fibres = double(matrix.rows) / lanes;
    layout.changes = 0;
    layout.reason =
        print("%g rows are computed in a vector: sorted in windows of %g, "
              "%.3g %% of the cells are elements",
              lanes, slices.window, getFill(layout, matrix));
    append(layouts, std::move(layout), matrix);
  }
}

static void layOutLdia(const PatternStatistics &matrix, const Work &work,
                       std::vector<Layout> &layouts) {
  // Where diagonals end, rows are computed one by one.
  if (matrix.localDiagonals == 0 ||
      matrix.endingDiagonals > matrix.localDiagonals / 2)
    return;
  auto lanes = double(work.lanes);
  Layout layout = layOutRows(matrix, work);
  double blocks = std::ceil(double(matrix.rows) / lanes);
  layout.format = print("ldia(%g)", lanes);
  setSizes(layout, "ldia", {work.lanes}, matrix, work);
  layout.steps = matrix.localDiagonals;
  layout.fibres = blocks;
  layout.changes = matrix.endingDiagonals;
  layout.results = blocks;
  layout.lines = 0;
  layout.reason =
      print("%g rows have elements on %.3g diagonals, with elements in %.3g %% "
            "of the cells: nothing is gathered",
            lanes, matrix.localDiagonals / std::max(blocks, 1.0),
            getFill(layout, matrix));
  append(layouts, std::move(layout), matrix);
}

static void layOutDia(const PatternStatistics &matrix, const Work &work,
                      std::vector<Layout> &layouts) {
  if (!matrix.sawAllDiagonals)
    return;
  Layout layout = layOutRows(matrix, work);
  auto diagonals = double(matrix.diagonals);
  layout.format = "dia";
  setSizes(layout, "dia", {}, matrix, work);
  layout.steps = layout.cells / double(work.lanes);
  layout.fibres = diagonals;
  layout.changes = 0;
  layout.results = layout.steps;
  layout.lines = 0;
  layout.reason = print("all elements are on %g diagonals, with elements in "
                        "%.3g %% of the cells",
                        diagonals, getFill(layout, matrix));
  append(layouts, std::move(layout), matrix);
}

/// Rows in which zeros are stored too.
static void layOutBitmap(const PatternStatistics &matrix, const Work &work,
                         std::vector<Layout> &layouts) {
  Layout layout = layOutRows(matrix, work);
  layout.format = "bitmap";
  runtime::Format bits = format::makeNamed("dense", {2});
  bits.keeps = format::Kept::Bitmap;
  setSizes(layout, bits, matrix, work);
  layout.steps = layout.cells / double(work.lanes);
  layout.changes = 0;
  layout.lines = 0;
  layout.reason =
      print("%.3g %% of all cells are elements: the others are stored, and "
            "nothing is gathered",
            getFill(layout, matrix));
  append(layouts, std::move(layout), matrix);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static void layOutBsr(const PatternStatistics &matrix, const Work &work,
                      std::vector<Layout> &layouts) {
  for (const PatternStatistics::Blocks &blocks : matrix.blocks) {
    if (blocks.rows != blocks.columns || blocks.rows > 8)
      continue;
    Layout layout = layOutRows(matrix, work);
    double size = double(blocks.rows), fibres = double(matrix.rows) / size;
    layout.format = print("bsr(%g,%g)", size, size);
    setSizes(layout, "bsr", {blocks.rows, blocks.columns}, matrix, work);
    layout.steps = layout.cells / size;
    layout.fibres = fibres;
    layout.denseRows = blocks.count * size;
    layout.reason = print("blocks of %g x %g with elements have them in %.3g "
                          "%% of their cells",
                          size, size, getFill(layout, matrix));
    append(layouts, std::move(layout), matrix);
  }
}

/// Panels of 256 rows and 64 columns: rows of a dense operand stay in the first
/// cache from one row of the panel to the next.
static void layOutPanel(const PatternStatistics &matrix, const Work &work,
                        std::vector<Layout> &layouts) {
  constexpr int64_t height = 256, width = 64;
  if (matrix.sampled == 0 || work.products == 1)
    return;
  Layout layout = layOutRows(matrix, work);
  double pieces = matrix.countBlocks(1, 64);
  double panels = std::ceil(double(matrix.columns) / double(width));
  layout.format = print("panel(%g,%g)", height, width);
  layout.fibres = double(matrix.rows) * panels;
  layout.changes = pieces;
  layout.denseRows =
      std::min(layout.denseRows,
               double(matrix.columns) * double(matrix.rows) / double(height));
  setSizes(layout, "panel", {height, width}, matrix, work);
  layout.reason = print("a row has %.3g elements in %g columns, whose rows of "
                        "the dense operand stay in the first cache",
                        double(matrix.elements) / std::max(pieces, 1.0), width);
  // Most rows of a panel would have nothing in it.
  if (pieces * 2 >= layout.fibres)
    append(layouts, std::move(layout), matrix);
}

/// The rows of `parts` parts of the columns that have elements, if these were
/// anywhere.
static double countFilledParts(const PatternStatistics &matrix, double parts) {
  double filled = 0;
  for (const PatternStatistics::Bucket &bucket : matrix.buckets) {
    if (bucket.rows == 0)
      continue;
    double length = double(bucket.elements) / double(bucket.rows);
    filled +=
        double(bucket.rows) * parts * (1 - std::pow(1 - 1 / parts, length));
  }
  return filled;
}

Layout advisor::layOutParts(const PatternStatistics &matrix, const Work &work,
                            int64_t parts) {
  Layout layout = layOutRows(matrix, work);
  layout.format = print("columns(%g)", parts);
  layout.passes = double(parts);
  layout.fibres = double(matrix.rows * parts);
  layout.results = countFilledParts(matrix, layout.passes);
  layout.changes = layout.results;
  layout.structureBytes =
      indexBytes * (layout.fibres + double(parts + matrix.elements));
  layout.reason =
      print("%g parts of the columns, each of which takes %.3g rows of the "
            "dense operand",
            parts, double(matrix.columns) / double(parts));
  return layout;
}

/// Parts of as many columns each: the rows of a dense operand that a part takes
/// stay in a cache.
static void layOutColumns(const PatternStatistics &matrix, const Work &work,
                          std::vector<Layout> &layouts) {
  constexpr int64_t leastColumns = 16;
  if (work.products == 1)
    return;
  for (int64_t parts : {4, 16})
    if (matrix.columns >= parts * leastColumns)
      append(layouts, layOutParts(matrix, work, parts), matrix);
}

//===----------------------------------------------------------------------===//
// Formats without a name
//===----------------------------------------------------------------------===//

/// The family whose kernels have the loops that `format` gives, cells beside
/// one another in runs of `run`.
static const char *findNearest(const runtime::Format &format, double run) {
  bool hasDiagonal = false, hasSlots = false;
  for (const runtime::Level &level : format.levels)
    hasDiagonal |= bool(getDifference(level.expr));
  for (const runtime::Inspector &inspector : format.inspectors)
    hasSlots |= inspector.kind == runtime::InspectorKind::Slot;
  const runtime::Level &first = format.levels.front();
  if (hasDiagonal)
    return first.kind == runtime::LevelKind::Dense ? "ldia" : "dia";
  if (hasSlots)
    return "sell";
  if (run > 1)
    return format.isAllDense() ? "bitmap" : "bsr";
  if (format.levels.back().hasWidth())
    return "ell";
  return first.kind == runtime::LevelKind::Dense ? "csr" : "dcsr";
}

std::optional<OtherLayout>
spindle::advisor::layOutOther(const runtime::Format &format,
                              const PatternStatistics &matrix,
                              const Work &work) {
  auto sizes = estimateSizes(format, matrix, work.lanes);
  if (!sizes || format.levels.empty())
    return std::nullopt;
  OtherLayout other{findNearest(format, sizes->run), layOutRows(matrix, work)};
  Layout &layout = other.layout;
  layout.format = describe(format);
  layout.cells = sizes->cells;
  layout.structureBytes = sizes->structureBytes;
  // A vector has cells of one run.
  if (sizes->run > 1) {
    layout.steps = layout.cells / std::min(sizes->run, double(work.lanes));
    layout.denseRows = layout.cells / sizes->run;
    layout.changes = 0;
  }
  const std::vector<int64_t> &parents = format.levels.back().parents;
  if (sizes->run == 1 && !parents.empty())
    layout.fibres = sizes->positions[parents.front()];
  layout.reason =
      print("%.3g %% of the cells are elements", getFill(layout, matrix));
  return other;
}

const std::vector<Family> &spindle::advisor::getFamilies() {
  static const std::vector<Family> families = {
      {"csr", layOutCsr},       {"dcsr", layOutDcsr},      {"ell", layOutEll},
      {"rowlen", layOutRowlen}, {"sell", layOutSell},      {"ldia", layOutLdia},
      {"dia", layOutDia},       {"bitmap", layOutBitmap},  {"bsr", layOutBsr},
      {"panel", layOutPanel},   {"columns", layOutColumns}};
  return families;
}
