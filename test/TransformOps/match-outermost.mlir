// RUN: sparse-opt %s --transform-interpreter --verify-diagnostics

// Loops that are in no other, and those that others are in.

module attributes {transform.with_named_sequence} {
  func.func @rows(%n: index, %x: f32, %y: memref<?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-remark @below {{outermost}}
    scf.for %i = %c0 to %n step %c1 {
      memref.store %x, %y[%i] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "fill", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    // expected-remark @below {{outermost}}
    // expected-remark @below {{holds loops}}
    // expected-remark @below {{both}}
    scf.forall (%i) in (%n) {
      // expected-remark @below {{holds loops}}
      scf.for %t = %c0 to %n step %c1 {
        scf.for %k = %t to %n step %c1 {
          memref.store %x, %c[%i, %k] : memref<?x?xf32>
        } {iter.loop = #iter.loop<nest = "rows", dims = ["K"], axis = dense_fixed, kind = spatial, role = point>}
      } {iter.loop = #iter.loop<nest = "rows", dims = ["K"], axis = dense_fixed, kind = spatial, role = tile>}
    } {iter.loop = #iter.loop<nest = "rows", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %outermost = transform.sparse.match.loops outermost in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %outermost, "outermost" : !transform.any_op
    %holding = transform.sparse.match.loops holds_loops in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %holding, "holds loops" : !transform.any_op
    %both = transform.sparse.match.loops outermost holds_loops in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %both, "both" : !transform.any_op
    transform.yield
  }
}
