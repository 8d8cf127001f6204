//===- Strategy.cpp - which schedule suits a program ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Schedule/Strategy.h"

#include "NestShape.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Schedule/Schedule.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace spindle;
using llvm::formatv;

//===----------------------------------------------------------------------===//
// What rules are about
//===----------------------------------------------------------------------===//

namespace {
/// The nest that a schedule is chosen for, and all that is known.
struct Situation {
  const ShapedNest &nest;
  const StrategyFacts &facts;
  const StrategyTarget &target;
  /// The elements that a vector holds.
  int64_t lanes;
  /// The size of the nest's innermost dimension; 0 where it is not known.
  int64_t innermost;

  /// Whether rows of dense operands are summed up, for an element at a time.
  bool hasColumns() const { return nest.shape == NestShape::Columns; }
  /// Whether they are summed up, for elements or for blocks.
  bool sumsRows() const {
    return hasColumns() || nest.shape == NestShape::BlockColumns;
  }
  /// The vectors that the innermost dimension fills.
  int64_t countVectors() const { return llvm::divideCeil(innermost, lanes); }
  /// The mean number of elements of a row; 0 where it is not known.
  double getRowLength() const {
    return facts.matrix ? facts.matrix->meanLength : 0;
  }
};

/// A value for a knob of a schedule where `suits` says why; it gives nothing
/// where the rule does not apply. The first rule of a knob that applies counts.
struct KnobRule {
  StringLiteral schedule, knob;
  std::string (*value)(const Situation &);
  std::optional<std::string> (*suits)(const Situation &);
};
} // namespace

/// The size of a dimension; nothing where neither its type nor `facts` tell.
static std::optional<int64_t> findSize(StringRef name, int64_t size,
                                       const StrategyFacts &facts) {
  if (!ShapedType::isDynamic(size))
    return size;
  auto found = facts.sizes.find(name);
  return found == facts.sizes.end() ? std::nullopt
                                    : std::optional<int64_t>(found->second);
}

/// The bits of the widest elements of tensors that `function` takes.
static int64_t getElementBits(func::FuncOp function) {
  int64_t bits = 8;
  for (Type type : function.getArgumentTypes())
    if (auto tensor = dyn_cast<sparse::SparseTensorType>(type))
      if (Type element = tensor.getElementType(); element.isIntOrFloat())
        bits = std::max<int64_t>(bits, element.getIntOrFloatBitWidth());
  return bits;
}

/// A number of bytes in megabytes.
static std::string formatMegabytes(int64_t bytes) {
  return formatv("{0:f1} MB", double(bytes) / 1e6);
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

/// Columns and sums fill few vectors: more would be remainder alone.
static std::string valueOfVectors(const Situation &situation) {
  int64_t vectors = std::max<int64_t>(situation.countVectors(), 1);
  return std::to_string(std::min<int64_t>(llvm::PowerOf2Ceil(vectors), 8));
}

static std::optional<std::string> fewColumns(const Situation &situation) {
  if (!situation.hasColumns() || situation.innermost == 0 ||
      situation.countVectors() > 4)
    return std::nullopt;
  return formatv("{0} columns are {1} vectors", situation.innermost,
                 situation.countVectors())
      .str();
}

/// The rows of a block that have sums in registers together.
static constexpr int64_t kRowsTogether = 8;

/// Sums of all rows of a block fill five eighths of the registers: the other
/// ones are for what is multiplied.
static std::string valueOfBlockVectors(const Situation &situation) {
  int64_t registers = situation.target.vectorBits >= 512 ? 32 : 16;
  int64_t rows = std::min(situation.nest.blockRows, kRowsTogether);
  int64_t most = std::max<int64_t>(registers * 5 / 8 / rows, 1);
  int64_t vectors = llvm::bit_floor(static_cast<uint64_t>(most));
  if (situation.innermost > 0)
    vectors = std::min(vectors, static_cast<int64_t>(llvm::PowerOf2Ceil(
                                    situation.countVectors())));
  return std::to_string(std::min<int64_t>(vectors, 8));
}

static std::optional<std::string> rowsOfBlocks(const Situation &situation) {
  if (situation.nest.shape != NestShape::BlockColumns ||
      situation.nest.blockRows == 1)
    return std::nullopt;
  return formatv("{0} rows of a block are summed together",
                 std::min(situation.nest.blockRows, kRowsTogether))
      .str();
}

/// The additions of few vectors wait for one another, unless rows are so short
/// that those of the next one go on beside them. Elements of a sum over fibres
/// in fibres are taken for few where nothing is known of them, those of rows
/// for many: these gain more than short ones lose.
static std::optional<std::string> waitingSums(const Situation &situation) {
  constexpr double least = 12;
  bool areMany = situation.facts.matrix ? situation.getRowLength() >= least
                                        : situation.nest.storedReductions == 1;
  if (!situation.hasColumns() || situation.countVectors() > 4 || !areMany)
    return std::nullopt;
  return "each addition to a row of few vectors would wait for the one before";
}

/// Bytes of a result that is stored past the caches. It is faster from a few
/// megabytes on, unless what reads it next would have found it in a cache.
static constexpr int64_t kStreamedBytes = 8 << 20;

/// The bytes of the rows that are summed up; nothing where they are not known.
static std::optional<int64_t> getResultBytes(const Situation &situation) {
  if (!situation.facts.matrix || situation.innermost == 0)
    return std::nullopt;
  int64_t elementBytes =
      std::max<int64_t>(situation.target.vectorBits / 8 / situation.lanes, 1);
  return situation.facts.matrix->rows * situation.innermost * elementBytes;
}

/// A result that is large, or may be: its size is tested when it is known.
static std::optional<std::string> largeResult(const Situation &situation) {
  std::optional<int64_t> bytes = getResultBytes(situation);
  if (!situation.hasColumns() || (bytes && *bytes < kStreamedBytes))
    return std::nullopt;
  return formatv("caches would keep little of a result of {0} and more",
                 formatMegabytes(kStreamedBytes))
      .str();
}

/// Lines that stores no longer wait for leave time for those of loads.
static std::optional<std::string> streamedRows(const Situation &situation) {
  if (!largeResult(situation) || !getResultBytes(situation) ||
      situation.countVectors() < 4 ||
      situation.facts.readBytes <= situation.target.cacheBytes)
    return std::nullopt;
  return formatv("rows of a dense operand of {0} are loaded while stores go "
                 "past the caches",
                 formatMegabytes(situation.facts.readBytes))
      .str();
}

/// Rows of a dense operand that are wide and stay in no cache of the core's own
/// are waited for, unless neighbours in the pattern are near.
static std::optional<std::string> farRows(const Situation &situation) {
  const StrategyFacts &facts = situation.facts;
  if (!situation.sumsRows() || situation.countVectors() < 4 || !facts.matrix ||
      facts.readBytes <= situation.target.cacheBytes ||
      facts.matrix->meanSpan * 8 < double(facts.matrix->columns))
    return std::nullopt;
  return formatv("rows are taken all over a dense operand of {0}, more than a "
                 "cache of {1} holds",
                 formatMegabytes(facts.readBytes),
                 formatMegabytes(situation.target.cacheBytes))
      .str();
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
  bool areTiny = situation.facts.matrix && situation.getRowLength() < least;
  if (!situation.target.fastGathers || situation.lanes < 4 ||
      situation.lanes * 32 > situation.target.vectorBits || areTiny)
    return std::nullopt;
  return "the processor gathers elements as fast as it loads them one by one";
}

/// About 16 rows of the dense operand ahead.
static std::string valueOfBlockPrefetch(const Situation &situation) {
  int64_t ahead = std::max<int64_t>(16 / situation.nest.blockColumns, 1);
  return std::to_string(llvm::bit_floor(static_cast<uint64_t>(ahead)));
}

/// Beside many products with a row its fetch costs nothing.
static std::optional<std::string> sharedRows(const Situation &situation) {
  constexpr int64_t least = 4;
  if (situation.nest.shape != NestShape::BlockColumns ||
      situation.nest.blockRows < least)
    return farRows(situation);
  return formatv("a dense row is fetched for {0} rows of a block",
                 situation.nest.blockRows)
      .str();
}

/// Vectors along rows of less than a few of them are mostly remainder.
static std::optional<std::string> shortRows(const Situation &situation) {
  constexpr double least = 16;
  if (!situation.facts.matrix || situation.getRowLength() >= least ||
      fastGathers(situation))
    return std::nullopt;
  return formatv("rows have {0:f1} elements on average, fewer than {1:f0}",
                 situation.getRowLength(), least)
      .str();
}

static std::optional<std::string> tinyRows(const Situation &situation) {
  constexpr double least = 2;
  if (!situation.facts.matrix || situation.getRowLength() >= least)
    return std::nullopt;
  return formatv("rows have {0:f1} elements on average, fewer than {1:f0}",
                 situation.getRowLength(), least)
      .str();
}

/// The elements of a section of a row that workers share.
static constexpr int64_t kSection = 32768;

/// A row of two sections is cut. It is worth it where a row may be more than
/// the share of a worker, of as many as 64; how many there are must not matter.
static std::optional<std::string> longRows(const Situation &situation) {
  const StrategyFacts &facts = situation.facts;
  if (!facts.matrix || facts.matrix->largestLength < 2 * kSection ||
      facts.matrix->largestLength < facts.matrix->elements / 64)
    return std::nullopt;
  return formatv("the longest row holds {0} of {1} elements",
                 facts.matrix->largestLength, facts.matrix->elements)
      .str();
}

/// The value `number`.
template <int64_t number> static std::string valueOf(const Situation &) {
  return std::to_string(number);
}

static constexpr KnobRule rules[] = {
    {"dense_columns", "vectors", valueOfVectors, fewColumns},
    {"dense_columns", "partial_sums", valueOf<4>, waitingSums},
    {"dense_columns", "prefetch", valueOf<12>, streamedRows},
    {"dense_columns", "prefetch", valueOf<12>, farRows},
    {"dense_columns", "stream", valueOf<kStreamedBytes>, largeResult},
    {"blocks", "vectors", valueOfBlockVectors, rowsOfBlocks},
    {"blocks", "prefetch", valueOfBlockPrefetch, sharedRows},
    {"dense_reductions", "together", valueOf<1>, tinyRows},
    {"fibres", "gathered_lanes", valueOfGatheredLanes, fastGathers},
    {"fibres", "lanes", valueOf<0>, shortRows},
    {"dense_columns", "sections", valueOf<kSection>, longRows},
    {"fibres", "sections", valueOf<kSection>, longRows},
    {"cpu", "sections", valueOf<kSection>, longRows},
    {"cpu", "vectors", valueOfVectors, fewColumns},
    {"cpu", "partial_sums", valueOf<4>, waitingSums},
    {"cpu", "prefetch", valueOf<12>, farRows},
    {"cpu", "together", valueOf<1>, tinyRows},
    {"cpu", "gathered_lanes", valueOfGatheredLanes, fastGathers},
    {"cpu", "lanes", valueOf<0>, shortRows},
};

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// The schedule for nests of a shape, and why, of the innermost dimension.
static std::pair<StringRef, StringRef> getSchedule(NestShape shape) {
  switch (shape) {
  case NestShape::Columns:
    return {"dense_columns", "is dense, inside of a sum"};
  case NestShape::BlockColumns:
    return {"blocks", "is dense, inside of a sum over stored blocks"};
  case NestShape::ScatteredColumns:
    return {"scattered_columns",
            "is dense, inside of sums that are made in any order"};
  case NestShape::DenseSums:
    return {"dense_reductions", "is dense, and is summed over"};
  case NestShape::FibreSums:
    return {"fibres", "is the stored elements of a row, and is summed over"};
  case NestShape::Other:
    return {"cpu", "is not summed over, and neither is one outside of it"};
  }
  llvm_unreachable("a shape of a nest");
}

/// Chooses for programs that are all of one shape, that of `nest`.
static void chooseByShape(Strategy &strategy, const ShapedNest &nest) {
  auto [schedule, what] = getSchedule(nest.shape);
  bool ships = llvm::any_of(getShippedSchedules(),
                            [&, name = schedule](const ShippedSchedule &s) {
                              return s.name == name;
                            });
  std::string dim = nest.innermost.empty() ? "" : " " + nest.innermost;
  strategy.schedule = ships ? schedule.str() : "cpu";
  strategy.reason = "the innermost dimension" + dim + " of nest '" + nest.name +
                    "' " + what.str();
}

/// About how many operations on floats `nest` is, as far as that is known:
/// unknown sizes count as 64, unknown elements as a million.
static double estimateFlops(const ShapedNest &nest, const StrategyFacts &facts,
                            bool &isKnown) {
  double runs = double(std::max<int64_t>(nest.flops, 1));
  if (nest.isSparse) {
    isKnown &= facts.matrix.has_value();
    runs *= facts.matrix ? double(facts.matrix->elements) : 1e6;
  }
  for (const auto &[name, size] : nest.denseDims) {
    std::optional<int64_t> known = findSize(name, size, facts);
    isKnown &= known.has_value();
    runs *= double(known.value_or(64));
  }
  return runs;
}

/// Sets the values of the knobs that a rule gives one.
static void chooseKnobs(Strategy &strategy, const Situation &situation) {
  for (const KnobRule &rule : rules) {
    bool isChosen = llvm::any_of(strategy.knobs, [&](const KnobChoice &knob) {
      return knob.knob == rule.knob;
    });
    if (rule.schedule != strategy.schedule || isChosen)
      continue;
    if (std::optional<std::string> reason = rule.suits(situation))
      strategy.knobs.push_back(
          {rule.knob.str(), rule.value(situation), *reason});
  }
}

/// The nests that do most of the work, the one that does the most first: each
/// at least a tenth of what that one does.
static SmallVector<const ShapedNest *>
findHeaviest(llvm::ArrayRef<ShapedNest> nests, const StrategyFacts &facts,
             double &allFlops) {
  SmallVector<double> flops;
  bool isKnown = true;
  for (const ShapedNest &nest : nests)
    flops.push_back(estimateFlops(nest, facts, isKnown));
  allFlops = isKnown ? std::accumulate(flops.begin(), flops.end(), 0.0) : 0;
  SmallVector<const ShapedNest *> heaviest;
  if (nests.empty())
    return heaviest;
  size_t first = llvm::max_element(flops) - flops.begin();
  heaviest.push_back(&nests[first]);
  for (auto [index, nest] : llvm::enumerate(nests))
    if (index != first && flops[index] >= flops[first] / 10)
      heaviest.push_back(&nest);
  return heaviest;
}

Strategy spindle::chooseStrategy(func::FuncOp function,
                                 const StrategyFacts &facts,
                                 const StrategyTarget &target) {
  Strategy strategy;
  SmallVector<ShapedNest> nests = findShapes(function);
  auto heaviest = findHeaviest(nests, facts, strategy.flops);
  if (heaviest.empty()) {
    strategy.reason = "there is no nest";
    return strategy;
  }
  const ShapedNest &first = *heaviest.front();
  auto other = llvm::find_if(heaviest, [&](const ShapedNest *nest) {
    return nest->shape != first.shape;
  });
  chooseByShape(strategy, first);
  if (other != heaviest.end()) {
    strategy.schedule = "cpu";
    strategy.reason = "nests '" + first.name + "' and '" + (*other)->name +
                      "' are of different shapes, and both have much to do";
  }
  int64_t lanes =
      std::max<int64_t>(target.vectorBits / getElementBits(function), 1);
  int64_t innermost = findSize(first.innermost, first.size, facts).value_or(0);
  chooseKnobs(strategy, {first, facts, target, lanes, innermost});
  return strategy;
}
