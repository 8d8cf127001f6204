//===- LoopOps.td - primitives on plain loops --------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMOPS_LOOPOPS_TD
#define SPINDLE_TRANSFORMOPS_LOOPOPS_TD

include "Spindle/TransformOps/TransformOpsBase.td"

def Spindle_AccumulateInRegistersOp
    : Spindle_TransformOp<"accumulate_in_registers"> {
  let summary = "have loops carry the elements that they load and store";
  let description = [{
    An element of memory that a loop loads and stores, whose address is the same
    in all iterations and that nothing else in the loop may touch, is loaded
    before the loop and stored after it; between, it is a value that the loop
    carries, through the loops and branches inside. A store to it just before
    gives the initial value, and goes. Every operation on the values stays, in
    its order: results have the same bits.

    The targets are loops, or anything else, which stands for all loops in it:
    then the outermost loop that can carry an element does. A loop among the
    targets that can carry none is refused; with `where_legal` it stays as it
    is. Handles to loops stay valid.

    A loop that may have no iterations is put into a branch, unless the program
    surely stores to the element beside it: it must not touch what may not be
    there.

    ```mlir
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

#endif // SPINDLE_TRANSFORMOPS_LOOPOPS_TD
