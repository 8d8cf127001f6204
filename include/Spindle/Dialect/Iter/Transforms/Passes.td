//===- Passes.td - passes of the iter dialect --------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_ITER_TRANSFORMS_PASSES_TD
#define SPINDLE_DIALECT_ITER_TRANSFORMS_PASSES_TD

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

    The loop's steps are 1, and it hands nothing on; its body accesses buffers on
    arguments of the function and on allocations of its own, loads from memory,
    and has no other effects: no store to memory, no call, no buffer whose
    layout is not that of its shape, unless it is on a piece of a tensor. Nothing is taken from the kinds of
    dimensions.

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
  }];
  let options = [Option<"report", "report", "bool", /*default=*/"false",
      "emit a remark for each of these loops: that it is parallel, or why not">];
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

def OutlineParallelPass
    : Pass<"spindle-outline-parallel", "::mlir::ModuleOp"> {
  let summary = "move the bodies of parallel loops to functions of their own";
  let description = [{
    In plain loops. The labelled loop over one chunk's iterations that a loop of
    workers holds, or each of several nests that share rows, is moved, not copied,
    to a private function `@f.nest.body` of the chunk's bounds and of what it uses
    from outside; a call is left. Constants
    go with it. The attribute `iter.body_of` of the new function names the one
    that it is from, so that schedules find it, and a test may call it with a
    range of its own. LLVM does not inline it: it is compiled once, for whoever
    calls it, and has a name in a profile.

    What is known of memory is said again where it is used: the body begins with a
    `memref.distinct_objects` for each pair of captured memories of which it
    writes one, and that the function says are distinct, or of which one is
    its own allocation. Such facts do not reach into the function that a parallel
    region becomes; without them each element of an accumulated row would be
    loaded and stored for each term of its sum.

    Requires: nothing uses results of the labelled loops that a loop of workers
    holds; where something does, nothing is changed. Ensures: loops of workers
    hold calls, and the arithmetic of their bounds.

    ```mlir
    func.func @square(%n: index, %X: memref<?xf32>, %Y: memref<?xf32>) {
      %c1 = arith.constant 1 : index
      %d:2 = memref.distinct_objects %X, %Y : memref<?xf32>, memref<?xf32>
      %workers = func.call @spindle.workers(%n) : (index) -> index
      scf.forall (%t) in (%workers) {
        %lo, %hi = "test.part"(%t) : (index) -> (index, index)
        scf.for %i = %lo to %hi step %c1 {
          %x = memref.load %d#0[%i] : memref<?xf32>
          %y = arith.mulf %x, %x : f32
          memref.store %y, %d#1[%i] : memref<?xf32>
        } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
      } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
      return
    }
    ```

    becomes

    ```mlir
    func.func @square(%n: index, %X: memref<?xf32>, %Y: memref<?xf32>) {
      %d:2 = memref.distinct_objects %X, %Y : memref<?xf32>, memref<?xf32>
      %workers = func.call @spindle.workers(%n) : (index) -> index
      scf.forall (%t) in (%workers) {
        %lo, %hi = "test.part"(%t) : (index) -> (index, index)
        func.call @square.square.body(%lo, %hi, %d#0, %d#1) : (index, index, memref<?xf32>, memref<?xf32>) -> ()
      } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
      return
    }
    func.func private @square.square.body(%lo: index, %hi: index, %X: memref<?xf32>, %Y: memref<?xf32>) attributes {iter.body_of = @square, llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]} {
      %d:2 = memref.distinct_objects %X, %Y : memref<?xf32>, memref<?xf32>
      %c1 = arith.constant 1 : index
      scf.for %i = %lo to %hi step %c1 {
        %x = memref.load %d#0[%i] : memref<?xf32>
        %y = arith.mulf %x, %x : f32
        memref.store %y, %d#1[%i] : memref<?xf32>
      } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // SPINDLE_DIALECT_ITER_TRANSFORMS_PASSES_TD
