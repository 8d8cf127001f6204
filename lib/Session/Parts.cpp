//===- Parts.cpp - operands in composite formats --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Parts.h"

#include <cstring>

using namespace spindle;
using namespace spindle::session;
using runtime::Array;
using runtime::Error;
using runtime::Expected;
using runtime::Storage;

/// One array of rank 1 after the other, of one type.
static Expected<Array> join(llvm::ArrayRef<Array> arrays, runtime::DType type) {
  int64_t size = 0;
  for (const Array &array : arrays)
    size += array.size();
  Expected<Array> joined = Array::allocate(type, {size});
  if (!joined)
    return joined;
  auto *to = static_cast<char *>(joined->data());
  for (const Array &array : arrays) {
    if (array.byteSize() != 0)
      std::memcpy(to, array.data(), array.byteSize());
    to += array.byteSize();
  }
  return joined;
}

/// Which values of all parts are those of elements; empty where all are.
static Expected<Array> markParts(llvm::ArrayRef<Storage> parts,
                                 const runtime::Composite &format) {
  llvm::SmallVector<Array> marks;
  bool mayLack = false;
  for (auto [part, how] : llvm::zip_equal(parts, getPartFormats(format))) {
    Expected<Array> own = markElements(part, how);
    if (!own)
      return own;
    mayLack |= own->data() != nullptr;
    if (!own->data()) {
      own = Array::allocate(runtime::DType::I1, part.values.shape());
      if (!own)
        return own;
      std::fill_n(own->as<bool>(), own->size(), true);
    }
    marks.push_back(std::move(*own));
  }
  return mayLack ? join(marks, runtime::DType::I1) : Array();
}

std::optional<Error> session::setParts(Operand &operand,
                                       std::vector<Storage> parts) {
  Expected<Array> elements = markParts(parts, *operand.spec->composite);
  if (!elements)
    return elements.takeError();
  llvm::SmallVector<Array> lists;
  for (const Storage &part : parts)
    lists.push_back(part.values);
  Expected<Array> values = join(lists, operand.spec->dtype);
  if (!values)
    return values.takeError();
  operand.elements = std::move(*elements);
  operand.values = std::move(*values);
  operand.parts = std::move(parts);
  return std::nullopt;
}

std::vector<Storage> session::getParts(const Operand &operand) {
  std::vector<Storage> parts = operand.parts;
  int64_t first = 0;
  for (Storage &part : parts) {
    int64_t count = part.values.size();
    // The parts' values are all in the array.
    auto slice = operand.values.slice(first, part.values.shape());
    assert(slice && "the values of a part are among those of the tensor");
    part.values = std::move(*slice);
    first += count;
  }
  return parts;
}
