// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-generic-to-iter))' | FileCheck %s --enable-var-scope

// A nest for each part, in their order, that adds to what the others have added to; the fill
// stays one.

#all = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
#columns = affine_map<(i, j) -> (j)>
!T = !sparse.tensor<?x?xf32, #sparse.ell_coo<2>>
!D = !sparse.tensor<?xf32, #sparse.dense>

// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[A:.*]]: !sparse.tensor<?x?xf32, #sparse.ell_coo<2>>
// CHECK: sparse.fill
// CHECK: %[[A0:.*]], %[[A1:.*]] = sparse.parts %[[A]] : !sparse.tensor<?x?xf32, #sparse.ell_coo<2>> -> !sparse.tensor<?x?xf32, #sparse.ell<2>>, !sparse.tensor<?x?xf32, #sparse.coo>
// CHECK: %[[I:.*]], %[[J:.*]], %[[V:.*]] = sparse.unpack %[[A0]]
// CHECK: iter.nest "sums" ("I": %[[i:[^ ]+]] at %[[r:[^ ]+]], "J": %{{[^ ]+}} at %[[p:[^ ]+]]) over (%[[I]], %[[J]] :
// CHECK: %[[x:.*]] = sparse.load %[[V]] at [%[[r]], %[[p]]]
// CHECK: sparse.accumulate add %[[x]] into %{{.*}}[%[[i]]]
// CHECK: %[[I1:.*]], %[[J1:.*]], %[[V1:.*]] = sparse.unpack %[[A1]]
// CHECK: iter.nest "sums_1" ("I": %[[i1:[^ ]+]] at %[[p1:[^ ]+]], "J": %{{[^ ]+}}) over (%[[I1]], %[[J1]] :
// CHECK: %[[x1:.*]] = sparse.load %[[V1]] at [%[[p1]]]
// CHECK: sparse.accumulate add %[[x1]] into %{{.*}}[%[[i1]]]
// CHECK-NOT: sparse.fill
func.func @sums(%A: !T {sparse.name = "A", sparse.dims = ["I", "J"]}, %y: !D {sparse.name = "y", sparse.dims = ["I"]}) {
  %zero = arith.constant 0.0 : f32
  %I, %yv = sparse.unpack %y : !D -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  sparse.fill %yv, %zero : !sparse.buffer<?xf32>
  sparse.generic driver(%A) ins(%A : !T) outs(%y : !D) maps [#all, #rows] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// What is at the driver's elements is read and written part by part; parts that are there
// are used.

// CHECK-LABEL: func.func @scale(
// CHECK-SAME: %[[A:.*]]: !sparse.tensor<?x?xf32, #sparse.ell_coo<2>> {sparse.name = "A"}, %[[C:.*]]: !sparse.tensor
// CHECK: %[[A0:.*]], %[[A1:.*]] = sparse.parts %[[A]]
// CHECK: %[[C0:.*]], %[[C1:.*]] = sparse.parts %[[C]] on (%[[A0]], %[[A1]]) :
// CHECK-NOT: sparse.parts
// CHECK: %[[I:.*]], %[[J:.*]], %[[V:.*]] = sparse.unpack %[[A0]]
// CHECK: %[[W:.*]] = sparse.unpack %[[C0]] on (%[[I]], %[[J]])
// CHECK: iter.nest "scale"
// CHECK: sparse.store %{{.*}}, %[[W]] at
// CHECK: %[[I1:.*]], %[[J1:.*]], %{{.*}} = sparse.unpack %[[A1]]
// CHECK: %[[W1:.*]] = sparse.unpack %[[C1]] on (%[[I1]], %[[J1]])
// CHECK: iter.nest "scale_1"
// CHECK: sparse.store %{{.*}}, %[[W1]] at
func.func @scale(%A: !T {sparse.name = "A"}, %C: !T {sparse.name = "C", sparse.structure_of = "A"}) {
  %A0, %A1 = sparse.parts %A : !T -> !sparse.tensor<?x?xf32, #sparse.ell<2>>, !sparse.tensor<?x?xf32, #sparse.coo>
  sparse.generic driver(%A) ins(%A : !T) outs(%C : !T) maps [#all, #all] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    %b = arith.addf %a, %a : f32
    sparse.yield %b : f32
  }
  return
}

// An operation that is driven by what is in a format of levels stays one.

// CHECK-LABEL: func.func @levels(
// CHECK-NOT: sparse.parts
// CHECK: iter.nest "levels"
// CHECK-NOT: iter.nest
func.func @levels(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %x: !D, %y: !D) {
  sparse.generic driver(%A) ins(%A, %x : !sparse.tensor<?x?xf32, #sparse.csr>, !D) outs(%y : !D) maps [#all, #columns, #rows] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    sparse.yield %c : f32
  }
  return
}
