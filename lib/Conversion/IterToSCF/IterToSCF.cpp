//===- IterToSCF.cpp - from nests to loops over positions -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "Places.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Access.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTITERTOSCFPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using spindle::axis::AxisType;
using spindle::axis::LocateOp;
using spindle::axis::PositionOfOp;
using spindle::axis::SiteType;
using spindle::iter::NestOp;
using spindle::sparse::AccessForm;
using spindle::sparse::AccumulateOp;
using spindle::sparse::Layout;
using spindle::sparse::LoadOp;
using spindle::sparse::StoreOp;

//===----------------------------------------------------------------------===//
// What the pass requires
//===----------------------------------------------------------------------===//

/// Whether `op` is of those that the pass lowers, or lowers in part.
static bool isLowered(Operation *op) {
  return isa<LoadOp, StoreOp, AccumulateOp, LocateOp, PositionOfOp, NestOp>(op);
}

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

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

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

namespace {
/// Lowers the nests and accesses of one function, in the order of dominance and
/// outermost first, so that the place of every site is known where the site is
/// used.
struct NestLowering {
  explicit NestLowering(MLIRContext *context) : rewriter(context) {}

  IRRewriter rewriter;
  Places places;
  /// Nests and look-ups of sites that are lowered; they say what their sites
  /// lie on and under until all is.
  SmallVector<Operation *> lowered;

  /// Lowers what `region` holds and erases `lowered`.
  void run(Region &region);

private:
  void lowerRegion(Region &region);
  void lowerBlock(Block &block);
  void lowerOp(Operation *op);
  void lowerNest(NestOp nest);
  Value openLoop(NestOp nest, int64_t dim, Value length);
  template <typename AccessOp> void lowerAccess(AccessOp op);
  template <typename AccessOp>
  void lowerLookUp(AccessOp op, const Layout &layout);
  void lowerLocate(LocateOp op);

  Value getUnder(NestOp nest, int64_t dim) {
    Value site = nest.getSiteParent(nest.getSite(dim));
    return site ? places.lookup(site).position : Value();
  }
};
} // namespace

/// The label of the loop over dimension `dim`.
static iter::LoopAttr getLabel(NestOp nest, int64_t dim) {
  auto type = cast<AxisType>(nest.getAxes()[dim].getType());
  return iter::LoopAttr::get(nest.getContext(), nest.getNameAttr(),
                             nest.getDimName(dim), type.getKind(),
                             nest.getDimKind(dim), iter::LoopRole::Level);
}

/// Opens the loop over dimension `dim` at the insertion point, moves there, and
/// notes the place of the dimension's site; returns the coordinate. `length` is
/// that of a root's one fibre, null elsewhere.
Value NestLowering::openLoop(NestOp nest, int64_t dim, Value length) {
  Location loc = nest.getLoc();
  Value level = nest.getAxes()[dim];
  Value under = getUnder(nest, dim);
  Type index = rewriter.getIndexType();
  bool dense = cast<AxisType>(level.getType()).isDense();
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  if (!length)
    length = axis::LengthOp::create(rewriter, loc, index, level, under);
  Value begin = zero, end = length;
  if (!dense) {
    begin = axis::PositionOp::create(rewriter, loc, index, level, zero, under);
    end = arith::AddIOp::create(rewriter, loc, begin, length);
  }
  auto loop = scf::ForOp::create(rewriter, loc, begin, end, one);
  loop->setAttr(iter::IterDialect::kLoopAttr, getLabel(nest, dim));
  rewriter.setInsertionPointToStart(loop.getBody());
  Value iv = loop.getInductionVar();
  Place place =
      dense ? getDensePlace(rewriter, loc, level, iv, under) : Place{iv, {}};
  places[nest.getSite(dim)] = place;
  if (dense)
    return iv;
  return axis::CoordinateOp::create(rewriter, loc, index, level, iv, under);
}

void NestLowering::lowerNest(NestOp nest) {
  rewriter.setInsertionPoint(nest);
  // The lengths of roots are the same for every element: ask outside.
  SmallVector<Value> lengths(nest.getNumDims()), coordinates;
  for (int64_t dim = 0; dim < nest.getNumDims(); ++dim)
    if (!axis::getParent(nest.getAxes()[dim]))
      lengths[dim] = axis::LengthOp::create(rewriter, nest.getLoc(),
                                            rewriter.getIndexType(),
                                            nest.getAxes()[dim], Value());
  for (int64_t dim = 0; dim < nest.getNumDims(); ++dim)
    coordinates.push_back(openLoop(nest, dim, lengths[dim]));
  Block *innermost = rewriter.getInsertionBlock();
  // Look-ups are known by the nest's own arguments: lower them before these go.
  Block &body = nest.getBody().front();
  lowerBlock(body);
  for (auto [dim, coordinate] : llvm::enumerate(coordinates))
    rewriter.replaceAllUsesWith(nest.getCoordinate(dim), coordinate);
  rewriter.eraseOp(body.getTerminator());
  innermost->getOperations().splice(innermost->getTerminator()->getIterator(),
                                    body.getOperations());
  lowered.push_back(nest);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// What an element that is missing reads as: one value for a load, none for
/// accesses that write.
static SmallVector<Value> getMissing(OpBuilder &builder, Operation *access) {
  auto load = dyn_cast<LoadOp>(access);
  if (!load)
    return {};
  Location loc = access->getLoc();
  TypedAttr fill = load.getBuffer().getType().getFill();
  Value value = arith::ConstantOp::create(builder, loc, fill);
  auto complexType = dyn_cast<ComplexType>(load.getType());
  if (!complexType)
    return {value};
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(complexType.getElementType()));
  return {complex::CreateOp::create(builder, loc, complexType, value, zero)};
}

/// An access by coordinates becomes one by positions, under the searches that
/// its levels need.
template <typename AccessOp>
void NestLowering::lowerLookUp(AccessOp op, const Layout &layout) {
  rewriter.setInsertionPoint(op);
  auto access = [&](OpBuilder &builder, ArrayRef<Value> indices) {
    auto direct = cast<AccessOp>(builder.clone(*op));
    direct.getIndicesMutable().assign(indices);
    direct.setForm(AccessForm::Direct);
    return llvm::to_vector_of<Value>(direct->getResults());
  };
  auto missing = [&](OpBuilder &builder) { return getMissing(builder, op); };
  SmallVector<Value> results = searchElement(
      rewriter, op.getLoc(), layout, op.getIndices(), places, access, missing);
  rewriter.replaceOp(op, results);
}

template <typename AccessOp> void NestLowering::lowerAccess(AccessOp op) {
  if (op.getForm() == AccessForm::LookUp) {
    // The verifier has seen to the layout.
    lowerLookUp(op, *sparse::getLayout(sparse::getAccessedBuffer(op)));
    return;
  }
  SmallVector<Value> indices;
  for (Value place : op.getIndices())
    indices.push_back(isa<SiteType>(place.getType())
                          ? places.lookup(place).getIndex()
                          : place);
  op.getIndicesMutable().assign(indices);
}

/// A look-up that gives a site becomes one that gives a position.
void NestLowering::lowerLocate(LocateOp op) {
  if (!isa<SiteType>(op.getPlace().getType()))
    return;
  rewriter.setInsertionPoint(op);
  Value under = op.getUnder() ? places.lookup(op.getUnder()).position : Value();
  auto located = LocateOp::create(
      rewriter, op.getLoc(), rewriter.getIndexType(), rewriter.getI1Type(),
      op.getAxis(), op.getCoordinate(), under, op.getStrategyAttr());
  bool dense = op.getAxis().getType().isDense();
  places[op.getPlace()] = {located.getPlace(),
                           dense ? op.getCoordinate() : Value()};
  rewriter.replaceAllUsesWith(op.getFound(), located.getFound());
  lowered.push_back(op);
}

void NestLowering::lowerOp(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return lowerAccess(load);
  if (auto store = dyn_cast<StoreOp>(op))
    return lowerAccess(store);
  if (auto accumulate = dyn_cast<AccumulateOp>(op))
    return lowerAccess(accumulate);
  if (auto locate = dyn_cast<LocateOp>(op))
    return lowerLocate(locate);
  if (auto position = dyn_cast<PositionOfOp>(op))
    return rewriter.replaceOp(op, places.lookup(position.getSite()).position);
  if (auto nest = dyn_cast<NestOp>(op))
    return lowerNest(nest);
  for (Region &region : op->getRegions())
    lowerRegion(region);
}

void NestLowering::lowerBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    lowerOp(&op);
}

void NestLowering::lowerRegion(Region &region) {
  for (Block *block : getBlocksSortedByDominance(region))
    lowerBlock(*block);
}

void NestLowering::run(Region &region) {
  // Code that is never reached may use a site before it is made.
  (void)eraseUnreachableBlocks(rewriter, region);
  lowerRegion(region);
  // They use the sites of one another, in either direction.
  for (Operation *op : lowered)
    op->dropAllReferences();
  for (Operation *op : lowered)
    rewriter.eraseOp(op);
}

namespace {
struct ConvertIterToSCFPass
    : spindle::impl::ConvertIterToSCFPassBase<ConvertIterToSCFPass> {
  void runOnOperation() override {
    FunctionOpInterface function = getOperation();
    if (failed(checkSites(function)))
      return signalPassFailure();
    auto find = [](Operation *op) {
      return isLowered(op) ? WalkResult::interrupt() : WalkResult::advance();
    };
    if (!function.walk(find).wasInterrupted())
      return markAllAnalysesPreserved();
    hoistAllocas(function);
    NestLowering lowering(&getContext());
    lowering.run(function.getFunctionBody());
  }
};
} // namespace
