//===- CheckSums.h - reads at sums of dimensions ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_CHECKSUMS_H
#define SPINDLE_LIB_SESSION_CHECKSUMS_H

#include "Spindle/Session/Operand.h"
#include "Spindle/Session/Program.h"

namespace spindle::session {

/// Checks that what `program` reads at sums of dimensions, without a border, is
/// inside of `operands`, which are all of its. Compiled code checks that too,
/// without names of dimensions.
llvm::Error checkSums(const Program &program, llvm::ArrayRef<Operand> operands);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_CHECKSUMS_H
