// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!occupancy = !axis.axis<occupancy>

// Where all cells are there, the storage is filled, and not fibre by fibre.

// CHECK-LABEL: func.func @whole_fibres
// CHECK-SAME: %[[X:[^:]*]]: f32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[VALUES:.*]] = sparse.bind
// CHECK: %[[SIZE:.*]] = axis.size %[[J]]
// CHECK-NEXT: scf.for %[[P:.*]] = %[[ZERO]] to %[[SIZE]] step %[[ONE]] {
// CHECK-NEXT: sparse.store %[[X]], %[[VALUES]] at positions [%[[P]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "fill", dims = ["d0"], axis = sparse_variable, kind = spatial, role = level>}
// CHECK-NEXT: return
func.func @whole_fibres(%x: f32, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  sparse.fill %Av, %x : !sparse.buffer<?xf32>
  return
}

// A loop for each storage dimension: of the size of a root, of a width that is
// given, and of one that the type says; in the body of a nest too.

// CHECK-LABEL: func.func @whole_blocks
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: scf.for
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[M]]
// CHECK-NEXT: scf.for %[[A:.*]] = %{{.*}} to %[[W]]
// CHECK-NEXT: scf.for %[[B:.*]] = %{{.*}} to %[[FOUR]]
// CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at positions [%[[I]], %[[A]], %[[B]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "fill", dims = ["d2"], axis = dense_fixed
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "fill", dims = ["d1"]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "fill", dims = ["d0"]
func.func @whole_blocks(%m: index, %w: index, %x: f32, %val: memref<?x?x4xf32>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %A = axis.dense_fixed %w of %I : !dense -> !dense
  %B = axis.dense_fixed %c4 of %A : !dense -> !block
  %Av = sparse.bind %val on (%I, %A, %B) : memref<?x?x4xf32> on (!dense, !dense, !block) -> !sparse.buffer<?x?x4xf32>
  iter.nest "n" ("i": %i) over (%I : !dense) kinds [spatial] {
    sparse.fill %Av, %x : !sparse.buffer<?x?x4xf32>
  }
  return
}

// Of fibres that lack cells those that exist are written alone.

// CHECK-LABEL: func.func @cut_blocks
// CHECK-SAME: %[[X:[^:]*]]: f32
// CHECK: scf.for %[[B:.*]] =
// CHECK-NEXT: %[[N:.*]] = axis.length %{{.*}} under %[[B]] cut at %[[B]] :
// CHECK-NEXT: scf.for %[[O:.*]] = %{{.*}} to %[[N]]
// CHECK-NEXT: sparse.store %[[X]], %{{.*}} at positions [%[[B]], %[[O]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "fill", dims = ["d1"], axis = dense_fixed, kind = spatial, role = level>}
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "fill", dims = ["d0"]
func.func @cut_blocks(%x: f32, %m: index, %val: memref<?x4xf32>) {
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !dense
  %II = axis.dense_fixed %c4 cut %m of %IO : !dense -> !block
  %Av = sparse.bind %val on (%IO, %II) : memref<?x4xf32> on (!dense, !block) -> !sparse.buffer<?x4xf32>
  sparse.fill %Av, %x : !sparse.buffer<?x4xf32>
  return
}

// Under an ancestor that lacks cells, and with bits; in the body of a nest.

// CHECK-LABEL: func.func @bits
// CHECK: scf.for %{{.*}} =
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for %[[J:.*]] =
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: scf.if %[[BIT]] {
// CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at positions [%[[I]], %[[J]]]
func.func @bits(%x: f32, %m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  iter.nest "n" ("i": %i) over (%I : !dense) kinds [spatial] {
    sparse.fill %Av, %x : !sparse.buffer<?x?xf32>
  }
  return
}
