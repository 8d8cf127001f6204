//===- ChunkOps.td - loops divided among workers -----------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_CHUNKOPS_TD
#define SPINDLE_TRANSFORMS_POSITIONS_CHUNKOPS_TD

include "Spindle/TransformOps/TransformOpsBase.td"

def Spindle_SplitIntoChunksOp : Spindle_ScheduleStep<"split_into_chunks",
    [ReplacingTransformOpTrait]> {
  let summary = "divide loops into chunks of equal weight";
  let description = [{
    Divides each loop, an `scf.forall` or an `scf.for` that `bind` would make
    one of, into chunks of neighbours of equal weight, as
    `spindle-split-into-chunks` does: by the positions under its iterations, found
    by halving. There is one chunk per worker, of whom there are as many as
    `@spindle.workers` gives. The results name the loops over workers, whose
    labels say `role = worker`, and those over the iterations of a chunk, which
    keep theirs. Where the pipeline that applies the schedule makes serial code,
    loops stay as they are, and are the only chunks. A loop over workers is refused:
    these may have workspaces of their own. `where_legal` leaves loops
    that refuse as they are; they are not in the results.

    With a number after `least`, a chunk has so many iterations of the loop at
    least. Where there are too few for all workers, they divide the loop inside
    instead, and each has all iterations of the one outside: that is decided
    when the program runs. The two are a perfect nest then, the loop inside may
    run in parallel too, and both go from 0 on in steps of 1; anything else is
    refused. 0 divides as without.

    ```mlir
    %workers, %chunk = transform.sparse.split_into_chunks %rows : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```

    ```mlir
    %workers, %chunk = transform.sparse.split_into_chunks %rows least(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$least,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$workers,
                      TransformHandleTypeInterface:$chunk);
  let assemblyFormat = [{
    $target (`least` `(` $least^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif // SPINDLE_TRANSFORMS_POSITIONS_CHUNKOPS_TD
