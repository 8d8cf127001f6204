//===- KeySort.h - Sorting keys of several words ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_KEYSORT_H
#define SPINDLE_LIB_RUNTIME_CONVERT_KEYSORT_H

#include "Spindle/Runtime/Support/FallibleVector.h"
#include "Spindle/Runtime/Support/Workers.h"

#include <vector>

namespace spindle::runtime {

/// Words of many keys: `words[w][e]` is word w of key e, the first of which
/// counts most. There is at least one word.
using KeyWords = std::vector<FallibleVector<uint64_t>>;

/// Which key of the input comes at each index of the sorted ones. Empty where
/// that is the order of the input.
using KeyOrder = FallibleVector<int64_t>;

/// Whether key `e` equals key `e - 1`.
bool isRepeated(const KeyWords &words, int64_t e);

/// What is known of the order of keys.
struct KeysOrder {
  /// Whether no key is smaller than the one before it.
  bool isSorted = true;
  /// Whether no key equals the one before it.
  bool isDistinct = true;

  /// What is known of all keys.
  static KeysOrder find(const KeyWords &words, Workers &workers);

  /// Compares the keys [begin, end) with the ones before them.
  void compare(const KeyWords &words, int64_t begin, int64_t end);
  /// Adds what is known of other keys.
  void add(KeysOrder other) {
    isSorted &= other.isSorted;
    isDistinct &= other.isDistinct;
  }
};

/// Sorts keys, of whose words the low `bits` are used, stably, and gives their
/// order, which is not empty. Error: memory that cannot be had.
Expected<KeyOrder> sortKeys(KeyWords &words, const std::vector<int> &bits,
                            Workers &workers);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_KEYSORT_H
