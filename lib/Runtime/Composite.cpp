//===- Composite.cpp - tensors stored as several parts --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompositeCriteria.h"

#include <algorithm>
#include <cstring>

using namespace spindle::runtime;

/// The error with the part that it is of.
static Error inPart(size_t part, Error error) {
  error.text = "part " + std::to_string(part) + ": " + error.text;
  return error;
}

/// What messages call `format`.
static std::string getName(const Composite &format) {
  return format.name.empty() ? "the format" : format.name;
}

//===----------------------------------------------------------------------===//
// Which part holds an element
//===----------------------------------------------------------------------===//

/// Whether element `e` meets what `part` asks.
static bool holds(const Part &part, const ElementNumbers &numbers, int64_t e) {
  return std::all_of(part.ranges.begin(), part.ranges.end(),
                     [&](const Part::Range &range) {
                       int64_t number = numbers.evaluate(range.expr, e);
                       return number >= range.low && number <= range.high;
                     });
}

/// The coordinates of entry `e`, as in "(3, 5)".
static std::string placeText(const CooTensor &tensor, int64_t e) {
  std::string text = "(";
  for (int64_t dim = 0; dim < tensor.rank(); ++dim)
    text.append(dim ? ", " : "")
        .append(std::to_string(tensor.coordinates[dim].as<int64_t>()[e]));
  return text + ")";
}

/// The error that entry `e` is not of one part; `parts` are those that hold it.
static Error coverError(const CooTensor &tensor, const Composite &format,
                        int64_t e, const std::vector<size_t> &parts) {
  std::string got = "none";
  if (!parts.empty())
    got = "parts " + std::to_string(parts[0]) + " and " +
          std::to_string(parts[1]);
  return {"", 0,
          "element " + placeText(tensor, e) + ": expected one part of " +
              getName(format) + " to hold it but got " + got};
}

/// Sets for each entry of `tensor`, sorted and different, the part that holds
/// it.
static std::optional<Error> assign(const CooTensor &tensor,
                                   const Composite &format,
                                   FallibleVector<int32_t> &owners) {
  Expected<ElementNumbers> numbers =
      ElementNumbers::make(tensor, format.criteria);
  if (!numbers)
    return numbers.takeError();
  if (auto error = owners.resize(tensor.entries()))
    return error;
  for (int64_t e = 0; e < owners.size(); ++e) {
    std::vector<size_t> found;
    for (size_t part = 0; part < format.parts.size(); ++part) {
      bool isRest = format.parts[part].isRest;
      if (isRest ? found.empty() : holds(format.parts[part], *numbers, e))
        found.push_back(part);
    }
    if (found.size() != 1)
      return coverError(tensor, format, e, found);
    owners[e] = static_cast<int32_t>(found.front());
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The elements of a part
//===----------------------------------------------------------------------===//

namespace {
/// The elements of a tensor, once, and who holds them.
struct Covered {
  CooTensor tensor;
  FallibleVector<int32_t> owners;

  static Expected<Covered> make(const CooTensor &tensor,
                                const Composite &format);
  Expected<CooTensor> getPart(size_t part) const;
};
} // namespace

Expected<Covered> Covered::make(const CooTensor &tensor,
                                const Composite &format) {
  if (tensor.rank() != format.rank)
    return Error::expectedGot("a tensor of rank " + std::to_string(format.rank),
                              "rank " + std::to_string(tensor.rank()));
  Expected<CooTensor> sorted = sortEntries(tensor);
  if (!sorted)
    return sorted.takeError();
  Covered covered;
  covered.tensor = std::move(*sorted);
  if (auto error = assign(covered.tensor, format, covered.owners))
    return std::move(*error);
  return covered;
}

/// Copies the elements of `from` that `owners` give to `part`, in order.
template <typename T>
static void pick(const Array &from, const FallibleVector<int32_t> &owners,
                 size_t part, Array &to) {
  const T *source = from.as<T>();
  T *target = to.as<T>();
  for (int64_t e = 0; e < owners.size(); ++e)
    if (owners[e] == static_cast<int32_t>(part))
      *target++ = source[e];
}

Expected<CooTensor> Covered::getPart(size_t part) const {
  int64_t count = std::count(owners.data(), owners.data() + owners.size(),
                             static_cast<int32_t>(part));
  Expected<CooTensor> picked =
      allocateEntries(tensor.shape, tensor.values.dtype(), count);
  if (!picked)
    return picked;
  for (int64_t dim = 0; dim < tensor.rank(); ++dim)
    pick<int64_t>(tensor.coordinates[dim], owners, part,
                  picked->coordinates[dim]);
  visitDType(tensor.values.dtype(), [&](auto zero) {
    pick<decltype(zero)>(tensor.values, owners, part, picked->values);
  });
  return picked;
}

//===----------------------------------------------------------------------===//
// Storing
//===----------------------------------------------------------------------===//

Expected<std::vector<Storage>>
spindle::runtime::storeParts(const CooTensor &tensor, const Composite &format,
                             const StoreOptions &options) {
  Expected<Covered> covered = Covered::make(tensor, format);
  if (!covered)
    return covered.takeError();
  std::vector<Storage> parts;
  for (size_t part = 0; part < format.parts.size(); ++part) {
    Expected<CooTensor> elements = covered->getPart(part);
    if (!elements)
      return elements.takeError();
    Expected<Storage> stored = store(*elements, format.parts[part].format);
    if (!stored)
      return inPart(part, stored.takeError());
    parts.push_back(std::move(*stored));
    if (options.progress)
      options.progress(part + 1, format.parts.size());
  }
  return parts;
}

Expected<int64_t> spindle::runtime::partsBytes(const CooTensor &tensor,
                                               const Composite &format) {
  Expected<Covered> covered = Covered::make(tensor, format);
  if (!covered)
    return covered.takeError();
  int64_t bytes = 0;
  for (size_t part = 0; part < format.parts.size(); ++part) {
    Expected<CooTensor> elements = covered->getPart(part);
    if (!elements)
      return elements.takeError();
    Expected<int64_t> own = storageBytes(*elements, format.parts[part].format);
    if (!own)
      return inPart(part, own.takeError());
    if (__builtin_add_overflow(bytes, *own, &bytes))
      return Error::expectedGot("less than 2^63 bytes", "more");
  }
  return bytes;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// Appends the entries of `part` to `whole`, which has room for them from
/// `first` on.
static void append(const CooTensor &part, int64_t first, CooTensor &whole) {
  auto copy = [&](const Array &from, Array &to) {
    if (from.byteSize() == 0)
      return;
    std::memcpy(static_cast<char *>(to.data()) + first * dtypeSize(to.dtype()),
                from.data(), from.byteSize());
  };
  for (int64_t dim = 0; dim < part.rank(); ++dim)
    copy(part.coordinates[dim], whole.coordinates[dim]);
  copy(part.values, whole.values);
}

/// Checks that no element of `tensor` comes twice.
static std::optional<Error> checkOnce(const CooTensor &tensor,
                                      const Composite &format) {
  Expected<CooTensor> sorted = sortEntries(tensor);
  if (!sorted)
    return sorted.takeError();
  if (sorted->entries() == tensor.entries())
    return std::nullopt;
  return Error::expectedGot(
      "elements of parts of " + getName(format) + " that are different",
      std::to_string(tensor.entries() - sorted->entries()) + " twice");
}

Expected<CooTensor>
spindle::runtime::loadParts(const std::vector<Storage> &parts,
                            const Composite &format) {
  if (parts.size() != format.parts.size() || parts.empty())
    return Error::expectedGot(std::to_string(format.parts.size()) + " parts",
                              std::to_string(parts.size()));
  std::vector<CooTensor> loaded;
  int64_t count = 0;
  for (size_t part = 0; part < parts.size(); ++part) {
    Expected<CooTensor> elements = load(parts[part], format.parts[part].format);
    if (!elements)
      return inPart(part, elements.takeError());
    if (elements->shape != parts.front().shape ||
        elements->values.dtype() != parts.front().values.dtype())
      return inPart(
          part, Error::expectedGot("the shape and type of part 0", "others"));
    count += elements->entries();
    loaded.push_back(std::move(*elements));
  }
  Expected<CooTensor> whole =
      allocateEntries(parts.front().shape, parts.front().values.dtype(), count);
  if (!whole)
    return whole;
  int64_t first = 0;
  for (const CooTensor &part : loaded) {
    append(part, first, *whole);
    first += part.entries();
  }
  if (auto error = checkOnce(*whole, format))
    return std::move(*error);
  return whole;
}
