//===- StorageSizes.h - how large a tensor would be -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_STORAGESIZES_H
#define SPINDLE_TOOLS_SPARSE_RUN_STORAGESIZES_H

#include "Job.h"

namespace spindle::run {

/// Prints how large the tensors that --storage-size names are in their formats,
/// a line for each and for each part; nothing is stored. Errors: those of
/// `bindGivenOperands`, `loadEntries` and of the runtime; a tensor without a
/// source, or that shares the structure of another.
llvm::Error tellStorageSizes(Job &job, llvm::raw_ostream &stream);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_STORAGESIZES_H
