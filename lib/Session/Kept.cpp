//===- Kept.cpp - operands that are part of larger arrays -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Kept.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstring>

using namespace spindle;
using namespace spindle::session;
using runtime::Array;
using runtime::CooTensor;

const KeptOperand *session::findKept(llvm::ArrayRef<KeptOperand> kept,
                                     llvm::StringRef name) {
  const auto *found = llvm::find_if(
      kept, [&](const KeptOperand &operand) { return operand.name == name; });
  return found == kept.end() ? nullptr : found;
}

/// Moves `index` on in `sizes`, the last dimension running fastest.
static void moveOn(std::vector<int64_t> &index,
                   const std::vector<int64_t> &sizes) {
  for (size_t dim = index.size(); dim-- > 0;) {
    if (++index[dim] < sizes[dim])
      return;
    index[dim] = 0;
  }
}

/// How many coordinates `kept` has of each dimension.
static std::vector<int64_t> getPartShape(const KeptOperand &kept) {
  std::vector<int64_t> shape;
  for (const std::vector<int64_t> &left : kept.coordinates)
    shape.push_back(left.size());
  return shape;
}

/// Calls `visit` with the place in the larger array of each element that `kept`
/// has, in order.
static void forEach(const KeptOperand &kept,
                    llvm::function_ref<void(int64_t)> visit) {
  std::vector<int64_t> shape = getPartShape(kept), index(shape.size(), 0);
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  for (; count > 0; --count) {
    int64_t place = 0;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      place = place * kept.shape[dim] + kept.coordinates[dim][index[dim]];
    visit(place);
    moveOn(index, shape);
  }
}

runtime::Expected<Array> session::takeKept(const KeptOperand &kept,
                                           const Array &whole) {
  auto part = Array::allocate(whole.dtype(), getPartShape(kept));
  if (!part)
    return part;
  int64_t bytes = runtime::dtypeSize(whole.dtype());
  const auto *from = static_cast<const char *>(whole.data());
  auto *to = static_cast<char *>(part->data());
  forEach(kept, [&](int64_t place) {
    std::memcpy(to, from + place * bytes, bytes);
    to += bytes;
  });
  return part;
}

runtime::Expected<Array> session::spreadKept(const KeptOperand &kept,
                                             const Array &part) {
  auto whole = Array::allocateZeroed(part.dtype(), kept.shape);
  if (!whole)
    return whole;
  int64_t bytes = runtime::dtypeSize(part.dtype());
  const auto *from = static_cast<const char *>(part.data());
  auto *to = static_cast<char *>(whole->data());
  forEach(kept, [&](int64_t place) {
    std::memcpy(to + place * bytes, from, bytes);
    from += bytes;
  });
  return whole;
}

/// For each coordinate of a dimension of `size`, which of `left` it is; -1 for
/// none.
static std::vector<int64_t> number(int64_t size,
                                   const std::vector<int64_t> &left) {
  std::vector<int64_t> numbers(size, -1);
  for (size_t place = 0; place < left.size(); ++place)
    numbers[left[place]] = int64_t(place);
  return numbers;
}

runtime::Expected<CooTensor> session::takeKept(const KeptOperand &kept,
                                               const CooTensor &whole) {
  std::vector<std::vector<int64_t>> numbers;
  std::vector<int64_t> shape;
  for (auto [size, left] : llvm::zip_equal(kept.shape, kept.coordinates)) {
    numbers.push_back(number(size, left));
    shape.push_back(left.size());
  }
  std::vector<int64_t> entries;
  for (int64_t entry = 0; entry < whole.entries(); ++entry) {
    bool isLeft = true;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      isLeft &= numbers[dim][whole.coordinates[dim].as<int64_t>()[entry]] >= 0;
    if (isLeft)
      entries.push_back(entry);
  }
  auto part = runtime::allocateEntries(shape, whole.values.dtype(),
                                       int64_t(entries.size()));
  if (!part)
    return part;
  int64_t bytes = runtime::dtypeSize(whole.values.dtype());
  for (size_t place = 0; place < entries.size(); ++place) {
    for (size_t dim = 0; dim < shape.size(); ++dim)
      part->coordinates[dim].as<int64_t>()[place] =
          numbers[dim][whole.coordinates[dim].as<int64_t>()[entries[place]]];
    std::memcpy(static_cast<char *>(part->values.data()) + place * bytes,
                static_cast<const char *>(whole.values.data()) +
                    entries[place] * bytes,
                bytes);
  }
  return part;
}
