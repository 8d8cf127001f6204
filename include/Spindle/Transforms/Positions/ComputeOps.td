//===- ComputeOps.td - where elements are computed ---------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_COMPUTEOPS_TD
#define SPINDLE_TRANSFORMS_POSITIONS_COMPUTEOPS_TD

include "Spindle/TransformOps/TransformOpsBase.td"

def Spindle_ComputeOnceOp : Spindle_ScheduleStep<"compute_once",
    [InPlaceTransformOpTrait]> {
  let summary = "compute functions of elements in one nest";
  let description = [{
    Each nest in `target` whose loops are all spatial, and that stores one
    element in each iteration, reads a function that it computes, such as an
    exponential, where a nest before it in its block computes the same of the
    same elements. That nest stores it where this one stores its result later,
    so that it takes no other memory. A softmax then computes the exponential of
    an element for the sum, and divides it.

    The two nests are to go through the same elements: their loops have equal
    bounds, and what the function is called with is loaded from the same
    elements. No bit changes. Refused are nests that do more than store an
    element, that call no function of its type, or that no such nest comes
    before; where what the function is called with is written in between; and
    where the memory that the nest stores to is used from the first nest on, or
    is read by this one.

    ```mlir
    transform.sparse.compute_once %positions {where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Spindle_ComputeInlineOp : Spindle_ScheduleStep<"compute_inline",
    [InPlaceTransformOpTrait]> {
  let summary = "compute elements where they are used";
  let description = [{
    Each nest in `target` whose loops are all spatial, and that stores one
    element in each iteration for nests behind it to read, goes: these compute
    an element where they read it. The last of several such nests goes first, so
    that those before it follow. What they stored is memory of the function's
    own, and holds after that what it held before.

    Each loop of the nest is to have one of equal bounds around each use, and
    uses read what the nest stores in these. Where the use is in further loops,
    as one over columns, an element is computed for each iteration of those, so
    that a nest that calls functions such as an exponential is refused, and one
    whose elements a product of dense operands takes for each column. No bit
    changes. Refused are also nests that do more than store an element; that
    store to an argument, to what others use too, or to what no nest reads
    behind them; and where what an element is made of is written before it is
    used.

    ```mlir
    transform.sparse.compute_inline %positions {where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

#endif // SPINDLE_TRANSFORMS_POSITIONS_COMPUTEOPS_TD
