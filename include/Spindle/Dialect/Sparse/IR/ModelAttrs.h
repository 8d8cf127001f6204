//===- ModelAttrs.h - what models say of their tensors ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_MODELATTRS_H
#define SPINDLE_DIALECT_SPARSE_IR_MODELATTRS_H

#include "llvm/ADT/StringRef.h"

namespace spindle::sparse {

/// Argument attribute: the format, a FormatAttr or a CompositeAttr, that an
/// argument of a builtin tensor's type is to have as a tensor of Spindle's.
inline constexpr llvm::StringLiteral kFormatAttr = "sparse.format";

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_MODELATTRS_H
