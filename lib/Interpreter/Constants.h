//===- Constants.h - attributes as cells ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_CONSTANTS_H
#define SPINDLE_LIB_INTERPRETER_CONSTANTS_H

#include "Number.h"
#include "Translator.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <optional>

namespace spindle::interpreter {

/// The number that `value` holds, of an integer, index or float type; none
/// where the type is not known.
std::optional<Cell> makeCell(mlir::Attribute value, mlir::Type type);

/// The complex number of these parts; none where the type is not known.
std::optional<Cell> makeComplexCell(mlir::Attribute real,
                                    mlir::Attribute imaginary, mlir::Type type);

/// What missing elements of a buffer read as: the number of its fill value,
/// which of complex numbers is the real part; none where the type is not known.
std::optional<Cell> makeFillCell(mlir::Attribute fill, mlir::Type elementType);

/// A step that makes memory with the elements of `value`, the result of `op`;
/// where `keepsSplat`, one element for all that are equal.
Step makeConstantMemory(Translator &t, mlir::Operation &op,
                        mlir::DenseElementsAttr value, bool keepsSplat);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_CONSTANTS_H
