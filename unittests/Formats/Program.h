//===- Program.h - programs from text, compiled and run ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATS_PROGRAM_H
#define SPINDLE_UNITTESTS_FORMATS_PROGRAM_H

#include "Spindle/Execution/Arguments.h"
#include "Spindle/Pipelines/Pipelines.h"

#include <string>
#include <vector>

namespace spindle::execution {

/// An array of the structure of a tensor, of i32.
struct Integers {
  std::vector<int64_t> shape;
  std::vector<int32_t> data;

  /// One of rank 1.
  static Integers list(std::vector<int32_t> data) {
    return {{int64_t(data.size())}, std::move(data)};
  }
};

/// A tensor of f32, stored by hand.
struct Stored {
  std::string format;
  /// Per level; empty where a level has no such array.
  std::vector<Integers> positions, coordinates, lengths;
  /// In the shape of the values; empty where the format keeps none.
  std::vector<uint8_t> bitmap;
  std::vector<int64_t> shape;
  std::vector<float> values;
};

/// Lowers the function `f` of `text` in its module, compiles and runs it. Gives
/// what the checks of check mode reported first, or what kept it from running;
/// empty where all went well.
std::string compileAndRun(const std::string &text, LoweringChoices choices,
                          llvm::ArrayRef<OperandView> operands);

/// The operand called `name` that `tensor` stores, of dimensions `sizes`. Both
/// outlive its use.
TensorView view(Stored &tensor, const std::string &name,
                llvm::ArrayRef<int64_t> sizes);

/// The dense operand called `name`, or the values of one that shares the
/// structure of another, in storage of shape `shape`.
TensorView view(std::vector<float> &values, const std::string &name,
                llvm::ArrayRef<int64_t> shape);

} // namespace spindle::execution

#endif // SPINDLE_UNITTESTS_FORMATS_PROGRAM_H
