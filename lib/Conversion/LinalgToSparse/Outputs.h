//===- Outputs.h - outputs that are written in part -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An output whose map has a constant, or a dimension twice, is written at some
// of its elements; the others keep the value of the init:
//
//   %y = linalg.generic {(i) -> (i), (i) -> (i, 1)} ins(%x) outs(%init)
//
// The operation then gets an output of the dimensions in the map alone, and
// another operation puts that in its place:
//
//   %part = linalg.generic {(i) -> (i, 1), (i) -> (i)} ins(%init)  : reads
//   %z = linalg.generic {(i) -> (i), (i) -> (i)} ins(%x) outs(%part)
//   %y = linalg.generic {(i, j) -> (i), (i, j) -> (i, j)} ins(%z) outs(%init)
//          : j == 1 ? z : init
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_LINALGTOSPARSE_OUTPUTS_H
#define SPINDLE_CONVERSION_LINALGTOSPARSE_OUTPUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle {

/// Rewrites the generic operations of `function` so that each writes all
/// elements of its outputs. Fails after an error at an operation whose output
/// map has another coordinate than a dimension or a constant, or lacks a
/// parallel dimension: several iterations would write one element.
mlir::LogicalResult completeOutputs(mlir::func::FuncOp function);

} // namespace spindle

#endif // SPINDLE_CONVERSION_LINALGTOSPARSE_OUTPUTS_H
