//===- AxisBase.td - the axis dialect and its types --------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_AXIS_IR_AXISBASE_TD
#define SPINDLE_DIALECT_AXIS_IR_AXISBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonAttrConstraints.td"
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
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
}

// For each entry of a list of axes, the indices of the entries that it lies
// under: one per parent of the axis, -1 for a site that is given apart.
def Axis_ParentLists : TypedArrayAttrBase<DenseI64ArrayAttr,
    "the indices of each entry's parents">;

class Axis_Type<string cppName, string typeMnemonic>
    : TypeDef<Axis_Dialect, cppName> {
  let mnemonic = typeMnemonic;
}

def Axis_AxisType : Axis_Type<"Axis", "axis"> {
  let summary = "one level of a stored index space";
  let description = [{
    `kind` says what is stored, and how many cells a fibre keeps:

    | kind | cells of a fibre | positions array | coordinates array |
    |---|---|---|---|
    | `dense_fixed` | `width` | | |
    | `dense_variable` | as positions say | yes | |
    | `sparse_fixed` | `width` | | yes |
    | `sparse_variable` | as positions say | yes | yes |
    | `singleton` | one | | yes |
    | `product` | one | yes (offsets) | |
    | `occupancy` | one or none | | |

    Without an array of coordinates, the coordinate of a position is its offset
    in the fibre. In the fibre of position `p` of the parent,
    `positions[p]` to `positions[p + 1]` are the positions; a root's one fibre
    is the count that its constructor is given. A fixed axis keeps `width`
    cells, a number known statically or `?`, of which some may not exist.

    `pos` and `crd` are the types of the two arrays, and default to `i32`; a
    root has no array of positions, and its count fits `pos`. `sorted` claims
    ascending coordinates in each fibre, `unique` that none comes twice; of a
    singleton, whose fibres have one each, that none comes twice in the whole
    axis. An axis without an array of coordinates is sorted and unique by its
    kind. Both speak of cells that exist.

    Rules: (C1) an axis has `pos`, `crd`, `sorted` and `unique` just where its
    kind has use for them, and a singleton is not `sorted`; (C2) `width` is for
    dense_fixed and sparse_fixed; (C3) `pos` is i32 or i64, `crd` is i8, i16, i32
    or i64; (C4) `width` is not negative.

    ```mlir
    !dense = !axis.axis<dense_fixed>
    !block = !axis.axis<dense_fixed, width = 4>
    !row = !axis.axis<sparse_variable, pos = i64, sorted, unique>
    !ragged = !axis.axis<dense_variable, pos = i64>
    !ell = !axis.axis<sparse_fixed, width = 8, crd = i16, sorted, unique>
    !permuted = !axis.axis<singleton, unique>
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
    /// True for dense_fixed: an axis that stores nothing.
    bool isDense() const { return getKind() == AxisKind::DenseFixed; }
    /// True where every fibre keeps `width` cells.
    bool isFixed() const {
      return isDense() || getKind() == AxisKind::SparseFixed;
    }
    /// True where an array of positions delimits the fibres.
    bool isVariable() const {
      return getKind() == AxisKind::DenseVariable ||
             getKind() == AxisKind::SparseVariable;
    }
    /// True where a fibre has one cell: singleton, product, occupancy.
    bool isThin() const { return !isFixed() && !isVariable(); }
    /// True where coordinates are kept in an array.
    bool hasCoordinates() const {
      return getKind() == AxisKind::SparseVariable ||
             getKind() == AxisKind::SparseFixed ||
             getKind() == AxisKind::Singleton;
    }
    /// True where elements have a coordinate on the axis: on all but products
    /// and occupancies.
    bool isDimension() const {
      return getKind() != AxisKind::Product &&
             getKind() != AxisKind::Occupancy;
    }
    /// True where no coordinate comes twice in a fibre.
    bool hasUniqueFibres() const {
      return getUnique() || getKind() == AxisKind::Singleton;
    }
  }];
}

def Axis_SiteType : Axis_Type<"Site", "site"> {
  let summary = "a site";
  let description = [{
    One existing position of one axis, together with the positions of all its
    ancestors. A site is an argument of a nest or the result of a look-up; what
    axis it lies on is known from there.
  }];
}

#endif // SPINDLE_DIALECT_AXIS_IR_AXISBASE_TD
