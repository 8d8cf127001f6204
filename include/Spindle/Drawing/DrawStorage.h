//===- DrawStorage.h - the storage of a tensor, as a picture ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DRAWING_DRAWSTORAGE_H
#define SPINDLE_DRAWING_DRAWSTORAGE_H

#include "Spindle/Drawing/Tensor.h"

namespace spindle::drawing {

/// Checks that `tensor` is small enough to be drawn: at most 3 dimensions, none
/// of more than 64, and at most 4096 cells in it and numbers in each of its
/// arrays.
std::optional<runtime::Error> checkDrawable(const Tensor &tensor);

/// Draws a tensor that `checkDrawable` found good, as the text of an
/// SVG file: on the left the tensor as a grid, on the right the arrays that it
/// is stored in. The elements of a row or, in a format of blocks, of a block
/// have one colour on both sides; padding is hatched. Errors: those of
/// `runtime::listCells`.
runtime::Expected<std::string> drawStorage(const Tensor &tensor);

} // namespace spindle::drawing

#endif // SPINDLE_DRAWING_DRAWSTORAGE_H
