//===- Buffers.h - random buffers on axes -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_BUFFERS_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_BUFFERS_H

#include "Axes.h"
#include "Function.h"

namespace spindle::differential {

/// A buffer: bound to memory, the function's own, or a splat.
struct Buffer {
  /// Its name and type, and the type of its values, in the text.
  std::string name, type, element;
  List list;
  ListLayout layout;
  /// The sizes of the memory, at least those of the layout.
  std::vector<int64_t> sizes;
  /// The fill value, by the number that `printFill` takes.
  int64_t fill = 0;
  /// False for a splat.
  bool isWritable = true;
  /// Whether coordinates name each of its elements.
  bool hasLookUp = true;
  /// The buffer of integers on the same axes that keeps the numbers of argmin
  /// and argmax; -1 where there is none.
  int64_t numbers = -1;
  /// The positions of its elements, one per entry of the list each.
  std::vector<Positions> elements;
};

/// Random buffers on random lists of axes.
class BufferGenerator {
public:
  /// Numbers are finite where that is asked for.
  BufferGenerator(Random &random, Function &function, const Axes &axes,
                  bool finite)
      : random(random), function(function), axes(axes), finite(finite) {}

  /// One to six buffers of at most two types and those of numbers.
  std::vector<Buffer> generate();

private:
  bool chooseList(Buffer &buffer);
  void addBuffer(Buffer buffer);
  void addBind(Buffer &buffer, const std::string &types);
  std::vector<char> fillMemory(const Buffer &buffer);
  bool isPadding(const Buffer &buffer, const Positions &positions) const;
  std::string printList(const Buffer &buffer);

  Random &random;
  Function &function;
  const Axes &axes;
  bool finite;
  std::vector<Buffer> buffers;
};

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_BUFFERS_H
