//===- Passes.td - what only processors need ---------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_CPU_PASSES_TD
#define SPINDLE_TARGET_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerContractionsPass
    : InterfacePass<"spindle-lower-contractions",
                    "::mlir::FunctionOpInterface"> {
  let summary = "make products of small matrices of what the processor has";
  let description = [{
    In plain loops. Each `vector.contract` that adds up the products of the rows
    of its first operand and the columns of its second one, as
    `transform.sparse.tensorize` makes them, becomes operations on vectors of one
    dimension: rows of the second operand times elements of the first, widened
    first where the sums are of a wider type, and added in the order of the
    reduction. Other contractions stay as they are.

    Those of narrow numbers become instructions that add several products to each
    lane of 32 bits, in vectors of up to `vector-bits`, where options say that the
    processor has them. Elements of as many steps of the reduction as a lane holds
    are interleaved; the last ones are filled up with zeros. Sums of integers are
    exact.

    - `bf16-dots`: pairs of bf16 into f32, where the contraction has
      `fastmath = #arith.fastmath<reassoc>`: they are added in another order, each
      product and its sum rounded once, to nearest, with subnormal numbers taken
      for zeros before and after.
    - `i16-dots`: pairs of i16 into i32.
    - `i8-dots`: quadruples of i8 into i32, in vectors of at most 256 bits.
    - `u8i8-dots`: the same of numbers without sign and with. Where both have a
      sign, those of the second operand have 128 added, and 128 times the sum of
      the others is taken away, behind the loops that only add to it; where none
      has one, they have 128 taken away, and that is added.
    - `i16-pairs`: pairs of i16 into i32, which are added to the sums after that;
      bytes are widened. Nothing saturates.

    Numbers of i16 that are widened bytes, all of an operand with a sign or all
    without one, are taken for these.

    ```mlir
    %sums = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %numbers, %rows, %before : vector<2x2xbf16>, vector<2x16xbf16> into vector<2x16xf32>
    ```
  }];
  let options = [
    Option<"bf16Dots", "bf16-dots", "bool", /*default=*/"false",
           "the processor adds products of pairs of bf16">,
    Option<"i16Dots", "i16-dots", "bool", /*default=*/"false",
           "the processor adds products of pairs of i16">,
    Option<"i8Dots", "i8-dots", "bool", /*default=*/"false",
           "the processor adds products of four i8">,
    Option<"u8i8Dots", "u8i8-dots", "bool", /*default=*/"false",
           "the processor adds products of four i8, of one side without sign">,
    Option<"i16Pairs", "i16-pairs", "bool", /*default=*/"false",
           "the processor multiplies pairs of i16 and adds the products up">,
    Option<"vectorBits", "vector-bits", "int64_t", /*default=*/"128",
           "bits of its widest vectors">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::vector::VectorDialect"];
}

def FuseMultiplyAddPass
    : InterfacePass<"spindle-fuse-multiply-add",
                    "::mlir::FunctionOpInterface"> {
  let summary = "round a product and its sum once";
  let description = [{
    In plain loops, for a processor that has the instruction. A product and its
    sum or difference that both have the flag `contract`, as
    `spindle-decide-fused-products` gives it, become `math.fma`. What is fused is
    so in every form that a schedule gives a loop: were it left to a code
    generator, the last bit would depend on how the loop was unrolled.

    Without `fused`, nothing becomes `math.fma`. Ensures: no product, sum or
    difference with the flag, either way.

    ```mlir
    %p = arith.mulf %a, %x fastmath<contract> : f32
    %new = arith.addf %sum, %p fastmath<contract> : f32
    ```

    becomes `%new = math.fma %a, %x, %sum : f32`.
  }];
  let options = [
    Option<"fused", "fused", "bool", /*default=*/"true",
           "round products with their sums; else take the flags away alone">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def ApproximateFunctionsPass
    : InterfacePass<"spindle-approximate-functions",
                    "::mlir::FunctionOpInterface"> {
  let summary = "compute functions of f32 by polynomials";
  let description = [{
    In plain loops. Functions of `math` of f32, numbers or vectors, become
    arithmetic, on all lanes at once: of a code generator they would become a
    call of the library per lane. Numbers and vectors become the same
    operations, so that a schedule which makes vectors changes no bit. Of f16 and
    bf16 they are those of f32, rounded.

    | function | right to (units in the last place) |
    |---|---|
    | `exp`, `log` | 1 |
    | `expm1`, `log1p`, `log2` | 1.5 |
    | `tanh`, `erfc` | 3 |
    | `erf` | 6 |

    That holds for all arguments: subnormal ones and results, numbers near 0
    and 1, and near where the result is infinite. A unit is at least the least
    subnormal number. Zeros keep their sign; NaN gives NaN. Everything else stays
    as it is.

    Without `fused`, no function but `erfc`, which would be less exact, has
    `math.fma` in it: it would be a call of the library on a processor that
    lacks it. The bounds hold either way, the bits differ.

    ```mlir
    %e = math.exp %x : vector<16xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [
    Option<"fused", "fused", "bool", /*default=*/"true",
           "the processor multiplies and adds, and rounds, in one instruction">
  ];
}

def CallFunctionsPass : Pass<"spindle-call-functions", "::mlir::ModuleOp"> {
  let summary = "call the library's functions that LLVM has no good form of";
  let description = [{
    In plain loops. `math.expm1` and `math.log1p` become calls of the C library's
    functions, one for each lane of a vector. Upstream's conversion makes
    `exp(x) - 1` and `log(1 + x)` of them, which loses all digits near 0.
    Vectors of `math.erf`, `erfc`, `cbrt`, `acosh`, `asinh` and `atanh`, which
    LLVM lacks, become a call for each lane, or an operation on each lane.

    Ensures: no `math.expm1` and no `math.log1p`, and no vectors of the others.

    ```mlir
    %e = math.expm1 %x : f64
    ```

    becomes `%e = call @expm1(%x) : (f64) -> f64`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::vector::VectorDialect"];
}

def ExpandSmallFloatsPass
    : InterfacePass<"spindle-expand-small-floats",
                    "::mlir::FunctionOpInterface"> {
  let summary = "compute with f16 and bf16 on processors that cannot";
  let description = [{
    In plain loops. Operations of `arith` and `math` on f16 and bf16 become
    operations on f32, and conversions arithmetic on integers, so that code for
    a processor that lacks them calls no library. Each operation is rounded
    once, to nearest and even, with subnormal numbers, infinities and NaN: what
    an f32 rounds wrongly (an f64, a large integer, `math.fma`) is rounded to odd
    first. Functions such as `math.exp` are those of f32, rounded once more.
    Vectors are taken element by element; `llvm.intr.vector.reduce.fadd` and its
    like combine the elements in f32 and round once. What moves numbers stays, but
    `arith.select` chooses between their bits, and it is bits that `llvm.load`,
    `llvm.intr.masked.load` and their like load and store, and that branches hand
    on.

    `f16` and `bf16` say what the processor has: with `conversions` those between
    f32 and the type stay, with `arithmetic` all but functions.

    Requires: no tensors and no numbers of more than 64 bits beside f16 and bf16;
    conversions round to nearest and even. Where a function breaks a requirement,
    it is not changed.

    ```mlir
    %y = arith.extf %x : bf16 to f32
    ```

    becomes

    ```mlir
    %bits = arith.bitcast %x : bf16 to i16
    %wide = arith.extui %bits : i16 to i32
    %upper = arith.shli %wide, %c16 : i32
    %y = arith.bitcast %upper : i32 to f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
  let options = [
    Option<"f16", "f16", "::spindle::SmallFloatSupport",
           /*default=*/"::spindle::SmallFloatSupport::None",
           "what the processor has for f16",
           [{::spindle::getSmallFloatChoices()}]>,
    Option<"bf16", "bf16", "::spindle::SmallFloatSupport",
           /*default=*/"::spindle::SmallFloatSupport::None",
           "what the processor has for bf16",
           [{::spindle::getSmallFloatChoices()}]>
  ];
}

#endif // SPINDLE_TARGET_CPU_PASSES_TD
