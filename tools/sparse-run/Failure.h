//===- Failure.h - messages of errors ---------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_FAILURE_H
#define SPINDLE_TOOLS_SPARSE_RUN_FAILURE_H

#include "Spindle/Runtime/Error.h"
#include "Spindle/Support/Suggestion.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace spindle::run {

/// An error of one line, without the leading "error: ".
llvm::Error fail(const llvm::Twine &text);

/// "expected `expected` but got `got`".
llvm::Error failExpected(const llvm::Twine &expected, const llvm::Twine &got);

/// The runtime's error with its file and line.
llvm::Error fail(const runtime::Error &error);

/// `words` separated by commas; "none" where there are none.
std::string listOf(llvm::ArrayRef<llvm::StringRef> words);

/// A whole number that is not negative. `what` is what it stands for, in the
/// error for anything else and for more than an int64 holds.
llvm::Expected<int64_t> parseCount(llvm::StringRef text,
                                   const llvm::Twine &what);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_FAILURE_H
