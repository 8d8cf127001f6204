//===- Extensions.h - the groups of operations ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMOPS_EXTENSIONS_H
#define SPINDLE_LIB_TRANSFORMOPS_EXTENSIONS_H

#include "mlir/IR/DialectRegistry.h"

namespace spindle {

/// Adds the operations of LoopOps.td: primitives on plain loops.
void registerLoopOps(mlir::DialectRegistry &registry);
/// Adds the operations of NestOps.td: primitives on nests.
void registerNestOps(mlir::DialectRegistry &registry);
/// Adds the operations of PositionOps.td: primitives on loops over positions.
void registerPositionOps(mlir::DialectRegistry &registry);
/// Adds the operations of StageOps.td: lowering and matching.
void registerStageOps(mlir::DialectRegistry &registry);
/// Adds the operations of VectorOps.td: primitives that make vectors.
void registerVectorOps(mlir::DialectRegistry &registry);

} // namespace spindle

#endif // SPINDLE_LIB_TRANSFORMOPS_EXTENSIONS_H
