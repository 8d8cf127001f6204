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

    With `apart`, what is found is an argument. A public function whose
    inspectors look at nothing but its arguments, in memory that it does not
    write, and fill memory that it allocates, is given that memory as its last
    arguments, plain memory that it reads: `wavefronts_starts`,
    `wavefronts_order`, and `wavefronts_counts` for the numbers. Three functions
    are added, for `@solve`:

    - `@solve_inspect` takes the same arguments, and fills the last;
    - `@solve_inspect_check` takes them too, and reports what was not found in
      these structures;
    - `@solve.sizes` gives the number of entries of each of the last, for the
      same arguments but them.

    With `for-c`, of functions that have `sparse.operands`, the first two take
    the operands that inspectors look at, and `@solve_inspect_sizes` writes
    the numbers of entries to memory. Every other function with inspectors is
    refused; with `where-legal` it stays as it is.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::spindle::sparse::SparseDialect"];
  let options = [Option<"onDevice", "on-device", "bool", /*default=*/"false",
      "the arrays are in the memory of a GPU">,
    Option<"apart", "apart", "bool", /*default=*/"false",
      "what is found is an argument, and functions of their own find it">,
    Option<"forC", "for-c", "bool", /*default=*/"false",
      "with `apart`: the functions are to be called from C">,
    Option<"whereLegal", "where-legal", "bool", /*default=*/"false",
      "with `apart`: functions that cannot be given it stay as they are">];
  let statistics = [Statistic<"numFunctionsSplit", "functions-split",
      "Functions that are given what inspectors find">];
}

#endif // SPINDLE_CONVERSION_INSPECTORPASSES_TD
