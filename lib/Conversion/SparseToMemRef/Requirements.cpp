//===- Requirements.cpp - what the lowering requires ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Requirements.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::axis;
using namespace spindle::sparse;

bool spindle::isAxisOrSparseOp(Operation *op) {
  return isa_and_nonnull<AxisDialect, SparseDialect>(op->getDialect());
}

/// Whether `op` is given or gives a value of one of `Types`, or has a block
/// with such an argument.
template <typename... Types> static bool mentions(Operation *op) {
  auto any = [](TypeRange types) {
    return llvm::any_of(types, llvm::IsaPred<Types...>);
  };
  if (any(op->getOperandTypes()) || any(op->getResultTypes()))
    return true;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (any(block.getArgumentTypes()))
        return true;
  return false;
}

/// Whether `op` names elements or places as coordinate space does.
static bool isInCoordinateSpace(Operation *op) {
  auto form = TypeSwitch<Operation *, AccessForm>(op)
                  .Case<LoadOp, StoreOp, AccumulateOp>(
                      [](auto access) { return access.getForm(); })
                  .Default(AccessForm::Direct);
  return form == AccessForm::LookUp || isa<spindle::iter::NestOp>(op) ||
         mentions<SiteType>(op);
}

/// Reports a buffer that has no memory, or a fill of one with cells that are
/// not elements.
static LogicalResult checkBuffer(Operation *op) {
  if (isa<SplatOp>(op) && !op->use_empty())
    return op->emitError(
        "expected no uses of splats: run 'convert-iter-to-scf' first");
  auto fill = dyn_cast<FillOp>(op);
  // The verifier has seen to the layout.
  if (fill && sparse::mayLackElements(*sparse::getLayout(fill.getBuffer())))
    return op->emitError("expected a fill of a buffer that has all its cells: "
                         "run 'convert-iter-to-scf' first");
  return success();
}

static LogicalResult checkOp(Operation *op) {
  if (mentions<SparseTensorType>(op) || mentions<CompositeTensorType>(op))
    return op->emitError(
        "expected no tensors: run 'spindle-expand-tensors' first");
  if (isInCoordinateSpace(op))
    return op->emitError("expected no nests, sites and look-ups: run "
                         "'convert-iter-to-scf' first");
  if (!isAxisOrSparseOp(op) && mentions<AxisType, BufferType>(op))
    return op->emitError("expected axes and buffers to be used by operations "
                         "of axis and sparse alone but got '")
           << op->getName() << "'";
  return checkBuffer(op);
}

LogicalResult spindle::checkRequirements(FunctionOpInterface function) {
  WalkResult result = function.walk<WalkOrder::PreOrder>([](Operation *op) {
    return failed(checkOp(op)) ? WalkResult::interrupt()
                               : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
