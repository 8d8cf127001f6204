//===- Suggestion.cpp - what a misspelt name may mean ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Support/Suggestion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using llvm::StringRef;

/// Whether two words have the same letters, in some order.
static bool areSameLetters(StringRef a, StringRef b) {
  std::string first = a.lower(), second = b.lower();
  llvm::sort(first);
  llvm::sort(second);
  return first == second;
}

/// How many half edits lead from `word` to `candidate`.
static size_t countHalfEdits(StringRef word, StringRef candidate) {
  size_t edits = word.edit_distance_insensitive(candidate);
  return edits > 1 && areSameLetters(word, candidate) ? 1 : 2 * edits;
}

StringRef spindle::findNearest(StringRef word,
                               llvm::ArrayRef<StringRef> known) {
  StringRef nearest;
  size_t best = word.size() <= 3 ? 4 : 2 * (word.size() / 3 + 2);
  for (StringRef candidate : known) {
    size_t edits = countHalfEdits(word, candidate);
    // A name with nothing in common is not meant, however short it is.
    if (edits < best && edits < 2 * std::max(word.size(), candidate.size())) {
      best = edits;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string spindle::suggest(StringRef word, llvm::ArrayRef<StringRef> known,
                             StringRef prefix) {
  StringRef nearest = findNearest(word, known);
  if (nearest.empty())
    return "";
  return ("; did you mean '" + prefix + nearest + "'?").str();
}
