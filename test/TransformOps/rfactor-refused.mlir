// RUN: sparse-opt %s --spindle-apply-schedule --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.sparse.match.loops kind reduction in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %sums = transform.sparse.rfactor %all : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func @order_of_floats(%x: memref<?xf32>, %n: index, %init: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{cannot take apart the sums of loop over i of nest 'sum': another order of its sums changes their bits, and 'reassociate' is not given}}
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%before = %init) -> (f32) {
      %v = memref.load %x[%i] : memref<?xf32>
      %after = arith.addf %before, %v : f32
      scf.yield %after : f32
    } {iter.loop = #iter.loop<nest = "sum", dims = ["i"], axis = dense_fixed, kind = reduction, role = level>}
    return %s : f32
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %sums = transform.sparse.rfactor %all {reassociate} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func @nothing_carried(%x: memref<?xf32>, %n: index, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{cannot take apart the sums of loop over i of nest 'fill': it carries no sum}}
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %x[%i] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %sums = transform.sparse.rfactor %all {reassociate} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func @no_reduction(%x: memref<?xf32>, %n: index, %init: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{cannot take apart the sums of loop over i of nest 'last': what it carries is not only combined with a value of each iteration}}
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%before = %init) -> (f32) {
      %v = memref.load %x[%i] : memref<?xf32>
      scf.yield %v : f32
    } {iter.loop = #iter.loop<nest = "last", dims = ["i"], axis = dense_fixed, kind = reduction, role = level>}
    return %s : f32
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %sums = transform.sparse.rfactor %all factor(%four) {reassociate} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
  func.func @too_few_iterations(%x: memref<3xf32>, %init: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    // expected-error @below {{cannot take apart the sums of loop over i of nest 'sum': it has 3 iterations, fewer than 4}}
    %s = scf.for %i = %c0 to %c3 step %c1 iter_args(%before = %init) -> (f32) {
      %v = memref.load %x[%i] : memref<3xf32>
      %after = arith.addf %before, %v : f32
      scf.yield %after : f32
    } {iter.loop = #iter.loop<nest = "sum", dims = ["i"], axis = dense_fixed, kind = reduction, role = level>}
    return %s : f32
  }
}
