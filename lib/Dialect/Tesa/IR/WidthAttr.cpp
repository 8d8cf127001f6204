//===- WidthAttr.cpp - data formats as attributes -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Blocks.h"
#include "Spindle/Dialect/Tesa/IR/DataFormats.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::tesa;

LogicalResult WidthAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<int64_t> shape,
                                ArrayRef<int64_t> block,
                                ArrayRef<Type> formats) {
  if (failed(verifyBlocks("#tesa.width", shape, block, emitError)))
    return failure();
  int64_t count = 1;
  for (auto [size, elements] : llvm::zip_equal(shape, block))
    count *= getNumBlocks(size, elements);
  if (int64_t(formats.size()) != count)
    return emitError() << "#tesa.width (C2) expected a format for each of "
                       << count << " blocks but got " << formats.size();
  for (Type format : formats) {
    auto integer = dyn_cast<IntegerType>(format);
    bool isInteger = integer && !integer.isSignless() &&
                     integer.getWidth() <= 64 &&
                     (integer.isUnsigned() || integer.getWidth() > 0);
    if (!isInteger && !isa<FloatType>(format))
      return emitError() << "#tesa.width (C2) expected a format such as si8, "
                            "ui8 or f16 but got "
                         << format;
  }
  return success();
}

Numbers WidthAttr::getNumbers(Type element) const {
  std::vector<Number> cells;
  for (Type format : getFormats()) {
    Number &number = cells.emplace_back();
    number.width = tesa::getWidth(format);
    // All bits of an integer say nothing.
    if (isa<IntegerType>(element) && format.isUnsignedInteger() &&
        format.getIntOrFloatBitWidth() == getNumberBits(element))
      number.width = Width();
  }
  return Numbers::ofCells(getShape().vec(), getBlock().vec(), std::move(cells));
}

LogicalResult
WidthAttr::verifyOn(Type type,
                    function_ref<InFlightDiagnostic()> emitError) const {
  if (!hasMask(type) || cast<ShapedType>(type).getShape() != getShape())
    return emitError() << "the shape [" << getShape()
                       << "] of its formats but got " << type;
  Type element = cast<ShapedType>(type).getElementType();
  for (auto [block, format] : llvm::enumerate(getFormats()))
    if (!holds(element, format))
      return emitError() << "formats whose numbers " << element
                         << " has but got " << format << " for block " << block;
  return success();
}
