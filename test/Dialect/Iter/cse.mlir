// RUN: sparse-opt %s --cse | sparse-opt | FileCheck %s

// CSE may merge two axes of one nest: which dimension an axis lies under stays.

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// CHECK-LABEL: func.func @merged_axes_in_one_nest(
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK-NOT: axis.dense_fixed
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK-NOT: axis.sparse_variable
// CHECK: iter.nest "rows first" {{.*}} over (%[[I]], %[[I]], %[[J]] of 0, %[[J]] : !axis
// CHECK: iter.nest "in turn" {{.*}} over (%[[I]], %[[J]], %[[I]], %[[J]] : !axis
func.func @merged_axes_in_one_nest(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %out: memref<?xindex>) {
  %I1 = axis.dense_fixed %n : !dense
  %I2 = axis.dense_fixed %n : !dense
  %J1 = axis.sparse_variable %n of %I1 positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %J2 = axis.sparse_variable %n of %I2 positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  iter.nest "rows first" ("a": %a, "b": %b, "j": %j, "k": %k) over (%I1, %I2, %J1, %J2 : !dense, !dense, !sparse, !sparse) kinds [spatial, spatial, spatial, spatial] {
    memref.store %j, %out[%k] : memref<?xindex>
  }
  iter.nest "in turn" ("a": %a, "j": %j, "b": %b, "k": %k) over (%I1, %J1, %I2, %J2 : !dense, !sparse, !dense, !sparse) kinds [spatial, spatial, spatial, spatial] {
    memref.store %j, %out[%k] : memref<?xindex>
  }
  return
}

// A site on one of two merged axes lies on the merged one.

// CHECK-LABEL: func.func @merged_axes_in_two_nests(
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: iter.nest "rows" ("i": %{{.*}} at %[[R:[^)]+]]) over (%[[I]] :
// CHECK: iter.nest "row" ({{.*}}) over (%[[I]], %[[J]] under %[[R]], %[[J]] :
func.func @merged_axes_in_two_nests(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %out: memref<?xindex>) {
  %I1 = axis.dense_fixed %n : !dense
  %I2 = axis.dense_fixed %n : !dense
  %J1 = axis.sparse_variable %n of %I1 positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %J2 = axis.sparse_variable %n of %I2 positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  iter.nest "rows" ("i": %i at %r) over (%I1 : !dense) kinds [spatial] {
    iter.nest "row" ("b": %b, "j": %j, "k": %k) over (%I2, %J1 under %r, %J2 : !dense, !sparse, !sparse) kinds [spatial, spatial, spatial] {
      memref.store %j, %out[%k] : memref<?xindex>
    }
  }
  return
}

// A question in a nest merges with one before it.

// CHECK-LABEL: func.func @questions_in_nests_merge(
// CHECK: %[[SIZE:.*]] = axis.size
// CHECK: iter.nest
// CHECK-NEXT: memref.store %[[SIZE]]
func.func @questions_in_nests_merge(%n: index, %out: memref<?xindex>) -> index {
  %I = axis.dense_fixed %n : !dense
  %size = axis.size %I : !dense
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    %again = axis.size %I : !dense
    memref.store %again, %out[%i] : memref<?xindex>
  }
  return %size : index
}

// CHECK-LABEL: func.func @two_nests_that_write_stay(
// CHECK-COUNT-2: iter.nest
func.func @two_nests_that_write_stay(%n: index, %out: memref<?xindex>) {
  %I = axis.dense_fixed %n : !dense
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    memref.store %i, %out[%i] : memref<?xindex>
  }
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    memref.store %i, %out[%i] : memref<?xindex>
  }
  return
}

// A nest that writes between two loads keeps them.

// CHECK-LABEL: func.func @loads_around_a_nest_that_writes_stay(
// CHECK: sparse.load
// CHECK: iter.nest
// CHECK: sparse.load
func.func @loads_around_a_nest_that_writes_stay(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32, %i: index) -> (f32, f32) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %0 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  iter.nest "nest" ("k": %k) over (%I : !dense) kinds [spatial] {
    sparse.store %x, %v[%k] : !sparse.buffer<?xf32>
  }
  %1 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  return %0, %1 : f32, f32
}
