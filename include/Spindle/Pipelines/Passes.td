//===- Passes.td - passes of the pipelines -----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PIPELINES_PASSES_TD
#define SPINDLE_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def RemoveLabelsPass : Pass<"spindle-remove-labels", "::mlir::ModuleOp"> {
  let summary = "remove the attributes of axis, sparse and iter";
  let description = [{
    Removes what Spindle leaves on a program for those who read it next: every
    discardable attribute of the dialects `axis`, `sparse` and `iter`, from
    operations and from the arguments and results of functions (`iter.loop` on
    loops, `sparse.piece` and `sparse.access` on arguments, `sparse.signature`
    on functions). Nothing is required, and what the program computes stays as
    it is.

    It is the last step of `spindle-lower-to-llvm`, unless that is given
    `keep-labels`: stock tools, `mlir-translate` among them, refuse attributes
    of dialects that they do not know. `sparse-run`, which finds a kernel's
    operands by `sparse.signature`, keeps them.

    ```mlir
    func.func @clear(%X: memref<?xf32> {sparse.piece = #sparse.piece<"X", part [], values>}) attributes {sparse.signature = [#sparse.piece<"X", part [], values>]} {
    ```

    becomes

    ```mlir
    func.func @clear(%X: memref<?xf32>) {
    ```
  }];
}

def RequestCInterfacePass
    : InterfacePass<"spindle-request-c-interface",
                    "::mlir::FunctionOpInterface"> {
  let summary = "ask for C interfaces of the functions that others call";
  let description = [{
    Marks functions for `convert-func-to-llvm` to give the wrapper
    `_mlir_ciface_NAME`, which takes a pointer to a descriptor for each memref,
    as `llvm-request-c-wrappers` does, but for functions of internal linkage:
    nobody calls those from outside of the module.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // SPINDLE_PIPELINES_PASSES_TD
