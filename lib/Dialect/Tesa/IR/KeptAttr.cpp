//===- KeptAttr.cpp - coordinates that are left ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Blocks.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::tesa;

LogicalResult KeptAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape,
                               ArrayRef<StringAttr> keeps) {
  if (shape.size() != keeps.size())
    return emitError() << "#tesa.kept (C1) expected digits for each of "
                       << shape.size() << " dimensions but got "
                       << keeps.size();
  for (auto [size, digits] : llvm::zip_equal(shape, keeps))
    if (failed(verifyDigits("#tesa.kept (C1)", digits, size, "coordinates",
                            emitError)))
      return failure();
  return success();
}

KeptAttr KeptAttr::get(MLIRContext *context, ArrayRef<int64_t> shape,
                       const std::vector<MaskSizes> &coordinates) {
  SmallVector<StringAttr> keeps;
  for (auto [size, left] : llvm::zip_equal(shape, coordinates)) {
    std::vector<uint8_t> bits(size, 0);
    for (int64_t coordinate : left)
      bits[coordinate] = 1;
    keeps.push_back(StringAttr::get(context, packBits(bits)));
  }
  return get(context, shape, keeps);
}

std::vector<MaskSizes> KeptAttr::getCoordinates() const {
  std::vector<MaskSizes> coordinates;
  for (StringAttr digits : getKeeps()) {
    MaskSizes &left = coordinates.emplace_back();
    for (auto [coordinate, bit] : llvm::enumerate(unpackDigits(digits)))
      if (bit)
        left.push_back(coordinate);
  }
  return coordinates;
}
