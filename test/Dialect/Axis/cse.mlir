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
