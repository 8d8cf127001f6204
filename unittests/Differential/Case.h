//===- Case.h - a program and its operands ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_CASE_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_CASE_H

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace spindle::differential {

/// A row-major array; `element` names the type of its elements.
struct Array {
  std::string name, element;
  std::vector<int64_t> shape;
  std::vector<char> bytes;
};

/// An argument of a program: an array or an index.
using CaseArgument = std::variant<Array, int64_t>;

/// A program, `func.func @f`, and its arguments.
struct Case {
  std::string text;
  std::vector<CaseArgument> arguments;
};

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_CASE_H
