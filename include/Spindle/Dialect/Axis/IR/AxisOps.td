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

    Of the cells, all exist but where one of these is given. `lengths` has
    the number of those that do for each cell of the parent, laid out as values
    on the parent are. `cut` is the size of a dimension that the axis divides
    into blocks of its width: under coordinate `c` of the axis after `by`, the
    parent itself or one of its ancestors, the parent where `by` is left out,
    the first `cut` - `extent` * c cells exist, at least none and at most all.
    So a block that juts out of a matrix is cut off at its border.

    `skew` is the size of a dimension that is the sum of what the cells stand
    for and a coordinate above them: under coordinate `d` of the axis after
    `along`, the parent or one of its ancestors, only cells with
    0 <= i + d < `skew` exist. A cell stands for its coordinate, and with a
    `cut` for that in the whole dimension, i = `extent` * c + its coordinate. So
    a diagonal ends where the matrix does. Those that exist follow one another,
    from `axis.start` to before `axis.length`.

    An extent that is negative, or not the static width of the result, a length
    outside [0, `extent`], a negative cut and a negative skew are undefined;
    `lengths` are read, as the arrays of `axis.sparse_variable` are.

    Rules: (C1) the result's kind is dense_fixed; (C2) the parent is made by an
    axis or sparse operation; (C3) `lengths`, `cut` and `skew` need a parent, and
    `lengths` are given alone; (C4) `by` needs a `cut`, and names the parent or an
    ancestor, each of the axes between with one parent, and a cut is by an axis
    with coordinates, neither a product nor an occupancy; (C5) `lengths` have the shape
    of values on the parent; (C6) a constant extent is not negative; (C7) `skew`
    and `along` are given together, and of `along` holds what (C4) says of `by`.

    ```mlir
    %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
    %II = axis.dense_fixed %c4 cut %m by %IO : !axis.axis<dense_fixed> of %JO : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed, width = 4>
    %K = axis.dense_fixed %w lengths %len : memref<?xi32> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
    %DI = axis.dense_fixed %m skew %n along %D : !axis.axis<sparse_variable, sorted, unique> of %D : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed>
    ```
  }];
  let arguments = (ins Index:$extent, Optional<Index>:$cut,
                       Optional<Axis_AxisType>:$by,
                       Optional<Axis_Integers>:$lengths,
                       Optional<Axis_AxisType>:$parent,
                       Optional<Index>:$skew,
                       Optional<Axis_AxisType>:$along);
  let assemblyFormat = [{
    $extent (`cut` $cut^)? (`by` $by^ `:` qualified(type($by)))?
    (`skew` $skew^)? (`along` $along^ `:` qualified(type($along)))?
    (`lengths` $lengths^ `:` qualified(type($lengths)))?
    (`of` $parent^ `:` qualified(type($parent)) `->`):(`:`)?
    qualified(type($result)) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether cells are told apart by a cut, by a skew; the operation need not
    /// be verified.
    bool hasCut();
    bool hasSkew();
    /// Whether cells are told apart by lengths, a cut or a skew.
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

    `cut` is the size of a dimension that the axis divides into blocks of
    `extent` coordinates, of each of which `width` are kept: under coordinate `c`
    of the axis after `by`, as of `axis.dense_fixed`, the first
    `cut` - `extent` * c cells exist, at least none and at most all. So a group of
    n:m at the border has no more cells than columns. The coordinates of cells cut
    away are of no matter.

    The operation reads its arrays, as `axis.sparse_variable` does. A width that
    is negative or not the static one of the result, a negative cut, and a length
    outside [0, `width`], are undefined.

    Rules: (C1) the result's kind is sparse_fixed; (C2) `coordinates` have the
    result's `crd`; (C3) the parent is made by an axis or sparse operation; (C4)
    `coordinates` have the shape of values on the axis, `lengths` that of values
    on the parent, which they need; (C5) a constant extent is not negative, and
    its coordinates fit `crd`; (C6) `cut` and `by` are as (C3) and (C4) of
    `axis.dense_fixed` say.

    ```mlir
    %J = axis.sparse_fixed %n width %c8 of %I lengths %len coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?x8xi32> -> !axis.axis<sparse_fixed, width = 8, sorted, unique>
    %P = axis.sparse_fixed %c4 width %c2 cut %n of %JO coordinates %pairs : !axis.axis<dense_fixed>, memref<?x?x2xi32> -> !axis.axis<sparse_fixed, width = 2, unique>
    ```
  }];
  let arguments = (ins Index:$extent, Optional<Index>:$from, Index:$width,
                       Optional<Axis_AxisType>:$parent,
                       Optional<Axis_Integers>:$lengths,
                       Axis_Integers:$coordinates,
                       Optional<Index>:$cut,
                       Optional<Axis_AxisType>:$by);
  let assemblyFormat = [{
    $extent (`from` $from^)? `width` $width (`cut` $cut^)?
    (`by` $by^ `:` qualified(type($by)))? (`of` $parent^)?
    (`lengths` $lengths^)? `coordinates` $coordinates
    custom<FixedTypes>(type($parent), type($lengths), type($coordinates))
    qualified(type($result)) attr-dict
  }];
  let extraClassDeclaration = [{
    /// Whether cells are told apart by a cut; the operation need not be
    /// verified.
    bool hasCut();
    /// Whether cells are told apart by lengths or a cut.
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
    use of it, of its sites, and of what is computed from results of queries: a
    query has no effect, and may be moved down to where its result is used.

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
    coordinate on a product (`axis.coordinate` gives 0).

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
    occupancy (`axis.coordinate` gives 0).

    A cell whose bit is 0 is padding: values there equal the buffer's fill value,
    coordinates of such cells are 0 (but for axes whose fibres have unique
    coordinates all the same), and a lowering may compute with them where
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
// Queries
//===----------------------------------------------------------------------===//

include "Spindle/Dialect/Axis/IR/AxisQueryOps.td"

//===----------------------------------------------------------------------===//
// Inspectors
//===----------------------------------------------------------------------===//

include "Spindle/Dialect/Axis/IR/AxisInspectorOps.td"

#endif // SPINDLE_DIALECT_AXIS_IR_AXISOPS_TD
