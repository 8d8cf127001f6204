//===- LoopOps.td - primitives on plain loops --------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_LOOPOPS_TD
#define SPINDLE_TRANSFORMS_LOOPS_LOOPOPS_TD

include "Spindle/TransformOps/TransformOpsBase.td"

def Spindle_AccumulateInRegistersOp
    : Spindle_ScheduleStep<"accumulate_in_registers",
                          [InPlaceTransformOpTrait]> {
  let summary = "have loops carry the elements that they load and store";
  let description = [{
    An element of memory that a loop loads and stores, whose address is the same
    in all iterations and that nothing else in the loop may touch, is loaded
    before the loop and stored after it; between, it is a value that the loop
    carries, through the loops and branches inside. A store to it just before
    gives the initial value, and goes. Every operation on the values stays, in
    its order: results have the same bits. Of an element that a loop updates
    atomically by one kind, it carries what the updates come to, and one update
    follows the loop.

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

def Spindle_AccumulateRunsOp
    : Spindle_ScheduleStep<"accumulate_runs", [InPlaceTransformOpTrait]> {
  let summary = "sum up runs of one coordinate in a register";
  let description = [{
    A loop that in each iteration loads and stores one element, as the sum of a
    row in a list of elements, at an address in which one index changes, carries
    the element and the index. It loads the element where the index is another
    one than in the iteration before, and stores it where the last run of that
    index ends. The order of additions, and so each bit of the result, is that of
    the program, whatever the order of coordinates is; but it is faster only
    where several of a row follow one another, since an addition to memory waits
    for the one before to be stored. Of atomic updates it carries what those of a
    run come to, and makes one update where the run ends.

    A loop that does not do so, in which something else may touch the memory, or
    whose elements are no integers or floats, is refused; with `where_legal` it
    stays as it is. Handles to loops stay valid.

    ```mlir
    transform.sparse.accumulate_runs %loops {where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Spindle_HoistLoadsOp
    : Spindle_ScheduleStep<"hoist_loads", [InPlaceTransformOpTrait]> {
  let summary = "move loads before the loops they are in";
  let description = [{
    A load that a loop makes in each iteration from one address, of memory that
    the loop does not write there, is made before it. The targets are loops, or
    anything else, which stands for all loops in it, the innermost first. A loop
    among the targets without such a load is refused; with `where_legal` it
    stays as it is. Handles to loops stay valid.

    A loop that may have no iterations is put into a branch, unless the program
    surely accesses the element beside it.

    ```mlir
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Spindle_ForwardStoresOp
    : Spindle_ScheduleStep<"forward_stores", [InPlaceTransformOpTrait]> {
  let summary = "use what was just stored, without loading it again";
  let description = [{
    A load of an element that its block has stored to or loaded before, with
    nothing between that may write to it, is that value. A store that its block
    overwrites before anything may read the element is gone. The targets are
    anything that holds code; what they hold is looked at block by block. So nests
    that were fused by rows hand on sums in registers. Handles to loops stay valid.

    ```mlir
    transform.sparse.forward_stores %loops : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Spindle_SinkLoadsOp
    : Spindle_ScheduleStep<"sink_loads", [InPlaceTransformOpTrait]> {
  let summary = "move loads behind loops that do without them";
  let description = [{
    A load before a loop, in its block, that only operations behind the loop need
    is made there, with what is made of it: before the first of these, or before
    what may write its element. So it takes no register while the loop runs, as
    the numbers of rows whose sums the loop has in registers. The targets are
    loops, or anything else, which stands for all loops in it. A loop among the
    targets without such a load is refused; with `where_legal` it stays as it
    is. All handles stay valid.

    ```mlir
    transform.sparse.sink_loads %loops {where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Spindle_FactorOutOp
    : Spindle_ScheduleStep<"factor_out", [InPlaceTransformOpTrait]> {
  let summary = "multiply sums by what is a factor of all their terms";
  let description = [{
    What all terms of a sum that a loop carries are multiplied by, and what is
    the same in all its iterations, is a factor of the sum: it is multiplied once,
    after the loop. Loads of such factors are to be hoisted before. The targets
    are loops, or anything else, which stands for all loops in it, the innermost
    first. A loop among the targets that carries no such sum is refused; with
    `where_legal` it stays as it is. Handles to loops stay valid.

    Integers, which wrap around, have the same bits. Sums of floats are rounded
    otherwise, which must be allowed by `reassociate`. They may also be infinite
    where the sums of products are finite, or NaN where these are infinite, and
    the other way round; that must be allowed by `allow_overflow`. A loop of
    floats that may have no iterations is put into a branch: its result stays
    what it was before.

    ```mlir
    transform.sparse.factor_out %sums {reassociate, allow_overflow, where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$reassociate, UnitAttr:$allow_overflow,
                       UnitAttr:$where_legal);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Spindle_PrefetchOp
    : Spindle_ScheduleStep<"prefetch", [AttrSizedOperandSegments,
                                       InPlaceTransformOpTrait]> {
  let summary = "fetch what loads at stored coordinates will find";
  let description = [{
    In a loop over positions that loads a coordinate at its variable, and in it
    or in loops inside loads what is at the coordinate, the coordinate of the
    iteration `distance` later is loaded as well, and the lines of 64 bytes that
    those loads will touch are fetched. Behind the end of the array of
    coordinates it is the last one; the end of a fibre does not count. Vectors at
    constant distances share lines; a loop inside with constant bounds that runs
    through a row has its lines fetched before it, another one beside its loads.
    Rows beside one another, as those of the elements of a block, are fetched
    together before the first of their loads, as far as their storage locations are known
    there: a fetch keeps loads around it in order.

    `distance` is 12 unless it is given, and 0 leaves loops as they are;
    `locality`, 0 to 3, is how long the lines are to stay in caches, 3 unless it
    is given. A loop that loads nothing so is refused; with `where_legal` it
    stays as it is. No result changes, and all handles stay valid.

    ```mlir
    transform.sparse.prefetch %loops distance(%d) {where_legal} : (!transform.any_op, !transform.any_param) -> ()
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$distance,
                       Optional<TransformParamTypeInterface>:$locality,
                       UnitAttr:$where_legal);
  let results = (outs);
  let assemblyFormat = [{
    $target (`distance` `(` $distance^ `)`)? (`locality` `(` $locality^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def Spindle_CacheReadOp
    : Spindle_ScheduleStep<"cache_read", [InPlaceTransformOpTrait]> {
  let summary = "copy the columns of a tile, and read the copy";
  let description = [{
    A loop over tiles of columns, as `split` makes one that `interchange` then
    moves out, reads the columns of its tile alone from rows of dense operands
    that it takes again and again: at stored coordinates, or in each iteration of
    a loop inside that does not tell them, as the rows of a product do. These
    columns are copied first in each iteration, to memory in which the rows of a
    tile are neighbours; what read the operand reads the copy. Of a dimension that
    is no column, the copy has the index that all reads have, if the loop does not
    change it, or else all. Rows that are far from one another share few sets of a
    cache: copies stay in one that is as large as they are.

    The copies of all iterations are in one allocation, made before the loop, and
    the loops around that know the operand, and freed after it: in a loop that is
    divided among workers, one for each worker. Results keep their bits. A copy has
    as many columns as a tile, the last one those that are left over. The new
    handle names the loops that copy, over the columns of a row, which `vectorize`
    takes; all other handles stay valid.

    A loop is refused that stands in another one which would copy the same again
    and again, unless that is over tiles, or its iterations have rows of their own
    take the columns, as tiles of rows do, and one that is not over tiles of a constant size; one that takes no
    rows again; memory of which something else than the columns of the tile is
    read, or anything but single elements; and memory of rows at stored
    coordinates that something in the loop may write. With `where_legal` such
    loops stay as they are. It goes before `vectorize`.

    ```mlir
    %copies = transform.sparse.cache_read %panels {where_legal} : (!transform.any_op) -> !transform.any_op
    ```

    With `columns_first` the elements of a column are neighbours in the copy, and
    not those of a row; between columns are some elements that nothing is in, so
    that these share few sets of a cache. It is for columns that are taken one by
    one, by a loop inside that goes through the rows.

    ```mlir
    %rows = transform.sparse.cache_read %tiles {columns_first} : (!transform.any_op) -> !transform.any_op
    ```

    With `in_block` the target is a loop that stands in one that `bind` gave to
    blocks: one that groups share, or one that all of them run. Each part of a
    memory that it reads more than once is copied before it, to memory that the
    block shares: of each dimension one index that does not change in the loop, or
    those that a loop runs through whose number is bounded by a constant. Groups
    share the rows of a copy, or pieces of as many elements as a group has lanes of a
    single row. Elements that the memory has not are not copied. A row has `pad`
    elements more than it needs, so that columns lie in several banks. A loop is
    refused that reads no such part of memory that no block writes. The handle names
    the innermost loops that copy. On a processor nothing is done.

    ```mlir
    %rows = transform.sparse.cache_read %shared pad(%one) {in_block} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$pad,
                       UnitAttr:$in_block,
                       UnitAttr:$columns_first,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$copies);
  let assemblyFormat = [{
    $target (`pad` `(` $pad^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Spindle_CacheWriteOp
    : Spindle_ScheduleStep<"cache_write", [InPlaceTransformOpTrait]> {
  let summary = "keep what a loop adds to in memory of a block";
  let description = [{
    The target is a loop that stands in one that `bind` gave to blocks, as for
    `cache_read` with `in_block`. Each part of a memory that it loads and stores more
    than once, whose size is bounded by a constant, is copied before the loop to
    memory that the block shares; the loop works on the copy, and it is written back
    once, after it. Groups share both copies; `pad` is as there. Results keep their
    bits.

    A part is left where it is if something else in the loop may touch the memory,
    or if another block may write an element of it: one that this loop may not
    access, unless the index of the block tells the parts of blocks apart. A loop without such a part is refused, and one that carries values. The
    handle names the innermost loops that copy. On a processor nothing is done.

    ```mlir
    %tiles = transform.sparse.cache_write %blocks {where_legal} : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$pad,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$copies);
  let assemblyFormat = [{
    $target (`pad` `(` $pad^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
}

class Spindle_UnrollingOp<string mnemonic>
    : Spindle_ScheduleStep<mnemonic, [ReplacingTransformOpTrait]> {
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$factor,
                       UnitAttr:$at_most,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target (`factor` `(` $factor^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Spindle_UnrollOp : Spindle_UnrollingOp<"unroll"> {
  let summary = "have an iteration do what several did";
  let description = [{
    An iteration does what `factor` iterations did, one after the other, and a
    second loop does the rest; without a factor, all of them, or as many as
    there may be where that is known and not how many there are. One block of as
    many as there may be is in a branch, the second loop in its other case.
    Nothing changes its order. The new handle names the loops that there are
    then: the first keeps its label, the rest has the role `tail`.

    Refused where there are fewer iterations than `factor`, which is at most
    1024; with `at_most`, all become one there.

    ```mlir
    %unrolled = transform.sparse.unroll %loops factor(%f) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    ```
  }];
}

def Spindle_UnrollAndJamOp : Spindle_UnrollingOp<"unroll_and_jam"> {
  let summary = "have loops inside run once for several iterations";
  let description = [{
    As `unroll`, but the loops inside are run once for all iterations that
    become one, with the body of each, and so are branches that all of them take
    alike; what is the same for all of them is done once. Iterations change their order, so none may touch what another one
    writes; the operations of each stay in theirs, and results have the same
    bits.

    Refused where that is not known, where the loop carries values, and where
    the bounds of a loop inside are not the same in all its iterations.

    ```mlir
    %jammed = transform.sparse.unroll_and_jam %loops factor(%f) {where_legal} : (!transform.any_op, !transform.any_param) -> !transform.any_op
    ```
  }];
}

def Spindle_DismantleOp
    : Spindle_ScheduleStep<"dismantle", [ReplacingTransformOpTrait]> {
  let summary = "put the structure that loops run over into the code";
  let description = [{
    A loop over stored elements, or blocks, whose positions and coordinates are
    constants is unrolled, and so are the loops around it whose variables decide
    its bounds, or where it reads constants: rows, say. Each iteration has its
    coordinates in its code; iterations that do nothing, as rows without
    elements, are gone. Loops between these stay, as one over vectors of columns
    around elements, and so do those inside, as those over rows and columns of a
    block, which the new handle names: the outermost of them in each iteration.
    The order of all operations stays, and bits do.

    Constant is memory of a `memref.global` that is `constant`, with its elements
    in the text, as `spindle-use-constants` makes it of operands. Elements of
    floats are numbers in the code where the memory has at most 2,000 of them and
    64 KiB; else they are loaded.

    A loop is refused where bounds are not constant, and where it, or one around
    it that is unrolled, has more than `most` iterations in all, 2,000 unless it
    is given and at most 65536; 0 leaves loops as they are. With `where_legal` such
    loops stay as they are. Several loops in one row, as those of a softmax, are
    best given at once: what is unrolled for one takes the others along.

    ```mlir
    %blocks = transform.sparse.dismantle %elements {where_legal} : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$most,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$left);
  let assemblyFormat = [{
    $target (`most` `(` $most^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Spindle_RfactorOp
    : Spindle_ScheduleStep<"rfactor", [ReplacingTransformOpTrait]> {
  let summary = "make several partial results of one";
  let description = [{
    What a loop carries and combines with a value of each iteration, as a sum,
    is carried `factor` times, 2 unless it is given, each for one of so many
    neighbouring iterations, and combined after the loop. An addition then waits
    for the one before it `factor` times less often. The iterations that are
    left are done by a loop of the role `tail`, and all stay in their order.

    What is carried may be vectors, as after `vectorize` of a loop around. How many
    they are does not matter: it depends on how a loop around is divided, and may not
    decide how an element is summed.

    With `over_groups` the iterations are divided into `factor` parts of equal
    numbers of neighbours, which the groups of a block share: the loop is to stand in
    one that `bind` gave to blocks, and in none that their groups share already.
    Each part stores its sums in memory that the block shares, groups wait for one
    another, and then the sums are combined in the order of the parts. On a
    processor parts are done one after the other. The handle names the loop over
    the iterations of a part, which has no `tail`; a loop that writes memory is
    refused.

    Sums and products of floats are made in another order, which depends on
    these numbers alone; that must be allowed by `reassociate`. A loop that
    carries nothing, or something that is no reduction, is refused; with
    `where_legal` it stays as it is. The new handle names the loops.

    ```mlir
    %sums = transform.sparse.rfactor %elements factor(%two) {reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %more = transform.sparse.rfactor %others factor(%four) {reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    ```

    ```mlir
    %part = transform.sparse.rfactor %elements factor(%groups) {over_groups, reassociate} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$factor,
                       UnitAttr:$over_groups,
                       UnitAttr:$reassociate,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target (`factor` `(` $factor^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Spindle_ReduceBehindOp
    : Spindle_ScheduleStep<"reduce_behind", [InPlaceTransformOpTrait]> {
  let summary = "combine the elements of vectors once, behind a loop";
  let description = [{
    Where a loop carries a number that each iteration combines with the elements
    of a vector, as after `vectorize` of a sum inside of another sum, it carries
    the vector instead: what is inside goes on with it, and its elements are
    combined once, behind the loop. So it is with the rows of blocks: a block
    adds a product of vectors to the sum of each.

    ```mlir
    transform.sparse.reduce_behind %blocks {where_legal} : !transform.any_op
    ```

    Sums and products of floats must have the flag `reassoc`, which those of
    `transform.sparse.vectorize` have; the vector has to begin with what changes
    nothing, and nothing else may use it on its way. A loop without such a number
    is refused; with `where_legal` it stays as it is. Handles to loops stay valid.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Spindle_PeelOp
    : Spindle_ScheduleStep<"peel", [ReplacingTransformOpTrait]> {
  let summary = "split off the last part of loops, the first iteration, or "
                "borders";
  let description = [{
    A loop becomes one over all whole steps, where the smaller of a step and of
    what is left is known to be the step, as is where the points of a tile end,
    and another one, of the role `tail`, over what is left. With `first`, it is the first iteration that gets a loop
    of its own. With `borders`, it becomes three: the middle one is of the
    iterations in which all branches are taken that ask whether sums of its
    variable are inside of an extent, and has their first regions in place of
    them; what such branches ask besides must be the same in all iterations. The
    new handle names all, the one with the most iterations first.

    Refused where the step is 1 or all steps are whole; with `first`, where there
    is known to be one iteration at most; with `borders`, where the step is not 1
    or no branch asks so.

    ```mlir
    %peeled = transform.sparse.peel %loops {where_legal} : (!transform.any_op) -> !transform.any_op
    ```

    ```mlir
    %peeled = transform.sparse.peel %loops {borders} : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$first, UnitAttr:$borders,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Spindle_VersionOp
    : Spindle_ScheduleStep<"version", [AttrSizedOperandSegments,
                                      ReplacingTransformOpTrait]> {
  let summary = "make loops for what is so at run time";
  let description = [{
    A loop becomes two, of which a test takes one. In the first, what was tested
    is known. Where several things are tested, all of them have to hold:

    - `unit_stride`: all memories that the loop accesses have stride 1 in their
      last dimension.
    - `aligned`: the addresses of their first elements are divisible by that
      number of bytes, a power of two.
    - `at_least`: the loop has so many iterations.
    - `extent("K" = %n)`: the dimension has that extent. Loops over it, and over
      nothing else, end there, and memory that they run through has that size in
      its type. Both are tested, so that nothing is taken from names. The
      parameter may be several numbers: each has a version, and a size that is
      none of them takes the last one, where it is not known.
    - `narrow_indices`: dimensions that are indexed by integers of more than 32
      bits have at most 2^31 elements. Indices are then made of the lower 31
      bits alone, and gathers of many elements need no more.

    The first new handle names the loops where the test holds, those of one loop
    in the order of the numbers; the second the loops where it does not.

    Refused where there is nothing to test: it is known, the loop accesses no
    memory from outside, or no loop in it runs over the dimension.

    Rules: (C1) something is tested.

    ```mlir
    %fast, %other = transform.sparse.version %loops at_least(%n) {unit_stride} : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    ```

    ```mlir
    %known, %any = transform.sparse.version %rows extent("K" = %both) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$aligned,
                       Optional<TransformParamTypeInterface>:$at_least,
                       OptionalAttr<StrAttr>:$dim,
                       Optional<TransformParamTypeInterface>:$extent,
                       UnitAttr:$unit_stride, UnitAttr:$narrow_indices,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$held,
                      TransformHandleTypeInterface:$other);
  let assemblyFormat = [{
    $target (`aligned` `(` $aligned^ `)`)? (`at_least` `(` $at_least^ `)`)?
    (`extent` `(` $dim^ `=` $extent `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // SPINDLE_TRANSFORMS_LOOPS_LOOPOPS_TD
