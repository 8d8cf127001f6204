//===- PlanOps.td - plans of models ------------------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PLANS_PLANOPS_TD
#define SPINDLE_PLANS_PLANOPS_TD

include "Spindle/TransformOps/TransformOpsBase.td"
include "mlir/IR/CommonAttrConstraints.td"

/// An operation `transform.tesa.<mnemonic>`, which may change a model.
class Spindle_PlanStep<string mnemonic, list<Trait> traits = []>
    : Op<Transform_Dialect, "tesa." # mnemonic,
         [MemoryEffectsOpInterface, TransformOpInterface, ScheduleStepTrait,
          InPlaceTransformOpTrait] # traits> {
  let cppNamespace = "::spindle::transform_ops";
  let extraClassDeclaration = [{
    ::mlir::DiagnosedSilenceableFailure
    applyStep(::mlir::transform::TransformRewriter &rewriter,
              ::mlir::transform::TransformResults &results,
              ::mlir::transform::TransformState &state);
  }];
}

def Spindle_RemovePrunedOp : Spindle_PlanStep<"remove_pruned"> {
  let summary = "make tensors smaller where they are pruned as a whole";
  let description = [{
    In the functions on builtin tensors that `target` names or holds: rows,
    columns, channels and filters that are zero or dead in every tensor that has
    them are removed, so that products are smaller dense ones. Dimensions that
    operations go through by one loop have the same coordinates, and are removed
    together: a column of a weight, what it is multiplied to, the element of the
    bias behind it, and the row of the next weight. What that leaves are
    results and, of arguments, those that are the same in each run, by `tesa.mask` or
    `tesa.constant`: they get smaller types, and say by `tesa.kept` which coordinates of the
    larger tensor they have.

    Results stay what they are as long as numbers are finite. A pruned channel that a bias
    is added to is not 0, and stays, unless nothing reads it. Left as they are, too, are
    dimensions of results and of other arguments, those that a body asks for, those of a
    window, and those that a maximum or minimum is taken over.

    The handle names modules or functions. Refused are functions that others
    call, and functions of several blocks; what is refused is as it was.

    ```mlir
    transform.tesa.remove_pruned %root : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$where_legal);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def Spindle_StoreOp : Spindle_PlanStep<"store"> {
  let summary = "store a weight of a model in a format";
  let description = [{
    In the functions on builtin tensors that `target` names or holds, the argument
    called `operand` has the format that the parameter `format` is, an attribute or
    its text as on a command line: `convert-linalg-to-sparse` makes it a tensor in that
    format. A format in which all elements are stored, `dense`, stands for no format.

    A `#tesa.width`, of at most a few formats, stores the weight of products in a part for each of
    these: arguments called `W_i8` or `W_f32` take its place, which have a `tesa.part` and masks, and each
    product becomes the sum of products by parts. Formats of parts are stored by their names, and
    chosen by `plan` as those of other weights. A weight of floats in integers is rounded to
    multiples of steps, one for each output, an argument called `W_i8_steps`; by integers of 8
    bits the other factor is multiplied as bytes, too, rounded to multiples of a step for each
    token, unless `keep_inputs`. Other parts keep their numbers.

    Refused, and left as they were, are functions in which that pass would refuse it:
    a format of another rank, and one in parts that an operation cannot read. Refused, too, are
    parts of a weight that anything else than products reads.
    `where_legal` leaves the argument as it was.

    ```mlir
    %columns = transform.param.constant #sparse.csc -> !transform.any_param
    transform.tesa.store %root operand "W" format(%columns) : !transform.any_op, !transform.any_param
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       StrAttr:$weight,
                       TransformParamTypeInterface:$format,
                       UnitAttr:$keep_inputs,
                       UnitAttr:$where_legal);
  let assemblyFormat = [{
    $target `operand` $weight `format` `(` $format `)` attr-dict
    `:` type($target) `,` type($format)
  }];
}

def Spindle_PlanOp : Spindle_PlanStep<"plan"> {
  let summary = "choose how each product of a model is computed";
  let description = [{
    In the functions on builtin tensors that `target` names or holds: removes what is
    pruned as a whole, as `remove_pruned`, unless `whole`, and stores each weight of a
    product in the format that suits its mask, as `store`. Formats are ranked by what the
    product is estimated to take on the machine that the schedule is applied for, on all
    its processors or on `threads` threads: dense, elements one by one, these in sections of the inputs, blocks, and
    blocks with the rest one by one. Another one than dense is taken where it would be faster even if the
    estimate is off. A weight that has a format keeps it.

    A weight, a matrix, that says by `tesa.width` what its elements need is stored in fewer bits where that
    is surely faster: all ways of `round_widths` are ranked, each with the best formats of its parts, and
    with what it takes to round the other factor to bytes in the run, once for all weights that it is multiplied by.
    With `keep_inputs` it stays as it is. Without `tesa.width` no element is rounded.

    Refused is what `remove_pruned` refuses.

    ```mlir
    transform.tesa.plan %root threads 2 : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntMinValue<1>]>>:$threads,
                       UnitAttr:$whole,
                       UnitAttr:$keep_inputs);
  let assemblyFormat = [{
    $target (`threads` $threads^)? (`whole` $whole^)? attr-dict `:` type($target)
  }];
}

/// Gives the format that suits the mask of a weight.
class Spindle_FormatStep<string mnemonic> : Spindle_PlanStep<mnemonic> {
  let results = (outs TransformParamTypeInterface:$format);
  let hasVerifier = 1;
}

def Spindle_CoverOp : Spindle_FormatStep<"cover"> {
  let summary = "find the blocks that cover a weight at the least cost";
  let description = [{
    Gives the format in which the weight `operand`, a matrix, has its kept elements in
    blocks of the sizes that `sizes` has, a pair for each, outputs and inputs
    of its product: each element is in exactly one block, and all blocks together cost
    as little as they can, where one of each size costs what `costs` has for it. A size divides the
    one before. Sizes of which no block is needed are left out; where one is left, it is
    a format of blocks, or of single elements, and else one in parts that has the `cover`
    ([composite formats](../Formats/composite.md)). With `dense`, the cost of a cell of
    a dense product, it is `dense` where that costs no more.

    The elements are those that the argument's `tesa.mask` keeps, all without one. Refused
    are an argument that is no matrix, sizes that do not divide one another, and other
    numbers of costs.

    ```mlir
    %blocks = transform.tesa.cover %root operand "W" sizes [8, 8, 1, 1] costs [20.0, 1.0] : (!transform.any_op) -> !transform.any_param
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       StrAttr:$weight,
                       DenseI64ArrayAttr:$sizes,
                       DenseF64ArrayAttr:$costs,
                       OptionalAttr<F64Attr>:$dense);
  let assemblyFormat = [{
    $target `operand` $weight `sizes` $sizes `costs` $costs (`dense` $dense^)?
    attr-dict `:` functional-type($target, results)
  }];
}

def Spindle_StructureOp : Spindle_FormatStep<"structure"> {
  let summary = "keep n of m inputs of each output, and the rest apart";
  let description = [{
    Gives the format in which the weight `operand`, a matrix, has up to `n` of each `m`
    inputs of an output that stand together in the structured format `nm`, and what is
    left of its kept elements one by one. It has no second part where nothing is left.

    Refused are an argument that is no matrix, and numbers other than 1 to `m` of `m`.

    ```mlir
    %halves = transform.tesa.structure %root operand "W" keeps 2 of 4 : (!transform.any_op) -> !transform.any_param
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       StrAttr:$weight,
                       I64Attr:$n, I64Attr:$m);
  let assemblyFormat = [{
    $target `operand` $weight `keeps` $n `of` $m
    attr-dict `:` functional-type($target, results)
  }];
}

/// The formats that elements need.
def Spindle_WidthsAttr
    : Attr<CPred<"::llvm::isa<::spindle::tesa::WidthAttr>($_self)">,
           "a #tesa.width"> {
  let storageType = "::spindle::tesa::WidthAttr";
  let returnType = "::spindle::tesa::WidthAttr";
  let convertFromStorage = "$_self";
}

def Spindle_RoundWidthsOp : Spindle_PlanStep<"round_widths"> {
  let summary = "find which widths elements of a weight are stored in";
  let description = [{
    Gives a `#tesa.width` that `store` takes for the weight `operand`, a matrix: what its elements
    need, by `as` or by the argument's `tesa.width`, rounded up to 4, 8, 16 or 32 bits, where 32
    stands for the type that it has. All elements are stored in the widest, or in two parts of which
    one has all that need no more than one of the other widths. What is pruned counts for nothing.

    The second result is what each of these costs, all in one width first and then by the lower of two: of each
    element `costs` for its width, by default the share of a product of 32 bits that it takes, 0.25, 0.25, 0.5
    and 1, and of a second part an addition for each output. The first result is the cheapest, of equal
    ones the first, or the one of the widths that `widths` has.

    Integers that have fewer bits than 4 are stored in 4, two in a byte, and multiplied as bytes. Integers and floats that no format of 16 bits
    has all of are stored in 32.

    Refused are an argument that is no matrix of products, formats of another shape or of more
    than 32 bits that are not its own type, and `widths` that there is no way for.

    ```mlir
    %parts, %told = transform.tesa.round_widths %root operand "W" : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       StrAttr:$weight,
                       OptionalAttr<Spindle_WidthsAttr>:$formats,
                       OptionalAttr<DenseI64ArrayAttr>:$widths,
                       OptionalAttr<DenseF64ArrayAttr>:$costs);
  let results = (outs TransformParamTypeInterface:$rounded,
                      TransformParamTypeInterface:$told);
  let assemblyFormat = [{
    $target `operand` $weight (`as` $formats^)? (`widths` $widths^)?
    (`costs` $costs^)? attr-dict `:` functional-type($target, results)
  }];
  let hasVerifier = 1;
}

#endif // SPINDLE_PLANS_PLANOPS_TD
