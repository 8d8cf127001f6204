// RUN: sparse-opt %s --cse | FileCheck %s

!sparse = !axis.axis<sparse_variable, sorted, unique>

// CHECK-LABEL: func.func @constructors_and_questions_merge(
func.func @constructors_and_questions_merge(%m: index, %n: index, %i: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, index, index, index, i1, i1) {
  // CHECK: axis.dense_fixed
  // CHECK-NOT: axis.dense_fixed
  // CHECK: axis.sparse_variable
  // CHECK-NOT: axis.sparse_variable
  %I1 = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %I2 = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J1 = axis.sparse_variable %n of %I1 positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !sparse
  %J2 = axis.sparse_variable %n of %I2 positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !sparse
  // CHECK: %[[LENGTH:.*]] = axis.length
  %0 = axis.length %J1 under %i : !sparse
  %1 = axis.length %J2 under %i : !sparse
  // CHECK: %[[COORDINATE:.*]] = axis.coordinate
  %2 = axis.coordinate %J1[%i] under %i : !sparse
  %3 = axis.coordinate %J2[%i] under %i : !sparse
  // CHECK: %{{.*}}, %[[FOUND:.*]] = axis.locate
  %r1, %found1 = axis.locate %J1[%i] under %i : index : !sparse -> index
  %r2, %found2 = axis.locate %J2[%i] under %i : index : !sparse -> index
  // CHECK-NEXT: return %[[LENGTH]], %[[LENGTH]], %[[COORDINATE]], %[[COORDINATE]], %[[FOUND]], %[[FOUND]]
  return %0, %1, %2, %3, %found1, %found2 : index, index, index, index, i1, i1
}

// CHECK-LABEL: func.func @a_write_between_keeps_two_constructors(
// CHECK: %[[J1:.*]] = axis.sparse_variable
// CHECK: memref.store
// CHECK: %[[J2:.*]] = axis.sparse_variable
// CHECK: axis.size %[[J1]]
// CHECK: axis.size %[[J2]]
func.func @a_write_between_keeps_two_constructors(%m: index, %n: index, %v: i32, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, index) {
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J1 = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !sparse
  memref.store %v, %pos[%c1] : memref<?xi32>
  %J2 = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !sparse
  %0 = axis.size %J1 : !sparse
  %1 = axis.size %J2 : !sparse
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @an_unknown_call_between_keeps_two_constructors(
// CHECK-COUNT-2: axis.sparse_variable
func.func private @unknown()
func.func @an_unknown_call_between_keeps_two_constructors(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J1 = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !sparse
  call @unknown() : () -> ()
  %J2 = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !sparse
  %0 = axis.size %J1 : !sparse
  %1 = axis.size %J2 : !sparse
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @different_strategies_do_not_merge(
// CHECK-COUNT-2: axis.locate
func.func @different_strategies_do_not_merge(%m: index, %i: index) -> (index, index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %0, %f0 = axis.locate %I[%i] by binary : !axis.axis<dense_fixed> -> index
  %1, %f1 = axis.locate %I[%i] by linear : !axis.axis<dense_fixed> -> index
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @different_widths_do_not_merge(
// CHECK-COUNT-2: axis.dense_fixed
func.func @different_widths_do_not_merge(%i: index) -> (index, index) {
  %c4 = arith.constant 4 : index
  %I1 = axis.dense_fixed %c4 : !axis.axis<dense_fixed, width = 4>
  %I2 = axis.dense_fixed %c4 : !axis.axis<dense_fixed>
  %0 = axis.size %I1 : !axis.axis<dense_fixed, width = 4>
  %1 = axis.size %I2 : !axis.axis<dense_fixed>
  return %0, %1 : index, index
}

// Two roots become one: the bitmap is over two entries of the list all the same.

// CHECK-LABEL: func.func @roots_of_an_occupancy(
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK-NOT: axis.dense_fixed
// CHECK: %[[E:.*]] = axis.occupancy %{{.*}} on (%[[I]], %[[I]])
// CHECK: over (%[[I]], %[[I]], %[[E]] : {{.*}})
// CHECK: over (%[[I]], %[[I]], %[[E]] of (1, 0) : {{.*}})
func.func @roots_of_an_occupancy(%n: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !axis.axis<occupancy>
  iter.nest "straight" ("i": %i, "j": %j, "e": %e at %p) over (%I, %J, %E : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<occupancy>) kinds [spatial, spatial, spatial] {
    %q = axis.position_of %p : !axis.site
    %x = memref.load %val[%i, %q] : memref<?x?xf32>
    memref.store %x, %val[%q, %j] : memref<?x?xf32>
  }
  iter.nest "turned" ("j": %j, "i": %i, "e": %e at %p) over (%J, %I, %E : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<occupancy>) kinds [spatial, spatial, spatial] {
    %q = axis.position_of %p : !axis.site
    %x = memref.load %val[%i, %q] : memref<?x?xf32>
    memref.store %x, %val[%q, %j] : memref<?x?xf32>
  }
  return
}

// Two ragged axes become one: a product with itself has two factors.

// CHECK-LABEL: func.func @factors_of_a_product(
// CHECK: %[[B:.*]] = axis.dense_fixed
// CHECK: %[[I:.*]] = axis.dense_variable
// CHECK-NOT: axis.dense_variable
// CHECK: axis.product %[[I]], %[[I]]
func.func @factors_of_a_product(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>, %val: memref<?xf32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  iter.nest "pairs" ("b": %b, "i": %i at %r, "j": %j at %s) over (%B, %I, %J : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_variable>) kinds [spatial, spatial, spatial] {
    %p = axis.join %IJ[%r, %s] : !axis.axis<product>
    %q = axis.position_of %p : !axis.site
    %x = memref.load %val[%q] : memref<?xf32>
    memref.store %x, %val[%i] : memref<?xf32>
  }
  return
}
