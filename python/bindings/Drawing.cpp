//===- Drawing.cpp - pictures of tensors, for Python ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Drawing.h"

#include "Errors.h"
#include "Gil.h"
#include "Spindle/Drawing/DrawParts.h"
#include "Spindle/Drawing/DrawPattern.h"
#include "Spindle/Drawing/DrawStorage.h"
#include "Spindle/Runtime/Convert/Density.h"
#include "Spindle/Session/Failure.h"
#include "llvm/ADT/STLExtras.h"
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace spindle;
using namespace spindle::python;

/// Part `number`, to be drawn.
static drawing::Tensor getDrawn(const Tensor &tensor, const std::string &name,
                                size_t number) {
  auto formats = tensor.stored.format.getParts();
  return {name, std::string(dtypeName(tensor.stored.getDType())),
          formats.at(number), tensor.stored.parts.at(number)};
}

/// A picture as the text of an SVG file: the "storage" or the "pattern" of a
/// part, or all "parts".
static std::string draw(const Tensor &tensor, const std::string &kind,
                        const std::string &name, size_t number) {
  drawing::Tensor drawn = getDrawn(tensor, name, number);
  bool isStorage = kind == "storage", hasParts = kind == "parts";
  if (auto error = isStorage ? drawing::checkDrawable(drawn)
                             : drawing::checkPatternDrawable(drawn))
    throwError(*error);
  std::vector<drawing::Tensor> parts;
  for (size_t part = 0; hasParts && part < tensor.stored.parts.size(); ++part)
    parts.push_back(getDrawn(tensor, name, part));
  auto make = [&] {
    GilRelease release;
    return isStorage  ? drawing::drawStorage(drawn)
           : hasParts ? drawing::drawParts(name, parts)
                      : drawing::drawPattern(drawn);
  };
  return unwrap(make());
}

/// The elements in each of the squares that a matrix is cut into, of a sample
/// of about `most` where it has more: (squares down, across, the side of one,
/// the numbers row by row, the number of all, whether that is exact).
static nb::tuple countDensity(const Tensor &tensor, int64_t squares,
                              int64_t most) {
  if (auto error = drawing::checkPatternDrawable(getDrawn(tensor, "", 0)))
    throwError(*error);
  if (squares < 1)
    throwTypeError("expected at least 1 square but got " +
                   std::to_string(squares));
  runtime::Density density(tensor.stored.getShape(), squares);
  auto formats = tensor.stored.format.getParts();
  auto count = [&]() -> std::optional<runtime::Error> {
    GilRelease release;
    for (auto [part, format] : llvm::zip_equal(tensor.stored.parts, formats))
      if (auto error = addDensity(part, format, density, most))
        return error;
    return std::nullopt;
  };
  if (auto error = count())
    throwError(*error);
  return nb::make_tuple(density.rows, density.cols, density.side,
                        density.elements, density.total, density.isTotalExact);
}

void python::bindDrawing(nb::class_<Tensor> &tensor) {
  tensor.def("density", countDensity, nb::arg("squares"), nb::arg("most"));
  tensor.def("draw", draw, nb::arg("kind"), nb::arg("name") = "",
             nb::arg("part") = 0);
}
