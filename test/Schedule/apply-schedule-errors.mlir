// A schedule that fails leaves the program as it was before all of it. The
// message says what, where and why.

// RUN: not sparse-opt %s --spindle-apply-schedule --mlir-print-ir-after-failure 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: apply-schedule-errors.mlir:[[@LINE+21]]:5: error: cannot accumulate in registers in loop over i of nest 'ones': it loads and stores no element that is the same in all iterations
// REFUSED: IR Dump After ApplySchedulePass Failed
// REFUSED: transform.named_sequence @__transform_main(
// REFUSED: func.func @ones(%{{.*}}: !sparse.tensor<?xf32, #sparse.dense>)
// REFUSED-NOT: scf.for
// REFUSED: iter.nest "ones"
// REFUSED-NOT: scf.for
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %loops = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
    %all = transform.sparse.match.loops in %loops : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %all : !transform.any_op
    transform.yield
  }
  transform.named_sequence @unset_knob(%root: !transform.any_op {transform.readonly}) {
    %factor = transform.tune.knob<"factor"> options = [2, 4] -> !transform.param<i64>
    transform.yield
  }
  func.func @ones(%y: !sparse.tensor<?xf32, #sparse.dense>) {
    %I, %v = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    %one = arith.constant 1.0 : f32
    iter.nest "ones" ("i": %i at %p) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
      sparse.store %one, %v at [%p] : !sparse.buffer<?xf32>
    }
    return
  }
}

// A schedule may not name what upstream ends the process on.

// RUN: not sparse-opt %s --spindle-apply-schedule=schedule=%S/Inputs/alternatives.mlir 2>&1 | FileCheck %s --check-prefix=FATAL
// FATAL: error: {{.*}}Inputs/alternatives.mlir:3:5: expected a schedule without 'transform.alternatives', which takes operations out of the module that they need
// FATAL-NOT: see current operation

// A knob without a value is one that the user has to set.

// RUN: not sparse-opt %s --spindle-apply-schedule=schedule=%s:unset_knob 2>&1 | FileCheck %s --check-prefix=UNSET
// UNSET: apply-schedule-errors.mlir:[[@LINE-22]]:15: error: non-deterministic choice "factor" is only resolved through providing a `selected` attr
// RUN: sparse-opt %s --spindle-apply-schedule='schedule=%s:unset_knob knobs=factor=4'

// What is asked for is not there.

// RUN: not sparse-opt %s --spindle-apply-schedule=schedule=%s:unset_knbo 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: apply-schedule-errors.mlir: expected the name of a sequence (__transform_main, unset_knob) but got 'unset_knbo'; did you mean 'unset_knob'?
// RUN: not sparse-opt %s --spindle-apply-schedule=schedule=dense_colums 2>&1 | FileCheck %s --check-prefix=SHIPPED
// SHIPPED: error: expected a built-in schedule ({{.*}}dense_columns{{.*}}) or an .mlir file but got 'dense_colums'; did you mean 'dense_columns'?
// RUN: not sparse-opt %s --spindle-apply-schedule=schedule=/no/such.mlir 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: /no/such.mlir: no such file{{$}}
// RUN: not sparse-opt %s --spindle-apply-schedule='schedule=%s:unset_knob knobs=factor=3' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: {{.*}}apply-schedule-errors.mlir:[[@LINE-34]]:15: expected knob 'factor' to be one of 2, 4 but got '3'
// RUN: not sparse-opt %s --spindle-apply-schedule='schedule=%s:unset_knob knobs=fcator=2' 2>&1 | FileCheck %s --check-prefix=KNOB
// KNOB: error: expected a knob of schedule @unset_knob (factor) but got 'fcator'; did you mean 'factor'?
// RUN: not sparse-opt %s --spindle-apply-schedule='knobs=factor=2' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: expected a knob of schedule @__transform_main (none) but got 'factor'
// RUN: echo 'module {}' | not sparse-opt --spindle-apply-schedule 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: the module: expected a 'transform.named_sequence' but got none
