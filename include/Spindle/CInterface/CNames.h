//===- CNames.h - names that C and C++ take ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CINTERFACE_CNAMES_H
#define SPINDLE_CINTERFACE_CNAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace spindle::cinterface {

/// Whether `name` can be that of a function or a parameter in C99 and in C++:
/// letters of ASCII, digits and underscores, no digit first, no keyword, and
/// none of the names that the languages keep for themselves, `_Foo` or `a__b`.
bool isCName(llvm::StringRef name);

/// Returns the name of a parameter for what a program calls `name`. Letters of
/// ASCII and digits stay. Bytes of other letters become "x" and hexadecimal
/// digits. All else becomes one underscore, none in front or at the end. A "p"
/// stands before a digit, and "p_" before a name that C or the header keeps.
/// Names may follow it, as in "_sizes".
std::string toCName(llvm::StringRef name);

/// Returns the name of a function, likewise, which is none of C's library.
std::string toCFunctionName(llvm::StringRef name);

/// Whether the header of a kernel, or those of the system beside it, use `name`
/// for something else: `int32_t`, `spindle_call`.
bool isTaken(llvm::StringRef name);

/// Whether a function `name` would stand in for one of C's library, or
/// OpenMP's, in the process that loads it; or for `main`.
bool isLibraryFunction(llvm::StringRef name);

/// `text` as it can stand in a comment, without one's beginning or end.
std::string toComment(llvm::StringRef text);

} // namespace spindle::cinterface

#endif // SPINDLE_CINTERFACE_CNAMES_H
