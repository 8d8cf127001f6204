//===- Passes.td - passes that apply schedules -------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SCHEDULE_PASSES_TD
#define SPINDLE_SCHEDULE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ApplySchedulePass : Pass<"spindle-apply-schedule", "::mlir::ModuleOp"> {
  let summary = "apply a schedule to a program";
  let description = [{
    Applies a named sequence of the transform dialect to the module, on a copy
    that takes its place when all of the schedule succeeded. The program stays
    in the stage that the schedule leaves it in. A schedule that a transformation
    refuses fails, and the error says which, where and why.

    `schedule` names a built-in one, or a file and, after a colon, a sequence in
    it. Without a sequence it is the only one that is not private, or else
    `__transform_main`. Without `schedule` it is one of the sequences in the
    module itself. These are taken out in any case.

    ```mlir
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
    ```
  }];
  let options = [
    Option<"scheduleSpec", "schedule", "std::string", /*default=*/"",
           "the name of a built-in schedule, or FILE[:NAME]">,
    ListOption<"knobs", "knobs", "std::string",
               "values of knobs, as NAME=VALUE">];
}

#endif // SPINDLE_SCHEDULE_PASSES_TD
