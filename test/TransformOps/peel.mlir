// RUN: sparse-opt %s --transform-interpreter --canonicalize --split-input-file --verify-diagnostics | FileCheck %s

// In whole steps the smaller of a step and of what is left is the step.

// CHECK-LABEL: func.func @tiles(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[Y:[^:]*]]: memref<?xindex>)
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[MIDDLE:[^ ]*]] step %[[FOUR]] {
// CHECK-NEXT: memref.store %[[FOUR]], %[[Y]][%[[I]]]
// CHECK-NEXT: } {iter.loop = {{.*}} role = tile>, peeled}
// CHECK: scf.for %[[I:[^ ]*]] = %[[MIDDLE]] to
// CHECK: } {iter.loop = {{.*}} role = tail>, peeled}
module attributes {transform.with_named_sequence} {
  func.func @tiles(%n: index, %y: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %end = memref.dim %y, %c0 : memref<?xindex>
    scf.for %i = %c0 to %end step %c4 {
      %left = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%end]
      memref.store %left, %y[%i] : memref<?xindex>
    } {iter.loop = #iter.loop<nest = "fill", dims = ["I"], axis = dense_fixed, kind = spatial, role = tile>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %peeled = transform.sparse.peel %loops {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.annotate %peeled "peeled" : !transform.any_op
    transform.yield
  }
}

// -----

// The first iteration, if there is one, and then the others.

// CHECK-LABEL: func.func @first(
// CHECK-SAME: %[[LO:[^:]*]]: index, %[[HI:[^:]*]]: index)
// CHECK: %[[SECOND:.*]] = arith.addi %[[LO]],
// CHECK-NEXT: %[[END:.*]] = arith.minsi %[[SECOND]], %[[HI]]
// CHECK-NEXT: %[[S0:.*]] = scf.for %{{.*}} = %[[LO]] to %[[END]]
// CHECK: %[[S:.*]] = scf.for %{{.*}} = %[[SECOND]] to %[[HI]] step %{{.*}} iter_args(%{{.*}} = %[[S0]])
// CHECK: return %[[S]]
module attributes {transform.with_named_sequence} {
  func.func @first(%lo: index, %hi: index) -> index {
    %c1 = arith.constant 1 : index
    %sum = scf.for %i = %lo to %hi step %c1 iter_args(%s = %lo) -> (index) {
      %new = arith.addi %s, %hi : index
      scf.yield %new : index
    }
    return %sum : index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %peeled = transform.sparse.peel %loops {first} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @single_steps(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot peel 'scf.for': its step is 1}}
    scf.for %i = %c0 to %n step %c1 {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %peeled = transform.sparse.peel %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @whole_steps() {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    // expected-error @+1 {{cannot peel 'scf.for': all its steps are whole}}
    scf.for %i = %c0 to %c8 step %c4 {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %peeled = transform.sparse.peel %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @one_iteration() {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{cannot peel 'scf.for': it has fewer than 2 iterations}}
    scf.for %i = %c0 to %c4 step %c4 {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %peeled = transform.sparse.peel %loops {first} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
