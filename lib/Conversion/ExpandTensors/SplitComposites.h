//===- SplitComposites.h - parts become arguments ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_EXPANDTENSORS_SPLITCOMPOSITES_H
#define SPINDLE_LIB_CONVERSION_EXPANDTENSORS_SPLITCOMPOSITES_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle::sparse {

/// For an argument that is a part of a tensor, the number of the part.
using PartNumbers = llvm::DenseMap<mlir::Value, int64_t>;

/// Replaces each argument of `function` in a composite format by an argument
/// for each part, with the name and the other attributes of the whole. What
/// uses the whole itself, a conversion, is given a `sparse.compose` of them,
/// which breaks that operation's rules.
PartNumbers splitComposites(mlir::func::FuncOp function);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_CONVERSION_EXPANDTENSORS_SPLITCOMPOSITES_H
