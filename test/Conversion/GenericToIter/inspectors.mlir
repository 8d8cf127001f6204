// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-generic-to-iter))' | FileCheck %s --enable-var-scope

!vector = !sparse.tensor<?xf32, #sparse.dense>
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#i = affine_map<(i, j) -> (i)>

// Levels of an inspector's number are of the dimension that is sorted or counted: indices of
// rows, steps of columns. The coordinates of rows and columns are those of the levels that
// store them.

// CHECK-LABEL: func.func @sell
// CHECK: %[[IPO:.*]], %[[JS:.*]], %[[IPI:.*]], %[[I:.*]], %[[J:.*]], %[[E:.*]], %[[AV:.*]] = sparse.unpack %{{.*}} : !sparse.tensor<?x?xf32, #sparse.sell<2, 4>> -> !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_fixed, width = 2>, !axis.axis<singleton, unique>, !axis.axis<singleton>, !axis.axis<occupancy>, !sparse.buffer<?x2xf32>
// CHECK: iter.nest "sell" ("Ipo": %{{.*}}, "Js": %{{.*}} at %[[S:.*]], "Ipi": %{{.*}} at %[[P:.*]], "I": %[[ROW:.*]], "J": %[[COL:.*]], "occupancy": %{{.*}}) over (%[[IPO]], %[[JS]], %[[IPI]], %[[I]], %[[J]], %[[E]] : {{.*}}) kinds [spatial, reduction, spatial, spatial, reduction, reduction]
// CHECK-NEXT: sparse.load %[[AV]] at [%[[S]], %[[P]]]
// CHECK-NEXT: sparse.load %{{.*}}[%[[COL]]]
// CHECK: sparse.accumulate add %{{.*}} into %{{.*}}[%[[ROW]]]
func.func @sell(%A: !sparse.tensor<?x?xf32, #sparse.sell<2, 4>> {sparse.name = "A", sparse.dims = ["I", "J"]}, %x: !vector, %y: !vector) {
  sparse.generic driver(%A) ins(%A, %x : !sparse.tensor<?x?xf32, #sparse.sell<2, 4>>, !vector) outs(%y : !vector) maps [#ij, #j, #i] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

// CHECK-LABEL: func.func @rowlen
// CHECK: iter.nest "rowlen" ("Ipo": %{{.*}}, "Il": %{{.*}}, "Ip": %{{.*}}, "I": %[[ROW:.*]], "J": %{{.*}} at %[[P:.*]]) over
// CHECK-SAME: kinds [spatial, spatial, spatial, spatial, reduction]
// CHECK-NEXT: sparse.load %{{.*}} at [%[[P]]]
// CHECK-NEXT: sparse.accumulate add %{{.*}} into %{{.*}}[%[[ROW]]]
func.func @rowlen(%A: !sparse.tensor<?x?xf32, #sparse.rowlen<4>> {sparse.name = "A", sparse.dims = ["I", "J"]}, %y: !vector) {
  sparse.generic driver(%A) ins(%A : !sparse.tensor<?x?xf32, #sparse.rowlen<4>>) outs(%y : !vector) maps [#ij, #i] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// CHECK-LABEL: func.func @sr_bcrs
// CHECK: iter.nest "sr_bcrs" ("Io": %[[IO:.*]], "Jro": %{{.*}} at %[[Q:.*]], "Ii": %[[II:.*]] at %[[R:.*]], "Jri": %{{.*}} at %[[W:.*]], "J": %{{.*}}, "occupancy": %{{.*}}) over
// CHECK-SAME: kinds [spatial, reduction, spatial, reduction, reduction, reduction]
// CHECK-NEXT: sparse.load %{{.*}} at [%[[Q]], %[[R]], %[[W]]]
// CHECK-NEXT: %[[ROW:.*]] = affine.apply #{{.*}}(%[[IO]], %[[II]])
// CHECK-NEXT: sparse.accumulate add %{{.*}} into %{{.*}}[%[[ROW]]]
func.func @sr_bcrs(%A: !sparse.tensor<?x?xf32, #sparse.sr_bcrs<2, 4>> {sparse.name = "A", sparse.dims = ["I", "J"]}, %y: !vector) {
  sparse.generic driver(%A) ins(%A : !sparse.tensor<?x?xf32, #sparse.sr_bcrs<2, 4>>) outs(%y : !vector) maps [#ij, #i] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}
