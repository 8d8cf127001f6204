//===- DrawGrid.h - a tensor as a grid --------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DRAWING_DRAWGRID_H
#define SPINDLE_LIB_DRAWING_DRAWGRID_H

#include "DrawnTensor.h"
#include "Svg.h"

namespace spindle::drawing {

/// Draws the cells of `tensor`, which has at most 3 dimensions, as a grid of
/// rows and columns, one of order 3 as a grid for each slice, with the top left
/// corner at (0, `top`), and below them what the hatched cells are. Returns the
/// right border.
int drawGrids(const DrawnTensor &tensor, Svg &svg, int top);

} // namespace spindle::drawing

#endif // SPINDLE_LIB_DRAWING_DRAWGRID_H
