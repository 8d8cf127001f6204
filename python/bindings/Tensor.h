//===- Tensor.h - tensors in memory, for Python -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PYTHON_TENSOR_H
#define SPINDLE_PYTHON_TENSOR_H

#include "Spindle/Execution/Arguments.h"
#include "Spindle/Session/StoredTensor.h"
#include <nanobind/nanobind.h>

namespace spindle::python {

/// What Python holds of a tensor. It never changes; tensors made from one
/// another may share arrays.
struct Tensor {
  session::StoredTensor stored;
  /// What tensors of one structure have in common, and no others.
  std::shared_ptr<const void> structure = std::make_shared<char>();
  /// Whether nothing forbids to write the values: the memory of others may be
  /// there to be read alone.
  bool isWritable = true;

  /// The values of parts of i8 as kernels of i4 take them; none before one of
  /// these is called.
  mutable std::vector<runtime::Array> halves = {};

  explicit Tensor(session::StoredTensor stored) : stored(std::move(stored)) {}

  /// Packs values of i8, once, since arrays never change: one takes half a byte
  /// then. Throws of numbers that have more bits.
  void packHalves(const std::string &name) const;
  /// The memory as the operand called `name` of a kernel, part by part.
  void appendViews(const std::string &name,
                   llvm::SmallVectorImpl<execution::OperandView> &views) const;
};

/// Adds the class and what makes tensors to `module`.
void bindTensor(nanobind::module_ &module);

} // namespace spindle::python

#endif // SPINDLE_PYTHON_TENSOR_H
