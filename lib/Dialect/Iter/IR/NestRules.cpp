//===- NestRules.cpp - rules of nests -------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/AxisList.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::iter;
using spindle::axis::SiteType;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// (C1), (C2) Names and kinds of the dimensions.
static LogicalResult verifyDims(NestOp nest) {
  size_t count = nest.getAxes().size();
  if (count == 0 || nest.getDims().size() != count ||
      nest.getKinds().size() != count) // (C1)
    return nest.emitOpError("(C1) expected a name, an axis and a kind for each "
                            "of at least one dimension but got ")
           << nest.getDims().size() << " names, " << count << " axes and "
           << nest.getKinds().size() << " kinds";
  llvm::SmallDenseSet<StringRef> names; // (C2)
  for (auto name : nest.getDims().getAsRange<StringAttr>())
    if (!names.insert(name.getValue()).second)
      return nest.emitOpError("(C2) expected different names of dimensions but "
                              "got ")
             << '"' << name.getValue() << "\" twice";
  return success();
}

/// (C3), (C4) The axes and what they lie under.
static LogicalResult verifyAxes(NestOp nest) {
  for (Value level : nest.getAxes()) // (C3)
    if (failed(axis::verifyIsAxis(nest, level, "(C3)", "each axis")))
      return failure();
  return axis::verifyParents(nest, nest.getAxes(), // (C4)
                             axis::getParentLists(nest.getParents()), "(C4)",
                             nest.getUnder());
}

/// (C5) The arguments of the body.
static LogicalResult verifyArguments(NestOp nest) {
  Block &body = nest.getBody().front();
  bool fits = body.getNumArguments() == 2 * nest.getAxes().size();
  for (auto [index, type] : llvm::enumerate(body.getArgumentTypes()))
    fits &= index % 2 ? isa<SiteType>(type) : type.isIndex();
  if (fits)
    return success();
  return nest.emitOpError("(C5) expected a coordinate and a site per dimension "
                          "as arguments of the body");
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// (C6) The dimensions `first` to `end` - 1 are a chain without gaps.
static LogicalResult verifyGroup(NestOp nest, int64_t first, int64_t end) {
  for (int64_t dim = first; dim < end; ++dim) {
    if (dim > first && nest.getDimParents(dim) != ArrayRef<int64_t>(dim - 1))
      return nest.emitOpError("(C6) expected dimension ")
             << nest.getDimName(dim)
             << " of a group to lie just under the one before it";
    if (!axis::mayLackCells(nest.getAxes()[dim]))
      continue;
    InFlightDiagnostic diag = nest.emitOpError("(C6) expected dimension ")
                              << nest.getDimName(dim)
                              << " of a group to lack no cells";
    diag.attachNote(nest.getAxes()[dim].getLoc()) << "the axis is made here";
    return diag;
  }
  return success();
}

/// (C6) The groups are all dimensions, each a chain.
static LogicalResult verifyGroups(NestOp nest) {
  ArrayRef<int64_t> sizes = nest.getGroupSizes();
  int64_t dims = nest.getNumDims(), left = dims;
  for (int64_t size : sizes)
    left = size < 1 || size > left ? -1 : left - size;
  if (left != 0)
    return nest.emitOpError("(C6) expected the sizes of groups of all ")
           << dims << " dimensions but got [" << sizes << "]";
  int64_t first = 0;
  for (int64_t size : sizes) {
    if (size > 1 && failed(verifyGroup(nest, first, first + size)))
      return failure();
    first += size;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// (C7) Results come with `combine` and from reductions.
static LogicalResult verifyReductions(NestOp nest) {
  if (nest.getResults().empty() != nest.getCombine().empty())
    return nest.emitOpError(
               "(C7) expected results just with 'combine' but got ")
           << nest.getNumResults() << " results and "
           << nest.getCombine().size() << " kinds to combine by";
  for (int64_t dim = 0; dim < nest.getNumDims(); ++dim)
    if (!nest.getResults().empty() &&
        nest.getDimKind(dim) != DimKind::Reduction)
      return nest.emitOpError("(C7) expected reductions alone in a nest with "
                              "results but got '")
             << stringifyDimKind(nest.getDimKind(dim)) << "' for dimension "
             << nest.getDimName(dim);
  return success();
}

/// (C8) Each value that is combined begins, is yielded and results in one type.
static LogicalResult verifyValues(NestOp nest) {
  size_t count = 0;
  for (auto kind : nest.getCombine().getAsRange<CombineKindAttr>())
    count += isArgKind(kind.getValue()) ? 2 : 1;
  TypeRange init = nest.getInit().getTypes(), results = nest.getResultTypes();
  TypeRange yielded = nest.getBody().front().getTerminator()->getOperandTypes();
  if (init.size() != count || yielded.size() != count ||
      results.size() != count)
    return nest.emitOpError("(C8) expected an initial value, a yielded value "
                            "and a result for each of ")
           << count << " values to combine but got " << init.size() << ", "
           << yielded.size() << " and " << results.size();
  for (size_t value = 0; value < count; ++value)
    if (init[value] != results[value] || yielded[value] != results[value])
      return nest.emitOpError("(C8) expected one type for value ")
             << value << " to combine but got " << init[value]
             << " to begin with, " << yielded[value] << " yielded and "
             << results[value] << " as result";
  return success();
}

/// (C9) Each kind has a meaning in the type of its values.
static LogicalResult verifyMeaning(NestOp nest) {
  size_t value = 0;
  for (auto attr : nest.getCombine().getAsRange<CombineKindAttr>()) {
    CombineKind kind = attr.getValue();
    Type type = nest.getResult(value++).getType();
    if (!hasMeaning(kind, type))
      return nest.emitOpError("(C9) expected a kind with a meaning in ")
             << type << " but got '" << stringifyCombineKind(kind) << "'";
    if (!isArgKind(kind))
      continue;
    Type number = nest.getResult(value++).getType();
    if (!isNumberType(number))
      return nest.emitOpError("(C9) expected the second value of '")
             << stringifyCombineKind(kind)
             << "' to be an integer or index but got " << number;
  }
  return success();
}

LogicalResult NestOp::verify() {
  return success(
      succeeded(verifyDims(*this)) && succeeded(verifyAxes(*this)) &&
      succeeded(verifyArguments(*this)) && succeeded(verifyGroups(*this)) &&
      succeeded(verifyReductions(*this)) && succeeded(verifyValues(*this)) &&
      succeeded(verifyMeaning(*this)));
}
