//===- StoreWeight.h - a weight in a format ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PLANS_STOREWEIGHT_H
#define SPINDLE_PLANS_STOREWEIGHT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle::plans {

/// The format of tensors of `rank` that `text` names as on a command line; null
/// and why for another text.
mlir::Attribute readFormat(mlir::MLIRContext *context, llvm::StringRef text,
                           int64_t rank, std::string &refusal);

/// Has the argument called `name` of `function` be in `format`; one in which
/// all elements are stored stands for none. Refused, and nothing is changed: a
/// name of no argument, and what `convert-linalg-to-sparse` would not take.
llvm::LogicalResult storeWeight(mlir::func::FuncOp function,
                                llvm::StringRef name, mlir::Attribute format,
                                std::string &refusal);

} // namespace spindle::plans

#endif // SPINDLE_PLANS_STOREWEIGHT_H
