//===- SplitComposites.cpp - parts become arguments -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitComposites.h"

using namespace mlir;
using namespace spindle::sparse;

/// Gives all tensors names: without one, that of their number, which parts
/// would change.
static void nameTensors(func::FuncOp function) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<AnyTensorType>(type) &&
        !function.getArgAttr(index, SparseDialect::kNameAttr))
      function.setArgAttr(
          index, SparseDialect::kNameAttr,
          StringAttr::get(function.getContext(), "arg" + Twine(index)));
}

/// Puts an argument for each part instead of `whole`.
static void split(func::FuncOp function, BlockArgument whole,
                  PartNumbers &numbers) {
  unsigned index = whole.getArgNumber();
  DictionaryAttr attrs = function.getArgAttrDict(index);
  auto type = cast<CompositeTensorType>(whole.getType());
  SmallVector<Value> parts;
  for (auto [number, part] : llvm::enumerate(type.getPartTypes())) {
    unsigned place = index + 1 + number;
    (void)function.insertArgument(place, part, attrs, whole.getLoc());
    parts.push_back(function.getArgument(place));
    numbers[parts.back()] = number;
  }
  for (Operation *user : llvm::make_early_inc_range(whole.getUsers())) {
    if (isa<PartsOp>(user)) {
      user->replaceAllUsesWith(parts);
      user->erase();
      continue;
    }
    OpBuilder builder(user);
    user->replaceUsesOfWith(
        whole, ComposeOp::create(builder, whole.getLoc(), type, parts));
  }
  (void)function.eraseArgument(index);
}

PartNumbers spindle::sparse::splitComposites(func::FuncOp function) {
  PartNumbers numbers;
  SmallVector<BlockArgument> wholes;
  for (BlockArgument argument : function.getArguments())
    if (isa<CompositeTensorType>(argument.getType()))
      wholes.push_back(argument);
  if (!wholes.empty())
    nameTensors(function);
  for (BlockArgument whole : wholes)
    split(function, whole, numbers);
  return numbers;
}
