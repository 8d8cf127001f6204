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

def Sparse_OperandAttr : AttrDef<Sparse_Dialect, "Operand"> {
  let mnemonic = "operand";
  let summary = "what an argument of a program is";
  let description = [{
    What a function says of an argument before its tensors are expanded: its
    name, its type, what the function does to it, a name per dimension where
    there are some (equal names, equal sizes), and the operand whose structure
    it shares.

    ```mlir
    #matrix = #sparse.operand<name = "A", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = read, dims = ["I", "J"]>
    #product = #sparse.operand<name = "C", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = write, dims = ["I", "J"], structure = "A">
    #factor = #sparse.operand<name = "alpha", type = f32, access = read>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$name, "::mlir::Type":$type,
                        EnumParameter<Sparse_Access>:$access,
                        OptionalParameter<"::mlir::ArrayAttr">:$dims,
                        OptionalParameter<"::mlir::StringAttr">:$structure);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // SPINDLE_DIALECT_SPARSE_IR_SIGNATUREATTRS_TD
