//===- Model.h - models and what is pruned of them, for Python --*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PYTHON_MODEL_H
#define SPINDLE_PYTHON_MODEL_H

#include <nanobind/nanobind.h>

namespace spindle::python {

/// Adds the class `Model` to `module`.
void bindModel(nanobind::module_ &module);

} // namespace spindle::python

#endif // SPINDLE_PYTHON_MODEL_H
