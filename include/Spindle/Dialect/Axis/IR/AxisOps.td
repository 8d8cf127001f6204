//===- AxisOps.td - operations of the axis dialect ---------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_AXIS_IR_AXISOPS_TD
#define SPINDLE_DIALECT_AXIS_IR_AXISOPS_TD

include "Spindle/Dialect/Axis/IR/AxisBase.td"
include "Spindle/Dialect/Axis/IR/AxisOpInterfaces.td"
include "mlir/Dialect/Bufferization/IR/BufferViewFlowOpInterface.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpAsmInterface.td"

class Axis_Op<string mnemonic, list<Trait> traits = []>
    : Op<Axis_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Constructors
//===----------------------------------------------------------------------===//

// An axis depends on its arrays, and on those of its ancestors: they are not
// freed before its last use.
class Axis_Constructor<string mnemonic, list<Trait> traits = []>
    : Axis_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<AxisOpInterface>,
        DeclareOpInterfaceMethods<BufferViewFlowOpInterface>]> {
  let results = (outs Axis_AxisType:$result);
}

def Axis_DenseFixedOp : Axis_Constructor<"dense_fixed", [Pure]> {
  let summary = "an axis whose every fibre has all coordinates";
  let description = [{
    Each fibre has `extent` positions, with the coordinates 0 to `extent` - 1.
    Without a parent the axis is a root and has a single fibre. An extent that
    is negative, or not the static width of the result, is undefined.

    Rules: (C1) the result's kind is dense_fixed; (C2) the parent is made by an
    axis or sparse operation.

    ```mlir
    %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
    %II = axis.dense_fixed %c4 of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed, width = 4>
    ```
  }];
  let arguments = (ins Index:$extent, Optional<Axis_AxisType>:$parent);
  let assemblyFormat = [{
    $extent (`of` $parent^ `:` qualified(type($parent)) `->`):(`:`)? qualified(type($result))
    attr-dict
  }];
  let hasVerifier = 1;
}

def Axis_SparseVariableOp : Axis_Constructor<"sparse_variable", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "an axis whose fibres keep a list of coordinates each";
  let description = [{
    The fibre under the parent's position `p` has the positions
    `positions[p]` to `positions[p + 1]` - 1, and `coordinates[q]`, in
    [0, `extent`), is the coordinate of position `q`: CSR's indptr and indices.

    `positions` has one entry more than the parent has positions, starts with
    0, does not descend, and its last entry is at most the size of
    `coordinates`. The operation reads both; to write to or free either while
    the axis is in use is undefined, and so is structure that breaks what the
    type claims (`sorted`, `unique`). An axis is in use from here to the last
    use of it, of its sites, and of what is computed from answers about it: a
    question has no effect, and may be moved down to where its answer is used.

    Rules: (C1) the result's kind is sparse_variable; (C2) the element types
    are the result's `pos` and `crd`; (C3) the parent is made by an axis or
    sparse operation.

    ```mlir
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Index:$extent, Axis_AxisType:$parent,
                       MemRefRankOf<[AnySignlessInteger], [1]>:$positions,
                       MemRefRankOf<[AnySignlessInteger], [1]>:$coordinates);
  let assemblyFormat = [{
    $extent `of` $parent `positions` $positions `coordinates` $coordinates
    `:` qualified(type($parent)) `,` qualified(type($positions)) `,` qualified(type($coordinates)) `->`
    qualified(type($result)) attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

// A question has no effect: CSE merges it. It may be hoisted to where it would
// not have been asked only if the answer needs no stored array.
class Axis_Question<string mnemonic, list<Trait> traits = []>
    : Axis_Op<mnemonic, traits # [NoMemoryEffect,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let hasVerifier = 1;
}

// A question about the fibre under one of the parent's positions.
class Axis_FibreQuestion<string mnemonic, list<Trait> traits = []>
    : Axis_Question<mnemonic, traits>;

def Axis_ExtentOp : Axis_Question<"extent"> {
  let summary = "the number of coordinates of an axis";
  let description = [{
    Coordinates on the axis lie in [0, extent).

    Rules: (C1) the axis is made by an axis or sparse operation.

    ```mlir
    %n = axis.extent %J : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$axis `:` qualified(type($axis)) attr-dict";
  let hasFolder = 1;
}

def Axis_SizeOp : Axis_Question<"size"> {
  let summary = "the number of all positions of an axis";
  let description = [{
    The sum of the lengths of all fibres: for a sparse_variable axis, the
    number of its stored coordinates.

    Rules: (C1) the axis is made by an axis or sparse operation.

    ```mlir
    %nnz = axis.size %J : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$axis `:` qualified(type($axis)) attr-dict";
}

def Axis_LengthOp : Axis_FibreQuestion<"length"> {
  let summary = "the number of positions of one fibre";
  let description = [{
    The length of the fibre under position `under` of the parent. A position
    that the parent does not have is undefined.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    is given just when the axis has a parent.

    ```mlir
    %len = axis.length %J under %i : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Optional<Index>:$under);
  let results = (outs Index:$result);
  let assemblyFormat = "$axis (`under` $under^)? `:` qualified(type($axis)) attr-dict";
}

def Axis_PositionOp : Axis_FibreQuestion<"position"> {
  let summary = "the position of an offset in a fibre";
  let description = [{
    Positions count through all fibres of an axis in order, offsets start at 0
    in each. `offset` may be the fibre's length: the answer is then the end of
    the fibre. A position that the parent does not have is undefined.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    is given just when the axis has a parent.

    ```mlir
    %p = axis.position %J[%o] under %i : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$offset,
                       Optional<Index>:$under);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $axis `[` $offset `]` (`under` $under^)? `:` qualified(type($axis)) attr-dict
  }];
  let hasFolder = 1;
}

def Axis_CoordinateOp : Axis_FibreQuestion<"coordinate"> {
  let summary = "the coordinate of a position";
  let description = [{
    The coordinate that `position`, which lies under position `under` of the
    parent, stands for. A position that does not exist is undefined.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    is given just when the axis has a parent.

    ```mlir
    %j = axis.coordinate %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$position,
                       Optional<Index>:$under);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $axis `[` $position `]` (`under` $under^)? `:` qualified(type($axis)) attr-dict
  }];
  let hasFolder = 1;
}

def Axis_ParentOp : Axis_Question<"parent"> {
  let summary = "the parent's position that a position lies under";
  let description = [{
    For a sparse_variable axis this is a search in the positions array, of
    logarithmic time. A position that does not exist is undefined.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) it has a
    parent.

    ```mlir
    %i = axis.parent %J[%p] : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$position);
  let results = (outs Index:$result);
  let assemblyFormat = "$axis `[` $position `]` `:` qualified(type($axis)) attr-dict";
}

def Axis_OccupiedOp : Axis_FibreQuestion<"occupied"> {
  let summary = "whether a fibre has a position";
  let description = [{
    True where `position` exists and lies in the fibre under position `under`
    of the parent. Any position may be asked of; one that the parent does not
    have, after `under`, is undefined.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    is given just when the axis has a parent.

    ```mlir
    %yes = axis.occupied %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$position,
                       Optional<Index>:$under);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $axis `[` $position `]` (`under` $under^)? `:` qualified(type($axis)) attr-dict
  }];
}

def Axis_PositionOfOp : Axis_Op<"position_of", [Pure]> {
  let summary = "the position of a site, as a number";
  let description = [{
    The door from sites to index arithmetic: an edge's number in an array of
    edge features, say.

    Rules: (C1) the site is made by a nest or a look-up.

    ```mlir
    %q = axis.position_of %p : !axis.site
    ```
  }];
  let arguments = (ins Axis_SiteType:$site);
  let results = (outs Index:$result);
  let assemblyFormat = "$site `:` qualified(type($site)) attr-dict";
  let hasVerifier = 1;
}

def Axis_LocateOp : Axis_Question<"locate", [
    DeclareOpInterfaceMethods<SiteOpInterface>]> {
  let summary = "the place of a coordinate in a fibre";
  let description = [{
    Looks `coordinate` up in the fibre under `under`. Where the fibre has it,
    `found` is true and `place` is the element's site (or, in position space,
    its position). Where it has not, `found` is false and `place` must not be
    used. Any coordinate may be asked for, negative and out of range ones
    among them.

    `strategy` says how to look: `direct` (dense_fixed axes), `binary` (sorted
    axes) or `linear`. Without one, it is `direct` on dense_fixed axes, `binary`
    on sorted ones, else `linear`.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    is given just when the axis has a parent; (C3) a site given as `under`
    lies on the axis' parent; (C4) the coordinates of the axis are unique;
    (C5) the strategy fits the axis; (C6) `under` and `place` have one type.

    ```mlir
    %p, %found = axis.locate %J[%j] under %r : !axis.site : !axis.axis<sparse_variable, sorted, unique> -> !axis.site
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$coordinate,
                       Optional<AnyTypeOf<[Index, Axis_SiteType]>>:$under,
                       OptionalAttr<Axis_LocateStrategy>:$strategy);
  let results = (outs AnyTypeOf<[Index, Axis_SiteType]>:$place, I1:$found);
  let assemblyFormat = [{
    $axis `[` $coordinate `]` (`under` $under^ `:` qualified(type($under)))?
    (`by` $strategy^)? `:` qualified(type($axis)) `->` qualified(type($place)) attr-dict
  }];
}

#endif // SPINDLE_DIALECT_AXIS_IR_AXISOPS_TD
