//===- ArchiveWeights.h - weights in archives of arrays ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_ARCHIVEWEIGHTS_H
#define SPINDLE_LIB_SESSION_ARCHIVEWEIGHTS_H

#include "Spindle/Session/Options.h"
#include "mlir/IR/BuiltinOps.h"

namespace spindle::session {

/// Says of the arguments that archives of `options` have arrays for that they
/// are the same in each run, and, of those without a mask, that their elements
/// that are 0 are pruned. Arguments that have a source of their own, and arrays
/// of other types or shapes, are left as they are. Errors: those of archives.
llvm::Error markArchiveWeights(mlir::ModuleOp module, const Options &options);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_ARCHIVEWEIGHTS_H
