//===- PositionOps.td - primitives on loops over positions -*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_POSITIONOPS_TD
#define SPINDLE_TRANSFORMS_POSITIONS_POSITIONOPS_TD

include "Spindle/Transforms/Positions/ChunkOps.td"
include "Spindle/Transforms/Positions/ComputeOps.td"
include "Spindle/Transforms/Positions/RowOps.td"

//===----------------------------------------------------------------------===//
// Loops that become one
//===----------------------------------------------------------------------===//

def Spindle_FuseFillsOp : Spindle_ScheduleStep<"fuse_fills",
    [InPlaceTransformOpTrait]> {
  let summary = "fill elements where a nest begins to use them";
  let description = [{
    Moves each loop in `target` that fills a buffer, as `nest = "fill"` of its
    label says, into the loop after it in its block that uses the buffer next: as
    far as loops go that run, from the outermost on, through dimensions of the
    buffer, each cell once. What of an element's indices these do not tell is
    filled by loops of the fill, just before the buffer is used. So after
    `reorder` of a product to rows, columns, elements, a sum begins with a store
    of zero, which `accumulate_in_registers` takes into the register.

    Loops run through a dimension of size `n` where they run its index from 0 to
    `n` by their bounds; through blocks, `c io + ii`, where the inner one is cut
    off at `n` by its axis; and over all positions of a variable axis, where the
    outer one runs over all of its parent. What is found at a coordinate that
    comes once, as the rows of slices, is run through where there are `n` of
    these. A fill of what is stored, by a nest of its own, is fused loop by loop
    with loops of equal bounds.

    Where coordinates come once, but there may be fewer than `n`, as of rows that
    are grouped by their length, elements are filled at those coordinates, and
    the fill goes into a branch before the nest, which is taken where there are
    fewer.

    No bit changes, and every element is still filled, those of empty rows too.
    Refused is a loop that may take a cell several times, or cells that are
    not told by what it runs over; a buffer that is not surely used next, or that
    other memory may overlap. A fill that has moved is gone, with its handles.

    ```mlir
    transform.sparse.fuse_fills %positions {where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Spindle_FuseElementwiseOp : Spindle_ScheduleStep<"fuse_elementwise",
    [InPlaceTransformOpTrait]> {
  let summary = "change elements where they are made";
  let description = [{
    Each nest in `target` whose loops are all spatial, and that fills nothing,
    becomes one with the last nest before it in its block that makes elements
    that it reads, loop by loop from the outermost on. So a product that scales
    sums does so while they are at hand: `accumulate_in_registers` takes the sum
    from a register then. The loops have the labels of those that made the
    elements.

    Loops are fused as `fuse_loops` fuses them, and no bit changes. Refused are
    nests that read nothing that a loop before them in their block makes, or
    what is only filled there; loops over other axes than those that make the
    elements, or under one that sums them; and what `fuse_loops` refuses of the
    outermost two.

    ```mlir
    transform.sparse.fuse_elementwise %positions {where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Spindle_FuseLoopsOp : Spindle_ScheduleStep<"fuse_loops",
    [ReplacingTransformOpTrait]> {
  let summary = "make one loop of two that follow one another";
  let description = [{
    Moves the body of each loop of `first` before that of the loop of `second`
    at the same position of the handle, which runs through the same numbers and
    follows it in its block. The loop that is left has the label of the second.

    Refused are loops of different bounds, loops that hand values on, and loops
    of which an iteration may use an element that another iteration of the other
    loop uses, where one of the two writes it: that is so unless an index tells
    the iteration, in one dimension of the memory for all accesses. No bit
    changes. `where_legal` leaves pairs that refuse as they are; they are not in
    the result.

    ```mlir
    %both = transform.sparse.fuse_loops %first, %second : (!transform.any_op, !transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$first,
                       TransformHandleTypeInterface:$second,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $first `,` $second attr-dict `:` functional-type(operands, results)
  }];
}

def Spindle_FuseSiblingsOp : Spindle_ScheduleStep<"fuse_siblings",
    [InPlaceTransformOpTrait]> {
  let summary = "make one loop of nests that follow one another";
  let description = [{
    Each outermost loop in `target` but the last of a block becomes one with the
    loop after it, as `fuse_loops` makes one of two, the last ones first. So nests over the same rows run row by
    row, and on a GPU they are one kernel. The loop that is left has the label of
    the last of them that is no fill.

    Refused is what `fuse_loops` refuses. No bit changes. `where_legal` leaves loops
    that refuse as they are.

    ```mlir
    transform.sparse.fuse_siblings %positions {where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Spindle_CoalesceOp : Spindle_ScheduleStep<"coalesce",
    [ReplacingTransformOpTrait]> {
  let summary = "make one loop of two around one another";
  let description = [{
    Replaces each loop and the only one that it holds, whose bounds are known
    outside, by one that runs through all pairs of iterations in their order;
    both numbers follow by division. Its label names the dimensions of both.

    Refused are loops whose steps are not 1, that hand values on, or with
    effects between them. `where_legal` leaves loops that refuse as they are;
    they are not in the result.

    ```mlir
    %pairs = transform.sparse.coalesce %rows : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Loops in tiles
//===----------------------------------------------------------------------===//

def Spindle_SplitOp : Spindle_ScheduleStep<"split",
    [AttrSizedOperandSegments, ReplacingTransformOpTrait]> {
  let summary = "make tiles of the iterations of loops";
  let description = [{
    Replaces each loop, of steps of 1, by one over tiles, whose label says
    `role = tile`, around one over the points of a tile, `role = point`. Tiles
    are of `factor` iterations; or there are at most `parts` tiles, of equal
    sizes but for the last. Points keep the numbers of the old loop, and come in
    its order: no bit changes, and what is known of its variable is known of
    theirs.

    The last tile ends where the loop did: the smaller of two numbers. Where the
    number is known to divide that of iterations it is left out; with
    `peel_remainder` the iterations after the last whole tile get a loop of their
    own, `role = tail`, which the third result names. Tiles of 0 iterations, or 0
    of them, leave loops as they are, and no result names any.

    Refused are steps other than 1, and loops over a tile that has no more iterations
    than the new ones. `where_legal` leaves loops that refuse as
    they are; they are not in the results.

    ```mlir
    %tiles, %points = transform.sparse.split %columns factor (%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %whole, %lanes, %rest = transform.sparse.split %others factor (%n) peel_remainder : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$factor,
                       Optional<TransformParamTypeInterface>:$parts,
                       UnitAttr:$peel_remainder,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$tile,
                      TransformHandleTypeInterface:$point,
                      Optional<TransformHandleTypeInterface>:$tail);
  let assemblyFormat = [{
    $target (`factor` `(` $factor^ `)`)? (`parts` `(` $parts^ `)`)?
    (`peel_remainder` $peel_remainder^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Spindle_SplitElementsOp : Spindle_ScheduleStep<"split_elements",
    [ReplacingTransformOpTrait]> {
  let summary = "take so many stored elements at a time, of whatever rows";
  let description = [{
    Each loop, over rows say, holds a loop over the elements of each row: the
    positions of a variable axis under the loop's position. The elements of all
    rows, in their order, become tiles of the given number of elements:

    ```
    for row                        for tile t of 32 elements
      for element of row      ->     for row, from that of the first element of
        ..                             t to that of the last one
                                       for element of row that is in t
                                         ..
    ```

    Where elements have elements under them, it is those of the innermost of such
    loops that are counted. The rows of a tile are asked for by `axis.parent`,
    which searches, twice for each tile; `materialize` has them in an array. A row
    of very many elements is shared by many tiles, and rows of few share one; rows
    without elements cost what it takes to pass over them. A tile of 0 elements
    leaves loops as they are, and no result names any.

    Elements come in the order as before, so that no bit changes, and `bind` tells
    whether tiles may run in parallel: where each element has something of its
    own, as in SDDMM, they may; where elements are added up by rows, as in SpMV,
    tiles share sums, which have to be `atomic`.

    The first result names the loops over tiles, which say `role = tile` and all
    dimensions; the second the loops over elements. Refused is a loop that holds
    no such loop; one whose bounds change in a loop around it, so that it has some
    of the elements each time; one over elements without coordinates, of which nothing but
    their positions says how many there are; one that does for a row what another
    tile would do again, such as a fill of a sum; and what hands values on, or does
    not count by ones. `where_legal` leaves loops that refuse as they are; they are
    not in the results.

    ```mlir
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       TransformParamTypeInterface:$factor,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$tile,
                      TransformHandleTypeInterface:$elements);
  let assemblyFormat = [{
    $target `factor` `(` $factor `)` attr-dict
    `:` functional-type(operands, results)
  }];
}

def Spindle_MaterializeOp : Spindle_ScheduleStep<"materialize",
    [InPlaceTransformOpTrait]> {
  let summary = "read from an array what a loop would search";
  let description = [{
    Searches are `axis.parent` of a variable axis, as for the row of an element,
    and `axis.locate` in coordinates, as for the position of a column. Those that
    stand in a loop, but in no other one in it, and that are asked what follows
    from its iteration alone, are answered by an array each: of one number for
    each iteration of an outermost loop, or for each position of the axis whose
    fibres the loop runs through, inside of one over their parents. What was not
    found is -1.

    The arrays are filled before the outermost loop, by one like it that holds the
    searches alone; the result names it, and its label says `nest = "searches"`.
    It can be bound to workers of one lane each, who search side by side what the
    lanes of a group would all search. On a GPU the arrays are parts of the
    workspace, on a processor they are allocated: they are filled in each call.

    No bit changes, and handles stay. Refused is a loop without such searches; one that does not
    count by ones, or whose iterations no number tells from one another; and one
    that is in a parallel loop, in one that hands values on, or in a branch of its
    function. `where_legal` leaves loops that refuse as they are; they are not in
    the result.

    ```mlir
    %searches = transform.sparse.materialize %tiles : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$searches);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
}

def Spindle_InterchangeOp : Spindle_ScheduleStep<"interchange",
    [ReplacingTransformOpTrait]> {
  let summary = "exchange loops with the ones that they hold";
  let description = [{
    Exchanges each loop with the only one that it holds, whose bounds are known
    outside; operations without effects that stand between move inside. The
    results name the outer loops, which were the inner ones, and the inner ones.

    Elements of memory that is written are read and written in the order as
    before: no bit changes. That is known where an index of all accesses to
    memory tells the iteration of one of the loops. Values that are combined
    into elements, and that nothing reads, may come in another order where they
    are integers, or with `reassociate`, which may round sums of floats
    differently. `where_legal` leaves loops that refuse as they are; they are not
    in the results.

    ```mlir
    %outer, %inner = transform.sparse.interchange %elements : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$reassociate,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$outer,
                      TransformHandleTypeInterface:$inner);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
}

def Spindle_SeparateBordersOp : Spindle_ScheduleStep<"separate_borders",
    [ReplacingTransformOpTrait]> {
  let summary = "make loops for fibres that no border cuts";
  let description = [{
    Each loop, over the positions of one fibre, holds a loop over the cells of an
    axis that is skewed along it: over diagonals, and the rows of each. It
    becomes two, of which a test takes one. In the first, all cells exist under
    every position, and the inner loop runs through the whole width; the second is
    the loop as it was. Coordinates ascend, so that the test asks the first and
    the last one alone, and where the cells are cut. The results name the loops
    where it holds, and the loops where it does not. No bit changes.

    Refused is a loop that is not over the positions of one fibre of a sorted
    axis, that hands values on, or that holds no loop over cells skewed along it.
    `where_legal` leaves loops that refuse as they are; they are not in the
    results.

    ```mlir
    %inside, %border = transform.sparse.separate_borders %diagonals : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$inside,
                      TransformHandleTypeInterface:$border);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
}

def Spindle_TileOp : Spindle_ScheduleStep<"tile",
    [ReplacingTransformOpTrait]> {
  let summary = "run loops around one another tile by tile";
  let description = [{
    Splits each loop and the ones that it holds, around one another alone, as
    `split by` does, into tiles of the given numbers of iterations, from the
    outside in; the loops over tiles then stand outside of those over points. The
    results name the loops over tiles, from the outside in, then those over
    points.

    Refused as `interchange` is: runs of the body that touch one element, of
    which one writes it, have to be in one iteration of all loops but one.

    ```mlir
    %rowTiles, %columnTiles, %rows, %columns = transform.sparse.tile %nest sizes (%n, %n) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Variadic<TransformParamTypeInterface>:$sizes,
                       UnitAttr:$reassociate,
                       UnitAttr:$where_legal);
  let results = (outs Variadic<TransformHandleTypeInterface>:$loops);
  let assemblyFormat = [{
    $target `sizes` `(` $sizes `)` attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Loops for workers
//===----------------------------------------------------------------------===//

def Spindle_BindOp : Spindle_ScheduleStep<"bind",
    [AttrSizedOperandSegments, ReplacingTransformOpTrait]> {
  let summary = "run loops in parallel";
  let description = [{
    Makes an `scf.forall` with the same label of each loop, which no other one is
    around, if no two of its iterations touch one element that one of them
    writes; the proof is that of `spindle-parallelize-loops`, and so is the
    refusal. `lower_to_loops` divides such loops among workers where the
    pipeline has some. To be used before look-ups get strategies. `where_legal`
    leaves loops that refuse as they are; they are not in the result.

    On a GPU a worker is a group of `lanes` threads of a warp, a power of two up
    to the 32 or 64 of a warp and 1 where nothing is said, and `per_block` workers are a block, of
    1024 threads at most; by default as many as make 128. The loop is then
    labelled by an `#iter.workers`. Other numbers are errors. In a pipeline for a
    processor, where a worker is a thread, loops that are given `lanes` stay as
    they are: the pipeline itself makes them parallel.

    ```mlir
    %parallel = transform.sparse.bind %rows to workers : (!transform.any_op) -> !transform.any_op
    ```

    ```mlir
    %warps = transform.sparse.bind %others to workers lanes(%lanes) per_block(%few) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    ```

    `to warps` is the same as `to workers` with 32 `lanes`.

    `to blocks` has an iteration run by a whole block: `per_block` groups of
    `lanes` threads. The loop is labelled `iter.block` too. Loops inside of it are
    bound `to groups`: each group of the block runs some of the iterations, if no
    two of them touch one element that one of them writes, in one iteration of all
    loops around. `to warps` says there that groups are to have 32 lanes. What such
    loops do not hold is done by all groups alike, and stored by the first one.
    Where groups touch what others write they wait for one another: barriers are
    placed by `convert-forall-to-gpu`. Numbers of iterations are run-time values.
    Refused are loops for groups that stand in no loop for blocks, or in another
    one for groups. On a processor loops bound to blocks, warps or groups stay as
    they are, and none of them is in the result.

    ```mlir
    %blocks = transform.sparse.bind %rows to blocks lanes(%lanes) per_block(%eight) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %shared = transform.sparse.bind %elements to groups : (!transform.any_op) -> !transform.any_op
    ```

    With `atomic` iterations may also meet where they do nothing but accumulate
    by one kind into a buffer that the loop does not touch otherwise: these
    accumulates become `atomic`. Sums of floats may then round otherwise in each
    run. Of the tiles of a sorted list they become `segmented`, too: a worker has
    elements of one row one after the other.

    ```mlir
    %scattered = transform.sparse.bind %columns to workers {atomic} : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$lanes,
                       Optional<TransformParamTypeInterface>:$per_block,
                       DefaultValuedStrAttr<StrAttr, "workers">:$level,
                       UnitAttr:$atomic, UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target `to` custom<BindLevel>($level) (`lanes` `(` $lanes^ `)`)?
    (`per_block` `(` $per_block^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Spindle_SplitRowsOp
    : Spindle_ScheduleStep<"split_rows", [InPlaceTransformOpTrait]> {
  let summary = "sum up long rows in sections that workers share";
  let description = [{
    For loops over rows that make sums of the rows' elements and nothing else, as
    those of SpMV and SpMM, where the elements are a `sparse_variable` axis. A row of
    twice as many elements as `sections` says, or more, is cut into sections of so
    many, the last of which has what is left over. The sections are summed up as
    rows are, by the same function, which the loop is moved to where it is not in
    one of its own yet; workers divide them as they divide rows, by elements; and
    what they give is added in order when all are done. Rows of fewer elements
    are summed up as before. Long rows are looked for in each call, by a search
    in the positions for every two sections; where there are none, all is as
    before. A section of 0 elements takes no row apart.

    Where a row is cut depends on its length and the sections' alone: sums have the
    same bits for any number of workers, and in serial code. They are other bits
    than those of the sum in one section, which `reassociate` has to allow.

    Rows that are stored find their sums by coordinates, `C[i]`, which is other
    memory for sections; sums may go on from what is there before, which then is
    added to the first section's. That is how it is in DCSR.

    Where the pipeline that applies the schedule makes code for workers, these share
    the rows, which `split_into_chunks` may have divided already: a loop that is
    divided here is gone, with its handles. A target that has no workers, as a GPU,
    is left alone.

    Refused where the loop has no label, where it stands in another one but that of
    workers who do nothing else, or where it does anything else than to sum up: where
    rows are told from one another by more than their bounds and their coordinate,
    where sums of rows of one coordinate would not be added, or where a store may
    overlap what is read. `where_legal` leaves loops that refuse as they are.

    ```mlir
    %long = transform.param.constant 32768 : i64 -> !transform.param<i64>
    transform.sparse.split_rows %rows sections(%long) {reassociate} : !transform.any_op, !transform.param<i64>
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       TransformParamTypeInterface:$sections,
                       UnitAttr:$reassociate, UnitAttr:$where_legal);
  let assemblyFormat = [{
    $target `sections` `(` $sections `)` attr-dict `:` type($target) `,` type($sections)
  }];
}

def Spindle_AccumulateInCopiesOp
    : Spindle_ScheduleStep<"accumulate_in_copies", [InPlaceTransformOpTrait]> {
  let summary = "have chunks of iterations add to copies of their own";
  let description = [{
    For loops that stay serial since iterations combine with the same elements, as
    those over the columns of CSC in y = A x. Iterations are cut into `copies` chunks
    of equal weight, each of which combines with a copy that holds nothing at first:
    -0.0 for sums of floats, an infinity for minima. Then a nest called `combine`
    combines the copies, in the order of the chunks, with what there was. Chunks run in
    parallel, and so does that nest. Where they begin depends on what is stored and on
    `copies` alone, in serial code too: bits are the same for any number of workers, but
    others than those of one run, which `reassociate` has to allow for sums and products
    of floats and complex numbers. 0 copies leave loops as they are.

    Refused are loops that are parallel anyway, or do more with what they combine with, by
    the proof of `bind`; that stand in a loop or a branch; products of complex numbers; memory
    with other cells than elements; and a GPU's loops. `where_legal` leaves these as they are.

    ```mlir
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    transform.sparse.accumulate_in_copies %columns copies(%eight) {reassociate} : !transform.any_op, !transform.param<i64>
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, TransformParamTypeInterface:$copies, UnitAttr:$reassociate, UnitAttr:$where_legal);
  let assemblyFormat = "$target `copies` `(` $copies `)` attr-dict `:` type($target) `,` type($copies)";
}

#endif // SPINDLE_TRANSFORMS_POSITIONS_POSITIONOPS_TD
