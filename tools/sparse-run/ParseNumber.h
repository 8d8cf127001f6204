//===- ParseNumber.h - the number that a scalar is given as -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_PARSENUMBER_H
#define SPINDLE_TOOLS_SPARSE_RUN_PARSENUMBER_H

#include "Operand.h"

namespace spindle::run {

/// Sets the number of `operand`, a Scalar, to what `text` says; a complex one
/// is written as in Python, "1.5-2j". Error: what is no number, or is none of
/// the operand's type.
llvm::Error setNumber(Operand &operand, llvm::StringRef text);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_PARSENUMBER_H
