//===- Colors.h - colours on a terminal -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_COLORS_H
#define SPINDLE_TOOLS_SPARSE_RUN_COLORS_H

#include "CommandLine.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace spindle::run {

/// What a piece of text is, and so how it looks.
enum class Paint : uint8_t {
  /// A head: bold.
  Head,
  /// What is well: green.
  Good,
  /// What is not: red.
  Bad
};

/// A piece of text with its paint, for `<<`. It refers to the text.
struct Painted {
  llvm::StringRef text;
  Paint paint;
};

/// `text`, to be printed as `paint`.
inline Painted paint(llvm::StringRef text, Paint paint) {
  return {text, paint};
}

/// Prints the text, coloured where colours of `stream` are on.
llvm::raw_ostream &operator<<(llvm::raw_ostream &stream, const Painted &text);

/// Turns colours on stdout and stderr on or off, each for itself.
void setColors(ColorMode mode);

/// Prints "error: " and `text`, and a line break, on stderr.
void printError(llvm::StringRef text);

/// "error: " as it is printed on stderr; for signal handlers.
llvm::StringRef getErrorHead();

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_COLORS_H
