//===- Passes.td - passes on linalg ------------------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LINALG_PASSES_TD
#define SPINDLE_TRANSFORMS_LINALG_PASSES_TD

include "mlir/Pass/PassBase.td"

def NarrowSumsPass : Pass<"spindle-narrow-sums"> {
  let summary = "read and add up integers in as few bits as are kept";
  let description = [{
    On operations of linalg with tensors, named ones too. Results keep their bits.

    - *What only widens goes into who reads it.* An operation that makes each element
      of one element of one tensor by extensions, and by adding and subtracting
      constants, and makes it wider so, is computed where it is read: bytes are loaded
      instead of the words made of them.
    - *A sum is made in the bits that are kept.* Where all who read a sum of integers
      that begins with a constant truncate its elements to one type, the sum, and the
      additions, subtractions and multiplications of what is added, are of that type:
      modulo 2^32 it does not matter when one truncates.

    Other operations stay as they are.

    ```mlir
    %wide = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i, k)>], iterator_types = ["parallel", "parallel"]} ins(%X : tensor<4x6xi8>) outs(%e0 : tensor<4x6xi32>) {
    ^bb0(%in: i8, %out: i32):
      %x = arith.extsi %in : i8 to i32
      linalg.yield %x : i32
    } -> tensor<4x6xi32>
    %sums = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%wide : tensor<4x6xi32>) outs(%zeros : tensor<4xi64>) {
    ^bb0(%in: i32, %out: i64):
      %x = arith.extsi %in : i32 to i64
      %y = arith.addi %out, %x : i64
      linalg.yield %y : i64
    } -> tensor<4xi64>
    ```

    becomes, where `%sums` is only truncated to i32,

    ```mlir
    %sums = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%X : tensor<4x6xi8>) outs(%zeros32 : tensor<4xi32>) {
    ^bb0(%in: i8, %out: i32):
      %x = arith.extsi %in : i8 to i32
      %y = arith.addi %out, %x : i32
      linalg.yield %y : i32
    } -> tensor<4xi32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SplitZeroPointsPass : Pass<"spindle-split-zero-points"> {
  let summary = "multiply numbers as they are stored, and zero points by sums";
  let description = [{
    On operations of linalg with tensors of static shape, named ones too. A sum of products of integers,
    of which factors have a constant subtracted or added, the zero point of a
    quantisation, is divided: the sum of (x - c) w is the sum of x w, less c times the
    sum of w. So what is multiplied is bytes as they are stored, for which processors
    have instructions. Sums of w are made by an operation of its own, once for all
    rows, as soon as w is there, and taken away by one that goes through the results. Integers wrap around:
    results keep their bits.

    That is done where each element of w is in at least `least-uses` products: else the
    sums of w take as long as these.

    `factors` says how a processor wants to have two bytes that it multiplies.

    - `as-stored`: as they are.
    - `mixed-signs`: one with a sign and one without. Where both have one, or none has,
      a tensor is made of one of them with the first bit of each byte turned, to which
      128 is added or taken away like a zero point. It is the factor that is not stored
      sparse, or else the one that is no argument, or else the smaller one.
    - `words`: of a dense product one as a word of 16 bits. It is x - c then, so that no
      sums are needed for c. It is the factor without the last dimension of the result:
      elements of it are spread in vectors, as they are stored.

    Each element of what is stored anew so is to be in at least `least-uses` products,
    too.

    ```mlir
    %Y = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<8x6xi8>, tensor<6x5xi8>) outs(%zeros : tensor<8x5xi32>) {
    ^bb0(%x: i8, %w: i8, %sum: i32):
      %x32 = arith.extsi %x : i8 to i32
      %w32 = arith.extsi %w : i8 to i32
      %moved = arith.subi %x32, %c3 : i32
      %p = arith.muli %moved, %w32 : i32
      %s = arith.addi %sum, %p : i32
      linalg.yield %s : i32
    } -> tensor<8x5xi32>
    ```

    becomes

    ```mlir
    %sums = linalg.generic {indexing_maps = [affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> (j)>], iterator_types = ["parallel", "reduction"]} ins(%W : tensor<6x5xi8>) outs(%none : tensor<5xi32>) {
    ^bb0(%w: i8, %sum: i32):
      %w32 = arith.extsi %w : i8 to i32
      %s = arith.addi %sum, %w32 : i32
      linalg.yield %s : i32
    } -> tensor<5xi32>
    %P = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<8x6xi8>, tensor<6x5xi8>) outs(%zeros : tensor<8x5xi32>) {
    ^bb0(%x: i8, %w: i8, %sum: i32):
      %x32 = arith.extsi %x : i8 to i32
      %w32 = arith.extsi %w : i8 to i32
      %p = arith.muli %x32, %w32 : i32
      %s = arith.addi %sum, %p : i32
      linalg.yield %s : i32
    } -> tensor<8x5xi32>
    %Y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%P, %sums : tensor<8x5xi32>, tensor<5xi32>) outs(%empty : tensor<8x5xi32>) {
    ^bb0(%p: i32, %s: i32, %out: i32):
      %m = arith.muli %s, %c3 : i32
      %y = arith.subi %p, %m : i32
      linalg.yield %y : i32
    } -> tensor<8x5xi32>
    ```
  }];
  let options = [
    Option<"leastUses", "least-uses", "int64_t", /*default=*/"8",
           "products that each element of what is summed up is to be in">,
    Option<"factors", "factors", "::spindle::Factors",
           /*default=*/"::spindle::Factors::AsStored",
           "how bytes that are multiplied are to be stored",
           [{llvm::cl::values(
               clEnumValN(::spindle::Factors::AsStored, "as-stored", "as they are"),
               clEnumValN(::spindle::Factors::MixedSigns, "mixed-signs",
                          "one with a sign and one without"),
               clEnumValN(::spindle::Factors::Words, "words", "one as words"))}]>
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // SPINDLE_TRANSFORMS_LINALG_PASSES_TD
