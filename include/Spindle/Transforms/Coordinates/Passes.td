//===- Passes.td - passes on nests and axes ----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_COORDINATES_PASSES_TD
#define SPINDLE_TRANSFORMS_COORDINATES_PASSES_TD

include "mlir/Pass/PassBase.td"

def AddLengthChecksPass : Pass<"spindle-add-length-checks", "::mlir::ModuleOp"> {
  let summary = "add functions that find memory too short for its axes";
  let description = [{
    Whoever calls a program is to give it memory that its axes fit in. For each
    function with a body that makes axes of memory, or binds memory to axes, a
    private function `f.lengths` is added, which takes the same arguments and
    finds the first one that is wrong, without a look at more than the last entry
    of an array of positions. It returns the number of one of its `sparse.refusals`,
    counted from 1, or 0; what was expected; and what came. A refusal is a pair of
    strings, what comes before the first of these numbers and before the second.
    The function itself gets the attribute `sparse.length_check`, the name of the
    other.

    Checked are the constructors of axes and `sparse.bind` in the first block:

    - each dimension of the memory has at least the cells that its axis has;
    - positions have an entry for each fibre and one more, and end at 0 or more;
    - extents, widths and counts are at least 0, and as the type of the axis says;
    - what a size is divided by is at least 1;
    - pieces of tensors that the function calls constant, by `sparse.constants`,
      have as many entries, and the same ones, bit by bit.

    Left out is what is not known before the function runs: what depends on memory
    that it writes, or on axes made in loops and branches. So are arguments that
    are pieces of tensors: their sizes follow from formats, by which they are made
    and which `spindle-emit-c-entry` checks them by.

    Requires: no tensors. Ensures: the same functions, and others.

    For example,

    ```mlir
    func.func @clear(%X: memref<?xf32> {sparse.name = "X"}, %n: index {sparse.name = "n"}, %v: f32) {
      %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
      %Xv = sparse.bind %X on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
      sparse.fill %Xv, %v : !sparse.buffer<?xf32>
      return
    }
    ```

    gets a function with the refusals `expected n to be at least 0 but got ..` and
    `expected X to have at least .. entries, n, but got ..`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numFunctionsChecked", "functions-checked",
              "Number of functions that are checked">
  ];
}

def InsertChecksPass : Pass<"spindle-insert-checks", "::mlir::ModuleOp"> {
  let summary = "report at run time what is undefined";
  let description = [{
    The check mode. Calls of functions of Spindle's runtime
    (`Spindle/Runtime/Check/Checks.h`, private declarations in the module) are put

    - after each constructor of an axis: its arrays are described and checked
      for what the axis claims, in time of its size;
    - after the last use of each axis: what the arrays hold is compared with what
      they held then;
    - after each `sparse.bind`: the memory has all cells of its axes;
    - before each look-up: coordinates lie on their axes;
    - before each store and accumulation: the element is stored.

    The first fault is reported in one line that names the location in the source
    and the tensor, as in `spmm.mlir:20: store to an element that is not stored:
    C[3, 7]`, and ends the process, unless the runtime is given another handler.
    A text is a constant of the module, labelled with what it says in `text`.

    Requires: no tensors; look-ups as the author wrote them: canonicalization,
    which finds the sites that coordinates stand for, comes later. Ensures: the
    same program wherever it is defined. A nest with a check does not compute
    with padding.

    For example,

    ```mlir
    func.func @set(%X: memref<?xf32> {sparse.name = "X"}, %n: index, %i: index, %v: f32) {
      %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
      %Xv = sparse.bind %X on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
      sparse.store %v, %Xv[%i] : !sparse.buffer<?xf32>
      return
    }
    ```

    gets a call of `@spindle_check_outside` before the store, in an `scf.if`
    where `%i` is not in [0, `%n`), and one of `@spindle_check_missing` where the
    element is not found.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numAccessesChecked", "accesses-checked",
              "Number of loads, stores and accumulations checked">,
    Statistic<"numArraysChecked", "arrays-checked",
              "Number of arrays of axes checked">];
}

def UseConstantsPass : Pass<"spindle-use-constants", "::mlir::ModuleOp"> {
  let summary = "read from constants what is the same in each run";
  let description = [{
    A function that has the attribute `sparse.constants`, pairs of a piece of one
    of its tensors and a constant `memref.global`, reads the constant where it
    read the argument of that piece. The argument stays, and is not read; the
    attribute goes. So structure, and values, that are known when a program is
    compiled are a part of it, and `transform.sparse.dismantle` finds them.

    Whoever calls the function is to hand over the same: `spindle-add-length-checks`,
    which comes before, has calls compared that C or Python make.

    Requires: no tensors; constants of the types of arguments, up to sizes that
    these leave open. Ensures: the same program, where it is called so.

    For example,

    ```mlir
    memref.global "private" constant @positions : memref<3xi32> = dense<[0, 1, 3]>
    func.func @last(%p: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>}) -> i32
        attributes {sparse.constants = [[#sparse.piece<"A", part [], level 1, positions>, @positions]]} {
      %c2 = arith.constant 2 : index
      %last = memref.load %p[%c2] : memref<?xi32>
      return %last : i32
    }
    ```

    loads from `memref.get_global @positions`.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numPiecesUsed", "pieces-used",
              "Number of pieces that are read from constants">
  ];
}

#endif // SPINDLE_TRANSFORMS_COORDINATES_PASSES_TD
