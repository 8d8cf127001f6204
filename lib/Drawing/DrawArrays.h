//===- DrawArrays.h - the arrays of a tensor as rows of cells ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DRAWING_DRAWARRAYS_H
#define SPINDLE_LIB_DRAWING_DRAWARRAYS_H

#include "DrawnTensor.h"
#include "Svg.h"

namespace spindle::drawing {

/// Draws what each level of `tensor` stores, its bitmap and its values, one
/// below the other, with the top left corner at (`left`, `top`). Bitmap and
/// values of rank 2, whose rows make a high column, stand beside levels that
/// are higher than what is drawn already. An array of rank 1 is a run with gaps
/// between fibres, another one is its last two dimensions as a grid, as often
/// as the others say.
void drawArrays(const DrawnTensor &tensor, Svg &svg, int left, int top);

} // namespace spindle::drawing

#endif // SPINDLE_LIB_DRAWING_DRAWARRAYS_H
