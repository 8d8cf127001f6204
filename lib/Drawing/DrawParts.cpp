//===- DrawParts.cpp - which elements each part holds ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Drawing/DrawParts.h"

#include "Pixels.h"
#include "llvm/Support/FormatVariadic.h"

using namespace spindle;
using namespace spindle::drawing;
using runtime::Density;

/// The colours of parts, far from one another and dark enough for a pixel.
static constexpr llvm::StringRef colors[] = {"#2f7be0", "#e07b2f", "#2e9e5b",
                                             "#b84fc4", "#c9a400", "#d6336c",
                                             "#17a2b8", "#7a5c3e"};

static llvm::StringRef getColor(size_t part) {
  return colors[part % std::size(colors)];
}

/// The part with the greatest share of its elements in each pixel; -1 where
/// none has any there.
static std::vector<int> findOwners(llvm::ArrayRef<Density> parts) {
  std::vector<int> owners(parts.front().elements.size(), -1);
  std::vector<double> shares(owners.size());
  for (auto [number, part] : llvm::enumerate(parts))
    for (size_t pixel = 0; pixel < owners.size(); ++pixel) {
      double share = part.elements[pixel] / std::max(part.total, 1.0);
      if (share <= shares[pixel])
        continue;
      shares[pixel] = share;
      owners[pixel] = int(number);
    }
  return owners;
}

/// "5416 elements (51 %), 0 of 5416 values are padding: ell(2)".
static std::string describe(const Tensor &tensor, const Density &density,
                            double total) {
  int64_t values = tensor.storage.values.size();
  auto elements = int64_t(density.total);
  return llvm::formatv("{0} elements ({1} %), {2} of {3} values are padding: "
                       "{4}",
                       elements, int(100 * density.total / total + 0.5),
                       values - elements, values,
                       format::describe(tensor.format));
}

static runtime::Expected<std::vector<Density>>
countParts(llvm::ArrayRef<Tensor> parts) {
  std::vector<Density> densities;
  for (const Tensor &part : parts) {
    Density &density = densities.emplace_back(part.storage.shape, mostPixels);
    if (auto error = addDensity(part.storage, part.format, density))
      return std::move(*error);
  }
  return densities;
}

static void drawPicture(llvm::ArrayRef<Density> parts, Svg &svg, int top) {
  std::vector<int> owners = findOwners(parts);
  svg.openGroup("parts");
  drawFrame(parts.front(), svg, top);
  for (auto [number, part] : llvm::enumerate(parts))
    drawPixels(part, svg, top, getColor(number),
               [&, owner = int(number)](int64_t pixel) {
                 return owners[pixel] == owner;
               });
  svg.closeGroup();
}

runtime::Expected<std::string>
drawing::drawParts(const std::string &title, const std::vector<Tensor> &parts) {
  auto densities = countParts(parts);
  if (!densities)
    return densities.takeError();
  double total = 0;
  for (const Density &density : *densities)
    total += density.total;
  const Density &first = densities->front();
  Svg svg;
  svg.openGroup("title");
  svg.drawText(0, 14, title, "title");
  svg.drawText(0, 34,
               llvm::formatv("{0}, {1} elements; a pixel of {2} x {2} has the "
                             "colour of the part that most belongs there",
                             runtime::shapeText(parts.front().storage.shape),
                             int64_t(total), first.side)
                   .str(),
               "note");
  svg.closeGroup();
  drawPicture(*densities, svg, 48);
  svg.openGroup("key");
  int y = 48 + getPixelsHeight(first) + 12;
  for (auto [number, part] : llvm::enumerate(parts)) {
    std::string text =
        describe(part, (*densities)[number], std::max(total, 1.0));
    drawKey(svg, 0, y, getColor(number), text);
    y += 20;
  }
  svg.closeGroup();
  return svg.finish(title);
}
