//===- SparseAccess.cpp - rules of loads, stores and accumulation ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Access.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"

using namespace mlir;
namespace axis = spindle::axis;
namespace iter = spindle::iter;
using namespace spindle::sparse;
using spindle::axis::AxisType;
using spindle::axis::SiteType;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

SmallVector<Value> spindle::sparse::spreadAsked(ValueRange places,
                                                ArrayRef<int64_t> any) {
  SmallVector<Value> asked(places);
  // A number that is too large is the verifier's to report.
  for (int64_t number : any)
    asked.insert(asked.begin() + std::min<size_t>(number, asked.size()),
                 Value());
  return asked;
}

/// (C4) Takes `site` to be the one on the axis of entry `entry`, with all those
/// that it lies under; gives an entry that another site is known for, or -1.
static int64_t noteSite(const Layout &layout, int64_t entry, Value site,
                        MutableArrayRef<Value> known) {
  if (known[entry])
    return known[entry] == site ? -1 : entry;
  known[entry] = site;
  SmallVector<Value> above = axis::getSiteParents(site);
  if (above.size() != layout.parents[entry].size())
    return -1;
  for (auto [parent, parentSite] :
       llvm::zip_equal(layout.parents[entry], above))
    if (int64_t fault =
            parentSite ? noteSite(layout, parent, parentSite, known) : -1;
        fault >= 0)
      return fault;
  return -1;
}

/// (C3), (C4) Sites lie on the axes of their storage dimensions and agree about
/// their ancestors.
static LogicalResult verifySites(Operation *op, const Layout &layout,
                                 ValueRange sites) {
  SmallVector<Value> known(layout.axes.size());
  for (auto [dim, site] : llvm::enumerate(sites)) {
    if (axis::getSiteAxis(site) != layout.getAxis(dim)) // (C3)
      return op->emitOpError("(C3) expected index ")
             << dim << " to be a site on the axis of storage dimension " << dim;
    int64_t fault = noteSite(layout, layout.dims[dim], site, known); // (C4)
    if (fault >= 0)
      return op->emitOpError("(C4) expected the indices to agree about the "
                             "site on axis ")
             << fault;
  }
  return success();
}

/// Whether elements have a coordinate on the axis `level`.
static bool isDimension(Value level) {
  return cast<AxisType>(level.getType()).isDimension();
}

/// (C5) The axes of a look-up that writes have unique coordinates in a fibre.
static LogicalResult verifyUnique(Operation *op, const Layout &layout) {
  for (auto [index, level] : llvm::enumerate(layout.axes))
    if (isDimension(level) &&
        !cast<AxisType>(level.getType()).hasUniqueFibres())
      return op->emitOpError("(C5) expected axis ")
             << index
             << " to have unique coordinates for a look-up that writes but got "
             << level.getType();
  return success();
}

/// (C1) to (C6) The indices of an access to `buffer`, and how many coordinates
/// it does not ask for.
static LogicalResult verifyPlaces(Operation *op, Value buffer,
                                  ValueRange places, AccessForm form,
                                  size_t any = 0) {
  FailureOr<Layout> layout = getLayout(buffer);
  if (failed(layout)) // (C1)
    return op->emitOpError("(C1) expected a buffer made by an axis or sparse "
                           "operation");
  bool direct = form == AccessForm::Direct;
  size_t count = direct ? layout->getRank() // (C2)
                        : llvm::count_if(layout->axes, isDimension);
  if (places.size() + any != count)
    return op->emitOpError("(C2) expected ")
           << count << (direct ? " indices" : " coordinates") << " but got "
           << places.size() + any;
  bool sites = llvm::any_of(places.getTypes(), llvm::IsaPred<SiteType>);
  if (sites && (!direct || !llvm::all_equal(places.getTypes()))) // (C6)
    return op->emitOpError("(C6) expected ")
           << (direct ? "indices of one type" : "coordinates of type index");
  if (sites)
    return verifySites(op, *layout, places);
  return direct || isa<LoadOp>(op) ? success() : verifyUnique(op, *layout);
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

void LoadOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  // A value has no better name than a number.
  if (getFound())
    setName(getFound(), "found");
}

/// (C9) The numbers of the coordinates that `op` does not ask for.
static LogicalResult verifyAny(LoadOp op) {
  int64_t count = op.getIndices().size() + op.getAny().size(), least = 0;
  for (int64_t number : op.getAny()) {
    if (number < least || number >= count)
      return op.emitOpError("(C9) expected ascending numbers in [")
             << least << ", " << count << ") of 'any' but got " << number;
    least = number + 1;
  }
  return success();
}

LogicalResult LoadOp::verify() {
  bool isDirect = getForm() == AccessForm::Direct;
  if (isDirect && (getFound() || !getAny().empty())) // (C8)
    return emitOpError("(C8) expected '")
           << (getFound() ? "found" : "any") << "' for a look-up alone";
  if (failed(verifyAny(*this)))
    return failure();
  if (failed(verifyValue(*this, getResult().getType(), getBuffer().getType())))
    return failure();
  return verifyPlaces(*this, getBuffer(), getIndices(), getForm(),
                      getAny().size());
}

LogicalResult spindle::sparse::verifyWritable(Operation *op, StringRef rule,
                                              Type type) {
  if (!isPacked(type))
    return success();
  return op->emitOpError() << "(" << rule
                           << ") expected elements that take bytes of their "
                              "own, to be written, but got "
                           << type;
}

LogicalResult StoreOp::verify() {
  if (failed(verifyWritable(*this, "C8",
                            getBuffer().getType().getElementType()))) // (C8)
    return failure();
  if (failed(verifyValue(*this, getValue().getType(), getBuffer().getType())))
    return failure();
  return verifyPlaces(*this, getBuffer(), getIndices(), getForm());
}

/// (C8), (C9) The second buffer of argmin and argmax.
static LogicalResult verifyArgBuffers(AccumulateOp op) {
  Type number = op.getValues()[1].getType();
  if (!iter::isNumberType(number)) // (C8)
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
  size_t count = iter::isArgKind(getKind()) ? 2 : 1; // (C8)
  if (getValues().size() != count || getBuffers().size() != count)
    return emitOpError("(C8) expected ")
           << count << " value(s) and buffer(s) for '"
           << iter::stringifyCombineKind(getKind()) << "' but got "
           << getValues().size() << " and " << getBuffers().size();
  for (auto [value, buffer] : llvm::zip_equal(getValues(), getBuffers())) {
    auto type = cast<BufferType>(buffer.getType());
    if (failed(verifyValue(*this, value.getType(), type)) ||
        failed(verifyWritable(*this, "C13", type.getElementType()))) // (C13)
      return failure();
  }
  Type type = getValues()[0].getType();
  if (!iter::hasMeaning(getKind(), type)) // (C10)
    return emitOpError("(C10) expected a kind with a meaning in ")
           << type << " but got '" << iter::stringifyCombineKind(getKind())
           << "'";
  if (getAtomic() && !iter::canBeAtomic(getKind(), type)) // (C11)
    return emitOpError("(C11) expected a kind that combines ")
           << type << " atomically but got '"
           << iter::stringifyCombineKind(getKind()) << "'";
  if (getSegmented() && !getAtomic()) // (C12)
    return emitOpError("(C12) expected what is segmented to be atomic");
  if (count == 2 && failed(verifyArgBuffers(*this)))
    return failure();
  return verifyPlaces(*this, getBuffers()[0], getIndices(), getForm());
}
