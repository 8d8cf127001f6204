//===- ModelPlan.cpp - how a model is computed ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/ModelPlan.h"

#include "BuiltinTensors.h"
#include "PlanMeasure.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Plans/DivideWeight.h"
#include "Spindle/Plans/RoundWidths.h"
#include "Spindle/Plans/StoreWeight.h"
#include "Spindle/Session/Failure.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;
using spindle::tesa::TesaDialect;

/// Says of the arguments called `names` that they are the same in each run.
static llvm::Error markWeights(func::FuncOp function,
                               llvm::ArrayRef<std::string> names) {
  std::string refusal;
  for (const std::string &name : names) {
    auto number = plans::findArgument(function, name, refusal);
    if (!number)
      return fail(refusal);
    plans::markWeight(function, *number);
  }
  return llvm::Error::success();
}

static llvm::Error storeWeights(func::FuncOp function,
                                llvm::ArrayRef<Assignment> formats) {
  std::string refusal;
  for (const Assignment &own : formats) {
    auto number = plans::findArgument(function, own.name, refusal);
    if (!number)
      return fail(refusal);
    auto type = cast<RankedTensorType>(function.getArgumentTypes()[*number]);
    Attribute format = plans::readFormat(function.getContext(), own.text,
                                         type.getRank(), refusal);
    if (!format ||
        failed(plans::storeWeight(function, own.name, format, refusal)))
      return ofOperand(fail(own.name + ": " + refusal), own.name);
  }
  return llvm::Error::success();
}

/// The formats of numbers of so many bits in a tensor of `type`.
static llvm::Expected<tesa::WidthAttr> getFormats(const NeededBits &needed,
                                                  RankedTensorType type) {
  MLIRContext *context = type.getContext();
  std::vector<int64_t> shape = type.getShape().vec();
  bool isOne = needed.shape.empty();
  if (!isOne && needed.shape != shape)
    return failExpected("bits for each element of " + needed.name +
                            ", of shape " + runtime::shapeText(shape),
                        "shape " + runtime::shapeText(needed.shape));
  SmallVector<Type> formats;
  Type own = type.getElementType();
  for (uint8_t bits : needed.bits)
    formats.push_back(
        bits < own.getIntOrFloatBitWidth()
            ? IntegerType::get(context, std::max<unsigned>(bits, 2),
                               IntegerType::Signed)
        : isa<FloatType>(own)
            ? own
            : IntegerType::get(context, own.getIntOrFloatBitWidth(),
                               IntegerType::Signed));
  return tesa::WidthAttr::get(
      context, shape, isOne ? shape : std::vector<int64_t>(shape.size(), 1),
      formats);
}

/// Says of weights how many bits their elements need. Errors: those of what is
/// no weight, and of bits that do not fit one.
static llvm::Error sayWidths(func::FuncOp function,
                             llvm::ArrayRef<NeededBits> widths) {
  std::string refusal;
  for (const NeededBits &needed : widths) {
    auto number = plans::findArgument(function, needed.name, refusal);
    if (!number)
      return ofOperand(fail(needed.name + ": " + refusal), needed.name);
    auto formats = getFormats(
        needed, cast<RankedTensorType>(function.getArgumentTypes()[*number]));
    if (!formats)
      return ofOperand(formats.takeError(), needed.name);
    function.setArgAttr(*number, TesaDialect::kWidthAttr, *formats);
    if (!plans::roundWidths(function, needed.name, {}, plans::kWidthCosts,
                            refusal))
      return ofOperand(fail(needed.name + ": " + refusal), needed.name);
  }
  return llvm::Error::success();
}

/// Stores weights in the widths that are the cheapest by their elements alone.
static llvm::Error roundWidths(func::FuncOp function,
                               const ModelPlanOptions &options) {
  std::string refusal;
  for (const NeededBits &needed : options.widths) {
    auto ways = plans::roundWidths(function, needed.name, {},
                                   plans::kWidthCosts, refusal);
    auto isCheaper = [](const auto &a, const auto &b) {
      return a.cost < b.cost;
    };
    if (!ways ||
        failed(plans::divideWeight(
            function, needed.name,
            std::min_element(ways->begin(), ways->end(), isCheaper)->formats,
            options.keepsInputs, refusal)))
      return ofOperand(fail(needed.name + ": " + refusal), needed.name);
  }
  return llvm::Error::success();
}

/// Chooses how `function` is computed.
static llvm::Expected<plans::Plan> planAll(func::FuncOp function,
                                           const ModelPlanOptions &options) {
  Options own;
  own.threads = options.threads;
  own.cache = options.cache;
  own.watcher = options.watcher;
  plans::PlanOptions planned;
  planned.machine =
      plans::describeMachine(llvm::cantFail(describeProcessor(own.cpu)));
  planned.measured = options.measured;
  planned.measure = getPlanMeasure(own);
  planned.keepsInputs = options.keepsInputs;
  auto plan = plans::makePlan(function, planned);
  if (!plan)
    return plan;
  for (const plans::WidthChoice &choice : plan->widths)
    if (!choice.refusal.empty() &&
        llvm::any_of(options.widths, [&](const NeededBits &needed) {
          return needed.name == choice.weight;
        }))
      return ofOperand(fail(choice.weight + ": " + choice.refusal),
                       choice.weight);
  return plan;
}

/// What is known of elements is of no use once it is planned by.
static void dropMasks(func::FuncOp function) {
  for (unsigned arg = 0; arg < function.getNumArguments(); ++arg)
    for (StringRef attr : {TesaDialect::kMaskAttr, TesaDialect::kConstantAttr,
                           TesaDialect::kWidthAttr, TesaDialect::kPartAttr})
      function.removeArgAttr(arg, attr);
}

llvm::Expected<ModelPlan> session::planModel(const Model &model,
                                             const ModelPlanOptions &options) {
  OwningOpRef<ModuleOp> copy = model.getModule().clone();
  func::FuncOp entry = model.getFunction();
  auto function = copy->lookupSymbol<func::FuncOp>(entry.getName());
  if (llvm::Error error = markWeights(function, options.weights))
    return std::move(error);
  if (llvm::Error error = narrowSums(*copy))
    return std::move(error);
  if (llvm::Error error = sayWidths(function, options.widths))
    return std::move(error);
  if (!options.isAuto)
    if (llvm::Error error = roundWidths(function, options))
      return std::move(error);
  if (llvm::Error error = storeWeights(function, options.formats))
    return std::move(error);
  ModelPlan made;
  if (options.isAuto) {
    auto plan = planAll(function, options);
    if (!plan)
      return plan.takeError();
    made.plan = std::move(*plan);
  }
  made.divided = listDivided(*copy);
  dropMasks(function);
  made.kept = listKept(*copy);
  llvm::raw_string_ostream out(made.text);
  copy->print(out);
  out << "\n";
  return std::move(made);
}

std::string session::printWide(const Model &model) {
  return printWide(model.getFunction());
}
