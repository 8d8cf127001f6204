// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-generic-to-iter))' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-generic-to-iter,convert-generic-to-iter))' | FileCheck %s

!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!matrix = !sparse.tensor<?x?xf32, #sparse.dense>
!vector = !sparse.tensor<?xf32, #sparse.dense>
!composite = !sparse.tensor<?x?xf32, #sparse.hyb<1, 1>>

// CHECK-DAG: #[[$BEFORE:.*]] = affine_map<(d0) -> (d0 - 1)>
// CHECK-DAG: #[[$STRIDE:.*]] = affine_map<(d0, d1) -> (d0 * 2 + d1)>

// Outside, the border is read; the coordinate without its sign is compared.

// CHECK-LABEL: func.func @border(
// CHECK-SAME: %[[X:[a-zA-Z0-9]+]]: !sparse.tensor
// CHECK: %[[N:.*]] = sparse.dim %[[X]], 0
// CHECK-NOT: sparse.expect_range
// CHECK: %{{.*}}, %[[XV:.*]] = sparse.unpack %[[X]]
// CHECK: iter.nest "border" ("I": %[[I:.*]]) over
// CHECK: %[[AT:.*]] = affine.apply #[[$BEFORE]](%[[I]])
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[AT]], %[[N]]
// CHECK: %[[R:.*]] = scf.if %[[INSIDE]] -> (f32) {
// CHECK-NEXT: %[[ELEMENT:.*]] = sparse.load %[[XV]][%[[AT]]]
// CHECK-NEXT: scf.yield %[[ELEMENT]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[BORDER:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: scf.yield %[[BORDER]]
// CHECK: sparse.store %[[R]]
func.func @border(%x: !vector {sparse.name = "x", sparse.dims = ["I"]}, %y: !vector {sparse.name = "y", sparse.dims = ["I"]}) {
  sparse.generic ins(%x : !vector) outs(%y : !vector) maps [affine_map<(i) -> (i - 1)>, affine_map<(i) -> (i)>] kinds [spatial] borders [0.5 : f32] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// Without one, the range is promised to be inside: from the first to the last
// coordinate of each dimension, and empty where one has none.

// CHECK-LABEL: func.func @promised(
// CHECK-SAME: %[[X:[a-zA-Z0-9]+]]: !sparse.tensor{{[^%]*}}%[[W:[a-zA-Z0-9]+]]: !sparse.tensor{{[^%]*}}%[[Y:[a-zA-Z0-9]+]]: !sparse.tensor
// CHECK: %[[SIZE:.*]] = sparse.dim %[[X]], 0
// CHECK: %[[I:.*]] = sparse.dim %[[Y]], 0
// CHECK: %[[LAST:.*]] = arith.subi %[[I]],
// CHECK: %[[TWICE:.*]] = arith.muli %[[LAST]],
// CHECK: %[[SOME:.*]] = arith.addi %{{.*}}, %[[TWICE]]
// CHECK: arith.cmpi eq, %[[I]],
// CHECK: sparse.dim %[[W]], 0
// CHECK: %[[END:.*]] = arith.addi %[[SOME]],
// CHECK: %[[EMPTY:.*]] = arith.ori
// CHECK: %[[HIGH:.*]] = arith.select %[[EMPTY]], %[[LOW:.*]], %[[END]]
// CHECK: sparse.expect_range "2 * I + R" from %[[LOW]] to %[[HIGH]] in "x" dimension 0 of %[[SIZE]]
// CHECK: iter.nest
// CHECK: %[[AT:.*]] = affine.apply #[[$STRIDE]]
// CHECK: sparse.load %{{.*}}[%[[AT]]]
func.func @promised(%x: !vector {sparse.name = "x", sparse.dims = ["N"]}, %w: !vector {sparse.name = "w", sparse.dims = ["R"]}, %y: !vector {sparse.name = "y", sparse.dims = ["I"]}) {
  sparse.generic ins(%x, %w : !vector, !vector) outs(%y : !vector) maps [affine_map<(i, r) -> (2 * i + r)>, affine_map<(i, r) -> (r)>, affine_map<(i, r) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

// A diagonal is looked up; sizes of a composite driver are those of its parts.

// CHECK-LABEL: func.func @diagonal(
// CHECK: iter.nest "diagonal" ("d0": %[[I:.*]]) over
// CHECK: sparse.load %{{.*}}[%[[I]], %[[I]]]
func.func @diagonal(%A: !csr, %y: !vector) {
  sparse.generic ins(%A : !csr) outs(%y : !vector) maps [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// CHECK-LABEL: func.func @parts(
// CHECK: %[[A0:.*]], %[[A1:.*]] = sparse.parts
// CHECK: sparse.dim %[[A0]], 1 : !sparse.tensor
// CHECK: sparse.expect_range "J + 3" {{.*}} in "x" dimension 0
// CHECK: iter.nest
// CHECK: sparse.dim %[[A1]], 1
// CHECK: sparse.expect_range "J + 3" {{.*}} in "x" dimension 0
// CHECK: iter.nest
func.func @parts(%A: !composite {sparse.name = "A", sparse.dims = ["I", "J"]}, %x: !vector {sparse.name = "x"}, %y: !vector {sparse.name = "y"}) {
  sparse.generic driver(%A) ins(%A, %x : !composite, !vector) outs(%y : !vector) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j + 3)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

// A number alone is a sum too, also where there is no nest.

// CHECK-LABEL: func.func @number(
// CHECK: sparse.expect_range "3" from %[[LOW:.*]] to %{{.*}} in "x" dimension 0
// CHECK: %[[AT:.*]] = arith.constant 3 : index
// CHECK: sparse.load %{{.*}}[%[[AT]]]
func.func @number(%x: !vector {sparse.name = "x"}, %y: !sparse.tensor<f32, #sparse.dense>) {
  sparse.generic ins(%x : !vector) outs(%y : !sparse.tensor<f32, #sparse.dense>) maps [affine_map<() -> (3)>, affine_map<() -> ()>] kinds [] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// A border of complex numbers is a real one.

// CHECK-LABEL: func.func @complex(
// CHECK: scf.if
// CHECK: } else {
// CHECK: %[[RE:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: %[[IM:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[C:.*]] = complex.create %[[RE]], %[[IM]] : complex<f32>
// CHECK: scf.yield %[[C]]
func.func @complex(%x: !sparse.tensor<?xcomplex<f32>, #sparse.dense>, %y: !sparse.tensor<?xcomplex<f32>, #sparse.dense>) {
  sparse.generic ins(%x : !sparse.tensor<?xcomplex<f32>, #sparse.dense>) outs(%y : !sparse.tensor<?xcomplex<f32>, #sparse.dense>) maps [affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>] kinds [spatial] borders [2.0 : f32] {
  ^bb0(%a: complex<f32>):
    sparse.yield %a : complex<f32>
  }
  return
}
