//===- Passes.td - passes on pruned models -----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PROPAGATION_PASSES_TD
#define SPINDLE_PROPAGATION_PASSES_TD

include "mlir/Pass/PassBase.td"

def TesaPrintPass : Pass<"tesa-print"> {
  let summary = "say what is known of the elements of each value";
  let description = [{
    Propagates what is pruned through the functions below the operation, and leaves
    a remark at each value of which something is known: how many of its elements
    are 0, and how many have no effect on what is returned, with the blocks that
    these facts vary in. If asked, it says how many are the same number in every run,
    and how many need a format with fewer bits than their type.

    A call of a function without a body has results of which nothing is known, unless
    `libraries` has its compiled code, as the symbol `_mlir_ciface_NAME`: then what is 0 in
    all samples is taken for zero. How many elements are known only so stands in the
    remark, at all values: "8 of 16 elements are zero, by [4, 2], 4 of them by 256 samples".

    Requires: a program on tensors; other operations have results of which nothing is
    known. Ensures: the same program. Refused: libraries that cannot be opened or do not
    have a function, and calls that cannot be sampled.

    ```mlir
    %Y = linalg.matmul ins(%A, %X : tensor<4x4xf32>, tensor<4x4xf32>) outs(%start : tensor<4x4xf32>) -> tensor<4x4xf32>
    ```

    with two rows of A and a column of X pruned has the remark "10 of 16 elements are
    zero, by [2, 3]".
  }];
  let options = [
    Option<"seed", "seed", "int64_t", "-1",
           "visit operations in an order that depends on this, 0 or more">,
    Option<"masks", "masks", "bool", "false",
           "say which elements, as a #tesa.mask that keeps them">,
    Option<"constants", "constants", "bool", "false",
           "say which elements are constant">,
    Option<"widths", "widths", "bool", "false",
           "say which formats elements need">,
    Option<"strict", "strict", "bool", "false",
           "only facts that hold for infinities, and for what is no number">,
    ListOption<"libraries", "libraries", "std::string",
               "shared objects that have functions without a body">,
    Option<"samples", "samples", "unsigned", "256",
           "times that such a function is run">,
    Option<"samplesSeed", "samples-seed", "uint64_t", "1",
           "what random operands depend on">
  ];
  let dependentDialects = ["::spindle::tesa::TesaDialect"];
}

def TesaPruneDeadPass : Pass<"tesa-prune-dead"> {
  let summary = "make 0 what has no effect";
  let description = [{
    Marks, behind arguments of functions and constants, the elements that have no effect on what is
    returned as pruned, by `tesa.mark`, where they are not known to be 0: what is
    computed with them becomes sparse, and results stay what they are.

    Facts from samples are not used. Requires: a program on tensors. Ensures: the same
    results, where no number is infinite or not a number. Zeros may have another sign, and
    what sees signs, such as `math.copysign`, another result. In strict mode results are the
    same bits in any case: an element that says which sign a zero has stays, unless
    no one sees that sign, as behind a sum that starts from 0.

    ```mlir
    %W0 = tesa.mark %W keeps <[4, 6] by [4, 1] keeps "2d"> : tensor<4x6xf32>
    ```
  }];
  let dependentDialects = ["::spindle::tesa::TesaDialect"];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "only facts that hold for infinities, and for what is no number">
  ];
  let statistics = [
    Statistic<"numMarked", "values-marked", "Values that are marked">,
    Statistic<"numPruned", "elements-pruned", "Elements that become 0">
  ];
}

def TesaFoldConstantsPass : Pass<"tesa-fold-constants"> {
  let summary = "make constants of what is the same number in every run";
  let description = [{
    A result whose elements are all known constants becomes an `arith.constant`;
    where some of them are, and are not 0, it goes through a `tesa.replace`. Of results that
    follow from one another only the last ones are replaced, so that what computes
    the others has no effect.

    Requires: a program on tensors. Ensures: the same results, bit by bit, where no
    number is infinite or not a number; in strict mode, in any case.

    ```mlir
    %0 = tesa.replace %H keeps <[8, 6] by [8, 1] keeps "1f"> with dense<5.000000e+00> : tensor<1xf32> : tensor<8x6xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::spindle::tesa::TesaDialect"];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "only facts that hold for infinities, and for what is no number">
  ];
  let statistics = [
    Statistic<"numFolded", "values-folded", "Results that become constants">,
    Statistic<"numReplaced", "values-replaced",
              "Results of which elements become constants">
  ];
}

def ConvertTesaToArithPass : Pass<"convert-tesa-to-arith"> {
  let summary = "choose 0 for what is pruned, and constants for what is replaced";
  let description = [{
    Each `tesa.mark` becomes an `arith.select` between its source and 0, by a
    constant of a bit for each element, and each `tesa.replace` one between its source
    and its constants. A `tesa.width` becomes its source, and arguments lose their
    attributes.

    Ensures: nothing of `tesa`.

    ```mlir
    %0 = tesa.mark %Y keeps <[2, 4] by [1, 4] keeps "01"> : tensor<2x4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // SPINDLE_PROPAGATION_PASSES_TD
