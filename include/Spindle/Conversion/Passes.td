//===- Passes.td - lowerings between stages ----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_PASSES_TD
#define SPINDLE_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGenericToIterPass
    : InterfacePass<"convert-generic-to-iter", "::mlir::FunctionOpInterface"> {
  let summary = "lower operations on tensors to nests over their axes";
  let description = [{
    From tensors to coordinate space. Each `sparse.generic` becomes one nest: over
    the axes of its driver, in the order of the levels, with its occupancy where
    it has a bitmap, then over those of each dimension that the driver lacks, in
    the order of the dimensions, of a dense output or else of a dense input
    (those of an operand in blocks only where no other has the dimension itself).
    Without a driver all are such axes.

    What shares the driver's structure, under its map, is accessed at the driver's
    sites, anything else by the coordinates of its levels. Where these are not
    coordinates of the nest, `affine.apply` computes them: those of dimensions by
    the inverse of the driver's format, as in `io * 4 + ii`, those of levels from
    dimensions. Tensors are unpacked, where the function
    has not done so before; one that shares its structure, on the axes of the
    tensor that has it. In each run of the body all inputs are read before any
    output is written.

    The nest is called by the operation's `name`, or else by the function's, with a
    number after it where that is taken; its dimensions by the `sparse.dims` of
    the arguments, or else `d0`, `d1` and so on, those of quotients and
    remainders of `I` by `Io` and `Ii`.

    Ensures: no `sparse.generic`.

    ```mlir
    sparse.generic driver(%A) ins(%A, %x : !csr, !vector) outs(%y : !vector) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
    ^bb0(%a: f32, %b: f32):
      %t = arith.mulf %a, %b : f32
      sparse.yield %t : f32
    }
    ```

    becomes

    ```mlir
    %I, %J, %Av = sparse.unpack %A : !csr -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    %Jx, %xv = sparse.unpack %x : !vector -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    %Iy, %yv = sparse.unpack %y : !vector -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    iter.nest "spmv" ("I": %i, "J": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
      %a = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      %b = sparse.load %xv[%j] : !sparse.buffer<?xf32>
      %t = arith.mulf %a, %b : f32
      sparse.accumulate add %t into %yv[%i] : !sparse.buffer<?xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::spindle::axis::AxisDialect",
                           "::spindle::iter::IterDialect",
                           "::spindle::sparse::SparseDialect"];
}

def ConvertIterToSCFPass
    : InterfacePass<"convert-iter-to-scf", "::mlir::FunctionOpInterface"> {
  let summary = "lower nests to loops over stored positions";
  let description = [{
    From coordinate space to position space. Each dimension of a nest becomes an
    `scf.for`, labelled by an `#iter.loop`: over the offsets of a fibre of fixed
    width, as far as cells exist, over the positions of one of variable length.
    Singletons and products have one cell per place, and no loop; an occupancy
    becomes an `scf.if` around what is inside of it. A group becomes one loop
    over the positions of its last axis. What a nest combines is carried through
    its loops.

    Sites become positions, and coordinates are looked up where they are used. An
    access by coordinates becomes one by positions: each level that the nests do
    not give the place of is searched by `axis.locate`, and an element that is
    missing reads as the fill value, and is not written. A load from a
    `sparse.splat` becomes the splat's value. A `sparse.fill` of a buffer that
    may lack cells becomes loops over its elements. What a body allocates on the
    stack, if it is of static size, is allocated once, before the nest.

    The guard of an occupancy is left out where the body adds zero on padding:
    where it only accumulates, by `add` or `or`, products with the values of the
    padded buffer itself. The result is the same, but for the signs of zeros,
    where what the function is given is finite, and its coordinates are in range
    for padding too; `strict` keeps all guards.

    Requires: sites are used by operations of the three dialects alone.
    Ensures: no operations of `iter`, no sites, no loads from splats. Where a
    function breaks the requirement, it is not changed.

    ```mlir
    iter.nest "square" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, spatial] {
      %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      %y = arith.mulf %x, %x : f32
      sparse.store %y, %Av at [%p] : !sparse.buffer<?xf32>
    }
    ```

    becomes, cleaned up,

    ```mlir
    %m = axis.length %I : !axis.axis<dense_fixed>
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !axis.axis<sparse_variable, sorted, unique>
      %begin = axis.position %J[%c0] under %i : !axis.axis<sparse_variable, sorted, unique>
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %Av at positions [%p] : !sparse.buffer<?xf32>
        %y = arith.mulf %x, %x : f32
        sparse.store %y, %Av at positions [%p] : !sparse.buffer<?xf32>
      } {iter.loop = #iter.loop<nest = "square", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect",
                           "::mlir::scf::SCFDialect",
                           "::spindle::iter::IterDialect",
                           "::spindle::sparse::SparseDialect"];
  let options = [
    Option<"strict", "strict", "bool", /*default=*/"false",
           "guard the cells of occupancies also where the body absorbs padding">
  ];
}

def ConvertSparseToMemRefPass
    : InterfacePass<"convert-sparse-to-memref", "::mlir::FunctionOpInterface"> {
  let summary = "lower axes and buffers to memory";
  let description = [{
    From position space to plain loops. Questions to axes become arithmetic and
    loads from their arrays, accesses to buffers loads and stores, accumulation
    a load, a combination and a store, a fill loops over the storage. A buffer of
    the function's own becomes an allocation, freed before every return.

    A look-up becomes what its strategy says (`spindle-choose-lookups` sets it):
    `direct` a comparison, `linear` a walk, `binary` as many halvings as the
    length of the fibre says, without a branch on what they find, `carry` steps
    that double, from the place that it is given, and halvings between the last
    two. Arrays of cells are indexed by offsets in fibres of fixed width: those
    that a position was made of by `axis.position`, else by a division.

    Requires: no operations of `iter`, no sites, no look-ups by coordinates, no
    splats that are used, and fills of buffers that have all their cells alone
    (`convert-iter-to-scf`); no tensors (`spindle-expand-tensors`); axes and
    buffers are used by operations of the two dialects alone. Ensures: no
    operations, and no types, of `axis` and `sparse`. Where a function breaks a
    requirement, it is not changed.

    ```mlir
    %n = axis.length %J under %i : !axis.axis<sparse_variable, sorted, unique>
    %x = sparse.load %Av at positions [%p] : !sparse.buffer<?xf32>
    ```

    becomes

    ```mlir
    %begin32 = memref.load %pos[%i] : memref<?xi32>
    %begin = arith.index_cast %begin32 : i32 to index
    %next = arith.addi %i, %c1 : index
    %end32 = memref.load %pos[%next] : memref<?xi32>
    %end = arith.index_cast %end32 : i32 to index
    %n = arith.subi %end, %begin : index
    %x = memref.load %val[%p] : memref<?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ExpandSmallFloatsPass
    : InterfacePass<"spindle-expand-small-floats",
                    "::mlir::FunctionOpInterface"> {
  let summary = "compute with f16 and bf16 on processors that cannot";
  let description = [{
    In plain loops. Operations of `arith` and `math` on f16 and bf16 become
    operations on f32, and conversions arithmetic on integers, so that code for
    a processor that lacks them calls no library. Each operation is rounded
    once, to nearest and even, with subnormal numbers, infinities and NaN: what
    an f32 rounds wrongly (an f64, a large integer, `math.fma`) is rounded to odd
    first. Functions such as `math.exp` are those of f32, rounded once more.
    Vectors are taken element by element; what moves numbers, `arith.select` for
    one, stays.

    `f16` and `bf16` say what the processor has: with `conversions` those between
    f32 and the type stay, with `arithmetic` all but functions.

    Requires: no tensors and no numbers of more than 64 bits beside f16 and bf16;
    conversions round to nearest and even. Where a function breaks a requirement,
    it is not changed.

    ```mlir
    %y = arith.extf %x : bf16 to f32
    ```

    becomes

    ```mlir
    %bits = arith.bitcast %x : bf16 to i16
    %wide = arith.extui %bits : i16 to i32
    %upper = arith.shli %wide, %c16 : i32
    %y = arith.bitcast %upper : i32 to f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
  let options = [
    Option<"f16", "f16", "::spindle::SmallFloatSupport",
           /*default=*/"::spindle::SmallFloatSupport::None",
           "what the processor has for f16",
           [{::spindle::getSmallFloatChoices()}]>,
    Option<"bf16", "bf16", "::spindle::SmallFloatSupport",
           /*default=*/"::spindle::SmallFloatSupport::None",
           "what the processor has for bf16",
           [{::spindle::getSmallFloatChoices()}]>
  ];
}

#endif // SPINDLE_CONVERSION_PASSES_TD
