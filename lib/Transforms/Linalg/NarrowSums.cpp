//===- NarrowSums.cpp - integers in as few bits as are kept ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Linalg/Passes.h"

#include "Bodies.h"
#include "mlir/IR/IRMapping.h"

namespace spindle {
#define GEN_PASS_DEF_NARROWSUMSPASS
#include "Spindle/Transforms/Linalg/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using namespace spindle::linalg_transforms;

//===----------------------------------------------------------------------===//
// What only widens
//===----------------------------------------------------------------------===//

/// The bits of the elements of `value`, which are integers; 0 where they are
/// not.
static unsigned getBits(Value value) {
  Type type = getElementTypeOrSelf(value);
  return type.isSignlessInteger() ? type.getIntOrFloatBitWidth() : 0;
}

/// Whether `op` makes each element wider than the one that it makes it of.
static bool onlyWidens(linalg::GenericOp op) {
  if (!isOnTensors(op) || op.getNumReductionLoops() != 0 ||
      op.getNumDpsInputs() != 1 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation() ||
      !op.getRegionOutputArgs().front().use_empty() ||
      getBits(op.getResult(0)) <= getBits(op.getDpsInputs().front()))
    return false;
  for (Operation &inside : op.getBody()->without_terminator()) {
    if (isa<arith::ExtSIOp, arith::ExtUIOp>(inside))
      continue;
    if (!isa<arith::AddIOp, arith::SubIOp>(inside) ||
        llvm::none_of(inside.getOperands(),
                      [](Value value) { return getConstant(value); }))
      return false;
  }
  return getBits(op.getDpsInputs().front()) != 0;
}

/// Has `reader` read what `widening`, which makes its input `number`, reads.
static linalg::GenericOp readNarrow(IRRewriter &rewriter,
                                    linalg::GenericOp widening,
                                    linalg::LinalgOp reader, unsigned number) {
  SmallVector<Value> inputs(reader.getDpsInputs());
  SmallVector<AffineMap> maps = reader.getIndexingMapsArray();
  AffineMap read = widening.getIndexingMapsArray()[0];
  AffineMap stored = widening.getIndexingMapsArray()[1];
  inputs[number] = widening.getDpsInputs().front();
  maps[number] = read.compose(inversePermutation(stored)).compose(maps[number]);
  rewriter.setInsertionPoint(reader);
  auto build = [&](OpBuilder &b, Location loc, ValueRange args) {
    IRMapping map;
    map.map(widening.getRegionInputArgs().front(), args[number]);
    for (Operation &op : widening.getBody()->without_terminator())
      b.clone(op, map);
    Value wide =
        map.lookupOrDefault(widening.getBody()->getTerminator()->getOperand(0));
    map.map(reader.getBlock()->getArguments(), args);
    map.map(reader.getBlock()->getArgument(number), wide);
    for (Operation &op : *reader.getBlock())
      b.clone(op, map);
  };
  auto made = linalg::GenericOp::create(
      rewriter, reader.getLoc(), reader->getResultTypes(), inputs,
      reader.getDpsInits(), maps, reader.getIteratorTypesArray(), build,
      getAttributes(reader));
  rewriter.replaceOp(reader, made);
  return made;
}

/// Has `reader` read all that is only widened for it as it was before.
static void readNarrow(IRRewriter &rewriter, linalg::LinalgOp reader) {
  if (!reader.hasPureTensorSemantics())
    return;
  for (unsigned number = 0; number < reader.getNumDpsInputs(); ++number)
    while (
        auto widening =
            reader.getDpsInputs()[number].getDefiningOp<linalg::GenericOp>()) {
      if (!onlyWidens(widening))
        break;
      reader = readNarrow(rewriter, widening, reader, number);
      if (widening->use_empty())
        rewriter.eraseOp(widening);
    }
}

//===----------------------------------------------------------------------===//
// Sums of which bits are kept
//===----------------------------------------------------------------------===//

/// The type that all who read `sum` truncate its elements to; null where they
/// do anything else.
static Type findKept(Value sum) {
  Type kept;
  for (OpOperand &use : sum.getUses()) {
    auto reader = dyn_cast<linalg::GenericOp>(use.getOwner());
    if (!reader || !reader.isDpsInput(&use))
      return Type();
    for (Operation *user : reader.getMatchingBlockArgument(&use).getUsers()) {
      auto truncated = dyn_cast<arith::TruncIOp>(user);
      if (!truncated || (kept && kept != truncated.getType()))
        return Type();
      kept = truncated.getType();
    }
  }
  return kept;
}

namespace {
/// Makes what is truncated to `kept` of values that are.
struct Narrowing {
  OpBuilder &b;
  IntegerType kept;

  /// `value`, truncated.
  Value truncate(Value value);

private:
  Value convert(Location loc, Value narrow, bool isUnsigned);
};
} // namespace

/// `narrow`, extended to `kept`, or cut to it.
Value Narrowing::convert(Location loc, Value narrow, bool isUnsigned) {
  unsigned bits = getBits(narrow);
  if (bits == kept.getWidth())
    return narrow;
  if (bits > kept.getWidth())
    return arith::TruncIOp::create(b, loc, kept, narrow);
  if (isUnsigned)
    return arith::ExtUIOp::create(b, loc, kept, narrow);
  return arith::ExtSIOp::create(b, loc, kept, narrow);
}

Value Narrowing::truncate(Value value) {
  Location loc = value.getLoc();
  if (std::optional<llvm::APInt> number = getConstant(value))
    return arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(kept, number->trunc(kept.getWidth())));
  Operation *op = value.getDefiningOp();
  if (isa_and_present<arith::ExtSIOp, arith::ExtUIOp>(op))
    return convert(loc, op->getOperand(0), isa<arith::ExtUIOp>(op));
  if (!isa_and_present<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return arith::TruncIOp::create(b, loc, kept, value);
  Value lhs = truncate(op->getOperand(0)), rhs = truncate(op->getOperand(1));
  if (isa<arith::AddIOp>(op))
    return arith::AddIOp::create(b, loc, lhs, rhs);
  if (isa<arith::SubIOp>(op))
    return arith::SubIOp::create(b, loc, lhs, rhs);
  return arith::MulIOp::create(b, loc, lhs, rhs);
}

/// Has the operations that truncate what `sum` was made of take `narrow`
/// instead, which is truncated.
static void replaceTruncated(IRRewriter &rewriter, Value sum, Value narrow) {
  for (OpOperand &use : llvm::make_early_inc_range(sum.getUses())) {
    auto reader = cast<linalg::GenericOp>(use.getOwner());
    BlockArgument before = reader.getMatchingBlockArgument(&use);
    rewriter.modifyOpInPlace(reader, [&] {
      use.set(narrow);
      before.setType(getElementTypeOrSelf(narrow));
    });
    for (Operation *user : llvm::make_early_inc_range(before.getUsers()))
      rewriter.replaceOp(user, before);
  }
}

/// Makes `op` a sum of fewer bits, if these are all that is kept; gives that.
static Value narrowSum(IRRewriter &rewriter, linalg::LinalgOp op) {
  Value added = getAdded(op);
  std::optional<llvm::APInt> first =
      added ? getConstant(op.getDpsInits().front()) : std::nullopt;
  auto kept = first ? dyn_cast_or_null<IntegerType>(findKept(op->getResult(0)))
                    : IntegerType();
  if (!kept)
    return Value();
  rewriter.setInsertionPoint(op);
  auto type = cast<RankedTensorType>(op->getResultTypes().front());
  Value filled =
      buildFilled(rewriter, op.getLoc(), type.getShape(),
                  rewriter.getIntegerAttr(kept, first->trunc(kept.getWidth())));
  auto build = [&](OpBuilder &b, Location loc, ValueRange args) {
    IRMapping map;
    map.map(op.getBlock()->getArguments(), args);
    SmallVector<Operation *> cloned;
    for (Operation &inside : op.getBlock()->without_terminator())
      if (&inside !=
          op.getBlock()->getTerminator()->getOperand(0).getDefiningOp())
        cloned.push_back(b.clone(inside, map));
    Value narrow = Narrowing{b, kept}.truncate(map.lookupOrDefault(added));
    Value sum = arith::AddIOp::create(b, loc, args.back(), narrow);
    linalg::YieldOp::create(b, loc, sum);
    for (Operation *unused : llvm::reverse(cloned))
      if (isOpTriviallyDead(unused))
        unused->erase();
  };
  auto made = linalg::GenericOp::create(
      rewriter, op.getLoc(), filled.getType(), op.getDpsInputs(), filled,
      op.getIndexingMapsArray(), op.getIteratorTypesArray(), build,
      getAttributes(op));
  replaceTruncated(rewriter, op->getResult(0), made.getResult(0));
  Value before = op.getDpsInits().front();
  rewriter.eraseOp(op);
  if (before.use_empty() && isOpTriviallyDead(before.getDefiningOp()))
    rewriter.eraseOp(before.getDefiningOp());
  return made.getResult(0);
}

/// Takes out `op` where it gives the elements that it reads.
static void skipCopy(IRRewriter &rewriter, linalg::GenericOp op) {
  if (!isOnTensors(op) || op.getNumDpsInputs() != 1 ||
      op.getNumReductionLoops() != 0 ||
      op.getDpsInputs().front().getType() != op.getResultTypes().front() ||
      op.getIndexingMapsArray()[0] != op.getIndexingMapsArray()[1] ||
      !op.getIndexingMapsArray()[0].isPermutation() ||
      op.getBody()->getTerminator()->getOperand(0) !=
          op.getRegionInputArgs().front())
    return;
  rewriter.replaceOp(op, op.getDpsInputs().front());
}

namespace {
struct NarrowSumsPass : spindle::impl::NarrowSumsPassBase<NarrowSumsPass> {
  using NarrowSumsPassBase::NarrowSumsPassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk(
        [&](linalg::LinalgOp op) { readNarrow(rewriter, op); });
    llvm::SetVector<Operation *> readers;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (Value sum = narrowSum(rewriter, op))
        readers.insert_range(sum.getUsers());
    });
    for (Operation *reader : readers)
      skipCopy(rewriter, cast<linalg::GenericOp>(reader));
  }
};
} // namespace
