// The columns of a product outside of the sum, in the body that threads run: the
// row of the result is stored once, and zeros never. The bits are those of the
// loops as they were, and right.

// RUN: sparse-run spmm --threads 2 --schedule %s:carried --emit loops | FileCheck %s
// RUN: sparse-run spmm --bind A=%S/../../data/cora.mtx.gz --pattern-values random --bind B=random --size K=5 --schedule none --out C=%t.plain.npy
// RUN: sparse-run spmm --bind A=%S/../../data/cora.mtx.gz --pattern-values random --bind B=random --size K=5 --threads 2 --schedule %s:carried --out C=%t.npy --check
// RUN: cmp %t.plain.npy %t.npy
// RUN: sparse-run spmm --format 'A=bsr(4,4)' --bind A=%S/../../data/cora.mtx.gz --pattern-values random --bind B=random --size K=5 --threads 2 --schedule %s:carried --out C=%t.bsr.npy --check
// RUN: cmp %t.plain.npy %t.bsr.npy

// CHECK-LABEL: func.func private @spmm.spmm.body(
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: scf.for %[[K:[^ ]*]] =
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NOT: memref.store
// CHECK: memref.prefetch
// CHECK: %[[NEW:.*]] = arith.addf %[[ACC]],
// CHECK-NEXT: scf.yield %[[NEW]]
// CHECK-NEXT: } {iter.loop = {{.*}} dims = ["J"]
// CHECK-NEXT: memref.store %[[SUM]], %{{.*}}[%[[I]], %[[K]]]
// CHECK-NOT: memref.store
// CHECK: return
module attributes {transform.with_named_sequence} {
  transform.named_sequence @carried(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %positions {where_legal} : !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    %sums = transform.sparse.match.loops kind reduction in %loops : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    %distance = transform.param.constant 4 -> !transform.any_param
    transform.sparse.prefetch %sums distance(%distance) {where_legal} : (!transform.any_op, !transform.any_param) -> ()
    transform.yield
  }
}
