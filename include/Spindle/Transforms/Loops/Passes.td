//===- Passes.td - passes on plain loops -------------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_PASSES_TD
#define SPINDLE_TRANSFORMS_LOOPS_PASSES_TD

include "mlir/Pass/PassBase.td"

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

def ExpandAtomicUpdatesPass : Pass<"spindle-expand-atomic-updates"> {
  let summary = "update the elements of vectors one by one";
  let description = [{
    Each `iter.atomic_update` of a vector becomes updates of its elements, under
    a branch each where there is a mask; of more than 16 elements, a loop over
    them. Some GPUs add four f32 at once; lanes whose elements are apart add
    as many in a fourth of the time (docs/Benchmarks/gpu-times.md).

    Requires: nothing. Ensures: no update of another vector.

    ```mlir
    iter.atomic_update add %xs into %Y[%i] : vector<2xf32>, memref<?xf32>
    ```

    becomes

    ```mlir
    %x0 = vector.extract %xs[0] : f32 from vector<2xf32>
    iter.atomic_update add %x0 into %Y[%i] : f32, memref<?xf32>
    %x1 = vector.extract %xs[1] : f32 from vector<2xf32>
    %i1 = arith.addi %i, %c1 : index
    iter.atomic_update add %x1 into %Y[%i1] : f32, memref<?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def TakeMemoryFirstPass
    : Pass<"spindle-take-memory-first", "::mlir::ModuleOp"> {
  let summary = "allocate before the first write, and report what is missing";
  let description = [{
    In plain loops whose workers are `scf.forall`. What a function of one block
    allocates moves before its first write to memory that it did not allocate,
    out of loops and branches, where sizes can be computed there: from arguments,
    and from memory that nothing writes. What is allocated in a loop of workers
    becomes a part of one allocation for all of them, and what a private function
    allocates is allocated where it is called.

    A public function with arguments, without results, that allocates returns a
    number then, an i64, and has the attribute `sparse.missing_memory`: 0 where it ran, else the
    bytes that it could not get. It has then freed what it had, and written
    nothing. An allocation of which nobody can be told so, since its size is not
    known before or since the function has results, is followed by a `cf.assert`.

    ```mlir
    func.func @twice(%n: index, %X: memref<?xf32>) {
      "test.write"(%X) : (memref<?xf32>) -> ()
      %a = memref.alloc(%n) : memref<?xf32>
      "test.use"(%X, %a) : (memref<?xf32>, memref<?xf32>) -> ()
      memref.dealloc %a : memref<?xf32>
      return
    }
    ```

    allocates first, and returns `4 * %n` where that failed.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numHoisted", "allocations-hoisted",
              "Allocations that moved to an earlier place">,
    Statistic<"numReported", "allocations-reported",
              "Allocations whose failure a function reports">,
    Statistic<"numAsserted", "allocations-asserted",
              "Allocations whose failure ends the process">
  ];
}

def ReuseMemoryPass
    : Pass<"spindle-reuse-memory", "::mlir::func::FuncOp"> {
  let summary = "use memory again for what is needed later";
  let description = [{
    In plain loops, of a function of one block. Memory that is allocated there and
    only stored to, as what was summed up in registers and used there, goes, and so
    do the stores. Memory that is allocated and freed there, of a size that is known, is needed from the first operation of the block that
    uses it to the last. Allocations that are not needed at one time become views
    of one, as large as the largest: each takes, in the order in which they are
    first used, the smallest that is free and large enough, or else the largest
    that is free, or else a new one. What is needed at one time stays apart, so
    that what is known of different memory holds.

    What is allocated in loops, has a size that is not known, or is handed on by
    an operation that is no view, stays as it is.

    ```mlir
    func.func @chain(%X: memref<8xf32>, %Y: memref<8xi32>) {
      %a = memref.alloc() : memref<8xf32>
      %b = memref.alloc() : memref<8xf32>
      %c = memref.alloc() : memref<8xi32>
      "test.first"(%X, %a) : (memref<8xf32>, memref<8xf32>) -> ()
      "test.second"(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
      "test.third"(%b, %c) : (memref<8xf32>, memref<8xi32>) -> ()
      "test.fourth"(%c, %Y) : (memref<8xi32>, memref<8xi32>) -> ()
      memref.dealloc %a : memref<8xf32>
      memref.dealloc %b : memref<8xf32>
      memref.dealloc %c : memref<8xi32>
      return
    }
    ```

    has two allocations then: `%a` and `%c` are views of one, of 32 bytes, since
    `%a` is not needed any more where `%c` is.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"bytesAsked", "bytes-asked-for", "Bytes that were allocated">,
    Statistic<"bytesUsed", "bytes-used", "Bytes that are allocated then">
  ];
}

def UnpackElementsPass
    : InterfacePass<"spindle-unpack-elements", "::mlir::FunctionOpInterface"> {
  let summary = "read elements of i4 as halves of bytes";
  let description = [{
    In plain loops. Memory of i4 has two elements in a byte, the first in the low
    half; its sizes and strides count elements. A load of an element or a vector
    of them becomes one of bytes and shifts, which extend the sign; what widens
    them widens the bytes that this gives. No byte is read that has none of the
    elements.

    Where loads one by one run through the whole of a block, which is what has one
    first index, its elements are unpacked once, where that index is known, to
    memory of bytes, which they read then. Blocks have at most 4,096
    elements and dimensions of known sizes. With `blocks=false`, for a GPU,
    nothing is.

    A copy, which the function allocates, stores elements to and loads them from, gets
    a byte for each element.

    Requires: other memory of i4 is only read. Ensures: no read of i4 from memory.

    ```mlir
    %w = memref.load %W[%i] : memref<?xi4>
    %x = arith.extsi %w : i4 to i32
    ```

    becomes a load of the byte at `i / 2`, a shift that puts the half at its top, and
    one with its sign that puts it down again.
  }];
  let options = [
    Option<"blocks", "blocks", "bool", /*default=*/"true",
           "unpack blocks before they are read">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def RaiseToAffinePass
    : InterfacePass<"spindle-raise-to-affine", "::mlir::FunctionOpInterface"> {
  let summary = "make affine loops and accesses of those that are";
  let description = [{
    In plain loops. An `scf.for` over an index in constant steps whose bounds
    are sums of constants, sizes and variables of affine loops around it, or the
    larger or smaller ones of two, becomes an `affine.for`; an access whose indices
    are such sums an `affine.load` or an `affine.store`. So do the loops over dense
    dimensions, fixed widths and blocks; loops over the positions of a
    variable axis, whose bounds are in memory, stay, and so do accesses by
    coordinates and in such loops. Labels stay. What it makes is for
    upstream's passes on `affine`, and is lowered as any other program.

    Requires: nothing. Ensures: nothing else changes.

    ```mlir
    scf.for %i = %c0 to %m step %c1 {
      scf.for %k = %c0 to %c4 step %c1 {
        %at = arith.muli %i, %c4 : index
        %p = arith.addi %at, %k : index
        %x = memref.load %X[%p] : memref<?xf32>
        memref.store %x, %Y[%i, %k] : memref<?x4xf32>
      }
    }
    ```

    becomes

    ```mlir
    affine.for %i = 0 to %m {
      affine.for %k = 0 to 4 {
        %x = affine.load %X[%i * 4 + %k] : memref<?xf32>
        affine.store %x, %Y[%i, %k] : memref<?x4xf32>
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
  let statistics = [
    Statistic<"numLoopsRaised", "loops-raised", "Number of loops made affine">,
    Statistic<"numAccessesRaised", "accesses-raised",
              "Number of accesses made affine">];
}

#endif // SPINDLE_TRANSFORMS_LOOPS_PASSES_TD
