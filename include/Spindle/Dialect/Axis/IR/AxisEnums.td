//===- AxisEnums.td - enumerations of the axis dialect -----*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_AXIS_IR_AXISENUMS_TD
#define SPINDLE_DIALECT_AXIS_IR_AXISENUMS_TD

include "mlir/IR/EnumAttr.td"

def Axis_AxisKind : I32EnumAttr<"AxisKind", "what an axis keeps per fibre", [
    I32EnumAttrCase<"DenseFixed", 0, "dense_fixed">,
    I32EnumAttrCase<"SparseVariable", 1, "sparse_variable">,
    I32EnumAttrCase<"DenseVariable", 2, "dense_variable">,
    I32EnumAttrCase<"SparseFixed", 3, "sparse_fixed">,
    I32EnumAttrCase<"Singleton", 4, "singleton">,
    I32EnumAttrCase<"Product", 5, "product">,
    I32EnumAttrCase<"Occupancy", 6, "occupancy">]> {
  let cppNamespace = "::spindle::axis";
}

def Axis_LocateStrategy : I32EnumAttr<
    "LocateStrategy", "how a look-up finds its position", [
    I32EnumAttrCase<"Direct", 0, "direct">,
    I32EnumAttrCase<"Binary", 1, "binary">,
    I32EnumAttrCase<"Linear", 2, "linear">,
    I32EnumAttrCase<"Carry", 3, "carry">]> {
  let cppNamespace = "::spindle::axis";
}

#endif // SPINDLE_DIALECT_AXIS_IR_AXISENUMS_TD
