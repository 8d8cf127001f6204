//===- Drawing.h - pictures of tensors, for Python --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PYTHON_DRAWING_H
#define SPINDLE_PYTHON_DRAWING_H

#include "Tensor.h"

namespace spindle::python {

/// Adds what pictures are made of to the class of tensors.
void bindDrawing(nanobind::class_<Tensor> &tensor);

} // namespace spindle::python

#endif // SPINDLE_PYTHON_DRAWING_H
