//===- SparseOps.td - operations of the sparse dialect -----*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_SPARSEOPS_TD
#define SPINDLE_DIALECT_SPARSE_IR_SPARSEOPS_TD

include "Spindle/Dialect/Axis/IR/AxisBase.td"
include "Spindle/Dialect/Axis/IR/AxisOpInterfaces.td"
include "Spindle/Dialect/Iter/IR/IterEnums.td"
include "Spindle/Dialect/Sparse/IR/BufferOpInterface.td"
include "Spindle/Dialect/Sparse/IR/CompositeAttrs.td"
include "Spindle/Dialect/Sparse/IR/FormatAttrs.td"
include "Spindle/Dialect/Sparse/IR/SignatureAttrs.td"
include "mlir/Dialect/Bufferization/IR/BufferViewFlowOpInterface.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Sparse_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sparse_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Where buffers come from
//===----------------------------------------------------------------------===//

def Sparse_UnpackOp : Sparse_Op<"unpack", [Pure,
    DeclareOpInterfaceMethods<AxisOpInterface, ["getAxisParentLinks",
                                                "mayLackCells"]>,
    DeclareOpInterfaceMethods<BufferOpInterface>,
    DeclareOpInterfaceMethods<BufferViewFlowOpInterface>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "the axes of a tensor and the buffer on them";
  let description = [{
    Gives one axis per level of the format, in the order of the levels, then,
    where the format keeps a bitmap, the occupancy of all of them, and last the
    buffer of the values. Two tensors have different axes, even if they have
    the same structure, unless the function says that they share it: `on` gives
    the axes of a tensor's structure, and only the buffer is a result. That is
    for an argument with `sparse.structure_of` and for `sparse.with_values`.

    Rules: (C1) there is one axis per level, of the type that the level gives,
    an occupancy just where the format keeps a bitmap, and one buffer, of the
    storage shape; (C2) the tensor is an argument of a
    function or made by `sparse.with_values`; (C3) a tensor that shares its
    structure is unpacked `on` the axes of the tensor that has it, another one is
    not; (C4) these are all axes that one `sparse.unpack` of that tensor gives.

    ```mlir
    %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    ```
  }];
  let arguments = (ins Sparse_TensorType:$tensor, Variadic<Axis_AxisType>:$on);
  let results = (outs Variadic<Axis_AxisType>:$axes, Sparse_BufferType:$buffer);
  let assemblyFormat = [{
    $tensor (`on` ` ` `(` $on^ `)`)? `:` qualified(type($tensor)) `` custom<OnTypes>(type($on))
    `->` custom<UnpackedTypes>(type($axes), type($buffer)) attr-dict
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// All axes, results or the operands after `on`: those of the levels and,
    /// where there is one, the occupancy.
    ::mlir::ValueRange getAllAxes() {
      return getOn().empty() ? ::mlir::ValueRange(getAxes())
                             : ::mlir::ValueRange(getOn());
    }
  }];
}

def Sparse_WithValuesOp : Sparse_Op<"with_values", [Pure,
    DeclareOpInterfaceMethods<BufferViewFlowOpInterface>]> {
  let summary = "a tensor with the structure of another and values of its own";
  let description = [{
    The tensor has the elements of `tensor`; their values are those of `values`,
    by reference. It is unpacked `on` the axes of the tensor that has the
    structure, and gives `values` back.

    Rules: (C1) the tensor is an argument of a function or made by this
    operation or by `sparse.parts`; (C2) the result has its shape and format, and unpacks to a buffer
    of the values' type; (C3) the values are on the axes that one `sparse.unpack`
    of the tensor that has the structure gives, all of them and in order.

    ```mlir
    %P = sparse.with_values %A, %Pv : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.buffer<?xf64> -> !sparse.tensor<?x?xf64, #sparse.csr>
    ```
  }];
  let arguments = (ins Sparse_TensorType:$tensor, Sparse_BufferType:$values);
  let results = (outs Sparse_TensorType:$result);
  let assemblyFormat = [{
    $tensor `,` $values `:` qualified(type($tensor)) `,` qualified(type($values))
    `->` qualified(type($result)) attr-dict
  }];
  let hasVerifier = 1;
}

def Sparse_PackOp : Sparse_Op<"pack", [Pure,
    DeclareOpInterfaceMethods<BufferViewFlowOpInterface>]> {
  let summary = "a dense tensor of values on axes of the function";
  let description = [{
    The elements are those of `values`, by reference, with a dimension for each
    of their axes: what one operation on tensors writes another one reads so, in
    memory that `sparse.alloc` makes. Unpacked, it gives axes and values back.

    Rules: (C1) the values are on axes of kind `dense_fixed`, one at least, each
    with no parent but the one before; (C2) the result is dense, of the shape and
    elements of the values.

    ```mlir
    %H = sparse.pack %Hv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
    ```
  }];
  let arguments = (ins Sparse_BufferType:$values);
  let results = (outs Sparse_TensorType:$result);
  let assemblyFormat = [{
    $values `:` qualified(type($values)) `->` qualified(type($result)) attr-dict
  }];
  let hasVerifier = 1;
}

def Sparse_DimOp : Sparse_Op<"dim", [Pure]> {
  let summary = "the size of a dimension of a tensor";
  let description = [{
    The number of coordinates of dimension `dimension`, whether elements have
    them or not.

    Rules: (C1) the tensor is an argument of a function, or has the structure of
    one or of a part of one; (C2) it has that dimension.

    ```mlir
    %n = sparse.dim %A, 1 : !sparse.tensor<?x?xf32, #sparse.csr>
    ```
  }];
  let arguments = (ins Sparse_AnyTensorType:$tensor, I64Attr:$dimension);
  let results = (outs Index:$size);
  let assemblyFormat = [{
    $tensor `,` $dimension `:` qualified(type($tensor)) attr-dict
  }];
  let hasVerifier = 1;
}

def Sparse_PartsOp : Sparse_Op<"parts", [Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "the parts of a tensor in a composite format";
  let description = [{
    Each stored element of the tensor is one of one part. The parts are tensors
    of the whole shape, in the formats that the composite format names. A tensor
    that shares its structure gives parts that share theirs: `on` names the parts
    of the tensor that has the structure.

    Rules: (C1) there is a result for each part, with the tensor's shape and
    elements, in the part's format; (C2) the tensor is an argument of a function,
    of a structure that is known; (C3) a tensor that shares its structure has its
    parts `on` those of the tensor that has it, another one has not; (C4) these
    are all parts that one `sparse.parts` of that tensor gives.

    ```mlir
    %A0, %A1 = sparse.parts %A : !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> (slot(j in i) below 4 : #sparse.ell<4>, rest : #sparse.coo)>> -> !sparse.tensor<?x?xf32, #sparse.ell<4>>, !sparse.tensor<?x?xf32, #sparse.coo>
    ```
  }];
  let arguments = (ins Sparse_CompositeTensorType:$tensor,
                       Variadic<Sparse_TensorType>:$on);
  let results = (outs Variadic<Sparse_TensorType>:$parts);
  let assemblyFormat = [{
    $tensor (`on` ` ` `(` $on^ `)`)? `:` qualified(type($tensor)) `` custom<OnTypes>(type($on))
    `->` qualified(type($parts)) attr-dict
  }];
  let hasVerifier = 1;
}

def Sparse_ComposeOp : Sparse_Op<"compose", [Pure]> {
  let summary = "the tensor that has given parts";
  let description = [{
    A tensor in a composite format whose parts are tensors with the structure of
    another one's parts, and values of their own: what `sparse.with_values` is to
    a format of levels. It shares the structure of that tensor.

    Rules: (C1) there is a part for each of the result's, of its type; (C2) they
    have the structure of the parts, all of them and in order, that one
    `sparse.parts` gives.

    ```mlir
    %P = sparse.compose %P0, %P1 : !sparse.tensor<?x?xf64, #sparse.ell<4>>, !sparse.tensor<?x?xf64, #sparse.coo> -> !sparse.tensor<?x?xf64, #sparse.ell_coo<4>>
    ```
  }];
  let arguments = (ins Variadic<Sparse_TensorType>:$parts);
  let results = (outs Sparse_CompositeTensorType:$result);
  let assemblyFormat = [{
    $parts `:` qualified(type($parts)) `->` qualified(type($result)) attr-dict
  }];
  let hasVerifier = 1;
}

def Sparse_ConvertOp : Sparse_Op<"convert"> {
  let summary = "the same tensor in another format";
  let description = [{
    Makes a tensor, with memory of its own, that has the elements of `tensor`.
    A function returns such tensors: its caller owns them, and frees them. What
    the function does not return it frees itself.

    An element keeps its value, also a zero. Of a tensor
    whose levels are all dense, without a bitmap, the elements are the cells that
    do not equal zero. In the result's format every cell that it has to take for
    an element, as in a dense tensor or a block of `bsr<2, 2, full>`, holds zero
    where there was none. A format that cannot hold the elements is an error when
    the function runs, and so is an element that is not of exactly one part of a
    composite format.

    Rules: (C1) the tensor is an argument of a function, of a structure that is
    known, or made by `sparse.convert`, `sparse.with_values` or `sparse.compose`; (C2) the result
    has its rank and element type, and its sizes where the result's type gives
    one; (C3) the operation stands in the first block of a function that returns
    tensors and nothing else; (C4) the function has no nest and no
    `sparse.generic`; (C5) the function returns tensors that this operation
    makes, each of them once.

    ```mlir
    %B = sparse.convert %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>
    ```
  }];
  let arguments = (ins Arg<Sparse_AnyTensorType, "", [MemRead]>:$tensor);
  let results = (outs Res<Sparse_AnyTensorType, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    $tensor `:` qualified(type($tensor)) `->` qualified(type($result)) attr-dict
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Sparse_BindOp : Sparse_Op<"bind", [Pure,
    DeclareOpInterfaceMethods<BufferOpInterface>,
    DeclareOpInterfaceMethods<BufferViewFlowOpInterface>]> {
  let summary = "memory as the values on a list of axes";
  let description = [{
    The list names the axes from parents to children; the layout rule of the
    dialect says which dimension of the memory belongs to which of them. An axis
    with a parent lies under the nearest entry before it that names the parent,
    unless `of` gives another entry's index (one per parent, `of (0, 2)`, if
    there are several; where these lie under one axis, that one first, `of (0, 1,
    2)`). The memory is used, not copied.
    A buffer that the function writes to shares memory with another one, or with
    the arrays of an axis, only where both are the same memref. The memory is
    freed after the last use of the buffer.

    Rules: (C1) every axis is made by an axis or sparse operation; (C2) an
    axis lies, for each parent, under an earlier entry that names the parent, and
    the entries of several parents lie under one another as the axis says; a root
    lies under none; (C3) a variable axis or a product does not close a
    dimension that belongs to an axis that is not its ancestor; (C4) memory and buffer have
    the shape of the layout, static where a width is static; (C5) they have one
    element type.

    ```mlir
    %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
    ```
  }];
  let arguments = (ins AnyMemRef:$memory, Variadic<Axis_AxisType>:$axes,
                       Axis_ParentLists:$parents);
  let results = (outs Sparse_BufferType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Sparse_AllocOp : Sparse_Op<"alloc", [
    DeclareOpInterfaceMethods<BufferOpInterface>,
    DeclareOpInterfaceMethods<BufferViewFlowOpInterface>]> {
  let summary = "memory of the function's own as the values on a list of axes";
  let description = [{
    The list is as in `sparse.bind`. What the elements hold is undefined until it
    is written. The memory is freed where the function returns. In a nest or a loop
    each iteration has a workspace of its own; code has one for each worker.

    Rules: (C1) to (C4) as for `sparse.bind`; (C5) it stands in the first block of a function, in a nest or a loop; (C6) there axes are made outside of all these, but for a parallel loop around them; (C7) elements can be written, as those of i4 cannot.

    ```mlir
    %Tv = sparse.alloc on (%I, %J) : (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf64>
    ```
  }];
  let arguments = (ins Variadic<Axis_AxisType>:$axes,
                       Axis_ParentLists:$parents);
  let results = (outs Res<Sparse_BufferType, "", [MemAlloc]>:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Sparse_SplatOp : Sparse_Op<"splat", [Pure,
    DeclareOpInterfaceMethods<BufferOpInterface>,
    DeclareOpInterfaceMethods<BufferViewFlowOpInterface>]> {
  let summary = "one value for every element of a list of axes";
  let description = [{
    A buffer without memory: each element that the axes store reads as `value`,
    any other as the fill value. So a pattern, a graph without weights say, is
    an operand like any other. It is not written to.

    Rules: (C1) to (C3) as for `sparse.bind`; (C4) the buffer has the shape of
    the layout; (C5) the value has the buffer's element type; (C6) the buffer is
    only read.

    ```mlir
    %ones = sparse.splat %one on (%I, %J) : f32 on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
    ```
  }];
  let arguments = (ins AnyType:$value, Variadic<Axis_AxisType>:$axes,
                       Axis_ParentLists:$parents);
  let results = (outs Sparse_BufferType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

def Sparse_PlaceType : AnyTypeOf<[Index, Axis_SiteType]>;

class Sparse_AccessOp<string mnemonic, list<Trait> traits = []>
    : Sparse_Op<mnemonic, traits> {
  let hasVerifier = 1;
}

def Sparse_LoadOp : Sparse_AccessOp<"load", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "the value of an element";
  let description = [{
    The direct form, `at [..]`, names one site per storage dimension or, in
    position space (`at positions [..]`), one position: counted through the
    whole axis for a dimension of variable fibres, the offset in the fibre for
    one of fixed fibres. The look-up form, `[..]`, gives one coordinate per
    axis but products and occupancies, on which elements have none, or `any`: the
    first element that has the others is read. One that is not stored reads as the
    buffer's fill value, and `found` asks for whether it is as a second result. On
    a dense_fixed axis whose fibres are whole the look-up is the identity. A coordinate outside the
    extent of its axis is undefined.

    Rules: (C1) the buffer is made by an axis or sparse operation; (C2) the
    direct form has one site or position per storage dimension, the look-up
    form one coordinate or `any` per axis that has coordinates; (C3) a site lies on the
    axis of its storage dimension; (C4) sites agree about the positions of shared
    ancestors; (C5) a look-up that writes needs axes with unique coordinates in each fibre;
    (C6) what a direct access names is sites or indices, all alike, and a coordinate an index;
    (C7) the value has the buffer's element type; (C8) `found` and `any` are for look-ups; (C9) the numbers of those that are `any` ascend.

    ```mlir
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %y = sparse.load %Bv[any, %k] : !sparse.buffer<?x?xf32>
    %z, %stored = sparse.load %Av[%i, %j] found : !sparse.buffer<?xf32>
    ```
  }];
  let arguments = (ins Arg<Sparse_BufferType, "", [MemRead]>:$buffer,
                       Variadic<Sparse_PlaceType>:$indices, Sparse_AccessForm:$form,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$any);
  let results = (outs AnyType:$result, Optional<I1>:$found);
  let assemblyFormat = [{
    $buffer `` custom<AskedPlaces>($indices, type($indices), $form, $any)
    `` custom<Found>(type($found)) `:` custom<ElementOf>(type($buffer), type($result)) attr-dict
  }];
  let hasCanonicalizer = 1;
}

def Sparse_StoreOp : Sparse_AccessOp<"store"> {
  let summary = "sets the value of an element";
  let description = [{
    Names the element as `sparse.load` does. A store to an element that is not
    stored is undefined.

    Rules: (C1) to (C7) as for `sparse.load`; (C8) elements can be written, as those of i4 cannot.

    ```mlir
    sparse.store %x, %Cv at [%p] : !sparse.buffer<?xf32>
    ```
  }];
  let arguments = (ins AnyType:$value,
                       Arg<Sparse_BufferType, "", [MemWrite]>:$buffer,
                       Variadic<Sparse_PlaceType>:$indices,
                       Sparse_AccessForm:$form);
  let assemblyFormat = [{
    $value `,` $buffer `` custom<Places>($indices, type($indices), $form)
    `:` custom<ElementOf>(type($buffer), type($value)) attr-dict
  }];
  let hasCanonicalizer = 1;
}

def Sparse_AccumulateOp : Sparse_AccessOp<"accumulate",
    [AttrSizedOperandSegments]> {
  let summary = "combines a value with that of an element";
  let description = [{
    Replaces the value `x` of the element by `kind(x, value)`: the sum, product,
    minimum, maximum, bitwise and, bitwise or. Integers are signed. The minimum
    and maximum of floats are NaN where one of them is.

    `argmin` and `argmax` take a value and a number and two buffers on the same
    axes; they replace both where the value is smaller (larger), or equal and
    the number smaller. A NaN comes before every number, as in NumPy, and equals
    a NaN.

    Names the element as `sparse.load` does. An element that is not stored is
    undefined.

    `atomic` says that workers may combine with one element at the same time, and
    that none of these combinations is lost. They are made in any order and in
    any groups, so that a sum of floats may round otherwise in each run.
    `spindle-parallelize-loops` and schedules write it where they prove that
    nothing else in the loop touches the buffer. `segmented` adds that one after
    the other often combine with one element, as the elements of a row in a sorted
    list do: it is worth summing these up first, and combining once. It means the
    same, and promises nothing.

    Rules: (C1) to (C7) as for `sparse.load`; (C8) `argmin` and `argmax` have two
    values and buffers, the second of integers or index, other kinds one; (C9)
    the two buffers are on the same axes; (C10) the kind has a meaning in the
    type: complex numbers have `add` and `mul`, floats no `and` and `or`, i1 has
    `and` and `or` alone; (C11) what is `atomic` combines one value, and complex
    numbers by `add` alone; (C12) what is `segmented` is `atomic`; (C13) elements can be written.

    ```mlir
    sparse.accumulate add %t into %Cv[%i, %k] : !sparse.buffer<?x?xf32>
    sparse.accumulate atomic add %t into %Yv at positions [%i] : !sparse.buffer<?xf32>
    sparse.accumulate atomic segmented add %t into %Yv at positions [%i] : !sparse.buffer<?xf32>
    sparse.accumulate argmax %x, %j into %Mv, %Nv[%i] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
    ```
  }];
  let arguments = (ins Iter_CombineKind:$kind, Variadic<AnyType>:$values,
                       Arg<Variadic<Sparse_BufferType>, "",
                           [MemRead, MemWrite]>:$buffers,
                       Variadic<Sparse_PlaceType>:$indices,
                       Sparse_AccessForm:$form, UnitAttr:$atomic,
                       UnitAttr:$segmented);
  let assemblyFormat = [{
    (`atomic` $atomic^)? (`segmented` $segmented^)? $kind $values `into` $buffers `` custom<Places>($indices, type($indices), $form)
    `:` custom<ElementsOf>(type($buffers), type($values)) attr-dict
  }];
  let hasCanonicalizer = 1;
}

def Sparse_FillOp : Sparse_Op<"fill"> {
  let summary = "sets all stored elements to one value";
  let description = [{
    Every element that the axes store gets the value; memory beyond them is not
    touched, and an element that is not stored still reads as the fill value of
    the buffer's type, which this does not change.

    Rules: (C1) the value has the buffer's element type; (C2) the buffer is
    made by an axis or sparse operation; (C3) elements can be written.

    ```mlir
    sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
    ```
  }];
  let arguments = (ins Arg<Sparse_BufferType, "", [MemWrite]>:$buffer,
                       AnyType:$value);
  let assemblyFormat = [{
    $buffer `,` $value `:` custom<ElementOf>(type($buffer), type($value))
    attr-dict
  }];
  let hasVerifier = 1;
}

def Sparse_ExpectRangeOp : Sparse_Op<"expect_range", [
    MemoryEffects<[MemWrite]>]> {
  let summary = "the coordinates that are read are inside of a tensor";
  let description = [{
    Promises that the coordinates from `low` on and below `high`, unless there
    are none, are inside of dimension `dimension`, of `size`, of the tensor
    called `tensor`; `expression` says in errors which coordinates these are.
    Else what follows is undefined. The interpreter reports it, and what is
    compiled refuses its operands where the operation stands in the first block
    of the function. Stage II lacks the operation.

    Rules: (C1) the dimension is not negative.

    ```mlir
    sparse.expect_range "2 * I + R" from %low to %high in "A" dimension 0 of %size
    ```
  }];
  let arguments = (ins StrAttr:$expression, Index:$low, Index:$high,
                       StrAttr:$tensor, I64Attr:$dimension, Index:$size);
  let assemblyFormat = [{
    $expression `from` $low `to` $high `in` $tensor `dimension` $dimension
    `of` $size attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Stage 0
//===----------------------------------------------------------------------===//

def Sparse_GenericOp : Sparse_Op<"generic", [
    AttrSizedOperandSegments, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"::spindle::sparse::YieldOp">,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "what is computed from tensors, in whatever format they are";
  let description = [{
    Runs its body once per element of `driver`, one of the operands, times the
    extents of the dimensions that the driver lacks; without a driver, once per
    combination of the coordinates of all dimensions. The body is given the
    element of each of `ins` at the coordinates that its map gives, read as
    `sparse.load` reads it, then, if it takes them, the coordinates of all
    dimensions, and yields a value for each of `outs`, which is
    combined with the element there (`combine`, kinds as in `sparse.accumulate`;
    `argmin` and `argmax` take two values and two of `outs`) or, without
    `combine`, stored there. What an output holds before is combined with: fill
    it first. Order is that of the driver's elements, then of the other
    dimensions. A `name` before the rest is that of the nest; a driver that is an
    operand more than once is named by its number among all operands.

    A map is a list of dimensions, each at most once. Outputs share the
    driver's structure or are dense, with every cell an element; an input that
    shares it, under the driver's map, is read at the driver's own element, any
    other by its coordinates. The map of the latter may also give a dimension
    twice, as in `A[i, i]`, and sums, as in `A[2 * i + r]`: of dimensions times
    integers and of an integer. A dimension's size is that of what it gives
    alone. A sum is to be inside of the tensor for all coordinates of its
    dimensions, or else `borders` has a number for the input: that is read
    where a coordinate is outside.

    A driver may be in a composite format: its elements come part by part. What
    is computed does not depend on that order but for the rounding of sums.

    Rules: (C1) there is a map for each of `ins` and `outs`, of as many
    dimensions as there are kinds, with a result per dimension of its tensor,
    each another dimension or, of an operand that is named by coordinates, any
    dimension or sum; (C2) sizes of one dimension are equal where they are
    static, and sums are inside; (C3) the driver is one of `ins` or `outs`; (C4) every dimension has
    an operand that has it alone and gives its extent: the driver, or a tensor of
    dense levels where those of the dimension lie under no levels of others; (C5) the body has
    an argument of each input's element type, then none or an index for each
    dimension, and yields a value of each output's element type; (C6) there are
    as many `combine` kinds as their values are outputs, or none; (C7) a kind has a meaning in the type, as in `sparse.accumulate`;
    (C8) every tensor is an argument of a function or made by
    `sparse.with_values`, `sparse.parts` or `sparse.compose`; (C9) an output is dense or shares the driver's
    structure, with the driver's map; (C10) a tensor in a composite format is
    read and written at the driver's element alone; (C11) the two outputs of `argmin` and `argmax`
    share one structure, under one map; (C12) beside a composite driver an output that
    is not at its element is no input, and is combined or has all dimensions of the driver in
    its map; (C13) there are no borders or one for each input, `none` or, where
    its map has a sum, a number of its elements (of complex ones the real part); (C14) an output
    has no dimension twice, and a sum there is a number whose digits are dimensions of static sizes; (C15) its elements can be written.

    ```mlir
    sparse.generic driver(%A) ins(%A, %B : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>) outs(%C : !sparse.tensor<?x?xf32, #sparse.dense>) maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>] kinds [spatial, reduction, spatial] combine [add] {
    ^bb0(%a: f32, %b: f32):
      %t = arith.mulf %a, %b : f32
      sparse.yield %t : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Sparse_AnyTensorType>:$ins,
                       Variadic<Sparse_AnyTensorType>:$outs,
                       OptionalAttr<I64Attr>:$driver,
                       OptionalAttr<StrAttr>:$name,
                       AffineMapArrayAttr:$maps,
                       TypedArrayAttrBase<Iter_DimKind, "kinds">:$kinds,
                       TypedArrayAttrBase<Iter_CombineKind, "kinds">:$combine,
                       OptionalAttr<ArrayAttr>:$borders);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The number of dimensions.
    int64_t getNumDims() { return getKinds().size(); }
    /// The map of operand `index`, inputs first.
    ::mlir::AffineMap getMap(int64_t index) {
      return ::mlir::cast<::mlir::AffineMapAttr>(getMaps()[index]).getValue();
    }
    /// What input `index` reads outside of its tensor; null for nothing.
    ::mlir::TypedAttr getBorder(int64_t index) {
      return getBorders() ? ::mlir::dyn_cast<::mlir::TypedAttr>(
                                (*getBorders())[index])
                          : ::mlir::TypedAttr();
    }
    /// Whether operand `index` has the driver's structure and map.
    bool isAtDriver(int64_t index);
    /// The index among all operands of the one that drives; none without.
    std::optional<int64_t> getDriverIndex() {
      return getDriver() ? std::optional<int64_t>(*getDriver()) : std::nullopt;
    }
  }];
}

def Sparse_YieldOp : Sparse_Op<"yield", [Pure, Terminator,
                                         HasParent<"GenericOp">]> {
  let summary = "ends the body of a generic operation";
  let description = [{
    Gives a value for each output.

    ```mlir
    sparse.yield %t : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let builders = [OpBuilder<(ins), [{ /* nothing to add */ }]>];
}

#endif // SPINDLE_DIALECT_SPARSE_IR_SPARSEOPS_TD
