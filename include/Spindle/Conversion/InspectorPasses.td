//===- InspectorPasses.td - orders found in a pattern ------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_INSPECTORPASSES_TD
#define SPINDLE_CONVERSION_INSPECTORPASSES_TD

include "mlir/Pass/PassBase.td"

def CallInspectorsPass
    : Pass<"spindle-call-inspectors", "::mlir::ModuleOp"> {
  let summary = "lower inspectors to calls of the runtime";
  let description = [{
    From position space on. An operation that finds the arrays of axes in the
    pattern of another one, as `axis.wavefronts`, becomes calls of functions of
    Spindle's runtime (`Spindle/Runtime/Inspect/Inspections.h`, private
    declarations in the module): one begins an inspection, with the location in
    the source for errors; each number and each array is handed over by one;
    the last, which is called like the operation, finds what is to be found.

    Requires: axes made by constructors; with `on-device` it refuses every
    inspector, because a host does not read a GPU's memory. Ensures: no
    inspectors. An error ends the process, unless the runtime is given another
    handler.

    For example,

    ```mlir
    %count = axis.wavefronts %J into %starts, %order, %of : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
    ```

    becomes a call of `@spindle_inspect_begin`, two of
    `@spindle_inspect_number`, of the rows and of whether they come backwards,
    five of `@spindle_inspect_array`, and one of `@spindle_inspect_wavefronts`,
    which fills an array of 64-bit integers with the results, here one.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect"];
  let options = [Option<"onDevice", "on-device", "bool", /*default=*/"false",
      "the arrays are in the memory of a GPU">];
}

#endif // SPINDLE_CONVERSION_INSPECTORPASSES_TD
