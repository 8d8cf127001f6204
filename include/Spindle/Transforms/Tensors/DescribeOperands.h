//===- DescribeOperands.h - what arguments are, written down ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_TENSORS_DESCRIBEOPERANDS_H
#define SPINDLE_TRANSFORMS_TENSORS_DESCRIBEOPERANDS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle::sparse {

/// A #sparse.operand for each argument of `function`, which has a body and
/// whose tensors are not expanded.
mlir::ArrayAttr describeOperands(mlir::func::FuncOp function);

} // namespace spindle::sparse

#endif // SPINDLE_TRANSFORMS_TENSORS_DESCRIBEOPERANDS_H
