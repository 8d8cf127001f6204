//===- Svg.h - a picture as text --------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DRAWING_SVG_H
#define SPINDLE_LIB_DRAWING_SVG_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace spindle::drawing {

/// Writes a picture in the format SVG 1.1. Points and sizes are in pixels, from
/// the top left corner. The picture is as large as what is drawn in it, on a
/// background of its own, so that it looks the same on a light and on a dark
/// page.
class Svg {
public:
  /// How many colours there are for elements.
  static constexpr int colors = 8;

  /// Opens a group, which tests and scripts find by its name. A name has
  /// letters, digits and hyphens, and comes once in a picture.
  void openGroup(llvm::StringRef name);
  void closeGroup();

  /// Draws a rectangle. `style` is one or more of the classes of the style
  /// sheet: "c0" to "c7", "plain", "absent", "padding", "outside".
  void drawRect(int x, int y, int width, int height, llvm::StringRef style);

  /// A rectangle, by its left upper corner.
  struct Rect {
    int x, y, width, height;
  };
  /// Draws rectangles without borders, all of one colour, as in "#ffe2b8". It
  /// takes little room in the file.
  void drawRects(llvm::ArrayRef<Rect> rects, llvm::StringRef color);

  /// Where a text is, from its point.
  enum class Anchor : uint8_t { Start, Middle, End };

  /// Writes `text` on the line at `y`. `style` is one of the classes "title",
  /// "head", "note", "number" and "index".
  void drawText(int x, int y, llvm::StringRef text, llvm::StringRef style,
                Anchor anchor = Anchor::Start);

  /// The width of a text of that style, or a little more.
  static int getTextWidth(llvm::StringRef text, llvm::StringRef style);

  /// The lower border of what is drawn so far.
  int getHeight() const { return height; }

  /// The whole picture; `title` is what it is called where it is not seen.
  std::string finish(llvm::StringRef title) const;

private:
  void grow(int right, int bottom);

  std::string body;
  int width = 0, height = 0;
};

} // namespace spindle::drawing

#endif // SPINDLE_LIB_DRAWING_SVG_H
