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

def DecideFusedProductsPass : Pass<"spindle-decide-fused-products"> {
  let summary = "decide which products are rounded with their sums";
  let description = [{
    Gives the flag `contract` to a product of f32 or f64, or vectors of them, that
    nothing uses but a sum or difference (of a difference it is the right
    operand; of two products in a sum, the right one), and to that sum. A product
    that is yielded to be added up, or that `sparse.accumulate` adds, has the flag
    itself; the sum that is made of it gets it. A sum's operands are exchanged
    where the product is the left one. All other products, sums and differences
    lose the flag.

    It runs before schedules, for targets with an instruction that multiplies
    and adds. `spindle-fuse-multiply-add` fuses what has the flag, at the end. So
    what is fused follows from the program as it is given, in whatever stage: a
    product and a sum that a schedule brings together are rounded each.

    ```mlir
    %p = arith.mulf %a, %x : f32
    %new = arith.addf %p, %sum : f32
    ```

    becomes

    ```mlir
    %p = arith.mulf %a, %x fastmath<contract> : f32
    %new = arith.addf %sum, %p fastmath<contract> : f32
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

def InlineCallsPass : Pass<"spindle-inline-calls", "::mlir::ModuleOp"> {
  let summary = "put the bodies of functions in place of their calls";
  let description = [{
    Copies the body of a function to each call of it in a module in the stage
    `tensors` or `coordinates`, so that what follows sees one function, whose
    nests it may fuse. A tensor at the call has the structure that it has there:
    where the callee unpacks one with values of its own, on the axes of the tensor
    that has the structure. Private functions that nothing calls any more go; a
    public one stays, and may be run by itself.

    Nests keep their names, by which schedules know them. A name that the caller
    has already, or that came with an earlier call, gets the first free number:
    two calls of a function with the nest "spmm" make "spmm" and "spmm_1". A
    generic operation without a name takes that of the function it stood in.
    Dimensions are called as the caller calls them.

    Refused are functions that call themselves; a callee that takes tensors, axes
    or buffers and is declared alone or has several blocks; operands that do not
    share a structure where `sparse.structure_of` says so, or share one unsaid in
    a format that may have several elements at one place; and a callee that
    allocates, in a loop or branch.

    Requires: functions in any stage; those in the stages `positions` and `loops`
    stay as they are. Ensures: the same numbers, and no calls of functions of one
    block.

    ```mlir
    func.func private @clear(%X: !sparse.tensor<?xf32, #sparse.dense>, %v: f32) {
      %I, %Xv = sparse.unpack %X : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
      sparse.fill %Xv, %v : !sparse.buffer<?xf32>
      return
    }
    func.func @run(%X: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "X"}, %v: f32) {
      call @clear(%X, %v) : (!sparse.tensor<?xf32, #sparse.dense>, f32) -> ()
      return
    }
    ```

    becomes `@run` with the two operations of `@clear`.
  }];
}

#endif // SPINDLE_TRANSFORMS_TENSORS_PASSES_TD
