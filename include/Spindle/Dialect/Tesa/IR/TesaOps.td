//===- TesaOps.td - the tesa dialect -----------------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_TESA_IR_TESAOPS_TD
#define SPINDLE_DIALECT_TESA_IR_TESAOPS_TD

include "Spindle/Dialect/Tesa/IR/SparsityOpInterfaces.td"
include "Spindle/Dialect/Tesa/IR/TesaEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Tesa_Dialect : Dialect {
  let name = "tesa";
  let cppNamespace = "::spindle::tesa";
  let summary = "which elements of a dense program's tensors are pruned";
  let description = [{
    A model is a program on dense tensors. What is pruned of it is said of its
    arguments, by the attribute `tesa.mask`, and of values between, by
    `tesa.mark`; what follows for all other tensors is found by
    `tesa-print` and the passes that use it, and stands in no type. So it is with the
    numbers of a tensor, which `tesa.constant` says of an argument, and with the data
    formats that they need, which `tesa.width` says of arguments and of values.

    Rules: (C1) the attribute `tesa.mask` of an argument is a `#tesa.mask`. (C2) It
    has the shape of the argument, a tensor of numbers, and no mask is on indices.
    (C3) The attribute `tesa.constant` stands alone, for numbers that are the same in
    each run, or has these, of the argument's type; they are 0 where a mask keeps
    nothing. (C4) The attribute `tesa.width` of an argument is a `#tesa.width`, (C5) has
    its shape, and the argument's type has each number of these formats. (C6) The
    attribute `tesa.kept` of an argument is a `#tesa.kept`, (C7) by which as many
    coordinates are left in each dimension as the argument has. (C8) The attribute
    `tesa.part` of an argument is a `#tesa.part`, and (C9) the argument is a tensor of as many
    dimensions as the weight, of elements that hold the format, or a vector of floats, its
    steps.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Attribute of an argument of a function: a #tesa.mask. Elements that it
    /// does not keep are 0, which whoever calls the function sees to.
    static constexpr ::llvm::StringLiteral kMaskAttr = "tesa.mask";
    /// Attribute of an argument that is the same in each run: its elements, or
    /// a unit if they are not told. Whoever calls the function sees to it.
    static constexpr ::llvm::StringLiteral kConstantAttr = "tesa.constant";
    /// Attribute of an argument: a #tesa.width that its elements have, which
    /// whoever calls the function sees to.
    static constexpr ::llvm::StringLiteral kWidthAttr = "tesa.width";
    /// Attribute of an argument: a #tesa.kept, the part of a larger tensor that
    /// it is. Whoever calls the function takes it from there.
    static constexpr ::llvm::StringLiteral kKeptAttr = "tesa.kept";
    /// Attribute of an argument: a #tesa.part, what it has of a weight that is
    /// stored in parts. Whoever calls the function makes it of the weight.
    static constexpr ::llvm::StringLiteral kPartAttr = "tesa.part";
  }];
}

def Tesa_MaskAttr : AttrDef<Tesa_Dialect, "Mask"> {
  let mnemonic = "mask";
  let summary = "the elements of a tensor that are kept";
  let description = [{
    The tensor has `shape`, which is divided into blocks of `block` elements, the
    last of each dimension being cut. `keeps` has a bit for each block, the last
    dimension running fastest, as hexadecimal digits: two for eight blocks, the
    first of which is the lowest bit. All elements of a block are kept, or
    none. So a channel vector is stored as one, and single elements as blocks of
    one.

    Many bits stand outside the text, in a resource of bytes, with their SHA-256.

    Rules: (C1) there is a block for each dimension, of 1 to all of its elements.
    (C2) `keeps` has as many digits as there are blocks, and 0 behind the last. (C3) A
    resource is there, has as many bytes, in a type of so many `i8`, and its hash is
    the one that is written.

    ```mlir
    func.func @layer(%W: tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] keeps "09">}) {
    ```
    ```mlir
    tesa.mask = #tesa.mask<[8, 4] by [8, 1] stored dense_resource<W> : tensor<1xi8> hash "2b4c342f5433ebe591a1da77e013d1b72475562d48578dca8b84bac6651c3cb9">
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        ArrayRefParameter<"int64_t">:$block,
                        StringRefParameter<"hexadecimal digits">:$keeps,
                        OptionalParameter<"::mlir::DenseResourceElementsAttr",
                                          "bytes, instead of digits">:$stored,
                        StringRefParameter<"of these bytes">:$hash);
  let assemblyFormat = [{
    `<` custom<Sizes>($shape) `by` custom<Sizes>($block)
        custom<Bits>($keeps, $stored, $hash) `>`
  }];
  let genVerifyDecl = 1;
  let builders = [
    AttrBuilder<(ins "const ::spindle::Mask &":$kept)>,
    AttrBuilder<(ins "::llvm::ArrayRef<int64_t>":$shape,
                     "::llvm::ArrayRef<int64_t>":$block,
                     "const std::vector<uint8_t> &":$cells)>
  ];
  let extraClassDeclaration = [{
    /// The elements that are kept.
    ::spindle::Mask getMask() const;
    /// 0 or 1 for each block.
    std::vector<uint8_t> getCells() const;
    /// Whether the resource of bytes, if there is one, is as it is said to be.
    /// Resources are read after what names them.
    ::llvm::LogicalResult verifyStored(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const;
  }];
}

def Tesa_WidthAttr : AttrDef<Tesa_Dialect, "Width"> {
  let mnemonic = "width";
  let summary = "the data formats that elements of a tensor need";
  let description = [{
    The tensor has `shape`, which is divided into blocks as by a `#tesa.mask`. Each
    element of a block is a number of the block's format, which is signed (`si8`),
    unsigned (`ui4`), or a float (`f16`), whatever the type of the tensor's elements.

    Rules: (C1) there is a block for each dimension, of 1 to all of its elements.
    (C2) There is a format for each block, an integer with a sign or without one, of
    at most 64 bits, or a float.

    ```mlir
    func.func @scores(%X: tensor<8x4xi32> {tesa.width = #tesa.width<[8, 4] by [4, 4] holds [si8, ui4]>}) {
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        ArrayRefParameter<"int64_t">:$block,
                        ArrayRefParameter<"::mlir::Type">:$formats);
  let assemblyFormat = [{
    `<` custom<Sizes>($shape) `by` custom<Sizes>($block)
        `holds` custom<Formats>($formats) `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// What is known of numbers of these formats in a tensor of `element`s.
    ::spindle::Numbers getNumbers(::mlir::Type element) const;
    /// Whether a tensor of `type` has this shape, and its elements are of a
    /// type that has all numbers of these formats.
    ::llvm::LogicalResult verifyOn(
        ::mlir::Type type,
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const;
  }];
}

def Tesa_KeptAttr : AttrDef<Tesa_Dialect, "Kept"> {
  let mnemonic = "kept";
  let summary = "the coordinates that are left of a larger tensor";
  let description = [{
    A tensor of `shape` had coordinates removed, the same ones everywhere along a
    dimension. `keeps` has digits for each dimension, a bit for each coordinate
    as in a `#tesa.mask`: those whose bit is 1 are left, in their order. Sparse-run
    and Python take an array of this shape where the smaller one is expected.

    Rules: (C1) `keeps` has as many digits as there are coordinates, for each
    dimension, and 0 behind the last.

    ```mlir
    func.func @smaller(%W: tensor<2x4xf32> {tesa.kept = #tesa.kept<[8, 4] keeps ["09", "0f"]>}) {
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        ArrayRefParameter<"::mlir::StringAttr">:$keeps);
  let assemblyFormat = [{
    `<` custom<Sizes>($shape) `keeps` custom<Digits>($keeps) `>`
  }];
  let genVerifyDecl = 1;
  let builders = [
    AttrBuilder<(ins "::llvm::ArrayRef<int64_t>":$shape,
                     "const std::vector<::spindle::MaskSizes> &":$coordinates)>
  ];
  let extraClassDeclaration = [{
    /// The coordinates that are left, in ascending order, of each dimension.
    std::vector<::spindle::MaskSizes> getCoordinates() const;
  }];
}

def Tesa_PartAttr : AttrDef<Tesa_Dialect, "Part"> {
  let mnemonic = "part";
  let summary = "a part of a weight, in fewer bits";
  let description = [{
    A weight `whole` of `type` is stored in parts, each an argument: the elements that the
    argument's `tesa.mask` keeps, as numbers of `format`. Of a weight of floats, a part in
    integers has multiples of a step for each coordinate of dimension `by`; the argument
    without elements of integers that says the same has these steps. All parts
    together have each element that is not 0 once. Sparse-run and Python take the weight
    itself, and divide it.

    The step of a coordinate is the largest magnitude there, divided by the largest number of
    the format whose opposite it has too, and each element becomes the nearest multiple;
    where all elements of the part are numbers of the format already, steps are 1.

    Rules: (C1) `whole` is a name. (C2) `format` is a float or an integer with a sign, and
    `by` is a dimension of `type`, of floats, whose `format` is an integer of at most 16 bits.

    ```mlir
    func.func @bytes(%W: tensor<8x4xi8> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as si8 by 1>}) {
    ```
  }];
  let parameters = (ins StringRefParameter<"the weight">:$whole,
                        "::mlir::RankedTensorType":$type,
                        "::mlir::Type":$format,
                        DefaultValuedParameter<"int64_t", "-1",
                                               "the dimension of steps">:$dim);
  let assemblyFormat = [{
    `<` $whole `of` $type `as` $format (`by` $dim^)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Whether an argument of `argument` has the steps, and not elements.
    bool isSteps(::mlir::Type argument) const;
  }];
}

def Tesa_MarkOp : Op<Tesa_Dialect, "mark", [
    Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<SparsityOpInterface,
                              ["inferNumbers", "isStrict"]>]> {
  let summary = "a tensor without its pruned elements";
  let description = [{
    The elements of `source` that `keeps` has, and 0 in place of the others.

    Rules: (C1) `keeps` has the shape of `source`.

    ```mlir
    %pruned = tesa.mark %Y keeps <[8, 4] by [8, 1] keeps "09"> : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source, Tesa_MaskAttr:$keeps);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source `keeps` $keeps attr-dict `:` type($source)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tesa_ReplaceOp : Op<Tesa_Dialect, "replace", [
    Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<SparsityOpInterface,
                              ["inferNumbers", "isStrict"]>]> {
  let summary = "a tensor with constants in place of elements";
  let description = [{
    The elements of `source` that `keeps` has, and in place of the others
    `constants`, which has one number for each block of `keeps` that is not kept, in
    the order of their bits.

    Rules: (C1) `keeps` has the shape of `source`. (C2) `constants` has as many
    elements as there are blocks that are not kept, of the type of those of `source`,
    and stands in the text.

    ```mlir
    %fixed = tesa.replace %Y keeps <[8, 4] by [8, 1] keeps "09"> with dense<[1.0, 2.0]> : tensor<2xf32> : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source, Tesa_MaskAttr:$keeps,
                       ElementsAttr:$constants);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $source `keeps` $keeps `with` $constants attr-dict `:` type($source)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// What is known of the numbers that stand in the place of others.
    ::spindle::Numbers getReplacements();
  }];
}

def Tesa_WidthOp : Op<Tesa_Dialect, "width", [
    NoMemoryEffect, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<SparsityOpInterface,
                              ["inferNumbers", "inferNumbersBackward",
                               "isStrict"]>]> {
  let summary = "a tensor whose elements need narrower formats";
  let description = [{
    The elements of `source`, each of which is a number of its format. That it is, is
    what the model says; it is undefined what happens if it is not, so that the
    operation is not moved to where it may not be reached. To integers, -0.0 is 0.

    Rules: (C1) `formats` has the shape of `source`, and the type of its elements has
    each number of these formats.

    ```mlir
    %narrow = tesa.width %Y as <[8, 4] by [4, 4] holds [si8, f16]> : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source, Tesa_WidthAttr:$formats);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source `as` $formats attr-dict `:` type($source)";
  let hasVerifier = 1;
}

#endif // SPINDLE_DIALECT_TESA_IR_TESAOPS_TD
