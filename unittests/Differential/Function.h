//===- Function.h - the text of a function, piece by piece ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_FUNCTION_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_FUNCTION_H

#include "Case.h"
#include "Elements.h"

namespace spindle::differential {

/// A function while it is written: its arguments and their values, and the
/// statements so far.
class Function {
public:
  explicit Function(Random &random) : random(random) {}

  /// Adds an argument of a type.
  void addArgument(const std::string &name, const std::string &type,
                   CaseArgument value) {
    arguments += (arguments.empty() ? "" : ", ") + name + ": " + type;
    values.push_back(std::move(value));
  }

  /// Adds an argument that is memory; `shape` is the type's, as in `?x4x`.
  void addMemory(const std::string &shape, Array array) {
    addArgument(array.name, "memref<" + shape + array.element + ">", array);
  }

  /// Adds an array of integers of one dimension.
  void addIntegers(const std::string &name, const std::string &element,
                   const std::vector<int64_t> &integers) {
    addMemory("?x", {name,
                     element,
                     {int64_t(integers.size())},
                     packIntegers(integers, element)});
  }

  /// A new name for `number` as an index: a constant, or an argument where the
  /// text need not say it.
  std::string addIndex(int64_t number, bool mustBeConstant = false) {
    std::string name = "%x" + std::to_string(nextIndex++);
    if (!mustBeConstant && random.chance(60))
      addArgument(name, "index", number);
    else
      text += "  " + name + " = arith.constant " + std::to_string(number) +
              " : index\n";
    return name;
  }

  /// The function `f` that was written.
  Case finish() const {
    Case result;
    result.text =
        "func.func @f(" + arguments + ") {\n" + text + "  return\n}\n";
    result.arguments = values;
    return result;
  }

  /// The statements.
  std::string text;

private:
  Random &random;
  std::string arguments;
  std::vector<CaseArgument> values;
  int64_t nextIndex = 0;
};

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_FUNCTION_H
