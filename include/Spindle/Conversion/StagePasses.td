//===- StagePasses.td - what stands between stages ---------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_STAGEPASSES_TD
#define SPINDLE_CONVERSION_STAGEPASSES_TD

include "mlir/Pass/PassBase.td"

def CanonicalizePass : Pass<"spindle-canonicalize"> {
  let summary = "canonicalize without the patterns that are known to be wrong";
  let description = [{
    Does what upstream's `canonicalize` does, by the same patterns of all
    dialects, but for those that change what a program computes. All pipelines
    and schedules canonicalize by this pass. The table of the patterns, with the
    numbers of upstream's reports, is `lib/Conversion/Stages/UpstreamFaults.cpp`.

    | pattern | report | what it does |
    |---|---|---|
    | `WhileMoveIfDown` | llvm/llvm-project#219456 | `scf.condition` hands on one result of an `scf.if` twice: the second is replaced by the other branch's value |
    | `IndexCastOfIndexCast`, `IndexCastUIOfIndexCastUI` | llvm/llvm-project#90238 | a cast of an index to i32 and back is taken for the index |

    ```mlir
    %narrow = arith.index_cast %index : index to i32
    %wide = arith.index_cast %narrow : i32 to index
    ```

    stays: it is the index only where 32 bits hold it. A cast of an integer to an
    index and back, and of an index to i64 and back, is folded.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def VerifyStagePass : Pass<"spindle-verify-stage"> {
  let summary = "check that a program is in one stage";
  let description = [{
    Holds the table of what is legal where. Fails at the first operation that
    does not belong to the stage, and changes nothing.

    | stage | what it says | beside func, arith, math, complex, memref, affine |
    |---|---|---|
    | `tensors` | what is computed | all of `axis`, `sparse` and `iter`, scf |
    | `coordinates` | which elements exist, per element what is computed | the same without tensors |
    | `positions` | loops over stored positions | `axis` and `sparse` without sites, `iter.atomic_update`, scf |
    | `loops` | plain loops on plain memory | scf, cf, vector, gpu, omp, … : of Spindle's operations and types only `iter.atomic_update` |
    | `llvm` | what LLVM IR is translated from | `llvm`, `nvvm`, `rocdl` and omp: none of the above |

    Attributes are legal everywhere: `spindle-remove-labels` removes Spindle's.
  }];
  let options = [Option<"stage", "stage", "std::string", /*default=*/"",
      "one of tensors, coordinates, positions, loops, llvm">];
}

#endif // SPINDLE_CONVERSION_STAGEPASSES_TD
