//===- NestNames.h - what nests will be called ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_NESTNAMES_H
#define SPINDLE_CONVERSION_NESTNAMES_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle {

/// A name for the nest of each of `generics`, operations of `function`: that of
/// the operation or else of the function, with a number after it where another
/// nest of the function has it. Names that operations have are given first. One
/// that becomes several nests, for parts of a tensor, is there several times.
llvm::SmallVector<mlir::StringAttr>
nameNests(mlir::FunctionOpInterface function,
          llvm::ArrayRef<sparse::GenericOp> generics);

} // namespace spindle

#endif // SPINDLE_CONVERSION_NESTNAMES_H
