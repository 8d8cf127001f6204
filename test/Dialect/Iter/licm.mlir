// RUN: sparse-opt %s --loop-invariant-code-motion | FileCheck %s

!dense = !axis.axis<dense_fixed>

// A nest reads and writes what its body does: a loop keeps it.

// CHECK-LABEL: func.func @a_nest_stays_in_its_loop(
// CHECK: scf.for
// CHECK: iter.nest
func.func @a_nest_stays_in_its_loop(%n: index, %val: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %n : !dense
  scf.for %k = %c0 to %n step %c1 {
    iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
      memref.store %x, %val[%i] : memref<?xf32>
    }
  }
  return
}
