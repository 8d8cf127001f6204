//===- Pixels.h - a matrix as squares of cells ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DRAWING_PIXELS_H
#define SPINDLE_LIB_DRAWING_PIXELS_H

#include "Spindle/Runtime/Convert/Density.h"
#include "Svg.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace spindle::drawing {

/// The most pixels in a row and in a column.
inline constexpr int64_t mostPixels = 200;

/// The side of a pixel in the picture of `density`, and the picture's height.
int getPixelSide(const runtime::Density &density);
int getPixelsHeight(const runtime::Density &density);

/// Draws the frame of the picture, whose upper border is at `top`.
void drawFrame(const runtime::Density &density, Svg &svg, int top);

/// Draws all pixels of which `isOfColor` holds in that picture, side by side
/// ones as one.
void drawPixels(const runtime::Density &density, Svg &svg, int top,
                llvm::StringRef color,
                llvm::function_ref<bool(int64_t)> isOfColor);

/// Draws what one colour means, and returns where the next one goes.
int drawKey(Svg &svg, int x, int y, llvm::StringRef color,
            const std::string &text);

/// Checks that a tensor of `shape` can be drawn so: a matrix of some size.
std::optional<runtime::Error> checkHasPixels(const std::vector<int64_t> &shape);

} // namespace spindle::drawing

#endif // SPINDLE_LIB_DRAWING_PIXELS_H
