//===- GroupRules.cpp - how many lanes share an iteration -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupRules.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace spindle;
using llvm::formatv;

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// As many lanes as there are of a warp, and not more than `needed`.
static int64_t limitLanes(const Situation &situation, int64_t needed) {
  int64_t lanes = int64_t(llvm::PowerOf2Ceil(std::max<int64_t>(needed, 1)));
  return std::min(lanes, situation.target.lanes);
}

/// A lane for each load of neighbouring columns.
static std::optional<GroupSize> groupColumns(const Situation &situation) {
  if (situation.innermost == 0)
    return std::nullopt;
  int64_t bytes = situation.target.vectorBits / 8;
  return GroupSize{limitLanes(situation, situation.countVectors()),
                   formatv("{0} columns are {1} loads of {2} bytes",
                           situation.innermost, situation.countVectors(),
                           bytes)};
}

/// What rows of `length` elements take with groups of `lanes`: turns of all
/// threads that run at a time, each worth 20 elements that follow one another,
/// and the elements of the longest row. Of the times of SpMV on an H200.
static double costOfRows(const Situation &situation, double length,
                         int64_t lanes) {
  constexpr double threads = 2048, turn = 20;
  double atOnce =
      threads * double(std::max<int64_t>(situation.target.workers, 1));
  double perRow = std::ceil(length / double(lanes)) * double(lanes);
  double longest =
      double(situation.matrix->largestLength) * situation.getFibreShare();
  return turn * double(situation.matrix->rows) * perRow / atOnce +
         longest / double(lanes);
}

/// A lane for each element of a row, of which a mean row leaves a quarter idle
/// at most. Where all that is read lies side by side, a row is to be one load:
/// lanes that are idle ask for nothing. More where few rows are that much
/// longer that all wait for them.
static std::optional<GroupSize> groupFibres(const Situation &situation) {
  constexpr int64_t usual = 8;
  if (!situation.matrix)
    return GroupSize{usual, "nothing is known of how long rows are"};
  double length = std::max(situation.getRowLength(), 1.0);
  auto most = llvm::bit_floor(uint64_t(length * 4 / 3));
  if (!situation.nest.gathers)
    most = uint64_t(length * 1.1) + 1;
  int64_t usualLanes = limitLanes(situation, int64_t(most));
  int64_t lanes = usualLanes;
  for (int64_t more = lanes * 2; more <= situation.target.lanes; more *= 2)
    if (costOfRows(situation, length, more) <
        costOfRows(situation, length, lanes))
      lanes = more;
  std::string reason =
      formatv("rows have {0:f1} elements on average", length).str();
  if (lanes > usualLanes)
    reason += formatv(", the longest {0}", situation.matrix->largestLength);
  return GroupSize{lanes, reason};
}

/// The vectors of the columns of a product, or of a warp where they are not
/// known.
static GroupSize groupProduct(const Situation &situation) {
  int64_t columns = situation.productColumns;
  if (columns == 0)
    return GroupSize{situation.target.lanes, "lanes have columns of a product"};
  int64_t vectors = llvm::divideCeil(columns, situation.lanes);
  return GroupSize{
      limitLanes(situation, vectors),
      formatv("{0} columns are {1} vectors of lanes", columns, vectors)};
}

static std::optional<GroupSize> groupSlices(const Situation &situation) {
  int64_t rows = situation.nest.sliceRows;
  if (mlir::ShapedType::isDynamic(rows))
    return std::nullopt;
  return GroupSize{limitLanes(situation, rows),
                   formatv("{0} rows lie side by side", rows)};
}

static std::optional<GroupSize> groupBlocks(const Situation &situation) {
  int64_t columns = situation.nest.blockColumns;
  return GroupSize{limitLanes(situation, columns),
                   formatv("a row of a block has {0} elements", columns)};
}

static std::optional<GroupSize> groupDiagonals(const Situation &situation) {
  int64_t rows = situation.nest.endBlock;
  if (rows <= 1)
    return std::nullopt;
  return GroupSize{limitLanes(situation, rows),
                   formatv("a block has {0} rows", rows)};
}

/// Whether lanes have elements of a list, one each, and combine them by rows.
static bool combinesElements(const NestFacts &nest) {
  return nest.hasRuns && nest.sumsFibres() && nest.hasVectors();
}

static std::optional<GroupSize> groupElements(const Situation &situation) {
  return GroupSize{situation.target.lanes,
                   "lanes combine elements of a row that follow one another"};
}

std::optional<GroupSize> spindle::chooseGroup(const Situation &situation) {
  const NestFacts &nest = situation.nest;
  if (combinesElements(nest))
    return groupElements(situation);
  if (nest.isProduct)
    return groupProduct(situation);
  if (situation.groupLanes != 0)
    return GroupSize{situation.groupLanes,
                     formatv("nest '{0}', over the same rows, has more to do",
                             situation.groupNest)};
  if (nest.hasDenseEnd || nest.hasWholeEnd)
    return groupColumns(situation);
  if (nest.isSkewed)
    return groupDiagonals(situation);
  if (nest.endBlock > 1)
    return groupBlocks(situation);
  return nest.sumsFibres() && nest.sliceRows != 0 ? groupSlices(situation)
                                                  : groupFibres(situation);
}

/// The lanes, or a warp where nothing is known.
static int64_t countLanes(const Situation &situation) {
  std::optional<GroupSize> group = chooseGroup(situation);
  return group ? group->lanes : situation.target.lanes;
}

//===----------------------------------------------------------------------===//
// What follows
//===----------------------------------------------------------------------===//

static std::string valueOfGroup(const Situation &situation) {
  return std::to_string(countLanes(situation));
}

/// Where nothing is known, schedules have the lanes of the smallest warp.
static std::optional<std::string> whyGroup(const Situation &situation) {
  constexpr int64_t scheduled = 32;
  if (std::optional<GroupSize> group = chooseGroup(situation))
    return group->reason;
  if (situation.target.lanes == scheduled)
    return std::nullopt;
  return formatv("a warp has {0} lanes", situation.target.lanes).str();
}

/// Two vectors of sums and what is multiplied for them leave registers for four
/// warps of a scheduler.
static constexpr int64_t kMostVectors = 2;

static std::string valueOfGroupVectors(const Situation &situation) {
  int64_t loads = situation.countVectors();
  int64_t vectors = llvm::divideCeil(loads, countLanes(situation));
  return std::to_string(std::clamp<int64_t>(
      int64_t(llvm::PowerOf2Ceil(vectors)), 1, kMostVectors));
}

static std::optional<std::string> fewRegisters(const Situation &situation) {
  return "many warps hide what one waits for, and share registers";
}

/// Sums of four elements have a vector each of what they are multiplied with,
/// and those of long rows two of them.
static std::string valueOfSums(const Situation &situation) {
  int64_t loads = situation.countVectors();
  return loads > 0 && loads <= countLanes(situation) ? "4" : "2";
}

/// The columns that a group has at once, a vector for each lane.
static std::string valueOfProductTile(const Situation &situation) {
  return std::to_string(countLanes(situation) * situation.lanes);
}

/// The elements of a tile: enough for what its first and last rows are read by
/// to be little beside them, and few enough for many tiles of a long row.
static constexpr int64_t kTile = 32;

/// A group has elements rather than rows where the longest row alone would take
/// longer than all others: it is more than a warp's share, of 32 that a
/// multiprocessor runs at a time, and of several tiles.
static std::optional<std::string> unevenRows(const Situation &situation) {
  constexpr int64_t warps = 32, leastTiles = 8;
  const runtime::MatrixStatistics *matrix = situation.matrix;
  int64_t workers = std::max<int64_t>(situation.target.workers, 1);
  if (!matrix || matrix->largestLength < leastTiles * kTile ||
      matrix->largestLength < matrix->elements / (warps * workers))
    return std::nullopt;
  return formatv("the longest row holds {0} of {1} elements",
                 matrix->largestLength, matrix->elements)
      .str();
}

/// One lane takes elements one by one.
static std::string valueOfElementLanes(const Situation &situation) {
  int64_t lanes = countLanes(situation);
  return std::to_string(lanes == 1 ? 0 : lanes);
}

static std::optional<std::string> lanesOfGroup(const Situation &situation) {
  return formatv("the group has {0} lanes", countLanes(situation)).str();
}

/// The elements of a row of a block fill a vector of two at least.
static std::string valueOfBlockGroup(const Situation &situation) {
  return std::to_string(std::clamp<int64_t>(countLanes(situation), 2, 16));
}

static std::optional<std::string> oneLane(const Situation &situation) {
  if (countLanes(situation) > 1)
    return std::nullopt;
  return "the group has one lane";
}

/// Why elements of a list are not for lanes to combine; nothing where they are.
static std::optional<std::string> aloneInLanes(const Situation &situation) {
  const NestFacts &nest = situation.nest;
  if (!nest.sumsFibres() || combinesElements(nest))
    return std::nullopt;
  return nest.hasRuns ? "a function, or complex numbers, are no vectors"
                      : "elements of a row do not follow one another";
}

/// Few rows begin or end in a part of so many elements, and many groups have
/// one.
static std::optional<std::string> sumsInRegisters(const Situation &situation) {
  if (!situation.nest.hasRuns || !situation.nest.hasColumns())
    return std::nullopt;
  return "the sums of a row stay in registers while its elements go by";
}

static constexpr KnobRule groupRules[] = {
    {"element_tiles", "elements", valueOf<kTile>, unevenRows},
    {"product_groups", "group", valueOfGroup, whyGroup},
    {"product_groups", "tile", valueOfProductTile, lanesOfGroup},
    {"product_groups", "rows", valueOf<8>, fewRegisters},
    {"register_tiles", "rows", valueOf<8>, fewRegisters},
    {"register_tiles", "vectors", valueOf<1>, fewRegisters},
    {"register_tiles", "lanes", valueOfProductTile, lanesOfGroup},
    {"groups", "group", valueOfGroup, whyGroup},
    {"atomic_groups", "group", valueOfGroup, whyGroup},
    {"atomic_groups", "part", valueOf<0>, aloneInLanes},
    {"atomic_groups", "part", valueOf<32>, sumsInRegisters},
    {"list_sums", "group", valueOfGroup, whyGroup},
    {"list_rows", "vectors", valueOfGroupVectors, fewRegisters},
    {"columns", "vectors", valueOfGroupVectors, fewRegisters},
    {"columns_of_blocks", "vectors", valueOf<1>, fewRegisters},
    {"scattered_rows", "vectors", valueOfGroupVectors, fewRegisters},
    {"rows_of_diagonals", "rows", valueOf<1>, fewRegisters},
    {"rows_of_diagonals", "vectors", valueOf<1>, fewRegisters},
    {"dense_rows", "vectors", valueOfGroupVectors, fewRegisters},
    {"dense_sums", "together", valueOfSums, fewRegisters},
    {"sums_of_blocks", "lanes", valueOfBlockGroup, lanesOfGroup},
    {"fibre_sums", "gathered_lanes", valueOfElementLanes, lanesOfGroup},
    {"fibre_sums", "lanes", valueOf<0>, lanesOfGroup},
    {"fibre_sums", "vectors", valueOf<1>, fewRegisters},
    {"rows_of_slices", "gathered_lanes", valueOfElementLanes, lanesOfGroup},
    {"rows_of_slices", "lanes", valueOf<0>, lanesOfGroup},
    {"elements", "masks", valueOf<0>, oneLane},
};

llvm::ArrayRef<KnobRule> spindle::getGroupRules() { return groupRules; }
