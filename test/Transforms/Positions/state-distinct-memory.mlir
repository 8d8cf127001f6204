// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-state-distinct-memory))' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-state-distinct-memory))' > %t.once
// RUN: sparse-opt %t.once --pass-pipeline='builtin.module(func.func(spindle-state-distinct-memory))' | diff %t.once -

!dense = !axis.axis<dense_fixed>
!row = !axis.axis<sparse_variable, sorted, unique>

// The example of the pass.

// CHECK-LABEL: func.func @fill(
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?xf32>
// CHECK-NEXT: %[[D:.*]]:2 = memref.distinct_objects %[[X]], %[[Y]] : memref<?xf32>, memref<?xf32>
// CHECK: sparse.bind %[[D]]#0
// CHECK: sparse.bind %[[D]]#1
func.func @fill(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %v: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %X = sparse.bind %x on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  sparse.fill %Y, %v : !sparse.buffer<?xf32>
  return
}

// Structure is distinct from what is written, not from what is read; each pair
// is stated once, and what follows uses the last statement.

// CHECK-LABEL: func.func @structure(
// CHECK-SAME: %[[P:[^:]*]]: memref<?xi32>, %[[C:[^:]*]]: memref<?xi32>, %[[X:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?xf32>
// CHECK-NEXT: %[[PY:.*]]:2 = memref.distinct_objects %[[P]], %[[Y]]
// CHECK-NEXT: %[[CY:.*]]:2 = memref.distinct_objects %[[C]], %[[PY]]#1
// CHECK-NEXT: %[[XY:.*]]:2 = memref.distinct_objects %[[X]], %[[CY]]#1
// CHECK-NOT: memref.distinct_objects
// CHECK: axis.sparse_variable %{{.*}} of %{{.*}} positions %[[PY]]#0 coordinates %[[CY]]#0
// CHECK: sparse.bind %[[XY]]#0
// CHECK: sparse.bind %[[XY]]#1
func.func @structure(%p: memref<?xi32>, %c: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %n: index, %v: f32) {
  %I = axis.dense_fixed %n : !dense
  %J = axis.sparse_variable %n of %I positions %p coordinates %c : !dense, memref<?xi32>, memref<?xi32> -> !row
  %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !row) -> !sparse.buffer<?xf32>
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "sums" ("i": %i at %r, "j": %j at %q) over (%I, %J : !dense, !row) kinds [spatial, reduction] {
    %e = sparse.load %X at [%q] : !sparse.buffer<?xf32>
    sparse.accumulate add %e into %Y at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// Two buffers on one memref may overlap, and do.

// CHECK-LABEL: func.func @one_memory(
// CHECK-NOT: memref.distinct_objects
// CHECK: return
func.func @one_memory(%x: memref<?xf32>, %n: index, %v: f32) {
  %I = axis.dense_fixed %n : !dense
  %J = axis.dense_fixed %n : !dense
  %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Y = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  sparse.fill %Y, %v : !sparse.buffer<?xf32>
  return
}

// Nothing is said of memory that is only read, of memory that no buffer is on,
// and of memory that the function allocates.

// CHECK-LABEL: func.func @nothing_to_say(
// CHECK-NOT: memref.distinct_objects
// CHECK: return
func.func @nothing_to_say(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %n: index, %i: index, %v: f32) -> f32 {
  %I = axis.dense_fixed %n : !dense
  %m = memref.alloc(%n) : memref<?xf32>
  %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  sparse.fill %M, %v : !sparse.buffer<?xf32>
  memref.store %v, %z[%i] : memref<?xf32>
  %a = sparse.load %X[%i] : !sparse.buffer<?xf32>
  %b = sparse.load %Y[%i] : !sparse.buffer<?xf32>
  %c = arith.addf %a, %b : f32
  memref.dealloc %m : memref<?xf32>
  return %c : f32
}

// CHECK-LABEL: func.func private @declaration
func.func private @declaration(memref<?xf32>)

// The arrays of every kind of axis are structure.

// CHECK-LABEL: func.func @arrays_of_axes(
// CHECK-SAME: %[[L:[^:]*]]: memref<?xi32>, %[[B:[^:]*]]: memref<?x4xi1>, %[[Y:[^:]*]]: memref<?x4xf32>
// CHECK-NEXT: %[[LY:.*]]:2 = memref.distinct_objects %[[L]], %[[Y]]
// CHECK-NEXT: %[[BY:.*]]:2 = memref.distinct_objects %[[B]], %[[LY]]#1
// CHECK-NOT: memref.distinct_objects
// CHECK: axis.dense_fixed %{{.*}} lengths %[[LY]]#0
// CHECK: axis.occupancy %[[BY]]#0
// CHECK: sparse.bind %[[BY]]#1
func.func @arrays_of_axes(%l: memref<?xi32>, %b: memref<?x4xi1>, %y: memref<?x4xf32>, %n: index, %v: f32) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %c4 lengths %l : memref<?xi32> of %I : !dense -> !axis.axis<dense_fixed, width = 4>
  %E = axis.occupancy %b on (%I, %K) : memref<?x4xi1> on (!dense, !axis.axis<dense_fixed, width = 4>) -> !axis.axis<occupancy>
  %Y = sparse.bind %y on (%I, %K, %E) : memref<?x4xf32> on (!dense, !axis.axis<dense_fixed, width = 4>, !axis.axis<occupancy>) -> !sparse.buffer<?x4xf32>
  sparse.fill %Y, %v : !sparse.buffer<?x4xf32>
  return
}
