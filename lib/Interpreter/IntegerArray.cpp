//===- IntegerArray.cpp - stored structure --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerArray.h"

#include "Number.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace spindle::interpreter;
using llvm::Twine;

int64_t IntegerArray::operator[](int64_t index) const {
  const char *element = data + index * bytes;
  switch (bytes) {
  case 1:
    return readAs<int8_t>(element);
  case 2:
    return readAs<int16_t>(element);
  case 4:
    return readAs<int32_t>(element);
  default:
    return readAs<int64_t>(element);
  }
}

int64_t CellArray::operator[](int64_t cell) const {
  int64_t element = 0, stride = 1;
  for (int64_t dim = int64_t(extents.size()) - 1; dim >= 0; --dim) {
    element += cell % extents[dim] * stride;
    cell /= extents[dim];
    stride *= shape[dim];
  }
  return memory[element];
}

std::string CellArray::check(llvm::StringRef what) const {
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (shape[dim] < extent)
      return ("expected dimension " + Twine(dim) + " of the " + what +
              " to be at least " + Twine(extent) + " but got " +
              Twine(shape[dim]))
          .str();
  return "";
}
