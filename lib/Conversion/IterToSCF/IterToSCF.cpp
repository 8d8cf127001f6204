//===- IterToSCF.cpp - from nests to loops over positions -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "NestLowering.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTITERTOSCFPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using spindle::axis::SiteType;
using spindle::iter::NestOp;

/// Reports the first operation that is given a site and is not known to turn
/// it into a position.
static LogicalResult checkSites(FunctionOpInterface function) {
  WalkResult result = function.walk([&](Operation *op) {
    if (isLowered(op))
      return WalkResult::advance();
    if (llvm::none_of(op->getOperandTypes(), llvm::IsaPred<SiteType>))
      return WalkResult::advance();
    op->emitError("expected sites to be used by operations of axis, sparse and "
                  "iter alone but got '")
        << op->getName() << "'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Moves what bodies of nests allocate on the stack, if it is of static size,
/// before the nests: in a loop it would be allocated again for every element,
/// and freed when the function returns.
static void hoistAllocas(FunctionOpInterface function) {
  function.walk([](memref::AllocaOp op) {
    Operation *nest = nullptr;
    for (Operation *parent = op->getParentOp();
         parent && !parent->hasTrait<OpTrait::AutomaticAllocationScope>();
         parent = parent->getParentOp())
      if (isa<NestOp>(parent))
        nest = parent;
    if (nest && op->getNumOperands() == 0)
      op->moveBefore(nest);
  });
}

/// Erases the splats that no access is left of: they have no memory.
static void eraseSplats(FunctionOpInterface function) {
  function.walk([](sparse::SplatOp op) {
    if (op->use_empty())
      op->erase();
  });
}

/// Erases promises, which what comes before has made use of; gives whether
/// there were some.
static bool erasePromises(FunctionOpInterface function) {
  SmallVector<sparse::ExpectRangeOp> promises;
  function.walk([&](sparse::ExpectRangeOp op) { promises.push_back(op); });
  for (sparse::ExpectRangeOp op : promises)
    op.erase();
  return !promises.empty();
}

namespace {
struct ConvertIterToSCFPass
    : spindle::impl::ConvertIterToSCFPassBase<ConvertIterToSCFPass> {
  using ConvertIterToSCFPassBase::ConvertIterToSCFPassBase;

  void runOnOperation() override {
    FunctionOpInterface function = getOperation();
    if (failed(checkSites(function)))
      return signalPassFailure();
    auto find = [](Operation *op) {
      return isLowered(op) ? WalkResult::interrupt() : WalkResult::advance();
    };
    bool isChanged = erasePromises(function);
    if (!function.walk(find).wasInterrupted()) {
      if (!isChanged)
        markAllAnalysesPreserved();
      return;
    }
    hoistAllocas(function);
    NestLowering lowering(&getContext(), strict);
    lowering.run(function.getFunctionBody());
    eraseSplats(function);
  }
};
} // namespace
