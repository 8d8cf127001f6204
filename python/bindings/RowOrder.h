//===- RowOrder.h - orders of rows, for Python ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PYTHON_ROWORDER_H
#define SPINDLE_PYTHON_ROWORDER_H

#include <nanobind/nanobind.h>

namespace spindle::python {

/// Adds the functions that look at rows of matrices to `module`.
void bindRowOrder(nanobind::module_ &module);

} // namespace spindle::python

#endif // SPINDLE_PYTHON_ROWORDER_H
