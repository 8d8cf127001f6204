//===- ConstantMemory.h - memory whose elements are in the text -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_CONSTANTMEMORY_H
#define SPINDLE_ANALYSIS_CONSTANTMEMORY_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"

namespace spindle {

/// The symbol of the constant beside the function that `memory` is, under
/// whatever name and type; null where it is none, or where something may write
/// to it.
mlir::StringAttr getConstantSymbol(mlir::Value memory);

/// The elements of that constant; null where there is none, or where they are
/// not in the text.
mlir::DenseElementsAttr getConstantElements(mlir::Value memory);

/// The element of `elements` at `indices`; null outside of them.
mlir::TypedAttr getElement(mlir::DenseElementsAttr elements,
                           llvm::ArrayRef<int64_t> indices);

} // namespace spindle

#endif // SPINDLE_ANALYSIS_CONSTANTMEMORY_H
