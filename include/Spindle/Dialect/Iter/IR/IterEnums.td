//===- IterEnums.td - enumerations of the iter dialect -----*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_ITER_IR_ITERENUMS_TD
#define SPINDLE_DIALECT_ITER_IR_ITERENUMS_TD

include "mlir/IR/EnumAttr.td"

def Iter_DimKind : I32EnumAttr<"DimKind", "what the author says of a dimension", [
    I32EnumAttrCase<"Spatial", 0, "spatial">,
    I32EnumAttrCase<"Reduction", 1, "reduction">]> {
  let cppNamespace = "::spindle::iter";
}

def Iter_CombineKind : I32EnumAttr<
    "CombineKind", "how a value is combined with what is there", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Mul", 1, "mul">,
    I32EnumAttrCase<"Min", 2, "min">, I32EnumAttrCase<"Max", 3, "max">,
    I32EnumAttrCase<"And", 4, "and">, I32EnumAttrCase<"Or", 5, "or">,
    I32EnumAttrCase<"ArgMin", 6, "argmin">,
    I32EnumAttrCase<"ArgMax", 7, "argmax">]> {
  let cppNamespace = "::spindle::iter";
}

def Iter_LoopRole : I32EnumAttr<"LoopRole", "what a loop is to its dimension", [
    I32EnumAttrCase<"Level", 0, "level">, I32EnumAttrCase<"Tile", 1, "tile">,
    I32EnumAttrCase<"Point", 2, "point">, I32EnumAttrCase<"Tail", 3, "tail">,
    I32EnumAttrCase<"Worker", 4, "worker">]> {
  let cppNamespace = "::spindle::iter";
}

#endif // SPINDLE_DIALECT_ITER_IR_ITERENUMS_TD
