//===- ChooseWidths.cpp - widths of weights by costs ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With f_W the seconds of the best way to store W in which the other factor X
// stays what it is, b_W those of the best in which X becomes bytes, and r those
// of rounding X, all weights that X is multiplied by take the lesser of
//
//     sum f_W          and          r + sum min(f_W, b_W)
//
//===----------------------------------------------------------------------===//

#include "ChooseWidths.h"

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Plans/DivideWeight.h"
#include "Spindle/Plans/RoundWidths.h"
#include "Spindle/Plans/WeightFormats.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::plans;
using spindle::tesa::TesaDialect;
using spindle::tesa::WidthAttr;

namespace {
/// A weight whose widths are open.
struct OpenWeight {
  WeightProduct product;
  WidthChoice choice;
  /// The formats of each way; null for elements as they are.
  SmallVector<WidthAttr> formats;
  /// What each takes for sure.
  SmallVector<double> scores;

  /// The best way, of those that leave inputs as they are, or of all.
  size_t findBest(bool mayRound) const;
};

/// Ranks ways to store one weight.
class WayRanking {
public:
  WayRanking(func::FuncOp function, const WeightProduct &product,
             const PlanOptions &options)
      : function(function), product(product), options(options),
        own(getElementTypeOrSelf(
            function.getArgumentTypes()[product.argument])) {}

  llvm::Expected<OpenWeight> rank();

private:
  llvm::Error add(OpenWeight &weight, WidthAttr formats);
  WeightProduct describePart(Type format, Way &way) const;

  func::FuncOp function;
  const WeightProduct &product;
  const PlanOptions &options;
  Type own;
};
} // namespace

size_t OpenWeight::findBest(bool mayRound) const {
  size_t best = 0;
  for (size_t way = 1; way < scores.size(); ++way)
    if ((mayRound || !choice.ways[way].roundsInputs) &&
        scores[way] < scores[best])
      best = way;
  return best;
}

//===----------------------------------------------------------------------===//
// Ways
//===----------------------------------------------------------------------===//

/// What the elements of `format` of a weight of `own` are stored as.
static std::string getTypeName(Type format, Type own) {
  std::string name;
  llvm::raw_string_ostream out(name);
  if (format.isSignedInteger())
    out << "i" << format.getIntOrFloatBitWidth();
  else
    out << format;
  return name;
}

/// The product by the part of `product` in `format`.
WeightProduct WayRanking::describePart(Type format, Way &way) const {
  WeightProduct part = product;
  way.types.push_back(getTypeName(format, own));
  part.name = product.name + "_" + way.types.back();
  part.weightBits = format.getIntOrFloatBitWidth();
  bool areBytes = isa<IntegerType>(format) && part.weightBits <= 8;
  if (isa<IntegerType>(own)) {
    Type other = part.other ? getElementTypeOrSelf(part.other) : own;
    bool isByte = isa<IntegerType>(other) && other.getIntOrFloatBitWidth() <= 8;
    part.isOfBytes = areBytes && isByte;
    part.elementBytes = part.isOfBytes ? 1 : part.elementBytes;
  } else if (areBytes && !options.keepsInputs) {
    part.isOfBytes = way.roundsInputs = true;
    part.elementBytes = 1;
  }
  return part;
}

/// What products by `part` take, even if the estimate is off.
static double getScore(const ProductPlan &part) {
  const Candidate &choice = part.getChoice();
  return choice.measured.value_or(choice.seconds * choice.uncertainty);
}

/// Ranks the way with parts in the formats of `formats`.
llvm::Error WayRanking::add(OpenWeight &weight, WidthAttr formats) {
  auto mask = function.getArgAttrOfType<tesa::MaskAttr>(product.argument,
                                                        TesaDialect::kMaskAttr);
  Mask kept =
      mask ? mask.getMask() : Mask::all(MaskSizes(formats.getShape().vec()));
  llvm::SetVector<Type> each(formats.getFormats().begin(),
                             formats.getFormats().end());
  Way way;
  double score = 0;
  for (Type format : each) {
    std::vector<uint8_t> cells;
    for (Type other : formats.getFormats())
      cells.push_back(other == format);
    Mask own = Mask::ofCells(formats.getShape().vec(), formats.getBlock().vec(),
                             std::move(cells)) &
               kept;
    if (own.isNone() && each.size() > 1)
      continue;
    WeightProduct part = describePart(format, way);
    auto planned = planProduct(part, getPattern(own, part), options);
    if (!planned)
      return planned.takeError();
    score += getScore(*planned);
    way.parts.push_back(std::move(*planned));
  }
  weight.choice.ways.push_back(std::move(way));
  weight.formats.push_back(formats);
  weight.scores.push_back(score);
  return llvm::Error::success();
}

llvm::Expected<OpenWeight> WayRanking::rank() {
  OpenWeight weight;
  weight.product = product;
  weight.choice.weight = product.name;
  auto whole = planProduct(product, getPattern(function, product), options);
  if (!whole)
    return whole.takeError();
  Way asItIs;
  asItIs.types.push_back(getTypeName(own, own));
  asItIs.parts.push_back(std::move(*whole));
  weight.scores.push_back(asItIs.getSeconds());
  weight.choice.ways.push_back(std::move(asItIs));
  weight.formats.push_back({});
  auto ways = roundWidths(function, product.name, {}, kWidthCosts,
                          weight.choice.refusal);
  for (const RoundedWidths &way : ways ? *ways : SmallVector<RoundedWidths>())
    if (way.widths.front() < 32)
      if (llvm::Error error = add(weight, way.formats))
        return std::move(error);
  return weight;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Why `weight` has the way that it has.
static std::string explain(const OpenWeight &weight) {
  const WidthChoice &choice = weight.choice;
  if (!choice.refusal.empty())
    return "its elements cannot be rounded: " + choice.refusal;
  if (isShort(choice.ways.front().getSeconds()))
    return "a run is too short for widths to matter";
  if (choice.choice == 0)
    return "no fewer bits are surely faster";
  return choice.ways[choice.choice].roundsInputs
             ? "it is surely faster, even with inputs that are rounded"
             : "it is surely faster";
}

/// Chooses for `weights`, which one factor is multiplied by.
static void chooseTogether(ArrayRef<OpenWeight *> weights,
                           const PlanOptions &options) {
  const WeightProduct &product = weights.front()->product;
  advisor::Estimate rounding =
      advisor::estimateRounding(product.inputs, findWork(product, options));
  double kept = 0, rounded = rounding.seconds * rounding.uncertainty;
  for (OpenWeight *weight : weights) {
    kept += weight->scores[weight->findBest(/*mayRound=*/false)];
    rounded += weight->scores[weight->findBest(/*mayRound=*/true)];
    weight->choice.roundingSeconds = rounding.seconds;
  }
  for (OpenWeight *weight : weights)
    if (!isShort(weight->choice.ways.front().getSeconds()))
      weight->choice.choice = weight->findBest(rounded < kept);
}

/// The weights of `weights` by what they are multiplied by.
static SmallVector<SmallVector<OpenWeight *>>
groupByFactor(MutableArrayRef<OpenWeight> weights) {
  llvm::MapVector<Value, SmallVector<OpenWeight *>> groups;
  SmallVector<SmallVector<OpenWeight *>> listed;
  for (OpenWeight &weight : weights)
    groups[weight.product.other].push_back(&weight);
  for (auto &[factor, group] : groups)
    listed.push_back(std::move(group));
  return listed;
}

llvm::Error plans::chooseWidths(func::FuncOp function,
                                ArrayRef<WeightProduct> products,
                                const PlanOptions &options, Plan &plan) {
  std::vector<OpenWeight> weights;
  for (const WeightProduct &product : products) {
    if (!function.getArgAttr(product.argument, TesaDialect::kWidthAttr) ||
        function.getArgAttr(product.argument, TesaDialect::kPartAttr))
      continue;
    auto weight = WayRanking(function, product, options).rank();
    if (!weight)
      return weight.takeError();
    weights.push_back(std::move(*weight));
  }
  for (const auto &group : groupByFactor(weights))
    chooseTogether(group, options);
  llvm::SmallDenseSet<Value> rounded;
  for (OpenWeight &weight : weights) {
    WidthChoice &choice = weight.choice;
    WidthAttr formats = weight.formats[choice.choice];
    if (formats && failed(divideWeight(function, choice.weight, formats,
                                       options.keepsInputs, choice.refusal)))
      choice.choice = 0;
    choice.reason = explain(weight);
    if (choice.ways[choice.choice].roundsInputs &&
        rounded.insert(weight.product.other).second)
      plan.roundingSeconds += choice.roundingSeconds;
    plan.widths.push_back(std::move(choice));
  }
  return llvm::Error::success();
}

const ProductPlan *plans::findPart(const Plan &plan, StringRef name) {
  for (const WidthChoice &choice : plan.widths)
    for (const ProductPlan &part : choice.ways[choice.choice].parts)
      if (part.weight == name)
        return &part;
  return nullptr;
}
