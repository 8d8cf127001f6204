// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-generic-to-iter))' | FileCheck %s

!matrix = !sparse.tensor<?x?xf32, #sparse.dense>
!vector = !sparse.tensor<?xf32, #sparse.dense>
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#i = affine_map<(i, j) -> (i)>

// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d0 * 2 + d1)>
// CHECK-DAG: #[[$COLUMN:.*]] = affine_map<(d0, d1) -> (d0 * 3 + d1)>
// CHECK-DAG: #[[$QUOTIENT:.*]] = affine_map<(d0) -> (d0 floordiv 3)>
// CHECK-DAG: #[[$REMAINDER:.*]] = affine_map<(d0) -> (d0 mod 3)>

// The coordinates of dimensions are computed from those of blocks, once each. The
// bitmap is an axis after the levels, before the dimensions that the driver lacks.

// CHECK-LABEL: func.func @bsr
// CHECK-SAME: %[[A:[^ ]*]]: !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>>
// CHECK-NEXT: %[[IO:.*]], %[[JO:.*]], %[[II:.*]], %[[JI:.*]], %[[E:.*]], %[[AV:.*]] = sparse.unpack %[[A]] :
// CHECK-NEXT: %{{.*}}, %{{.*}}, %[[BV:.*]] = sparse.unpack
// CHECK-NEXT: %{{.*}}, %[[K:.*]], %[[CV:.*]] = sparse.unpack
// CHECK-NEXT: iter.nest "bsr" ("Io": %[[R:.*]], "Jo": %[[S:.*]] at %[[P:.*]], "Ii": %[[T:.*]] at %[[Q:.*]], "Ji": %[[U:.*]] at %[[V:.*]], "occupancy": %{{.*}}, "K": %[[L:.*]]) over (%[[IO]], %[[JO]], %[[II]], %[[JI]], %[[E]], %[[K]] : {{.*}}) kinds [spatial, reduction, spatial, reduction, reduction, spatial] {
// CHECK-NEXT: %[[X:.*]] = sparse.load %[[AV]] at [%[[P]], %[[Q]], %[[V]]]
// CHECK-NEXT: %[[COL:.*]] = affine.apply #[[$COLUMN]](%[[S]], %[[U]])
// CHECK-NEXT: %[[Y:.*]] = sparse.load %[[BV]][%[[COL]], %[[L]]]
// CHECK-NEXT: sparse.load %[[BV]][%[[COL]], %[[L]]]
// CHECK-NEXT: %[[XY:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: %[[LINE:.*]] = affine.apply #[[$ROW]](%[[R]], %[[T]])
// CHECK-NEXT: sparse.accumulate add %[[XY]] into %[[CV]][%[[LINE]], %[[L]]]
// CHECK-NEXT: }
func.func @bsr(%A: !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>> {sparse.name = "A", sparse.dims = ["I", "J"]}, %B: !matrix {sparse.dims = ["J", "K"]}, %C: !matrix) {
  sparse.generic driver(%A) ins(%A, %B, %B : !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>>, !matrix, !matrix) outs(%C : !matrix) maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>] kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

// An output on the structure of blocks is written at the cell's sites, and with
// spatial dimensions alone the bitmap is spatial too.

// CHECK-LABEL: func.func @on_blocks
// CHECK: %[[IO:.*]], %[[JO:.*]], %[[II:.*]], %[[JI:.*]], %[[E:.*]], %[[AV:.*]] = sparse.unpack
// CHECK-NEXT: %[[CV:.*]] = sparse.unpack %{{.*}} on (%[[IO]], %[[JO]], %[[II]], %[[JI]], %[[E]])
// CHECK-NEXT: iter.nest {{.*}} ("d0o": %{{.*}}, "d1o": %{{.*}} at %[[P:.*]], "d0i": %{{.*}} at %[[Q:.*]], "d1i": %{{.*}} at %[[R:.*]], "occupancy": %{{.*}}) over
// CHECK-SAME: kinds [spatial, spatial, spatial, spatial, spatial]
// CHECK-NEXT: %[[X:.*]] = sparse.load %[[AV]] at [%[[P]], %[[Q]], %[[R]]]
// CHECK-NEXT: sparse.store %[[X]], %[[CV]] at [%[[P]], %[[Q]], %[[R]]]
func.func @on_blocks(%A: !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>> {sparse.name = "A"}, %C: !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>> {sparse.structure_of = "A"}) {
  sparse.generic driver(%A) ins(%A : !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>>) outs(%C : !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>>) maps [#ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// A tensor in blocks is read by the coordinates of its levels: those of the driver
// where they are the same, computed where they are not.

// CHECK-LABEL: func.func @other_blocks
// CHECK: iter.nest {{.*}} ("d0o": %[[IO:.*]], "d1o": %[[JO:.*]] at %{{.*}}, "d0i": %[[II:.*]] at %{{.*}}, "d1i": %[[JI:.*]] at %{{.*}}) over
// CHECK: sparse.load %{{.*}}[%[[IO]], %[[JO]], %[[II]], %[[JI]]] : !sparse.buffer<?x2x3xf64>
// CHECK: %[[Q:.*]] = affine.apply #{{.*}}(%[[IO]], %[[II]])
// CHECK-NEXT: %[[R:.*]] = affine.apply #{{.*}}(%[[IO]], %[[II]])
// CHECK-NEXT: sparse.load %{{.*}}[%[[Q]], %[[JO]], %[[R]], %[[JI]]] : !sparse.buffer<?x4x3xf32>
func.func @other_blocks(%A: !sparse.tensor<?x?xf32, #sparse.bsr<2, 3, full>> {sparse.name = "A"}, %B: !sparse.tensor<?x?xf64, #sparse.bsr<2, 3>>, %C: !sparse.tensor<?x?xf32, #sparse.bsr<4, 3>>) {
  sparse.generic driver(%A) ins(%B, %C : !sparse.tensor<?x?xf64, #sparse.bsr<2, 3>>, !sparse.tensor<?x?xf32, #sparse.bsr<4, 3>>) outs(%A : !sparse.tensor<?x?xf32, #sparse.bsr<2, 3, full>>) maps [#ij, #ij, #ij] kinds [spatial, spatial] {
  ^bb0(%b: f64, %c: f32):
    sparse.yield %c : f32
  }
  return
}

// CHECK-LABEL: func.func @read_by_rows
// CHECK: iter.nest {{.*}} ("d0": %[[I:.*]], "d1": %[[J:.*]] at %{{.*}}) over
// CHECK: %[[Q:.*]] = affine.apply #[[$QUOTIENT]](%[[J]])
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[R:.*]] = affine.apply #[[$REMAINDER]](%[[J]])
// CHECK-NEXT: sparse.load %{{.*}}[%[[I]], %[[Q]], %[[ZERO]], %[[R]]]
func.func @read_by_rows(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %B: !sparse.tensor<?x?xf32, #sparse.bsr<1, 3>>, %y: !vector) {
  sparse.generic driver(%A) ins(%A, %B : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.bsr<1, 3>>) outs(%y : !vector) maps [#ij, #ij, #i] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    sparse.yield %b : f32
  }
  return
}

// Levels run in the order of the format, whatever that of the dimensions is, and
// names and kinds follow.

// CHECK-LABEL: func.func @csf
// CHECK: iter.nest "csf" ("K": %[[K:.*]], "I": %[[I:.*]], "J": %[[J:.*]] at %[[P:.*]]) over
// CHECK-SAME: kinds [reduction, spatial, spatial]
// CHECK-NEXT: sparse.load %{{.*}} at [%[[P]]]
// CHECK-NEXT: sparse.load %{{.*}}[%[[K]]]
// CHECK: sparse.accumulate add %{{.*}} into %{{.*}}[%[[I]], %[[J]]]
func.func @csf(%X: !sparse.tensor<?x?x?xf32, #sparse.csf<2, 0, 1>> {sparse.dims = ["I", "J", "K"]}, %v: !vector, %Y: !matrix) {
  sparse.generic driver(%X) ins(%X, %v : !sparse.tensor<?x?x?xf32, #sparse.csf<2, 0, 1>>, !vector) outs(%Y : !matrix) maps [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>] kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%x: f32, %y: f32):
    %t = arith.mulf %x, %y : f32
    sparse.yield %t : f32
  }
  return
}

// Each element of COO is one position of its first level.

// CHECK-LABEL: func.func @coo
// CHECK: iter.nest "coo" ("d0": %[[I:.*]] at %[[P:.*]], "d1": %[[J:.*]]) over
// CHECK-NEXT: sparse.load %{{.*}} at [%[[P]]]
// CHECK-NEXT: sparse.load %{{.*}}[%[[J]]]
func.func @coo(%A: !sparse.tensor<?x?xf32, #sparse.coo>, %x: !vector, %y: !vector) {
  sparse.generic driver(%A) ins(%A, %x : !sparse.tensor<?x?xf32, #sparse.coo>, !vector) outs(%y : !vector) maps [#ij, #j, #i] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

// A dimension that nothing but dense blocks has is two axes.

// CHECK-LABEL: func.func @dense_blocks
// CHECK: %[[IO:.*]], %{{.*}}, %[[II:.*]], %[[XV:.*]] = sparse.unpack
// CHECK-NEXT: %[[J:.*]], %{{.*}} = sparse.unpack
// CHECK-NEXT: iter.nest {{.*}} ("d0o": %[[R:.*]], "d0i": %[[T:.*]], "d1": %[[C:.*]]) over (%[[IO]], %[[II]], %[[J]] :
// CHECK-SAME: kinds [reduction, reduction, spatial]
// CHECK-NEXT: sparse.load %[[XV]][%[[R]], %[[C]], %[[T]]]
// CHECK-NEXT: sparse.accumulate max %{{.*}} into %{{.*}}[%[[C]]]
#blocks = #sparse.format<(i, j) -> (io = i floordiv 2 : dense, j : dense, i mod 2 : dense of io)>
func.func @dense_blocks(%X: !sparse.tensor<?x?xf32, #blocks>, %y: !vector) {
  sparse.generic ins(%X : !sparse.tensor<?x?xf32, #blocks>) outs(%y : !vector) maps [#ij, #j] kinds [reduction, spatial] combine [max] {
  ^bb0(%x: f32):
    sparse.yield %x : f32
  }
  return
}

// A body that takes the coordinates takes those of dimensions.

// CHECK-LABEL: func.func @coordinates
// CHECK: iter.nest {{.*}} ("I": %[[I:.*]], "Jo": %[[JO:.*]] at %{{.*}}, "unit": %{{.*}} at %{{.*}}, "Ji": %[[JI:.*]] at %{{.*}}, "occupancy": %{{.*}}) over
// CHECK-NEXT: sparse.load
// CHECK-NEXT: %[[J:.*]] = affine.apply #[[$COLUMN]](%[[JO]], %[[JI]])
// CHECK-NEXT: arith.addi %[[I]], %[[J]] : index
func.func @coordinates(%A: !sparse.tensor<?x?xindex, #sparse.bsr<1, 3>> {sparse.dims = ["I", "J"]}) {
  sparse.generic driver(%A) ins(%A : !sparse.tensor<?x?xindex, #sparse.bsr<1, 3>>) outs(%A : !sparse.tensor<?x?xindex, #sparse.bsr<1, 3>>) maps [#ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: index, %i: index, %j: index):
    %s = arith.addi %i, %j : index
    sparse.yield %s : index
  }
  return
}
