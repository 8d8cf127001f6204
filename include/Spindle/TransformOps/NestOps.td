//===- NestOps.td - schedules of coordinate space ----------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMOPS_NESTOPS_TD
#define SPINDLE_TRANSFORMOPS_NESTOPS_TD

include "Spindle/TransformOps/TransformOpsBase.td"

def Spindle_SpecializeOp : Spindle_TransformOp<"specialize",
    [InPlaceTransformOpTrait]> {
  let summary = "make the size of a dimension a constant";
  let description = [{
    In the functions that `target` names or holds, those alone that have the
    name after `in` where one is given: the dimension that `sparse.dims` calls
    by the name after `size` has the given number of coordinates in the types
    of all tensors, and so have the axes and buffers that come of them. The
    function is then for operands of that size alone: memory of another one is
    told by its type, and refused by what calls it.

    The handle names modules or functions in the stage `tensors` that take tensors. Refused
    are a name that no tensor has, another size that is static already, and a
    buffer bound to memory whose type would have to change. A size that is as
    wanted stays.

    ```mlir
    %columns = transform.param.constant 128 -> !transform.param<i64>
    transform.sparse.specialize %root size("K") to(%columns) : !transform.any_op, !transform.param<i64>
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       StrAttr:$dim,
                       TransformParamTypeInterface:$size,
                       OptionalAttr<StrAttr>:$function,
                       UnitAttr:$where_legal);
  let assemblyFormat = [{
    $target `size` `(` $dim `)` `to` `(` $size `)` (`in` $function^)? attr-dict
    `:` type($target) `,` type($size)
  }];
}

def Spindle_DecomposeOp : Spindle_TransformOp<"decompose",
    [InPlaceTransformOpTrait]> {
  let summary = "store a tensor of programs in parts";
  let description = [{
    In the functions that `target` names or holds, those alone that have the
    name after `in` where one is given: the tensor that a function takes by the
    name `operand`, and all that share its structure, get the composite format
    that the parameter after `into` is, an attribute `#sparse.composite` or its
    text as on a command line. It is what the pass `spindle-decompose` does:
    operations on the tensor stay as they are, and `lower_to_coordinates` makes a
    nest for each part of them, after one fill.

    With `converter`, each module gets a function as well that makes the parts
    of the tensor, `@spmm_convert_A` of `@spmm`, to be called once by who has the
    tensor in the format that it had.

    The handle names modules or functions in the stage `tensors`. Refused are a tensor that
    no function takes, one of another rank, one whose levels are used, and one
    that an operation reads or writes as it cannot be in parts. A tensor that has
    the format stays. `where_legal` leaves functions that refuse as they are.

    ```mlir
    %buckets = transform.param.constant #sparse.hyb<1, 4> -> !transform.any_param
    transform.sparse.decompose %root operand("A") into(%buckets) : !transform.any_op, !transform.any_param
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       StrAttr:$operand,
                       TransformParamTypeInterface:$format,
                       OptionalAttr<StrAttr>:$function,
                       UnitAttr:$converter,
                       UnitAttr:$where_legal);
  let assemblyFormat = [{
    $target `operand` `(` $operand `)` `into` `(` $format `)` (`in` $function^)?
    (`converter` $converter^)? attr-dict `:` type($target) `,` type($format)
  }];
}

def Spindle_ReorderOp : Spindle_TransformOp<"reorder",
    [InPlaceTransformOpTrait]> {
  let summary = "run the dimensions of nests in another order";
  let description = [{
    Puts the dimensions of the nests that `target` names into the order of the
    names after `order`, which are all of them; or, with `reductions_last`,
    moves each spatial dimension out across the reductions before it, so that
    what an element of the result is combined from comes in one run of loops. It
    moves up to a reduction that it lies under, or to another spatial dimension
    that has to stay inside. A nest that has the order already stays as it is.

    A nest means its serial run, and every element of what it writes is read and
    written in the order as before: the result is the same bit for bit. Refused
    are orders in which a dimension comes before one that it lies under, or in
    which fused dimensions are parted, and those that change the order in which
    an element is read and written. Values that are combined into an element
    may come in another order where they are integers, or with `reassociate`,
    which may round sums of floats differently.

    Nests are changed in place: handles to them, and attributes, stay.
    `where_legal` leaves nests that refuse as they are.

    ```mlir
    transform.sparse.reorder %nests order ["I", "K", "J"] : !transform.any_op
    ```

    ```mlir
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       OptionalAttr<StrArrayAttr>:$order,
                       UnitAttr:$reductions_last,
                       UnitAttr:$reassociate,
                       UnitAttr:$where_legal);
  let assemblyFormat = [{
    $target (`order` $order^)? (`reductions_last` $reductions_last^)? attr-dict
    `:` type($target)
  }];
  let hasVerifier = 1;
}

def Spindle_FuseOp : Spindle_TransformOp<"fuse",
    [InPlaceTransformOpTrait]> {
  let summary = "run dimensions of nests by one loop";
  let description = [{
    Makes a group of dimensions of the nests that `target` names: one loop runs
    over the positions of the last of them, and finds the positions of those
    that it lies under. The order is as before, and so is the result. Groups
    that are named in full become part of the new one.

    Refused are dimensions that do not follow one another, each just under the
    one before, and those whose fibres may lack cells, by lengths, a cut or an
    occupancy. Nests are changed in place: handles to them, and attributes, stay.
    `where_legal` leaves nests that refuse as they are.

    ```mlir
    transform.sparse.fuse %nests dims ["I", "J"] : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       StrArrayAttr:$dims,
                       UnitAttr:$where_legal);
  let assemblyFormat = "$target `dims` $dims attr-dict `:` type($target)";
}

#endif // SPINDLE_TRANSFORMOPS_NESTOPS_TD
