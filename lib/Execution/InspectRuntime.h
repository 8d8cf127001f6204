//===- InspectRuntime.h - inspectors as bytes -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EXECUTION_INSPECTRUNTIME_H
#define SPINDLE_LIB_EXECUTION_INSPECTRUNTIME_H

#include "llvm/ADT/StringRef.h"

namespace spindle::execution {

/// A relocatable object with the functions of the runtime that inspectors are
/// lowered to, for shared objects that run without Spindle.
llvm::StringRef getInspectRuntime();

} // namespace spindle::execution

#endif // SPINDLE_LIB_EXECUTION_INSPECTRUNTIME_H
