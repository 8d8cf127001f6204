//===- StageOps.td - from stage to stage in a schedule -----*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SCHEDULE_STAGEOPS_TD
#define SPINDLE_SCHEDULE_STAGEOPS_TD

include "Spindle/TransformOps/TransformOpsBase.td"
include "Spindle/Dialect/Iter/IR/IterEnums.td"

class Spindle_LoweringOp<string mnemonic>
    : Spindle_TransformOp<mnemonic, [FunctionalStyleTransformOpTrait]> {
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
}

def Spindle_LowerToCoordinatesOp : Spindle_LoweringOp<"lower_to_coordinates"> {
  let summary = "lower modules to coordinate space";
  let description = [{
    Runs what `spindle-lower-to-loops` runs up to stage I, nests over axes made
    from memory. The handle names modules; the new one names them again, and
    every other handle into them is of no use afterwards. A module that is in
    stage I or beyond stays as it is. One that holds the schedule itself is
    refused: `spindle-apply-schedule` takes it out first.

    ```mlir
    transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
      %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
      transform.yield
    }
    ```
  }];
}

def Spindle_LowerToPositionsOp : Spindle_LoweringOp<"lower_to_positions"> {
  let summary = "lower modules to position space";
  let description = [{
    Runs what `spindle-lower-to-loops` runs from stages 0 and I up to stage II,
    loops over stored positions. Loops are not yet parallel, and look-ups have
    no strategy: both follow in `lower_to_loops`.

    ```mlir
    transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
      %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
      transform.yield
    }
    ```
  }];
}

def Spindle_LowerToLoopsOp : Spindle_LoweringOp<"lower_to_loops"> {
  let summary = "lower modules to plain loops on plain memory";
  let description = [{
    Runs what `spindle-lower-to-loops` runs from any stage before to stage III.
    Where the pipeline that applies the schedule makes parallel code, outermost
    loops are made parallel, divided among workers, and outlined here; loops in
    an outlined body are found by their labels as before.

    ```mlir
    transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
      %loops = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
      transform.yield
    }
    ```
  }];
}

def Spindle_MatchNestsOp : Spindle_TransformOp<"match.nests",
    [NavigationTransformOpTrait]> {
  let summary = "find nests of coordinate space";
  let description = [{
    The `iter.nest` operations in `target`, in the order of the text, those in
    other nests after the one around them. With `nest`, those alone that have
    the name. There is no failure where none is found: the handle is empty.

    ```mlir
    %nests = transform.sparse.match.nests nest "spmm" in %coordinates : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       OptionalAttr<StrAttr>:$nest);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    (`nest` $nest^)? `in` $target attr-dict `:` functional-type(operands, results)
  }];
}

def Spindle_TakeIfOp : Spindle_TransformOp<"take_if",
    [NavigationTransformOpTrait]> {
  let summary = "name what a handle names, or nothing";
  let description = [{
    What `target` names where the number `condition` is not 0, and nothing where
    it is: what is selected in the new handle, and changed, is then left as it
    is. So a knob switches a part of a schedule off.

    ```mlir
    %reassociate = transform.tune.knob<"reassociate"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %free = transform.sparse.take_if %reassociate %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformParamTypeInterface:$condition,
                       TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $condition $target attr-dict `:` functional-type(operands, results)
  }];
}

def Spindle_MatchLoopsOp : Spindle_TransformOp<"match.loops",
    [NavigationTransformOpTrait]> {
  let summary = "find loops of position space, or plain ones, by their labels";
  let description = [{
    The `scf.for` and `scf.forall` operations in `target` whose label
    `iter.loop` agrees with all that is given: the name of the nest, the names
    of the dimensions that the loop runs over, kinds of axes, what the author
    said of the dimension, and what the loop is to it. Further conditions are on
    the loop itself:

    - `innermost`: no loop is in it;
    - `outermost`: it is in no loop;
    - `holds_loops`: a loop is in it;
    - `holds_reduction`: a loop over a reduction is in it;
    - `unit_stride`: the last index of an access in it steps with its variable,
      one by one, and no other index of one does;
    - `strided`: an index of an access in it that is not the last one has its
      variable in it, or is a coordinate that comes once, at a position that it
      tells, as the row that stands in a slot of a slice;
    - `dense_inside`: all loops in it are over dense axes;
    - `few_iterations`: it is known to have 32 iterations at most, as a loop
      over the rows of a block.

    They come in the order of the text, a loop before those in it. There is no
    failure where none is found: the handle is empty.

    ```mlir
    %columns = transform.sparse.match.loops nest "spmm" dims ["K"] in %loops : (!transform.any_op) -> !transform.any_op
    %dense = transform.sparse.match.loops kind spatial unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       OptionalAttr<StrAttr>:$nest,
                       OptionalAttr<StrArrayAttr>:$dims,
                       OptionalAttr<Iter_DimKind>:$kind,
                       OptionalAttr<Iter_LoopRole>:$role,
                       OptionalAttr<StrArrayAttr>:$axes,
                       UnitAttr:$innermost,
                       UnitAttr:$outermost,
                       UnitAttr:$holds_loops,
                       UnitAttr:$holds_reduction,
                       UnitAttr:$unit_stride,
                       UnitAttr:$strided,
                       UnitAttr:$dense_inside,
                       UnitAttr:$few_iterations);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    (`nest` $nest^)? (`dims` $dims^)? (`kind` $kind^)? (`role` $role^)?
    (`axes` $axes^)? oilist(`innermost` $innermost | `outermost` $outermost
      | `holds_loops` $holds_loops | `holds_reduction` $holds_reduction
      | `unit_stride` $unit_stride | `strided` $strided
      | `dense_inside` $dense_inside | `few_iterations` $few_iterations)
    `in` $target attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // SPINDLE_SCHEDULE_STAGEOPS_TD
