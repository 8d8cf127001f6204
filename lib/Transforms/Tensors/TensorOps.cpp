//===- TensorOps.cpp - schedules of tensors -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Tensors/TensorOps.h"

#include "Spindle/TransformOps/Targets.h"
#include "Spindle/Transforms/Tensors/Decompose.h"
#include "Spindle/Transforms/Tensors/SpecializeSize.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;

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
SpecializeOp::applyStep(transform::TransformRewriter &rewriter,
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
DecomposeOp::applyStep(transform::TransformRewriter &rewriter,
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

#define GET_OP_CLASSES
#include "Spindle/Transforms/Tensors/TensorOps.cpp.inc"
