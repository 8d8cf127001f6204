//===- PlanOps.cpp - what plans of models are made of ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Plans/PlanOps.h"

#include "Spindle/Conversion/LinalgToSparse.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Plans/DivideWeight.h"
#include "Spindle/Plans/Plan.h"
#include "Spindle/Plans/RemovePruned.h"
#include "Spindle/Plans/RoundWidths.h"
#include "Spindle/Plans/StoreWeight.h"
#include "Spindle/Plans/WeightFormats.h"
#include "Spindle/TransformOps/ScheduleContext.h"
#include "Spindle/TransformOps/Targets.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;

/// The functions on builtin tensors that `handle` names or holds.
static SmallVector<Operation *> findModels(transform::TransformState &state,
                                           Value handle) {
  SmallVector<Operation *> models;
  for (Operation *target : state.getPayloadOps(handle))
    target->walk([&](func::FuncOp function) {
      if (isOnBuiltinTensors(function))
        models.push_back(function);
    });
  return models;
}

/// Applies `change`, which may refuse, to each model that `handle` names.
static DiagnosedSilenceableFailure
changeModels(transform::TransformOpInterface op, RewriterBase &rewriter,
             transform::TransformState &state, Value handle, StringRef action,
             bool whereLegal,
             function_ref<LogicalResult(func::FuncOp, std::string &)> change) {
  SmallVector<Operation *> models = findModels(state, handle), changed;
  if (models.empty() && !whereLegal)
    return emitSilenceableFailure(op.getOperation())
           << "expected a function on builtin tensors but got none";
  return applyToTargets(
      op, rewriter, models, action, whereLegal,
      [&](Operation *target, std::string &refusal) -> Made {
        if (failed(change(cast<func::FuncOp>(target), refusal)))
          return failure();
        return SmallVector<Operation *>{target};
      },
      changed);
}

//===----------------------------------------------------------------------===//
// RemovePrunedOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
RemovePrunedOp::applyStep(transform::TransformRewriter &rewriter,
                          transform::TransformResults &,
                          transform::TransformState &state) {
  return changeModels(*this, rewriter, state, getTarget(), "make smaller",
                      getWhereLegal(),
                      [](func::FuncOp function, std::string &refusal) {
                        return plans::removePruned(function, refusal);
                      });
}

//===----------------------------------------------------------------------===//
// StoreOp
//===----------------------------------------------------------------------===//

/// The format that `attr` is, or is the text of, for the argument called
/// `operand`.
static Attribute getFormat(Attribute attr, func::FuncOp function,
                           StringRef operand, std::string &refusal) {
  auto text = dyn_cast<StringAttr>(attr);
  if (!text)
    return attr;
  std::optional<unsigned> number =
      plans::findArgument(function, operand, refusal);
  if (!number)
    return {};
  auto type = cast<RankedTensorType>(function.getArgumentTypes()[*number]);
  return plans::readFormat(attr.getContext(), text, type.getRank(), refusal);
}

DiagnosedSilenceableFailure
StoreOp::applyStep(transform::TransformRewriter &rewriter,
                   transform::TransformResults &,
                   transform::TransformState &state) {
  ArrayRef<Attribute> params = state.getParams(getFormat());
  if (params.size() != 1)
    return emitDefiniteFailure()
           << "expected one format but got " << params.size();
  Attribute given = params.front();
  StringRef operand = getWeight();
  return changeModels(
      *this, rewriter, state, getTarget(), ("store '" + operand + "' of").str(),
      getWhereLegal(),
      [&](func::FuncOp function, std::string &refusal) -> LogicalResult {
        if (auto parts = dyn_cast<tesa::WidthAttr>(given))
          return plans::divideWeight(function, operand, parts, getKeepInputs(),
                                     refusal);
        Attribute format = ::getFormat(given, function, operand, refusal);
        return format ? plans::storeWeight(function, operand, format, refusal)
                      : failure();
      });
}

//===----------------------------------------------------------------------===//
// PlanOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
PlanOp::applyStep(transform::TransformRewriter &rewriter,
                  transform::TransformResults &,
                  transform::TransformState &state) {
  plans::PlanOptions options;
  options.machine = plans::describeMachine(spindle::getTarget(state));
  options.machine.workers = getThreads().value_or(options.machine.workers);
  options.removes = !getWhole();
  options.keepsInputs = getKeepInputs();
  return changeModels(
      *this, rewriter, state, getTarget(), "plan", /*whereLegal=*/false,
      [&](func::FuncOp function, std::string &refusal) -> LogicalResult {
        auto plan = plans::makePlan(function, options);
        if (!plan)
          refusal = llvm::toString(plan.takeError());
        return success(refusal.empty());
      });
}

//===----------------------------------------------------------------------===//
// CoverOp and StructureOp
//===----------------------------------------------------------------------===//

/// Sets `result`, a parameter of `op`, to the format that `find` gives for the
/// product by the weight `operand` of the only model that `handle` names.
static DiagnosedSilenceableFailure
setFormat(transform::TransformOpInterface op, transform::TransformState &state,
          transform::TransformResults &results, Value handle, OpResult result,
          StringRef operand,
          function_ref<std::string(const plans::WeightProduct &,
                                   const plans::WeightPattern &)>
              find) {
  SmallVector<Operation *> models = findModels(state, handle);
  if (models.size() != 1)
    return emitSilenceableFailure(op.getOperation())
           << "expected one function on builtin tensors but got "
           << models.size();
  auto function = cast<func::FuncOp>(models.front());
  std::string refusal;
  auto product = plans::findProduct(function, operand, refusal);
  if (!product)
    return refuse(op, function, "find a format in", refusal);
  std::string text = find(*product, plans::getPattern(function, *product));
  Attribute format = plans::readFormat(op.getContext(), text, 2, refusal);
  if (!format)
    return refuse(op, function, "find a format in", refusal);
  results.setParams(result, {format});
  return DiagnosedSilenceableFailure::success();
}

/// The blocks that `sizes` and `costs` say.
static SmallVector<plans::BlockSize> getBlocks(ArrayRef<int64_t> sizes,
                                               ArrayRef<double> costs) {
  SmallVector<plans::BlockSize> blocks;
  for (size_t block = 0; block < costs.size(); ++block)
    blocks.push_back({sizes[2 * block], sizes[2 * block + 1], costs[block]});
  return blocks;
}

LogicalResult CoverOp::verify() {
  ArrayRef<int64_t> sizes = getSizes();
  if (sizes.empty() || sizes.size() != 2 * getCosts().size())
    return emitOpError("expected a cost for each pair of sizes but got ")
           << getCosts().size() << " for " << sizes.size() << " sizes";
  for (auto [place, size] : llvm::enumerate(sizes))
    if (size < 1 || (place >= 2 && sizes[place - 2] % size != 0))
      return emitOpError("expected sizes of at least 1, each of which divides "
                         "the one before, but got ")
             << size << " for block " << place / 2;
  for (double cost : getCosts())
    if (!(cost > 0) || cost > 1e12)
      return emitOpError("expected costs above 0 and up to 1e12 but got ")
             << cost;
  return success();
}

DiagnosedSilenceableFailure
CoverOp::applyStep(transform::TransformRewriter &,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  SmallVector<plans::BlockSize> sizes = getBlocks(getSizes(), getCosts());
  return setFormat(
      *this, state, results, getTarget(), cast<OpResult>(getFormat()),
      getWeight(),
      [&](const plans::WeightProduct &product,
          const plans::WeightPattern &pattern) {
        double cells = double(pattern.outputs) * double(pattern.inputs);
        if (getDense() && getDense()->convertToDouble() * cells <=
                              plans::coverBlocks(pattern, sizes).cost)
          return plans::getDenseFormat();
        return plans::getCoverFormat(product.rowsAreOutputs, pattern, sizes);
      });
}

LogicalResult StructureOp::verify() {
  if (getN() < 1 || getN() > getM())
    return emitOpError("expected to keep 1 to ")
           << getM() << " of " << getM() << " but got " << getN();
  return success();
}

DiagnosedSilenceableFailure
StructureOp::applyStep(transform::TransformRewriter &,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  return setFormat(*this, state, results, getTarget(),
                   cast<OpResult>(getFormat()), getWeight(),
                   [&](const plans::WeightProduct &product,
                       const plans::WeightPattern &pattern) {
                     return plans::getStructuredFormat(product.rowsAreOutputs,
                                                       pattern, getN(), getM());
                   });
}

//===----------------------------------------------------------------------===//
// RoundWidthsOp
//===----------------------------------------------------------------------===//

LogicalResult RoundWidthsOp::verify() {
  constexpr size_t count = std::size(plans::kStoredWidths);
  if (auto costs = getCosts()) {
    if (costs->size() != count)
      return emitOpError("expected a cost for each of ")
             << count << " widths but got " << costs->size();
    for (double cost : *costs)
      if (!(cost > 0) || cost > 1e12)
        return emitOpError("expected costs above 0 and up to 1e12 but got ")
               << cost;
  }
  auto widths = getWidths();
  if (!widths)
    return success();
  bool isRising = widths->size() == 1 ||
                  (widths->size() == 2 && (*widths)[0] < (*widths)[1]);
  if (!isRising || !llvm::all_of(*widths, [](int64_t width) {
        return llvm::is_contained(plans::kStoredWidths, width);
      }))
    return emitOpError("expected one of the widths 4, 8, 16 and 32, or two "
                       "that rise, but got [")
           << *widths << "]";
  return success();
}

/// The way of `ways` that has `widths`, or the cheapest where they are open;
/// null, and why, where there is none.
static const plans::RoundedWidths *
chooseWay(ArrayRef<plans::RoundedWidths> ways,
          std::optional<ArrayRef<int64_t>> widths, std::string &refusal) {
  const plans::RoundedWidths *chosen = nullptr;
  for (const plans::RoundedWidths &way : ways)
    if (widths ? ArrayRef<int64_t>(way.widths) == *widths
               : !chosen || way.cost < chosen->cost)
      chosen = &way;
  if (chosen)
    return chosen;
  llvm::raw_string_ostream out(refusal);
  out << "expected widths that its elements are rounded to (";
  llvm::interleaveComma(ways, out, [&](const plans::RoundedWidths &way) {
    out << "[";
    llvm::interleaveComma(way.widths, out);
    out << "]";
  });
  out << ") but got [";
  llvm::interleaveComma(*widths, out);
  out << "]";
  return nullptr;
}

DiagnosedSilenceableFailure
RoundWidthsOp::applyStep(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results,
                         transform::TransformState &state) {
  SmallVector<Operation *> models = findModels(state, getTarget());
  if (models.size() != 1)
    return emitSilenceableFailure(getOperation())
           << "expected one function on builtin tensors but got "
           << models.size();
  auto function = cast<func::FuncOp>(models.front());
  std::string refusal,
      action = ("round widths of '" + getWeight() + "' of").str();
  auto ways = plans::roundWidths(
      function, getWeight(), getFormats().value_or(tesa::WidthAttr()),
      getCosts().value_or(plans::kWidthCosts), refusal);
  const plans::RoundedWidths *chosen =
      ways ? chooseWay(*ways, getWidths(), refusal) : nullptr;
  if (!chosen)
    return refuse(*this, function, action, refusal);
  results.setParams(cast<OpResult>(getRounded()), {chosen->formats});
  SmallVector<Attribute> told;
  for (const plans::RoundedWidths &way : *ways)
    told.push_back(rewriter.getF64FloatAttr(way.cost));
  results.setParams(cast<OpResult>(getTold()), told);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// The extension
//===----------------------------------------------------------------------===//

#define GET_OP_CLASSES
#include "Spindle/Plans/PlanOps.cpp.inc"

namespace {
/// The operations, and the dialects of what they make.
struct PlanExtension : transform::TransformDialectExtension<PlanExtension> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlanExtension)
  using Base::Base;

  void init() {
    declareGeneratedDialect<affine::AffineDialect>();
    declareGeneratedDialect<arith::ArithDialect>();
    declareGeneratedDialect<axis::AxisDialect>();
    declareGeneratedDialect<iter::IterDialect>();
    declareGeneratedDialect<linalg::LinalgDialect>();
    declareGeneratedDialect<math::MathDialect>();
    declareGeneratedDialect<scf::SCFDialect>();
    declareGeneratedDialect<sparse::SparseDialect>();
    declareGeneratedDialect<tensor::TensorDialect>();
    declareGeneratedDialect<tesa::TesaDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "Spindle/Plans/PlanOps.cpp.inc"
        >();
  }
};
} // namespace

void spindle::registerPlanOps(DialectRegistry &registry) {
  registry.addExtensions<PlanExtension>();
}
