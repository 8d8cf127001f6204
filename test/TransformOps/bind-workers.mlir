// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// A worker is a group of lanes, and a block some workers, where the schedule
// says so. Loops that are not parallel stay as they are.

// CHECK-LABEL: func.func @groups_of_lanes(
// CHECK: scf.forall
// CHECK: } {iter.loop = #{{.*}}, iter.workers = #iter.workers<lanes = 32, per_block = 4>, with_both}
// CHECK: scf.forall
// CHECK: } {iter.loop = #{{.*}}, iter.workers = #iter.workers<lanes = 8, per_block = 16>, with_lanes}
// CHECK: scf.forall
// CHECK: } {iter.loop = #{{.*}}, iter.workers = #iter.workers<lanes = 1, per_block = 64>, with_workers}
// CHECK: scf.for
// CHECK-NOT: iter.workers
// CHECK: return
#i = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "copy", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
#k = #iter.loop<nest = "copy", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
#l = #iter.loop<nest = "sum", dims = ["l"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @groups_of_lanes(%n: index, %a: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %x, %A at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %x, %A at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #j}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %x, %A at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #k}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %x, %A at positions [%c0] : !sparse.buffer<?xf32>
    } {iter.loop = #l}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %lanes = transform.param.constant 32 : i64 -> !transform.param<i64>
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    %few = transform.param.constant 4 : i64 -> !transform.param<i64>
    %many = transform.param.constant 64 : i64 -> !transform.param<i64>
    %others = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %warps = transform.sparse.bind %others to workers lanes(%lanes) per_block(%few) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    transform.annotate %warps "with_both" : !transform.any_op
    %second = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %groups = transform.sparse.bind %second to workers lanes(%eight) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.annotate %groups "with_lanes" : !transform.any_op
    %third = transform.sparse.match.loops dims ["k"] in %root : (!transform.any_op) -> !transform.any_op
    %threads = transform.sparse.bind %third to workers per_block(%many) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.annotate %threads "with_workers" : !transform.any_op
    %serial = transform.sparse.match.loops dims ["l"] in %root : (!transform.any_op) -> !transform.any_op
    %none = transform.sparse.bind %serial to workers lanes(%lanes) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

#i = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @no_power_of_two(%n: index, %a: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %x, %A at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %lanes = transform.param.constant 24 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected lanes to be a power of two from 1 to 64 but got 24}}
    %groups = transform.sparse.bind %rows to workers lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// What refuses leaves the loop as it was.

// CHECK-LABEL: func.func @too_many_threads(
// CHECK: scf.for
// CHECK-NOT: iter.workers
// CHECK: return
#i = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @too_many_threads(%n: index, %a: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %x, %A at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%inside: !transform.any_op):
      %lanes = transform.param.constant 32 : i64 -> !transform.param<i64>
      %many = transform.param.constant 33 : i64 -> !transform.param<i64>
      %rows = transform.sparse.match.loops dims ["i"] in %inside : (!transform.any_op) -> !transform.any_op
      %groups = transform.sparse.bind %rows to workers lanes(%lanes) per_block(%many) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

#i = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @bound_before(%n: index, %a: memref<?xf32>, %x: f32) {
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot bind loop over i of nest 'copy': it runs in parallel}}
    scf.forall (%i) in (%n) {
      sparse.store %x, %A at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %lanes = transform.param.constant 32 : i64 -> !transform.param<i64>
    %rows = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %groups = transform.sparse.bind %rows to workers lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
