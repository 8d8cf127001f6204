// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Axes get a width and buffers a shape wherever they come from the tensors with
// the dimension; what an intermediate is on says its shape.

// CHECK-LABEL: func.func @axes_and_buffers(
// CHECK-SAME: %[[B:.*]]: !sparse.tensor<?x128xf32, #sparse.dense> {sparse.dims = ["J", "K"]}
// CHECK-SAME: %[[V:.*]]: !sparse.tensor<?xf32, #sparse.dense> {sparse.dims = ["J"]}
// CHECK: %[[J:.*]], %[[K:.*]], %{{.*}} = sparse.unpack %[[B]] : !sparse.tensor<?x128xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed, width = 128>, !sparse.buffer<?x128xf32>
// CHECK: %[[T:.*]] = sparse.alloc on (%[[K]], %[[J]]) : {{.*}} -> !sparse.buffer<128x?xf32, fill = 1.000000e+00>
// CHECK: sparse.splat %{{.*}} on (%[[K]]) : {{.*}} -> !sparse.buffer<128xf32>
// CHECK: iter.nest "n" ("J": %{{.*}}, "K": %{{.*}}) over (%[[J]], %[[K]] : !axis.axis<dense_fixed>, !axis.axis<dense_fixed, width = 128>)
// CHECK: sparse.store %{{.*}}, %[[T]][%{{.*}}] : !sparse.buffer<128x?xf32, fill = 1.000000e+00>
!B = !sparse.tensor<?x?xf32, #sparse.dense>
!V = !sparse.tensor<?xf32, #sparse.dense>
!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @axes_and_buffers(%B: !B {sparse.dims = ["J", "K"]}, %v: !V {sparse.dims = ["J"]}) {
    %J, %K, %Bv = sparse.unpack %B : !B -> !dense, !dense, !sparse.buffer<?x?xf32>
    %T = sparse.alloc on (%K, %J) : (!dense, !dense) -> !sparse.buffer<?x?xf32, fill = 1.0>
    %one = arith.constant 1.0 : f32
    %ones = sparse.splat %one on (%K) : f32 on (!dense) -> !sparse.buffer<?xf32>
    iter.nest "n" ("J": %j, "K": %k) over (%J, %K : !dense, !dense) kinds [spatial, spatial] {
      %x = sparse.load %ones[%k] : !sparse.buffer<?xf32>
      sparse.store %x, %T[%k, %j] : !sparse.buffer<?x?xf32, fill = 1.0>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %columns = transform.param.constant 128 -> !transform.param<i64>
    transform.sparse.specialize %root dim "K" size(%columns) : !transform.any_op, !transform.param<i64>
    // The size is there already.
    transform.sparse.specialize %root dim "K" size(%columns) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

// Tensors that share a structure share its sizes, and so does one with other
// values; what a function makes in another format keeps its own type.

// CHECK-LABEL: func.func @one_structure(
// CHECK: sparse.with_values %{{.*}} : !sparse.tensor<8x?xf32, #sparse.csr>, !sparse.buffer<?xf64> -> !sparse.tensor<8x?xf64, #sparse.csr>
// CHECK: sparse.unpack %{{.*}} : !sparse.tensor<8x?xf32, #sparse.csr>
// CHECK-LABEL: func.func @another_format(
// CHECK: sparse.convert %{{.*}} : !sparse.tensor<8x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.csc>
// CHECK-LABEL: func.func @other_dimensions(%{{.*}}: !sparse.tensor<?xf32, #sparse.dense> {sparse.dims = ["L"]})
!A = !sparse.tensor<?x?xf32, #sparse.csr>
!W = !sparse.tensor<?x?xf64, #sparse.csr>
!C = !sparse.tensor<?x?xf32, #sparse.csc>
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @one_structure(%A: !A {sparse.name = "A", sparse.dims = ["I", "J"]}, %P: !A {sparse.name = "P", sparse.dims = ["I", "J"], sparse.structure_of = "A"}) {
    %I, %J, %Av = sparse.unpack %A : !A -> !dense, !rows, !sparse.buffer<?xf32>
    %Wv = sparse.alloc on (%I, %J) : (!dense, !rows) -> !sparse.buffer<?xf64>
    %W = sparse.with_values %A, %Wv : !A, !sparse.buffer<?xf64> -> !W
    %Pv = sparse.unpack %P on (%I, %J) : !A on (!dense, !rows) -> !sparse.buffer<?xf32>
    %zero = arith.constant 0.0 : f64
    sparse.fill %Wv, %zero : !sparse.buffer<?xf64>
    sparse.generic driver(%W) ins(%W : !W) outs(%P : !A) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] combine [] {
    ^bb0(%w: f64):
      %x = arith.truncf %w : f64 to f32
      sparse.yield %x : f32
    }
    return
  }
  func.func @another_format(%A: !A {sparse.name = "A", sparse.dims = ["I", "J"]}) -> !C {
    %C = sparse.convert %A : !A -> !C
    return %C : !C
  }
  func.func @other_dimensions(%v: !sparse.tensor<?xf32, #sparse.dense> {sparse.dims = ["L"]}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.param.constant 8 -> !transform.param<i64>
    transform.sparse.specialize %root dim "I" size(%rows) {where_legal} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

// One function of several, for which the others' dimensions do not matter.

// CHECK-LABEL: func.func @any_size(%{{.*}}: !sparse.tensor<?xf32, #sparse.dense>
// CHECK-LABEL: func.func @one_size(%{{.*}}: !sparse.tensor<0xf32, #sparse.dense>
module attributes {transform.with_named_sequence} {
  func.func @any_size(%v: !sparse.tensor<?xf32, #sparse.dense> {sparse.dims = ["K"]}) {
    return
  }
  func.func @one_size(%v: !sparse.tensor<?xf32, #sparse.dense> {sparse.dims = ["K"]}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %none = transform.param.constant 0 -> !transform.param<i64>
    transform.sparse.specialize %root dim "K" size(%none) function "one_size" : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}
