//===- PlanOps.h - what plans of models are made of -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PLANS_PLANOPS_H
#define SPINDLE_PLANS_PLANOPS_H

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/TransformOps/InPlaceTransformOpTrait.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

#define GET_OP_CLASSES
#include "Spindle/Plans/PlanOps.h.inc"

namespace spindle {

/// Adds the operations `transform.tesa.*` to the transform dialect.
void registerPlanOps(mlir::DialectRegistry &registry);

} // namespace spindle

#endif // SPINDLE_PLANS_PLANOPS_H
