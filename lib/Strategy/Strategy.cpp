//===- Strategy.cpp - which schedule suits a program ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Strategy/Strategy.h"

#include "FragmentRules.h"
#include "GroupRules.h"
#include "KnobRules.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include <numeric>

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// What is known of a nest
//===----------------------------------------------------------------------===//

/// The size of a dimension; nothing where neither its type nor `facts` tell.
static std::optional<int64_t> findSize(StringRef name, int64_t size,
                                       const StrategyFacts &facts) {
  if (!ShapedType::isDynamic(size))
    return size;
  auto found = facts.sizes.find(name);
  return found == facts.sizes.end() ? std::nullopt
                                    : std::optional<int64_t>(found->second);
}

/// The bits of the widest floats in tensors that `function` takes: a model's
/// tokens are numbered by wider integers. Of the widest integers where there
/// are no floats.
static int64_t getElementBits(func::FuncOp function) {
  int64_t floats = 0, integers = 8;
  for (Type type : function.getArgumentTypes())
    if (auto tensor = dyn_cast<sparse::AnyTensorType>(type))
      if (Type element = tensor.getElementType(); element.isIntOrFloat()) {
        int64_t &bits = isa<FloatType>(element) ? floats : integers;
        bits = std::max<int64_t>(bits, element.getIntOrFloatBitWidth());
      }
  return floats != 0 ? floats : integers;
}

/// The rows of the operand called `name`, or of one of its parts; null where
/// they are not known.
static const runtime::MatrixStatistics *findMatrix(const StrategyFacts &facts,
                                                   StringRef name,
                                                   std::optional<size_t> part) {
  auto found = facts.operands.find(name);
  if (found == facts.operands.end())
    return nullptr;
  const OperandFacts &operand = found->second;
  if (!part || operand.parts.empty())
    return operand.matrix ? &*operand.matrix : nullptr;
  return *part < operand.parts.size() && operand.parts[*part]
             ? &*operand.parts[*part]
             : nullptr;
}

/// The bytes of the largest dense operand that `nest` reads.
static int64_t getReadBytes(const NestFacts &nest, const StrategyFacts &facts) {
  int64_t bytes = nest.ownBytes;
  for (StringRef name : nest.reads)
    if (auto found = facts.operands.find(name); found != facts.operands.end())
      bytes = std::max(bytes, found->second.readBytes);
  return bytes;
}

/// About how many operations on floats a nest is over the elements of `matrix`,
/// as far as that is known: unknown sizes count as 64, unknown elements as a
/// million.
static double estimateFlops(const NestFacts &nest, const StrategyFacts &facts,
                            const runtime::MatrixStatistics *matrix,
                            bool &isKnown) {
  double runs = double(std::max<int64_t>(nest.flops, 1));
  if (nest.isSparse) {
    isKnown &= matrix != nullptr;
    runs *= matrix ? double(matrix->elements) : 1e6;
  }
  for (const auto &[name, size] : nest.denseDims) {
    std::optional<int64_t> known = findSize(name, size, facts);
    isKnown &= known.has_value();
    runs *= double(known.value_or(64));
  }
  return runs;
}

/// About how many operations on floats all `nests` are; 0 where that is not
/// known. All elements of a tensor are in one of its parts.
static double countFlops(ArrayRef<NestFacts> nests,
                         const StrategyFacts &facts) {
  double flops = 0;
  bool isKnown = true;
  for (const NestFacts &nest : nests)
    if (nest.part.value_or(0) == 0)
      flops += estimateFlops(
          nest, facts, findMatrix(facts, nest.pattern, std::nullopt), isKnown);
  return isKnown ? flops : 0;
}

//===----------------------------------------------------------------------===//
// Fragments and knobs of a nest
//===----------------------------------------------------------------------===//

namespace {
/// A nest that fragments are chosen for.
struct ChosenNest {
  NestFacts facts;
  /// Operations on floats, as far as they are known.
  double flops;
  NestStrategy strategy;
  /// The rule that tells it from others: the first that has a schedule.
  const FragmentRule *main = nullptr;

  std::string describe() const;
};
} // namespace

/// "nest 'x'", or "part 2" of what a nest is over.
std::string ChosenNest::describe() const {
  return facts.part ? "part " + std::to_string(*facts.part)
                    : "nest '" + facts.name + "'";
}

/// The values of the knobs of `fragment` that a rule gives one.
static SmallVector<KnobChoice> chooseKnobs(StringRef fragment,
                                           const Situation &situation) {
  SmallVector<KnobChoice> knobs;
  bool isGPU = situation.target.worker == WorkerKind::Block;
  for (const KnobRule &rule : isGPU ? getGroupRules() : getKnobRules()) {
    bool isChosen = llvm::any_of(
        knobs, [&](const KnobChoice &knob) { return knob.knob == rule.knob; });
    if (rule.fragment != fragment || isChosen)
      continue;
    if (std::optional<std::string> reason = rule.suits(situation))
      knobs.push_back({rule.knob.str(), rule.value(situation), *reason});
  }
  return knobs;
}

/// The product of the sizes of `dims`; 0 where one is not known, or there are
/// none.
static int64_t findProduct(ArrayRef<std::pair<std::string, int64_t>> dims,
                           const StrategyFacts &facts) {
  int64_t product = dims.empty() ? 0 : 1;
  for (const auto &[name, size] : dims)
    product *= findSize(name, size, facts).value_or(0);
  return product;
}

/// What is known of a nest with elements of `bits`.
static Situation describeSituation(const NestFacts &nest, int64_t bits,
                                   const StrategyFacts &facts,
                                   const Target &target) {
  const auto *matrix = findMatrix(facts, nest.pattern, nest.part);
  int64_t lanes = std::max<int64_t>(target.vectorBits / bits, 1);
  int64_t innermost = findSize(nest.innermost, nest.size, facts).value_or(0);
  auto find = [&](const std::pair<std::string, int64_t> &dim) {
    return findSize(dim.first, dim.second, facts).value_or(0);
  };
  int64_t dense =
      nest.denseDims.empty() ? 1 : findProduct(nest.denseDims, facts);
  return {nest,
          matrix,
          getReadBytes(nest, facts),
          target,
          lanes,
          innermost,
          find(nest.productRows),
          find(nest.productColumns),
          find(nest.productSum),
          findProduct(nest.resultDims, facts),
          matrix ? matrix->elements * dense : 0};
}

/// Whether both go through the rows of one operand, so that one loop may do.
static bool haveEqualRows(const NestFacts &one, const NestFacts &other) {
  return one.isSparse && other.isSparse && one.pattern == other.pattern &&
         one.part == other.part && one.sliceRows == other.sliceRows;
}

/// Has nests over the same rows have the group of the one that does most.
static void shareGroups(MutableArrayRef<Situation> nests,
                        const StrategyFacts &facts) {
  auto estimate = [&](const Situation &situation) {
    bool isKnown = true;
    return estimateFlops(situation.nest, facts, situation.matrix, isKnown);
  };
  SmallVector<const Situation *> heaviest;
  for (const Situation &nest : nests) {
    heaviest.push_back(&nest);
    for (const Situation &other : nests)
      if (haveEqualRows(nest.nest, other.nest) &&
          estimate(other) > estimate(*heaviest.back()))
        heaviest.back() = &other;
  }
  for (auto [nest, other] : llvm::zip_equal(nests, heaviest)) {
    std::optional<GroupSize> group = chooseGroup(*other);
    if (&nest == other || !group)
      continue;
    nest.groupLanes = group->lanes;
    nest.groupNest = other->nest.name;
  }
}

/// Chooses for the nest of `situation`.
static ChosenNest chooseForNest(const Situation &situation,
                                const StrategyFacts &facts) {
  const NestFacts &nest = situation.nest;
  const Target &target = situation.target;
  bool isKnown = true;
  ChosenNest chosen{nest,
                    estimateFlops(nest, facts, situation.matrix, isKnown),
                    {nest.name, nest.part, nest.pattern, {}}};
  std::string dim = nest.innermost.empty() ? "" : " " + nest.innermost;
  for (const FragmentRule &rule : getFragmentRules()) {
    if (!rule.holds(nest, target))
      continue;
    bool isMain = !rule.schedule.empty();
    if (isMain && !chosen.main)
      chosen.main = &rule;
    std::string start = isMain ? "its innermost dimension" + dim + " " : "";
    chosen.strategy.fragments.push_back(
        {rule.fragment.str(), start + rule.reason.str(),
         chooseKnobs(rule.fragment, situation)});
  }
  assert(chosen.main && "a nest is a sum of some kind, or none");
  return chosen;
}

//===----------------------------------------------------------------------===//
// Several nests
//===----------------------------------------------------------------------===//

/// A nest of less than this share of the work of the heaviest one is not worth
/// code of its own.
static constexpr double kLeastShare = 0.02;

static const ChosenNest &findHeaviest(ArrayRef<ChosenNest> nests) {
  return *std::max_element(nests.begin(), nests.end(),
                           [](const ChosenNest &one, const ChosenNest &other) {
                             return one.flops < other.flops;
                           });
}

static bool haveEqualKnobs(const FragmentChoice &one,
                           const FragmentChoice &other) {
  return llvm::equal(one.knobs, other.knobs,
                     [](const KnobChoice &knob, const KnobChoice &same) {
                       return knob.knob == same.knob &&
                              knob.value == same.value;
                     });
}

/// Has `choice` have the knobs that `heavy` has of it.
static void follow(FragmentChoice &choice, const ChosenNest &heavy) {
  for (const FragmentChoice &other : heavy.strategy.fragments) {
    if (other.fragment != choice.fragment || haveEqualKnobs(choice, other))
      continue;
    choice.knobs = other.knobs;
    for (KnobChoice &knob : choice.knobs)
      knob.reason = "it does little beside " + heavy.describe();
  }
}

/// Has nests that do little have the knobs of the heaviest one, where they are
/// of its kind.
static void followHeaviest(MutableArrayRef<ChosenNest> nests) {
  const ChosenNest &heaviest = findHeaviest(nests);
  for (ChosenNest &nest : nests)
    if (nest.main == heaviest.main && nest.flops < kLeastShare * heaviest.flops)
      for (FragmentChoice &choice : nest.strategy.fragments)
        follow(choice, heaviest);
}

/// Has all nests have the knobs that one of them has of what changes all of the
/// module.
static void shareKnobs(MutableArrayRef<ChosenNest> nests,
                       const FragmentRule &rule) {
  auto find = [&](ChosenNest &nest) {
    return llvm::find_if(nest.strategy.fragments,
                         [&](const FragmentChoice &choice) {
                           return choice.fragment == rule.fragment;
                         });
  };
  for (ChosenNest &first : nests) {
    auto chosen = find(first);
    if (chosen == first.strategy.fragments.end() || chosen->knobs.empty())
      continue;
    for (ChosenNest &nest : nests)
      if (auto own = find(nest); own != nest.strategy.fragments.end())
        own->knobs = chosen->knobs;
    return;
  }
}

/// Names `strategy` by the nests that do most of the work: each at least a
/// tenth of what the heaviest one does.
static void nameStrategy(Strategy &strategy, ArrayRef<ChosenNest> nests) {
  const ChosenNest &first = findHeaviest(nests);
  const ChosenNest *other = llvm::find_if(nests, [&](const ChosenNest &nest) {
    return nest.flops >= first.flops / 10 && nest.main != first.main;
  });
  if (other != nests.end()) {
    strategy.schedule = kNestsSchedule.str();
    strategy.reason = first.describe() + " and " + other->describe() +
                      " ask for different fragments, and both have much to do";
    return;
  }
  strategy.schedule = first.main->schedule.str();
  const std::string &dim = first.facts.innermost;
  strategy.reason = "the innermost dimension" + (dim.empty() ? "" : " " + dim) +
                    " of nest '" + first.facts.name + "' " +
                    first.main->reason.str();
}

/// Whether a GPU's lanes have `nest` as a product: of several tiles of eight
/// rows, and columns that lie beside one another. Others they have as they have
/// other sums.
static bool isProductOfLanes(const NestFacts &nest) {
  constexpr int64_t tile = 8;
  int64_t rows = nest.productRows.second;
  return nest.isProduct && nest.hasColumnsBeside && !nest.isBatched &&
         (ShapedType::isDynamic(rows) || rows > tile);
}

Strategy spindle::chooseStrategy(func::FuncOp function,
                                 const StrategyFacts &facts,
                                 const Target &target) {
  Strategy strategy;
  strategy.reason = "there is no nest";
  int64_t bits = getElementBits(function);
  std::vector<NestFacts> nests = findNests(function);
  if (nests.empty())
    return strategy;
  SmallVector<Situation> situations;
  if (target.worker == WorkerKind::Block)
    for (NestFacts &nest : nests)
      nest.isProduct = isProductOfLanes(nest);
  for (const NestFacts &nest : nests)
    situations.push_back(describeSituation(nest, bits, facts, target));
  if (target.worker == WorkerKind::Block)
    shareGroups(situations, facts);
  std::vector<ChosenNest> chosen;
  for (const Situation &situation : situations)
    chosen.push_back(chooseForNest(situation, facts));
  followHeaviest(chosen);
  for (const FragmentRule &rule : getFragmentRules())
    if (rule.isOfModule)
      shareKnobs(chosen, rule);
  nameStrategy(strategy, chosen);
  strategy.flops = countFlops(nests, facts);
  for (ChosenNest &nest : chosen)
    strategy.nests.push_back(std::move(nest.strategy));
  return strategy;
}
