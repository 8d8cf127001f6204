//===- Svg.cpp - a picture as text ----------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Svg.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace spindle::drawing;
using llvm::StringRef;

/// The space around what is drawn.
static constexpr int margin = 16;

/// What the classes look like. Numbers are dark on all colours.
static constexpr StringRef styleSheet =
    R"(<defs>
<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse">
<path d="M0 0H6V6H0Z" fill="#f6f8fa"/>
<path d="M-1 1L1 -1M0 6L6 0M5 7L7 5" stroke="#b8bfc8" stroke-width="1"/>
</pattern>
<style>
rect{stroke:#57606a;stroke-width:1}
.page{fill:#ffffff;stroke:#d0d7de}
.plain{fill:#ffffff}
.absent{fill:#ffffff;stroke:#d0d7de}
.padding{fill:url(#hatch)}
.outside{fill:url(#hatch);stroke-dasharray:3 2}
.c0{fill:#9ecbff}
.c1{fill:#ffd08a}
.c2{fill:#a7e3a1}
.c3{fill:#f5a9b8}
.c4{fill:#d3b8f5}
.c5{fill:#f2e27e}
.c6{fill:#8fe0d6}
.c7{fill:#d9c3a9}
text{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1f2328}
.title{font-size:15px;font-weight:bold}
.head{font-size:12px;font-weight:bold}
.note{font-size:12px}
.number{font-size:11px}
.index{font-size:9px;fill:#57606a}
</style>
</defs>
)";

/// The size of the letters of a class, as the style sheet says.
static int getFontSize(StringRef style) {
  return llvm::StringSwitch<int>(style)
      .Case("title", 15)
      .Case("number", 11)
      .Case("index", 9)
      .Default(12);
}

/// `text` as XML has it. A character that XML cannot have is a query mark.
static std::string escape(StringRef text) {
  std::string escaped;
  for (char c : text) {
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '"')
      escaped += "&quot;";
    else
      escaped += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  return escaped;
}

void Svg::grow(int right, int bottom) {
  width = std::max(width, right);
  height = std::max(height, bottom);
}

void Svg::openGroup(StringRef name) {
  body += llvm::formatv("<g id=\"{0}\">\n", name);
}

void Svg::closeGroup() { body += "</g>\n"; }

void Svg::drawRect(int x, int y, int width, int height, StringRef style) {
  grow(x + width, y + height);
  body += llvm::formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" "
                        "height=\"{3}\" class=\"{4}\"/>\n",
                        x, y, width, height, style);
}

void Svg::drawRects(llvm::ArrayRef<Rect> rects, StringRef color) {
  if (rects.empty())
    return;
  body += llvm::formatv("<path fill=\"{0}\" d=\"", color);
  for (const Rect &rect : rects) {
    grow(rect.x + rect.width, rect.y + rect.height);
    body += llvm::formatv("M{0} {1}h{2}v{3}h-{2}z", rect.x, rect.y, rect.width,
                          rect.height);
  }
  body += "\"/>\n";
}

/// What SVG calls the anchor of a text.
static StringRef getName(Svg::Anchor anchor) {
  if (anchor == Svg::Anchor::Start)
    return "start";
  return anchor == Svg::Anchor::Middle ? "middle" : "end";
}

void Svg::drawText(int x, int y, StringRef text, StringRef style,
                   Anchor anchor) {
  int length = getTextWidth(text, style);
  int right = anchor == Anchor::Start    ? x + length
              : anchor == Anchor::Middle ? x + length / 2
                                         : x;
  grow(right, y + 3);
  body += llvm::formatv("<text x=\"{0}\" y=\"{1}\" class=\"{2}\" "
                        "text-anchor=\"{3}\">{4}</text>\n",
                        x, y, style, getName(anchor), escape(text));
}

int Svg::getTextWidth(StringRef text, StringRef style) {
  // No letter of the fonts is wider than 0.62 of their size.
  return (int(text.size()) * getFontSize(style) * 62 + 99) / 100;
}

std::string Svg::finish(StringRef title) const {
  int right = width + 2 * margin, bottom = height + 2 * margin;
  return llvm::formatv(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
             "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
             "<title>{2}</title>\n{3}"
             "<rect x=\"0\" y=\"0\" width=\"{0}\" height=\"{1}\" "
             "class=\"page\"/>\n"
             "<g id=\"picture\" transform=\"translate({4} {4})\">\n{5}</g>\n"
             "</svg>\n",
             right, bottom, escape(title), styleSheet, margin, body)
      .str();
}
