//===- IterDialect.cpp - the iter dialect ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Iter/IR/BlockLoops.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle::iter;

#include "Spindle/Dialect/Iter/IR/IterEnums.cpp.inc"
#include "Spindle/Dialect/Iter/IR/IterOpsDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Spindle/Dialect/Iter/IR/IterOpsAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "Spindle/Dialect/Iter/IR/IterOps.cpp.inc"

namespace {
/// Nests may be inlined, and calls in their bodies too.
struct IterInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void IterDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Spindle/Dialect/Iter/IR/IterOpsAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Spindle/Dialect/Iter/IR/IterOps.cpp.inc"
      >();
  addInterfaces<IterInlinerInterface>();
}

LogicalResult IterDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  if (attr.getName() == kLoopAttr && !isa<LoopAttr>(attr.getValue()))
    return op->emitError("'iter' dialect (C1) expected '")
           << kLoopAttr << "' to be an #iter.loop but got " << attr.getValue();
  if (attr.getName() == kBodyOfAttr && !isa<FlatSymbolRefAttr>(attr.getValue()))
    return op->emitError("'iter' dialect (C2) expected '")
           << kBodyOfAttr << "' to be the symbol of a function but got "
           << attr.getValue();
  if (attr.getName() == kScheduleAttr && !isa<StringAttr>(attr.getValue()))
    return op->emitError("'iter' dialect (C3) expected '")
           << kScheduleAttr << "' to be a name but got " << attr.getValue();
  if (attr.getName() == kUniqueAttr && !isa<UnitAttr>(attr.getValue()))
    return op->emitError("'iter' dialect (C4) expected '")
           << kUniqueAttr << "' to have no value but got " << attr.getValue();
  if (attr.getName() == kWorkersAttr && !isa<WorkersAttr>(attr.getValue()))
    return op->emitError("'iter' dialect (C5) expected '")
           << kWorkersAttr << "' to be an #iter.workers but got "
           << attr.getValue();
  if (attr.getName() == kWorkersAttr && !isa<scf::ForallOp>(op))
    return op->emitError("'iter' dialect (C5) expected '")
           << kWorkersAttr << "' on an 'scf.forall' but got '" << op->getName()
           << "'";
  if (attr.getName() == kBlockAttr && !isa<UnitAttr>(attr.getValue()))
    return op->emitError("'iter' dialect (C6) expected '")
           << kBlockAttr << "' to have no value but got " << attr.getValue();
  if (attr.getName() == kBlockAttr && !op->hasAttr(kWorkersAttr))
    return op->emitError("'iter' dialect (C6) expected '")
           << kBlockAttr << "' beside '" << kWorkersAttr << "'";
  return success();
}
