//===- AxisOpInterfaces.td - what makes axes ---------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_AXIS_IR_AXISOPINTERFACES_TD
#define SPINDLE_DIALECT_AXIS_IR_AXISOPINTERFACES_TD

include "mlir/IR/OpBase.td"

def AxisOpInterface : OpInterface<"AxisOpInterface"> {
  let description = [{
    An operation with axes among its results, which says how they hang
    together. Verifiers ask it before the operation itself is verified (a
    forward reference): the methods bear whatever operands it has.
  }];
  let cppNamespace = "::spindle::axis";
  let methods = [
    InterfaceMethod<[{
        The axes under whose positions the fibres of `axis`, a result of this
        operation, lie: none for a root, several where a fibre lies under a
        combination of positions.
      }], "::llvm::SmallVector<::mlir::Value>", "getAxisParents",
      (ins "::mlir::Value":$axis)>,
    InterfaceMethod<[{
        For each of several parents, the index among them of the one that it
        lies under itself, -1 where it lies under none of them. A combination
        is of positions that lie under one another as this says.
      }], "::llvm::SmallVector<int64_t>", "getAxisParentLinks",
      (ins "::mlir::Value":$axis), "", [{
        return ::llvm::SmallVector<int64_t>(
            $_op.getAxisParents(axis).size(), -1);
      }]>,
    InterfaceMethod<[{
        Whether fibres of `axis` may lack some of the cells that they keep: by
        lengths, a cut, a skew or an occupancy.
      }], "bool", "mayLackCells", (ins "::mlir::Value":$axis), "", [{
        return false;
      }]>];
}

def SiteOpInterface : OpInterface<"SiteOpInterface"> {
  let description = [{
    An operation that makes sites, as results or as arguments of its region.
    As with AxisOpInterface, the methods bear an operation that is not verified.
  }];
  let cppNamespace = "::spindle::axis";
  let methods = [
    InterfaceMethod<[{
        The axis that `site`, made by this operation, lies on; null where the
        operation does not say.
      }], "::mlir::Value", "getSiteAxis", (ins "::mlir::Value":$site)>,
    InterfaceMethod<[{
        The sites that `site` lies under, one per parent of its axis.
      }], "::llvm::SmallVector<::mlir::Value>", "getSiteParents",
      (ins "::mlir::Value":$site)>];
}

def InspectorOpInterface : OpInterface<"InspectorOpInterface"> {
  let description = [{
    An operation that finds the arrays of axes in the pattern of others, and
    gives numbers of type index, as how many there are of what it finds. A function
    of the runtime, `spindle_inspect_` and the name of the operation, does it: it is
    given the number of rows of each pattern and other numbers, then the arrays of
    each pattern and those that are filled, and last an array of 64-bit integers for
    the results.
  }];
  let cppNamespace = "::spindle::axis";
  let methods = [
    InterfaceMethod<[{
        The axes whose patterns these are: their fibres lie under the rows.
      }], "::llvm::SmallVector<::mlir::Value>", "getInspected">,
    InterfaceMethod<[{
        What it is given besides numbers of rows: attributes and values of type
        index.
      }], "::llvm::SmallVector<::mlir::OpFoldResult>", "getNumbers">,
    InterfaceMethod<[{
        The arrays that are filled.
      }], "::llvm::SmallVector<::mlir::Value>", "getFilled">,
    InterfaceMethod<[{
        What these are called, in order, where they are a function's arguments.
      }], "::llvm::SmallVector<std::string>", "getFilledNames", (ins), "", [{
        ::llvm::SmallVector<std::string> names;
        for (size_t number = 0; number < $_op.getFilled().size(); ++number)
          names.push_back("array" + std::to_string(number));
        return names;
      }]>];
}

#endif // SPINDLE_DIALECT_AXIS_IR_AXISOPINTERFACES_TD
