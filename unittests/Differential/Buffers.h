//===- Buffers.h - random buffers on axes -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_BUFFERS_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_BUFFERS_H

#include "Axes.h"
#include "Case.h"

#include <optional>

namespace spindle::differential {

/// A buffer bound to memory.
struct Buffer {
  /// Its name and type, and the type of its values, in the text.
  std::string name, type, element;
  std::vector<Entry> list;
  /// For each storage dimension, the entry that it belongs to.
  std::vector<int64_t> dims;
  /// Whether coordinates name its elements.
  bool hasLookUp = true;
  /// The buffer of integers on the same axes that keeps the numbers of argmin
  /// and argmax; -1 where there is none.
  int64_t numbers = -1;
  /// The memory and the text that binds it.
  Array memory;
  std::string bind;
};

/// One to four buffers of different types on random lists of `axes`.
std::vector<Buffer> generateBuffers(Random &random,
                                    const std::vector<Axis> &axes);

/// The bytes of `count` random numbers of type `element`.
std::vector<char> generateNumbers(Random &random, const std::string &element,
                                  int64_t count);

/// The bytes of integers in a type.
std::vector<char> packIntegers(const std::vector<int64_t> &values,
                               const std::string &element);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_BUFFERS_H
