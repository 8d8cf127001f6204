//===- Passes.td - passes on tensors -----------------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_TENSORS_PASSES_TD
#define SPINDLE_TRANSFORMS_TENSORS_PASSES_TD

include "mlir/Pass/PassBase.td"

def DescribeOperandsPass : Pass<"spindle-describe-operands", "::mlir::ModuleOp"> {
  let summary = "write down what the arguments of functions are";
  let description = [{
    Gives each public function with a body the attribute `sparse.operands`, a
    `#sparse.operand` for each argument: its name (`sparse.name`, or its number as
    in `arg2`), its type, its dimensions (`sparse.dims`, or those of the tensor
    whose structure it shares), and what the function does to it: what
    `sparse.access` says or else its body; "update" to a plain memref. It
    outlives the lowering to LLVM, after which no type says what memory holds:
    `spindle-emit-c-entry` needs it.

    Requires: the program as it was written, before its tensors are expanded.
    Ensures: the same program.

    ```mlir
    func.func @clear(%X: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "X", sparse.dims = ["I"], sparse.access = "write"}, %v: f32) attributes {sparse.operands = [#sparse.operand<name = "X", type = !sparse.tensor<?xf32, #sparse.dense>, access = write, dims = ["I"]>, #sparse.operand<name = "arg1", type = f32, access = read>]} {
    ```
  }];
}

def DecomposePass : Pass<"spindle-decompose", "::mlir::ModuleOp"> {
  let summary = "store a tensor of a program in parts";
  let description = [{
    Gives the tensor that functions take by the name `tensor`, and those that
    share its structure, the composite format `format`, as on a command line:
    `hyb(1,4)`. `sparse.generic` operations are the same in any format; a fill of
    such a tensor becomes one of each part, and so do values that the function
    keeps on its structure. What follows is that of composite formats:
    `convert-generic-to-iter` makes a nest for each part.

    With `converter`, each function that takes the tensor gets a second one
    beside it, `@row_sums_convert_A` of `@row_sums`, that makes the parts of the
    tensor as it was: called once, where the other is called often.

    Refused, with the reason, is a tensor whose levels are used, or that an
    operation reads or writes as it cannot be in parts. One that has the format
    stays as it is. Requires: functions in the stage `tensors`. Ensures: the same numbers,
    sums in the order of parts.

    For example, `tensor=A format=ell-coo(4)` gives

    ```mlir
    func.func @row_sums(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %y: !sparse.tensor<?xf32, #sparse.dense>) {
      sparse.generic driver(%A) ins(%A : !sparse.tensor<?x?xf32, #sparse.csr>) outs(%y : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
      ^bb0(%a: f32):
        sparse.yield %a : f32
      }
      return
    }
    ```

    a tensor A in `#sparse.ell_coo<4>`.
  }];
  let options = [
    Option<"tensor", "tensor", "std::string", /*default=*/"",
           "The name of the tensor">,
    Option<"format", "format", "std::string", /*default=*/"",
           "The composite format, as on a command line">,
    Option<"converter", "converter", "bool", /*default=*/"false",
           "Make functions that make the parts">];
}

#endif // SPINDLE_TRANSFORMS_TENSORS_PASSES_TD
