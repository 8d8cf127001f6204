//===- Element.h - elements of memory ---------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_ELEMENT_H
#define SPINDLE_LIB_INTERPRETER_ELEMENT_H

#include "Number.h"

namespace spindle::interpreter {

/// How elements of one type lie in memory.
struct Element {
  /// False where the interpreter does not know the type.
  explicit operator bool() const { return bytes != 0; }

  int64_t bytes = 0;
  /// Reads element `element` of an array into a cell.
  void (*load)(const char *data, int64_t element, Cell &cell) = nullptr;
  /// Writes one from a cell.
  void (*store)(char *data, Cell cell) = nullptr;
  /// Writes element `element` of an array from a cell.
  void (*storeAt)(char *data, int64_t element, Cell cell) = nullptr;
};

/// How elements of `type` lie in memory.
inline Element getElement(mlir::Type type) {
  return visitNumber(type, [](auto number) -> Element {
    using N = decltype(number);
    return {N::kBytes,
            [](const char *data, int64_t element, Cell &cell) {
              N::in(cell) = N::loadAt(data, element);
            },
            [](char *data, Cell cell) { N::store(data, N::in(cell)); },
            [](char *data, int64_t element, Cell cell) {
              interpreter::storeAt<N>(data, element, N::in(cell));
            }};
  });
}

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_ELEMENT_H
