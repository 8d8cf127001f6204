// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// An iteration of one loop is a block's work, and the groups of the block share
// those of a loop inside, whose steps may be other than 1.

// CHECK-LABEL: func.func @blocks_and_groups(
// CHECK: scf.forall (%[[I:.*]]) in (%[[N:.*]]) {
// CHECK: %[[TILES:.*]] = arith.ceildivsi %[[N]], %[[SIZE:.*]] : index
// CHECK: scf.forall (%[[TILE:.*]]) in (%[[TILES]]) {
// CHECK: %[[J:.*]] = arith.muli %[[TILE]], %[[SIZE]] : index
// CHECK: sparse.store %{{.*}}, %{{.*}} at positions [%[[I]], %[[J]]]
// CHECK: } {iter.loop = #iter.loop<{{.*}}>, shared}
// CHECK: } {iter.block, iter.loop = #iter.loop<{{.*}}>, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
#i = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "copy", dims = ["j"], axis = dense_fixed, kind = spatial, role = tile>
module attributes {transform.with_named_sequence} {
  func.func @blocks_and_groups(%n: index, %a: memref<?x?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %J = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I, %J) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c32 {
        sparse.store %x, %A at positions [%i, %j] : !sparse.buffer<?x?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %lanes = transform.param.constant 32 : i64 -> !transform.param<i64>
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.bind %rows to blocks lanes(%lanes) per_block(%eight) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %shared = transform.sparse.bind %elements to groups : (!transform.any_op) -> !transform.any_op
    transform.annotate %shared "shared" : !transform.any_op
    transform.yield
  }
}

// -----

// Warps are groups of 32 lanes, four of them where nothing is said.

// CHECK-LABEL: func.func @warps(
// CHECK: scf.forall
// CHECK: } {iter.loop = #iter.loop<{{.*}}>, iter.workers = #iter.workers<lanes = 32, per_block = 4>}
// CHECK: scf.forall
// CHECK-NEXT: scf.forall
// CHECK: } {iter.loop = #iter.loop<{{.*}}>, shared}
// CHECK: } {iter.block, iter.loop = #iter.loop<{{.*}}>, iter.workers = #iter.workers<lanes = 32, per_block = 4>}
#i = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "copy", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
#k = #iter.loop<nest = "copy", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @warps(%n: index, %a: memref<?x?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %J = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I, %J) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
    scf.for %k = %c0 to %n step %c1 {
      sparse.store %x, %A at positions [%k, %c0] : !sparse.buffer<?x?xf32>
    } {iter.loop = #k}
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        sparse.store %x, %A at positions [%i, %j] : !sparse.buffer<?x?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %first = transform.sparse.match.loops dims ["k"] in %root : (!transform.any_op) -> !transform.any_op
    %warps = transform.sparse.bind %first to warps : (!transform.any_op) -> !transform.any_op
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.bind %rows to blocks : (!transform.any_op) -> !transform.any_op
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %shared = transform.sparse.bind %elements to warps : (!transform.any_op) -> !transform.any_op
    transform.annotate %shared "shared" : !transform.any_op
    transform.yield
  }
}
