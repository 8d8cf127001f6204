//===- PartAttr.cpp - parts of weights ------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/Tesa.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::tesa;

LogicalResult PartAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               StringRef whole, RankedTensorType type,
                               Type format, int64_t dim) {
  if (whole.empty())
    return emitError() << "#tesa.part (C1) expected the name of a weight but "
                          "got none";
  if (!isa<FloatType>(format) && !format.isSignedInteger())
    return emitError() << "#tesa.part (C2) expected a format such as si8 or "
                          "f32 but got "
                       << format;
  if (dim == -1)
    return success();
  if (dim < 0 || dim >= type.getRank())
    return emitError() << "#tesa.part (C2) expected a dimension below "
                       << type.getRank() << " but got " << dim;
  if (!isa<FloatType>(type.getElementType()) || !isa<IntegerType>(format) ||
      format.getIntOrFloatBitWidth() > 16)
    return emitError() << "#tesa.part (C2) expected steps of integers of at "
                          "most 16 bits, in a weight of floats, but got "
                       << format << " in " << type;
  return success();
}

bool PartAttr::isSteps(Type argument) const {
  return getDim() != -1 && !isa<IntegerType>(getNumberType(argument));
}
