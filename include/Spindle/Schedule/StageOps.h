//===- StageOps.h - from stage to stage in a schedule -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SCHEDULE_STAGEOPS_H
#define SPINDLE_SCHEDULE_STAGEOPS_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

#define GET_OP_CLASSES
#include "Spindle/Schedule/StageOps.h.inc"

#endif // SPINDLE_SCHEDULE_STAGEOPS_H
