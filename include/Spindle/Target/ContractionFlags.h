//===- ContractionFlags.h - how contractions may be summed ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_CONTRACTIONFLAGS_H
#define SPINDLE_TARGET_CONTRACTIONFLAGS_H

#include "llvm/ADT/StringRef.h"

namespace spindle {

/// What says of a `vector.contract` in which way its sums may be made, as
/// `arith.fastmath`: with `reassoc` in any order, subnormal numbers taken for
/// zeros. Without it, in the order of the reduction. With `contract` each
/// product is rounded together with its sum, where the processor can.
inline constexpr llvm::StringLiteral kContractionFlagsAttr = "fastmath";

} // namespace spindle

#endif // SPINDLE_TARGET_CONTRACTIONFLAGS_H
