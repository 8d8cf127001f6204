//===- IterOps.td - the iter dialect -----------------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_ITER_IR_ITEROPS_TD
#define SPINDLE_DIALECT_ITER_IR_ITEROPS_TD

include "Spindle/Dialect/Axis/IR/AxisBase.td"
include "Spindle/Dialect/Axis/IR/AxisOpInterfaces.td"
include "Spindle/Dialect/Iter/IR/IterEnums.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Iter_Dialect : Dialect {
  let name = "iter";
  let cppNamespace = "::spindle::iter";
  let summary = "iteration over the elements of an index space";
  let description = [{
    A nest runs its body once per element of a space of axes. The body is
    ordinary IR; what it reads and writes it names by sites and coordinates.
    A nest means its serial run, the first axis outermost, each fibre in the
    order of its positions.

    Rules: (C1) the attribute `iter.loop` of an operation is an `#iter.loop`.
    (C3) the attribute `iter.schedule` of a module, left by
    `spindle-apply-schedule`, is the name of the schedule. (C5) the attribute
    `iter.workers` of an operation is an `#iter.workers`, and the operation an
    `scf.forall`. (C6) the attribute `iter.block`, of a loop that blocks of a GPU
    run, has no value, and stands beside `iter.workers`.
  }];
  let dependentDialects = ["::spindle::axis::AxisDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Attribute of a loop in position space: an #iter.loop.
    static constexpr ::llvm::StringLiteral kLoopAttr = "iter.loop";
    /// Attribute of a function that is the body of a parallel loop of another
    /// one: that one's symbol.
    static constexpr ::llvm::StringLiteral kBodyOfAttr = "iter.body_of";
    /// Attribute of a module that a schedule has been applied to: the schedule's
    /// name.
    static constexpr ::llvm::StringLiteral kScheduleAttr = "iter.schedule";

    /// The unit attribute of a `memref.load` whose array has different numbers
    /// at all slots that are loaded.
    static constexpr ::llvm::StringLiteral kUniqueAttr = "iter.unique";
    /// Attribute of an `scf.forall`: an #iter.workers.
    static constexpr ::llvm::StringLiteral kWorkersAttr = "iter.workers";
  }];
}

def Iter_LoopAttr : AttrDef<Iter_Dialect, "Loop"> {
  let mnemonic = "loop";
  let summary = "which dimensions of which nest a loop runs over";
  let description = [{
    Schedules find loops by this label. `dims` are the names of the nest's
    dimensions, `axis` the kind of axis, `kind` what the author said of the
    dimension, and `role` what the loop is to it: a whole `level`, or a piece of
    one that a schedule made. The loop of a group has the names of all its
    dimensions and the kind of its last axis, and is spatial where all of them
    are.

    ```mlir
    #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$nest,
                        ArrayRefParameter<"::mlir::StringAttr">:$dims,
                        "::spindle::axis::AxisKind":$axis,
                        "::spindle::iter::DimKind":$kind,
                        "::spindle::iter::LoopRole":$role);
  let assemblyFormat = [{
    `<` `nest` `=` $nest `,` `dims` `=` `[` $dims `]` `,` `axis` `=` $axis `,`
    `kind` `=` $kind `,` `role` `=` $role `>`
  }];
}

def Iter_WorkersAttr : AttrDef<Iter_Dialect, "Workers"> {
  let mnemonic = "workers";
  let summary = "what a GPU runs an iteration of a parallel loop by";
  let description = [{
    One worker runs one iteration. It is a group of `lanes` threads of a warp,
    which a vector's elements are spread over, and `per_block` workers are a
    block. On a processor a worker is a thread, whatever this says.

    Rules: (C1) `lanes` is a power of two from 1 to 64, the lanes of
    the largest warp; (C2) `per_block` is at
    least 1, and a block has at most 1024 threads.

    ```mlir
    #iter.workers<lanes = 32, per_block = 4>
    ```
  }];
  let parameters = (ins "int64_t":$lanes, "int64_t":$perBlock);
  let assemblyFormat = [{
    `<` `lanes` `=` $lanes `,` `per_block` `=` $perBlock `>`
  }];
  let genVerifyDecl = 1;
}

class Iter_Op<string mnemonic, list<Trait> traits = []>
    : Op<Iter_Dialect, mnemonic, traits>;

def Iter_NestOp : Iter_Op<"nest", [
    AttrSizedOperandSegments, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"::spindle::iter::YieldOp">,
    DeclareOpInterfaceMethods<SiteOpInterface>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "runs its body for each element of a space of axes";
  let description = [{
    The space is given by a list of axes, outermost first. For each of them the
    body gets the element's coordinate and, `at`, its site. An axis with a
    parent runs over the fibre under the parent's site: that of the nearest
    entry before it that names the parent, or of the entry whose index `of`
    gives, or of the site named by `under`. An axis with several parents lies
    under one of them each: `of (0, 2)`, where an index, or the name of a site,
    stands for each parent in turn; where these lie under one axis, for that one
    first, `of (0, 1, 2)`. The space need not belong to any buffer.

    Axes in inner parentheses are a group, `over ((%I, %J), %K)`: they are run by
    one loop over the positions of the last of them, in the same order.

    `kinds` is what the author says of each dimension, for schedules to select
    by; nothing is proved from it.

    A nest of reductions may give results. `combine [max] init(%x)` starts with
    `%x` and combines it with what each run of the body yields; the kinds are
    those of `sparse.accumulate`, and `argmin` and `argmax` take and give two
    values. Without a run of the body, the result is what `init` has.

    Rules: (C1) there is at least one dimension, and a name, an axis and a kind
    for each; (C2) no two dimensions have one name; (C3) every axis is made by
    an axis or sparse operation; (C4) an axis lies, for each parent, under an
    earlier entry that names the parent or under a site on it, and those of
    several parents lie under one another as the axis says; a root lies under
    none; (C5) the body has the arguments of the dimensions, a coordinate and a
    site each; (C6) a group is a chain of axes, each of which has the one before
    as its only parent, and none may lack cells; the groups are all dimensions;
    (C7) there are results just with `combine`, and then all kinds are
    `reduction`; (C8) there is an initial value, a yielded value and a result of
    one type for each value that the kinds combine; (C9) a kind has a meaning in
    the type of its values, as in `sparse.accumulate`.

    ```mlir
    iter.nest "spmm" ("i": %i, "j": %j at %p, "k": %k) over (%I, %J, %K : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed>) kinds [spatial, reduction, spatial] {
      %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    ```

    ```mlir
    %mx = iter.nest "max" ("j": %j at %p) over (%J under %r : !axis.axis<sparse_variable, sorted, unique>) kinds [reduction] combine [max] init(%ninf) -> f32 {
      %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      iter.yield %x : f32
    ```
  }];
  let arguments = (ins StrAttr:$name, StrArrayAttr:$dims,
                       TypedArrayAttrBase<Iter_DimKind, "kinds">:$kinds,
                       Variadic<Axis_AxisType>:$axes,
                       Variadic<Axis_SiteType>:$under,
                       Variadic<AnyType>:$init,
                       Axis_ParentLists:$parents,
                       DenseI64ArrayAttr:$groups,
                       TypedArrayAttrBase<Iter_CombineKind, "kinds">:$combine);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
  let extraClassDeclaration = [{
    /// The number of dimensions.
    int64_t getNumDims() { return getAxes().size(); }
    /// The coordinate argument of dimension `dim`, an index.
    ::mlir::BlockArgument getCoordinate(int64_t dim) {
      return getBody().getArgument(2 * dim);
    }
    /// The site argument of dimension `dim`.
    ::mlir::BlockArgument getSite(int64_t dim) {
      return getBody().getArgument(2 * dim + 1);
    }
    /// The name of dimension `dim`.
    ::mlir::StringAttr getDimName(int64_t dim);
    /// What the author said of dimension `dim`.
    DimKind getDimKind(int64_t dim);
    /// The indices of the dimensions that `dim` lies under, one per parent of
    /// its axis; -1 for a site given by `under`.
    ::llvm::ArrayRef<int64_t> getDimParents(int64_t dim);
    /// The size of each group, in the order of the dimensions; 1 for a
    /// dimension with a loop of its own.
    ::llvm::ArrayRef<int64_t> getGroupSizes() { return getGroups(); }
  }];
}

def Iter_YieldOp : Iter_Op<"yield", [Pure, Terminator, HasParent<"NestOp">]> {
  let summary = "ends the body of a nest";
  let description = [{
    Gives the values that the nest combines. Left out where a nest without
    results is written.

    ```mlir
    iter.yield %x : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let builders = [OpBuilder<(ins), [{ /* nothing to add */ }]>];
}

//===----------------------------------------------------------------------===//
// Updates of elements that workers share
//===----------------------------------------------------------------------===//

def Iter_AtomicUpdateOp : Iter_Op<"atomic_update", [AttrSizedOperandSegments]> {
  let summary = "combines values with elements that others combine with too";
  let description = [{
    What `sparse.accumulate atomic` is among plain loops: replaces the element `x`
    of the memory by `kind(x, value)`, and no other such update of it is lost.
    Updates of one element are made in any order and in any groups. They order
    no other accesses: what reads the result waits for all workers.

    A vector updates an element for each of its own. Without a vector among the
    indices, these are elements that follow one another in the last dimension
    from that at the indices on; with some, lane `l` updates the element at lane
    `l` of these and at the other indices, and several lanes may update one
    element. `mask` says which lanes update at all; the others touch no memory.
    `segmented` says that updates one after the other, of
    iterations or of lanes, often are of one element, so that it is worth combining
    their values first; it promises nothing.

    Rules: (C1) the kind combines one value and has a meaning in the type of the
    elements, as in `sparse.accumulate`; complex numbers have `add` alone; (C2)
    the value is of the type of the elements, or a vector of one dimension of
    it; (C3) there is an index for each dimension of the memory; (C4) an index
    that is a vector has as many elements as the value; (C5) a mask has as many
    elements as the value, which is a vector.

    ```mlir
    iter.atomic_update add %x into %Y[%i] : f32, memref<?xf32>
    iter.atomic_update add %xs into %C[%i, %k] mask(%m) : vector<8xf32>, memref<?x?xf32>
    iter.atomic_update max %xs into %C[%is, %k] : vector<8xf32>, memref<?x?xf32>, (vector<8xindex>, index)
    iter.atomic_update segmented add %xs into %Y[%is] : vector<8xf32>, memref<?xf32>, (vector<8xindex>)
    ```
  }];
  let arguments = (ins Iter_CombineKind:$kind, AnyType:$value,
                       Arg<AnyMemRef, "", [MemRead, MemWrite]>:$memref,
                       Variadic<AnyTypeOf<[Index,
                           VectorOfRankAndType<[1], [Index]>]>>:$indices,
                       Optional<VectorOfRankAndType<[1], [I1]>>:$mask,
                       UnitAttr:$segmented);
  let assemblyFormat = [{
    (`segmented` $segmented^)? $kind $value `into` $memref `[` $indices `]` (`mask` `(` $mask^ `)`)?
    attr-dict `:` custom<UpdateTypes>(ref($indices), ref($mask), type($value),
                                      type($memref), type($indices), type($mask))
  }];
  let builders = [OpBuilder<(ins "CombineKind":$kind, "::mlir::Value":$value,
                                 "::mlir::Value":$memref,
                                 "::mlir::ValueRange":$indices)>];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MemRefType getMemRefType() {
      return ::mlir::cast<::mlir::MemRefType>(getMemref().getType());
    }
    /// The type of the value; null where that is one element.
    ::mlir::VectorType getVectorType() {
      return ::mlir::dyn_cast<::mlir::VectorType>(getValue().getType());
    }
    /// Whether lanes name elements of their own, which need not follow one
    /// another.
    bool isScatter() {
      return ::llvm::any_of(getIndices().getTypes(),
                            ::llvm::IsaPred<::mlir::VectorType>);
    }
  }];
}

#endif // SPINDLE_DIALECT_ITER_IR_ITEROPS_TD
