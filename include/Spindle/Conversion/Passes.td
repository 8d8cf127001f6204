//===- Passes.td - lowerings between stages ----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_PASSES_TD
#define SPINDLE_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertIterToSCFPass
    : InterfacePass<"convert-iter-to-scf", "::mlir::FunctionOpInterface"> {
  let summary = "lower nests to loops over stored positions";
  let description = [{
    From coordinate space to position space. Each dimension of a nest becomes an
    `scf.for`, labelled by an `#iter.loop`: over the offsets of a fibre of fixed
    width, over the positions of one of variable length. Sites become positions,
    and coordinates are looked up where they are used. An access by coordinates
    becomes one by positions: each level that the nests do not give the place of
    is searched by `axis.locate`, and an element that is missing reads as the
    fill value, and is not written. What a body allocates on the stack, if it is
    of static size, is allocated once, before the nest.

    Requires: sites are used by operations of the three dialects alone.
    Ensures: no operations of `iter`, no sites. Where a function breaks the
    requirement, it is not changed.

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
}

def ConvertSparseToMemRefPass
    : InterfacePass<"convert-sparse-to-memref", "::mlir::FunctionOpInterface"> {
  let summary = "lower axes and buffers to memory";
  let description = [{
    From position space to plain loops. Questions to axes become arithmetic and
    loads from their arrays, accesses to buffers loads and stores, accumulation
    a load, a combination and a store, a fill loops over the storage.

    Requires: no operations of `iter` (`convert-iter-to-scf`) and no tensors
    (`spindle-expand-tensors`); axes and buffers are used by operations of the
    two dialects alone. Ensures: no operations, and no types, of `axis` and
    `sparse`. Where a function breaks a requirement, it is not changed.

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

#endif // SPINDLE_CONVERSION_PASSES_TD
