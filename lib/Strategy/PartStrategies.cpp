//===- PartStrategies.cpp - schedules for parts of tensors ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartStrategies.h"

#include "Spindle/Conversion/Passes.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace spindle;

/// A part of less than this share of the work of the heaviest one is not worth
/// code of its own.
static constexpr double kLeastShare = 0.02;

/// The nests that parts become, by the lowering itself in a copy.
static SmallVector<ShapedNest> findNests(func::FuncOp function) {
  auto isComposite = llvm::IsaPred<sparse::CompositeTensorType>;
  if (llvm::none_of(function.getArgumentTypes(), isComposite))
    return {};
  OwningOpRef<ModuleOp> copy = ModuleOp::create(function.getLoc());
  auto own = cast<func::FuncOp>(function->clone());
  copy->push_back(own);
  PassManager pm(function.getContext());
  pm.addNestedPass<func::FuncOp>(createConvertGenericToIterPass());
  if (failed(pm.run(*copy)))
    return {};
  return findShapes(own);
}

/// What is known, with the part of `nest` instead of the whole matrix.
static StrategyFacts getOwnFacts(const ShapedNest &nest,
                                 const StrategyFacts &facts) {
  StrategyFacts own = facts;
  if (!facts.parts.empty())
    own.matrix = *nest.part < facts.parts.size() ? facts.parts[*nest.part]
                                                 : std::nullopt;
  return own;
}

static bool areEqual(ArrayRef<KnobChoice> first, ArrayRef<KnobChoice> second) {
  return llvm::equal(first, second, [](const auto &one, const auto &other) {
    return one.knob == other.knob && one.value == other.value;
  });
}

namespace {
/// The nests over parts, and what is chosen for them.
struct PartChoices {
  SmallVector<NestStrategy> nests;
  /// Operations of each on floats, as far as they are known.
  SmallVector<double> flops;

  void add(const ShapedNest &nest, const Strategy &chosen);
  void followHeaviest();
  bool areAlike() const;
};
} // namespace

void PartChoices::add(const ShapedNest &nest, const Strategy &chosen) {
  nests.push_back(
      {nest.name, *nest.part, chosen.schedule, chosen.reason, chosen.knobs});
  flops.push_back(chosen.flops);
}

/// Has nests that do little go with the heaviest one of their schedule.
void PartChoices::followHeaviest() {
  size_t heaviest = llvm::max_element(flops) - flops.begin();
  for (auto [nest, work] : llvm::zip_equal(nests, flops))
    if (work < kLeastShare * flops[heaviest] &&
        nest.schedule == nests[heaviest].schedule &&
        !areEqual(nest.knobs, nests[heaviest].knobs)) {
      nest.knobs = nests[heaviest].knobs;
      for (KnobChoice &knob : nest.knobs)
        knob.reason = "it does little beside part " +
                      std::to_string(nests[heaviest].part);
    }
}

/// Whether one schedule, with one set of knobs, is right for all.
bool PartChoices::areAlike() const {
  return llvm::all_of(nests, [&](const NestStrategy &nest) {
    return nest.schedule == nests.front().schedule &&
           areEqual(nest.knobs, nests.front().knobs);
  });
}

/// Whether `nest` is one of the heaviest of those of `nests` over its part.
static bool isHeavy(const ShapedNest &nest, ArrayRef<ShapedNest> nests,
                    const StrategyFacts &facts, FindHeaviest findHeaviest) {
  SmallVector<ShapedNest> ofPart;
  llvm::copy_if(
      nests, std::back_inserter(ofPart),
      [&](const ShapedNest &other) { return other.part == nest.part; });
  return llvm::any_of(
      findHeaviest(ofPart, getOwnFacts(nest, facts)),
      [&](const ShapedNest *heavy) { return heavy->name == nest.name; });
}

std::optional<Strategy> spindle::chooseForParts(func::FuncOp function,
                                                const StrategyFacts &facts,
                                                const Strategy &whole,
                                                ChooseForNest choose,
                                                FindHeaviest findHeaviest) {
  PartChoices choices;
  SmallVector<ShapedNest> nests = findNests(function);
  for (const ShapedNest &nest : nests) {
    if (!nest.part)
      return std::nullopt;
    if (!isHeavy(nest, nests, facts, findHeaviest))
      continue;
    Strategy own = choose(nest, getOwnFacts(nest, facts));
    if (own.schedule.empty() || own.schedule == "cpu")
      return std::nullopt;
    choices.add(nest, own);
  }
  if (choices.nests.empty())
    return std::nullopt;
  choices.followHeaviest();
  Strategy strategy;
  strategy.flops = whole.flops;
  strategy.nests = choices.nests;
  const NestStrategy &first = choices.nests.front();
  if (choices.areAlike()) {
    strategy.schedule = first.schedule;
    strategy.reason = first.reason;
    strategy.knobs = first.knobs;
    return strategy;
  }
  strategy.schedule = kPartsSchedule.str();
  strategy.reason = "parts of the tensor ask for different things";
  return strategy;
}
