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

def Iter_LoopRole : I32EnumAttr<"LoopRole", "what a loop is to its dimension", [
    I32EnumAttrCase<"Level", 0, "level">, I32EnumAttrCase<"Tile", 1, "tile">,
    I32EnumAttrCase<"Point", 2, "point">, I32EnumAttrCase<"Tail", 3, "tail">,
    I32EnumAttrCase<"Worker", 4, "worker">]> {
  let cppNamespace = "::spindle::iter";
}

#endif // SPINDLE_DIALECT_ITER_IR_ITERENUMS_TD
