//===- RemoveLabels.cpp - programs without Spindle's labels ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Pipelines/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_REMOVELABELSPASS
#include "Spindle/Pipelines/Passes.h.inc"
} // namespace spindle

using namespace mlir;

static bool isLabel(NamedAttribute attr) {
  StringRef dialect = attr.getName().getValue().split('.').first;
  return attr.getName().getValue().contains('.') &&
         (dialect == "axis" || dialect == "sparse" || dialect == "iter");
}

/// The names of the labels among `attrs`.
static SmallVector<StringAttr> findLabels(ArrayRef<NamedAttribute> attrs) {
  SmallVector<StringAttr> names;
  for (NamedAttribute attr : attrs)
    if (isLabel(attr))
      names.push_back(attr.getName());
  return names;
}

/// Removes the labels of `op` itself; returns their number.
static unsigned removeFromOp(Operation *op) {
  SmallVector<StringAttr> names =
      findLabels(op->getDiscardableAttrDictionary().getValue());
  for (StringAttr name : names)
    op->removeDiscardableAttr(name);
  return names.size();
}

/// Removes the labels of what `function` is given and gives; returns their
/// number.
static unsigned removeFromSignature(FunctionOpInterface function) {
  unsigned count = 0;
  for (unsigned index = 0; index < function.getNumArguments(); ++index)
    for (StringAttr name : findLabels(function.getArgAttrs(index))) {
      function.removeArgAttr(index, name);
      ++count;
    }
  for (unsigned index = 0; index < function.getNumResults(); ++index)
    for (StringAttr name : findLabels(function.getResultAttrs(index))) {
      function.removeResultAttr(index, name);
      ++count;
    }
  return count;
}

namespace {
struct RemoveLabelsPass
    : spindle::impl::RemoveLabelsPassBase<RemoveLabelsPass> {
  void runOnOperation() override {
    unsigned count = 0;
    getOperation().walk([&](Operation *op) {
      count += removeFromOp(op);
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        count += removeFromSignature(function);
    });
    if (count == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
