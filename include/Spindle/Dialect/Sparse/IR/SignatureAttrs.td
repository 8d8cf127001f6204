//===- SignatureAttrs.td - labels of arguments -------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_SIGNATUREATTRS_TD
#define SPINDLE_DIALECT_SPARSE_IR_SIGNATUREATTRS_TD

include "Spindle/Dialect/Sparse/IR/SparseBase.td"

def Sparse_PieceAttr : AttrDef<Sparse_Dialect, "Piece"> {
  let mnemonic = "piece";
  let summary = "which piece of which tensor an argument holds";
  let description = [{
    `tensor` is the tensor's name, `part` the path to the part of a composite
    format (empty for a format of levels). The role is

    - `dimension d, size`: the size of dimension `d`, an index;
    - `level l, positions`, `level l, coordinates` and `level l, lengths`: an
      array of that level;
    - `bitmap`: which cells are elements;
    - `values`: the values.

    Rules: (C1) the path and the indices are not negative.

    ```mlir
    #positions = #sparse.piece<"A", part [], level 1, positions>
    #size = #sparse.piece<"A", part [], dimension 0, size>
    #lengths = #sparse.piece<"A", part [], level 1, lengths>
    #bitmap = #sparse.piece<"A", part [], bitmap>
    #values = #sparse.piece<"A", part [], values>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$tensor,
                        ArrayRefParameter<"int64_t">:$part,
                        "::spindle::sparse::PieceRole":$role,
                        "int64_t":$index);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // SPINDLE_DIALECT_SPARSE_IR_SIGNATUREATTRS_TD
