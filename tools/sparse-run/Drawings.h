//===- Drawings.h - pictures of operands ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_DRAWINGS_H
#define SPINDLE_TOOLS_SPARSE_RUN_DRAWINGS_H

#include "Job.h"
#include "Spindle/Session/OutputFiles.h"

namespace spindle::run {

/// Checks that the operands that are to be drawn can be.
llvm::Error checkDrawings(Job &job);

/// Adds the pictures that the user asks for to `files`, of operands as the
/// program leaves them. Errors: memory that cannot be had, those of writing.
llvm::Error addDrawings(const Job &job, OutputFiles &files);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_DRAWINGS_H
