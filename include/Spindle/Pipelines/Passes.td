//===- Passes.td - passes of the pipelines -----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PIPELINES_PASSES_TD
#define SPINDLE_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyStagePass : Pass<"spindle-verify-stage", "::mlir::ModuleOp"> {
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
    | `llvm` | what LLVM IR is translated from | `llvm` and `nvvm`: none of the above |

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

#endif // SPINDLE_PIPELINES_PASSES_TD
