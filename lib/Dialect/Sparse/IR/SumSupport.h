//===- SumSupport.h - sums that this version builds -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_IR_SUMSUPPORT_H
#define SPINDLE_LIB_DIALECT_SPARSE_IR_SUMSUPPORT_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::sparse {

/// Why no tensor is built whose level `l` has a difference as its coordinate;
/// empty where one is.
llvm::StringRef refuseDifference(FormatAttr format, int64_t l);

/// Why no tensor is built whose level `l` is structured; empty where one is.
llvm::StringRef refuseStructured(FormatAttr format, int64_t l);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_IR_SUMSUPPORT_H
