//===- AccumulateInCopies.cpp - sums of chunks, added in order ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/AccumulateInCopies.h"

#include "Spindle/Analysis/BodyAccesses.h"
#include "Spindle/Analysis/ParallelLoops.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Axis/IR/AxisList.h"
#include "Spindle/Dialect/Iter/IR/BuildCombine.h"
#include "Spindle/Dialect/Iter/IR/BuildNest.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Dialect/Sparse/IR/StorageSizes.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "Spindle/Transforms/Positions/Chunks.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::AxisType;
using spindle::axis::DenseFixedOp;
using spindle::sparse::AccessForm;
using spindle::sparse::AccumulateOp;
using spindle::sparse::BufferType;
using spindle::sparse::Layout;

namespace {
/// Buffers that one operation combines with, and their copies: two where values
/// have places, else one.
struct CopiedBuffers {
  CombineKind kind;
  SmallVector<Value> buffers, copies;
  /// Dense axes of the storage dimensions of all of them.
  SmallVector<Value> axes;
};

/// One loop on its way into chunks.
struct Copying {
  Copying(RewriterBase &rewriter, scf::ForOp loop,
          const AccumulateInCopiesOptions &options)
      : rewriter(rewriter), builder(loop.getLoc(), rewriter), loop(loop),
        options(options) {}

  RewriterBase &rewriter;
  ImplicitLocOpBuilder builder;
  scf::ForOp loop;
  const AccumulateInCopiesOptions &options;
  SmallVector<AccumulateOp> accumulates;
  SmallVector<CopiedBuffers> copied;
  /// The number of chunks, and where each of them begins.
  Value count;
  Chunks chunks;

  std::string find();
  void run(func::FuncOp workers);

private:
  std::string findBuffers(AccumulateOp accumulate);
  Value buildAxis(const Layout &layout, int64_t dim);
  void allocate();
  Value divide();
  scf::ForOp buildChunks(func::FuncOp workers);
  void buildFill(const CopiedBuffers &buffers, Value chunk);
  Value buildBegin(Value chunk);
  void redirect(AccumulateOp accumulate, Value chunk);
  void buildCombination(const CopiedBuffers &buffers);
  SmallVector<Value> buildLoops(const CopiedBuffers &buffers, StringRef nest);
};
} // namespace

//===----------------------------------------------------------------------===//
// What is combined with
//===----------------------------------------------------------------------===//

/// Whether what `kind` makes of numbers of `type` depends on their order.
static bool dependsOnOrder(CombineKind kind, Type type) {
  return (kind == CombineKind::Add || kind == CombineKind::Mul) &&
         !type.isIntOrIndex();
}

/// Notes the buffers of `accumulate`.
std::string Copying::findBuffers(AccumulateOp accumulate) {
  CombineKind kind = accumulate.getKind();
  Type type = accumulate.getValues().front().getType();
  if (!hasNeutral(kind, type))
    return "no number leaves all others as they are where complex numbers are "
           "multiplied";
  if (dependsOnOrder(kind, type) && !options.reassociate)
    return "another order of its sums changes their bits, and 'reassociate' is "
           "not given";
  for (Value buffer : accumulate.getBuffers()) {
    FailureOr<Layout> layout = sparse::getLayout(buffer);
    if (!loop.isDefinedOutsideOfLoop(buffer))
      return "what it combines with is bound in it";
    if (failed(layout) || !sparse::hasKnownStorage(*layout))
      return "not all cells of what it combines with are known to be elements";
  }
  SmallVector<Value> buffers(accumulate.getBuffers());
  if (llvm::none_of(copied, [&](const CopiedBuffers &known) {
        return known.buffers == buffers;
      }))
    copied.push_back({kind, buffers, {}, {}});
  return "";
}

std::string Copying::find() {
  if (!getLabel(loop))
    return "it has no label";
  LoopVerdict verdict = judge(loop);
  if (verdict.isParallel())
    return "no two of its iterations combine with one element, so that copies "
           "would be for nothing";
  if (!verdict.isParallelWithCopies())
    return verdict.refusal;
  if (!isa<FunctionOpInterface>(loop->getParentOp()))
    return "a branch is around it";
  if (std::string refusal = checkCounting(loop); !refusal.empty())
    return refusal;
  accumulates = verdict.accumulates;
  for (AccumulateOp accumulate : accumulates)
    if (std::string refusal = findBuffers(accumulate); !refusal.empty())
      return refusal;
  return "";
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// A dense axis as long as storage dimension `dim`: that of the layout, where
/// it is one.
Value Copying::buildAxis(const Layout &layout, int64_t dim) {
  Value axis = layout.getAxis(dim);
  if (axis.getDefiningOp<DenseFixedOp>() && axis::isRoot(axis))
    return axis;
  Value size = sparse::buildStorageSize(builder, builder.getLoc(), axis);
  return DenseFixedOp::create(
      builder, AxisType::getDense(builder.getContext(), layout.getShape()[dim]),
      size, Value(), Value(), Value(), Value(), Value(), Value());
}

/// Makes room for the copies, each on the chunks and the dimensions of what it
/// is of.
void Copying::allocate() {
  MLIRContext *context = builder.getContext();
  Value numbers = DenseFixedOp::create(
      builder, AxisType::getDense(context, options.copies), count, Value(),
      Value(), Value(), Value(), Value(), Value());
  for (CopiedBuffers &of : copied) {
    // `findBuffers` has seen to the layout.
    Layout layout = *sparse::getLayout(of.buffers.front());
    for (int64_t dim = 0; dim < layout.getRank(); ++dim)
      of.axes.push_back(buildAxis(layout, dim));
    SmallVector<Value> axes = {numbers};
    llvm::append_range(axes, of.axes);
    axis::ParentLists noParents(axes.size());
    for (Value buffer : of.buffers) {
      auto type = cast<BufferType>(buffer.getType());
      SmallVector<int64_t> shape = {options.copies};
      llvm::append_range(shape, type.getShape());
      of.copies.push_back(sparse::AllocOp::create(
          builder, BufferType::get(shape, type.getElementType()), axes,
          axis::getParentListsAttr(context, noParents)));
    }
  }
}

/// The loops through what `of` are the buffers of, at whose innermost body the
/// builder is left; gives their variables.
SmallVector<Value> Copying::buildLoops(const CopiedBuffers &of,
                                       StringRef nest) {
  SmallVector<Value> indices;
  for (auto [dim, axis] : llvm::enumerate(of.axes)) {
    auto through = scf::ForOp::create(
        builder, constant(builder, 0),
        sparse::buildStorageSize(builder, builder.getLoc(), axis),
        constant(builder, 1));
    through->setAttr(IterDialect::kLoopAttr,
                     LoopAttr::get(builder.getContext(),
                                   builder.getStringAttr(nest),
                                   getElementDimName(builder.getContext(), dim),
                                   axis::AxisKind::DenseFixed, DimKind::Spatial,
                                   LoopRole::Level));
    builder.setInsertionPointToStart(through.getBody());
    indices.push_back(through.getInductionVar());
  }
  return indices;
}

/// Has the copies of chunk number `chunk` hold nothing.
void Copying::buildFill(const CopiedBuffers &of, Value chunk) {
  SmallVector<Type> types;
  for (Value buffer : of.buffers)
    types.push_back(cast<BufferType>(buffer.getType()).getElementType());
  SmallVector<Value> nothing = buildNeutral(builder, of.kind, types);
  for (auto [copy, value] : llvm::zip_equal(of.copies, nothing)) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Value> indices = buildLoops(of, "fill");
    indices.insert(indices.begin(), chunk);
    sparse::StoreOp::create(builder, value, copy, indices, AccessForm::Direct);
  }
}

/// Has `accumulate` combine with the copy of chunk number `chunk`.
void Copying::redirect(AccumulateOp accumulate, Value chunk) {
  SmallVector<Value> buffers(accumulate.getBuffers()), indices = {chunk};
  const CopiedBuffers *of =
      llvm::find_if(copied, [&](const CopiedBuffers &known) {
        return known.buffers == buffers;
      });
  llvm::append_range(indices, accumulate.getIndices());
  rewriter.modifyOpInPlace(accumulate, [&] {
    accumulate.getBuffersMutable().assign(of->copies);
    accumulate.getIndicesMutable().assign(indices);
  });
}

/// Combines the copies with what they are of, one after the other.
void Copying::buildCombination(const CopiedBuffers &of) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> indices = buildLoops(of, "combine");
  auto load = [&](Value buffer, ArrayRef<Value> at) {
    Type type = cast<BufferType>(buffer.getType()).getElementType();
    return sparse::LoadOp::create(builder, type, Type(), buffer, at,
                                  AccessForm::Direct)
        .getResult();
  };
  SmallVector<Value> all;
  for (Value buffer : of.buffers)
    all.push_back(load(buffer, indices));
  for (int64_t chunk = 0; chunk < options.copies; ++chunk) {
    SmallVector<Value> at = {constant(builder, chunk)}, own;
    llvm::append_range(at, indices);
    for (Value copy : of.copies)
      own.push_back(load(copy, at));
    all = buildCombine(builder, of.kind, all, own);
  }
  for (auto [buffer, value] : llvm::zip_equal(of.buffers, all))
    sparse::StoreOp::create(builder, value, buffer, indices,
                            AccessForm::Direct);
}

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

/// Divides the iterations among chunks; gives what all of them cost.
Value Copying::divide() {
  LoopWeight weight = findWeight(loop);
  Value zero = constant(builder, 0), length = loop.getUpperBound();
  // Weights are asked of iterations that count from 0 on.
  if (!isZeroInteger(loop.getLowerBound())) {
    weight.axes.clear();
    length = arith::SubIOp::create(builder, length, loop.getLowerBound());
  }
  length = arith::MaxSIOp::create(builder, length, zero);
  Value total = buildWeightBefore(builder, weight, length);
  Value cost = buildCost(builder, weight, total);
  chunks = iter::buildChunks(builder, std::move(weight), length, total, count);
  return cost;
}

/// The first iteration of chunk number `chunk`, or the end.
Value Copying::buildBegin(Value chunk) {
  Value begin = buildChunkBegin(builder, chunks, chunk);
  return isZeroInteger(loop.getLowerBound())
             ? begin
             : add(builder, begin, loop.getLowerBound());
}

/// The loop over chunks: of a worker's, in a loop over workers, or of all.
scf::ForOp Copying::buildChunks(func::FuncOp workers) {
  Value cost = divide(), begin = constant(builder, 0), end = count;
  LoopAttr label = withRole(getLabel(loop), LoopRole::Worker);
  if (workers) {
    Value number =
        func::CallOp::create(builder, workers, ValueRange{cost}).getResult(0);
    Chunks shares = iter::buildChunks(builder, {}, count, count, number);
    auto outer = scf::ForallOp::create(builder, ArrayRef<OpFoldResult>{number},
                                       ValueRange(), std::nullopt);
    outer->setAttr(IterDialect::kLoopAttr, label);
    builder.setInsertionPoint(outer.getTerminator());
    Value worker = outer.getInductionVar(0);
    begin = buildChunkBegin(builder, shares, worker);
    end = buildChunkBegin(builder, shares, next(builder, worker));
  }
  auto made = scf::ForOp::create(builder, begin, end, constant(builder, 1));
  made->setAttr(IterDialect::kLoopAttr, label);
  return made;
}

void Copying::run(func::FuncOp workers) {
  builder.setInsertionPoint(loop);
  count = constant(builder, options.copies);
  allocate();
  Operation *after = loop->getNextNode();
  scf::ForOp made = buildChunks(workers);
  Value chunk = made.getInductionVar();
  builder.setInsertionPointToStart(made.getBody());
  for (const CopiedBuffers &of : copied)
    buildFill(of, chunk);
  Value begin = buildBegin(chunk), end = buildBegin(next(builder, chunk));
  rewriter.moveOpBefore(loop, made.getBody()->getTerminator());
  rewriter.modifyOpInPlace(loop, [&] {
    loop.setLowerBound(begin);
    loop.setUpperBound(end);
  });
  for (AccumulateOp accumulate : accumulates)
    redirect(accumulate, chunk);
  builder.setInsertionPoint(after);
  for (const CopiedBuffers &of : copied)
    buildCombination(of);
}

LogicalResult
spindle::iter::accumulateInCopies(RewriterBase &rewriter, scf::ForOp loop,
                                  const AccumulateInCopiesOptions &options,
                                  std::string &refusal) {
  Copying copying(rewriter, loop, options);
  refusal = copying.find();
  if (!refusal.empty())
    return failure();
  FailureOr<func::FuncOp> workers = func::FuncOp();
  if (options.workers)
    workers = declareWorkers(loop->getParentOfType<ModuleOp>());
  refusal = ("@" + kWorkersFunction + " is no function of a cost").str();
  if (failed(workers))
    return failure();
  copying.run(*workers);
  return success();
}
