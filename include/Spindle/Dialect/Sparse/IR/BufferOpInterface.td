//===- BufferOpInterface.td - constructors of buffers ------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_BUFFEROPINTERFACE_TD
#define SPINDLE_DIALECT_SPARSE_IR_BUFFEROPINTERFACE_TD

include "mlir/IR/OpBase.td"

def BufferOpInterface : OpInterface<"BufferOpInterface"> {
  let description = [{
    An operation with a buffer among its results, which says on which axes the
    buffer's values lie. The methods bear an operation that is not verified:
    `getLayout` checks what they say.
  }];
  let cppNamespace = "::spindle::sparse";
  let methods = [
    InterfaceMethod<"The axes of the buffer, parents first.",
        "::llvm::SmallVector<::mlir::Value>", "getBufferAxes">,
    InterfaceMethod<[{
        For each entry of the list of axes, the indices in the list of its
        parents' entries.
      }], "::spindle::axis::ParentLists", "getBufferParents">];
}

#endif // SPINDLE_DIALECT_SPARSE_IR_BUFFEROPINTERFACE_TD
