//===- AxisInspectorOps.td - orders found in a pattern -----*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_AXIS_IR_AXISINSPECTOROPS_TD
#define SPINDLE_DIALECT_AXIS_IR_AXISINSPECTOROPS_TD

// An inspector reads the arrays of an axis and fills others, of which axes are
// made. `spindle-call-inspectors` hands what its interface names to a function
// of the runtime that is called like it.
class Axis_Inspector<string mnemonic, list<Trait> traits = []>
    : Axis_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<InspectorOpInterface>]> {
  let hasVerifier = 1;
}

def Axis_Found : MemRefRankOf<[I32, I64], [1]>;

def Axis_WavefrontsOp : Axis_Inspector<"wavefronts", [
    AllTypesMatch<["starts", "order", "rows"]>]> {
  let summary = "finds rows that a serial loop need not run one after the other";
  let description = [{
    A serial loop over the rows of a matrix writes in each what belongs to the
    row, and reads what belongs to the rows that its columns name. Rows of one
    wavefront do not touch what another one of it writes; so these may be run
    in any order, and wavefronts one after the other. The matrix is `axis`,
    whose fibres under the rows hold the columns.

    Row i is in the wavefront after the last one of the rows before it that it
    has as columns, or that have it as a column: these read what belongs to i
    before it is written. So each row reads what it reads in the serial loop,
    on either side of the diagonal. The loop goes from the first row to the
    last or, `backwards`, from the last to the first. Columns that are no row
    belong to none.

    The result is the number of wavefronts. `starts` is where each of them
    begins in `order`, one entry more than there are, and needs room for one
    more than there are rows; `order` has all rows, those of a wavefront in
    ascending order; `rows` has the wavefront of each row. So they are the
    arrays of an axis of rows under one of wavefronts:

    ```mlir
    %count = axis.wavefronts %J into %starts, %order, %of : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
    %W = axis.dense_fixed %count : !axis.axis<dense_fixed>
    %R = axis.sparse_variable %m of %W positions %starts coordinates %order : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
    ```

    It takes time in proportion to rows and columns, on one thread. Memory that
    is too short, positions that descend, a negative column and rows that the
    integers do not count are errors when it runs.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) it is
    sparse_variable, of integers of 32 or 64 bits, under a root that is
    dense_fixed; (C3) the memory has no layout but the identity.

    ```mlir
    %back = axis.wavefronts %J backwards into %starts, %order, %of : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, UnitAttr:$backwards,
                       Arg<Axis_Found, "", [MemWrite]>:$starts,
                       Arg<Axis_Found, "", [MemWrite]>:$order,
                       Arg<Axis_Found, "", [MemRead, MemWrite]>:$rows);
  let results = (outs Index:$count);
  let assemblyFormat = [{
    $axis (`backwards` $backwards^)? `into` $starts `,` $order `,` $rows
    `:` qualified(type($axis)) `,` type($starts) attr-dict
  }];
  let extraClassDeclaration = [{
    /// See InspectorOpInterface.
    ::llvm::SmallVector<std::string> getFilledNames() {
      return {"starts", "order", "rows"};
    }
  }];
}

#endif // SPINDLE_DIALECT_AXIS_IR_AXISINSPECTOROPS_TD
