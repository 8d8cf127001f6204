//===- Colors.cpp - colours on a terminal ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Colors.h"

#include "llvm/Support/Process.h"

#include <cstdlib>

using namespace spindle::run;
using llvm::raw_ostream;

/// Whether the user has asked all programs for no colours (no-color.org).
static bool isRefused() {
  const char *variable = std::getenv("NO_COLOR");
  return variable && *variable;
}

void spindle::run::setColors(ColorMode mode) {
  bool mayBe = mode == ColorMode::Auto && !isRefused();
  bool always = mode == ColorMode::Always;
  llvm::outs().enable_colors(
      always || (mayBe && llvm::sys::Process::StandardOutHasColors()));
  llvm::errs().enable_colors(
      always || (mayBe && llvm::sys::Process::StandardErrHasColors()));
}

raw_ostream &spindle::run::operator<<(raw_ostream &stream,
                                      const Painted &text) {
  if (!stream.colors_enabled())
    return stream << text.text;
  raw_ostream::Colors color = raw_ostream::SAVEDCOLOR;
  if (text.paint != Paint::Head)
    color = text.paint == Paint::Good ? raw_ostream::GREEN : raw_ostream::RED;
  stream.changeColor(color, /*Bold=*/true) << text.text;
  return stream.resetColor();
}

void spindle::run::printError(llvm::StringRef text) {
  llvm::errs() << paint("error: ", Paint::Bad) << text << "\n";
}

llvm::StringRef spindle::run::getErrorHead() {
  return llvm::errs().colors_enabled() ? "\x1b[0;1;31merror: \x1b[0m"
                                       : "error: ";
}
