//===- Passes.td - passes of the axis dialect --------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_AXIS_TRANSFORMS_PASSES_TD
#define SPINDLE_DIALECT_AXIS_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ChooseLookupsPass
    : InterfacePass<"spindle-choose-lookups", "::mlir::FunctionOpInterface"> {
  let summary = "say how look-ups find their positions, and where";
  let description = [{
    Sets the strategy of every `axis.locate` of position space that has none:

    - `direct` on an axis without an array of coordinates;
    - `linear` on one that is not sorted, and on one whose fibres have at most
      8 cells by its type;
    - `carry` where the look-up stands directly in an `scf.for`, its position
      (`under`) does not change in the loop, and the coordinate does not descend
      from one iteration to the next: it is the loop's variable, or the
      coordinate of a sorted axis at the loop's positions or offsets in one
      fibre. The loop hands the position on to its next iteration, which searches
      onwards from there, as in a merge. It is then a serial one: loops that are
      to be parallel are made so first, or their look-ups given a strategy;
    - `binary` elsewhere.

    A look-up directly in an `scf.for` that gives the same result in every
    iteration is moved before the loop, and so on outwards, unless its strategy
    is `carry`. So that nothing is asked that was not asked before, an `scf.if`
    goes with it that asks whether the loops it left have an iteration; a
    look-up on a dense_fixed axis that has all its cells needs none. In the loop
    that it comes to stand in, such a look-up too may carry: where it is not
    asked, the position is handed on as it is.
    A look-up in an `scf.forall` neither carries through it nor leaves it.

    Requires: nothing. Ensures: the look-ups of position space have a strategy,
    and the program is the same; run again, it changes nothing.

    ```mlir
    scf.for %p = %begin to %end step %c1 {
      %j = axis.coordinate %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
      %q, %found = axis.locate %K[%j] under %i : index : !axis.axis<sparse_variable, sorted, unique> -> index
      "test.use"(%q, %found) : (index, i1) -> ()
    }
    ```

    becomes

    ```mlir
    %runs = arith.cmpi slt, %begin, %end : index
    %start = scf.if %runs -> (index) {
      %first = axis.position %K[%c0] under %i : !axis.axis<sparse_variable, sorted, unique>
      scf.yield %first : index
    } else {
      scf.yield %c0 : index
    }
    %last = scf.for %p = %begin to %end step %c1 iter_args(%from = %start) -> (index) {
      %j = axis.coordinate %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
      %q, %found = axis.locate %K[%j] under %i : index by carry from %from : !axis.axis<sparse_variable, sorted, unique> -> index
      "test.use"(%q, %found) : (index, i1) -> ()
      scf.yield %q : index
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // SPINDLE_DIALECT_AXIS_TRANSFORMS_PASSES_TD
