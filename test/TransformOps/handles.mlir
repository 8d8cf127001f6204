// RUN: not sparse-opt %s --spindle-apply-schedule=schedule=%s:nest_of_the_stage_before 2>&1 | FileCheck %s --check-prefix=NEST
// RUN: not sparse-opt %s --spindle-apply-schedule=schedule=%s:loop_of_the_stage_before 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not sparse-opt %s --spindle-apply-schedule=schedule=%s:module_of_the_stage_before 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: sparse-opt %s --spindle-apply-schedule=schedule=%s:handles_that_are_matched_again

// A step to the next stage takes the handle of the module and gives a new one.
// All others into the module are of no use afterwards: what they named may be
// gone.

// NEST: error: op uses a handle invalidated by a previously executed transform op
// NEST: note: handle to invalidated ops
// NEST-NEXT: %nest =
// NEST: note: invalidated by this transform op
// NEST-NEXT: transform.sparse.lower_to_positions

// LOOP: error: op uses a handle invalidated by a previously executed transform op
// LOOP: note: handle to invalidated ops
// LOOP-NEXT: %loop =
// LOOP: note: invalidated by this transform op
// LOOP-NEXT: transform.sparse.lower_to_loops

// MODULE: error: op uses a handle invalidated by a previously executed transform op
// MODULE: note: handle to invalidated ops
// MODULE-NEXT: @module_of_the_stage_before(%root:
// MODULE: note: invalidated by this transform op
// MODULE-NEXT: transform.sparse.lower_to_positions

module attributes {transform.with_named_sequence} {
  func.func @row_sums(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %y: !sparse.tensor<?xf32, #sparse.dense>) {
    %zero = arith.constant 0.0 : f32
    %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    %K, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    sparse.fill %yv, %zero : !sparse.buffer<?xf32>
    iter.nest "row_sums" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
      %v = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %v into %yv[%i] : !sparse.buffer<?xf32>
    }
    return
  }
  transform.named_sequence @nest_of_the_stage_before(%root: !transform.any_op {transform.consumed}) {
    %a = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nest = transform.sparse.match.nests nest "row_sums" in %a : (!transform.any_op) -> !transform.any_op
    %b = transform.sparse.lower_to_positions %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %nest, "gone" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @loop_of_the_stage_before(%root: !transform.any_op {transform.consumed}) {
    %a = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %loop = transform.sparse.match.loops nest "row_sums" dims ["j"] in %a : (!transform.any_op) -> !transform.any_op
    %b = transform.sparse.lower_to_loops %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %loop, "gone" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @module_of_the_stage_before(%root: !transform.any_op {transform.consumed}) {
    %a = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %root, "gone" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @handles_that_are_matched_again(%root: !transform.any_op {transform.consumed}) {
    %a = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %first = transform.sparse.match.loops nest "row_sums" dims ["j"] in %a : (!transform.any_op) -> !transform.any_op
    %b = transform.sparse.lower_to_loops %a : (!transform.any_op) -> !transform.any_op
    %again = transform.sparse.match.loops nest "row_sums" dims ["j"] in %b : (!transform.any_op) -> !transform.any_op
    transform.annotate %again "found" : !transform.any_op
    transform.yield
  }
}
