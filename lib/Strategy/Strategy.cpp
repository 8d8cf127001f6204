//===- Strategy.cpp - which schedule suits a program ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Strategy/Strategy.h"

#include "KnobRules.h"
#include "PartStrategies.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Schedule/Schedule.h"

#include <numeric>

using namespace mlir;
using namespace spindle;

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
    if (auto tensor = dyn_cast<sparse::AnyTensorType>(type))
      if (Type element = tensor.getElementType(); element.isIntOrFloat())
        bits = std::max<int64_t>(bits, element.getIntOrFloatBitWidth());
  return bits;
}

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
  case NestShape::BlockSums:
    return {"block_sums", "is the elements of rows of stored blocks, and is "
                          "summed over"};
  case NestShape::SliceSums:
    return {"slices", "is summed over, and elements of several rows lie beside "
                      "one another"};
  case NestShape::BlockRows:
    return {"block_rows", "is inside of a sum over stored diagonals"};
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
  for (const KnobRule &rule : getKnobRules()) {
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

/// Chooses for a function of `nests` with elements of `bits`.
static Strategy chooseForNests(llvm::ArrayRef<ShapedNest> nests, int64_t bits,
                               const StrategyFacts &facts,
                               const Target &target) {
  Strategy strategy;
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
  int64_t lanes = std::max<int64_t>(target.vectorBits / bits, 1);
  int64_t innermost = findSize(first.innermost, first.size, facts).value_or(0);
  chooseKnobs(strategy, {first, facts, target, lanes, innermost});
  return strategy;
}

Strategy spindle::chooseStrategy(func::FuncOp function,
                                 const StrategyFacts &facts,
                                 const Target &target) {
  int64_t bits = getElementBits(function);
  Strategy whole = chooseForNests(findShapes(function), bits, facts, target);
  auto chooseAlone = [&](const ShapedNest &nest, const StrategyFacts &own) {
    return chooseForNests(nest, bits, own, target);
  };
  auto findHeavy = [](llvm::ArrayRef<ShapedNest> nests,
                      const StrategyFacts &own) {
    double flops = 0;
    return findHeaviest(nests, own, flops);
  };
  if (auto parts =
          chooseForParts(function, facts, whole, chooseAlone, findHeavy))
    return *parts;
  return whole;
}
