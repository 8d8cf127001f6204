//===- TesaEnums.td - enumerations of the tesa dialect -----*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_TESA_IR_TESAENUMS_TD
#define SPINDLE_DIALECT_TESA_IR_TESAENUMS_TD

include "mlir/IR/EnumAttr.td"

#endif // SPINDLE_DIALECT_TESA_IR_TESAENUMS_TD
