//===- KeptParser.h - what a format keeps, from text ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_FORMAT_KEPTPARSER_H
#define SPINDLE_LIB_FORMAT_KEPTPARSER_H

#include "Spindle/Format/Lexer.h"

namespace spindle::format {

/// Parses what a format keeps, where the text goes on with one of its words.
bool parseOptionalKept(Lexer &lexer, std::optional<Kept> &keeps);

} // namespace spindle::format

#endif // SPINDLE_LIB_FORMAT_KEPTPARSER_H
