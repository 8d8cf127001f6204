//===- AxisQueryOps.td - queries about axes ----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_AXIS_IR_AXISQUERYOPS_TD
#define SPINDLE_DIALECT_AXIS_IR_AXISQUERYOPS_TD

// A query has no effect: CSE merges it. It may be hoisted to where it would
// not have been asked only if the result needs no stored array.
class Axis_Query<string mnemonic, list<Trait> traits = []>
    : Axis_Op<mnemonic, traits # [NoMemoryEffect,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let hasVerifier = 1;
}

// A query about the fibre under one of the parent's positions. The fibre of
// an axis with several parents lies under a position of each, in the order of
// AxisOpInterface::getAxisParents: those of a product and of a singleton with
// several parents are preceded by the axis that they have in common.
class Axis_FibreQuery<string mnemonic, list<Trait> traits = []>
    : Axis_Query<mnemonic, traits>;

def Axis_ExtentOp : Axis_Query<"extent"> {
  let summary = "the number of coordinates of an axis";
  let description = [{
    Coordinates on the axis lie in [0, extent), or from where `from` says on. The
    extent of a product or an occupancy is 1.

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

def Axis_SizeOp : Axis_Query<"size"> {
  let summary = "the number of all cells of an axis";
  let description = [{
    The number of cells of all fibres, whether they exist or not: every position
    is below it. For a sparse_variable axis, the number of its stored
    coordinates.

    Rules: (C1) the axis is made by an axis or sparse operation.

    ```mlir
    %nnz = axis.size %J : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$axis `:` qualified(type($axis)) attr-dict";
  let hasFolder = 1;
}

def Axis_LengthOp : Axis_FibreQuery<"length", [AttrSizedOperandSegments]> {
  let summary = "the number of positions of one fibre";
  let description = [{
    The number of positions that exist in the fibre under position `under` of the
    parent (one position per parent, if there are several); of an axis with a
    `skew`, the offset after the last of them, `axis.start` where there is none. A
    position that the parent does not have is undefined. `cut at` and `skew at`
    give the coordinates that a `cut` and a `skew` of the axis depend on, where
    they are known; they are searched elsewhere.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    has one position per parent of the axis; (C3) `cut at` is for an axis with a
    cut, `skew at` for one with a skew.

    ```mlir
    %len = axis.length %J under %i : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Variadic<Index>:$under,
                       Optional<Index>:$cutAt, Optional<Index>:$skewAt);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $axis (`under` $under^)? (`cut` `at` $cutAt^)? (`skew` `at` $skewAt^)?
    `:` qualified(type($axis)) attr-dict
  }];
  let hasFolder = 1;
}

def Axis_StartOp : Axis_FibreQuery<"start", [AttrSizedOperandSegments]> {
  let summary = "the offset of the first position of one fibre";
  let description = [{
    The offset in the fibre under position `under` of the parent of the first
    position that exists: 0 but for an axis with a `skew`, and at most the
    `axis.length` of the fibre. `cut at` and `skew at` are as there.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    has one position per parent of the axis; (C3) `cut at` is for an axis with a
    cut, `skew at` for one with a skew.

    ```mlir
    %o = axis.start %DI under %p skew at %d : !axis.axis<dense_fixed>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Variadic<Index>:$under,
                       Optional<Index>:$cutAt, Optional<Index>:$skewAt);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $axis (`under` $under^)? (`cut` `at` $cutAt^)? (`skew` `at` $skewAt^)?
    `:` qualified(type($axis)) attr-dict
  }];
  let hasFolder = 1;
}

def Axis_PositionOp : Axis_FibreQuery<"position"> {
  let summary = "the position of an offset in a fibre";
  let description = [{
    Positions count through the cells of all fibres of an axis in order, offsets
    start at 0 in each. `offset` may be the number of the fibre's cells: the
    result is then the end of the fibre. A position that the parent does not have
    is undefined, but for its size, one past its last position, with the offset
    0: the result is then the axis' size.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    has one position per parent of the axis.

    ```mlir
    %p = axis.position %J[%o] under %i : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$offset,
                       Variadic<Index>:$under);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $axis `[` $offset `]` (`under` $under^)? `:` qualified(type($axis)) attr-dict
  }];
  let hasFolder = 1;
}

def Axis_CoordinateOp : Axis_FibreQuery<"coordinate"> {
  let summary = "the coordinate of a position";
  let description = [{
    The coordinate that `position`, which lies under position `under` of the
    parent, stands for. A position that does not exist is undefined.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    has one position per parent of the axis.

    ```mlir
    %j = axis.coordinate %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$position,
                       Variadic<Index>:$under);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $axis `[` $position `]` (`under` $under^)? `:` qualified(type($axis)) attr-dict
  }];
  let hasFolder = 1;
}

def Axis_ParentOp : Axis_Query<"parent"> {
  let summary = "the parent's position that a position lies under";
  let description = [{
    For a variable axis this is a search in the positions array, of logarithmic
    time. A position that does not exist is undefined.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) it has one
    parent.

    ```mlir
    %i = axis.parent %J[%p] : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$position);
  let results = (outs Index:$result);
  let assemblyFormat = "$axis `[` $position `]` `:` qualified(type($axis)) attr-dict";
  let hasFolder = 1;
}

def Axis_OccupiedOp : Axis_FibreQuery<"occupied",
    [AttrSizedOperandSegments]> {
  let summary = "whether a fibre has a position";
  let description = [{
    True where `position` exists and lies in the fibre under position `under`
    of the parent. Any position may be asked of; one that the parent does not
    have, after `under`, is undefined. `cut at` and `skew at` are as in
    `axis.length`.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    has one position per parent of the axis; (C3) `cut at` is for an axis with a
    cut, `skew at` for one with a skew.

    ```mlir
    %yes = axis.occupied %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$position,
                       Variadic<Index>:$under, Optional<Index>:$cutAt,
                       Optional<Index>:$skewAt);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $axis `[` $position `]` (`under` $under^)? (`cut` `at` $cutAt^)?
    (`skew` `at` $skewAt^)? `:` qualified(type($axis)) attr-dict
  }];
}

// A site that a look-up gives need not be one: what is done with it stays where
// it is.
def Axis_PositionOfOp : Axis_Op<"position_of", [NoMemoryEffect,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
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

def Axis_LocateOp : Axis_Query<"locate", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SiteOpInterface>]> {
  let summary = "the site of a coordinate in a fibre";
  let description = [{
    Looks `coordinate` up in the fibre under `under`. Where the fibre has it,
    `found` is true and `place` is the element's site (or, in position space,
    its position). Where it has not, `found` is false and `place` must not be
    used. Any coordinate may be asked for, negative and out of range ones
    among them. `cut at` and `skew at` are as in `axis.length`.

    `strategy` says how to look: `direct` (axes without an array of
    coordinates), `binary` (sorted axes), `linear`, or `carry`: a walk on from
    the position after `from`, below which the fibre has smaller coordinates
    only, as in a merge. Without one, it is `direct` where that fits, `binary`
    on sorted axes, else `linear`. After a carry, `place` is the first position
    from there on whose coordinate is not smaller, found or not.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    has one site or position per parent of the axis; (C3) sites given as
    `under` lie on the axis' parents and under one another as the axis says; (C4)
    the coordinates of a fibre are unique, but for a carry; (C5) the strategy fits the axis, and
    `from` is given just with `carry`; (C6) `under` and `place` have one type,
    positions where `cut at`, `skew at` or `from` is given; (C7) the axis is
    neither a product nor an occupancy; (C8) `cut at` is for an axis with a cut,
    `skew at` for one with a skew.

    ```mlir
    %p, %found = axis.locate %J[%j] under %r : !axis.site : !axis.axis<sparse_variable, sorted, unique> -> !axis.site
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$coordinate,
                       Variadic<AnyTypeOf<[Index, Axis_SiteType]>>:$under,
                       Optional<Index>:$cutAt, Optional<Index>:$from,
                       Optional<Index>:$skewAt,
                       OptionalAttr<Axis_LocateStrategy>:$strategy);
  let results = (outs AnyTypeOf<[Index, Axis_SiteType]>:$place, I1:$found);
  let assemblyFormat = [{
    $axis `[` $coordinate `]` (`under` $under^ `:` qualified(type($under)))?
    (`cut` `at` $cutAt^)? (`skew` `at` $skewAt^)? (`by` $strategy^)? (`from` $from^)? `:` qualified(type($axis)) `->` qualified(type($place)) attr-dict
  }];
}

#endif // SPINDLE_DIALECT_AXIS_IR_AXISQUERYOPS_TD
