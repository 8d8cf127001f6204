// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!occupancy = !axis.axis<occupancy>

// An occupancy guards what is inside of it, not what is around: the loops after
// it in the list, and the body.

// CHECK-LABEL: func.func @guard
// CHECK: %[[E:.*]] = axis.occupancy
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: scf.for %[[P:.*]] =
// CHECK: scf.for %[[B:.*]] =
// CHECK: %[[Q:.*]] = axis.position %{{.*}}[%[[B]]] under %[[P]]
// CHECK: %[[CELL:.*]] = axis.position %[[E]][%{{.*}}] under %[[ROW]], %[[P]], %[[Q]]
// CHECK-NEXT: %[[BIT:.*]] = axis.occupied %[[E]][%[[CELL]]] under %[[ROW]], %[[P]], %[[Q]]
// CHECK-NEXT: scf.if %[[BIT]] {
// CHECK: scf.for %[[K:.*]] =
// CHECK: sparse.store {{.*}} at positions [%[[P]], %[[B]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>}
// CHECK-NEXT: }
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "n", dims = ["b"]
func.func @guard(%x: f32, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %bits: memref<?x4xi1>, %val: memref<?x4xf32>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %B = axis.dense_fixed %c4 of %J : !sparse -> !block
  %E = axis.occupancy %bits on (%I, %J, %B) : memref<?x4xi1> on (!dense, !sparse, !block) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %B, %E) : memref<?x4xf32> on (!dense, !sparse, !block, !occupancy) -> !sparse.buffer<?x4xf32>
  iter.nest "n" ("i": %i, "j": %j at %p, "b": %b at %q, "e": %e, "k": %k) over (%I, %J, %B, %E, %I : !dense, !sparse, !block, !occupancy, !dense) kinds [spatial, spatial, spatial, spatial, spatial] {
    sparse.store %x, %Av at [%p, %q] : !sparse.buffer<?x4xf32>
  }
  return
}

// Under sites of other nests; its own site is the number of the cell.

// CHECK-LABEL: func.func @under_sites
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: scf.for %[[COL:.*]] =
// CHECK: %[[CELL:.*]] = axis.position %[[E:.*]][%{{.*}}] under %[[ROW]], %[[COL]]
// CHECK-NEXT: %[[BIT:.*]] = axis.occupied %[[E]][%[[CELL]]] under %[[ROW]], %[[COL]]
// CHECK-NEXT: scf.if %[[BIT]] {
// CHECK-NEXT: func.call @use(%[[CELL]])
// CHECK-NEXT: }
func.func @under_sites(%m: index, %bits: memref<?x?xi1>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  iter.nest "outer" ("i": %i at %r, "j": %j at %s) over (%I, %J : !dense, !dense) kinds [spatial, spatial] {
    iter.nest "inner" ("e": %e at %c) over (%E of (%r, %s) : !occupancy) kinds [spatial] {
      %p = axis.position_of %c : !axis.site
      func.call @use(%p) : (index) -> ()
    }
  }
  return
}
func.func private @use(index)
