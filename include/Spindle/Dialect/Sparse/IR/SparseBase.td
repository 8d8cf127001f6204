//===- SparseBase.td - the sparse dialect and its types ----*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_SPARSEBASE_TD
#define SPINDLE_DIALECT_SPARSE_IR_SPARSEBASE_TD

include "Spindle/Dialect/Sparse/IR/SparseEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/DialectBase.td"

def Sparse_Dialect : Dialect {
  let name = "sparse";
  let cppNamespace = "::spindle::sparse";
  let summary = "values on axes, and tensors in a format";
  let description = [{
    A *buffer* keeps one value per leaf of a tree of axes. How it lies in memory
    follows from the list of its axes by the layout rule: walk the list; an axis
    of fixed width opens a storage dimension, a variable one closes those of its
    listed ancestors and opens one instead of the first of them. So a
    matrix in CSR has the storage `[p]`, and one in blocks `[p, b, c]`.

    A *tensor* is a whole operand: a shape, an element type and a format.
    `sparse.unpack` opens it into axes and a buffer.

    Arguments of functions that are tensors carry `sparse.name`, `sparse.dims`
    (a name per dimension; equal names, equal sizes), and `sparse.access`. With
    "write", what was there before is not used. `sparse.structure_of` names
    another argument whose structure the tensor shares: its levels are passed
    once, with that one. Of a builtin tensor, `sparse.format` is the format that
    it is to have as a tensor, and a result has a `sparse.name` too.

    Loads and stores in memory that carry `sparse.exists` are of an element that
    exists wherever their indices are known, so that it may also be loaded and
    stored where they do not run: one at stored coordinates, in a buffer of that
    extent.

    Rules: (C1) `sparse.name` is a string that is not empty; (C2)
    `sparse.dims` is an array of strings, one per dimension of a tensor;
    (C3) dimensions of one name have one size, where both are static; (C4)
    `sparse.access` is "read", "write" or "update"; (C5) a tensor with
    access "read" is not written; (C6) a tensor with access "write" is
    filled where it is also read, accumulation being a read; (C7)
    `sparse.piece` is a `#sparse.piece`, `sparse.workspace` is unit, and
    arguments carry no other attribute of the dialect; (C8) results carry none but
    `sparse.name`, operations none but `sparse.signature`, an array of `#sparse.piece` and unit on a function,
    `sparse.results`, an array of types of tensors on one,
    `sparse.operands`, an array of `#sparse.operand` on one,
    `sparse.length_check`, a symbol on one, `sparse.refusals`, an array of
    pairs of strings on one, `sparse.workspace_bytes`, a symbol on one,
    `sparse.reuses_workspace`, unit on one, `sparse.constants`, an array of
    pairs of a `#sparse.piece` and a symbol on one, and `sparse.exists`, unit on an operation in memory; (C9) `sparse.structure_of` names another tensor argument, of the
    same shape and format, that has a structure of its own; (C10) `sparse.format`
    is a format of the rank of an argument that is a builtin tensor, or of a
    matrix where it has more dimensions.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::spindle::axis::AxisDialect"];
  let useDefaultTypePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Argument attribute: the operand's name, a string.
    static constexpr ::llvm::StringLiteral kNameAttr = "sparse.name";
    /// Argument attribute: an array with a name for each dimension.
    static constexpr ::llvm::StringLiteral kDimsAttr = "sparse.dims";
    /// Argument attribute: "read", "write" or "update".
    static constexpr ::llvm::StringLiteral kAccessAttr = "sparse.access";
    /// Argument attribute: the name of the tensor whose structure this one has.
    static constexpr ::llvm::StringLiteral kStructureOfAttr =
        "sparse.structure_of";
    /// Argument attribute: the #sparse.piece that the argument holds.
    static constexpr ::llvm::StringLiteral kPieceAttr = "sparse.piece";
    /// Function attribute: one #sparse.piece or unit per argument.
    static constexpr ::llvm::StringLiteral kSignatureAttr = "sparse.signature";
    /// Function attribute: the type of each tensor that the function returns a
    /// handle of.
    static constexpr ::llvm::StringLiteral kResultsAttr = "sparse.results";
    /// Function attribute: one #sparse.operand per argument that the function
    /// has before its tensors are expanded.
    static constexpr ::llvm::StringLiteral kOperandsAttr = "sparse.operands";
    /// Function attribute: the function that finds memory too short for it.
    static constexpr ::llvm::StringLiteral kLengthCheckAttr =
        "sparse.length_check";
    /// Attribute of such a function: what it refuses, as pairs of strings that
    /// stand before the number that was expected and before the one that came.
    static constexpr ::llvm::StringLiteral kRefusalsAttr = "sparse.refusals";
    /// Attribute of a load or store in memory: the element exists wherever its
    /// indices are known, so also where the operation does not run.
    static constexpr ::llvm::StringLiteral kExistsAttr = "sparse.exists";

    /// Parses and prints attributes; `#sparse.csr` and other names of formats
    /// stand for their descriptors.
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

class Sparse_Type<string cppName, string typeMnemonic>
    : TypeDef<Sparse_Dialect, cppName> {
  let mnemonic = typeMnemonic;
}

def Sparse_BufferType : Sparse_Type<"Buffer", "buffer"> {
  let summary = "values on a list of axes";
  let description = [{
    The type gives the shape of the storage (not of the coordinate space), the
    type of the values, and the value that missing elements read as, zero
    unless said.

    Elements of i4 lie in memory two in a byte, in the order of the storage, the
    first in the low half; where their number is odd, the last half is not read.
    Sizes and positions count elements. They are only read: two workers that
    wrote to one byte would undo what the other one did.

    Rules: (C1) elements are integers of 1, 4, 8, 16, 32 or 64 bits, index, floats
    or complex numbers of floats; (C2) the fill value has the element type, or
    that of the real part of a complex number, whose imaginary part is zero.

    ```mlir
    !values = !sparse.buffer<?xf32>
    !blocks = !sparse.buffer<?x4x4xf64>
    !maxima = !sparse.buffer<?xf32, fill = 0xFF800000>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        "::mlir::TypedAttr":$fill);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// A buffer whose missing elements read as zero.
    static BufferType get(::llvm::ArrayRef<int64_t> shape,
                          ::mlir::Type elementType);
    /// The number of storage dimensions.
    int64_t getRank() const { return getShape().size(); }
    /// The memory that holds such a buffer: a memref of the same shape.
    ::mlir::MemRefType getMemRefType() const;
  }];
}

def Sparse_TensorType : Sparse_Type<"SparseTensor", "tensor"> {
  let summary = "a tensor in a format, by reference";
  let description = [{
    The shape is that of the coordinate space. As with a memref, a function
    that is given a tensor may write to its values.

    Rules: (C1) elements are of a buffer's types; (C2) the format has as many
    dimensions as the shape; (C3) the format is one that this version builds.

    ```mlir
    !A = !sparse.tensor<?x?xf32, #sparse.csr>
    !B = !sparse.tensor<?x128xf32, #sparse.dense>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        "::spindle::sparse::FormatAttr":$format);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The number of dimensions.
    int64_t getRank() const { return getShape().size(); }
    /// The size of dimension `dim`; kDynamic where it is not known.
    int64_t getDimSize(int64_t dim) const { return getShape()[dim]; }
  }];
}

def Sparse_CompositeTensorType : Sparse_Type<"CompositeTensor", "tensor"> {
  let typeName = "sparse.composite_tensor";
  let summary = "a tensor in a composite format, by reference";
  let description = [{
    It is written as any tensor is. `sparse.parts` gives its parts, which are
    tensors of the same shape.

    Rules: (C1) elements are of a buffer's types; (C2) the format has as many
    dimensions as the shape.

    ```mlir
    !A = !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> (slot(j in i) below 4 : #sparse.ell<4>, rest : #sparse.coo)>>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        "::spindle::sparse::CompositeAttr":$format);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The types of the parts, in the formats of `getPartFormats`.
    ::llvm::SmallVector<::mlir::Type> getPartTypes() const;
  }];
}

def Sparse_AnyTensorType
    : AnyTypeOf<[Sparse_TensorType, Sparse_CompositeTensorType]>;

#endif // SPINDLE_DIALECT_SPARSE_IR_SPARSEBASE_TD
