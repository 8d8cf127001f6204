//===- SparseToMemRef.cpp - from axes and buffers to memory ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "Accesses.h"
#include "Queries.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTSPARSETOMEMREFPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using namespace spindle::axis;
using namespace spindle::sparse;
using spindle::axis::CoordinateOp;
using spindle::axis::DenseFixedOp;
using spindle::axis::SparseVariableOp;

//===----------------------------------------------------------------------===//
// Requirements
//===----------------------------------------------------------------------===//

/// Whether `op` is of the dialects that are lowered.
static bool isAxisOrSparseOp(Operation *op) {
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

/// Whether `op` names elements or sites as coordinate space does.
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
/// Reports the first operation that breaks what the pass requires.
/// Checks that `op` makes no memory for each worker of a GPU.
static LogicalResult checkWorkspace(Operation *op) {
  if (!isa<AllocOp>(op) || !op->getParentOfType<scf::ForallOp>())
    return success();
  return op->emitError("expected no workspace in a parallel loop of a GPU, "
                       "whose workers have no memory of their own");
}

/// With `sizesOfMemory` code is for a GPU.
static LogicalResult checkRequirements(FunctionOpInterface function,
                                       bool sizesOfMemory) {
  WalkResult result = function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    return failed(checkOp(op)) || (sizesOfMemory && failed(checkWorkspace(op)))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Elements that are surely there
//===----------------------------------------------------------------------===//

/// The loop whose variable `value` is, or null.
static scf::ForOp getLoop(Value value) {
  auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
  return loop && loop.getInductionVar() == value ? loop : scf::ForOp();
}

static bool areEqual(Value first, Value second) {
  return isEqualConstantIntOrValue(getAsOpFoldResult(first),
                                   getAsOpFoldResult(second));
}

/// Whether `index` is the variable of a loop over [0, `extent`).
static bool runsBelow(Value index, Value extent) {
  scf::ForOp loop = getLoop(index);
  return loop && !loop.getUnsignedCmp() &&
         isConstantIntValue(loop.getLowerBound(), 0) &&
         areEqual(loop.getUpperBound(), extent);
}

/// Whether `index` is the coordinate of a stored position, which a loop has
/// come to, on an axis of that extent.
static bool isCoordinateBelow(Value index, Value extent) {
  auto coordinate = index.getDefiningOp<CoordinateOp>();
  if (!coordinate || !getLoop(coordinate.getPosition()))
    return false;
  auto axis = coordinate.getAxis().getDefiningOp<SparseVariableOp>();
  return axis && !axis.getFrom() && areEqual(axis.getExtent(), extent);
}
/// Whether the element that `op` combines with exists wherever its indices are
/// known, so also where `op` does not run, and one of them is a stored
/// coordinate: each is one, or the variable of a loop, below the extent of the
/// buffer's axis. To be asked while `op` and its indices are not lowered.
static bool existsWithIndices(sparse::AccumulateOp op) {
  bool hasCoordinate = false;
  for (Value buffer : op.getBuffers()) {
    // The verifier has seen to the layout.
    sparse::Layout layout = *sparse::getLayout(buffer);
    for (auto [dim, index] : llvm::enumerate(op.getIndices())) {
      auto axis = layout.getAxis(dim).getDefiningOp<DenseFixedOp>();
      if (!axis || axis.hasCut() || axis.getParent())
        return false;
      bool isCoordinate = isCoordinateBelow(index, axis.getExtent());
      if (!isCoordinate && !runsBelow(index, axis.getExtent()))
        return false;
      hasCoordinate |= isCoordinate;
    }
  }
  return hasCoordinate;
}

/// The result of a query; nothing where `op` is none.
static SmallVector<Value> lowerQuery(QueryBuilder &builder, Operation *op) {
  using Values = SmallVector<Value>;
  return TypeSwitch<Operation *, Values>(op)
      .Case([&](ExtentOp q) -> Values {
        return {buildExtent(builder, q.getAxis())};
      })
      .Case(
          [&](SizeOp q) -> Values { return {buildSize(builder, q.getAxis())}; })
      .Case([&](LengthOp q) -> Values {
        return {buildLength(builder, q.getAxis(), q.getUnder(), q.getCutAt(),
                            q.getSkewAt())};
      })
      .Case([&](StartOp q) -> Values {
        return {buildStart(builder, q.getAxis(), q.getUnder(), q.getCutAt(),
                           q.getSkewAt())};
      })
      .Case([&](PositionOp q) -> Values {
        Value begin = buildBegin(builder, q.getAxis(), q.getUnder());
        return {add(builder, begin, q.getOffset())};
      })
      .Case([&](CoordinateOp q) -> Values {
        return {buildCoordinate(builder, q.getAxis(), q.getPosition(),
                                q.getUnder())};
      })
      .Case([&](ParentOp q) -> Values {
        return {buildParent(builder, q.getAxis(), q.getPosition())};
      })
      .Case([&](OccupiedOp q) -> Values { return {buildOccupied(builder, q)}; })
      .Case([&](LocateOp q) -> Values {
        auto [place, found] = buildLocate(builder, q);
        return {place, found};
      })
      .Default(Values());
}

namespace {
/// Lowers the operations of one function.
struct MemoryLowering {
  MemoryLowering(MLIRContext *context, Region &body, bool sizesOfMemory)
      : rewriter(context), body(body), sizesOfMemory(sizesOfMemory) {}

  IRRewriter rewriter;
  Region &body;
  bool sizesOfMemory;
  Memories memories;
  /// Constructors of axes and buffers; queries and accesses; queries whose
  /// result others may be made of.
  SmallVector<Operation *> constructors, ops, positions;
  /// Accumulations into elements that exist wherever their indices are known.
  DenseSet<Operation *> existing;

  void run() {
    collect();
    for (Operation *constructor : constructors)
      noteMemory(constructor);
    for (Operation *op : ops)
      rewriter.replaceOp(op, lower(op));
    // The result of one of these may be made of what another was asked.
    SmallVector<SmallVector<Value>> lowered;
    for (Operation *op : positions)
      lowered.push_back(lower(op));
    for (auto [op, results] : llvm::zip_equal(positions, lowered))
      rewriter.replaceOp(op, results);
    // Constructors use one another, in an order that need not be that of the
    // text.
    for (Operation *constructor : constructors)
      constructor->dropAllReferences();
    for (Operation *constructor : constructors)
      rewriter.eraseOp(constructor);
  }

private:
  void collect();
  void noteMemory(Operation *constructor);
  SmallVector<Value> lower(Operation *op);
};
} // namespace

void MemoryLowering::collect() {
  body.walk([&](Operation *op) {
    if (!isAxisOrSparseOp(op))
      return;
    if (isa<AxisOpInterface, BufferOpInterface>(op))
      constructors.push_back(op);
    else if (isa<PositionOp>(op))
      positions.push_back(op);
    else
      ops.push_back(op);
    if (auto accumulate = dyn_cast<sparse::AccumulateOp>(op))
      if (existsWithIndices(accumulate))
        existing.insert(op);
  });
}

void MemoryLowering::noteMemory(Operation *constructor) {
  if (auto bind = dyn_cast<BindOp>(constructor))
    memories[bind.getResult()] = bind.getMemory();
  auto alloc = dyn_cast<AllocOp>(constructor);
  if (!alloc)
    return;
  QueryBuilder builder(constructor->getLoc(), rewriter);
  builder.setInsertionPoint(constructor);
  memories[alloc.getResult()] = buildAlloc(builder, alloc, body, sizesOfMemory);
}

/// Builds, before `op`, what it is lowered to; returns what stands for its
/// results.
SmallVector<Value> MemoryLowering::lower(Operation *op) {
  QueryBuilder builder(op->getLoc(), rewriter);
  builder.setInsertionPoint(op);
  SmallVector<Value> results;
  if (!lowerAccess(builder, op, memories, existing, results))
    results = lowerQuery(builder, op);
  return results;
}

namespace {
struct ConvertSparseToMemRefPass
    : spindle::impl::ConvertSparseToMemRefPassBase<ConvertSparseToMemRefPass> {
  using ConvertSparseToMemRefPassBase::ConvertSparseToMemRefPassBase;

  void runOnOperation() override {
    if (failed(checkRequirements(getOperation(), sizesOfMemory)))
      return signalPassFailure();
    MemoryLowering lowering(&getContext(), getOperation().getFunctionBody(),
                            sizesOfMemory);
    lowering.run();
  }
};
} // namespace
