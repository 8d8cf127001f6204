//===- BodyAccesses.h - what a loop's body does to memory -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_BODYACCESSES_H
#define SPINDLE_ANALYSIS_BODYACCESSES_H

#include "Spindle/Analysis/MemoryAccess.h"

#include <string>

namespace spindle::iter {

/// Appends to `accesses` those of `op`, an operation in a loop's body, apart
/// from operations in its regions. Gives a reason where it may do something
/// else that other iterations could notice, or where it is not known what
/// memory it is that it accesses; nothing where all is known.
std::string findAccesses(mlir::Operation *op,
                         llvm::SmallVectorImpl<MemoryAccess> &accesses);

/// As `findAccesses`, for the body of a nest in coordinate space: `indices` are
/// coordinates or sites, so that `buffer` says which element they name.
std::string findNestAccesses(mlir::Operation *op,
                             llvm::SmallVectorImpl<MemoryAccess> &accesses);

/// The memory that `buffer` is on or a view of, if it is an argument or is
/// allocated by the function; else null.
mlir::Value getKnownRoot(mlir::Value buffer);

/// Whether a buffer or an axis is on all of `memory`. Buffers that are written
/// share no memory with these but where both are the same memref.
bool isOfBufferOrAxis(mlir::Value memory);

/// Whether no two elements of `memory` may be one storage location.
bool hasDistinctElements(mlir::Value memory);

/// What `access` does to its element, for messages: `reads`, `writes`, `adds
/// into` or `combines into`.
llvm::StringRef getVerb(const MemoryAccess &access);

/// What a function calls the memory `root`, for messages.
std::string getMemoryName(mlir::Value root);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_BODYACCESSES_H
