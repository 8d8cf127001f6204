//===- Names.h - names of nests and their dimensions ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_GENERICTOITER_NAMES_H
#define SPINDLE_LIB_CONVERSION_GENERICTOITER_NAMES_H

#include "Space.h"
#include "Spindle/Conversion/NestNames.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

namespace spindle {

/// `word`, with the first number after it that makes it none of `taken`, to
/// which it is added.
mlir::StringAttr makeUnique(mlir::MLIRContext *context,
                            llvm::StringSet<> &taken, llvm::StringRef word);

/// A name for each dimension of `op`, all different: the first that an operand
/// of `function`, the driver before others, has for it in `sparse.dims`, or
/// else `d` and its number.
llvm::SmallVector<mlir::StringAttr> nameDims(mlir::FunctionOpInterface function,
                                             sparse::GenericOp op);

/// A name for each axis of `space`, all different: what its level of a
/// dimension, which `dims` names, is called, `unit` where it is of none, or
/// `occupancy`.
llvm::SmallVector<mlir::StringAttr>
nameAxes(const Space &space, llvm::ArrayRef<mlir::StringAttr> dims);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_GENERICTOITER_NAMES_H
