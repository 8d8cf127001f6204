// RUN: sparse-opt %s --transform-interpreter --verify-diagnostics

// The views move along with the loop, and one element is what all iterations
// use, though at another index of each view.
module attributes {transform.with_named_sequence} {
  func.func @one_element_of_all_views(%m: memref<?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot unroll and jam loop over i of nest 'n': 'memref.load' in it may touch what another iteration writes by 'memref.store'}}
    scf.for %i = %c0 to %n step %c1 {
      %first = arith.subi %n, %i : index
      %view = memref.subview %m[%first] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
      scf.for %j = %c0 to %n step %c1 {
        // expected-note @+1 {{this stands in the way}}
        %x = memref.load %view[%i] : memref<?xf32, strided<[1], offset: ?>>
        %y = arith.mulf %x, %x : f32
        memref.store %y, %view[%i] : memref<?xf32, strided<[1], offset: ?>>
      }
    } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %jammed = transform.sparse.unroll_and_jam %i factor(%two) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
