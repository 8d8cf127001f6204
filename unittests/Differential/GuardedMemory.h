//===- GuardedMemory.h - memory with nothing beside it ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_GUARDEDMEMORY_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_GUARDEDMEMORY_H

#include "Arguments.h"

namespace spindle::differential {

/// Copies of the arrays of arguments, each between pages that must not be
/// touched: a program that reads or writes a byte behind one dies, or, where
/// they are `before`, a byte in front of one.
class GuardedMemory {
public:
  GuardedMemory(const Arguments &arguments, bool before);
  GuardedMemory(const GuardedMemory &) = delete;
  ~GuardedMemory();

  /// The arguments as a kernel takes them, in this memory.
  execution::ArgumentList list() const;
  /// Copies what is in this memory now to the arguments it was made of.
  void copyTo(Arguments &arguments) const;

private:
  struct Block {
    char *pages, *data;
    size_t mapped;
  };
  static Block allocate(const std::vector<char> &bytes, bool before);

  const Arguments &arguments;
  std::vector<Block> blocks;
};

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_GUARDEDMEMORY_H
