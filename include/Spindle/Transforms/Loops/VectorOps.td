//===- VectorOps.td - primitives that make vectors ---------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_VECTOROPS_TD
#define SPINDLE_TRANSFORMS_LOOPS_VECTOROPS_TD

include "Spindle/TransformOps/TransformOpsBase.td"

def Spindle_VectorizeOp : Spindle_ScheduleStep<"vectorize",
    [AttrSizedOperandSegments, ReplacingTransformOpTrait]> {
  let summary = "run iterations of loops together, in vectors";
  let description = [{
    Each `scf.for` of the handle becomes a loop over blocks of
    `lanes * interleave` iterations, and a remainder. In a block, what is the
    same for all iterations is done once; what differs is done in `interleave`
    vectors of `lanes` elements, a power of two. There are at most 1024 lanes and
    64 vectors. Without `lanes`, that is how many elements of the widest type in
    the loop a vector of the target holds, and no more than iterations need that
    are known; with 0 lanes loops stay as they are. Without `interleave` it is
    one vector. Loops inside stay one loop each, whose carried values become
    vectors: an outer loop is vectorized as well as an inner one.

    - Elements that follow one another are loaded and stored as vectors. Others
      are loaded one by one, or with `hardware_gathers` by `vector.gather`
      where they differ in the last index alone.
    - The remainder is one pass of as few vectors as hold it, the last of them
      masked, or with `scalar_remainder` a loop over single iterations. Nothing
      outside of what the loop touches is touched. A reduction that is known to
      have no more iterations than there are lanes, as one along a row of a
      block, is one masked pass alone.
    - What the loop carries must be reductions: sums, products, minima, maxima,
      `and`, `or`, `xor`. They become vectors of partial results. Sums and
      products of floats are made in another order then, which `reassociate`
      allows; all else keeps its bits.
    - Functions such as `math.exp`, for which there are no instructions, are
      refused. With `approximate` those of f32 that
      `spindle-approximate-functions` knows are not. They have the bits that
      they have in a loop without vectors.

    Refused is what has no vector form, and a loop whose iterations may touch
    one another's elements: what is stored must be indexed by the loop's
    variable, and so must be every access to that memory, by the same index. So
    is a loop that would become more than 4096 operations on single elements,
    which are made where elements are loaded or stored one by one: remainders
    count, for which there is code for each number of vectors. With
    `where_legal` such loops stay as they are.

    The new handle names the loops over blocks and over remainders, each where
    there is one: of a loop whose number of iterations is known there is none
    where one block holds them. They keep their labels, with the roles `tile`
    and `tail`.

    ```mlir
    %u = transform.param.constant 8 : i64 -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %columns interleave(%u) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$lanes,
                       Optional<TransformParamTypeInterface>:$interleave,
                       UnitAttr:$reassociate,
                       UnitAttr:$approximate,
                       UnitAttr:$hardware_gathers,
                       UnitAttr:$scalar_remainder,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target (`lanes` `(` $lanes^ `)`)? (`interleave` `(` $interleave^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def Spindle_VectorizeTransposedOp : Spindle_ScheduleStep<"vectorize_transposed",
    [ReplacingTransformOpTrait]> {
  let summary = "turn squares of elements in registers";
  let description = [{
    For copies to another layout: each `scf.for` of the handle holds another one,
    and of the two one goes through neighbours in what is loaded, the other one
    through neighbours in what is stored. A square of `lanes` elements a side is
    loaded in vectors, computed with in vectors, transposed by shuffles, and
    stored in vectors. `lanes` is a power of two, at most 64; without it, it is how
    many elements of the widest type a vector of the target holds, and no more than
    there are iterations. Results keep their bits.

    In the inner loop one element is stored, of which the index is not loaded. What
    else is loaded there may be the same for all iterations of either loop. Refused
    are loops that have anything else than that in them, iterations that are not
    known to be a multiple of `lanes` in both, what `transform.sparse.vectorize`
    refuses of either, and lanes of a GPU. With `where_legal` such loops stay as
    they are. `approximate` is that of `transform.sparse.vectorize`.

    The new handle names the loops over squares, of which there is none for a loop
    that one square fills. They have the labels of the two, with the role `tile`.

    ```mlir
    %squares = transform.sparse.vectorize_transposed %rows {where_legal} : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$lanes,
                       UnitAttr:$approximate,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target (`lanes` `(` $lanes^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Spindle_CombineReductionsOp : Spindle_ScheduleStep<"combine_reductions",
    [InPlaceTransformOpTrait]> {
  let summary = "make several sums of the elements of vectors at once";
  let description = [{
    Where `count` operations `vector.reduction <add>` of one type of vectors
    stand in one block of the target, and none depends on another, all of them
    become one tree of shuffles and additions, in which no lane is idle. So a
    loop over elements that each end in such a sum is unrolled and jammed first:

    ```mlir
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    transform.sparse.combine_reductions %function count(%four) : !transform.any_op, !transform.param<i64>
    ```

    `count` is a power of two, and at most the length of the vectors. Sums of
    floats must have the flag `reassoc`, which those of
    `transform.sparse.vectorize` have. Those that are left over, as at the end of a
    worker's chunk of a loop, are made one by one in the same order: so the bits of
    a sum do not depend on which others are made beside it. A target without
    `count` such sums is refused; with `where_legal` it stays as it is. Handles
    stay valid.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       TransformParamTypeInterface:$count,
                       UnitAttr:$where_legal);
  let results = (outs);
  let assemblyFormat = [{
    $target `count` `(` $count `)` attr-dict `:` type($target) `,` type($count)
  }];
}

def Spindle_StreamStoresOp : Spindle_ScheduleStep<"stream_stores",
    [InPlaceTransformOpTrait]> {
  let summary = "store vectors by non-temporal stores";
  let description = [{
    A store to a line that no cache has reads the line first, and puts others out
    of the cache. Each `vector.store` of whole vectors in a loop, to memory from
    outside, becomes non-temporal where its address is divisible by the size of
    the vector, which is tested when the loop runs, once for vectors at constant
    distances from one another. Where the memory has fewer than `at_least` bytes,
    stores stay as they are: a result that would still be in a cache is slower to
    read. 0 bytes leave loops as they are; without it, memory of any size counts.

    A thread sees its own stores in order, but another one may see what comes
    after them first, also on a processor that keeps other stores in order. So
    `llvm.fence seq_cst` follows the loop, which waits for them: before the
    barrier at the end of a parallel loop, whose body holds it, and before the
    function returns.

    The targets are loops, or anything else, which stands for all loops in it
    that are in no other one: a fence in a loop inside is waited for again and
    again. Stores to memory stay that something in the loop may read. A loop among
    the targets is refused that has no others; with `where_legal` it stays as it
    is. No result changes, and handles stay valid. Goes last: primitives know
    nothing of such stores.

    ```mlir
    %bytes = transform.param.constant 8000000 : i64 -> !transform.param<i64>
    transform.sparse.stream_stores %loops at_least(%bytes) : (!transform.any_op, !transform.param<i64>) -> ()
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$at_least,
                       UnitAttr:$where_legal);
  let results = (outs);
  let assemblyFormat = [{
    $target (`at_least` `(` $at_least^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Spindle_TensorizeOp : Spindle_ScheduleStep<"tensorize",
    [ReplacingTransformOpTrait]> {
  let summary = "have loops multiply small matrices";
  let description = [{
    An `scf.for` that carries vectors, and adds to each the product of a number
    and a vector in each iteration, multiplies matrices: of as many rows as sums
    share a vector, and as deep as it has iterations. That is what becomes of the
    elements of a stored block, where the rows of the block are jammed and columns
    are vectorized before. `factor` iterations become one, by one
    `vector.contract` for the sums that multiply the same vectors, and a second
    loop does the rest; without a factor, all of them, or as many as there may be
    where that is known and not how many there are, as of a block that the border
    may cut: one test tells whether it is whole. With `at_most`, a factor is no
    more than that. Nothing is loaded that the loop does not load.

    Numbers that are widened to be multiplied, as bf16 for sums in f32 and i8 for
    sums in i32, go into the contraction as they are; integers of two widths, or
    without sign, in the narrowest type that holds all of both, as i16 for bytes
    with and without sign. `spindle-lower-contractions`
    makes multiplications and additions of it in the order of the loop, with the
    same bits; or, where the processor has them, sums of several products in one
    instruction: two of bf16 or i16, four of i8. Sums of integers keep their bits
    then. Those of bf16 do not: products are added in another order, and
    subnormal numbers are taken for zeros, before and after. That is left
    alone without `reassociate`.

    Refused is a loop that carries nothing, or anything but vectors of one
    dimension that products are added to, and one of fewer iterations than
    `factor`; products must have a factor that is the same in all lanes. With
    `narrow`, so is a loop that multiplies numbers as wide as their sums. On a GPU
    so is one that multiplies anything but bytes for sums in i32. With
    `where_legal` such loops stay as they are. The new handle names the loops that
    there are then: the first keeps its label, the rest has the role `tail`.

    ```mlir
    %products = transform.sparse.tensorize %elements factor(%depth) {at_most, reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$factor,
                       UnitAttr:$at_most,
                       UnitAttr:$reassociate,
                       UnitAttr:$narrow,
                       UnitAttr:$where_legal);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target (`factor` `(` $factor^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // SPINDLE_TRANSFORMS_LOOPS_VECTOROPS_TD
