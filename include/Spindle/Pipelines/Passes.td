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
    | `tensors` | what is computed | all of `axis`, `sparse` and `iter`, scf.if |
    | `coordinates` | which elements exist, per element what is computed | the same without tensors |
    | `positions` | loops over stored positions | `axis`, `sparse`, scf |
    | `loops` | plain loops on plain memory | scf, cf, vector, gpu, omp, … : no operation and type of Spindle's |
  }];
  let options = [Option<"stage", "stage", "std::string", /*default=*/"",
      "one of tensors, coordinates, positions, loops">];
}

#endif // SPINDLE_PIPELINES_PASSES_TD
