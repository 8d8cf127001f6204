//===- Tesa.h - the tesa dialect --------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_TESA_IR_TESA_H
#define SPINDLE_DIALECT_TESA_IR_TESA_H

#include "Spindle/Mask/Mask.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
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

} // namespace spindle::tesa

#endif // SPINDLE_DIALECT_TESA_IR_TESA_H
