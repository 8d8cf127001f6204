// RUN: sparse-opt %s --transform-interpreter --verify-diagnostics --split-input-file

// Passes change all of a module: they are not run on what holds the schedule.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{expected modules without the schedule, which passes would change while it is applied, but got one that holds it}}
    %loops = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @part_of_a_module() {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected modules to lower but got 'func.func'}}
    %loops = transform.sparse.lower_to_loops %functions : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// What a pass refuses is said by the pass.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %modules = transform.structured.match ops{["builtin.module"]} in %root : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %modules : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  module {
    func.func @linalg_is_of_a_later_stage(%x: memref<4xf32>, %v: f32) {
      // expected-error @below {{expected no 'linalg.fill' in stage 'positions'}}
      linalg.fill ins(%v : f32) outs(%x : memref<4xf32>)
      %n = arith.constant 4 : index
      %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
      iter.nest "empty" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
      }
      return
    }
  }
}
