//===- IndexRanges.cpp - what integers of a kernel are among --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexRanges.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;

/// Rounds after which values that still change are unknown: more than loops are
/// nested.
static constexpr unsigned kMostRounds = 12;

/// Elements of memory of a block's own, fewer than any limit.
static constexpr int64_t kMostOwn = int64_t(1) << 20;

bool spindle::isIndexLike(Type type) {
  return getElementTypeOrSelf(type).isIndex() &&
         (type.isIndex() || isa<VectorType>(type));
}

/// Returns the numbers from `least` to `most` in as many bits as `value` has.
static ConstantIntRanges makeRange(Value value, int64_t least, int64_t most) {
  unsigned bits = ConstantIntRanges::getStorageBitwidth(value.getType());
  if (bits < 32)
    return ConstantIntRanges::maxRange(bits);
  return ConstantIntRanges::fromSigned(APInt(bits, least, true),
                                       APInt(bits, most, true));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Returns what `memory` is a view of; the reinterpretation of a kernel's
/// argument is the end.
static Value findViewedMemory(Value memory) {
  while (Operation *op = memory.getDefiningOp()) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
      if (isa<memref::ReinterpretCastOp>(op))
        break;
      memory = view.getViewSource();
    } else if (isa<memref::DistinctObjectsOp>(op)) {
      memory = op->getOperand(cast<OpResult>(memory).getResultNumber());
    } else {
      break;
    }
  }
  return memory;
}

bool spindle::hasNarrowExtents(Value memory) {
  Value root = findViewedMemory(memory);
  if (auto made = root.getDefiningOp<memref::ReinterpretCastOp>())
    return isa<BlockArgument>(made.getSource());
  auto type = dyn_cast<MemRefType>(root.getType());
  return type && type.hasStaticShape() && type.getNumElements() <= kMostOwn;
}

/// Returns the memory that `op` accesses, and its operands that are indices.
static std::pair<Value, OperandRange> getAccess(Operation *op, bool always) {
  using Access = std::pair<Value, OperandRange>;
  return TypeSwitch<Operation *, Access>(op)
      .Case<memref::LoadOp, memref::StoreOp>([](auto access) {
        return Access(access.getMemref(), access.getIndices());
      })
      .Case([&](iter::AtomicUpdateOp update) {
        OperandRange indices = update.getIndices();
        bool isLeftOut = always && update.getMask();
        return Access(update.getMemref(),
                      isLeftOut ? indices.take_front(0) : indices);
      })
      .Case<vector::LoadOp, vector::StoreOp>([](auto access) {
        return Access(access.getBase(), access.getIndices());
      })
      .Case<vector::MaskedLoadOp, vector::MaskedStoreOp>([&](auto access) {
        OperandRange indices = access.getIndices();
        return Access(access.getBase(),
                      always ? indices.take_front(0) : indices);
      })
      .Case([&](memref::SubViewOp view) {
        OperandRange offsets = view.getOffsets();
        return Access(view.getSource(),
                      always ? offsets.take_front(0) : offsets);
      })
      .Default([](Operation *other) {
        return Access(Value(), other->getOperands().take_front(0));
      });
}

bool spindle::isAddress(OpOperand &use, bool always) {
  auto [memory, indices] = getAccess(use.getOwner(), always);
  if (indices.empty() || !hasNarrowExtents(memory))
    return false;
  unsigned first = indices.getBeginOperandIndex();
  return use.getOperandNumber() >= first &&
         use.getOperandNumber() < first + indices.size();
}

/// Returns whether an access that is made whenever `value` is has it as an
/// index.
static bool isAlwaysAddress(Value value) {
  return value.getType().isIndex() &&
         llvm::any_of(value.getUses(), [&](OpOperand &use) {
           return use.getOwner()->getBlock() == value.getParentBlock() &&
                  isAddress(use, /*always=*/true);
         });
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Returns which piece of a tensor `pointer`, passed by a launch, is; null
/// where it is none.
static sparse::PieceAttr findPiece(Value pointer) {
  if (auto parts = pointer.getDefiningOp<memref::ExtractStridedMetadataOp>())
    pointer = parts.getSource();
  auto argument = dyn_cast<BlockArgument>(findViewedMemory(pointer));
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  return function
             ? function.getArgAttrOfType<sparse::PieceAttr>(
                   argument.getArgNumber(), sparse::SparseDialect::kPieceAttr)
             : sparse::PieceAttr();
}

void IndexRanges::seedArguments(gpu::LaunchFuncOp launch) {
  for (auto [argument, operand] :
       llvm::zip(kernel.getArguments(), launch.getKernelOperands())) {
    if (argument.getType().isIndex())
      join(argument, makeRange(argument, 0, limits.numbers));
    else if (argument.getType().isInteger())
      joinUnknown(ValueRange(argument));
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type || !type.getElementType().isInteger())
      continue;
    sparse::PieceAttr piece = findPiece(operand);
    unsigned bits = type.getElementTypeBitWidth();
    if (!piece || bits < 32)
      continue;
    APInt limit(bits, limits.numbers);
    switch (piece.getRole()) {
    case sparse::PieceRole::Positions:
    case sparse::PieceRole::Lengths:
      elements.try_emplace(
          argument, ConstantIntRanges::fromSigned(APInt(bits, 0), limit));
      break;
    // Those of a diagonal are differences.
    case sparse::PieceRole::Coordinates:
      elements.try_emplace(argument,
                           ConstantIntRanges::fromSigned(-limit, limit));
      break;
    default:
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Returns the workers of a block of `kernel`, 1 where that is not known.
static int64_t getWorkers(gpu::GPUFuncOp kernel) {
  std::optional<ArrayRef<int32_t>> size = kernel.getKnownBlockSize();
  return size ? (*size)[1] : 1;
}

/// Joins the range of what comes from outside of the kernel; returns whether
/// `op` gives such a value.
bool IndexRanges::visitSource(Operation *op) {
  int64_t blocks = limits.workers / getWorkers(kernel);
  if (auto id = dyn_cast<gpu::BlockIdOp>(op)) {
    bool isRow = id.getDimension() == gpu::Dimension::x;
    join(id, makeRange(id, 0, isRow ? blocks - 1 : 0));
    return true;
  }
  if (auto size = dyn_cast<gpu::GridDimOp>(op)) {
    bool isRow = size.getDimension() == gpu::Dimension::x;
    join(size, makeRange(size, 1, isRow ? blocks : 1));
    return true;
  }
  auto dim = dyn_cast<memref::DimOp>(op);
  if (!dim || !hasNarrowExtents(dim.getSource()))
    return false;
  join(dim, makeRange(dim, 0, limits.numbers));
  return true;
}

/// Joins the range of what `op` loads of a piece; returns whether it does so.
bool IndexRanges::visitLoad(Operation *op) {
  if (!isa<memref::LoadOp, vector::LoadOp, vector::MaskedLoadOp,
           vector::GatherOp>(op))
    return false;
  Value root = findViewedMemory(op->getOperand(0));
  auto made = root.getDefiningOp<memref::ReinterpretCastOp>();
  auto known = elements.find(made ? made.getSource() : root);
  if (known == elements.end())
    return false;
  join(op->getResult(0), known->second);
  // Lanes that load nothing have the last operand's elements.
  if (isa<vector::MaskedLoadOp, vector::GatherOp>(op))
    join(op->getResults(), op->getOperands().take_back());
  return true;
}

/// Returns whether `op` takes a part of a number from it, as in `n - n / 2`.
static bool takesPart(Operation *op) {
  if (!isa<arith::SubIOp>(op))
    return false;
  Operation *part = op->getOperand(1).getDefiningOp();
  return isa_and_present<arith::ShRUIOp, arith::DivUIOp, arith::RemUIOp>(
             part) &&
         part->getOperand(0) == op->getOperand(0);
}

void IndexRanges::visitInferred(Operation *op) {
  auto inferring = dyn_cast<InferIntRangeInterface>(op);
  if (!inferring)
    return joinUnknown(op->getResults());
  SmallVector<IntegerValueRange> operands;
  for (Value operand : op->getOperands()) {
    auto known = ranges.find(operand);
    if (known != ranges.end())
      operands.push_back(known->second);
    else if (getElementTypeOrSelf(operand.getType()).isIntOrIndex())
      return; // A loop carries it, and it is not reached yet.
    else
      operands.push_back(IntegerValueRange::getMaxRange(operand));
  }
  if (takesPart(op) && operands.front().getValue().smin().isNonNegative()) {
    Value rest = op->getResult(0);
    const APInt &most = operands.front().getValue().smax();
    return join(rest, ConstantIntRanges::fromSigned(
                          APInt::getZero(most.getBitWidth()), most));
  }
  llvm::DenseSet<Value> seen;
  inferring.inferResultRangesFromOptional(
      operands, [&](Value value, const IntegerValueRange &range) {
        if (range.isUninitialized() || !seen.insert(value).second)
          return;
        join(value, range.getValue());
      });
  for (Value result : op->getResults())
    if (!seen.contains(result))
      joinUnknown(ValueRange(result));
}

void IndexRanges::visitLoop(scf::ForOp loop) {
  join(loop.getRegionIterArgs(), loop.getInitArgs());
  join(loop.getResults(), loop.getInitArgs());
  if (loop.getUnsignedCmp())
    return joinUnknown(ValueRange(loop.getInductionVar()));
  ConstantIntRanges lower = get(loop.getLowerBound());
  ConstantIntRanges upper = get(loop.getUpperBound());
  APInt least = lower.smin();
  APInt most = upper.smax().isMinSignedValue() ? least : upper.smax() - 1;
  join(loop.getInductionVar(),
       ConstantIntRanges::fromSigned(least, most.sgt(least) ? most : least));
}

void IndexRanges::visitTerminator(Operation *op) {
  Operation *parent = op->getParentOp();
  if (auto condition = dyn_cast<scf::ConditionOp>(op)) {
    auto loop = cast<scf::WhileOp>(parent);
    join(loop.getAfterArguments(), condition.getArgs());
    join(loop.getResults(), condition.getArgs());
  } else if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    join(loop.getRegionIterArgs(), op->getOperands());
    join(loop.getResults(), op->getOperands());
  } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    join(loop.getBeforeArguments(), op->getOperands());
  } else if (isa<scf::IfOp, scf::IndexSwitchOp>(parent)) {
    join(parent->getResults(), op->getOperands());
  }
}

void IndexRanges::visit(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return visitTerminator(op);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitLoop(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return join(loop.getBeforeArguments(), loop.getInits());
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
    return;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      joinUnknown(block.getArguments());
  if (op->getNumRegions() > 0)
    return joinUnknown(op->getResults());
  if (!visitSource(op) && !visitLoad(op))
    visitInferred(op);
}

//===----------------------------------------------------------------------===//
// The fixed point
//===----------------------------------------------------------------------===//

void IndexRanges::join(Value value, ConstantIntRanges range) {
  unsigned bits = ConstantIntRanges::getStorageBitwidth(value.getType());
  if (bits == 0)
    return;
  ConstantIntRanges possible = isAlwaysAddress(value)
                                   ? makeRange(value, 0, limits.numbers - 1)
                                   : ConstantIntRanges::maxRange(bits);
  range = range.intersection(possible);
  if (range.smin().sgt(range.smax()))
    range = possible;
  auto [known, isNew] = ranges.try_emplace(value, range);
  ConstantIntRanges both = known->second.rangeUnion(range);
  if (!isNew && both == known->second)
    return;
  hasChanged = true;
  known->second = widens ? possible : both;
}

void IndexRanges::join(ValueRange values, ValueRange others) {
  for (auto [value, other] : llvm::zip_equal(values, others)) {
    auto known = ranges.find(other);
    if (known != ranges.end())
      join(value, ConstantIntRanges(known->second));
  }
}

void IndexRanges::joinUnknown(ValueRange values) {
  for (Value value : values)
    if (unsigned bits = ConstantIntRanges::getStorageBitwidth(value.getType()))
      join(value, ConstantIntRanges::maxRange(bits));
}

ConstantIntRanges IndexRanges::get(Value value) const {
  auto known = ranges.find(value);
  if (known != ranges.end())
    return known->second;
  return ConstantIntRanges::maxRange(
      ConstantIntRanges::getStorageBitwidth(value.getType()));
}

IndexRanges::IndexRanges(gpu::GPUFuncOp kernel, gpu::LaunchFuncOp launch,
                         const NarrowLimits &limits)
    : kernel(kernel), limits(limits) {
  seedArguments(launch);
  for (unsigned round = 0; round == 0 || hasChanged; ++round) {
    hasChanged = false;
    widens = round >= kMostRounds;
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != kernel)
        visit(op);
    });
  }
}
