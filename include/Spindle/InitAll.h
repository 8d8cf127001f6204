//===- InitAll.h - registers everything of Spindle --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_INITALL_H
#define SPINDLE_INITALL_H

#include "Spindle/Conversion/Passes.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Pipelines/Passes.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "Spindle/Plans/PlanOps.h"
#include "Spindle/Propagation/Passes.h"
#include "Spindle/Schedule/ApplySchedule.h"
#include "Spindle/Schedule/TransformOps.h"
#include "Spindle/Target/CPU/Passes.h"
#include "Spindle/Target/GPU/Passes.h"
#include "Spindle/Transforms/Coordinates/Passes.h"
#include "Spindle/Transforms/Linalg/Passes.h"
#include "Spindle/Transforms/Loops/Passes.h"
#include "Spindle/Transforms/Positions/Passes.h"
#include "Spindle/Transforms/Tensors/Passes.h"
#include "mlir/IR/DialectRegistry.h"

namespace spindle {

/// Adds the dialects to `registry`.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<axis::AxisDialect, iter::IterDialect, sparse::SparseDialect,
                  tesa::TesaDialect>();
}

/// Adds the operations of schedules to `registry`, for the transform dialect.
inline void registerAllExtensions(mlir::DialectRegistry &registry) {
  registerTransformOps(registry);
  registerPlanOps(registry);
}

/// Registers every pass and pipeline by its flag.
inline void registerAllPasses() {
  registerConversionPasses();
  registerPipelinesPasses();
  registerPropagationPasses();
  registerSchedulePasses();
  registerLinalgTransformsPasses();
  registerTensorTransformsPasses();
  registerCoordinateTransformsPasses();
  registerPositionTransformsPasses();
  registerLoopTransformsPasses();
  registerCPUPasses();
  registerGPUPasses();
  registerPipelines();
  registerKernelPipelines();
  registerLaunchesToLLVM();
}

} // namespace spindle

#endif // SPINDLE_INITALL_H
