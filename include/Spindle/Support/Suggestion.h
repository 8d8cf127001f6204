//===- Suggestion.h - what a misspelt name may mean -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SUPPORT_SUGGESTION_H
#define SPINDLE_SUPPORT_SUGGESTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace spindle {

/// The one of `known` that takes the fewest edits to come to from `word`, the
/// first of several; upper and lower case are the same, and letters in another
/// order are half of one. Empty where that takes more than one and a third of
/// the word's letters, of at most three letters more than one, or as many as
/// the longer word has.
llvm::StringRef findNearest(llvm::StringRef word,
                            llvm::ArrayRef<llvm::StringRef> known);

/// "; did you mean 'x'?", x being `prefix` and the nearest of `known` to
/// `word`; empty where none is near.
std::string suggest(llvm::StringRef word, llvm::ArrayRef<llvm::StringRef> known,
                    llvm::StringRef prefix = "");

} // namespace spindle

#endif // SPINDLE_SUPPORT_SUGGESTION_H
