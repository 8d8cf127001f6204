//===- AdviceText.h - advice on formats, as text ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_ADVICETEXT_H
#define SPINDLE_TOOLS_SPARSE_RUN_ADVICETEXT_H

#include "CommandLine.h"
#include "Spindle/Session/Program.h"
#include "llvm/Support/JSON.h"

namespace spindle::run {

/// Prints `advice`, at most `most` formats.
void printAdvice(const FormatAdvice &advice, llvm::raw_ostream &stream,
                 size_t most);

/// `advice` as a JSON object.
llvm::json::Object toJson(const FormatAdvice &advice);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_ADVICETEXT_H
