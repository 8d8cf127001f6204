//===- TensorOps.td - schedules of tensors -----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_TENSORS_TENSOROPS_TD
#define SPINDLE_TRANSFORMS_TENSORS_TENSOROPS_TD

include "Spindle/TransformOps/TransformOpsBase.td"

def Spindle_SpecializeOp : Spindle_ScheduleStep<"specialize",
    [InPlaceTransformOpTrait]> {
  let summary = "make the size of a dimension a constant";
  let description = [{
    In the functions that `target` names or holds, those alone that have the
    name `function` where one is given: the dimension that `sparse.dims` calls
    by the name `dim` has `size` coordinates in the types of all tensors, and so
    have the axes and buffers that come of them. The function is then for operands of that size alone: memory of another one is
    told by its type, and refused by what calls it.

    The handle names modules or functions in the stage `tensors` that take tensors. Refused
    are a name that no tensor has, another size that is static already, and a
    buffer bound to memory whose type would have to change. A size that is as
    wanted stays.

    ```mlir
    %columns = transform.param.constant 128 -> !transform.param<i64>
    transform.sparse.specialize %root dim "K" size(%columns) : !transform.any_op, !transform.param<i64>
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       StrAttr:$dim,
                       TransformParamTypeInterface:$size,
                       OptionalAttr<StrAttr>:$function,
                       UnitAttr:$where_legal);
  let assemblyFormat = [{
    $target `dim` $dim `size` `(` $size `)` (`function` $function^)? attr-dict
    `:` type($target) `,` type($size)
  }];
}

def Spindle_DecomposeOp : Spindle_ScheduleStep<"decompose",
    [InPlaceTransformOpTrait]> {
  let summary = "store a tensor of programs in parts";
  let description = [{
    In the functions that `target` names or holds, those alone that have the
    name `function` where one is given: the tensor that a function takes by the
    name `operand`, and all that share its structure, get the composite format
    that the parameter `format` is, an attribute `#sparse.composite` or its
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
    transform.sparse.decompose %root operand "A" format(%buckets) : !transform.any_op, !transform.any_param
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       StrAttr:$operand,
                       TransformParamTypeInterface:$format,
                       OptionalAttr<StrAttr>:$function,
                       UnitAttr:$converter,
                       UnitAttr:$where_legal);
  let assemblyFormat = [{
    $target `operand` $operand `format` `(` $format `)` (`function` $function^)?
    (`converter` $converter^)? attr-dict `:` type($target) `,` type($format)
  }];
}

#endif // SPINDLE_TRANSFORMS_TENSORS_TENSOROPS_TD
