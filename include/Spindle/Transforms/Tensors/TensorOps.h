//===- TensorOps.h - schedules of tensors -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_TENSORS_TENSOROPS_H
#define SPINDLE_TRANSFORMS_TENSORS_TENSOROPS_H

#include "Spindle/TransformOps/InPlaceTransformOpTrait.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

#define GET_OP_CLASSES
#include "Spindle/Transforms/Tensors/TensorOps.h.inc"

#endif // SPINDLE_TRANSFORMS_TENSORS_TENSOROPS_H
