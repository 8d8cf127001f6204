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
    `tesa-print` and the passes that use it, and stands in no type.

    Rules: (C1) the attribute `tesa.mask` of an argument is a `#tesa.mask`. (C2) It
    has the shape of the argument, a tensor of numbers, and no mask is on indices.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Attribute of an argument of a function: a #tesa.mask. Elements that it
    /// does not keep are 0, which whoever calls the function sees to.
    static constexpr ::llvm::StringLiteral kMaskAttr = "tesa.mask";
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

    Rules: (C1) there is a block for each dimension, of 1 to all of its elements.
    (C2) `keeps` has as many digits as there are blocks, and 0 behind the last.

    ```mlir
    func.func @layer(%W: tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] keeps "09">}) {
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        ArrayRefParameter<"int64_t">:$block,
                        StringRefParameter<"hexadecimal digits">:$keeps);
  let assemblyFormat =
      "`<` custom<Sizes>($shape) `by` custom<Sizes>($block) `keeps` $keeps `>`";
  let genVerifyDecl = 1;
  let builders = [
    AttrBuilder<(ins "const ::spindle::Mask &":$kept)>
  ];
  let extraClassDeclaration = [{
    /// The elements that are kept.
    ::spindle::Mask getMask() const;
  }];
}

def Tesa_MarkOp : Op<Tesa_Dialect, "mark", [
    Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<SparsityOpInterface, ["isStrict"]>]> {
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

#endif // SPINDLE_DIALECT_TESA_IR_TESAOPS_TD
