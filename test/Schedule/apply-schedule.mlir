// RUN: sparse-opt %s --spindle-apply-schedule --split-input-file | FileCheck %s --implicit-check-not=transform.

// The sequences of the module are applied to it, and taken out: what is left is
// the program, in the stage that the schedule leaves it in. Its module says which
// schedule it was.

// CHECK-LABEL: {{^}}module attributes {iter.schedule = "__transform_main"} {
// CHECK-NEXT: func.func @scale(
// CHECK: arith.mulf
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %loops = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func @scale(%a: f32, %b: f32) -> f32 {
    %c = arith.mulf %a, %b : f32
    return %c : f32
  }
}

// -----

// A schedule that leaves a program in position space leaves it there.

// CHECK-LABEL: func.func @left_in_position_space(
// CHECK-NOT: iter.nest
// CHECK: scf.for
// CHECK: sparse.store
// CHECK-NOT: memref.store
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func @left_in_position_space(%y: !sparse.tensor<?xf32, #sparse.dense>) {
    %I, %v = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    %one = arith.constant 1.0 : f32
    iter.nest "ones" ("i": %i at %p) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
      sparse.store %one, %v at [%p] : !sparse.buffer<?xf32>
    }
    return
  }
}

// -----

// The only sequence that is not private need not be called __transform_main,
// and may use others.

// CHECK-LABEL: func.func @the_only_public_sequence(
// CHECK-SAME: attributes {marked}
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @mark(%root: !transform.any_op {transform.readonly}) {
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %functions "marked" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @anything(%root: !transform.any_op {transform.readonly}) {
    transform.include @mark failures(propagate) (%root) : (!transform.any_op) -> ()
    transform.yield
  }
  func.func @the_only_public_sequence() {
    return
  }
}
