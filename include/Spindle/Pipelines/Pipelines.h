//===- Pipelines.h - from programs to code, step by step --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PIPELINES_PIPELINES_H
#define SPINDLE_PIPELINES_PIPELINES_H

#include "Spindle/Conversion/ExpandSmallFloats/SmallFloats.h"
#include "mlir/Pass/PassManager.h"

namespace spindle {

/// Where lowering stops.
enum class StopAt {
  /// Coordinate space: nests over axes made from memory.
  Iter,
  /// Position space: loops over stored positions.
  SCF,
  /// Plain loops on plain memory.
  MemRef,
  /// The LLVM dialect. A function `f` has the wrapper `_mlir_ciface_f`, which
  /// takes a pointer to a descriptor for each memref.
  LLVM
};

/// What a lowering is to keep to besides a program's meaning.
struct LoweringChoices {
  /// No cell that is padding is computed with, even where the result would
  /// show it for infinities and NaN alone.
  bool strict = false;
  /// The code reports what is undefined, as `spindle-insert-checks` says. It
  /// computes with no padding then.
  bool checkMode = false;
  /// What the processor has for f16 and bf16; the rest is expanded on the way
  /// to the LLVM dialect, by `spindle-expand-small-floats`.
  SmallFloats smallFloats;
};

/// Adds the passes that lower a module up to `stop`. Operations that are legal
/// in plain loops alone, those of vector and cf among them, are refused:
/// programs with such are left to buildLoopsToLLVM. Labels stay,
/// `sparse.signature` among them: `spindle-remove-labels` takes them off.
void buildLowering(mlir::OpPassManager &pm, StopAt stop,
                   const LoweringChoices &choices = {});

/// Adds `spindle-lower-to-loops`, which stops at plain loops or before.
void buildLowerToLoops(mlir::OpPassManager &pm, StopAt stop = StopAt::MemRef,
                       const LoweringChoices &choices = {});

/// Adds the way from plain loops to the LLVM dialect, for a processor that has
/// `smallFloats` of f16 and bf16.
void buildLoopsToLLVM(mlir::OpPassManager &pm, SmallFloats smallFloats = {});

/// Registers `spindle-lower-to-loops` and `spindle-lower-to-llvm`.
void registerPipelines();

} // namespace spindle

#endif // SPINDLE_PIPELINES_PIPELINES_H
