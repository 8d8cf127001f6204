//===- Convert.cpp - from lists and arrays to operands and back -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Convert.h"

#include "Spindle/Runtime/IO/Generate.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <cstring>

using namespace spindle;
using namespace spindle::runtime;

Expected<Array> session::clone(const Array &array) {
  Expected<Array> copy = Array::allocate(array.dtype(), array.shape());
  if (copy && array.byteSize() > 0)
    std::memcpy(copy->data(), array.data(), array.byteSize());
  return copy;
}

Expected<Array> session::reshape(const Array &array,
                                 std::vector<int64_t> shape) {
  // Memory is shared by copies of an array: one of them keeps it alive.
  auto owner = std::make_shared<Array>(array);
  return Array::adopt(array.dtype(), std::move(shape),
                      std::shared_ptr<void>(owner, owner->data()));
}

/// Calls `visit` with the number, in order, and the address of each true
/// element of `chosen`.
static void forEachChosen(const Array &chosen,
                          llvm::function_ref<void(int64_t, int64_t)> visit) {
  const bool *bits = chosen.as<bool>();
  for (int64_t address = 0, number = 0; address < chosen.size(); ++address)
    if (bits[address])
      visit(number++, address);
}

Expected<Array> session::gather(const Array &array, const Array &chosen) {
  const bool *bits = chosen.as<bool>();
  int64_t count = std::count(bits, bits + chosen.size(), true);
  Expected<Array> list = Array::allocate(array.dtype(), {count});
  if (!list)
    return list;
  visitDType(array.dtype(), [&](auto zero) {
    using T = decltype(zero);
    forEachChosen(chosen, [&](int64_t number, int64_t address) {
      list->as<T>()[number] = array.as<T>()[address];
    });
  });
  return list;
}

Expected<Array> session::scatter(const Array &list, const Array &chosen) {
  Expected<Array> array = runtime::zeros(list.dtype(), chosen.shape());
  if (!array)
    return array;
  visitDType(list.dtype(), [&](auto zero) {
    using T = decltype(zero);
    forEachChosen(chosen, [&](int64_t number, int64_t address) {
      array->as<T>()[address] = list.as<T>()[number];
    });
  });
  return array;
}

/// Compares entry `a` of `first` with entry `b` of `second`, both in row-major
/// order, an entry beyond the end coming last: below, at or above 0.
static int compareEntries(const CooTensor &first, int64_t a,
                          const CooTensor &second, int64_t b) {
  if (a == first.entries() || b == second.entries())
    return int(a == first.entries()) - int(b == second.entries());
  for (int64_t dim = 0; dim < first.rank(); ++dim) {
    int64_t x = first.coordinates[dim].as<int64_t>()[a];
    int64_t y = second.coordinates[dim].as<int64_t>()[b];
    if (x != y)
      return x < y ? -1 : 1;
  }
  return 0;
}

/// The coordinates of entry `entry`.
static std::vector<int64_t> getCoordinates(const CooTensor &tensor,
                                           int64_t entry) {
  std::vector<int64_t> place;
  for (const Array &list : tensor.coordinates)
    place.push_back(list.as<int64_t>()[entry]);
  return place;
}

std::optional<session::PatternDifference>
session::findDifference(const CooTensor &first, const CooTensor &second) {
  int64_t most = std::max(first.entries(), second.entries());
  for (int64_t entry = 0; entry < most; ++entry) {
    int order = compareEntries(first, entry, second, entry);
    if (order < 0)
      return PatternDifference{getCoordinates(first, entry), false};
    if (order > 0)
      return PatternDifference{getCoordinates(second, entry), true};
  }
  return std::nullopt;
}

std::string session::describeCoordinates(const std::vector<int64_t> &place) {
  if (place.size() == 2)
    return "row " + std::to_string(place[0] + 1) + ", column " +
           std::to_string(place[1] + 1);
  std::string text = "(";
  for (int64_t coordinate : place)
    text += (text.size() == 1 ? "" : ", ") + std::to_string(coordinate + 1);
  return text + "), counted from 1";
}
