//===- TransformOps.cpp - what schedules are made of ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/TransformOps/TransformOps.h"

#include "Extensions.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

#ifndef NDEBUG
/// What MLIR's headers call where assertions are on, and a libMLIR built
/// without them lacks.
LLVM_ATTRIBUTE_WEAK void
mlir::transform::detail::checkImplementsTransformOpInterface(
    llvm::StringRef name, mlir::MLIRContext *context) {
  mlir::OperationName op(name, context);
  assert((op.hasInterface<mlir::transform::TransformOpInterface>() ||
          op.hasInterface<mlir::transform::PatternDescriptorOpInterface>() ||
          op.hasInterface<
              mlir::transform::ConversionPatternDescriptorOpInterface>()) &&
         "an operation of a schedule");
}
#endif

void spindle::registerTransformOps(mlir::DialectRegistry &registry) {
  registerLoopOps(registry);
  registerNestOps(registry);
  registerPositionOps(registry);
  registerStageOps(registry);
  registerVectorOps(registry);
}
