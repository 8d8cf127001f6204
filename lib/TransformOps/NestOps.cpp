//===- NestOps.cpp - schedules of coordinate space ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/TransformOps/NestOps.h"

#include "Spindle/Dialect/Iter/Transforms/FuseNest.h"
#include "Spindle/Dialect/Iter/Transforms/ReorderNest.h"
#include "Spindle/Dialect/Sparse/Transforms/Decompose.h"
#include "Spindle/Dialect/Sparse/Transforms/SpecializeSize.h"
#include "Targets.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;

namespace {
/// The nests that a handle names, while a primitive changes them in place.
struct NestTargets {
  transform::TransformOpInterface op;
  SmallVector<Operation *> nests;
  /// What stands in the way of the last of them; null for no operation.
  Operation *obstacle = nullptr;

  /// Applies a primitive to each, what is inside of another one first.
  DiagnosedSilenceableFailure
  apply(StringRef action, bool whereLegal,
        function_ref<LogicalResult(iter::NestOp, std::string &)> primitive);
};
} // namespace

DiagnosedSilenceableFailure NestTargets::apply(
    StringRef action, bool whereLegal,
    function_ref<LogicalResult(iter::NestOp, std::string &)> primitive) {
  for (Operation *nest : nests)
    if (!isa<iter::NestOp>(nest))
      return emitDefiniteFailure(op.getOperation())
             << "expected nests but got '" << nest->getName() << "'";
  for (Operation *nest : llvm::reverse(nests)) {
    std::string refusal;
    obstacle = nullptr;
    if (succeeded(primitive(cast<iter::NestOp>(nest), refusal)) || whereLegal)
      continue;
    DiagnosedSilenceableFailure failure = refuse(op, nest, action, refusal);
    if (obstacle)
      failure.attachNote(obstacle->getLoc()) << "this stands in the way";
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

/// The words of `list`.
static SmallVector<StringRef> getWords(ArrayAttr list) {
  return llvm::to_vector(list.getAsValueRange<StringAttr>());
}

//===----------------------------------------------------------------------===//
// SpecializeOp
//===----------------------------------------------------------------------===//

/// The functions of `targets`, themselves or in modules, which are called
/// `name` where one is given.
static SmallVector<Operation *> getFunctions(ArrayRef<Operation *> targets,
                                             std::optional<StringRef> name) {
  SmallVector<Operation *> functions;
  for (Operation *target : targets)
    target->walk([&](func::FuncOp function) {
      if (name ? function.getName() == *name
               : sparse::takesTensors(function) || function == target)
        functions.push_back(function);
    });
  return functions;
}

DiagnosedSilenceableFailure
SpecializeOp::apply(transform::TransformRewriter &rewriter,
                    transform::TransformResults &,
                    transform::TransformState &state) {
  sparse::SpecializeOptions options{getDim(), 0};
  DiagnosedSilenceableFailure read =
      readParam(*this, state, getSize(), "size", 0, 0, options.size);
  if (!read.succeeded())
    return read;
  SmallVector<Operation *> targets(state.getPayloadOps(getTarget())), changed;
  SmallVector<Operation *> functions = getFunctions(targets, getFunction());
  if (functions.empty() && !getWhereLegal())
    return emitSilenceableError()
           << (getFunction()
                   ? "expected a function called '" + *getFunction() + "'"
                   : "expected a function that takes tensors");
  return applyToTargets(
      *this, rewriter, functions, "specialize", getWhereLegal(),
      [&](Operation *target,
          std::string &refusal) -> FailureOr<SmallVector<Operation *>> {
        if (failed(sparse::specializeSize(rewriter, cast<func::FuncOp>(target),
                                          options, refusal)))
          return failure();
        return SmallVector<Operation *>{target};
      },
      changed);
}

//===----------------------------------------------------------------------===//
// DecomposeOp
//===----------------------------------------------------------------------===//

/// The composite format that `attr` is, or is the text of, for the tensor
/// called `operand` of the first of `functions`; null after `emitError`.
static sparse::CompositeAttr
readFormat(Attribute attr, StringRef operand, ArrayRef<Operation *> functions,
           function_ref<InFlightDiagnostic()> emitError) {
  auto text = dyn_cast<StringAttr>(attr);
  if (text && !functions.empty()) {
    int64_t rank =
        sparse::getTensorRank(cast<func::FuncOp>(functions.front()), operand);
    attr = sparse::parseAnyFormatName(text, rank, text.getContext(), emitError);
    if (!attr)
      return {};
  }
  auto format = dyn_cast<sparse::CompositeAttr>(attr);
  if (!format)
    emitError() << "expected a composite format but got " << attr;
  return format;
}

DiagnosedSilenceableFailure
DecomposeOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &,
                   transform::TransformState &state) {
  SmallVector<Operation *> targets(state.getPayloadOps(getTarget())), changed;
  SmallVector<Operation *> functions = getFunctions(targets, getFunction());
  // Of a whole module those that the tensor is an operand of.
  if (!getFunction())
    llvm::erase_if(functions, [&](Operation *function) {
      return !llvm::is_contained(targets, function) &&
             !sparse::takesTensor(cast<func::FuncOp>(function), getOperand());
    });
  if (functions.empty())
    return getWhereLegal() ? DiagnosedSilenceableFailure::success()
                           : emitSilenceableError()
                                 << "expected a function that takes a tensor '"
                                 << getOperand() << "' but got none";
  ArrayRef<Attribute> params = state.getParams(getFormat());
  if (params.size() != 1)
    return emitDefiniteFailure()
           << "expected one format but got " << params.size();
  sparse::CompositeAttr format = readFormat(
      params.front(), getOperand(), functions, [&] { return emitError(); });
  if (!format)
    return DiagnosedSilenceableFailure::definiteFailure();
  sparse::DecomposeOptions options{getOperand(), format, getConverter()};
  return applyToTargets(
      *this, rewriter, functions, "decompose", getWhereLegal(),
      [&](Operation *target,
          std::string &refusal) -> FailureOr<SmallVector<Operation *>> {
        if (failed(sparse::decompose(rewriter, cast<func::FuncOp>(target),
                                     options, refusal)))
          return failure();
        return SmallVector<Operation *>{target};
      },
      changed);
}

//===----------------------------------------------------------------------===//
// ReorderOp
//===----------------------------------------------------------------------===//

LogicalResult ReorderOp::verify() {
  if (getOrder().has_value() == getReductionsLast())
    return emitOpError("expected either 'order' or 'reductions_last'");
  if (getOrder() && getOrder()->empty())
    return emitOpError("expected the names of dimensions after 'order'");
  return success();
}

DiagnosedSilenceableFailure
ReorderOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &,
                 transform::TransformState &state) {
  iter::ReorderOptions options;
  if (getOrder())
    options.order = getWords(*getOrder());
  options.reassociate = getReassociate();
  NestTargets targets{*this, llvm::to_vector(state.getPayloadOps(getTarget()))};
  options.onObstacle = [&](Operation *op) { targets.obstacle = op; };
  return targets.apply(
      "reorder", getWhereLegal(), [&](iter::NestOp nest, std::string &refusal) {
        return iter::reorderNest(rewriter, nest, options, refusal);
      });
}

//===----------------------------------------------------------------------===//
// FuseOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
FuseOp::apply(transform::TransformRewriter &rewriter,
              transform::TransformResults &, transform::TransformState &state) {
  iter::FuseOptions options{getWords(getDims())};
  NestTargets targets{*this, llvm::to_vector(state.getPayloadOps(getTarget()))};
  return targets.apply("fuse dimensions of", getWhereLegal(),
                       [&](iter::NestOp nest, std::string &refusal) {
                         return iter::fuseNest(rewriter, nest, options,
                                               refusal);
                       });
}

#define GET_OP_CLASSES
#include "Spindle/TransformOps/NestOps.cpp.inc"
