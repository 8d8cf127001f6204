//===- TestContext.h - contexts for all that the pipelines make -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_TESTCONTEXT_TESTCONTEXT_H
#define SPINDLE_UNITTESTS_TESTCONTEXT_TESTCONTEXT_H

#include "mlir/IR/MLIRContext.h"

namespace spindle {

/// Registers the dialects, Spindle's and MLIR's, and has `context` do without
/// threads.
void prepareContext(mlir::MLIRContext &context);

/// A context that is prepared, with Spindle's dialects and functions loaded,
/// which all tests of a process share.
mlir::MLIRContext &getTestContext();

} // namespace spindle

#endif // SPINDLE_UNITTESTS_TESTCONTEXT_TESTCONTEXT_H
