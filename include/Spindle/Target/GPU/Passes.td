//===- Passes.td - what only GPUs need ---------------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_GPU_PASSES_TD
#define SPINDLE_TARGET_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExactSquareRootsPass
    : Pass<"spindle-exact-square-roots", "::mlir::gpu::GPUModuleOp"> {
  let summary = "round square roots on a GPU as on a CPU";
  let description = [{
    For kernels in NVVM. Calls of `__nv_sqrtf`, CUDA's square root of f32, become
    `llvm.intr.sqrt`. Linked without its compiler's options the former is an
    approximation; the latter is rounded to nearest, as that of f64 is either way.

    ```mlir
    %y = llvm.call @__nv_sqrtf(%x) : (f32) -> f32
    ```

    becomes

    ```mlir
    %y = llvm.intr.sqrt(%x) : (f32) -> f32
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def CheckKernelsPass : Pass<"spindle-check-kernels", "::mlir::ModuleOp"> {
  let summary = "check that kernels can be compiled";
  let description = [{
    For kernels in NVVM. Fails where a GPU that a `gpu.module` is for is none that
    LLVM knows, or a function in it is declared and not defined, unless it is one
    of CUDA's device library (`__nv_expf`, say) and the library is in the toolkit,
    where `gpu-module-to-binary` takes it from: `CUDA_HOME`, `CUDA_ROOT` or
    `CUDA_PATH` names the toolkit's folder. Changes nothing.
  }];
}

#endif // SPINDLE_TARGET_GPU_PASSES_TD
