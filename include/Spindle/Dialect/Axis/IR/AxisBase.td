//===- AxisBase.td - the axis dialect and its types --------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_AXIS_IR_AXISBASE_TD
#define SPINDLE_DIALECT_AXIS_IR_AXISBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "Spindle/Dialect/Axis/IR/AxisEnums.td"

def Axis_Dialect : Dialect {
  let name = "axis";
  let cppNamespace = "::spindle::axis";
  let summary = "the shape of a stored index space";
  let description = [{
    The elements of a sparse tensor are the leaves of a tree: each axis is one
    level of it, and under each position of an axis' parent lies one fibre of
    positions of that axis. An axis says how many positions a fibre has and
    which coordinate each position stands for; values are kept elsewhere, in
    the buffers of the `sparse` dialect.

    Which axis is meant is a matter of SSA identity: two constructors with the
    same operands make two axes (that CSE may merge). Axes are results of axis
    and sparse operations and never cross a function, a branch or a select.
  }];
  let useDefaultTypePrinterParser = 1;
}

class Axis_Type<string cppName, string typeMnemonic>
    : TypeDef<Axis_Dialect, cppName> {
  let mnemonic = typeMnemonic;
}

def Axis_AxisType : Axis_Type<"Axis", "axis"> {
  let summary = "one level of a stored index space";
  let description = [{
    `kind` says what is stored:

    - `dense_fixed`: nothing. Every fibre has the same number of positions, its
      *width*, and the coordinate of a position is its offset in the fibre.
    - `sparse_variable`: two arrays. `positions[p]` to `positions[p + 1]` are
      the positions of the fibre under the parent's position `p`, and
      `coordinates[q]` is the coordinate of position `q`, as in CSR.

    `width` is known statically or `?`; `pos` and `crd` are the types of the
    two arrays, and default to `i32`. `sorted` claims ascending coordinates in
    each fibre, `unique` that none comes twice. A dense_fixed axis is sorted
    and unique by its kind, and stores neither array.

    Rules: (C1) a dense_fixed axis has neither `pos` nor `crd` nor flags;
    (C2) a sparse_variable axis has no `width`; (C3) `pos` is i32 or i64, `crd`
    is i8, i16, i32 or i64; (C4) `width` is not negative.

    ```mlir
    !dense = !axis.axis<dense_fixed>
    !block = !axis.axis<dense_fixed, width = 4>
    !row = !axis.axis<sparse_variable, pos = i64, sorted, unique>
    ```
  }];
  let parameters = (ins "::spindle::axis::AxisKind":$kind, "int64_t":$width,
                        "::mlir::Type":$pos, "::mlir::Type":$crd,
                        "bool":$sorted, "bool":$unique);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 0;
  let extraClassDeclaration = [{
    /// A dense_fixed axis of `width` positions per fibre (kDynamic: unknown).
    static AxisType getDense(::mlir::MLIRContext *context,
        int64_t width = ::mlir::ShapedType::kDynamic);
    /// A sparse_variable axis with arrays of the types `pos` and `crd`.
    static AxisType getSparse(::mlir::Type pos, ::mlir::Type crd, bool sorted,
                              bool unique);
    /// True for an axis that stores nothing.
    bool isDense() const { return getKind() == AxisKind::DenseFixed; }
  }];
}

def Axis_SiteType : Axis_Type<"Site", "site"> {
  let summary = "a place in a level";
  let description = [{
    One existing position of one axis, together with the positions of all its
    ancestors. A site is an argument of a nest or the result of a look-up; what
    axis it lies on is known from there.
  }];
}

#endif // SPINDLE_DIALECT_AXIS_IR_AXISBASE_TD
