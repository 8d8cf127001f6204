//===- Programs.h - the programs that ship ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_PROGRAMS_H
#define SPINDLE_TOOLS_SPARSE_RUN_PROGRAMS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace spindle::run {

/// Prints name, signature and summary of every program that ships.
llvm::Error listPrograms(llvm::raw_ostream &stream);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_PROGRAMS_H
