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
include "Spindle/Dialect/Sparse/IR/BufferOpInterface.td"
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
    DeclareOpInterfaceMethods<AxisOpInterface>,
    DeclareOpInterfaceMethods<BufferOpInterface>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "the axes of a tensor and the buffer on them";
  let description = [{
    Gives one axis per level of the format, in the order of the levels, and the
    buffer of the values. Two tensors have different axes, even if they have
    the same structure.

    Rules: (C1) there is one axis per level, of the type that the level gives,
    and one buffer, of the storage shape; (C2) the tensor is an argument of a
    function.

    ```mlir
    %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    ```
  }];
  let arguments = (ins Sparse_TensorType:$tensor);
  let results = (outs Variadic<Axis_AxisType>:$axes, Sparse_BufferType:$buffer);
  let assemblyFormat = [{
    $tensor `:` qualified(type($tensor)) `->` custom<UnpackedTypes>(type($axes),
    type($buffer)) attr-dict
  }];
  let hasVerifier = 1;
}

def Sparse_BindOp : Sparse_Op<"bind", [Pure,
    DeclareOpInterfaceMethods<BufferOpInterface>,
    DeclareOpInterfaceMethods<BufferViewFlowOpInterface>]> {
  let summary = "memory as the values on a list of axes";
  let description = [{
    The list names the axes from parents to children; the layout rule of the
    dialect says which dimension of the memory belongs to which of them. An axis
    with a parent lies under the nearest entry before it that names the parent,
    unless `of` gives another entry's index. The memory is used, not copied.
    A buffer that the function writes to shares memory with another one, or with
    the arrays of an axis, only where both are the same memref. The memory is
    freed after the last use of the buffer.

    Rules: (C1) every axis is made by an axis or sparse operation; (C2) an
    axis with a parent lies under an earlier entry that names the parent, a
    root under none; (C3) a variable axis does not close a dimension that
    belongs to an axis that is not its ancestor; (C4) memory and buffer have
    the shape of the layout, static where a width is static; (C5) they have one
    element type.

    ```mlir
    %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
    ```
  }];
  let arguments = (ins AnyMemRef:$memory, Variadic<Axis_AxisType>:$axes,
                       DenseI64ArrayAttr:$parents);
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

def Sparse_LoadOp : Sparse_AccessOp<"load"> {
  let summary = "the value of an element";
  let description = [{
    The direct form, `at [..]`, names one site per storage dimension or, in
    position space (`at positions [..]`), one position: counted through the
    whole axis for a dimension of variable fibres, the offset in the fibre for
    one of fixed fibres. The look-up form, `[..]`, gives one coordinate per
    axis; an element that a sparse_variable axis does not store reads as the
    buffer's fill value. On a dense_fixed axis the look-up is the identity. A
    coordinate outside [0, extent) of its axis is undefined.

    Rules: (C1) the buffer is made by an axis or sparse operation; (C2) the
    direct form has one site or position per storage dimension, the look-up
    form one coordinate per axis; (C3) a site lies on the axis of its storage
    dimension; (C4) sites agree about the positions of shared ancestors;
    (C5) a look-up needs axes with unique coordinates; (C6) a place is a site
    or an index, all alike, and a coordinate an index; (C7) the value has the
    buffer's element type.

    ```mlir
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %y = sparse.load %Bv[%j, %k] : !sparse.buffer<?x?xf32>
    ```
  }];
  let arguments = (ins Arg<Sparse_BufferType, "", [MemRead]>:$buffer,
                       Variadic<Sparse_PlaceType>:$indices,
                       Sparse_AccessForm:$form);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $buffer `` custom<Places>($indices, type($indices), $form)
    `:` custom<ElementOf>(type($buffer), type($result)) attr-dict
  }];
  let hasCanonicalizer = 1;
}

def Sparse_StoreOp : Sparse_AccessOp<"store"> {
  let summary = "sets the value of an element";
  let description = [{
    Names the element as `sparse.load` does. A store to an element that is not
    stored is undefined.

    Rules: (C1) to (C7) as for `sparse.load`.

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

    Rules: (C1) to (C7) as for `sparse.load`; (C8) `argmin` and `argmax` have two
    values and buffers, the second of integers or index, other kinds one; (C9)
    the two buffers are on the same axes; (C10) the kind has a meaning in the
    type: complex numbers have `add` and `mul`, floats no `and` and `or`, i1 has
    `and` and `or` alone.

    ```mlir
    sparse.accumulate add %t into %Cv[%i, %k] : !sparse.buffer<?x?xf32>
    sparse.accumulate argmax %x, %j into %Mv, %Nv[%i] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
    ```
  }];
  let arguments = (ins Sparse_AccumulateKind:$kind, Variadic<AnyType>:$values,
                       Arg<Variadic<Sparse_BufferType>, "",
                           [MemRead, MemWrite]>:$buffers,
                       Variadic<Sparse_PlaceType>:$indices,
                       Sparse_AccessForm:$form);
  let assemblyFormat = [{
    $kind $values `into` $buffers `` custom<Places>($indices, type($indices), $form)
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
    made by an axis or sparse operation.

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

#endif // SPINDLE_DIALECT_SPARSE_IR_SPARSEOPS_TD
