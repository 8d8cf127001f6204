// RUN: sparse-opt %s --spindle-apply-schedule | FileCheck %s

// From tensors to plain loops: a size is given in the stage `tensors`, the order and an
// annotation in coordinate space, and the loops come out in that order, with
// labels for the primitives below. What may stay does with `where_legal`.

// CHECK-LABEL: func.func @spmm(
// CHECK-SAME: memref<?x128xf32>
// CHECK: %[[COLUMNS:.*]] = arith.constant 128 : index
// CHECK: nest = "fill"
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: scf.for %[[K:[^ ]*]] = %{{[^ ]*}} to %[[COLUMNS]]
// CHECK: scf.for %[[P:[^ ]*]] =
// CHECK: memref.load %{{.*}}[%{{.*}}, %[[K]]] : memref<?x128xf32>
// CHECK: memref.store %{{.*}}[%[[I]], %[[K]]] : memref<?x128xf32>
// CHECK: } {iter.loop = #iter.loop<nest = "spmm", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>}
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "spmm", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "spmm", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
!A = !sparse.tensor<?x?xf32, #sparse.csr>
!D = !sparse.tensor<?x?xf32, #sparse.dense>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %columns = transform.param.constant 128 -> !transform.param<i64>
    transform.sparse.specialize %root dim "K" size(%columns) : !transform.any_op, !transform.param<i64>
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.annotate %nests "noted" : !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    transform.sparse.fuse %nests dims ["I", "J"] {where_legal} : !transform.any_op
    // An attribute stays with its nest, through all that is done to it.
    %noted = transform.structured.match ops {["iter.nest"]} attributes {noted} in %coordinates : (!transform.any_op) -> !transform.any_op
    %one = transform.num_associations %noted : (!transform.any_op) -> !transform.param<i64>
    %expected = transform.param.constant 1 : i64 -> !transform.param<i64>
    transform.match.param.cmpi eq %one, %expected : !transform.param<i64>
    %loops = transform.sparse.lower_to_loops %coordinates : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func @spmm(%A: !A {sparse.name = "A", sparse.dims = ["I", "J"]}, %B: !D {sparse.name = "B", sparse.dims = ["J", "K"]}, %C: !D {sparse.name = "C", sparse.dims = ["I", "K"]}) {
    %IC, %KC, %Cv = sparse.unpack %C : !D -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
    %zero = arith.constant 0.0 : f32
    sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
    sparse.generic "spmm" driver(%A) ins(%A, %B : !A, !D) outs(%C : !D) maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>] kinds [spatial, reduction, spatial] combine [add] {
    ^bb0(%a: f32, %b: f32):
      %t = arith.mulf %a, %b : f32
      sparse.yield %t : f32
    }
    return
  }
}
