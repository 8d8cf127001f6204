//===- SparseAccess.cpp - rules of loads, stores and accumulation ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Access.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisType;
using spindle::axis::SiteOpInterface;
using spindle::axis::SiteType;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// (C3), (C4) Sites lie on the axes of their storage dimensions and agree about
/// their ancestors.
static LogicalResult verifySites(Operation *op, const Layout &layout,
                                 ValueRange sites) {
  SmallVector<Value> known(layout.axes.size());
  for (auto [dim, site] : llvm::enumerate(sites)) {
    if (axis::getSiteAxis(site) != layout.getAxis(dim)) // (C3)
      return op->emitOpError("(C3) expected place ")
             << dim << " to be a site on the axis of storage dimension " << dim;
    Value current = site; // (C4)
    for (int64_t entry = layout.dims[dim]; entry >= 0 && current;
         entry = layout.parents[entry], current = axis::getSiteParent(current))
      if (known[entry] && known[entry] != current)
        return op->emitOpError("(C4) expected the places to agree about the "
                               "site on axis ")
               << entry;
      else
        known[entry] = current;
  }
  return success();
}

/// (C5) The axes of a look-up have unique coordinates.
static LogicalResult verifyUnique(Operation *op, const Layout &layout) {
  for (auto [index, level] : llvm::enumerate(layout.axes))
    if (!cast<AxisType>(level.getType()).getUnique())
      return op->emitOpError("(C5) expected axis ")
             << index << " to have unique coordinates for a look-up but got "
             << level.getType();
  return success();
}

/// (C1) to (C6) The places of an access to `buffer`.
static LogicalResult verifyPlaces(Operation *op, Value buffer,
                                  ValueRange places, AccessForm form) {
  FailureOr<Layout> layout = getLayout(buffer);
  if (failed(layout)) // (C1)
    return op->emitOpError("(C1) expected a buffer made by an axis or sparse "
                           "operation");
  bool direct = form == AccessForm::Direct;
  size_t count = direct ? layout->getRank() : layout->axes.size(); // (C2)
  if (places.size() != count)
    return op->emitOpError("(C2) expected ")
           << count << (direct ? " places" : " coordinates") << " but got "
           << places.size();
  bool sites = llvm::any_of(places.getTypes(), llvm::IsaPred<SiteType>);
  if (sites && (!direct || !llvm::all_equal(places.getTypes()))) // (C6)
    return op->emitOpError("(C6) expected ")
           << (direct ? "places of one type" : "coordinates of type index");
  if (sites)
    return verifySites(op, *layout, places);
  return direct ? success() : verifyUnique(op, *layout);
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// (C7) Whether `value` is of the element type of `buffer`.
static LogicalResult verifyValue(Operation *op, Type value, BufferType buffer) {
  if (value == buffer.getElementType())
    return success();
  return op->emitOpError("(C7) expected a value of type ")
         << buffer.getElementType() << " but got " << value;
}

LogicalResult LoadOp::verify() {
  if (failed(verifyValue(*this, getResult().getType(), getBuffer().getType())))
    return failure();
  return verifyPlaces(*this, getBuffer(), getIndices(), getForm());
}

LogicalResult StoreOp::verify() {
  if (failed(verifyValue(*this, getValue().getType(), getBuffer().getType())))
    return failure();
  return verifyPlaces(*this, getBuffer(), getIndices(), getForm());
}

static bool isArgKind(AccumulateKind kind) {
  return kind == AccumulateKind::ArgMin || kind == AccumulateKind::ArgMax;
}

/// (C10) Whether `kind` has a meaning on values of `type`.
static bool hasMeaning(AccumulateKind kind, Type type) {
  bool arithmetic = kind == AccumulateKind::Add || kind == AccumulateKind::Mul;
  bool bitwise = kind == AccumulateKind::And || kind == AccumulateKind::Or;
  if (isa<ComplexType>(type))
    return arithmetic;
  if (isa<FloatType>(type))
    return !bitwise;
  return type.isInteger(1) ? bitwise : true;
}

/// (C8), (C9) The second buffer of argmin and argmax.
static LogicalResult verifyArgBuffers(AccumulateOp op) {
  Type number = op.getValues()[1].getType();
  if (!number.isIntOrIndex() || number.isInteger(1)) // (C8)
    return op.emitOpError("(C8) expected the second value to be an integer or "
                          "index but got ")
           << number;
  FailureOr<Layout> first = getLayout(op.getBuffers()[0]);
  FailureOr<Layout> second = getLayout(op.getBuffers()[1]);
  if (failed(first) || failed(second) || first->axes != second->axes ||
      first->parents != second->parents) // (C9)
    return op.emitOpError("(C9) expected both buffers on the same axes");
  return success();
}

LogicalResult AccumulateOp::verify() {
  size_t count = isArgKind(getKind()) ? 2 : 1; // (C8)
  if (getValues().size() != count || getBuffers().size() != count)
    return emitOpError("(C8) expected ")
           << count << " value(s) and buffer(s) for '"
           << stringifyAccumulateKind(getKind()) << "' but got "
           << getValues().size() << " and " << getBuffers().size();
  for (auto [value, buffer] : llvm::zip_equal(getValues(), getBuffers()))
    if (failed(verifyValue(*this, value.getType(),
                           cast<BufferType>(buffer.getType()))))
      return failure();
  Type type = getValues()[0].getType();
  if (!hasMeaning(getKind(), type)) // (C10)
    return emitOpError("(C10) expected a kind with a meaning in ")
           << type << " but got '" << stringifyAccumulateKind(getKind()) << "'";
  if (count == 2 && failed(verifyArgBuffers(*this)))
    return failure();
  return verifyPlaces(*this, getBuffers()[0], getIndices(), getForm());
}

//===----------------------------------------------------------------------===//
// Canonicalization: from look-ups to sites
//===----------------------------------------------------------------------===//

// A nest's arguments alternate between coordinates and sites.
Value spindle::sparse::findSite(Value coordinate, Value level, Value parent) {
  auto arg = dyn_cast<BlockArgument>(coordinate);
  if (!arg || !isa_and_nonnull<SiteOpInterface>(arg.getOwner()->getParentOp()))
    return {};
  unsigned next = arg.getArgNumber() + 1;
  if (next >= arg.getOwner()->getNumArguments())
    return {};
  Value site = arg.getOwner()->getArgument(next);
  bool fits = isa<SiteType>(site.getType()) &&
              axis::getSiteAxis(site) == level &&
              axis::getSiteParent(site) == parent;
  return fits ? site : Value();
}

/// The sites that the nests around a look-up give for its coordinates, one per
/// storage dimension; fails where one is not known.
static FailureOr<SmallVector<Value>> getSites(const Layout &layout,
                                              ValueRange coordinates) {
  SmallVector<Value> known, sites;
  for (auto [index, coordinate] : llvm::enumerate(coordinates)) {
    int64_t parent = layout.parents[index];
    Value site = findSite(coordinate, layout.axes[index],
                          parent < 0 ? Value() : known[parent]);
    if (!site)
      return failure();
    known.push_back(site);
  }
  for (int64_t entry : layout.dims)
    sites.push_back(known[entry]);
  return sites;
}

namespace {
/// Turns a look-up by the coordinates of a nest into a direct access at the
/// nest's sites.
template <typename AccessOp>
struct LookUpToDirect : OpRewritePattern<AccessOp> {
  using OpRewritePattern<AccessOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(AccessOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getForm() == AccessForm::Direct)
      return rewriter.notifyMatchFailure(op, "direct already");
    FailureOr<Layout> layout = getLayout(getAccessedBuffer(op));
    if (failed(layout))
      return rewriter.notifyMatchFailure(op, "unknown layout");
    FailureOr<SmallVector<Value>> sites = getSites(*layout, op.getIndices());
    if (failed(sites))
      return rewriter.notifyMatchFailure(op, "a coordinate of no site");
    rewriter.modifyOpInPlace(op, [&] {
      op.getIndicesMutable().assign(*sites);
      op.setForm(AccessForm::Direct);
    });
    return success();
  }
};
} // namespace

void LoadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<LookUpToDirect<LoadOp>>(context);
}

void StoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<LookUpToDirect<StoreOp>>(context);
}

void AccumulateOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<LookUpToDirect<AccumulateOp>>(context);
}
