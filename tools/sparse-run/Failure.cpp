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

std::string run::suggest(llvm::StringRef word,
                         llvm::ArrayRef<llvm::StringRef> known) {
  llvm::StringRef nearest;
  unsigned best = word.size() / 3 + 2;
  for (llvm::StringRef candidate : known) {
    unsigned distance = word.edit_distance_insensitive(candidate);
    // A name with nothing in common is not meant, however short it is.
    if (distance < best && distance < std::max(word.size(), candidate.size())) {
      best = distance;
      nearest = candidate;
    }
  }
  if (nearest.empty())
    return "";
  return ("; did you mean '" + nearest + "'?").str();
}

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
