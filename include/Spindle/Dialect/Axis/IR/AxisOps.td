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

def Axis_Integers : MemRefOf<[AnySignlessInteger]>;
def Axis_IntegerList : MemRefRankOf<[AnySignlessInteger], [1]>;

def Axis_DenseFixedOp : Axis_Constructor<"dense_fixed", [
    AlwaysSpeculatable, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "an axis whose every fibre has the first coordinates";
  let description = [{
    Each fibre keeps `extent` cells, its width, with the coordinates 0 to
    `extent` - 1. Without a parent the axis is a root and has a single fibre.

    Of the cells, all exist but where one of two things is given. `lengths` has
    the number of those that do for each cell of the parent, laid out as values
    on the parent are. `cut` is the size of a dimension that the axis divides
    into blocks of its width: under coordinate `c` of the axis after `by`, the
    parent itself or one of its ancestors, the parent where `by` is left out,
    the first `cut` - `extent` * c cells exist, at least none and at most all.
    So a block that juts out of a matrix is cut off at its border.

    An extent that is negative, or not the static width of the result, a length
    outside [0, `extent`] and a negative cut are undefined; `lengths` are read,
    as the arrays of `axis.sparse_variable` are.

    Rules: (C1) the result's kind is dense_fixed; (C2) the parent is made by an
    axis or sparse operation; (C3) `lengths` and `cut` need a parent, and only
    one of them is given; (C4) `by` needs a `cut`, and names the parent or an
    ancestor, each of the axes between with one parent, and a cut is by an axis
    with coordinates, neither a product nor an occupancy; (C5) `lengths` have the shape
    of values on the parent; (C6) a constant extent is not negative.

    ```mlir
    %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
    %II = axis.dense_fixed %c4 cut %m by %IO : !axis.axis<dense_fixed> of %JO : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed, width = 4>
    %K = axis.dense_fixed %w lengths %len : memref<?xi32> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
    ```
  }];
  let arguments = (ins Index:$extent, Optional<Index>:$cut,
                       Optional<Axis_AxisType>:$by,
                       Optional<Axis_Integers>:$lengths,
                       Optional<Axis_AxisType>:$parent);
  let assemblyFormat = [{
    $extent (`cut` $cut^)? (`by` $by^ `:` qualified(type($by)))?
    (`lengths` $lengths^ `:` qualified(type($lengths)))?
    (`of` $parent^ `:` qualified(type($parent)) `->`):(`:`)?
    qualified(type($result)) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether cells are told apart by a cut; the operation need not be
    /// verified.
    bool hasCut();
    /// Whether cells are told apart by lengths or a cut.
    bool mayLackCells(::mlir::Value axis);
  }];
}

// Constructors that read the arrays they are given.
class Axis_StoredConstructor<string mnemonic, list<Trait> traits = []>
    : Axis_Constructor<mnemonic, traits # [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let hasVerifier = 1;
}

def Axis_DenseVariableOp : Axis_StoredConstructor<"dense_variable", [
    AttrSizedOperandSegments]> {
  let summary = "an axis whose fibres have the first coordinates, each its own number";
  let description = [{
    A ragged axis. The fibre under the parent's position `p` has the positions
    `positions[p]` to `positions[p + 1]` - 1, with the coordinates 0, 1, and so
    on, below `extent`. What `axis.sparse_variable` says of `positions` is so
    here too. A root has one fibre of `count` positions.

    Rules: (C1) the result's kind is dense_variable; (C2) the element type of
    `positions` is the result's `pos`; (C3) the parent is made by an axis or
    sparse operation; (C4) `parent` and `positions` are given, or `count`; (C5) a
    constant extent is not negative, and a constant count fits `pos`.

    ```mlir
    %J = axis.dense_variable %n of %I positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
    ```
  }];
  let arguments = (ins Index:$extent, Optional<Axis_AxisType>:$parent,
                       Optional<Axis_IntegerList>:$positions,
                       Optional<Index>:$count);
  let assemblyFormat = [{
    $extent (`count` $count^)? (`of` $parent^)? (`positions` $positions^)?
    custom<VariableTypes>(type($parent), type($positions), type($result)) attr-dict
  }];
}

def Axis_SparseFixedOp : Axis_StoredConstructor<"sparse_fixed", [
    AttrSizedOperandSegments]> {
  let summary = "an axis whose fibres keep a list of coordinates of one width";
  let description = [{
    Each fibre keeps `width` cells; `coordinates`, laid out as values on the axis
    are, has the coordinate of each, in [`from`, `from` + `extent`), `from` being
    0 unless given: ELL's indices. `lengths` has the number of cells that exist
    for each cell of the parent, laid out as values on the parent are; without
    it, all exist. The coordinates of the others are 0. Without a parent the axis
    is a root with one fibre.

    The operation reads its arrays, as `axis.sparse_variable` does. A width that
    is negative or not the static one of the result, and a length outside
    [0, `width`], are undefined.

    Rules: (C1) the result's kind is sparse_fixed; (C2) `coordinates` have the
    result's `crd`; (C3) the parent is made by an axis or sparse operation; (C4)
    `coordinates` have the shape of values on the axis, `lengths` that of values
    on the parent, which they need; (C5) a constant extent is not negative, and
    its coordinates fit `crd`.

    ```mlir
    %J = axis.sparse_fixed %n width %c8 of %I lengths %len coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?x8xi32> -> !axis.axis<sparse_fixed, width = 8, sorted, unique>
    ```
  }];
  let arguments = (ins Index:$extent, Optional<Index>:$from, Index:$width,
                       Optional<Axis_AxisType>:$parent,
                       Optional<Axis_Integers>:$lengths,
                       Axis_Integers:$coordinates);
  let assemblyFormat = [{
    $extent (`from` $from^)? `width` $width (`of` $parent^)?
    (`lengths` $lengths^)? `coordinates` $coordinates
    custom<FixedTypes>(type($parent), type($lengths), type($coordinates))
    qualified(type($result)) attr-dict
  }];
  let extraClassDeclaration = [{
    /// Whether cells are told apart by lengths.
    bool mayLackCells(::mlir::Value axis);
  }];
}

def Axis_SparseVariableOp : Axis_StoredConstructor<"sparse_variable", [
    AttrSizedOperandSegments]> {
  let summary = "an axis whose fibres keep a list of coordinates each";
  let description = [{
    The fibre under the parent's position `p` has the positions
    `positions[p]` to `positions[p + 1]` - 1, and `coordinates[q]`, in
    [`from`, `from` + `extent`), is the coordinate of position `q`: CSR's indptr
    and indices. `from` is 0 unless given. A root has one fibre, of `count`
    positions: the rows of COO and DCSR.

    `positions` has one entry more than the parent has cells, starts with
    0, does not descend, and its last entry is at most the size of
    `coordinates`. The operation reads both; to write to or free either while
    the axis is in use is undefined, and so is structure that breaks what the
    type claims (`sorted`, `unique`). An axis is in use from here to the last
    use of it, of its sites, and of what is computed from answers about it: a
    question has no effect, and may be moved down to where its answer is used.

    Rules: (C1) the result's kind is sparse_variable; (C2) the element types
    are the result's `pos` and `crd`; (C3) the parent is made by an axis or
    sparse operation; (C4) `parent` and `positions` are given, or `count`; (C5) a
    constant extent is not negative, and its coordinates fit `crd`; a constant
    count fits `pos`.

    ```mlir
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
    %E = axis.sparse_variable %m count %nnz coordinates %row : memref<?xi32> -> !axis.axis<sparse_variable, sorted>
    ```
  }];
  let arguments = (ins Index:$extent, Optional<Index>:$from,
                       Optional<Index>:$count, Optional<Axis_AxisType>:$parent,
                       Optional<Axis_IntegerList>:$positions,
                       Axis_IntegerList:$coordinates);
  let assemblyFormat = [{
    $extent (`from` $from^)? (`count` $count^)? (`of` $parent^)?
    (`positions` $positions^)? `coordinates` $coordinates
    custom<FixedTypes>(type($parent), type($positions), type($coordinates))
    qualified(type($result)) attr-dict
  }];
}

def Axis_SingletonOp : Axis_StoredConstructor<"singleton", [
    AttrSizedOperandSegments]> {
  let summary = "an axis with one coordinate per position of its parent";
  let description = [{
    Under each position of the parent lies one position; `coordinates`, laid out
    as values on the parent are, has its coordinate, in [`from`, `from` +
    `extent`), `from` being 0 unless given: the columns of COO.

    Several parents are roots, or lie under one axis. There is then one position
    for each combination of their positions under one position of that axis, and
    `coordinates` are laid out as values on all of them. Positions count the
    cells of that layout in row-major order.

    Rules: (C1) the result's kind is singleton; (C2) `coordinates` have the
    result's `crd`; (C3) there is at least one parent, each made by an axis or
    sparse operation; (C4) several parents are roots, or have one only parent in
    common; (C5) `coordinates` have the shape of values on the parents; (C6) a
    constant extent is not negative, and its coordinates fit `crd`.

    ```mlir
    %J = axis.singleton %n of %E coordinates %col : (!axis.axis<sparse_variable, sorted>), memref<?xi32> -> !axis.axis<singleton>
    ```
  }];
  let arguments = (ins Index:$extent, Optional<Index>:$from,
                       Variadic<Axis_AxisType>:$parents,
                       Axis_Integers:$coordinates);
  let assemblyFormat = [{
    $extent (`from` $from^)? `of` $parents `coordinates` $coordinates
    `:` `(` qualified(type($parents)) `)` `,` qualified(type($coordinates)) `->`
    qualified(type($result)) attr-dict
  }];
  let extraClassDeclaration = [{
    /// How several parents lie under the axis that they have in common.
    ::llvm::SmallVector<int64_t> getAxisParentLinks(::mlir::Value axis);
  }];
}

def Axis_ProductOp : Axis_StoredConstructor<"product"> {
  let summary = "the pairs of positions of two ragged axes";
  let description = [{
    Two variable axes, the factors, lie under one parent; under each pair of
    positions of them, below one position `b` of the parent, lies one position:
    the pairs of `b` are counted from `offsets[b]` on, the second factor's
    positions fastest. So the matrices of a ragged batch are values on a
    product. `offsets` has one entry more than the parent has cells, starts with
    0, and grows by the product of the lengths of both fibres. An element has no
    coordinate on a product (`axis.coordinate` answers 0).

    Rules: (C1) the result's kind is product; (C2) `offsets` have the result's
    `pos`; (C3) the factors are made by axis or sparse operations, variable, and
    have one only parent in common.

    ```mlir
    %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
    ```
  }];
  let arguments = (ins Axis_AxisType:$first, Axis_AxisType:$second,
                       Axis_IntegerList:$offsets);
  let assemblyFormat = [{
    $first `,` $second `offsets` $offsets `:` qualified(type($first)) `,`
    qualified(type($second)) `,` qualified(type($offsets)) `->`
    qualified(type($result)) attr-dict
  }];
  let extraClassDeclaration = [{
    /// Both factors lie under the axis that comes first.
    ::llvm::SmallVector<int64_t> getAxisParentLinks(::mlir::Value);
  }];
}

def Axis_OccupancyOp : Axis_StoredConstructor<"occupancy"> {
  let summary = "which cells of a list of axes are elements";
  let description = [{
    Under each combination of positions of the listed axes lies one position
    where its bit is not 0, and none where it is: a bitmap. `bits` are laid
    out as values on the list are, and positions count the cells of that layout
    in row-major order. A nest over the list and the occupancy visits elements
    only, and a buffer whose list ends with the occupancy has values for them
    only; its storage is that of the list. An element has no coordinate on an
    occupancy (`axis.coordinate` answers 0).

    A cell whose bit is 0 is padding: values there equal the buffer's fill value,
    coordinates of such cells are 0, and a lowering may compute with them where
    the result does not show it.

    The list is as in `sparse.bind`; its axes have no fibres in common with axes
    outside of it.

    Rules: (C1) the result's kind is occupancy; (C2) the list has at least one
    axis, each made by an axis or sparse operation, with at most one parent; (C3)
    an axis with a parent lies under an earlier entry that names the parent, a
    root under none; (C4) the list has a layout, and `bits` the shape of values
    on it.

    ```mlir
    %E = axis.occupancy %bits on (%IO, %JO, %II of 0, %JI) : memref<?x4x4xi1> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed, width = 4>, !axis.axis<dense_fixed, width = 4>) -> !axis.axis<occupancy>
    ```
  }];
  let arguments = (ins Axis_Integers:$bits, Variadic<Axis_AxisType>:$axes,
                       Axis_ParentLists:$parents);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// How the entries of the list lie under one another.
    ::llvm::SmallVector<int64_t> getAxisParentLinks(::mlir::Value axis);
    /// Always: that is what an occupancy is for.
    bool mayLackCells(::mlir::Value) { return true; }
  }];
}

def Axis_JoinOp : Axis_Op<"join", [NoMemoryEffect,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<SiteOpInterface>]> {
  let summary = "the site of a pair of sites";
  let description = [{
    The site on a product, or on a singleton with several parents, that lies
    under the given sites: one per factor or parent, below one site of the axis
    that they have in common.

    Rules: (C1) the axis is a product or singleton made by an axis operation;
    (C2) there is one site per factor or parent, on it; (C3) the sites lie under
    the same site.

    ```mlir
    %p = axis.join %IJ[%r, %s] : !axis.axis<product>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Variadic<Axis_SiteType>:$sites);
  let results = (outs Axis_SiteType:$result);
  let assemblyFormat = [{
    $axis `[` $sites `]` `:` qualified(type($axis)) attr-dict
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
// The fibre of an axis with several parents lies under a position of each, in the
// order of AxisOpInterface::getAxisParents: those of a product and of a singleton
// with several parents are preceded by the axis that they have in common.
class Axis_FibreQuestion<string mnemonic, list<Trait> traits = []>
    : Axis_Question<mnemonic, traits>;

def Axis_ExtentOp : Axis_Question<"extent"> {
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

def Axis_SizeOp : Axis_Question<"size"> {
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

def Axis_LengthOp : Axis_FibreQuestion<"length", [AttrSizedOperandSegments]> {
  let summary = "the number of positions of one fibre";
  let description = [{
    The number of positions that exist in the fibre under position `under` of the
    parent (one position per parent, if there are several). A position that the
    parent does not have is undefined. `cut at` gives the coordinate that a `cut`
    of the axis depends on, where it is known; it is searched elsewhere.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    has one position per parent of the axis; (C3) `cut at` is for an axis with a
    cut.

    ```mlir
    %len = axis.length %J under %i : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Variadic<Index>:$under,
                       Optional<Index>:$cutAt);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $axis (`under` $under^)? (`cut` `at` $cutAt^)? `:` qualified(type($axis))
    attr-dict
  }];
  let hasFolder = 1;
}

def Axis_PositionOp : Axis_FibreQuestion<"position"> {
  let summary = "the position of an offset in a fibre";
  let description = [{
    Positions count through the cells of all fibres of an axis in order, offsets
    start at 0 in each. `offset` may be the number of the fibre's cells: the
    answer is then the end of the fibre. A position that the parent does not have
    is undefined, but for its size, one past its last position, with the offset
    0: the answer is then the axis' size.

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

def Axis_CoordinateOp : Axis_FibreQuestion<"coordinate"> {
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

def Axis_ParentOp : Axis_Question<"parent"> {
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

def Axis_OccupiedOp : Axis_FibreQuestion<"occupied",
    [AttrSizedOperandSegments]> {
  let summary = "whether a fibre has a position";
  let description = [{
    True where `position` exists and lies in the fibre under position `under`
    of the parent. Any position may be asked of; one that the parent does not
    have, after `under`, is undefined. `cut at` is as in `axis.length`.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    has one position per parent of the axis; (C3) `cut at` is for an axis with a
    cut.

    ```mlir
    %yes = axis.occupied %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$position,
                       Variadic<Index>:$under, Optional<Index>:$cutAt);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $axis `[` $position `]` (`under` $under^)? (`cut` `at` $cutAt^)?
    `:` qualified(type($axis)) attr-dict
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

def Axis_LocateOp : Axis_Question<"locate", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SiteOpInterface>]> {
  let summary = "the place of a coordinate in a fibre";
  let description = [{
    Looks `coordinate` up in the fibre under `under`. Where the fibre has it,
    `found` is true and `place` is the element's site (or, in position space,
    its position). Where it has not, `found` is false and `place` must not be
    used. Any coordinate may be asked for, negative and out of range ones
    among them. `cut at` is as in `axis.length`.

    `strategy` says how to look: `direct` (axes without an array of
    coordinates), `binary` (sorted axes), `linear`, or `carry`: a walk on from
    the position after `from`, below which the fibre has smaller coordinates
    only, as in a merge. Without one, it is `direct` where that fits, `binary`
    on sorted axes, else `linear`. After a carry, `place` is the first position
    from there on whose coordinate is not smaller, found or not.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) `under`
    has one site or position per parent of the axis; (C3) sites given as
    `under` lie on the axis' parents and under one another as the axis says; (C4)
    the coordinates of a fibre are unique; (C5) the strategy fits the axis, and
    `from` is given just with `carry`; (C6) `under` and `place` have one type,
    positions where `cut at` or `from` is given; (C7) the axis is neither a
    product nor an occupancy; (C8) `cut at` is for an axis with a cut.

    ```mlir
    %p, %found = axis.locate %J[%j] under %r : !axis.site : !axis.axis<sparse_variable, sorted, unique> -> !axis.site
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$coordinate,
                       Variadic<AnyTypeOf<[Index, Axis_SiteType]>>:$under,
                       Optional<Index>:$cutAt, Optional<Index>:$from,
                       OptionalAttr<Axis_LocateStrategy>:$strategy);
  let results = (outs AnyTypeOf<[Index, Axis_SiteType]>:$place, I1:$found);
  let assemblyFormat = [{
    $axis `[` $coordinate `]` (`under` $under^ `:` qualified(type($under)))?
    (`cut` `at` $cutAt^)? (`by` $strategy^)? (`from` $from^)? `:` qualified(type($axis)) `->` qualified(type($place)) attr-dict
  }];
}

#endif // SPINDLE_DIALECT_AXIS_IR_AXISOPS_TD
