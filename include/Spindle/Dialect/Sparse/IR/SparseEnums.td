//===- SparseEnums.td - enumerations of the sparse dialect -*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_SPARSEENUMS_TD
#define SPINDLE_DIALECT_SPARSE_IR_SPARSEENUMS_TD

include "mlir/IR/EnumAttr.td"

def Sparse_AccessForm : I32EnumAttr<
    "AccessForm", "how an element of a buffer is named", [
    I32EnumAttrCase<"LookUp", 0, "look_up">,
    I32EnumAttrCase<"Direct", 1, "direct">]> {
  let cppNamespace = "::spindle::sparse";
}

def Sparse_Access : I32EnumAttr<"Access", "what a function does to a tensor", [
    I32EnumAttrCase<"Read", 0, "read">, I32EnumAttrCase<"Write", 1, "write">,
    I32EnumAttrCase<"Update", 2, "update">]> {
  let cppNamespace = "::spindle::sparse";
}

def Sparse_PieceRole : I32EnumAttr<"PieceRole", "what an argument holds", [
    I32EnumAttrCase<"Size", 0, "size">,
    I32EnumAttrCase<"Positions", 1, "positions">,
    I32EnumAttrCase<"Coordinates", 2, "coordinates">,
    I32EnumAttrCase<"Lengths", 3, "lengths">,
    I32EnumAttrCase<"Bitmap", 4, "bitmap">,
    I32EnumAttrCase<"Values", 5, "values">]> {
  let cppNamespace = "::spindle::sparse";
}

def Sparse_LevelKind : I32EnumAttr<"LevelKind", "how a level is stored", [
    I32EnumAttrCase<"Dense", 0, "dense">,
    I32EnumAttrCase<"Compressed", 1, "compressed">,
    I32EnumAttrCase<"Fixed", 2, "fixed">,
    I32EnumAttrCase<"Variable", 3, "variable">,
    I32EnumAttrCase<"Singleton", 4, "singleton">,
    I32EnumAttrCase<"Structured", 5, "structured">]> {
  let cppNamespace = "::spindle::sparse";
}

def Sparse_Kept : I32EnumAttr<
    "Kept", "what tells existing cells from padding", [
    I32EnumAttrCase<"None", 0, "full">,
    I32EnumAttrCase<"Lengths", 1, "lengths">,
    I32EnumAttrCase<"Bitmap", 2, "bitmap">,
    I32EnumAttrCase<"LengthsAndBitmap", 3, "lengths and bitmap">]> {
  let cppNamespace = "::spindle::sparse";
}

#endif // SPINDLE_DIALECT_SPARSE_IR_SPARSEENUMS_TD
