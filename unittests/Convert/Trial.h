//===- Trial.h - changes of the format, run both ways -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_CONVERT_TRIAL_H
#define SPINDLE_UNITTESTS_CONVERT_TRIAL_H

#include "Spindle/Runtime/Convert/Composite.h"

#include <memory>
#include <string>
#include <vector>

namespace spindle::convert {

/// What a run gave: tensors, of those in a composite format the parts, or an
/// error.
struct Outcome {
  std::vector<runtime::Storage> tensors;
  std::string error;
};

/// The type of tensors of `rank` dimensions of unknown size, of elements of
/// `dtype`, in the format `name`, as in `bsr<2, 3>`.
std::string getType(const std::string &name, int64_t rank,
                    runtime::DType dtype);

/// The format `name` of a tensor of `rank` dimensions, as the runtime knows it.
runtime::Format getFormat(const std::string &name, int64_t rank);

/// The same of a composite format.
runtime::Composite getComposite(const std::string &name, int64_t rank);

/// The program `func.func @f` that converts `%A`, a tensor of `rank` dimensions
/// and elements of `dtype` in the format `from`, to each of the formats `to`.
std::string convertTo(const std::string &from,
                      const std::vector<std::string> &to, int64_t rank,
                      runtime::DType dtype);

/// A program `func.func @f(%A..)`, whose arguments are tensors called `A`, `B`
/// and so on. It outlives what is made of it.
class Program {
public:
  /// Parses and compiles `text`; with the checks of check mode where `checks`
  /// says so.
  explicit Program(const std::string &text, bool checks = false);
  ~Program();

  /// Runs the program on `operands` by the interpreter.
  Outcome interpret(std::vector<runtime::Storage> operands) const;
  /// Runs compiled code.
  Outcome execute(std::vector<runtime::Storage> operands) const;

private:
  struct State;
  std::unique_ptr<State> state;
};

/// The arrays of `storage` as text, with their types, shapes and bytes.
std::string print(const runtime::Storage &storage);

} // namespace spindle::convert

#endif // SPINDLE_UNITTESTS_CONVERT_TRIAL_H
