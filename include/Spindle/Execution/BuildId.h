//===- BuildId.h - which build of Spindle this is ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_BUILDID_H
#define SPINDLE_EXECUTION_BUILDID_H

#include "llvm/Support/Error.h"

#include <string>

namespace spindle::execution {

/// A text that no other build of Spindle, of MLIR or of LLVM has: the version,
/// and of each file that their code was loaded from the build ID that the
/// linker has put into it or, without one, its path, size and time. What one
/// build compiles is of no use to another. Error: none of it is known.
llvm::Expected<std::string> getBuildId();

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_BUILDID_H
