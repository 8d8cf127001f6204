// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --mlir-print-op-generic | sparse-opt | FileCheck %s

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!csr = !sparse.tensor<?x?xf32, #sparse.csr>

// CHECK-LABEL: func.func @values_of_its_own(
// CHECK-SAME: %[[A:[a-zA-Z0-9]+]]: !sparse.tensor
// CHECK: %[[I:[^,]+]], %[[J:[^,]+]], %{{[^ ]+}} = sparse.unpack %[[A]]
// CHECK: %[[PV:.*]] = sparse.alloc
// CHECK: %[[P:.*]] = sparse.with_values %[[A]], %[[PV]] : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.buffer<?xf64> -> !sparse.tensor<?x?xf64, #sparse.csr>
// CHECK: %[[Q:.*]] = sparse.with_values %[[P]], %{{.*}} : !sparse.tensor<?x?xf64, #sparse.csr>, !sparse.buffer<?xf32> -> !sparse.tensor<?x?xf32, #sparse.csr>
// CHECK: sparse.unpack %[[P]] on (%[[I]], %[[J]]) : !sparse.tensor<?x?xf64, #sparse.csr> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf64>
// CHECK: sparse.unpack %[[Q]] on (%[[I]], %[[J]])
func.func @values_of_its_own(%A: !csr) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  %Pv = sparse.alloc on (%I, %J) : (!dense, !sparse) -> !sparse.buffer<?xf64>
  %P = sparse.with_values %A, %Pv : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.buffer<?xf64> -> !sparse.tensor<?x?xf64, #sparse.csr>
  %Q = sparse.with_values %P, %Av : !sparse.tensor<?x?xf64, #sparse.csr>, !sparse.buffer<?xf32> -> !csr
  %v = sparse.unpack %P on (%I, %J) : !sparse.tensor<?x?xf64, #sparse.csr> on (!dense, !sparse) -> !sparse.buffer<?xf64>
  %w = sparse.unpack %Q on (%I, %J) : !csr on (!dense, !sparse) -> !sparse.buffer<?xf32>
  return
}

// An argument may share structure with another one, in either order, and a
// tensor made of it has the same axes.

// CHECK-LABEL: func.func @structure_of_another_argument(
// CHECK-SAME: %[[P:[a-zA-Z0-9]+]]: !sparse.tensor<?x?xf64, #sparse.csr> {sparse.structure_of = "A"}, %[[A:[a-zA-Z0-9]+]]: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}
// CHECK: %[[I:[^,]+]], %[[J:[^,]+]], %[[AV:[^ ]+]] = sparse.unpack %[[A]]
// CHECK: %[[PV:.*]] = sparse.unpack %[[P]] on (%[[I]], %[[J]])
// CHECK: %[[Q:.*]] = sparse.with_values %[[P]], %[[AV]]
// CHECK: sparse.unpack %[[Q]] on (%[[I]], %[[J]])
func.func @structure_of_another_argument(%P: !sparse.tensor<?x?xf64, #sparse.csr> {sparse.structure_of = "A"}, %A: !csr {sparse.name = "A"}) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  %Pv = sparse.unpack %P on (%I, %J) : !sparse.tensor<?x?xf64, #sparse.csr> on (!dense, !sparse) -> !sparse.buffer<?xf64>
  %Q = sparse.with_values %P, %Av : !sparse.tensor<?x?xf64, #sparse.csr>, !sparse.buffer<?xf32> -> !csr
  %w = sparse.unpack %Q on (%I, %J) : !csr on (!dense, !sparse) -> !sparse.buffer<?xf32>
  return
}

// A tensor without dimensions has no axes to be on.

// CHECK-LABEL: func.func @without_dimensions(
// CHECK: %[[P:.*]] = sparse.with_values
// CHECK: sparse.unpack %[[P]] : !sparse.tensor<f32, #sparse.dense> -> !sparse.buffer<f32>
func.func @without_dimensions(%A: !sparse.tensor<i8, #sparse.dense>, %x: f32) -> f32 {
  %v = sparse.splat %x on () : f32 on () -> !sparse.buffer<f32>
  %P = sparse.with_values %A, %v : !sparse.tensor<i8, #sparse.dense>, !sparse.buffer<f32> -> !sparse.tensor<f32, #sparse.dense>
  %w = sparse.unpack %P : !sparse.tensor<f32, #sparse.dense> -> !sparse.buffer<f32>
  %y = sparse.load %w[] : !sparse.buffer<f32>
  return %y : f32
}

// What is done to tensors with values of their own is done to the values, not
// to the tensor that has the structure; reading a pattern is no write.

// CHECK-LABEL: func.func @access(
func.func @access(%A: !csr {sparse.access = "read"}, %one: f32) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  %Pv = sparse.alloc on (%I, %J) : (!dense, !sparse) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %Pv : !csr, !sparse.buffer<?xf32> -> !csr
  %v = sparse.unpack %P on (%I, %J) : !csr on (!dense, !sparse) -> !sparse.buffer<?xf32>
  sparse.fill %v, %one : !sparse.buffer<?xf32>
  %ones = sparse.splat %one on (%I, %J) : f32 on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %Q = sparse.with_values %A, %ones : !csr, !sparse.buffer<?xf32> -> !csr
  // CHECK: sparse.generic
  sparse.generic driver(%Q) ins(%Q : !csr) outs(%P : !csr) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
  ^bb0(%q: f32):
    sparse.yield %q : f32
  }
  return
}

// Sizes are those of dimensions, whatever the levels are, and a promise names
// what is read.

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[A:[a-zA-Z0-9]+]]: !sparse.tensor
// CHECK: %[[N:.*]] = sparse.dim %[[A]], 1 : !sparse.tensor<?x?xf32, #sparse.csr>
// CHECK: sparse.dim %{{.*}}, 0 : !sparse.tensor<?x?xf32, #sparse.hyb<1, 1>>
// CHECK: sparse.expect_range "2 * I + R" from %{{.*}} to %{{.*}} in "A" dimension 0 of %[[N]]
func.func @sizes(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %H: !sparse.tensor<?x?xf32, #sparse.hyb<1, 1>>, %low: index, %high: index) {
  %n = sparse.dim %A, 1 : !sparse.tensor<?x?xf32, #sparse.csr>
  %m = sparse.dim %H, 0 : !sparse.tensor<?x?xf32, #sparse.hyb<1, 1>>
  %size = arith.addi %n, %m : index
  sparse.expect_range "2 * I + R" from %low to %high in "A" dimension 0 of %n
  sparse.expect_range "2 * I + R" from %low to %high in "A" dimension 0 of %size
  return
}
