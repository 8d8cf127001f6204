// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Copies of copies are counted before they are made: those of the three inner loops
// are few enough.
module attributes {transform.with_named_sequence} {
  func.func @nested(%y: memref<?x?x?x?xindex>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot unroll loop over I of nest 'n': 32 copies of its body, of}}
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        scf.for %k = %c0 to %n step %c1 {
          scf.for %l = %c0 to %n step %c1 {
            memref.store %l, %y[%i, %j, %k, %l] : memref<?x?x?x?xindex>
          } {iter.loop = #iter.loop<nest = "n", dims = ["L"], axis = dense_fixed, kind = spatial, role = level>}
        } {iter.loop = #iter.loop<nest = "n", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
      } {iter.loop = #iter.loop<nest = "n", dims = ["J"], axis = dense_fixed, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
    %factor = transform.param.constant 32 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %unrolled = transform.sparse.unroll %loops factor(%factor) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// All iterations of a loop that has too many.
module attributes {transform.with_named_sequence} {
  func.func @all(%y: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %many = arith.constant 1099511627776 : index
    // expected-error @+1 {{cannot unroll 'scf.for': 1099511627776 copies of its body, of 2 operations, make more than the 131072 operations that a function may have: unroll fewer loops, or by less}}
    scf.for %i = %c0 to %many step %c1 {
      memref.store %i, %y[%i] : memref<?xindex>
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

module attributes {transform.with_named_sequence} {
  func.func @jammed(%y: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %many = arith.constant 1000000 : index
    // expected-error @+1 {{cannot unroll and jam 'scf.for': 1000000 copies of its body}}
    scf.for %i = %c0 to %many step %c1 {
      memref.store %i, %y[%i] : memref<?xindex>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %unrolled = transform.sparse.unroll_and_jam %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
