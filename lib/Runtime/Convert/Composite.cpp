//===- Composite.cpp - tensors stored as several parts --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartFibres.h"
#include "PartOwners.h"
#include "StorePlaced.h"
#include "ValueBytes.h"

#include "Spindle/Runtime/Convert/SortEntries.h"

#include <algorithm>
#include <cstring>

using namespace spindle::runtime;

/// The error with the part that it is of.
static Error inPart(size_t part, Error error) {
  error.text = "part " + std::to_string(part) + ": " + error.text;
  return error;
}

//===----------------------------------------------------------------------===//
// The elements of a part
//===----------------------------------------------------------------------===//

namespace {
/// The elements of a tensor, once, by the parts that hold them.
struct Covered {
  static Expected<Covered> make(const CooTensor &tensor,
                                const Composite &format, Workers &workers,
                                bool keepsEntries);
  Expected<CooTensor> getPart(size_t part, Workers &workers) const;

  CooTensor tensor;
  /// Of a matrix whose entries are not kept track of, the rows of each part; of
  /// others, `order`.
  std::optional<PartFibres> fibres;
  /// The elements of one part after the other, and where those of each start.
  FallibleVector<int64_t> order;
  std::vector<int64_t> starts;
  /// Where `keepsEntries` says so, the element of each entry.
  Array elements;

private:
  std::optional<Error> group(const FallibleVector<int32_t> &owners,
                             size_t parts, Workers &workers);
};
} // namespace

/// Brings the elements of each part together.
std::optional<Error> Covered::group(const FallibleVector<int32_t> &owners,
                                    size_t parts, Workers &workers) {
  if (auto error = order.resize(owners.size()))
    return error;
  // How many elements of a part a worker has, and then where the next one goes.
  std::vector<std::vector<int64_t>> next(workers.count(),
                                         std::vector<int64_t>(parts, 0));
  workers.split(owners.size(), [&](int64_t w, int64_t begin, int64_t end) {
    std::vector<int64_t> own(parts, 0);
    for (int64_t e = begin; e < end; ++e)
      ++own[owners[e]];
    next[w] = std::move(own);
  });
  starts.assign(parts + 1, 0);
  int64_t start = 0;
  for (size_t part = 0; part < parts; ++part) {
    starts[part] = start;
    for (std::vector<int64_t> &own : next)
      start += std::exchange(own[part], start);
  }
  starts[parts] = start;
  workers.split(owners.size(), [&](int64_t w, int64_t begin, int64_t end) {
    std::vector<int64_t> own = next[w];
    for (int64_t e = begin; e < end; ++e)
      order[own[owners[e]]++] = e;
  });
  return std::nullopt;
}

Expected<Covered> Covered::make(const CooTensor &tensor,
                                const Composite &format, Workers &workers,
                                bool keepsEntries) {
  if (tensor.rank() != format.rank)
    return Error::expectedGot("a tensor of rank " + std::to_string(format.rank),
                              "rank " + std::to_string(tensor.rank()));
  Covered covered;
  Expected<CooTensor> sorted =
      sortEntries(tensor, keepsEntries ? &covered.elements : nullptr, workers);
  if (!sorted)
    return sorted.takeError();
  covered.tensor = std::move(*sorted);
  FallibleVector<int32_t> owners;
  if (auto error = findOwners(covered.tensor, format, workers, owners))
    return std::move(*error);
  bool hasRows = tensor.rank() == 2 && !keepsEntries &&
                 covered.tensor.entries() < std::numeric_limits<int32_t>::max();
  if (!hasRows) {
    if (auto error = covered.group(owners, format.parts.size(), workers))
      return std::move(*error);
    return covered;
  }
  Expected<PartFibres> fibres =
      PartFibres::make(covered.tensor, owners, format.parts.size(), workers);
  if (!fibres)
    return fibres.takeError();
  covered.fibres = std::move(*fibres);
  return covered;
}

/// Copies the elements of `from` that `order` names.
template <typename T>
static void pick(const T *from, const int64_t *order, int64_t count,
                 Workers &workers, T *to) {
  workers.split(count, [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e)
      to[e] = from[order[e]];
  });
}

Expected<CooTensor> Covered::getPart(size_t part, Workers &workers) const {
  if (fibres)
    return fibres->copy(part, workers);
  const int64_t *own = order.data() + starts[part];
  int64_t count = starts[part + 1] - starts[part];
  Expected<CooTensor> picked =
      allocateEntries(tensor.shape, tensor.values.dtype(), count);
  if (!picked)
    return picked;
  for (int64_t dim = 0; dim < tensor.rank(); ++dim)
    pick(tensor.coordinates[dim].as<int64_t>(), own, count, workers,
         picked->coordinates[dim].as<int64_t>());
  visitBytes(tensor.values.dtype(), [&](auto zero) {
    using T = decltype(zero);
    pick(static_cast<const T *>(tensor.values.data()), own, count, workers,
         static_cast<T *>(picked->values.data()));
  });
  return picked;
}

//===----------------------------------------------------------------------===//
// Storing
//===----------------------------------------------------------------------===//

/// Stores the elements of `part`: one storage, or those of its own parts.
static Expected<std::vector<Storage>> storePart(const CooTensor &elements,
                                                const Part &part,
                                                const StoreOptions &options) {
  if (part.composite)
    return storeParts(elements, *part.composite, options);
  Expected<Storage> stored = store(elements, part.format, options);
  if (!stored)
    return stored.takeError();
  std::vector<Storage> parts;
  parts.push_back(std::move(*stored));
  return parts;
}

/// Stores part `number` from its rows; nothing where its format, or a part of
/// its own, declines them, as placing does.
static Expected<std::optional<std::vector<Storage>>>
storeRows(const Covered &covered, size_t number, const Part &part,
          Workers &workers) {
  std::optional<std::vector<Storage>> none;
  if (!covered.fibres || part.composite)
    return none;
  Expected<StoragePlan> plan =
      StoragePlan::make(part.format, covered.tensor.shape);
  if (!plan || chooseLead(*plan, 0) < 0)
    return none;
  Progress progress({}, 0);
  Fibres fibres = covered.fibres->view(number);
  int64_t entries = fibres.count();
  auto placed = storePlaced(*plan, std::move(fibres), entries, nullptr, workers,
                            progress);
  if (!placed)
    return placed.takeError();
  if (!*placed)
    return none;
  std::vector<Storage> stored;
  stored.push_back(std::move(**placed));
  return std::optional(std::move(stored));
}

/// Stores part `number`, from its rows where it can.
static Expected<std::vector<Storage>>
storeElements(const Covered &covered, size_t number, const Part &part,
              const StoreOptions &options, Workers &workers) {
  auto placed = storeRows(covered, number, part, workers);
  if (!placed)
    return placed.takeError();
  if (*placed)
    return std::move(**placed);
  Expected<CooTensor> elements = covered.getPart(number, workers);
  if (!elements)
    return elements.takeError();
  return storePart(*elements, part, options);
}

namespace {
/// Where the elements of a tensor went, while its parts are stored.
struct PartAddresses {
  std::optional<Error> prepare(int64_t elements);
  void add(const Covered &covered, size_t part, const Array &own);
  Expected<Array> finish(const Covered &covered) const;

  FallibleVector<int64_t> addresses;
  /// The values of the parts that were stored.
  int64_t values = 0;
};
} // namespace

std::optional<Error> PartAddresses::prepare(int64_t elements) {
  return addresses.resize(elements);
}

/// Adds those of a part, which count from its first value.
void PartAddresses::add(const Covered &covered, size_t part, const Array &own) {
  const int64_t *order = covered.order.data() + covered.starts[part];
  for (int64_t e = 0; e < own.size(); ++e)
    addresses[order[e]] = values + own.as<int64_t>()[e];
}

/// Those of all entries.
Expected<Array> PartAddresses::finish(const Covered &covered) const {
  Expected<Array> all = Array::allocate(DType::I64, {covered.elements.size()});
  if (!all)
    return all;
  for (int64_t e = 0; e < all->size(); ++e)
    all->as<int64_t>()[e] = addresses[covered.elements.as<int64_t>()[e]];
  return all;
}

Expected<std::vector<Storage>>
spindle::runtime::storeParts(const CooTensor &tensor, const Composite &format,
                             const StoreOptions &options) {
  Workers workers(options.threads, tensor.entries());
  bool keeps = options.addresses != nullptr;
  Expected<Covered> covered = Covered::make(tensor, format, workers, keeps);
  if (!covered)
    return covered.takeError();
  std::vector<Storage> parts;
  PartAddresses addresses;
  if (keeps)
    if (auto error = addresses.prepare(covered->tensor.entries()))
      return std::move(*error);
  for (size_t part = 0; part < format.parts.size(); ++part) {
    Array own;
    StoreOptions ownOptions;
    ownOptions.threads = options.threads;
    ownOptions.addresses = keeps ? &own : nullptr;
    Expected<std::vector<Storage>> stored =
        storeElements(*covered, part, format.parts[part], ownOptions, workers);
    if (!stored)
      return inPart(part, stored.takeError());
    if (keeps)
      addresses.add(*covered, part, own);
    for (Storage &storage : *stored) {
      addresses.values += storage.values.size();
      parts.push_back(std::move(storage));
    }
    if (options.progress)
      options.progress(part + 1, format.parts.size());
  }
  if (!keeps)
    return parts;
  Expected<Array> all = addresses.finish(*covered);
  if (!all)
    return all.takeError();
  *options.addresses = std::move(*all);
  return parts;
}

/// Appends the sizes of `part`: one, or those of its own parts.
static std::optional<Error> measurePart(const CooTensor &elements,
                                        const Part &part, int64_t threads,
                                        std::vector<StorageSize> &sizes) {
  if (part.composite) {
    Expected<std::vector<StorageSize>> inner =
        measureParts(elements, *part.composite, threads);
    if (!inner)
      return inner.takeError();
    sizes.insert(sizes.end(), inner->begin(), inner->end());
    return std::nullopt;
  }
  Expected<StorageSize> own = measureStorage(elements, part.format, threads);
  if (!own)
    return own.takeError();
  sizes.push_back(*own);
  return std::nullopt;
}

Expected<std::vector<StorageSize>>
spindle::runtime::measureParts(const CooTensor &tensor, const Composite &format,
                               int64_t threads) {
  Workers workers(threads, tensor.entries());
  Expected<Covered> covered =
      Covered::make(tensor, format, workers, /*keepsEntries=*/false);
  if (!covered)
    return covered.takeError();
  std::vector<StorageSize> sizes;
  for (size_t part = 0; part < format.parts.size(); ++part) {
    Expected<CooTensor> elements = covered->getPart(part, workers);
    if (!elements)
      return elements.takeError();
    if (auto error = measurePart(*elements, format.parts[part], threads, sizes))
      return inPart(part, std::move(*error));
  }
  return sizes;
}

Expected<int64_t> spindle::runtime::partsBytes(const CooTensor &tensor,
                                               const Composite &format) {
  Expected<std::vector<StorageSize>> sizes = measureParts(tensor, format);
  if (!sizes)
    return sizes.takeError();
  int64_t bytes = 0;
  for (const StorageSize &size : *sizes)
    if (__builtin_add_overflow(bytes, size.bytes, &bytes))
      return Error::expectedGot("less than 2^63 bytes", "more");
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
      "elements of parts of " + describe(format) + " that are different",
      std::to_string(tensor.entries() - sorted->entries()) + " twice");
}

Expected<CooTensor>
spindle::runtime::loadParts(const std::vector<Storage> &parts,
                            const Composite &format) {
  std::vector<Format> formats = getPartFormats(format);
  if (parts.size() != formats.size() || parts.empty())
    return Error::expectedGot(std::to_string(formats.size()) + " parts",
                              std::to_string(parts.size()));
  std::vector<CooTensor> loaded;
  int64_t count = 0;
  for (size_t part = 0; part < parts.size(); ++part) {
    Expected<CooTensor> elements = load(parts[part], formats[part]);
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
