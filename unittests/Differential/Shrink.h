//===- Shrink.h - smaller programs that fail alike --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_SHRINK_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_SHRINK_H

#include "Runner.h"

#include <functional>

namespace spindle::differential {

/// The program of `seed`, made smaller while what came of it stays of the kind
/// `kind`: first by asking for fewer statements, then by taking operations, the
/// outermost first, and arguments out of the text, until none can be spared.
/// `attempted` is told of each attempt.
Case shrinkCase(mlir::MLIRContext &context, uint64_t seed, bool compile,
                const std::string &kind,
                const std::function<void()> &attempted);

/// The second half of that, for any program.
Case shrinkText(mlir::MLIRContext &context, Case program, bool compile,
                const std::string &kind,
                const std::function<void()> &attempted);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_SHRINK_H
