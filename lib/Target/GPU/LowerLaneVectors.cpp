//===- LowerLaneVectors.cpp - what a lane does with its vectors -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "LaneAccesses.h"
#include "LaneAlignment.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace spindle {
#define GEN_PASS_DEF_LOWERLANEVECTORSPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

static Value index(ImplicitLocOpBuilder &builder, int64_t number) {
  return arith::ConstantIndexOp::create(builder, number);
}

/// Whether a mask of the first `length` elements has element `place`.
static Value isBefore(ImplicitLocOpBuilder &builder, int64_t place,
                      Value length) {
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::sgt, length,
                               index(builder, place));
}

/// Bit `place` of `mask`; null where it is known to be set.
static Value getBit(ImplicitLocOpBuilder &builder, Value mask, int64_t place) {
  if (isAllSet(mask))
    return Value();
  if (auto op = mask.getDefiningOp<vector::CreateMaskOp>())
    return isBefore(builder, place, op.getOperand(0));
  return vector::ExtractOp::create(builder, mask, place);
}

/// Whether `mask` has all its elements.
static Value isWhole(ImplicitLocOpBuilder &builder, Value mask) {
  int64_t count = getLaneCount(mask);
  if (auto op = mask.getDefiningOp<vector::CreateMaskOp>())
    return isBefore(builder, count - 1, op.getOperand(0));
  return vector::ReductionOp::create(builder, vector::CombiningKind::AND, mask);
}

/// Whether `mask` is known to have all of its elements or none.
static bool isWholeOrEmpty(Value mask) {
  auto op = mask.getDefiningOp<vector::CreateMaskOp>();
  return op && getKnownMultiple(op.getOperand(0)) % getLaneCount(mask) == 0;
}

static Value makeMask(ImplicitLocOpBuilder &builder, VectorType type,
                      Value length) {
  SmallVector<Value> bits;
  for (int64_t place = 0; place < type.getDimSize(0); ++place)
    bits.push_back(isBefore(builder, place, length));
  return vector::FromElementsOp::create(builder, type, bits);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Where element `place` of a row that begins at `indices` is.
static SmallVector<Value> getPlace(ImplicitLocOpBuilder &builder,
                                   ValueRange indices, int64_t place) {
  if (place == 0)
    return SmallVector<Value>(indices);
  return moveIndices(builder, indices, index(builder, place));
}

static Value loadPart(ImplicitLocOpBuilder &builder, vector::MaskedLoadOp op) {
  SmallVector<Value> elements;
  for (int64_t place = 0; place < getLaneCount(op.getMask()); ++place)
    elements.push_back(loadElement(
        builder, op.getBase(), getPlace(builder, op.getIndices(), place),
        getBit(builder, op.getMask(), place),
        getLaneElement(builder, op.getPassThru(), place)));
  return vector::FromElementsOp::create(builder, op.getVectorType(), elements);
}

static void storePart(ImplicitLocOpBuilder &builder, vector::MaskedStoreOp op) {
  for (int64_t place = 0; place < getLaneCount(op.getMask()); ++place)
    storeElement(builder, getLaneElement(builder, op.getValueToStore(), place),
                 op.getBase(), getPlace(builder, op.getIndices(), place),
                 getBit(builder, op.getMask(), place));
}

// A lane whose mask is full takes one load; that is all but one of a group.
static void lower(RewriterBase &rewriter, vector::MaskedLoadOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  VectorType type = op.getVectorType();
  auto load = [&] {
    return vector::LoadOp::create(builder, type, op.getBase(), op.getIndices());
  };
  if (isAllSet(op.getMask()))
    return rewriter.replaceOp(op, load());
  auto branch = scf::IfOp::create(builder, type, isWhole(builder, op.getMask()),
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, ValueRange(load()));
  builder.setInsertionPointToStart(branch.elseBlock());
  Value part =
      isWholeOrEmpty(op.getMask()) ? op.getPassThru() : loadPart(builder, op);
  scf::YieldOp::create(builder, part);
  rewriter.replaceOp(op, branch);
}

static void lower(RewriterBase &rewriter, vector::MaskedStoreOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  auto store = [&] {
    vector::StoreOp::create(builder, op.getValueToStore(), op.getBase(),
                            op.getIndices());
  };
  if (isAllSet(op.getMask())) {
    store();
    return rewriter.eraseOp(op);
  }
  bool hasParts = !isWholeOrEmpty(op.getMask());
  auto branch = scf::IfOp::create(builder, isWhole(builder, op.getMask()),
                                  /*withElseRegion=*/hasParts);
  builder.setInsertionPointToStart(branch.thenBlock());
  store();
  if (hasParts) {
    builder.setInsertionPointToStart(branch.elseBlock());
    storePart(builder, op);
  }
  rewriter.eraseOp(op);
}

//===----------------------------------------------------------------------===//
// Scattered elements
//===----------------------------------------------------------------------===//

/// Where the element is that number `place` of `numbers` says, from `offsets`.
static SmallVector<Value> getPlace(ImplicitLocOpBuilder &builder,
                                   ValueRange offsets, Value numbers,
                                   int64_t place) {
  Value number = vector::ExtractOp::create(builder, numbers, place);
  if (!number.getType().isIndex())
    number =
        arith::IndexCastOp::create(builder, builder.getIndexType(), number);
  return moveIndices(builder, offsets, number);
}

static void lower(RewriterBase &rewriter, vector::GatherOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  SmallVector<Value> elements;
  for (int64_t place = 0; place < getLaneCount(op.getMask()); ++place)
    elements.push_back(
        loadElement(builder, op.getBase(),
                    getPlace(builder, op.getOffsets(), op.getIndices(), place),
                    getBit(builder, op.getMask(), place),
                    getLaneElement(builder, op.getPassThru(), place)));
  rewriter.replaceOp(op, vector::FromElementsOp::create(
                             builder, op.getVectorType(), elements));
}

static void lower(RewriterBase &rewriter, vector::ScatterOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  for (int64_t place = 0; place < getLaneCount(op.getMask()); ++place)
    storeElement(builder, getLaneElement(builder, op.getValueToStore(), place),
                 op.getBase(),
                 getPlace(builder, op.getOffsets(), op.getIndices(), place),
                 getBit(builder, op.getMask(), place));
  rewriter.eraseOp(op);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

template <typename Op>
static void lowerAll(gpu::GPUFuncOp kernel, RewriterBase &rewriter) {
  SmallVector<Op> ops;
  kernel.walk([&](Op op) {
    bool isRow = llvm::all_of(op->getOperandTypes(), [](Type type) {
      auto vector = dyn_cast<VectorType>(type);
      return !vector || vector.getRank() == 1;
    });
    if (isRow && isa<MemRefType>(op.getBase().getType()))
      ops.push_back(op);
  });
  for (Op op : ops)
    lower(rewriter, op);
}

/// The first elements of each dimension, as the bits that they are.
static Value makeMask(ImplicitLocOpBuilder &builder,
                      vector::ConstantMaskOp op) {
  VectorType type = op.getType();
  SmallVector<int64_t> strides = computeStrides(type.getShape());
  SmallVector<bool> bits;
  for (int64_t place = 0; place < type.getNumElements(); ++place) {
    SmallVector<int64_t> at = delinearize(place, strides);
    bits.push_back(
        llvm::all_of(llvm::zip(at, op.getMaskDimSizes()), [](auto pair) {
          return std::get<0>(pair) < std::get<1>(pair);
        }));
  }
  return arith::ConstantOp::create(builder, DenseElementsAttr::get(type, bits));
}

/// Masks that are numbers besides.
static void lowerMasks(gpu::GPUFuncOp kernel, RewriterBase &rewriter) {
  SmallVector<vector::ConstantMaskOp> constants;
  kernel.walk([&](vector::ConstantMaskOp op) { constants.push_back(op); });
  for (vector::ConstantMaskOp op : constants) {
    ImplicitLocOpBuilder builder(op.getLoc(), op);
    rewriter.replaceOp(op, makeMask(builder, op));
  }
  SmallVector<vector::CreateMaskOp> masks;
  kernel.walk([&](vector::CreateMaskOp op) { masks.push_back(op); });
  for (vector::CreateMaskOp op : masks) {
    ImplicitLocOpBuilder builder(op.getLoc(), op);
    if (op.use_empty())
      rewriter.eraseOp(op);
    else if (op.getType().getRank() == 1)
      rewriter.replaceOp(op, makeMask(builder, op.getType(), op.getOperand(0)));
  }
}

/// What upstream's conversion of kernels leaves out.
static LogicalResult lowerShapes(gpu::GPUFuncOp kernel) {
  MLIRContext *context = kernel.getContext();
  RewritePatternSet patterns(context);
  vector::populateVectorBroadcastLoweringPatterns(patterns);
  vector::populateVectorContractLoweringPatterns(
      patterns, vector::VectorContractLowering::OuterProduct);
  vector::populateVectorOuterProductLoweringPatterns(patterns);
  vector::populateVectorMultiReductionLoweringPatterns(
      patterns, vector::VectorMultiReductionLowering::InnerParallel);
  vector::populateVectorShapeCastLoweringPatterns(patterns);
  vector::populateVectorTransposeLoweringPatterns(
      patterns, vector::VectorTransposeLowering::EltWise);
  vector::populateVectorInterleaveToShufflePatterns(patterns);
  vector::populateVectorStepLoweringPatterns(patterns);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  return applyPatternsGreedily(kernel, std::move(patterns));
}

namespace {
struct LowerLaneVectorsPass
    : spindle::impl::LowerLaneVectorsPassBase<LowerLaneVectorsPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    IRRewriter rewriter(&getContext());
    lowerAll<vector::MaskedLoadOp>(kernel, rewriter);
    lowerAll<vector::MaskedStoreOp>(kernel, rewriter);
    lowerAll<vector::GatherOp>(kernel, rewriter);
    lowerAll<vector::ScatterOp>(kernel, rewriter);
    lowerMasks(kernel, rewriter);
    if (failed(lowerShapes(kernel)))
      return signalPassFailure();
    alignVectors(kernel);
  }
};
} // namespace
