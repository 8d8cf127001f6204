//===- AxisDialect.cpp - the axis dialect ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/Axis.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle::axis;

#include "Spindle/Dialect/Axis/IR/AxisEnums.cpp.inc"
#include "Spindle/Dialect/Axis/IR/AxisOpInterfaces.cpp.inc"
#include "Spindle/Dialect/Axis/IR/AxisOpsDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "Spindle/Dialect/Axis/IR/AxisOpsTypes.cpp.inc"

namespace {
/// Axes and queries of them mean in a caller what they mean in its callee.
struct AxisInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void AxisDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "Spindle/Dialect/Axis/IR/AxisOpsTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Spindle/Dialect/Axis/IR/AxisOps.cpp.inc"
      >();
  addInterfaces<AxisInlinerInterface>();
}

Operation *AxisDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

bool spindle::axis::isMadeByAxisOp(Value axis) {
  return isa_and_nonnull<AxisOpInterface>(axis.getDefiningOp());
}

/// The operation that makes `axis`; null where it is unknown.
static AxisOpInterface getAxisConstructor(Value axis) {
  return dyn_cast_or_null<AxisOpInterface>(axis.getDefiningOp());
}

SmallVector<Value> spindle::axis::getParents(Value axis) {
  AxisOpInterface constructor = getAxisConstructor(axis);
  return constructor ? constructor.getAxisParents(axis) : SmallVector<Value>();
}

SmallVector<int64_t> spindle::axis::getParentLinks(Value axis) {
  AxisOpInterface constructor = getAxisConstructor(axis);
  if (!constructor)
    return {};
  SmallVector<int64_t> links = constructor.getAxisParentLinks(axis);
  // An operation that is not verified may have fewer parents than links.
  links.resize(constructor.getAxisParents(axis).size(), -1);
  for (auto [index, link] : llvm::enumerate(links))
    link = link < int64_t(index) ? link : -1;
  return links;
}

Value spindle::axis::getOnlyParent(Value axis) {
  SmallVector<Value> parents = getParents(axis);
  return parents.size() == 1 ? parents.front() : Value();
}

bool spindle::axis::isRoot(Value axis) { return getParents(axis).empty(); }

bool spindle::axis::mayLackCells(Value axis) {
  AxisOpInterface constructor = getAxisConstructor(axis);
  return !constructor || constructor.mayLackCells(axis);
}

bool spindle::axis::hasCut(Value axis) {
  if (auto dense = axis.getDefiningOp<DenseFixedOp>())
    return dense.hasCut();
  auto sparse = axis.getDefiningOp<SparseFixedOp>();
  return sparse && sparse.hasCut();
}

bool spindle::axis::hasSkew(Value axis) {
  auto dense = axis.getDefiningOp<DenseFixedOp>();
  return dense && dense.hasSkew();
}

Value spindle::axis::getCutBy(Value axis) {
  if (!hasCut(axis))
    return {};
  return llvm::TypeSwitch<Operation *, Value>(axis.getDefiningOp())
      .Case<DenseFixedOp, SparseFixedOp>([](auto constructor) -> Value {
        return constructor.getBy() ? constructor.getBy()
                                   : constructor.getParent();
      });
}

Value spindle::axis::getSkewAlong(Value axis) {
  return hasSkew(axis) ? axis.getDefiningOp<DenseFixedOp>().getAlong()
                       : Value();
}

Value spindle::axis::getCellsPerFibre(Value axis) {
  return llvm::TypeSwitch<Operation *, Value>(axis.getDefiningOp())
      .Case([](DenseFixedOp constructor) { return constructor.getExtent(); })
      .Case([](SparseFixedOp constructor) { return constructor.getWidth(); })
      .Case<DenseVariableOp, SparseVariableOp>(
          [](auto constructor) { return constructor.getCount(); })
      .Default(Value());
}

/// The operation that makes `site`, as a result or an argument of its region.
static SiteOpInterface getSiteConstructor(Value site) {
  if (auto arg = dyn_cast<BlockArgument>(site))
    return dyn_cast_or_null<SiteOpInterface>(arg.getOwner()->getParentOp());
  return dyn_cast<SiteOpInterface>(site.getDefiningOp());
}

Value spindle::axis::getSiteAxis(Value site) {
  SiteOpInterface constructor = getSiteConstructor(site);
  return constructor ? constructor.getSiteAxis(site) : Value();
}

SmallVector<Value> spindle::axis::getSiteParents(Value site) {
  SiteOpInterface constructor = getSiteConstructor(site);
  return constructor ? constructor.getSiteParents(site) : SmallVector<Value>();
}

LogicalResult spindle::axis::verifyUnderSites(Operation *op, Value axis,
                                              ValueRange under,
                                              StringRef rule) {
  SmallVector<Value> parents = getParents(axis);
  if (parents.size() != under.size())
    return op->emitOpError(rule)
           << " expected a site per parent of the axis, " << parents.size()
           << ", but got " << under.size();
  for (auto [number, site] : llvm::enumerate(under))
    if (getSiteAxis(site) != parents[number])
      return op->emitOpError(rule) << " expected a site on the axis' parent "
                                   << number << " after 'under'";
  for (auto [number, link] : llvm::enumerate(getParentLinks(axis)))
    if (link >= 0 &&
        !llvm::is_contained(getSiteParents(under[number]), under[link]))
      return op->emitOpError(rule)
             << " expected site " << number << " to lie under site " << link;
  return success();
}

LogicalResult spindle::axis::verifySingleOperands(Operation *op,
                                                  ArrayRef<int32_t> sizes,
                                                  ArrayRef<size_t> groups) {
  for (size_t group : groups)
    if (sizes[group] != 1)
      return op->emitOpError("expected one operand in group ")
             << group << " of 'operandSegmentSizes' but got " << sizes[group];
  return success();
}

LogicalResult spindle::axis::verifyIsAxis(Operation *op, Value axis,
                                          StringRef rule, StringRef what) {
  if (isMadeByAxisOp(axis))
    return success();
  InFlightDiagnostic diag = op->emitOpError(rule)
                            << " expected " << what
                            << " to be made by an axis or sparse operation";
  if (isa<BlockArgument>(axis))
    diag << " but got a block argument";
  else
    diag.attachNote(axis.getLoc()) << "made here";
  return diag;
}
