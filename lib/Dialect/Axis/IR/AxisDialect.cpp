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
/// Axes and their answers mean in a caller what they mean in its callee.
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

bool spindle::axis::isMadeByAxisOp(Value axis) {
  return isa_and_nonnull<AxisOpInterface>(axis.getDefiningOp());
}

Value spindle::axis::getParent(Value axis) {
  auto maker = dyn_cast_or_null<AxisOpInterface>(axis.getDefiningOp());
  return maker ? maker.getAxisParent(axis) : Value();
}

/// The operation that makes `site`, as a result or an argument of its region.
static SiteOpInterface getSiteMaker(Value site) {
  if (auto arg = dyn_cast<BlockArgument>(site))
    return dyn_cast_or_null<SiteOpInterface>(arg.getOwner()->getParentOp());
  return dyn_cast<SiteOpInterface>(site.getDefiningOp());
}

Value spindle::axis::getSiteAxis(Value site) {
  SiteOpInterface maker = getSiteMaker(site);
  return maker ? maker.getSiteAxis(site) : Value();
}

Value spindle::axis::getSiteParent(Value site) {
  SiteOpInterface maker = getSiteMaker(site);
  return maker ? maker.getSiteParent(site) : Value();
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
