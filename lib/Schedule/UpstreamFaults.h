//===- UpstreamFaults.h - upstream's operations with a fault ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SCHEDULE_UPSTREAMFAULTS_H
#define SPINDLE_LIB_SCHEDULE_UPSTREAMFAULTS_H

#include "mlir/IR/Operation.h"

#include <string>

namespace spindle {

/// Returns why `op`, an operation of a schedule that is upstream's, is refused:
/// a fault that LLVM 22 is known to have, and what to use in its place. Empty
/// where none is known.
std::string findUpstreamFault(mlir::Operation *op);

} // namespace spindle

#endif // SPINDLE_LIB_SCHEDULE_UPSTREAMFAULTS_H
