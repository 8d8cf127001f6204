//===- DrawPattern.h - where the elements of a matrix are -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DRAWING_DRAWPATTERN_H
#define SPINDLE_DRAWING_DRAWPATTERN_H

#include "Spindle/Drawing/Tensor.h"

namespace spindle::drawing {

/// Checks that the pattern of `tensor` can be drawn: a matrix of some size.
std::optional<runtime::Error> checkPatternDrawable(const Tensor &tensor);

/// Draws where the elements of a matrix that `checkPatternDrawable` found good
/// and whose laws hold are, as the text of an SVG file. A pixel stands for a
/// square of cells, 1 x 1 where the matrix has at most 200 rows and columns;
/// the more elements it has, the darker it is. One that has none but is stored,
/// as padding, is of another colour, where at most 2^24 values are stored.
/// Errors: those of `runtime::listCells`.
runtime::Expected<std::string> drawPattern(const Tensor &tensor);

} // namespace spindle::drawing

#endif // SPINDLE_DRAWING_DRAWPATTERN_H
