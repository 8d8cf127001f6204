//===- IterOps.td - the iter dialect -----------------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_ITER_IR_ITEROPS_TD
#define SPINDLE_DIALECT_ITER_IR_ITEROPS_TD

include "Spindle/Dialect/Axis/IR/AxisBase.td"
include "Spindle/Dialect/Axis/IR/AxisOpInterfaces.td"
include "Spindle/Dialect/Iter/IR/IterEnums.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Iter_Dialect : Dialect {
  let name = "iter";
  let cppNamespace = "::spindle::iter";
  let summary = "iteration over the elements of an index space";
  let description = [{
    A nest runs its body once per element of a space of axes. The body is
    ordinary IR; what it reads and writes it names by sites and coordinates.
    A nest means its serial run, the first axis outermost, each fibre in the
    order of its positions.

    Rules: (C1) the attribute `iter.loop` of an operation is an `#iter.loop`.
  }];
  let dependentDialects = ["::spindle::axis::AxisDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Attribute of a loop in position space: an #iter.loop.
    static constexpr ::llvm::StringLiteral kLoopAttr = "iter.loop";
  }];
}

def Iter_LoopAttr : AttrDef<Iter_Dialect, "Loop"> {
  let mnemonic = "loop";
  let summary = "which dimensions of which nest a loop runs over";
  let description = [{
    Schedules find loops by this label. `dims` are the names of the nest's
    dimensions, `axis` the kind of axis, `kind` what the author said of the
    dimension, and `role` what the loop is to it: a whole `level`, or a piece of
    one that a schedule made.

    ```mlir
    #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$nest,
                        ArrayRefParameter<"::mlir::StringAttr">:$dims,
                        "::spindle::axis::AxisKind":$axis,
                        "::spindle::iter::DimKind":$kind,
                        "::spindle::iter::LoopRole":$role);
  let assemblyFormat = [{
    `<` `nest` `=` $nest `,` `dims` `=` `[` $dims `]` `,` `axis` `=` $axis `,`
    `kind` `=` $kind `,` `role` `=` $role `>`
  }];
}

class Iter_Op<string mnemonic, list<Trait> traits = []>
    : Op<Iter_Dialect, mnemonic, traits>;

def Iter_NestOp : Iter_Op<"nest", [
    AttrSizedOperandSegments, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"::spindle::iter::YieldOp">,
    DeclareOpInterfaceMethods<SiteOpInterface>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "runs its body for each element of a space of axes";
  let description = [{
    The space is given by a list of axes, outermost first. For each of them the
    body gets the element's coordinate and, `at`, its site. An axis with a
    parent runs over the fibre under the parent's site: that of the nearest
    entry before it that names the parent, or of the entry whose index `of`
    gives, or of the site named by `under`. The space need not belong to any
    buffer.

    `kinds` is what the author says of each dimension, for schedules to select
    by; nothing is proved from it.

    Rules: (C1) there is at least one dimension, and a name, an axis and a kind
    for each; (C2) no two dimensions have one name; (C3) every axis is made by
    an axis or sparse operation; (C4) an axis with a parent lies under an earlier
    entry that names the parent, or under a site on the parent; a root under
    none; (C5) the body has the arguments of the dimensions, a coordinate and a
    site each.

    ```mlir
    iter.nest "spmm" ("i": %i, "j": %j at %p, "k": %k) over (%I, %J, %K : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed>) kinds [spatial, reduction, spatial] {
      %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    ```
  }];
  let arguments = (ins StrAttr:$name, StrArrayAttr:$dims,
                       TypedArrayAttrBase<Iter_DimKind, "kinds">:$kinds,
                       Variadic<Axis_AxisType>:$axes,
                       Variadic<Axis_SiteType>:$under,
                       DenseI64ArrayAttr:$parents);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The number of dimensions.
    int64_t getNumDims() { return getAxes().size(); }
    /// The coordinate argument of dimension `dim`, an index.
    ::mlir::BlockArgument getCoordinate(int64_t dim) {
      return getBody().getArgument(2 * dim);
    }
    /// The site argument of dimension `dim`.
    ::mlir::BlockArgument getSite(int64_t dim) {
      return getBody().getArgument(2 * dim + 1);
    }
    /// The name of dimension `dim`.
    ::mlir::StringAttr getDimName(int64_t dim);
    /// What the author said of dimension `dim`.
    DimKind getDimKind(int64_t dim);
    /// The site given by `under` for dimension `dim`; null where it lies under
    /// another dimension or is a root.
    ::mlir::Value getUnder(int64_t dim);
  }];
}

def Iter_YieldOp : Iter_Op<"yield", [Pure, Terminator, HasParent<"NestOp">]> {
  let summary = "ends the body of a nest";
  let description = [{
    Left out where a nest is written.

    ```mlir
    iter.yield
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // SPINDLE_DIALECT_ITER_IR_ITEROPS_TD
