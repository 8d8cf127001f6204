//===- LinalgPasses.td - models of dense tensors -----------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_LINALGPASSES_TD
#define SPINDLE_CONVERSION_LINALGPASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLinalgToSparsePass
    : Pass<"convert-linalg-to-sparse", "::mlir::ModuleOp"> {
  let summary = "lower linalg on builtin tensors to operations on Spindle's";
  let description = [{
    From models to the stage of tensors. A function of one block that takes and
    returns builtin tensors of static shape, with values, becomes one on tensors of
    Spindle's, by reference. Arguments are read: dense, or in the format that
    `sparse.format` gives one. Results are written: they become arguments behind
    the others, called as `sparse.name` says or `result`. What the function
    computes on the way is in dense memory of its own (`sparse.alloc`).

    Each operation of linalg becomes a `sparse.generic` with its loops, their order,
    and its body; named operations are made generic first. Functions that are called
    are a part of who calls them first; private ones are gone then.

    - A reduction combines: its body is `acc + x`, or with another kind that
      `sparse.generic` has, and `x` does not depend on `acc`. What it starts from is
      filled, where that is one number, else copied where others read it too. Other
      operations store, and read what they overwrite like an input.
    - An output whose map has constants, or a dimension twice, is written at these
      elements: the others keep what the init has. A map with other coordinates, or
      without a parallel dimension, is refused.
    - A factor in sums that is stored sparse drives: its missing elements are zeros,
      which change no sum of finite numbers. Elsewhere such a tensor is looked up.
      A format of matrices stores one of more dimensions, too: its rows are the
      outputs, if they come first, or its columns, if they come last.
    - Dimensions that such a factor does not have, and that follow one another, are one
      loop, as the pixels of a convolution. What is read in windows is copied once for
      each column of these, so that pixels lie side by side for every element.
    - `tensor.expand_shape`, `collapse_shape`, `extract_slice` and `pad` by one number
      are coordinates and borders of what reads them. A copy is made where these are no
      sums, as those of a collapsed shape in a reduction.
    - Operations of arith and math on tensors are generic, element by element, and so
      are `tesa.mark` and `tesa.replace`: they choose by a mask. What a mark leaves of an
      argument in a format is chosen by who reads it, unless it reads another shape.
    - A constant has memory for the dimensions in which it varies. More than 1024 elements
      are a constant beside the function (`memref.global`).
    - `tensor.concat` and `insert_slice` are operations of their own. `tensor.extract`
      is a look-up in a body, at numbers that the body computes. `tensor.empty`, and
      operations that give one number, take no memory.

    A nest is called like the last argument that it reads.

    Requires: nothing. Ensures: no builtin tensors in functions that have bodies. What
    has no counterpart is an error at the operation, and nothing is changed: another
    operation, a size that is not known, a loop or branch, a call of what has no body,
    an element that is read and was never written.

    ```mlir
    func.func @product(%X: tensor<4x6xf32> {sparse.name = "X"}, %W: tensor<6x5xf32> {sparse.name = "W", sparse.format = #sparse.csr}) -> (tensor<4x5xf32> {sparse.name = "Y"}) {
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<4x5xf32>
      %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x5xf32>) -> tensor<4x5xf32>
      %Y = linalg.matmul ins(%X, %W : tensor<4x6xf32>, tensor<6x5xf32>) outs(%fill : tensor<4x5xf32>) -> tensor<4x5xf32>
      return %Y : tensor<4x5xf32>
    }
    ```

    becomes

    ```mlir
    func.func @product(%X: !sparse.tensor<4x6xf32, #sparse.dense> {sparse.access = "read", sparse.name = "X"}, %W: !sparse.tensor<6x5xf32, #sparse.csr> {sparse.access = "read", sparse.name = "W"}, %Y: !sparse.tensor<4x5xf32, #sparse.dense> {sparse.access = "write", sparse.name = "Y"}) {
      %I, %J, %Yv = sparse.unpack %Y : !sparse.tensor<4x5xf32, #sparse.dense> -> !axis.axis<dense_fixed, width = 4>, !axis.axis<dense_fixed, width = 5>, !sparse.buffer<4x5xf32>
      %zero = arith.constant 0.0 : f32
      sparse.fill %Yv, %zero : !sparse.buffer<4x5xf32>
      sparse.generic "W" driver(%W) ins(%X, %W : !sparse.tensor<4x6xf32, #sparse.dense>, !sparse.tensor<6x5xf32, #sparse.csr>) outs(%Y : !sparse.tensor<4x5xf32, #sparse.dense>) maps [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] kinds [spatial, spatial, reduction] combine [add] {
      ^bb0(%x: f32, %w: f32):
        %t = arith.mulf %x, %w : f32
        sparse.yield %t : f32
      }
      return
    }
    ```
  }];
  let dependentDialects = [
      "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
      "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
      "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
      "::mlir::tensor::TensorDialect", "::spindle::axis::AxisDialect",
      "::spindle::iter::IterDialect", "::spindle::sparse::SparseDialect"];
}

#endif // SPINDLE_CONVERSION_LINALGPASSES_TD
