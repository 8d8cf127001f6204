//===- Passes.td - passes of the sparse dialect ------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_TRANSFORMS_PASSES_TD
#define SPINDLE_DIALECT_SPARSE_TRANSFORMS_PASSES_TD

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

def ExpandTensorsPass : Pass<"spindle-expand-tensors", "::mlir::ModuleOp"> {
  let summary = "replace tensors by the memory of their levels";
  let description = [{
    Each argument that is a tensor becomes the arguments that hold its pieces,
    and each `sparse.unpack` the axes and the buffer made of them. The pieces are,
    in this order:

    - an index per dimension of unknown size, but for those that the values of a
      dense tensor tell: where all levels are dense and one is the dimension;
    - for each level its positions, its coordinates and its lengths, as far as it
      has them. A `compressed` or `variable` level has positions, but a root none:
      it has as many as coordinates. Coordinates of a `fixed` level have the shape
      of values on it, and those of `fixed(?)` tell its width; those of a
      singleton, and lengths, have the shape of values on the parent. Lengths are
      i64 where the level's coordinates are, else i32;
    - the bitmap, of i1, in the shape of the values, where the format keeps one;
    - the values.

    But a tensor with `sparse.structure_of` becomes its values alone, on the axes of
    the tensor that it names. A function with `sparse.operands` is to be called from
    outside, with parts of larger arrays too: the values of its dense tensors are of
    `memref<?x?xf32, strided<[?, 1]>>`, unless it returns tensors. Each element has
    memory of its own all the same: strides are at least as large as what they skip.

    Dimensions that `sparse.dims` gives one name have one size, so that one value
    stands for it: a constant where the type of one of the tensors says it, else
    the argument of the first tensor that has one, else that of the values of the
    first tensor. Axes on such dimensions are alike, and loops over them have the
    same bounds. A caller that passes other sizes is told by the C entry, which
    checks those of every operand, and by the interpreter.

    Extents follow from sizes: those of quotients are the number of blocks that
    begin inside the tensor, those of remainders the divisor, `cut` by the level of
    quotients at the border. A tensor made by `sparse.with_values` unpacks to the values it is made of.

    Every such argument is labelled by a `#sparse.piece`, and the function gets
    the attribute `sparse.signature`, an array with the label of each argument
    (or unit, for one that is no piece), which outlives the lowering to LLVM. What
    the tensors were is kept in `sparse.operands`, which a function that others may
    call and that returns nothing gets as `spindle-describe-operands` says. A
    tensor without a `sparse.name` is called by its number, as in `arg2`. Of the
    pieces, the values keep `sparse.access`.

    A `sparse.convert` becomes calls of functions of Spindle's runtime
    (`Spindle/Runtime/TensorHandle.h`, private declarations in the module): its
    operand is described, array by array, and converted. The formats are texts,
    constants of the module, labelled with what they say in `text`. The function
    returns, for each tensor, a handle of type index, which the caller frees, and
    the attribute `sparse.results` has the types of the tensors. A handle is 0
    where the conversion failed; `spindle_tensor_error` says why. Tensors that are
    made and not returned are freed where the function returns.

    Requires: tensors are arguments of `func.func` with a body, of different
    names, or made by `sparse.convert`, and are used by `sparse.unpack`,
    `sparse.with_values` and `sparse.convert` alone: `convert-generic-to-iter` has
    removed `sparse.generic`. Values to convert are an argument's, or bound to
    row-major memory. A function that returns tensors has one block, and returns
    what `sparse.convert` makes. Ensures: no tensors. Where the module breaks a
    requirement, nothing is changed.

    ```mlir
    func.func @clear(%X: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "X"}, %v: f32) {
      %I, %Xv = sparse.unpack %X : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
      sparse.fill %Xv, %v : !sparse.buffer<?xf32>
      return
    }
    ```

    becomes

    ```mlir
    func.func @clear(%X: memref<?xf32> {sparse.piece = #sparse.piece<"X", part [], values>}, %v: f32) attributes {sparse.operands = [#sparse.operand<name = "X", type = !sparse.tensor<?xf32, #sparse.dense>, access = write>, #sparse.operand<name = "arg1", type = f32, access = read>], sparse.signature = [#sparse.piece<"X", part [], values>, unit]} {
      %c0 = arith.constant 0 : index
      %m = memref.dim %X, %c0 : memref<?xf32>
      %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
      %Xv = sparse.bind %X on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
      sparse.fill %Xv, %v : !sparse.buffer<?xf32>
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::spindle::axis::AxisDialect"];
}

def StateDistinctMemoryPass
    : InterfacePass<"spindle-state-distinct-memory",
                    "::mlir::FunctionOpInterface"> {
  let summary = "say which arguments cannot overlap";
  let description = [{
    A written buffer shares memory with another one, or with the arrays of an
    axis, only where both are the same memref. This states it to the compiler of
    plain loops, which knows neither buffers nor axes: for each pair of
    arguments of which one is written through a buffer and the other holds
    values or structure, a `memref.distinct_objects` at the function's start.
    LLVM then keeps a sum over a fibre in a register. Nothing is said of two
    that are only read: a caller may pass one array for both.

    Requires: nothing. Ensures: the same program; run again, it changes nothing.

    For example, the function

    ```mlir
    func.func @fill(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %v: f32) {
      %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
      %X = sparse.bind %x on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
      %Y = sparse.bind %y on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
      sparse.fill %Y, %v : !sparse.buffer<?xf32>
      return
    }
    ```

    gets a `memref.distinct_objects %x, %y`, whose results are bound instead.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
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

def AddLengthChecksPass : Pass<"spindle-add-length-checks", "::mlir::ModuleOp"> {
  let summary = "add functions that find memory too short for its axes";
  let description = [{
    Whoever calls a program is to give it memory that its axes fit in. For each
    function with a body that makes axes of memory, or binds memory to axes, a
    private function `f.lengths` is added, which takes the same arguments and
    finds the first one that is wrong, without a look at more than the last entry
    of an array of positions. It returns the number of one of its `sparse.refusals`,
    counted from 1, or 0; what was expected; and what came. A refusal is a pair of
    strings, what comes before the first of these numbers and before the second.
    The function itself gets the attribute `sparse.length_check`, the name of the
    other.

    Checked are the constructors of axes and `sparse.bind` in the first block:

    - each dimension of the memory has at least the cells that its axis has;
    - positions have an entry for each fibre and one more, and end at 0 or more;
    - extents, widths and counts are at least 0, and as the type of the axis says;
    - what a size is divided by is at least 1.

    Left out is what is not known before the function runs: what depends on memory
    that it writes, or on axes made in loops and branches. So are arguments that
    are pieces of tensors: their sizes follow from formats, by which they are made
    and which `spindle-emit-c-entry` checks them by.

    Requires: no tensors. Ensures: the same functions, and others.

    For example,

    ```mlir
    func.func @clear(%X: memref<?xf32> {sparse.name = "X"}, %n: index {sparse.name = "n"}, %v: f32) {
      %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
      %Xv = sparse.bind %X on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
      sparse.fill %Xv, %v : !sparse.buffer<?xf32>
      return
    }
    ```

    gets a function with the refusals `expected n to be at least 0 but got ..` and
    `expected X to have at least .. entries, n, but got ..`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numFunctionsChecked", "functions-checked",
              "Number of functions that are checked">
  ];
}

def InsertChecksPass : Pass<"spindle-insert-checks", "::mlir::ModuleOp"> {
  let summary = "report at run time what is undefined";
  let description = [{
    The check mode. Calls of functions of Spindle's runtime
    (`Spindle/Runtime/Checks.h`, private declarations in the module) are put

    - after each constructor of an axis: its arrays are described and checked
      for what the axis claims, in time of its size;
    - after the last use of each axis: what the arrays hold is compared with what
      they held then;
    - after each `sparse.bind`: the memory has all cells of its axes;
    - before each look-up: coordinates lie on their axes;
    - before each store and accumulation: the element is stored.

    The first fault is reported in one line that names the location in the source
    and the tensor, as in `spmm.mlir:20: store to an element that is not stored:
    C[3, 7]`, and ends the process, unless the runtime is given another handler.
    A text is a constant of the module, labelled with what it says in `text`.

    Requires: no tensors; look-ups as the author wrote them: canonicalization,
    which finds the sites that coordinates stand for, comes later. Ensures: the
    same program wherever it is defined. A nest with a check does not compute
    with padding.

    For example,

    ```mlir
    func.func @set(%X: memref<?xf32> {sparse.name = "X"}, %n: index, %i: index, %v: f32) {
      %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
      %Xv = sparse.bind %X on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
      sparse.store %v, %Xv[%i] : !sparse.buffer<?xf32>
      return
    }
    ```

    gets a call of `@spindle_check_outside` before the store, in an `scf.if`
    where `%i` is not in [0, `%n`), and one of `@spindle_check_missing` where the
    element is not found.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numAccessesChecked", "accesses-checked",
              "Number of loads, stores and accumulations checked">,
    Statistic<"numArraysChecked", "arrays-checked",
              "Number of arrays of axes checked">];
}

#endif // SPINDLE_DIALECT_SPARSE_TRANSFORMS_PASSES_TD
