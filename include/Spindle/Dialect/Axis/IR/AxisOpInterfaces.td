//===- AxisOpInterfaces.td - makers of axes and sites ------*- tablegen -*-===//
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
        The axis under whose positions the fibres of `axis`, a result of this
        operation, lie; null for a root.
      }], "::mlir::Value", "getAxisParent", (ins "::mlir::Value":$axis)>];
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
        The site of the axis' parent that `site` lies under; null for a root.
      }], "::mlir::Value", "getSiteParent", (ins "::mlir::Value":$site)>];
}

#endif // SPINDLE_DIALECT_AXIS_IR_AXISOPINTERFACES_TD
