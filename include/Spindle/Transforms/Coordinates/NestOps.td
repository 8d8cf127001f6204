//===- NestOps.td - schedules of coordinate space ----------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_COORDINATES_NESTOPS_TD
#define SPINDLE_TRANSFORMS_COORDINATES_NESTOPS_TD

include "Spindle/TransformOps/TransformOpsBase.td"

def Spindle_ReorderOp : Spindle_ScheduleStep<"reorder",
    [InPlaceTransformOpTrait]> {
  let summary = "run the dimensions of nests in another order";
  let description = [{
    Puts the dimensions of the nests that `target` names into the order of the
    names after `order`, which are all of them; or, with `reductions_last`,
    moves each spatial dimension out across the reductions before it, so that
    what an element of the result is combined from comes in one run of loops. It
    moves up to a reduction that it lies under, or to another spatial dimension
    that has to stay inside; or, with `as_stored`, puts the dimensions by which
    the first element is named that a nest stores to or combines with in the
    order of its indices, those of an index that is a sum by how
    large their factors are, and what is along the memory of an element that is
    read, where that differs, right outside of the last. A nest that has the order already stays as it is.

    A nest means its serial run, and every element of what it writes is read and
    written in the order as before: the result is the same bit for bit. Refused
    are orders in which a dimension comes before one that it lies under, or in
    which fused dimensions are parted, and those that change the order in which
    an element is read and written. Values that are combined into an element
    may come in another order where they are integers, or with `reassociate`,
    which may round sums of floats differently.

    Nests are changed in place: handles to them, and attributes, stay.
    `where_legal` leaves nests that refuse as they are.

    ```mlir
    transform.sparse.reorder %nests order ["I", "K", "J"] : !transform.any_op
    ```

    ```mlir
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    ```

    ```mlir
    transform.sparse.reorder %made as_stored : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       OptionalAttr<StrArrayAttr>:$order,
                       UnitAttr:$reductions_last,
                       UnitAttr:$as_stored,
                       UnitAttr:$reassociate,
                       UnitAttr:$where_legal);
  let assemblyFormat = [{
    $target (`order` $order^)? (`reductions_last` $reductions_last^)?
    (`as_stored` $as_stored^)? attr-dict `:` type($target)
  }];
  let hasVerifier = 1;
}

def Spindle_FuseOp : Spindle_ScheduleStep<"fuse",
    [InPlaceTransformOpTrait]> {
  let summary = "run dimensions of nests by one loop";
  let description = [{
    Makes a group of dimensions of the nests that `target` names: one loop runs
    over the positions of the last of them, and finds the positions of those
    that it lies under. The order is as before, and so is the result. Groups
    that are named in full become part of the new one.

    Refused are dimensions that do not follow one another, each just under the
    one before, and those whose fibres may lack cells, by lengths, a cut or an
    occupancy. Nests are changed in place: handles to them, and attributes, stay.
    `where_legal` leaves nests that refuse as they are.

    ```mlir
    transform.sparse.fuse %nests dims ["I", "J"] : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       StrArrayAttr:$dims,
                       UnitAttr:$where_legal);
  let assemblyFormat = "$target `dims` $dims attr-dict `:` type($target)";
}

def Spindle_LayoutOp : Spindle_ScheduleStep<"layout",
    [InPlaceTransformOpTrait]> {
  let summary = "store dense memory by the dimension that nests want last";
  let description = [{
    Has all dense memory that the nests which `target` names access lie side by
    side along one of their dimensions: the one called `last`, or, with
    `columns_last`, the last spatial one. Its index becomes the last of every
    access to the memory, in these nests and in others. So a matrix that lies by
    rows lies by columns.

    Memory that the function allocates is laid out so. The layout of an argument
    is its caller's: it is copied by a nest called "layout" before its first
    use, unless that fills it, and copied back by another one after what writes
    to it last. A result is the same bit for bit. Memory in which the dimension
    comes last already, or is none of the indices, stays as it is.

    Refused is memory that something uses which is no access to one of its
    elements, that is a view of other memory, that is made elsewhere than in the
    function's first block, or that has the dimension at two indices. Nests are changed in place: handles to
    them, and attributes, stay. `where_legal` leaves nests that refuse as they
    are.

    ```mlir
    transform.sparse.layout %nest last "T" : !transform.any_op
    ```

    ```mlir
    transform.sparse.layout %nests columns_last {where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       OptionalAttr<StrAttr>:$last,
                       UnitAttr:$columns_last,
                       UnitAttr:$where_legal);
  let assemblyFormat = [{
    $target (`last` $last^)? (`columns_last` $columns_last^)? attr-dict
    `:` type($target)
  }];
  let hasVerifier = 1;
}

def Spindle_WavefrontOp : Spindle_ScheduleStep<"wavefront",
    [ReplacingTransformOpTrait]> {
  let summary = "run rows of a serial nest together that do not wait for one another";
  let description = [{
    A nest that goes through the rows of a matrix, and in each reads what it
    wrote in rows before, is serial: a triangular solve, a sweep of Gauss and
    Seidel. This has it go through wavefronts, one after the other, and in each
    through the rows of the wavefront, which `bind`, `split_into_chunks` and
    the lowering to loops find to be parallel. `axis.wavefronts` finds them,
    right behind the axis of the columns, once for all nests and loops that
    stand behind it.

    Legal is a nest whose first dimension is a dense_fixed root, the rows. What
    it writes is at the row, in one dimension of the memory, and what it reads
    of that is at the row or at a column of it: a coordinate of one axis that
    lies under the row, in CSR. Its body may have nests. Rows may come
    backwards: then the row is the last one less the coordinate of the
    dimension. A column on the other side of the diagonal is read before it is
    written, as in the serial nest. So the result is the same, bit for bit: the
    order of sums in a row stays.

    Refused are other accesses, each with its place, and nests in which no row
    reads what another one writes, which need none of this. The result is the
    nest over wavefronts and rows; with `where_legal`, nests that refuse stay
    as they are, and are no result.

    ```mlir
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$nest);
  let assemblyFormat = "$target attr-dict `:` functional-type($target, results)";
}

def Spindle_TileFuseOp : Spindle_ScheduleStep<"tile_fuse",
    [AttrSizedOperandSegments, ReplacingTransformOpTrait]> {
  let summary = "run products in tiles of rows, each right behind the one that it reads";
  let description = [{
    One of `producers` makes a row of an intermediate in each iteration, as the
    product of two dense matrices or of a sparse one with a dense one; one of
    `consumers` reads those rows that its columns name. `axis.tile_fusion` finds
    tiles of rows, and for each the rows of the consumer that read no others:
    these come right behind, while what they read is in the cache, and all
    others when all tiles are done. So there are two nests over tiles, of which
    workers share the iterations; rows, and sums in them, are what they were, bit
    for bit.

    They are found: each of `consumers` that reads, at columns, what some of
    `producers` before it write is fused with these. Nests beside them of the same
    rows, as those that add a bias or take the larger of a number and 0, come
    along, as do fills. With one handle all of its nests may be either. What
    reads the consumer so is a consumer itself: in the first nest come those of
    its rows that read fused rows of the tile alone, and its rest has a nest of
    its own, behind that of the loop before. So A (A (A X)) is three nests, as
    are two layers of a graph network.

    Legal is a chain whose first dimension is a dense_fixed root each, the rows.
    What a loop writes is at its row, in memory of as many rows, and is read by the
    next one at columns, coordinates of one axis that lies under that one's row,
    in CSR, or at the row itself. What a consumer writes is at its row, or at elements under it, and
    no loop before uses it. Nothing else stands between them that uses memory.
    Refused are all others, each with its place.

    Tiles have `rows` rows, 2,048 for 0, and are halved where they touch more
    than `cache` bytes; there are at least `workers` of them. Where `fuse` is
    0, the tiles of the producer, those of each consumer and those of its
    rest are nests of their own: the same rows in the same order, unfused.

    The results are the nests over tiles. `where_legal` leaves chains that refuse
    as they are, and handles in which there is none.
    Source: "Improving Locality in Sparse and Dense Matrix Multiplications".

    ```mlir
    %tiled = transform.sparse.tile_fuse %features, %neighbours fuse(%fuse) : (!transform.any_op, !transform.any_op, !transform.param<i64>) -> !transform.any_op
    ```

    ```mlir
    %tiled = transform.sparse.tile_fuse %nests rows(%rows) cache(%cache) workers(%workers) fuse(%fuse) {where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$producers,
                       Optional<TransformHandleTypeInterface>:$consumers,
                       Optional<TransformParamTypeInterface>:$rows,
                       Optional<TransformParamTypeInterface>:$cache,
                       Optional<TransformParamTypeInterface>:$workers,
                       Optional<TransformParamTypeInterface>:$fuse,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$nests);
  let assemblyFormat = [{
    $producers (`,` $consumers^)? (`rows` `(` $rows^ `)`)?
    (`cache` `(` $cache^ `)`)? (`workers` `(` $workers^ `)`)?
    (`fuse` `(` $fuse^ `)`)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif // SPINDLE_TRANSFORMS_COORDINATES_NESTOPS_TD
