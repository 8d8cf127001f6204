// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --mlir-print-op-generic | sparse-opt | FileCheck %s

!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!matrix = !sparse.tensor<?x?xf32, #sparse.dense>
!vector = !sparse.tensor<?xf32, #sparse.dense>

// CHECK-DAG: #[[$IJ:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$JK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$IK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$SUM:.*]] = affine_map<(d0, d1) -> (d0 * 2 + d1 - 1, 3)>
// CHECK-DAG: #[[$DIAGONAL:.*]] = affine_map<(d0, d1) -> (d0, d0)>

// CHECK-LABEL: func.func @spmm(
// CHECK-SAME: %[[A:[a-zA-Z0-9]+]]: {{[^%]*}}%[[B:[a-zA-Z0-9]+]]: {{[^%]*}}%[[C:[a-zA-Z0-9]+]]:
// CHECK: sparse.generic driver(%[[A]]) ins(%[[A]], %[[B]] : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>) outs(%[[C]] : !sparse.tensor<?x?xf32, #sparse.dense>) maps [#[[$IJ]], #[[$JK]], #[[$IK]]] kinds [spatial, reduction, spatial] combine [add] {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32):
// CHECK-NEXT: %[[T:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: sparse.yield %[[T]] : f32
// CHECK-NEXT: }
func.func @spmm(%A: !csr, %B: !matrix, %C: !matrix) {
  sparse.generic driver(%A) ins(%A, %B : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>) outs(%C : !sparse.tensor<?x?xf32, #sparse.dense>) maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>] kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

// An output may drive, and have the structure of an input: it is then written
// where that is read.

// CHECK-LABEL: func.func @sddmm(
// CHECK-SAME: %{{[a-zA-Z0-9]+}}: {{[^%]*}}%[[P:[a-zA-Z0-9]+]]:
// CHECK: sparse.generic "sddmm" driver(%[[P]]) ins(
// CHECK-SAME: combine [add] attributes {note = "kept"} {
func.func @sddmm(%A: !csr {sparse.name = "A"}, %P: !csr {sparse.structure_of = "A"}, %X: !matrix, %Y: !matrix) {
  sparse.generic "sddmm" driver(%P) ins(%A, %X, %Y : !csr, !matrix, !matrix) outs(%P : !csr) maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] kinds [spatial, spatial, reduction] combine [add] attributes {note = "kept"} {
  ^bb0(%a: f32, %x: f32, %y: f32):
    %t = arith.mulf %x, %y : f32
    %u = arith.mulf %a, %t : f32
    sparse.yield %u : f32
  }
  return
}

// A body may take the coordinates after the elements.

// CHECK-LABEL: func.func @columns(
// CHECK: sparse.generic
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: index, %[[J:.*]]: index):
// CHECK-NEXT: %[[N:.*]] = arith.index_cast %[[J]] : index to i64
// CHECK-NEXT: sparse.yield %[[N]] : i64
func.func @columns(%A: !csr, %n: !sparse.tensor<?xi64, #sparse.dense>) {
  sparse.generic driver(%A) ins(%A : !csr) outs(%n : !sparse.tensor<?xi64, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [max] {
  ^bb0(%a: f32, %i: index, %j: index):
    %m = arith.index_cast %j : index to i64
    sparse.yield %m : i64
  }
  return
}

// A tensor that is an operand twice drives as one of them.

// CHECK-LABEL: func.func @transposed_by_itself(
// CHECK-SAME: %[[A:[a-zA-Z0-9]+]]:
// CHECK: sparse.generic driver(1) ins(%[[A]], %[[A]] :
// CHECK: sparse.generic driver(%[[A]]) ins(%[[A]], %[[A]] :
func.func @transposed_by_itself(%A: !csr, %s: !sparse.tensor<f32, #sparse.dense>) {
  sparse.generic driver(1) ins(%A, %A : !csr, !csr) outs(%s : !sparse.tensor<f32, #sparse.dense>) maps [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>] kinds [reduction, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  sparse.generic driver(0) ins(%A, %A : !csr, !csr) outs(%s : !sparse.tensor<f32, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>] kinds [reduction, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}

// Without a driver, all coordinates; several outputs; argmax takes two.

// CHECK-LABEL: func.func @largest_of_each_row(
// CHECK: sparse.generic ins(%{{.*}} : !sparse.tensor<?x?xf32, #sparse.dense>) outs(%{{.*}}, %{{.*}}, %{{.*}} : {{.*}}) maps [{{.*}}] kinds [spatial, reduction] combine [argmax, add] {
func.func @largest_of_each_row(%A: !matrix, %M: !vector {sparse.name = "M"}, %N: !sparse.tensor<?xi64, #sparse.dense> {sparse.structure_of = "M"}, %S: !vector) {
  sparse.generic ins(%A : !matrix) outs(%M, %N, %S : !vector, !sparse.tensor<?xi64, #sparse.dense>, !vector) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [argmax, add] {
  ^bb0(%a: f32):
    %n = arith.fptosi %a : f32 to i64
    sparse.yield %a, %n, %a : f32, i64, f32
  }
  return
}

// Without inputs a value is stored, and without outputs nothing is; without
// dimensions the body runs once.

// CHECK-LABEL: func.func @few_operands(
// CHECK: sparse.generic outs(%{{.*}} : !sparse.tensor<?xf32, #sparse.dense>) maps [#{{.*}}] kinds [spatial] {
// CHECK-NEXT: sparse.yield
// CHECK: sparse.generic ins(%{{.*}} : !sparse.tensor<f32, #sparse.dense>) maps [#{{.*}}] kinds [] {
// CHECK-NEXT: ^bb0(%{{.*}}: f32):
// CHECK-NEXT: }
// CHECK: sparse.generic maps [] kinds [] {
// CHECK-NEXT: }
func.func @few_operands(%x: f32, %v: !vector, %s: !sparse.tensor<f32, #sparse.dense>) {
  sparse.generic outs(%v : !vector) maps [affine_map<(i) -> (i)>] kinds [spatial] {
    sparse.yield %x : f32
  }
  sparse.generic ins(%s : !sparse.tensor<f32, #sparse.dense>) maps [affine_map<() -> ()>] kinds [] {
  ^bb0(%a: f32):
  }
  sparse.generic maps [] kinds [] {
  }
  return
}

// An input that is read by coordinates may be read at sums and twice at one
// dimension; outside of a tensor it reads its border.

// CHECK-LABEL: func.func @sums(
// CHECK: sparse.generic ins(
// CHECK-SAME: maps [#[[$SUM]], #[[$DIAGONAL]], #{{[^,]*}}, #{{[^,]*}}] kinds [spatial, reduction] combine [add] borders [-1.000000e+00 : f32, none, none] attributes {note = "kept"} {
func.func @sums(%A: !matrix, %S: !csr, %w: !vector, %y: !vector) {
  sparse.generic ins(%A, %S, %w : !matrix, !csr, !vector) outs(%y : !vector) maps [affine_map<(i, r) -> (2 * i + r - 1, 3)>, affine_map<(i, r) -> (i, i)>, affine_map<(i, r) -> (r)>, affine_map<(i, r) -> (i)>] kinds [spatial, reduction] combine [add] borders [-1.0 : f32, none, none] attributes {note = "kept"} {
  ^bb0(%a: f32, %s: f32, %b: f32):
    sparse.yield %a : f32
  }
  return
}

// An output that is dense may be written at sums that number its elements.

// CHECK-LABEL: func.func @written_at_sums(
// CHECK: sparse.generic ins(
// CHECK-SAME: kinds [spatial, spatial] {
func.func @written_at_sums(%A: !sparse.tensor<4x3xf32, #sparse.dense>, %B: !sparse.tensor<12xf32, #sparse.dense>) {
  sparse.generic ins(%A : !sparse.tensor<4x3xf32, #sparse.dense>) outs(%B : !sparse.tensor<12xf32, #sparse.dense>) maps [affine_map<(i, r) -> (i, r)>, affine_map<(i, r) -> (3 * i + r)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}
