//===- Convert.cpp - from lists and arrays to operands and back -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert.h"

#include <cstring>

using namespace spindle;
using namespace spindle::runtime;

Expected<Array> run::clone(const Array &array) {
  Expected<Array> copy = Array::allocate(array.dtype(), array.shape());
  if (copy && array.byteSize() > 0)
    std::memcpy(copy->data(), array.data(), array.byteSize());
  return copy;
}

Expected<Array> run::reshape(const Array &array, std::vector<int64_t> shape) {
  // Memory is shared by copies of an array: one of them keeps it alive.
  auto owner = std::make_shared<Array>(array);
  return Array::adopt(array.dtype(), std::move(shape),
                      std::shared_ptr<void>(owner, owner->data()));
}
