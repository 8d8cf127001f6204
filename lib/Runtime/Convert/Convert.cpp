//===- Convert.cpp - From one format to another ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Convert/Convert.h"

#include "DirectConversion.h"
#include "StorePlaced.h"

#include <algorithm>

using namespace spindle::runtime;

/// The error as one of the tensor that is converted.
static Error ofOperand(Error error) {
  error.text = "operand: " + error.text;
  return error;
}

/// Whether `dims` leaves the dimensions of a tensor of `rank` where they are.
/// Error: it is no order of them.
static Expected<bool> keepsDims(const std::vector<int64_t> &dims,
                                int64_t rank) {
  bool stay = true;
  std::vector<bool> seen(rank, false);
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] < 0 || dims[d] >= rank || seen[dims[d]])
      return Error::expectedGot("each of " + std::to_string(rank) +
                                    " dimensions once",
                                "dimension " + std::to_string(dims[d]));
    seen[dims[d]] = true;
    stay &= dims[d] == static_cast<int64_t>(d);
  }
  if (dims.empty() || static_cast<int64_t>(dims.size()) == rank)
    return stay;
  return Error::expectedGot(std::to_string(rank) + " dimensions",
                            std::to_string(dims.size()));
}

/// `list` with entry d the one that `dims` says.
template <typename T>
static std::vector<T> reorder(const std::vector<T> &list,
                              const std::vector<int64_t> &dims) {
  if (dims.empty())
    return list;
  std::vector<T> ordered;
  for (int64_t dim : dims)
    ordered.push_back(list[dim]);
  return ordered;
}

//===----------------------------------------------------------------------===//
// The elements of the operand
//===----------------------------------------------------------------------===//

/// Which values of `storage` are those that `load` gives.
static Expected<Array> markLoaded(const Storage &storage,
                                  const Format &format) {
  if (format.keepsBitmap() || !format.isAllDense())
    return markElements(storage, format);
  Expected<Array> marks = Array::allocate(DType::I1, {storage.values.size()});
  if (!marks)
    return marks;
  visitDType(storage.values.dtype(), [&](auto zero) {
    using T = decltype(zero);
    for (int64_t v = 0; v < marks->size(); ++v)
      marks->as<bool>()[v] = storage.values.as<T>()[v] != T{};
  });
  return marks;
}

namespace {
/// The elements of an operand, and what is kept of where they come from.
struct Elements {
  static Expected<Elements> load(const Storage &storage, const Format &from,
                                 const ConvertOptions &options);
  Expected<Array> findPlaces(const Array &addresses) const;

  CooTensor tensor;
  /// Which of the operand's values the entries are; size 0 where all are, in
  /// order.
  Array marks;
  int64_t values = 0;
};
} // namespace

Expected<Elements> Elements::load(const Storage &storage, const Format &from,
                                  const ConvertOptions &options) {
  Expected<CooTensor> tensor =
      spindle::runtime::load(storage, from, options.threads);
  if (!tensor)
    return ofOperand(tensor.takeError());
  Expected<bool> stay = keepsDims(options.dims, tensor->rank());
  if (!stay)
    return stay.takeError();
  Elements elements;
  elements.values = storage.values.size();
  if (options.places && tensor->entries() != elements.values) {
    Expected<Array> marks = markLoaded(storage, from);
    if (!marks)
      return ofOperand(marks.takeError());
    elements.marks = std::move(*marks);
  }
  elements.tensor = {reorder(tensor->shape, options.dims),
                     reorder(tensor->coordinates, options.dims),
                     tensor->values};
  return elements;
}

/// The address of each value of the operand, where entry e went to
/// `addresses[e]`.
Expected<Array> Elements::findPlaces(const Array &addresses) const {
  if (!marks.size())
    return addresses;
  Expected<Array> places = Array::allocate(DType::I64, {values});
  if (!places)
    return places;
  const int64_t *next = addresses.as<int64_t>();
  for (int64_t v = 0; v < values; ++v)
    places->as<int64_t>()[v] = marks.as<bool>()[v] ? *next++ : -1;
  return places;
}

//===----------------------------------------------------------------------===//
// Converting
//===----------------------------------------------------------------------===//

/// Sets `fibres` to the elements of an operand that is a list of fibres. False
/// where it is none.
static Expected<bool> view(const Storage &storage, const Format &from,
                           const ConvertOptions &options, Workers &workers,
                           Fibres &fibres) {
  Expected<std::optional<Fibres>> viewed = Fibres::view(storage, from, workers);
  if (!viewed)
    return viewed.takeError();
  if (!*viewed)
    return false;
  Expected<bool> stay = keepsDims(options.dims, 2);
  if (!stay)
    return stay.takeError();
  fibres = std::move(**viewed);
  // What was a row is a column.
  if (!*stay) {
    std::swap(fibres.shape[0], fibres.shape[1]);
    fibres.lead = fibres.other();
  }
  return true;
}

/// The arrays of `storage` that kernels convert, where it has such and no one
/// asks where its values go.
static Expected<std::optional<RowArrays>>
viewRows(const Storage &storage, const Format &from,
         const ConvertOptions &options) {
  if (options.places)
    return std::optional<RowArrays>();
  auto rows = RowArrays::view(storage, from, /*transposes=*/false);
  if (!rows)
    return rows;
  Expected<bool> stay = keepsDims(options.dims, 2);
  if (!stay)
    return stay.takeError();
  return *stay ? rows : RowArrays::view(storage, from, /*transposes=*/true);
}

/// Stores the elements of `storage` by `make`, which takes them and options,
/// and sets `options.places` to where each value went.
template <typename Make>
static auto convertElements(const Storage &storage, const Format &from,
                            const ConvertOptions &options, const Make &make)
    -> decltype(make(CooTensor(), StoreOptions())) {
  Expected<Elements> elements = Elements::load(storage, from, options);
  if (!elements)
    return elements.takeError();
  Array addresses;
  StoreOptions own;
  own.threads = options.threads;
  own.addresses = options.places ? &addresses : nullptr;
  auto made = make(elements->tensor, own);
  if (!made || !options.places)
    return made;
  Expected<Array> places = elements->findPlaces(addresses);
  if (!places)
    return places.takeError();
  *options.places = std::move(*places);
  return made;
}

Expected<Storage> spindle::runtime::convert(const Storage &storage,
                                            const Format &from,
                                            const Format &to,
                                            const ConvertOptions &options) {
  if (auto error = validate(from))
    return ofOperand(std::move(*error));
  Workers workers(options.threads, storage.values.size());
  Expected<std::optional<RowArrays>> rows = viewRows(storage, from, options);
  if (!rows)
    return rows.takeError();
  if (*rows) {
    Expected<StoragePlan> plan = StoragePlan::make(to, (*rows)->shape);
    if (!plan)
      return plan.takeError();
    auto converted = convertRows(**rows, *plan, workers);
    if (!converted)
      return converted.takeError();
    if (*converted)
      return std::move(**converted);
  }
  Fibres fibres;
  Expected<bool> isViewed = view(storage, from, options, workers, fibres);
  if (!isViewed)
    return isViewed.takeError();
  if (*isViewed) {
    Expected<StoragePlan> plan = StoragePlan::make(to, fibres.shape);
    if (!plan)
      return plan.takeError();
    Progress none({}, 0);
    auto placed = storePlaced(*plan, std::move(fibres), storage.values.size(),
                              options.places, workers, none);
    if (!placed)
      return placed.takeError();
    if (*placed)
      return std::move(**placed);
  }
  return convertElements(storage, from, options,
                         [&](const CooTensor &tensor, const StoreOptions &own) {
                           return store(tensor, to, own);
                         });
}

Expected<std::vector<Storage>>
spindle::runtime::convertToParts(const Storage &storage, const Format &from,
                                 const Composite &to,
                                 const ConvertOptions &options) {
  Expected<std::optional<RowArrays>> rows = viewRows(storage, from, options);
  if (!rows)
    return rows.takeError();
  if (*rows) {
    Workers workers(options.threads, storage.values.size());
    auto parts = convertRowsToParts(**rows, to, workers);
    if (!parts)
      return parts.takeError();
    if (*parts)
      return std::move(**parts);
  }
  return convertElements(storage, from, options,
                         [&](const CooTensor &tensor, const StoreOptions &own) {
                           return storeParts(tensor, to, own);
                         });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Checks the arrays of `placeValues`, for `count` values of the target.
static std::optional<Error> checkPlaces(const Array &values,
                                        const Array &places, int64_t count) {
  if (places.dtype() != DType::I64 || places.size() != values.size())
    return Error::expectedGot("a storage location of i64 for each of " +
                                  std::to_string(values.size()) + " values",
                              std::to_string(places.size()) + " of " +
                                  std::string(dtypeName(places.dtype())));
  const int64_t *list = places.as<int64_t>();
  for (int64_t v = 0; v < places.size(); ++v)
    if (list[v] < -1 || list[v] >= count)
      return Error::expectedGot("value " + std::to_string(v) +
                                    " to have a storage location below " +
                                    std::to_string(count) + ", or -1,",
                                std::to_string(list[v]));
  return std::nullopt;
}

/// Checks that the target has the type of `values`.
static std::optional<Error> checkType(const Array &values, const Array &to) {
  if (values.dtype() == to.dtype())
    return std::nullopt;
  return Error::expectedGot("values of " + std::string(dtypeName(to.dtype())),
                            dtypeName(values.dtype()));
}

/// Puts the values with an address in [first, first + to.size()) into `to`.
template <typename T>
static std::optional<Error> put(const Array &values, const Array &places,
                                int64_t first, Array &to) {
  FallibleVector<uint8_t> isWritten;
  if (auto error = isWritten.assign(to.size(), 0))
    return error;
  std::fill_n(to.as<T>(), to.size(), T{});
  for (int64_t v = 0; v < values.size(); ++v) {
    int64_t place = places.as<int64_t>()[v] - first;
    if (place < 0 || place >= to.size())
      continue;
    T &target = to.as<T>()[place];
    T value = values.as<T>()[v];
    target = isWritten[place] ? wrappingSum(target, value) : value;
    isWritten[place] = 1;
  }
  return std::nullopt;
}

/// Puts the values that go to `to`, whose addresses count from `first`.
static std::optional<Error> putValues(const Array &values, const Array &places,
                                      int64_t first, Array &to) {
  return visitDType(to.dtype(), [&](auto zero) {
    return put<decltype(zero)>(values, places, first, to);
  });
}

std::optional<Error> spindle::runtime::placeValues(const Array &values,
                                                   const Array &places,
                                                   Array &to) {
  if (auto error = checkPlaces(values, places, to.size()))
    return error;
  if (auto error = checkType(values, to))
    return error;
  return putValues(values, places, 0, to);
}

std::optional<Error>
spindle::runtime::placeValues(const Array &values, const Array &places,
                              std::vector<Storage> &parts) {
  int64_t count = 0;
  for (const Storage &part : parts) {
    if (auto error = checkType(values, part.values))
      return error;
    count += part.values.size();
  }
  if (auto error = checkPlaces(values, places, count))
    return error;
  int64_t first = 0;
  for (Storage &part : parts) {
    if (auto error = putValues(values, places, first, part.values))
      return error;
    first += part.values.size();
  }
  return std::nullopt;
}
