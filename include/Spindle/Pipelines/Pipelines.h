//===- Pipelines.h - from programs to code, step by step --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PIPELINES_PIPELINES_H
#define SPINDLE_PIPELINES_PIPELINES_H

#include "Spindle/Conversion/Stages/LoweringSteps.h"
#include "mlir/Pass/PassManager.h"

namespace spindle {

/// Where lowering stops.
enum class StopAt {
  /// Nests over axes made from memory.
  Coordinates,
  /// Loops over stored positions.
  Positions,
  /// Plain loops on plain memory.
  Loops,
  /// The LLVM dialect. A function `f` has the wrapper `_mlir_ciface_f`, which
  /// takes a pointer to a descriptor for each memref.
  LLVM
};

/// Adds the passes that lower a module up to `stop`. Operations that are legal
/// in plain loops alone, those of vector and cf among them, are refused:
/// programs with such are left to buildLoopsToLLVM. Labels stay,
/// `sparse.signature` among them: `spindle-remove-labels` takes them off.
void buildLowering(mlir::OpPassManager &pm, StopAt stop,
                   const LoweringChoices &choices = {});

/// Adds `spindle-lower-to-loops`, which stops at plain loops or before.
void buildLowerToLoops(mlir::OpPassManager &pm, StopAt stop = StopAt::Loops,
                       const LoweringChoices &choices = {});

/// Adds the way from plain loops to the LLVM dialect, for the processor of
/// `choices`. Loops of workers and operations of omp are taken where the
/// program may be parallel.
void buildLoopsToLLVM(mlir::OpPassManager &pm,
                      const LoweringChoices &choices = {});

/// What becomes of kernels.
enum class DeviceFormat {
  /// Functions in the dialect of the GPU's maker, in a `gpu.module`.
  Functions,
  /// A `gpu.binary` that holds assembly: NVIDIA's PTX, or another maker's.
  Assembly,
  /// A `gpu.binary` that holds machine code: ROCDL's alone.
  Object
};

/// The GPU that kernels are for, and how they are launched.
struct DeviceChoices {
  /// LLVM's name of the GPU, whose maker it says. PTX is in the oldest version
  /// that has it.
  std::string chip = "sm_90";
  /// Threads of a block, 1 to 1024.
  int64_t threads = 128;
  /// Bits of an index on the GPU: 64, or 32 where all memory has fewer than
  /// 2^31 elements; 0 for kernels of both, of which the host takes one.
  int64_t indexBitwidth = 0;
  /// One thread runs what no proof makes parallel, with a warning.
  bool serial = true;
  DeviceFormat format = DeviceFormat::Functions;
};

/// Adds `spindle-lower-to-nvvm`, or `spindle-lower-to-rocdl`: kernels from the
/// parallel loops of a module in any stage up to plain loops. Of `choices`,
/// `strict`, `cEntry` and the schedule count. The functions that launch the
/// kernels stay plain code, with labels where they are to be called from C.
void buildLowerToKernels(mlir::OpPassManager &pm, const DeviceChoices &device,
                         LoweringChoices choices = {});

/// Adds the way of the functions that launch, whose kernels are in a
/// `gpu.binary`, to the LLVM dialect: kernels are launched by Spindle's
/// runtime, and each program has its C functions.
void buildLaunchesToLLVM(mlir::OpPassManager &pm);

/// Registers `spindle-lower-to-nvvm` and `spindle-lower-to-rocdl`.
void registerKernelPipelines();

/// Registers `spindle-lower-launches-to-llvm`.
void registerLaunchesToLLVM();

/// Registers `spindle-lower-to-loops` and `spindle-lower-to-llvm`.
void registerPipelines();

} // namespace spindle

#endif // SPINDLE_PIPELINES_PIPELINES_H
