// RUN: sparse-opt %s --split-input-file --verify-diagnostics --spindle-lower-to-nvvm=serial=false
// RUN: not sparse-opt %s --split-input-file --spindle-lower-to-nvvm="threads=2000" 2>&1 | FileCheck %s --check-prefix=THREADS
// THREADS: error: expected threads from 1 to 1024 but got 2000

// Rows that store to one element, in turn.

!dense = !axis.axis<dense_fixed>

func.func @refuses_the_last_row(%m: index, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %One = axis.dense_fixed %c1 : !dense
  %xv = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %yv = sparse.bind %y on (%One) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %c0 = arith.constant 0 : index
  // expected-error @below {{expected loops that run in parallel but got the loop over "i" of nest "last", which is serial}}
  // expected-note @below {{a GPU would run it on one thread}}
  iter.nest "last" ("i": %i at %p) over (%I : !dense) kinds [reduction] {
    %t = sparse.load %xv at [%p] : !sparse.buffer<?xf32>
    sparse.store %t, %yv[%c0] : !sparse.buffer<?xf32>
  }
  return
}
