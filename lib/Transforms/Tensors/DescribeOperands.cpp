//===- DescribeOperands.cpp - what arguments are, written down ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Tensors/Passes.h"

#include "Spindle/Dialect/Sparse/IR/ValueUses.h"
#include "Spindle/Transforms/Tensors/DescribeOperands.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace spindle {
#define GEN_PASS_DEF_DESCRIBEOPERANDSPASS
#include "Spindle/Transforms/Tensors/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle::sparse;

/// What `argument` of `function` is called.
static StringAttr getName(func::FuncOp function, BlockArgument argument) {
  auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                    SparseDialect::kNameAttr);
  return name ? name
              : StringAttr::get(function.getContext(),
                                "arg" + Twine(argument.getArgNumber()));
}

/// The names of the dimensions of `argument`: its own or those of the tensor
/// whose structure it shares; null where it has none.
static ArrayAttr getDims(func::FuncOp function, BlockArgument argument) {
  auto own = function.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(),
                                                  SparseDialect::kDimsAttr);
  if (own || !isa<AnyTensorType>(argument.getType()))
    return own;
  auto owner = dyn_cast_or_null<BlockArgument>(getStructureOwner(argument));
  return owner ? function.getArgAttrOfType<ArrayAttr>(owner.getArgNumber(),
                                                      SparseDialect::kDimsAttr)
               : ArrayAttr();
}

/// What `function` does to `argument`.
static Access getAccess(func::FuncOp function, BlockArgument argument) {
  auto word = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                    SparseDialect::kAccessAttr);
  if (word)
    return *symbolizeAccess(word.getValue());
  if (isa<AnyTensorType>(argument.getType()))
    return inferAccess(argument);
  return isa<MemRefType>(argument.getType()) ? Access::Update : Access::Read;
}

/// Describes `argument` of `function`.
static OperandAttr describe(func::FuncOp function, BlockArgument argument) {
  auto structure = function.getArgAttrOfType<StringAttr>(
      argument.getArgNumber(), SparseDialect::kStructureOfAttr);
  return OperandAttr::get(function.getContext(), getName(function, argument),
                          argument.getType(), getAccess(function, argument),
                          getDims(function, argument), structure);
}

ArrayAttr spindle::sparse::describeOperands(func::FuncOp function) {
  auto operands =
      llvm::map_to_vector(function.getArguments(), [&](BlockArgument arg) {
        return Attribute(describe(function, arg));
      });
  return ArrayAttr::get(function.getContext(), operands);
}

namespace {
struct DescribeOperandsPass
    : spindle::impl::DescribeOperandsPassBase<DescribeOperandsPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal() || function.isPrivate())
        continue;
      function->setAttr(SparseDialect::kOperandsAttr,
                        describeOperands(function));
    }
  }
};
} // namespace
