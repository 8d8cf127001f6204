//===- Passes.td - passes of the pipelines -----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PIPELINES_PASSES_TD
#define SPINDLE_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyStagePass : Pass<"spindle-verify-stage"> {
  let summary = "check that a program is in one stage";
  let description = [{
    Holds the table of what is legal where. Fails at the first operation that
    does not belong to the stage, and changes nothing.

    | stage | what it says | beside func, arith, math, complex, memref, affine |
    |---|---|---|
    | `tensors` | what is computed | all of `axis`, `sparse` and `iter`, scf |
    | `coordinates` | which elements exist, per element what is computed | the same without tensors |
    | `positions` | loops over stored positions | `axis` and `sparse` without sites, scf |
    | `loops` | plain loops on plain memory | scf, cf, vector, gpu, omp, … : no operation and type of Spindle's |
    | `llvm` | what LLVM IR is translated from | `llvm`, `nvvm` and omp: none of the above |

    Attributes are legal everywhere: `spindle-remove-labels` removes Spindle's.
  }];
  let options = [Option<"stage", "stage", "std::string", /*default=*/"",
      "one of tensors, coordinates, positions, loops, llvm">];
}

def RemoveLabelsPass : Pass<"spindle-remove-labels", "::mlir::ModuleOp"> {
  let summary = "remove the attributes of axis, sparse and iter";
  let description = [{
    Removes what Spindle leaves on a program for those who read it next: every
    discardable attribute of the dialects `axis`, `sparse` and `iter`, from
    operations and from the arguments and results of functions (`iter.loop` on
    loops, `sparse.piece` and `sparse.access` on arguments, `sparse.signature`
    on functions). Nothing is required, and what the program computes stays as
    it is.

    It is the last step of `spindle-lower-to-llvm`, unless that is given
    `keep-labels`: stock tools, `mlir-translate` among them, refuse attributes
    of dialects that they do not know. `sparse-run`, which finds a kernel's
    operands by `sparse.signature`, keeps them.

    ```mlir
    func.func @clear(%X: memref<?xf32> {sparse.piece = #sparse.piece<"X", part [], values>}) attributes {sparse.signature = [#sparse.piece<"X", part [], values>]} {
    ```

    becomes

    ```mlir
    func.func @clear(%X: memref<?xf32>) {
    ```
  }];
}

def RequestCInterfacePass
    : InterfacePass<"spindle-request-c-interface",
                    "::mlir::FunctionOpInterface"> {
  let summary = "ask for C interfaces of the functions that others call";
  let description = [{
    Marks functions for `convert-func-to-llvm` to give the wrapper
    `_mlir_ciface_NAME`, which takes a pointer to a descriptor for each memref,
    as `llvm-request-c-wrappers` does, but for functions of internal linkage:
    nobody calls those from outside of the module.
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

#endif // SPINDLE_PIPELINES_PASSES_TD
