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

/// A tensor in a format: the sizes of its dimensions, for each level an array
/// of positions and one of coordinates (without a name where the level keeps
/// none), and its values.
struct TensorArgument {
  std::string name;
  std::vector<int64_t> shape;
  std::vector<Array> positions, coordinates;
  Array values;
};

/// An argument of a program.
using CaseArgument = std::variant<Array, TensorArgument, int64_t>;

/// A program, whose function is `f`, and its arguments.
struct Case {
  std::string text;
  std::vector<CaseArgument> arguments;
  /// Chooses the passes that it goes through.
  uint64_t seed = 0;
  /// Whether all numbers that the program is given are finite.
  bool finite = false;
  /// What the written arrays hold afterwards, found without running the
  /// program, by the number of the argument; empty where that is not known.
  std::vector<std::pair<size_t, std::vector<char>>> expected;
  /// The schedule that it is run by, a statement per line; empty where it goes
  /// all other ways.
  std::string schedule;
};

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_CASE_H
