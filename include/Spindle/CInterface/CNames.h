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

/// `text` as it can stand in a comment, which it would end elsewhere.
std::string toComment(llvm::StringRef text);

} // namespace spindle::cinterface

#endif // SPINDLE_CINTERFACE_CNAMES_H
