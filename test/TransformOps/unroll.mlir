// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Three iterations in one, each with the values of the one before, and the rest
// in a loop of its own. Bounds may be in any order: there are no iterations then.

// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[LO:[^:]*]]: index, %[[HI:[^:]*]]: index, %[[X:[^:]*]]: memref<?xf32>)
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[END:.*]] = arith.maxsi %[[LO]], %[[HI]]
// CHECK: %[[LENGTH:.*]] = arith.subi %[[END]], %[[LO]]
// CHECK: %[[REST:.*]] = arith.remui %[[LENGTH]], %{{.*}}
// CHECK: %[[WHOLE:.*]] = arith.subi %[[LENGTH]], %[[REST]]
// CHECK: %[[MIDDLE:.*]] = arith.addi %[[LO]], %[[WHOLE]]
// CHECK: %[[SUM:.*]] = scf.for %[[P:[^ ]*]] = %[[LO]] to %[[MIDDLE]] step %{{[^ ]*}} iter_args(%[[ACC:[^ ]*]] = %{{.*}}) -> (f32) {
// CHECK-NEXT: memref.load %[[X]][%[[P]]]
// CHECK-NEXT: %[[S0:.*]] = arith.addf %[[ACC]],
// CHECK: %[[P1:.*]] = arith.addi %[[P]],
// CHECK-NEXT: memref.load %[[X]][%[[P1]]]
// CHECK-NEXT: %[[S1:.*]] = arith.addf %[[S0]],
// CHECK: %[[P2:.*]] = arith.addi %[[P]],
// CHECK-NEXT: memref.load %[[X]][%[[P2]]]
// CHECK-NEXT: %[[S2:.*]] = arith.addf %[[S1]],
// CHECK: scf.yield %[[S2]]
// CHECK-NEXT: {iter.loop = {{.*}} role = level>, unrolled}
// CHECK: %[[ALL:.*]] = scf.for {{.*}} = %[[MIDDLE]] to %[[END]] step %[[ONE]] iter_args(%{{.*}} = %[[SUM]])
// CHECK: {iter.loop = {{.*}} role = tail>, unrolled}
// CHECK: return %[[ALL]]
module attributes {transform.with_named_sequence} {
  func.func @sum(%lo: index, %hi: index, %x: memref<?xf32>) -> f32 {
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (f32) {
      %v = memref.load %x[%p] : memref<?xf32>
      %n = arith.addf %s, %v : f32
      scf.yield %n : f32
    } {iter.loop = #iter.loop<nest = "sums", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>}
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.param.constant 3 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %unrolled = transform.sparse.unroll %loops factor(%f) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.annotate %unrolled "unrolled" : !transform.any_op
    transform.yield
  }
}

// -----

// All iterations of a loop of constant bounds leave no loop; a factor that
// divides their number leaves no rest.

// CHECK-LABEL: func.func @all_of_four(
// CHECK-NOT: scf.for
// CHECK-COUNT-4: memref.store
// CHECK: return
// CHECK-LABEL: func.func @two_of_four(
// CHECK: scf.for
// CHECK-COUNT-2: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
  func.func @all_of_four(%x: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c7 = arith.constant 7 : index
    scf.for %i = %c0 to %c7 step %c2 {
      memref.store %v, %x[%i] : memref<?xf32>
    } {all}
    return
  }
  func.func @two_of_four(%x: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c7 = arith.constant 7 : index
    scf.for %i = %c0 to %c7 step %c2 {
      memref.store %v, %x[%i] : memref<?xf32>
    } {two}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %two = transform.structured.match ops{["scf.for"]} attributes{two} in %root : (!transform.any_op) -> !transform.any_op
    %f = transform.param.constant 2 -> !transform.any_param
    %halves = transform.sparse.unroll %two factor(%f) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    %all = transform.structured.match ops{["scf.for"]} attributes{all} in %root : (!transform.any_op) -> !transform.any_op
    %none = transform.sparse.unroll %all : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @fewer(%x: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    // expected-error @+1 {{cannot unroll 'scf.for': it has 3 iterations, fewer than 4}}
    scf.for %i = %c0 to %c3 step %c1 {
      memref.store %v, %x[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.param.constant 4 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %unrolled = transform.sparse.unroll %loops factor(%f) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @how_many(%n: index, %x: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot unroll 'scf.for': the number of its iterations is not known}}
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %x[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %unrolled = transform.sparse.unroll %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// At most 3 iterations, as at the end of a dimension in blocks: all of them where
// there are 3, and else one by one. The test needs none of the bounds of the loop.

// CHECK-LABEL: func.func @as_many_as_there_may_be(
// CHECK-SAME: %[[N:.*]]: index
// CHECK-NOT: arith.maxsi
// CHECK: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: %[[ALL:.*]] = arith.cmpi slt, %[[TWO]], %[[N]] : index
// CHECK: scf.if %[[ALL]] {
// CHECK-NOT: scf.for
// CHECK-COUNT-3: memref.store
// CHECK-NOT: memref.store
// CHECK: } else {
// CHECK: %[[MOST:.*]] = arith.minsi %[[N]], %{{.*}} : index
// CHECK: %[[END:.*]] = arith.maxsi %[[MOST]], %{{.*}} : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[END]]
// CHECK: memref.store
// CHECK-NOT: memref.store
module attributes {transform.with_named_sequence} {
  func.func @as_many_as_there_may_be(%n: index, %x: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %end = arith.minsi %n, %c3 : index
    %size = arith.maxsi %end, %c0 : index
    scf.for %i = %c0 to %size step %c1 {
      memref.store %v, %x[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %unrolled = transform.sparse.unroll %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The same where what decides is no minimum or maximum, and what the loop carries
// comes from either case.

// CHECK-LABEL: func.func @carried(
// CHECK-SAME: %[[N:.*]]: index, %{{.*}}: memref<?xf32>, %[[INIT:.*]]: f32
// CHECK: %[[SUM:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK-NOT: scf.for
// CHECK: %[[FIRST:.*]] = arith.addf %[[INIT]], %{{.*}} : f32
// CHECK: %[[SECOND:.*]] = arith.addf %[[FIRST]], %{{.*}} : f32
// CHECK: scf.yield %[[SECOND]] : f32
// CHECK: } else {
// CHECK: %[[REST:.*]] = scf.for
// CHECK: scf.yield %[[REST]] : f32
// CHECK: return %[[SUM]]
module attributes {transform.with_named_sequence} {
  func.func @carried(%n: index, %x: memref<?xf32>, %init: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %end = arith.minsi %c2, %n : index
    %sum = scf.for %i = %c0 to %end step %c1 iter_args(%s = %init) -> (f32) {
      %v = memref.load %x[%i] : memref<?xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %unrolled = transform.sparse.unroll %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// No more than there are: 3 and not 8 of 3, but 8 of 17.

// CHECK-LABEL: func.func @at_most(
// CHECK-COUNT-3: memref.store
// CHECK-NOT: memref.store
// CHECK: scf.for
// CHECK-COUNT-8: memref.store
// CHECK-NOT: memref.store
// CHECK: }
// CHECK: memref.store
// CHECK-NOT: memref.store
module attributes {transform.with_named_sequence} {
  func.func @at_most(%n: index, %x: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c17 = arith.constant 17 : index
    scf.for %i = %c0 to %c3 step %c1 {
      memref.store %v, %x[%i] : memref<?xf32>
    }
    scf.for %i = %c0 to %c17 step %c1 {
      memref.store %v, %x[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.param.constant 8 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %unrolled = transform.sparse.unroll %loops factor(%f) {at_most} : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.yield
  }
}

// -----

// One in one is nothing to do, whatever the loop.

// CHECK-LABEL: func.func @one(
// CHECK: scf.for
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
  func.func @one(%n: index, %x: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %x[%c0] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.param.constant 1 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %unrolled = transform.sparse.unroll %loops factor(%f) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    %jammed = transform.sparse.unroll_and_jam %unrolled factor(%f) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @none(%x: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot unroll and jam 'scf.for': it has no iterations}}
    scf.for %i = %c0 to %c0 step %c1 {
      memref.store %v, %x[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %jammed = transform.sparse.unroll_and_jam %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
