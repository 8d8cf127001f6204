//===- KnobRules.cpp - what decides the values of knobs -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnobRules.h"

#include "llvm/Support/FormatVariadic.h"

using namespace spindle;
using llvm::formatv;

/// A number of bytes in megabytes.
static std::string formatMegabytes(int64_t bytes) {
  return formatv("{0:f1} MB", double(bytes) / 1e6);
}

/// Columns and sums fill few vectors: more would be remainder alone.
static std::string valueOfVectors(const Situation &situation) {
  int64_t vectors = std::max<int64_t>(situation.countVectors(), 1);
  return std::to_string(std::min<int64_t>(llvm::PowerOf2Ceil(vectors), 8));
}

static std::optional<std::string> fewColumns(const Situation &situation) {
  if (!situation.nest.hasColumns() || situation.innermost == 0 ||
      situation.countVectors() > 4)
    return std::nullopt;
  return formatv("{0} columns are {1} vectors", situation.innermost,
                 situation.countVectors())
      .str();
}

/// To copy a dense operand or a result takes about as long as what its elements
/// are used for where each is used once.
static std::optional<std::string> fewElements(const Situation &situation) {
  const runtime::MatrixStatistics *matrix = situation.matrix;
  if (!matrix || matrix->elements > matrix->rows + matrix->columns)
    return std::nullopt;
  return formatv(
             "{0} elements are not worth copies of {1} rows and {2} columns",
             matrix->elements, matrix->rows, matrix->columns)
      .str();
}

/// The rows of a block that have sums in registers together.
static constexpr int64_t kRowsTogether = 8;

/// Sums of rows that go step by step together fill a quarter of the registers:
/// enough for additions not to wait. Each row has as many vectors as it fills,
/// or as the schedule has where that is not known.
static std::string valueOfRows(const Situation &situation) {
  int64_t registers = situation.target.registers;
  int64_t unknown = situation.nest.hasColumns() ? 8 : 1;
  int64_t vectors = situation.innermost == 0
                        ? unknown
                        : std::min<int64_t>(situation.countVectors(), 8);
  int64_t rows = registers / 4 / int64_t(llvm::PowerOf2Ceil(vectors));
  return std::to_string(std::clamp<int64_t>(rows, 1, kRowsTogether));
}

/// Where rows take as many steps, one loop does for several.
static std::optional<std::string> rowsOfSlices(const Situation &situation) {
  if (situation.nest.sliceRows == 0 || !situation.nest.hasDenseEnd)
    return std::nullopt;
  return "rows that lie side by side share a loop over their elements";
}

/// Why rows of a block under a diagonal share a loop; nothing where none do.
static std::optional<std::string> rowsOfDiagonals(const Situation &situation) {
  if (!situation.nest.hasDenseEnd)
    return std::nullopt;
  return "rows of a block share a loop over its diagonals";
}

/// Sums of all rows of a block fill five eighths of the registers: the other
/// ones are for what is multiplied.
static std::string valueOfBlockVectors(const Situation &situation) {
  int64_t registers = situation.target.registers;
  int64_t rows = std::min(situation.nest.blockRows, kRowsTogether);
  int64_t most = std::max<int64_t>(registers * 5 / 8 / rows, 1);
  int64_t vectors = llvm::bit_floor(static_cast<uint64_t>(most));
  if (situation.innermost > 0)
    vectors = std::min(vectors, static_cast<int64_t>(llvm::PowerOf2Ceil(
                                    situation.countVectors())));
  return std::to_string(std::min<int64_t>(vectors, 8));
}

static std::optional<std::string> rowsOfBlocks(const Situation &situation) {
  if (situation.nest.blockRows == 1)
    return std::nullopt;
  return formatv("{0} rows of a block are summed together",
                 std::min(situation.nest.blockRows, kRowsTogether))
      .str();
}

/// A lane for each element of a row of a block, as far as the schedule and a
/// vector have so many.
static std::string valueOfBlockLanes(const Situation &situation) {
  uint64_t columns = llvm::PowerOf2Ceil(situation.nest.blockColumns);
  uint64_t most = std::min<int64_t>(situation.lanes, 16);
  return std::to_string(std::max<uint64_t>(std::min(columns, most), 2));
}

static std::optional<std::string> rowsInBlocks(const Situation &situation) {
  return formatv("a row of a block has {0} elements",
                 situation.nest.blockColumns)
      .str();
}

/// The bytes of the dense operand that a row of the matrix takes rows from, as
/// far as they are known.
static int64_t getReachedBytes(const Situation &situation) {
  const runtime::MatrixStatistics *matrix = situation.matrix;
  double share = matrix && matrix->columns > 0
                     ? std::min(matrix->meanSpan / double(matrix->columns), 1.0)
                     : 1;
  share = std::min(share, situation.getFibreShare());
  return int64_t(double(situation.readBytes) * share);
}

/// The elements of a section of a row that workers share.
static constexpr int64_t kSection = 32768;

/// A row of two sections is cut. It is worth it where a row may be more than
/// the share of a worker, of as many as 64; how many there are must not matter.
static std::optional<std::string> longRows(const Situation &situation) {
  if (!situation.matrix || situation.matrix->largestLength < 2 * kSection ||
      situation.matrix->largestLength < situation.matrix->elements / 64)
    return std::nullopt;
  return formatv("the longest row holds {0} of {1} elements",
                 situation.matrix->largestLength, situation.matrix->elements)
      .str();
}

/// The bytes of an element of what is computed with.
static int64_t getElementBytes(const Situation &situation) {
  return std::max<int64_t>(situation.target.vectorBits / 8 / situation.lanes,
                           1);
}

/// The columns of a panel of a dense operand, among the options of the knob:
/// four lines of a cache in a row are few enough for panels to fit one, and
/// enough to go through the sparse operand for.
static int64_t getPanelColumns(const Situation &situation) {
  return std::clamp<int64_t>(4 * situation.lanes, 16, 128);
}

static std::string valueOfPanel(const Situation &situation) {
  return std::to_string(getPanelColumns(situation));
}

/// Each worker copies a panel for its share of the rows, which is worth it
/// where its elements take a row again and again, and find the copy, but would
/// not find the operand, in the cache.
static std::optional<std::string> reusedRows(const Situation &situation) {
  constexpr double leastUses = 16;
  int64_t columns = getPanelColumns(situation);
  int64_t cache = situation.target.cacheBytes;
  if (!situation.nest.hasColumns() || !situation.matrix ||
      situation.matrix->columns == 0 || situation.innermost < 2 * columns ||
      longRows(situation))
    return std::nullopt;
  int64_t panel = int64_t(double(situation.readBytes) /
                          double(situation.innermost) * double(columns));
  double uses =
      double(situation.matrix->elements) / double(situation.matrix->columns);
  if (getReachedBytes(situation) * 2 <= cache || panel > cache ||
      uses < leastUses * double(situation.target.workers))
    return std::nullopt;
  return formatv("a worker takes a row of a dense operand of {0} {1:f0} times "
                 "on average, and {2} columns of it are {3}",
                 formatMegabytes(situation.readBytes),
                 uses / double(situation.target.workers), columns,
                 formatMegabytes(panel))
      .str();
}

/// The columns of a tile that nests share: those of a panel; 0 where there are
/// no two such tiles, or a rest. Narrower tiles wait for additions, as one
/// vector of a row does, and to sum what fits two tiles in parts would go with
/// them: a tile changes no order of sums.
static int64_t getSharedColumns(const Situation &situation) {
  int64_t columns = getPanelColumns(situation);
  bool fits =
      situation.innermost >= 2 * columns && situation.innermost % columns == 0;
  return fits ? columns : 0;
}

static std::string valueOfColumnTile(const Situation &situation) {
  return std::to_string(getSharedColumns(situation));
}

/// A tile of what a product reads and of what it makes is worth it where one of
/// them is memory that another nest has at the other end, rows are taken again
/// and again, a cache holds both, and all processors have tiles.
static std::optional<std::string> reusedTiles(const Situation &situation) {
  constexpr double leastUses = 16;
  int64_t columns = getSharedColumns(situation);
  if (!situation.nest.sumsRows() || !situation.nest.handsRows ||
      !situation.matrix || situation.matrix->columns == 0 || columns == 0 ||
      situation.innermost / columns < situation.target.workers ||
      longRows(situation))
    return std::nullopt;
  const runtime::MatrixStatistics &matrix = *situation.matrix;
  double read = double(situation.readBytes) / double(situation.innermost);
  double made = double(matrix.rows * getElementBytes(situation));
  int64_t tile = int64_t((read + made) * double(columns));
  double uses = double(matrix.elements) / double(matrix.columns);
  if (tile > situation.target.cacheBytes || uses < leastUses)
    return std::nullopt;
  return formatv("{0} columns of what is read and made are {1}", columns,
                 formatMegabytes(tile))
      .str();
}

/// Whether additions wait for one another, and not for memory: rows have a
/// dozen elements, and what they are multiplied with is in a cache. Where
/// nothing is known, elements of a sum over fibres in fibres are taken for few,
/// those of rows for many: these gain more than short ones lose. Rows of slices
/// are summed together, and wait for none of their own.
static bool sumsWait(const Situation &situation) {
  constexpr double least = 12;
  if (situation.nest.sliceRows != 0)
    return false;
  if (!situation.matrix)
    return situation.nest.storedReductions == 1;
  return situation.getRowLength() >= least &&
         getReachedBytes(situation) * 3 <= situation.target.cacheBytes;
}

/// The partial sums of each vector of a row: no more in all than hide what an
/// addition takes; two where columns are not known and registers are many.
static int64_t countPartialSums(const Situation &situation) {
  constexpr int64_t enough = 8, most = 4;
  if (situation.innermost == 0)
    return situation.target.registers >= 32 ? 2 : 1;
  auto vectors = int64_t(llvm::PowerOf2Ceil(situation.countVectors()));
  return std::clamp<int64_t>(enough / vectors, 1, most);
}

static std::string valueOfPartialSums(const Situation &situation) {
  return std::to_string(countPartialSums(situation));
}

/// The additions of few vectors wait for one another, unless rows are so short
/// that those of the next one go on beside them.
static std::optional<std::string> waitingSums(const Situation &situation) {
  bool isWide = countPartialSums(situation) == 1;
  if (isWide || !situation.nest.hasColumns() || !sumsWait(situation))
    return std::nullopt;
  return "each addition to a row of few vectors would wait for the one before";
}

/// Bytes of a result that is stored past the caches. The product alone is
/// faster so from a few megabytes on, but what reads the result next is then
/// slower by more, unless no cache would have kept it (docs/Figures.md).
static constexpr int64_t kStreamedBytes = 64 << 20;

/// The bytes of a row of the innermost dimension; 0 where they are not known.
static int64_t getRowBytes(const Situation &situation) {
  int64_t elementBytes =
      std::max<int64_t>(situation.target.vectorBits / 8 / situation.lanes, 1);
  return situation.innermost * elementBytes;
}

/// The bytes of the rows that are summed up; nothing where they are not known.
static std::optional<int64_t> getResultBytes(const Situation &situation) {
  if (!situation.matrix || situation.innermost == 0)
    return std::nullopt;
  return situation.matrix->rows * getRowBytes(situation);
}

/// A result that is known to be large: code for both is twice the code.
static std::optional<std::string> largeResult(const Situation &situation) {
  std::optional<int64_t> bytes = getResultBytes(situation);
  if (!situation.nest.hasColumns() || !bytes || *bytes < kStreamedBytes)
    return std::nullopt;
  return formatv("caches would keep little of a result of {0} and more",
                 formatMegabytes(kStreamedBytes))
      .str();
}

/// Lines that stores no longer wait for leave time for those of loads.
static std::optional<std::string> streamedRows(const Situation &situation) {
  if (!largeResult(situation) || reusedRows(situation) ||
      situation.countVectors() < 4 ||
      situation.readBytes <= situation.target.cacheBytes)
    return std::nullopt;
  return formatv("rows of a dense operand of {0} are loaded while stores go "
                 "past the caches",
                 formatMegabytes(situation.readBytes))
      .str();
}

/// Rows of a dense operand that are wide and stay in no cache of the core's own
/// are waited for, unless neighbours in the pattern are near: the processor
/// itself fetches what follows.
static std::optional<std::string> farReads(const Situation &situation) {
  constexpr double longRun = 3;
  if (situation.countVectors() < 8 || !situation.matrix ||
      double(situation.readBytes) * situation.getFibreShare() <=
          double(situation.target.cacheBytes) ||
      situation.matrix->meanRun / double(situation.nest.blockColumns) >=
          longRun ||
      situation.matrix->meanSpan * 8 < double(situation.matrix->columns))
    return std::nullopt;
  return formatv("rows are taken all over a dense operand of {0}, more than a "
                 "cache of {1} holds",
                 formatMegabytes(situation.readBytes),
                 formatMegabytes(situation.target.cacheBytes))
      .str();
}

/// For how many elements ahead rows are fetched, in groups of `together`: of
/// rows of four lines more may be on their way.
template <int64_t together>
static std::string valueOfDistance(const Situation &situation) {
  constexpr int64_t narrow = 256, many = 24;
  int64_t few = together == 1 ? 12 : 16;
  return std::to_string((getRowBytes(situation) <= narrow ? many : few) /
                        together);
}

static std::optional<std::string> farRows(const Situation &situation) {
  return situation.nest.sumsRows() ? farReads(situation) : std::nullopt;
}

/// Half of the registers hold a row, the others sums and what is loaded.
static std::optional<std::string> wideRows(const Situation &situation) {
  int64_t most = situation.target.registers / 2;
  if (situation.countVectors() <= most)
    return std::nullopt;
  return formatv("a row is {0} vectors, more than {1} registers hold",
                 situation.countVectors(), most)
      .str();
}

/// Without gathers a vector of elements costs what one does.
static std::optional<std::string> elementsBeside(const Situation &situation) {
  if (situation.nest.gathers || situation.nest.hasRuns)
    return std::nullopt;
  return "elements lie side by side, and are loaded as vectors";
}

/// Why rows are fetched ahead where no panels are read again, which are in the
/// cache.
static std::optional<std::string> farRowsInPlace(const Situation &situation) {
  return reusedRows(situation) ? std::nullopt : farRows(situation);
}

/// Half a vector: a gather takes as long as its lanes are many, and what is
/// left of a row leaves most of a whole one idle.
static std::string valueOfGatheredLanes(const Situation &situation) {
  return std::to_string(situation.lanes / 2);
}

/// There are gathers of 32 bits and more. Rows of less than a handful are
/// faster one by one.
static std::optional<std::string> fastGathers(const Situation &situation) {
  constexpr double least = 3.5;
  bool areTiny = situation.matrix && situation.getRowLength() < least;
  if (!situation.target.fastGathers || situation.lanes < 4 ||
      situation.lanes * 32 > situation.target.vectorBits || areTiny)
    return std::nullopt;
  return "the processor gathers elements as fast as it loads them one by one";
}

/// The rows of a slice, a vector's at most, and no more than the schedule has.
static uint64_t getRowsBeside(const Situation &situation) {
  constexpr int64_t most = 16;
  int64_t lanes = std::min(situation.lanes, most);
  int64_t rows = situation.nest.sliceRows;
  return mlir::ShapedType::isDynamic(rows) ? lanes : std::min(rows, lanes);
}

/// Lanes without a row are masked.
static std::string valueOfGatheredRows(const Situation &situation) {
  return std::to_string(llvm::PowerOf2Ceil(getRowsBeside(situation)));
}

static std::optional<std::string> gathersOfSlices(const Situation &situation) {
  if (!situation.target.fastGathers || getRowsBeside(situation) < 2)
    return std::nullopt;
  return "the processor gathers elements as fast as it loads them one by one";
}

/// Rows that fill no vector are done one by one.
static std::string valueOfSliceRows(const Situation &situation) {
  uint64_t rows = llvm::bit_floor(getRowsBeside(situation));
  return std::to_string(rows < 2 ? 0 : rows);
}

static std::optional<std::string> rowsBeside(const Situation &situation) {
  return formatv("{0} rows lie side by side", getRowsBeside(situation)).str();
}

/// About 16 rows of the dense operand ahead.
static std::string valueOfBlockPrefetch(const Situation &situation) {
  int64_t ahead = std::max<int64_t>(16 / situation.nest.blockColumns, 1);
  return std::to_string(llvm::bit_floor(static_cast<uint64_t>(ahead)));
}

/// Beside many products with a row its fetch costs nothing.
static std::optional<std::string> sharedRows(const Situation &situation) {
  constexpr int64_t least = 4;
  if (!situation.nest.hasBlocks)
    return std::nullopt;
  if (situation.nest.blockRows < least)
    return farRows(situation);
  return formatv("a dense row is fetched for {0} rows of a block",
                 situation.nest.blockRows)
      .str();
}

/// Vectors along rows of less than a few of them are mostly remainder.
static std::optional<std::string> shortRows(const Situation &situation) {
  constexpr double least = 16;
  if (!situation.matrix || situation.getRowLength() >= least ||
      fastGathers(situation))
    return std::nullopt;
  return formatv("rows have {0:f1} elements on average, fewer than {1:f0}",
                 situation.getRowLength(), least)
      .str();
}

/// Where all rows are of about one length, no branch on it goes wrong: a few
/// elements at a time are faster then, since sums do not wait for one another.
static bool hasEvenRows(const Situation &situation) {
  constexpr double least = 3.5, most = 0.25;
  const runtime::MatrixStatistics &matrix = *situation.matrix;
  return situation.getRowLength() >= least &&
         matrix.lengthDeviation <= most * matrix.meanLength;
}

/// Whether an element is in a long row on average, as in graphs with hubs:
/// short rows are many there, but take little of the time.
static bool hasLongRows(const Situation &situation) {
  constexpr double least = 64;
  const runtime::MatrixStatistics &matrix = *situation.matrix;
  double variance = matrix.lengthDeviation * matrix.lengthDeviation;
  return matrix.meanLength > 0 &&
         matrix.meanLength + variance / matrix.meanLength >= least;
}

/// Rows whose elements are multiplied one by one with what lies anywhere.
static std::optional<std::string> gatherSingly(const Situation &situation) {
  std::optional<std::string> areShort = shortRows(situation);
  bool arePicked = areShort && situation.nest.gathers &&
                   (hasEvenRows(situation) || hasLongRows(situation));
  return arePicked ? std::nullopt : areShort;
}

/// Gathering bounds such sums, not the additions, and a second vector makes
/// what is left over longer.
static std::optional<std::string> gatheredRows(const Situation &situation) {
  constexpr double most = 96;
  if (!situation.matrix || !situation.nest.gathers ||
      situation.getRowLength() >= most || fastGathers(situation) ||
      gatherSingly(situation))
    return std::nullopt;
  return formatv("rows have {0:f1} elements on average, fewer than {1:f0}, and "
                 "gathers bound them",
                 situation.getRowLength(), most)
      .str();
}

/// Where few rows are gone through again and again, branches on their lengths
/// are foreseen, and a handful of elements one by one is faster than a vector
/// under a mask.
static std::optional<std::string> foreseenRows(const Situation &situation) {
  constexpr int64_t few = 8192;
  constexpr double most = 8;
  if (!situation.nest.endsInSum || situation.nest.callsFunctions ||
      !shortRows(situation) || situation.getRowLength() >= most ||
      situation.matrix->rows >= few)
    return std::nullopt;
  return formatv("the lengths of {0} rows are foreseen", situation.matrix->rows)
      .str();
}

static std::optional<std::string> tinyRows(const Situation &situation) {
  constexpr double least = 2;
  if (!situation.matrix || situation.getRowLength() >= least)
    return std::nullopt;
  return formatv("rows have {0:f1} elements on average, fewer than {1:f0}",
                 situation.getRowLength(), least)
      .str();
}

/// Vectors of a handful of elements are mask and little else, which functions
/// alone are worth.
static std::optional<std::string> tinyElements(const Situation &situation) {
  return situation.nest.callsFunctions ? std::nullopt : tinyRows(situation);
}

/// Rows that are cut have workers of their own.
static std::optional<std::string> cutRows(const Situation &situation) {
  bool areCut = situation.nest.hasColumns() ||
                (situation.nest.sumsFibres() && situation.nest.sliceRows == 0);
  return areCut ? longRows(situation) : std::nullopt;
}

/// The rows of which a worker keeps what nests store for one another. With
/// fewer a worker goes from one dense operand to another more often.
static constexpr int64_t kPrivateRows = 4096;

/// Rows are so many that what nests store for all of them is a lot more than
/// for a tile, and what a tile reads of dense operands stays near, from one
/// nest to the next tile of the other.
static std::optional<std::string> tilesOfNearRows(const Situation &situation) {
  constexpr int64_t tiles = 8, caches = 4;
  const runtime::MatrixStatistics *matrix = situation.matrix;
  if (!matrix || matrix->rows < tiles * kPrivateRows || matrix->columns == 0)
    return std::nullopt;
  // A dense operand of a size that is not known.
  if (situation.readBytes == 0 && situation.nest.hasColumns())
    return std::nullopt;
  double share =
      (matrix->meanSpan + double(kPrivateRows)) / double(matrix->columns);
  double bytes = double(situation.readBytes) * std::min(share, 1.0);
  if (bytes > double(caches * situation.target.cacheBytes))
    return std::nullopt;
  return formatv("{0} rows are many tiles, which read {1} of an operand each",
                 matrix->rows, formatMegabytes(int64_t(bytes)))
      .str();
}

/// The vectors of columns that a product has in registers for each row.
static constexpr int64_t kTileVectors = 2;

/// Sums fill three quarters of the registers: the rest is for operands. A few
/// rows of which such tiles would leave some over have tiles of half of the
/// registers, where these leave none: that many sums still hide the time of an
/// addition, and those of rows left over do not.
static int64_t getTileRows(const Situation &situation) {
  constexpr int64_t few = 64;
  int64_t rows = situation.productRows;
  int64_t most = situation.target.registers >= 32 ? 12 : 6;
  int64_t fewer = 2 * most / 3;
  bool areEven = rows != 0 && rows <= few && rows % fewer == 0;
  return areEven && rows % most != 0 ? fewer : most;
}

static std::string valueOfTileRows(const Situation &situation) {
  return std::to_string(getTileRows(situation));
}

static std::optional<std::string> tileRows(const Situation &situation) {
  return formatv("sums of {0} rows times {1} vectors fit {2} registers",
                 getTileRows(situation), kTileVectors,
                 situation.target.registers)
      .str();
}

/// As many columns as have their sums in registers, among the options.
static int64_t getTileColumns(const Situation &situation) {
  return std::clamp<int64_t>(kTileVectors * situation.lanes, 4, 64);
}

/// The columns that are copied at a time, among the options: those of a tile,
/// or more while the copy takes an eighth of the cache, and the operand has
/// eight times as many. Rows of it are far from one another then, and a longer
/// piece of each is worth it.
static int64_t getCopiedColumns(const Situation &situation) {
  constexpr int64_t most = 64, share = 8;
  int64_t columns = getTileColumns(situation);
  int64_t bytes = situation.productSum * getElementBytes(situation);
  while (situation.nest.hasColumnsBeside && bytes != 0 && 2 * columns <= most &&
         2 * columns * bytes * share <= situation.target.cacheBytes &&
         2 * columns * share <= situation.productColumns)
    columns *= 2;
  return columns;
}

static std::string valueOfTileColumns(const Situation &situation) {
  return std::to_string(getCopiedColumns(situation));
}

static std::optional<std::string> tileColumns(const Situation &situation) {
  return formatv("a row has sums of {0} columns in registers",
                 getTileColumns(situation))
      .str();
}

/// A copy pays where two tiles of rows and more read it.
static std::optional<std::string> fewTileRows(const Situation &situation) {
  int64_t rows = situation.productRows;
  if (rows == 0 || rows > 2 * getTileRows(situation))
    return std::nullopt;
  return formatv("{0} rows would take a copy of columns too seldom", rows)
      .str();
}

/// The rows from which on a copy of all columns of its own costs a worker
/// little: it reads its rows alone again and again, and not all.
static constexpr int64_t kWorkerRows = 256;

/// Whether workers may divide columns of a product: there are tiles of them for
/// all workers, or these are a few where that is not known.
static bool mayDivideColumns(const Situation &situation) {
  constexpr int64_t few = 4;
  int64_t workers = situation.target.workers;
  int64_t tiles =
      llvm::divideCeil(situation.productColumns, getTileColumns(situation));
  bool areEnough = tiles % workers == 0 || tiles >= 8 * workers;
  return !situation.nest.isBatched && workers >= 2 &&
         (tiles == 0 ? workers <= few : areEnough);
}

/// Workers that have columns copy only these, and a worker that has rows all.
/// Bits are the same either way.
static std::optional<std::string> manyTiles(const Situation &situation) {
  int64_t rows = situation.productRows;
  int64_t workers = situation.target.workers;
  if (rows == 0 || rows >= kWorkerRows * workers ||
      situation.productColumns == 0 || !mayDivideColumns(situation))
    return std::nullopt;
  return formatv("{0} columns are enough for {1} workers, of {2} rows",
                 situation.productColumns, workers, rows)
      .str();
}

/// Else it is told when the program runs.
static std::optional<std::string> unknownTiles(const Situation &situation) {
  bool areKnown = situation.productRows != 0 && situation.productColumns != 0;
  if (areKnown || !mayDivideColumns(situation))
    return std::nullopt;
  return "how many rows and columns there are is not known";
}

/// The rows of an operand that lies by columns that are copied at a time: for
/// so many, columns are copied again. They are to be fewer than all, of which
/// there would be no tiles.
static std::string valueOfRowPanel(const Situation &situation) {
  int64_t rows = situation.productRows;
  for (int64_t panel : {64, 128})
    if (rows != 0 && rows <= 2 * panel)
      return std::to_string(panel);
  return "256";
}

/// A row of an operand that lies by columns has an element in each line that it
/// takes. It is copied where the nearest cache would not hold these lines, and
/// columns are enough to pay.
static std::optional<std::string> rowsFarApart(const Situation &situation) {
  constexpr int64_t leastRows = 65, leastColumns = 64, line = 64;
  int64_t rows = situation.productRows, sum = situation.productSum;
  bool areFew = rows != 0 && rows < leastRows;
  bool areNear = sum != 0 && 2 * sum * line <= situation.target.nearCacheBytes;
  bool isSeldom =
      situation.productColumns != 0 && situation.productColumns < leastColumns;
  if (!situation.nest.hasRowsBeside || situation.nest.isBatched || areFew ||
      areNear || isSeldom)
    return std::nullopt;
  return "elements of a row of an operand are far from one another";
}

/// Rows of an operand are read again for each panel of columns: from memory,
/// if all of them are larger than half of the last cache, which is shared with
/// the result. A block of rows stays in a cache meanwhile. For each block all
/// columns are copied, which is to be little beside what is read.
static std::optional<std::string> rowsBeyondCaches(const Situation &situation) {
  constexpr int64_t shareOfRows = 2, shareOfColumns = 8;
  int64_t ofSums = situation.productSum * getElementBytes(situation);
  int64_t rowBytes = situation.productRows * ofSums;
  int64_t columnBytes = situation.productColumns * ofSums;
  int64_t last = situation.target.lastCacheBytes;
  if (situation.nest.hasRowsBeside || situation.nest.isBatched ||
      situation.productColumns <= getCopiedColumns(situation) ||
      shareOfRows * rowBytes <= last || shareOfColumns * columnBytes > last)
    return std::nullopt;
  return formatv("an operand of {0} is read again for each {1} columns",
                 formatMegabytes(rowBytes), getCopiedColumns(situation))
      .str();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Columns that two workers share by lines of a cache.
static constexpr int64_t kSharedColumns = 32;

/// A worker's columns would be in lines of a cache that others write, too.
static std::optional<std::string> fewShared(const Situation &situation) {
  if (situation.innermost == 0 || situation.innermost >= kSharedColumns)
    return std::nullopt;
  return formatv("{0} columns are too few for workers to share",
                 situation.innermost)
      .str();
}

/// How often the elements of a result have to be added to, for each copy: to
/// fill and to combine it takes about a twentieth of that time then, and up to
/// a quarter where vectors of columns are added. How many threads there are
/// must not matter.
static int64_t getAdditionsPerCopy(const Situation &situation) {
  constexpr int64_t single = 4;
  return situation.nest.hasDenseEnd
             ? single * std::clamp<int64_t>(situation.innermost, 1, 4)
             : single;
}

/// Of the options of the knob the most that pay.
static int64_t countCopies(const Situation &situation) {
  constexpr int64_t most = 16;
  int64_t each = situation.additions / situation.resultSize, copies = 0;
  for (int64_t more = 2; more <= most; more *= 2)
    if (each >= more * getAdditionsPerCopy(situation))
      copies = more;
  return copies;
}

static std::string valueOfCopies(const Situation &situation) {
  return std::to_string(countCopies(situation));
}

/// Elements are added to often, and enough for several workers. Where there
/// are columns for two workers these share them, without copies.
static std::optional<std::string> manyAdditions(const Situation &situation) {
  constexpr int64_t least = 32768;
  bool hasShared = situation.nest.hasDenseEnd && !fewShared(situation);
  if (hasShared || situation.resultSize == 0 || situation.additions < least ||
      countCopies(situation) == 0)
    return std::nullopt;
  return formatv("{0:f1} additions to each of {1} elements pay for {2} copies",
                 double(situation.additions) / double(situation.resultSize),
                 situation.resultSize, countCopies(situation))
      .str();
}

//===----------------------------------------------------------------------===//
// Structure in the code
//===----------------------------------------------------------------------===//

/// The most elements that are worth the milliseconds to compile each.
static constexpr int64_t kElementsInCode = 1000;

/// What is loaded for an element, and the loop, take more than a vector or two
/// of products. Code of more is fetched slower than it runs
/// (docs/Benchmarks/plans.md). Rows that workers divide stay loops.
static std::optional<std::string> fewConstants(const Situation &situation) {
  constexpr int64_t mostVectors = 2;
  const runtime::MatrixStatistics *matrix = situation.matrix;
  bool isNarrow = situation.nest.endsInSum ||
                  (situation.nest.hasDenseEnd && situation.innermost != 0 &&
                   situation.countVectors() <= mostVectors);
  if (!matrix || matrix->elements > kElementsInCode || !isNarrow)
    return std::nullopt;
  return formatv("{0} constant elements have less to load in the code",
                 matrix->elements)
      .str();
}

static constexpr KnobRule knobRules[] = {
    {"columns_beside", "layout", valueOf<0>, fewElements},
    {"private_copies", "copies", valueOfCopies, manyAdditions},
    {"shared_columns", "share", valueOf<0>, fewShared},
    {"product_panels", "by_columns", valueOf<1>, manyTiles},
    {"product_panels", "worker_rows", valueOf<kWorkerRows>, unknownTiles},
    {"product_panels", "row_block", valueOf<256>, rowsBeyondCaches},
    {"product_panels", "row_panel", valueOfRowPanel, rowsFarApart},
    {"copied_columns", "row_panel", valueOfRowPanel, rowsFarApart},
    {"product_panels", "panel", valueOf<0>, fewTileRows},
    {"product_panels", "panel", valueOfTileColumns, tileColumns},
    {"register_tiles", "rows", valueOfTileRows, tileRows},
    {"column_tiles", "column_tile", valueOfColumnTile, reusedTiles},
    {"shared_rows", "by_rows", valueOf<0>, cutRows},
    {"shared_rows", "private", valueOf<kPrivateRows>, tilesOfNearRows},
    {"panels", "panel", valueOfPanel, reusedRows},
    {"sections", "sections", valueOf<kSection>, longRows},
    {"rows_together", "rows", valueOfRows, rowsOfSlices},
    {"columns", "vectors", valueOfVectors, fewColumns},
    {"columns_of_blocks", "vectors", valueOfBlockVectors, rowsOfBlocks},
    {"rows_of_diagonals", "rows", valueOfRows, rowsOfDiagonals},
    {"rows_of_diagonals", "vectors", valueOfVectors, rowsOfDiagonals},
    {"dense_sums", "together", valueOf<1>, tinyRows},
    {"kept_rows", "kept", valueOf<0>, wideRows},
    {"fetched_sums", "prefetch", valueOfDistance<4>, farReads},
    {"sums_of_blocks", "lanes", valueOfBlockLanes, rowsInBlocks},
    {"fibre_sums", "gathered_lanes", valueOfGatheredLanes, fastGathers},
    {"fibre_sums", "lanes", valueOf<0>, gatherSingly},
    {"fibre_sums", "lanes", valueOf<0>, elementsBeside},
    {"fibre_sums", "vectors", valueOf<1>, gatheredRows},
    {"rows_of_slices", "gathered_lanes", valueOfGatheredRows, gathersOfSlices},
    {"rows_of_slices", "lanes", valueOfSliceRows, rowsBeside},
    {"elements", "masks", valueOf<0>, foreseenRows},
    {"elements", "masks", valueOf<0>, tinyElements},
    {"partial_sums", "partial_sums", valueOfPartialSums, waitingSums},
    {"dismantled", "dismantle", valueOf<kElementsInCode>, fewConstants},
    {"fetches", "prefetch", valueOfBlockPrefetch, sharedRows},
    {"fetches", "prefetch", valueOf<12>, streamedRows},
    {"fetches", "prefetch", valueOfDistance<1>, farRowsInPlace},
    {"streams", "stream", valueOf<kStreamedBytes>, largeResult},
};

llvm::ArrayRef<KnobRule> spindle::getKnobRules() { return knobRules; }
