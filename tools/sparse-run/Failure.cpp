//===- Failure.cpp - messages of errors -----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Failure.h"

#include "llvm/ADT/StringExtras.h"

using namespace spindle;

llvm::Error run::fail(const llvm::Twine &text) {
  return llvm::createStringError(text);
}

llvm::Error run::failExpected(const llvm::Twine &expected,
                              const llvm::Twine &got) {
  return fail("expected " + expected + " but got " + got);
}

llvm::Error run::fail(const runtime::Error &error) { return fail(error.str()); }

std::string run::listOf(llvm::ArrayRef<llvm::StringRef> words) {
  return words.empty() ? "none" : llvm::join(words, ", ");
}

llvm::Expected<int64_t> run::parseCount(llvm::StringRef text,
                                        const llvm::Twine &what) {
  int64_t value = 0;
  if (!text.empty() && llvm::all_of(text, llvm::isDigit) &&
      !text.getAsInteger(10, value))
    return value;
  return failExpected(what + ", a whole number below 2^63,", "'" + text + "'");
}
