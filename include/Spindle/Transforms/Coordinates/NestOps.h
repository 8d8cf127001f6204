//===- NestOps.h - schedules of coordinate space ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_COORDINATES_NESTOPS_H
#define SPINDLE_TRANSFORMS_COORDINATES_NESTOPS_H

#include "Spindle/TransformOps/InPlaceTransformOpTrait.h"
#include "Spindle/TransformOps/ReplacingTransformOpTrait.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

#define GET_OP_CLASSES
#include "Spindle/Transforms/Coordinates/NestOps.h.inc"

#endif // SPINDLE_TRANSFORMS_COORDINATES_NESTOPS_H
