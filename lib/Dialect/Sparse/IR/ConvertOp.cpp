//===- ConvertOp.cpp - changes of the format ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOps.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle::sparse;

/// The tensor that a chain of conversions goes back to would be freed by its
/// last user: it may only be given on where nobody else has it.
OpFoldResult ConvertOp::fold(FoldAdaptor) {
  bool isOwned = getTensor().getDefiningOp<ConvertOp>() != nullptr;
  if (isOwned && getTensor().hasOneUse() &&
      getTensor().getType() == getResult().getType())
    return getTensor();
  return {};
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// (C2) The type of the result.
static LogicalResult verifyResult(ConvertOp op) {
  auto from = cast<AnyTensorType>(op.getTensor().getType());
  auto to = cast<AnyTensorType>(op.getResult().getType());
  if (from.getRank() != to.getRank())
    return op.emitOpError("(C2) expected a result of rank ")
           << from.getRank() << " but got " << to.getRank();
  if (from.getElementType() != to.getElementType())
    return op.emitOpError("(C2) expected a result with elements of ")
           << from.getElementType() << " but got " << to.getElementType();
  for (int64_t dim = 0; dim < to.getRank(); ++dim) {
    int64_t known = from.getDimSize(dim), size = to.getDimSize(dim);
    if (size == known || ShapedType::isDynamic(size))
      continue;
    InFlightDiagnostic diag = op.emitOpError("(C2) expected dimension ")
                              << dim << " of the result to have size ";
    return (ShapedType::isDynamic(known) ? diag << "?"
                                         : diag << known << " or ?")
           << " but got " << size;
  }
  return success();
}

/// (C4) The first operation of `function` that computes on elements; null where
/// there is none.
static Operation *findComputation(FunctionOpInterface function) {
  Operation *found = nullptr;
  function->walk([&](Operation *op) {
    if (!isa<GenericOp, spindle::iter::NestOp>(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// (C5) What the function returns, by the end of its first block.
static LogicalResult verifyReturned(ConvertOp op) {
  llvm::SmallDenseSet<Value> returned;
  Operation &end = op->getBlock()->back();
  if (!end.hasTrait<OpTrait::ReturnLike>())
    return success();
  for (auto [index, value] : llvm::enumerate(end.getOperands())) {
    bool isMade = value.getDefiningOp<ConvertOp>() != nullptr;
    if (isMade && returned.insert(value).second)
      continue;
    InFlightDiagnostic diag =
        isMade ? op.emitOpError("(C5) expected the function to return each "
                                "tensor once")
               : op.emitOpError("(C5) expected the function to return tensors "
                                "that 'sparse.convert' makes");
    diag.attachNote(end.getLoc()) << "see result " << index;
    return diag;
  }
  return success();
}

LogicalResult ConvertOp::verify() {
  bool isMade = getTensor().getDefiningOp<ConvertOp>() != nullptr;
  if (!isMade &&
      !(isKnownTensor(getTensor()) && getStructureOwner(getTensor()))) // (C1)
    return emitOpError("(C1) expected the tensor to be an argument of a "
                       "function, of a structure that is known, or made by "
                       "'sparse.convert', 'sparse.with_values' or "
                       "'sparse.compose'");
  if (failed(verifyResult(*this))) // (C2)
    return failure();
  auto function = dyn_cast<FunctionOpInterface>((*this)->getParentOp()); // (C3)
  if (!function || !(*this)->getBlock()->isEntryBlock() ||
      function.getNumResults() == 0 ||
      !llvm::all_of(function.getResultTypes(), llvm::IsaPred<AnyTensorType>))
    return emitOpError("(C3) expected to stand in the first block of a "
                       "function that returns tensors and nothing else");
  if (Operation *computation = findComputation(function)) { // (C4)
    InFlightDiagnostic diag =
        emitOpError("(C4) expected a function without nests and generic "
                    "operations");
    diag.attachNote(computation->getLoc()) << "here is one";
    return diag;
  }
  return verifyReturned(*this); // (C5)
}
