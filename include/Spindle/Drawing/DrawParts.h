//===- DrawParts.h - which elements each part holds -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DRAWING_DRAWPARTS_H
#define SPINDLE_DRAWING_DRAWPARTS_H

#include "Spindle/Drawing/Tensor.h"

namespace spindle::drawing {

/// Draws where the elements of each of `parts`, which are one matrix together
/// or a matrix alone and which `checkPatternDrawable` found good, are, as the
/// text of an SVG file called `title`: a colour for each part, the eighth's
/// followed by the first one's again. A pixel stands for a square of cells as
/// in `drawPattern`; one with elements of several parts has the colour of that
/// with the greatest share of its elements there. Errors: those of
/// `runtime::addDensity`.
runtime::Expected<std::string> drawParts(const std::string &title,
                                         const std::vector<Tensor> &parts);

} // namespace spindle::drawing

#endif // SPINDLE_DRAWING_DRAWPARTS_H
