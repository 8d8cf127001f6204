//===- Passes.td - passes on loops over positions ----------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_PASSES_TD
#define SPINDLE_TRANSFORMS_POSITIONS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ParallelizeLoopsPass
    : InterfacePass<"spindle-parallelize-loops", "::mlir::FunctionOpInterface"> {
  let summary = "run outermost loops in parallel where it can be proved";
  let description = [{
    In position space. A labelled `scf.for` that no other loop is around becomes
    an `scf.forall` with the same label, from 0 on, if no two of its iterations
    touch one element of memory that one of them writes. Its result is then that
    of the serial run, bit for bit. Other loops stay as they are.

    For all memory that the loop's body writes there has to be a storage
    dimension in which each access, read or write, through whatever buffer, has
    an index that belongs to the iteration, by the same rule for all of them:

    - the loop's variable;
    - a position under such a one, of a fibre, or of fibres of fibres below;
    - the coordinate of such a position, on a root or a singleton that is
      `unique`;
    - the site of a coordinate or under a position of which one of these holds;
    - a sum c x + o, in `affine.apply` or arith, of such an x and of what is
      known to be at least 0 and below c.

    The loop's steps are a known number, and it hands nothing on; its body accesses buffers on
    arguments of the function and on allocations of its own, loads from memory,
    and has no other effects: no store to memory, no call, no buffer whose
    layout is not that of its shape, unless it is on a piece of a tensor. Nothing is taken from the kinds of
    dimensions.

    With `atomics` a loop may also be parallel but for accumulates: where its
    iterations touch one element, all accesses to that memory are
    `sparse.accumulate` of one kind, of one value. These accumulates become
    `atomic`, all others stay as they are. They become `segmented` too where an
    iteration holds a loop over positions of a sorted axis in which a coordinate
    comes more than once, and they combine at that coordinate: workers have runs
    of one element. The result is then that of the serial
    run but for the rounding of floats.

    Requires: nothing. Ensures: nothing else changes. To run before
    `spindle-choose-lookups`, which hands positions on from one iteration to the
    next. With `report` each of the loops gets a remark: `loop over I of nest
    'spmv' is parallel`, or that it stays serial, and why.

    ```mlir
    scf.for %i = %c0 to %m step %c1 {
      %x = sparse.load %X at positions [%i] : !sparse.buffer<?xf32>
      sparse.store %x, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    ```

    becomes

    ```mlir
    scf.forall (%i) in (%m) {
      %x = sparse.load %X at positions [%i] : !sparse.buffer<?xf32>
      sparse.store %x, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    ```

    and with `atomics` in

    ```mlir
    scf.for %p = %c0 to %n step %c1 {
      %i = axis.coordinate %I[%p] : !axis.axis<sparse_variable, sorted>
      %x = sparse.load %X at positions [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = sparse_variable, kind = reduction, role = level>}
    ```

    the accumulate becomes

    ```mlir
    sparse.accumulate atomic add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
    ```
  }];
  let options = [
      Option<"report", "report", "bool", /*default=*/"false",
          "emit a remark for each of these loops: that it is parallel, or why "
          "not">,
      Option<"atomics", "atomics", "bool", /*default=*/"false",
          "make accumulates atomic where nothing else keeps a loop serial">];
  let statistics = [Statistic<"numAtomics", "atomics-made",
                              "Number of accumulates made atomic">,
                    Statistic<"numSegmented", "segmented-made",
                              "Number of these that are made segmented">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChooseLookupsPass
    : InterfacePass<"spindle-choose-lookups", "::mlir::FunctionOpInterface"> {
  let summary = "say how look-ups find their positions, and where";
  let description = [{
    Sets the strategy of every `axis.locate` of position space that has none:

    - `direct` on an axis without an array of coordinates;
    - `linear` on one that is not sorted, and on one whose fibres have at most
      8 cells by its type;
    - `carry` where the look-up stands directly in an `scf.for`, its position
      (`under`) does not change in the loop, and the coordinate does not descend
      from one iteration to the next: it is the loop's variable, or the
      coordinate of a sorted axis at the loop's positions or offsets in one
      fibre. The loop hands the position on to its next iteration, which searches
      onwards from there, as in a merge. It is then a serial one: loops that are
      to be parallel are made so first, or their look-ups given a strategy;
    - `binary` elsewhere.

    A look-up directly in an `scf.for` that gives the same result in every
    iteration is moved before the loop, and so on outwards, unless its strategy
    is `carry`. So that nothing is asked that was not asked before, an `scf.if`
    goes with it that asks whether the loops it left have an iteration; a
    look-up on a dense_fixed axis that has all its cells needs none. In the loop
    that it comes to stand in, such a look-up too may carry: where it is not
    asked, the position is handed on as it is.
    A look-up in an `scf.forall` neither carries through it nor leaves it.

    Requires: nothing. Ensures: the look-ups of position space have a strategy,
    and the program is the same; run again, it changes nothing.

    ```mlir
    scf.for %p = %begin to %end step %c1 {
      %j = axis.coordinate %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
      %q, %found = axis.locate %K[%j] under %i : index : !axis.axis<sparse_variable, sorted, unique> -> index
      "test.use"(%q, %found) : (index, i1) -> ()
    }
    ```

    becomes

    ```mlir
    %runs = arith.cmpi slt, %begin, %end : index
    %start = scf.if %runs -> (index) {
      %first = axis.position %K[%c0] under %i : !axis.axis<sparse_variable, sorted, unique>
      scf.yield %first : index
    } else {
      scf.yield %c0 : index
    }
    %last = scf.for %p = %begin to %end step %c1 iter_args(%from = %start) -> (index) {
      %j = axis.coordinate %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
      %q, %found = axis.locate %K[%j] under %i : index by carry from %from : !axis.axis<sparse_variable, sorted, unique> -> index
      "test.use"(%q, %found) : (index, i1) -> ()
      scf.yield %q : index
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def SplitIntoChunksPass
    : Pass<"spindle-split-into-chunks", "::mlir::ModuleOp"> {
  let summary = "divide parallel loops into chunks of equal weight, one per worker";
  let description = [{
    In position space. Each labelled `scf.forall` that stands in no loop becomes
    one over workers (its label's role), and in that a loop over the iterations
    of the worker's chunk, which keeps the label. Chunks are of neighbours, in
    order, so the loop's iterations run as before; which of them make a chunk is
    known before the first runs.

    A chunk is due an equal share of the loop's weight: of the positions under its
    iterations, counted on the deepest variable axis that the loops inside run
    over, and one for each iteration. Its first iteration is the first before
    which lies the weight that is due to the chunks before it: found by halving,
    each step a query `axis.position` per axis on the way down. So a chunk's
    weight differs from its share by less than that of the heaviest iteration.
    Where no axis below is variable, chunks have equal numbers of iterations.

    How many workers there are is asked, before the loop, of the function
    `@spindle.workers`, which the module is given as a declaration. It is told
    the loop's cost, the weight times 1 + n / 8, rounded up, where n runs of a
    body lie in loops whose bounds are known outside, and gives a number of at
    least 1. `convert-forall-to-openmp` defines it.

    Requires: the loops are of one dimension, from 0 on in steps of 1, without
    results; where one is not, nothing is changed. Loops of workers and loops
    with a mapping stay as they are.

    ```mlir
    scf.forall (%i) in (%m) {
      "test.use"(%i) : (index) -> ()
    } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
    ```

    becomes, where no axis below is variable,

    ```mlir
    %length = arith.maxsi %m, %c0 : index
    %workers = func.call @spindle.workers(%length) : (index) -> index
    %quotient = arith.divui %length, %workers : index
    %remainder = arith.remui %length, %workers : index
    scf.forall (%t) in (%workers) {
      %even = arith.muli %t, %quotient : index
      %more = arith.minui %t, %remainder : index
      %begin = arith.addi %even, %more : index
      %next = arith.addi %t, %c1 : index
      %evenNext = arith.muli %next, %quotient : index
      %moreNext = arith.minui %next, %remainder : index
      %end = arith.addi %evenNext, %moreNext : index
      scf.for %i = %begin to %end step %c1 {
        "test.use"(%i) : (index) -> ()
      } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::scf::SCFDialect",
                           "::spindle::axis::AxisDialect"];
}

def StateDistinctMemoryPass
    : InterfacePass<"spindle-state-distinct-memory",
                    "::mlir::FunctionOpInterface"> {
  let summary = "say which arguments cannot overlap";
  let description = [{
    A written buffer shares memory with another one, or with the arrays of an
    axis, only where both are the same memref. This states it to the compiler of
    plain loops, which knows neither buffers nor axes: for each pair of
    arguments of which one is written through a buffer and the other holds
    values or structure, a `memref.distinct_objects` at the function's start.
    LLVM then keeps a sum over a fibre in a register. Nothing is said of two
    that are only read: a caller may pass one array for both.

    Requires: nothing. Ensures: the same program; run again, it changes nothing.

    For example, the function

    ```mlir
    func.func @fill(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %v: f32) {
      %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
      %X = sparse.bind %x on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
      %Y = sparse.bind %y on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
      sparse.fill %Y, %v : !sparse.buffer<?xf32>
      return
    }
    ```

    gets a `memref.distinct_objects %x, %y`, whose results are bound instead.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

#endif // SPINDLE_TRANSFORMS_POSITIONS_PASSES_TD
