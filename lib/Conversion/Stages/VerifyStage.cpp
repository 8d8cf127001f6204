//===- VerifyStage.cpp - what is legal in which stage ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_VERIFYSTAGEPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

namespace {
/// One row of the table: what a stage allows. The row's `dialects` are legal,
/// and those of kCommon where it is `common`, but for the operations in
/// `except`.
struct Stage {
  StringRef name;
  bool common;
  ArrayRef<StringRef> dialects;
  ArrayRef<StringRef> except;
  /// Whether types of these may be seen.
  bool tensors, sites, axes;
};
} // namespace

static constexpr StringRef kCommon[] = {
    "builtin", "func",   "arith", "math", "complex",
    "memref",  "affine", "index", "ub",   "transform"};
static constexpr StringRef kCoordinates[] = {"axis", "sparse", "iter", "scf"};
static constexpr StringRef kPositions[] = {"axis", "sparse", "iter", "scf"};
static constexpr StringRef kLoops[] = {
    "scf",   "cf",  "vector", "x86vector", "gpu",          "iter",
    "nvgpu", "omp", "llvm",   "linalg",    "bufferization"};
static constexpr StringRef kLLVM[] = {"builtin", "llvm", "nvvm", "rocdl",
                                      "omp"};

static constexpr StringRef kCasts[] = {"builtin.unrealized_conversion_cast"};
static constexpr StringRef kNests[] = {"iter.nest", "iter.yield",
                                       "sparse.expect_range"};

static const Stage kStages[] = {
    // name   common  dialects      except      tensors  sites  axes
    {"tensors", true, kCoordinates, {}, true, true, true},
    {"coordinates", true, kCoordinates, {}, false, true, true},
    {"positions", true, kPositions, kNests, false, false, true},
    {"loops", true, kLoops, kNests, false, false, false},
    {"llvm", false, kLLVM, kCasts, false, false, false},
};

static bool isLegalOp(const Stage &stage, Operation *op) {
  if (llvm::is_contained(stage.except, op->getName().getStringRef()))
    return false;
  StringRef dialect = op->getName().getDialectNamespace();
  return (stage.common && llvm::is_contained(kCommon, dialect)) ||
         llvm::is_contained(stage.dialects, dialect);
}

/// Whether the stage allows `type` and what it is made of, as a tuple is.
static bool isLegalType(const Stage &stage, Type type) {
  auto find = [&](Type inner) {
    bool legal = true;
    if (isa<sparse::AnyTensorType>(inner))
      legal = stage.tensors;
    else if (isa<axis::SiteType>(inner))
      legal = stage.sites;
    else if (isa<axis::AxisType, sparse::BufferType>(inner))
      legal = stage.axes;
    return legal ? WalkResult::advance() : WalkResult::interrupt();
  };
  return !type.walk(find).wasInterrupted();
}

/// The first type that `op` is given, gives, passes to its blocks or, being a
/// function, declares, and that the stage does not allow; null where there is
/// none.
static Type findIllegalType(const Stage &stage, Operation *op) {
  auto find = [&](TypeRange types) {
    auto it = llvm::find_if(
        types, [&](Type type) { return !isLegalType(stage, type); });
    return it == types.end() ? Type() : *it;
  };
  if (Type type = find(op->getOperandTypes()))
    return type;
  if (Type type = find(op->getResultTypes()))
    return type;
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    if (Type type = find(function.getArgumentTypes()))
      return type;
    if (Type type = find(function.getResultTypes()))
      return type;
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (Type type = find(block.getArgumentTypes()))
        return type;
  return {};
}

/// What holds the program may be of any dialect.
static LogicalResult verifyOp(const Stage &stage, Operation *op,
                              Operation *root) {
  if (op != root && !isLegalOp(stage, op))
    return op->emitError("expected no '")
           << op->getName() << "' in stage '" << stage.name << "'";
  if (Type type = findIllegalType(stage, op))
    return op->emitError("expected no ")
           << type << " in stage '" << stage.name << "'";
  return success();
}

namespace {
struct VerifyStagePass : spindle::impl::VerifyStagePassBase<VerifyStagePass> {
  using VerifyStagePassBase::VerifyStagePassBase;

  void runOnOperation() override {
    const Stage *known = llvm::find_if(
        kStages, [&](const Stage &row) { return row.name == stage; });
    if (known == std::end(kStages)) {
      getOperation()->emitError("expected stage to be tensors, coordinates, "
                                "positions, loops or llvm but got '")
          << stage << "'";
      return signalPassFailure();
    }
    // A cast is left where an operation is: that one is to be named.
    Operation *cast = nullptr;
    WalkResult result =
        getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
          if (isa<UnrealizedConversionCastOp>(op) && !isLegalOp(*known, op)) {
            cast = cast ? cast : op;
            return WalkResult::advance();
          }
          return failed(verifyOp(*known, op, getOperation()))
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        });
    if (result.wasInterrupted() ||
        (cast && failed(verifyOp(*known, cast, getOperation()))))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
