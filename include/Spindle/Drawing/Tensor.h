//===- Tensor.h - a tensor to draw ------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DRAWING_TENSOR_H
#define SPINDLE_DRAWING_TENSOR_H

#include "Spindle/Runtime/Storage/Storage.h"

#include <optional>
#include <string>

namespace spindle::drawing {

/// A tensor in a format of levels, and what its picture says of it.
struct Tensor {
  /// What it is called; may be empty.
  std::string name;
  /// The type of its elements, as in "f32".
  std::string elementType;
  runtime::Format format;
  /// Shares its memory with whoever made it.
  runtime::Storage storage;
};

/// What stands above a picture: the name and, where it has one, the format's;
/// of a tensor without a name its format.
std::string getTitle(const Tensor &tensor);

} // namespace spindle::drawing

#endif // SPINDLE_DRAWING_TENSOR_H
