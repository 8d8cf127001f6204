//===- Constants.h - pieces that are the same in each run -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function says of pieces of its tensors that they are constants beside it:
//
//   memref.global "private" constant @p : memref<3xi32> = dense<[0, 1, 3]>
//   func.func @f(%A: !sparse.tensor<2x4xf32, #sparse.csr> {sparse.name = "A"})
//       attributes {sparse.constants =
//           [[#sparse.piece<"A", part [], level 1, positions>, @p]]}
//
// It keeps its arguments, so that who calls it hands over what they always did;
// what these hold is compared with the constants where calls are checked.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_CONSTANTS_H
#define SPINDLE_DIALECT_SPARSE_IR_CONSTANTS_H

#include "mlir/IR/BuiltinAttributes.h"

namespace spindle::sparse {

/// Function attribute: pairs of a #sparse.piece and the symbol of a constant.
inline constexpr llvm::StringLiteral kConstantsAttr = "sparse.constants";

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_CONSTANTS_H
