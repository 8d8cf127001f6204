//===- RowOps.td - nests that share rows -------------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_ROWOPS_TD
#define SPINDLE_TRANSFORMS_POSITIONS_ROWOPS_TD

include "Spindle/TransformOps/TransformOpsBase.td"

def Spindle_FuseByRowsOp : Spindle_ScheduleStep<"fuse_by_rows",
    [AttrSizedOperandSegments, InPlaceTransformOpTrait]> {
  let summary = "have workers do all nests for the rows that are theirs";
  let description = [{
    Horizontal fusion of nests that follow one another, as those over the parts of
    a composite tensor and the fill before them: one loop over workers, each of
    whom has a range of rows of the result and does nest after nest for it. So
    twenty small parts are one parallel region, without a barrier between them.
    Ranges begin where the work of all nests divides evenly, by the elements that
    are stored before a row; that is found by halving in each run.

    A nest can be run for some rows where one loop of it goes through them in
    their order: a loop over rows, or over blocks of them, wherever it stands in
    the nest, as inside of that over diagonals; or the outermost loop, over a root
    of coordinates that ascend, as of the rows of DCSR or of COO, in which the
    range is searched. All memory that the nests write has to be by rows: in one
    dimension, the same for all of them, each index of an access is of its nest's
    rows; or under rows, as what is at the positions under a row, of which one nest
    stores and another one reads, where outermost loops go through the rows in one
    way. What is of one nest alone may be by its iterations, as `bind` proves it.
    Rows are never shared, and each element goes through what the nests do in
    their order: no bit changes, for any number of workers.

    With a number after `tile`, each worker takes so many rows at a time, or a few
    more where blocks end, so that rows of the result stay in the cache from nest
    to nest, and inside of a loop over diagonals. Serial code is that of one worker,
    who has all rows: what comes later in a schedule finds the same loops, and
    orders sums in the same way, with workers and without.

    With a number after `private`, memory of the function's own that the nests
    alone use, and that they write by rows or under rows, is a worker's, for as
    many rows as a tile has: so many, or a few more where blocks end. What no
    nest of the group stores so stays, and where nothing is stored so, `tile`
    holds. A worker's memory is as long as the longest of its tiles, which it
    looks for first; what lay at position `p` lies at `p` less the position
    that the tile begins with. 1 leaves a row to each worker; 0 is as if
    `private` were not there. No bit changes.

    With `columns`, rows are those of the last dimension of the matrices that nests
    write, and vectors go through them: chains of layers, whose values have tokens or
    vertices beside one another, are done for the columns of one tile after the other,
    of as many as `private` or `tile` says, or fewer at the end, and a matrix is read
    where the nest before left it, in the cache. Tiles begin at multiples of their
    columns. What nests write is of two dimensions at most, they have as many columns
    as one another, and blocks of columns divide a tile. A sum and its fill are fused without others, too. Where none of them
    has memory that is a tile's, and `tile` says nothing, workers share the columns, and each does its own at once.

    The target names loops, or what holds them. With `where_legal` those that
    follow one another are fused as far as they may, where two that fill nothing
    write one memory, one reads what another one writes, or one may not run in
    parallel by itself; the others stay.
    Without, all of a block have to be one group, and with `private` all memory of
    the function's own that they write has to be a tile's alone. Refused is such
    memory that is used outside of the nests, as by a fill; that nests use which
    do not go through the same rows; at what is no position under a row, as one
    that is looked up; by operations that combine with two buffers; and what one
    nest alone uses, if no rows are known of it. Handles stay.

    ```mlir
    transform.sparse.fuse_by_rows %positions {where_legal} : !transform.any_op
    ```

    ```mlir
    transform.sparse.fuse_by_rows %positions private(%rows : !transform.param<i64>) : !transform.any_op
    ```

    ```mlir
    transform.sparse.fuse_by_rows %positions private(%tile : !transform.param<i64>) {columns, where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$tile,
                       Optional<TransformParamTypeInterface>:$private_tile,
                       UnitAttr:$columns, UnitAttr:$where_legal);
  let assemblyFormat = [{
    $target (`tile` `(` $tile^ `)`)?
    (`private` `(` $private_tile^ `:` type($private_tile) `)`)?
    attr-dict `:` type($target) (`,` type($tile)^)?
  }];
}

def Spindle_KeepInTilesOp : Spindle_ScheduleStep<"keep_in_tiles",
    [InPlaceTransformOpTrait]> {
  let summary = "have tiles of rows keep what they make";
  let description = [{
    Each loop in `target` over tiles that `tile_fuse` has made, of rows that one
    product writes to memory of the function's own and another one reads in the
    tile, has memory for the rows of one tile: a workspace, as large as the
    tile of most rows. What is behind the loop, the rest, reads rows that
    escape, which `axis.tile_fusion` finds: those are copied to where all rows
    were, when the tile is done. All other rows are never written there. No bit
    changes.

    That is worth it where few rows escape. Refused are loops that make no such
    rows; that use others than those of the tile at hand; and memory that
    others use than the rest: a loop of the tiles unfused, or what reads rows
    by no column of a row of the rest. `where_legal` leaves these. Of a target
    that holds loops, those over tiles are meant.

    ```mlir
    transform.sparse.keep_in_tiles %positions {where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

#endif // SPINDLE_TRANSFORMS_POSITIONS_ROWOPS_TD
