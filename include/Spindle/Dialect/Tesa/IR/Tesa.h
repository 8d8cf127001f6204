//===- Tesa.h - the tesa dialect --------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_TESA_IR_TESA_H
#define SPINDLE_DIALECT_TESA_IR_TESA_H

#include "Spindle/Mask/Mask.h"
#include "Spindle/Mask/Number.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Spindle/Dialect/Tesa/IR/TesaOpsDialect.h.inc"

#include "Spindle/Dialect/Tesa/IR/SparsityOpInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Spindle/Dialect/Tesa/IR/TesaOpsAttrs.h.inc"

#define GET_OP_CLASSES
#include "Spindle/Dialect/Tesa/IR/TesaOps.h.inc"

namespace spindle::tesa {

/// Whether facts are kept of single elements of `type`: a ranked tensor with a
/// static shape, of floats or of integers other than indices.
bool hasMask(mlir::Type type);

/// No element of `type`, or the mask without dimensions if it has no mask.
Mask getNoElement(mlir::Type type);

/// The type of one element of a tensor, or `type` itself.
mlir::Type getNumberType(mlir::Type type);

/// Nothing about each element of `type`, or about none if it has no mask.
Numbers getNoNumbers(mlir::Type type);

/// The numbers of a constant, which has a mask; nothing where it is not stored
/// as elements.
Numbers getNumbers(mlir::ElementsAttr constant);

} // namespace spindle::tesa

#endif // SPINDLE_DIALECT_TESA_IR_TESA_H
