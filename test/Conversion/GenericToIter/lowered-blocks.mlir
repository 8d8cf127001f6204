// RUN: sparse-opt %s --spindle-lower-to-loops | FileCheck %s
// RUN: sparse-opt %s --spindle-lower-to-loops=strict | FileCheck %s --check-prefix=STRICT

// What a product in blocks is compiled to. Padding is zeros that are added, so that
// no cell of a block is asked for its bit; blocks end at the border of the matrix;
// and what depends on the cell alone is computed outside of the innermost loop.

// CHECK: #[[$CELL:.*]] = affine_map<(d0, d1) -> (d0 * 4 + d1)>
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}, %[[N:[^:]*]]: index
// CHECK: scf.for %[[IO:.*]] = %{{.*}} to %{{.*}} step
// CHECK: arith.subi %[[M]],
// CHECK: %[[ROWS:.*]] = arith.maxsi
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[JO:.*]] = arith.index_cast
// CHECK: arith.subi %[[N]],
// CHECK: %[[COLUMNS:.*]] = arith.maxsi
// CHECK-NEXT: scf.for %[[II:.*]] = %{{.*}} to %[[ROWS]] step
// CHECK-NEXT: %[[I:.*]] = affine.apply #[[$CELL]](%[[IO]], %[[II]])
// CHECK-NEXT: scf.for %[[JI:.*]] = %{{.*}} to %[[COLUMNS]] step
// CHECK-NEXT: %[[J:.*]] = affine.apply #[[$CELL]](%[[JO]], %[[JI]])
// CHECK-NEXT: scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: %[[A:.*]] = memref.load %[[AV:.*]][%[[P]], %[[II]], %[[JI]]]
// CHECK-NEXT: %[[B:.*]] = memref.load %{{.*}}[%[[J]], %[[K]]]
// CHECK-NEXT: %[[AB:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: %[[C:.*]] = memref.load %[[CV:.*]][%[[I]], %[[K]]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[C]], %[[AB]]
// CHECK-NEXT: memref.store %[[SUM]], %[[CV]][%[[I]], %[[K]]]
// CHECK-NEXT: }

// STRICT: memref.load {{.*}} : memref<?x4x4xi1>
// STRICT: scf.if
// STRICT: scf.for
func.func @product(%A: !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>> {sparse.name = "A"}, %B: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "B"}, %C: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "C"}) {
  sparse.generic driver(%A) ins(%A, %B : !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>, !sparse.tensor<?x?xf32, #sparse.dense>) outs(%C : !sparse.tensor<?x?xf32, #sparse.dense>) maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>] kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}
