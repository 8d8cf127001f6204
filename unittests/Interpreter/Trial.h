//===- Trial.h - programs that append to a log ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_INTERPRETER_TRIAL_H
#define SPINDLE_UNITTESTS_INTERPRETER_TRIAL_H

#include "Program.h"

#include <deque>

namespace spindle::interpreter {

/// A function whose arguments, with their values, are added one by one. Its
/// body may use the constants %cm1 and %c0 to %c9, and append %x, an index, to
/// a log by a line `LOG`.
class Trial {
public:
  /// `types` goes before the function.
  explicit Trial(std::string types) : types(std::move(types)) {}

  /// Adds memory `name` of type `element`, of rank 1 unless a shape is given.
  template <typename T>
  Trial &memory(const std::string &name, const std::string &element,
                std::vector<T> values, std::vector<int64_t> shape = {}) {
    if (shape.empty())
      shape = {int64_t(values.size())};
    std::string type = "memref<";
    for (size_t dim = 0; dim < shape.size(); ++dim)
      type += "?x";
    return add(name, type + element + ">", element, values, shape);
  }
  /// As `memory`, with a type of static sizes that is given.
  template <typename T>
  Trial &add(const std::string &name, const std::string &type,
             const std::string &element, const std::vector<T> &values,
             std::vector<int64_t> shape) {
    auto *data = reinterpret_cast<const char *>(values.data());
    arrays.push_back(
        {{data, data + sizeof(T) * values.size()}, element, shape});
    parameters += ", %" + name + ": " + type;
    names.push_back(name);
    return *this;
  }
  /// Adds an index.
  Trial &index(const std::string &name, int64_t value);

  /// Runs `body`; gives the error, empty where there is none.
  std::string run(const std::string &body);
  /// How often bodies would run, or the error.
  std::string count(const std::string &body);
  /// What `body` logs; fails the test after an error.
  std::vector<int64_t> log(const std::string &body);
  /// What the memory `name` holds after a run.
  template <typename T> std::vector<T> get(const std::string &name) {
    for (size_t index = 0; index < names.size(); ++index)
      if (names[index] == name) {
        auto *data = reinterpret_cast<const T *>(arrays[index].bytes.data());
        return {data, data + arrays[index].bytes.size() / sizeof(T)};
      }
    return {};
  }

private:
  struct Array {
    std::vector<char> bytes;
    std::string element;
    std::vector<int64_t> shape;
  };

  std::string getText(const std::string &body) const;
  std::vector<Argument> getArguments(Program &program);

  std::string types, parameters;
  std::vector<std::string> names;
  /// For each argument but the log, its memory; an index is one element without
  /// a shape.
  std::deque<Array> arrays;
  std::vector<int64_t> entries;
};

} // namespace spindle::interpreter

#endif // SPINDLE_UNITTESTS_INTERPRETER_TRIAL_H
