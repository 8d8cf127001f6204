// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics
// RUN: sed 's/{refused}/{where_legal}/; /expected-/d' %s | sparse-opt --transform-interpreter --split-input-file | FileCheck %s

// What refuses says why. With where_legal it leaves each loop as it was.

#i = #iter.loop<nest = "sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "sums", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @groups_that_would_meet(
  // CHECK: scf.forall
  // CHECK-NEXT: scf.for
  func.func @groups_that_would_meet(%n: index, %a: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      // expected-error @below {{cannot bind loop over j of nest 'sums': it adds into argument 1 at [i], which other iterations may write too}}
      scf.for %j = %c0 to %n step %c1 {
        sparse.accumulate add %x into %A at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.bind %rows to blocks : (!transform.any_op) -> !transform.any_op
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %shared = transform.sparse.bind %elements to groups {refused} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#i = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @groups_without_a_block(
  // CHECK: scf.for
  func.func @groups_without_a_block(%n: index, %a: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot bind loop over i of nest 'copy': it stands in no loop that is bound to blocks}}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %x, %A at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %shared = transform.sparse.bind %rows to groups {refused} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#i = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "copy", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
#k = #iter.loop<nest = "copy", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @groups_in_a_shared_loop(
  // CHECK: scf.forall
  // CHECK-NEXT: scf.forall
  // CHECK-NEXT: scf.for
  func.func @groups_in_a_shared_loop(%n: index, %a: memref<?x?x?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %J = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %K = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I, %J, %K) : memref<?x?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?x?xf32>
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        // expected-error @below {{cannot bind loop over k of nest 'copy': it stands in a loop that the groups of a block share}}
        scf.for %k = %c0 to %n step %c1 {
          sparse.store %x, %A at positions [%i, %j, %k] : !sparse.buffer<?x?x?xf32>
        } {iter.loop = #k}
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.bind %rows to blocks : (!transform.any_op) -> !transform.any_op
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %shared = transform.sparse.bind %elements to groups : (!transform.any_op) -> !transform.any_op
    %inner = transform.sparse.match.loops dims ["k"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %more = transform.sparse.bind %inner to groups {refused} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#i = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "copy", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @warps_of_eight_lanes(
  // CHECK: scf.forall
  // CHECK-NEXT: scf.for
  func.func @warps_of_eight_lanes(%n: index, %a: memref<?x?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %J = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I, %J) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %n step %c1 {
      // expected-error @below {{cannot bind loop over j of nest 'copy': the groups of its block have 8 lanes, and a warp has 32}}
      scf.for %j = %c0 to %n step %c1 {
        sparse.store %x, %A at positions [%i, %j] : !sparse.buffer<?x?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %lanes = transform.param.constant 8 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.bind %rows to blocks lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %shared = transform.sparse.bind %elements to warps {refused} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A block is the work of an outermost loop, as a worker is.

#i = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "copy", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @blocks_inside(
  // CHECK: scf.for
  // CHECK-NEXT: scf.for
  func.func @blocks_inside(%n: index, %a: memref<?x?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %J = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I, %J) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %n step %c1 {
      // expected-error @below {{cannot bind loop over j of nest 'copy': it stands in another loop}}
      scf.for %j = %c0 to %n step %c1 {
        sparse.store %x, %A at positions [%i, %j] : !sparse.buffer<?x?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %blocks = transform.sparse.bind %elements to blocks {refused} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
