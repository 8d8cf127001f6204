//===- Iter.h - the iter dialect --------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_ITER_IR_ITER_H
#define SPINDLE_DIALECT_ITER_IR_ITER_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Axis/IR/AxisList.h"
#include "Spindle/Dialect/Iter/IR/Combine.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

#include "Spindle/Dialect/Iter/IR/IterOpsDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Spindle/Dialect/Iter/IR/IterOpsAttrs.h.inc"

#define GET_OP_CLASSES
#include "Spindle/Dialect/Iter/IR/IterOps.h.inc"

#endif // SPINDLE_DIALECT_ITER_IR_ITER_H
