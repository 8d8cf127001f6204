//===- Absorption.cpp - bodies that padding does not change ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Absorption.h"

#include "CellCoordinates.h"
#include "ElementSearch.h"
#include "Spindle/Dialect/Sparse/IR/Access.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;
using spindle::axis::SiteType;
using spindle::iter::CombineKind;
using spindle::iter::NestOp;
using spindle::sparse::AccessForm;
using spindle::sparse::AccumulateOp;
using spindle::sparse::BindOp;
using spindle::sparse::Layout;
using spindle::sparse::LoadOp;
using spindle::sparse::UnpackOp;

//===----------------------------------------------------------------------===//
// Finite values
//===----------------------------------------------------------------------===//

/// Whether an operation on `buffer` writes to it.
static bool isWritten(Value buffer) {
  return llvm::any_of(buffer.getUsers(),
                      llvm::IsaPred<sparse::StoreOp, AccumulateOp,
                                    sparse::FillOp, sparse::WithValuesOp>);
}

/// Whether `buffer` holds what the function is given, and only that.
static bool isGiven(Value buffer) {
  if (isWritten(buffer))
    return false;
  if (buffer.getDefiningOp<UnpackOp>())
    return true;
  auto bind = buffer.getDefiningOp<BindOp>();
  auto memory = bind ? dyn_cast<BlockArgument>(bind.getMemory()) : nullptr;
  if (!memory ||
      !isa_and_nonnull<FunctionOpInterface>(memory.getOwner()->getParentOp()))
    return false;
  return llvm::all_of(memory.getUsers(), [](Operation *user) {
    auto other = dyn_cast<BindOp>(user);
    return isa<memref::DimOp>(user) || (other && !isWritten(other.getResult()));
  });
}

/// Whether `value` is finite where all that the function is given is.
static bool isFinite(Value value) {
  if (value.getType().isIntOrIndex())
    return true;
  if (auto arg = dyn_cast<BlockArgument>(value))
    return isa_and_nonnull<FunctionOpInterface>(arg.getOwner()->getParentOp());
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast<LoadOp>(op))
    return isGiven(load.getBuffer());
  FloatAttr number;
  if (matchPattern(value, m_Constant(&number)))
    return number.getValue().isFinite();
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return value.getType().getIntOrFloatBitWidth() >= 32;
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp,
             arith::ExtFOp, complex::AddOp, complex::SubOp, complex::MulOp>(
             op) &&
         llvm::all_of(op->getOperands(), isFinite);
}

//===----------------------------------------------------------------------===//
// One nest
//===----------------------------------------------------------------------===//

namespace {
/// A nest, asked about the padding of one of its occupancies.
struct Absorption {
  NestOp nest;
  /// The site of the occupancy, and those of its list.
  Value cell;
  SmallVector<Value> under;

  /// Whether the body does nothing on padding but add zeros.
  bool run();

private:
  bool isAtCell(const Layout &layout, LoadOp load) const;
  bool isPadding(LoadOp load) const;
  bool isZero(Value value) const;
  bool mayBeNowhere(Value coordinate) const;
  template <typename AccessOp> bool isSafeAccess(AccessOp op) const;
  bool mayRepeat(Value coordinate) const;
  bool isHarmless(AccumulateOp op) const;
  bool isHarmless(Operation &op) const;
  bool yieldsZeros();
};
} // namespace

/// Extends the sites of some entries of `layout` to those that they lie under.
static void addAncestors(const Layout &layout, MutableArrayRef<Value> sites) {
  for (int64_t entry = int64_t(layout.axes.size()) - 1; entry >= 0; --entry) {
    if (!sites[entry])
      continue;
    SmallVector<Value> under = axis::getSiteParents(sites[entry]);
    for (auto [parent, site] : llvm::zip_equal(layout.parents[entry], under))
      sites[parent] = site;
  }
}

/// Whether `load` reads at the cell from a buffer whose list ends with the
/// occupancy.
bool Absorption::isAtCell(const Layout &layout, LoadOp load) const {
  if (load.getForm() == AccessForm::LookUp)
    return sparse::findNestSites(load, layout, sparse::getAsked(load)).back() ==
           cell;
  if (!llvm::all_of(load.getIndices().getTypes(), llvm::IsaPred<SiteType>))
    return false;
  SmallVector<Value> sites(layout.axes.size());
  for (auto [entry, site] : llvm::zip_equal(layout.dims, load.getIndices()))
    sites[entry] = site;
  addAncestors(layout, sites);
  // An entry of one cell per position of its parents has no site to compare.
  return llvm::all_of(
      llvm::zip_equal(layout.parents.back(), under), [&](auto pair) {
        auto [entry, site] = pair;
        return sites[entry]
                   ? sites[entry] == site
                   : cast<AxisType>(layout.axes[entry].getType()).isThin();
      });
}

/// Whether `load` reads a zero on padding: the fill value of memory that the
/// function is given (its own is not initialised there).
bool Absorption::isPadding(LoadOp load) const {
  Value buffer = load.getBuffer();
  FailureOr<Layout> layout = sparse::getLayout(buffer);
  if (!isa_and_nonnull<BindOp, UnpackOp>(buffer.getDefiningOp()) ||
      failed(layout) || layout->axes.empty() ||
      layout->axes.back() != axis::getSiteAxis(cell))
    return false;
  TypedAttr fill = load.getBuffer().getType().getFill();
  bool isZeroFill =
      matchPattern(fill, m_Zero()) || matchPattern(fill, m_AnyZeroFloat());
  return isZeroFill && isAtCell(*layout, load);
}

/// Whether `value` is zero on padding.
bool Absorption::isZero(Value value) const {
  auto zero = [&](Value operand) { return isZero(operand); };
  Operation *op = value.getDefiningOp();
  if (!op || !nest->isProperAncestor(op))
    return false;
  if (auto load = dyn_cast<LoadOp>(op))
    return value == load.getResult() && isPadding(load);
  if (isa<arith::MulIOp, arith::AndIOp>(op))
    return llvm::any_of(op->getOperands(), zero);
  if (isa<arith::MulFOp, complex::MulOp>(op))
    return llvm::any_of(op->getOperands(), zero) &&
           llvm::all_of(op->getOperands(), [&](Value operand) {
             return isZero(operand) || isFinite(operand);
           });
  return isa<arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp, arith::ExtUIOp,
             arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp, arith::NegFOp,
             arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp>(op) &&
         llvm::all_of(op->getOperands(), zero);
}

/// Whether padding has `coordinate` though there may be none: what is stored in
/// lists of a fixed width has one where its dimension is empty, too.
bool Absorption::mayBeNowhere(Value coordinate) const {
  Value site = getSiteOfCoordinate(coordinate);
  return site && mayLackCoordinates(axis::getSiteAxis(site)) &&
         llvm::none_of(under, [](Value entry) {
           return isThereForElements(axis::getSiteAxis(entry));
         });
}

/// Whether the location of an access exists for every cell.
template <typename AccessOp> bool Absorption::isSafeAccess(AccessOp op) const {
  if (op.getForm() == AccessForm::Direct)
    return llvm::all_of(op.getIndices().getTypes(), llvm::IsaPred<SiteType>);
  FailureOr<Layout> layout = sparse::getLayout(sparse::getAccessedBuffer(op));
  if (failed(layout))
    return false;
  SmallVector<Value> asked = sparse::getAsked(op);
  SmallVector<Value> sites = sparse::findNestSites(op, *layout, asked);
  ArrayRef<Value> coordinates = asked;
  for (auto [axis, site] : llvm::zip_equal(layout->axes, sites)) {
    if (!cast<AxisType>(axis.getType()).isDimension())
      continue;
    if (!site && coordinates.front() && isOffsetByLookUp(axis) &&
        (!isInRangeForCells(coordinates.front(), axis) ||
         mayBeNowhere(coordinates.front())))
      return false;
    coordinates = coordinates.drop_front();
  }
  return true;
}

/// Whether `axis` or one of its ancestors is `other`.
static bool liesUnder(Value axis, Value other) {
  return axis == other ||
         llvm::any_of(axis::getParents(axis),
                      [&](Value parent) { return liesUnder(parent, other); });
}

/// Whether `coordinate` is claimed to come once but is 0 for all padding: who
/// relies on the claim to run cells side by side would have them meet.
bool Absorption::mayRepeat(Value coordinate) const {
  Value site = getSiteOfCoordinate(coordinate);
  Value axis = site ? axis::getSiteAxis(site) : Value();
  if (!axis)
    return false;
  auto type = cast<AxisType>(axis.getType());
  return type.getKind() == AxisKind::Singleton && type.getUnique() &&
         llvm::all_of(under, [&](Value entry) {
           return liesUnder(axis, axis::getSiteAxis(entry));
         });
}

/// Whether `op` adds zeros on padding, and not to the padding itself.
bool Absorption::isHarmless(AccumulateOp op) const {
  if (op.getKind() != CombineKind::Add && op.getKind() != CombineKind::Or)
    return false;
  FailureOr<Layout> layout = sparse::getLayout(op.getBuffers().front());
  if (failed(layout) ||
      llvm::is_contained(layout->axes, axis::getSiteAxis(cell)))
    return false;
  return isZero(op.getValues().front()) && isSafeAccess(op) &&
         llvm::none_of(op.getIndices(),
                       [&](Value index) { return mayRepeat(index); });
}

/// Whether `apply` divides by a number that is not known, and may be zero.
static bool mayDivideByZero(affine::AffineApplyOp apply) {
  return apply.getAffineMap()
      .getResult(0)
      .walk([](AffineExpr expr) {
        auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
        bool divides = binary && expr.getKind() != AffineExprKind::Add &&
                       expr.getKind() != AffineExprKind::Mul;
        return divides && !isa<AffineConstantExpr>(binary.getRHS())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `op` is arithmetic that is defined for all operands.
static bool isTotal(Operation &op) {
  if (op.getNumRegions() != 0 || !isPure(&op) ||
      isa<arith::RemSIOp, arith::RemUIOp>(op))
    return false;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return !mayDivideByZero(apply);
  if (isa<math::MathDialect>(op.getDialect()))
    return isa<FloatType>(op.getResult(0).getType());
  return isa<arith::ArithDialect, complex::ComplexDialect>(op.getDialect());
}

/// Whether `op` may run on padding.
bool Absorption::isHarmless(Operation &op) const {
  if (auto accumulate = dyn_cast<AccumulateOp>(op))
    return isHarmless(accumulate);
  if (auto load = dyn_cast<LoadOp>(op))
    return isSafeAccess(load);
  return isa<axis::PositionOfOp, axis::JoinOp>(op) || isTotal(op);
}

/// Whether what the nest combines stays as it is on padding.
bool Absorption::yieldsZeros() {
  bool areSums = llvm::all_of(nest.getCombine(), [](Attribute attr) {
    CombineKind kind = cast<iter::CombineKindAttr>(attr).getValue();
    return kind == CombineKind::Add || kind == CombineKind::Or;
  });
  Operation *yield = nest.getBody().front().getTerminator();
  return areSums && llvm::all_of(yield->getOperands(),
                                 [&](Value value) { return isZero(value); });
}

bool Absorption::run() {
  Block &body = nest.getBody().front();
  return yieldsZeros() &&
         llvm::all_of(body.without_terminator(),
                      [&](Operation &op) { return isHarmless(op); });
}

bool spindle::absorbsPadding(NestOp nest, int64_t dim) {
  // Fibres under padding need not be there.
  for (int64_t other = 0; other < nest.getNumDims(); ++other)
    if (llvm::is_contained(nest.getDimParents(other), dim))
      return false;
  Value cell = nest.getSite(dim);
  return Absorption{nest, cell, axis::getSiteParents(cell)}.run();
}
