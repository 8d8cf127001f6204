// RUN: sparse-opt %s --spindle-expand-atomic-updates | FileCheck %s

// CHECK-LABEL: func.func @pair(
// CHECK: %[[X0:.+]] = vector.extract %{{.+}}[0] : f32 from vector<2xf32>
// CHECK: iter.atomic_update add %[[X0]] into %{{.+}}[%{{.+}}] : f32, memref<?xf32>
// CHECK: %[[X1:.+]] = vector.extract %{{.+}}[1] : f32 from vector<2xf32>
// CHECK: %[[I1:.+]] = arith.addi
// CHECK: iter.atomic_update add %[[X1]] into %{{.+}}[%[[I1]]] : f32, memref<?xf32>
func.func @pair(%xs: vector<2xf32>, %Y: memref<?xf32>, %i: index) {
  iter.atomic_update add %xs into %Y[%i] : vector<2xf32>, memref<?xf32>
  return
}

// CHECK-LABEL: func.func @pair_afterwards(
func.func @pair_afterwards(%xs: vector<2xf32>, %Y: memref<?xf32>, %i: index) {
  %c1 = arith.constant 1 : index
  %x0 = vector.extract %xs[0] : f32 from vector<2xf32>
  iter.atomic_update add %x0 into %Y[%i] : f32, memref<?xf32>
  %x1 = vector.extract %xs[1] : f32 from vector<2xf32>
  %i1 = arith.addi %i, %c1 : index
  iter.atomic_update add %x1 into %Y[%i1] : f32, memref<?xf32>
  return
}

// Where the mask is not set, no memory is touched.

// CHECK-LABEL: func.func @masked_lanes(
// CHECK: %[[RUNS:.+]] = vector.extract %{{.+}}[0] : i1 from vector<2xi1>
// CHECK: scf.if %[[RUNS]] {
// CHECK: %[[X:.+]] = vector.extract %{{.+}}[0] : i32 from vector<2xi32>
// CHECK: %[[I:.+]] = vector.extract %{{.+}}[0] : index from vector<2xindex>
// CHECK: iter.atomic_update or %[[X]] into %{{.+}}[%[[I]], %{{.+}}] : i32, memref<?x?xi32>
// CHECK: }
// CHECK: scf.if
func.func @masked_lanes(%xs: vector<2xi32>, %m: vector<2xi1>, %Y: memref<?x?xi32>, %is: vector<2xindex>, %k: index) {
  iter.atomic_update or %xs into %Y[%is, %k] mask(%m) : vector<2xi32>, memref<?x?xi32>, (vector<2xindex>, index)
  return
}

// CHECK-LABEL: func.func @many_lanes(
// CHECK: scf.for %[[L:.+]] = %{{.+}} to %{{.+}} step
// CHECK: %[[X:.+]] = vector.extract %{{.+}}[%[[L]]] : f32 from vector<32xf32>
// CHECK: %[[I:.+]] = arith.addi %{{.+}}, %[[L]] : index
// CHECK: iter.atomic_update add %[[X]] into %{{.+}}[%[[I]]]
func.func @many_lanes(%xs: vector<32xf32>, %Y: memref<?xf32>, %i: index) {
  iter.atomic_update add %xs into %Y[%i] : vector<32xf32>, memref<?xf32>
  return
}
