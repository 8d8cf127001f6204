//===- FibreOrder.cpp - Matrices brought into order by counting -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are counted by the coordinate that is to lead, each worker those of
// its own range, and go to where the counts say: those of the ranges before
// come first, so that the order among equal ones stays.
//
//===----------------------------------------------------------------------===//

#include "Fibres.h"

#include "RadixSort.h"
#include "ValueBytes.h"

#include <limits>

using namespace spindle::runtime;

namespace {
/// How many elements each worker has at each coordinate, and then where its
/// next one of that coordinate goes.
struct Counts {
  /// Nothing where the coordinates are too many for `count` elements.
  static Expected<std::optional<Counts>> make(int64_t extent, int64_t count,
                                              const Workers &workers);

  int32_t *of(int64_t worker) { return table.data() + worker * extent; }
  /// Turns counts into positions, and sets the fibres that have elements.
  std::optional<Error> place(Workers &workers, Fibres &fibres);

  int64_t extent = 0;
  FallibleVector<int32_t> table;
};
} // namespace

Expected<std::optional<Counts>> Counts::make(int64_t extent, int64_t count,
                                             const Workers &workers) {
  if (!isWorthAList(extent, count))
    return std::optional<Counts>();
  Counts counts;
  counts.extent = extent;
  if (auto error = counts.table.resize(extent * workers.count()))
    return std::move(*error);
  return std::optional<Counts>(std::move(counts));
}

std::optional<Error> Counts::place(Workers &workers, Fibres &fibres) {
  struct Sum {
    int64_t elements = 0, filled = 0;
  };
  std::vector<Sum> sums(workers.count() + 1);
  auto countAt = [&](int64_t key) {
    int64_t all = 0;
    for (int64_t w = 0; w < workers.count(); ++w)
      all += of(w)[key];
    return all;
  };
  workers.split(extent, [&](int64_t w, int64_t begin, int64_t end) {
    Sum own;
    for (int64_t key = begin; key < end; ++key) {
      int64_t all = countAt(key);
      own.elements += all;
      own.filled += all != 0;
    }
    sums[w + 1] = own;
  });
  for (int64_t w = 0; w < workers.count(); ++w) {
    sums[w + 1].elements += sums[w].elements;
    sums[w + 1].filled += sums[w].filled;
  }
  if (auto error = fibres.keys.resize(sums.back().filled))
    return error;
  if (auto error = fibres.starts.resize(sums.back().filled + 1))
    return error;
  fibres.starts[sums.back().filled] = sums.back().elements;
  workers.split(extent, [&](int64_t w, int64_t begin, int64_t end) {
    Sum next = sums[w];
    for (int64_t key = begin; key < end; ++key) {
      int64_t start = next.elements;
      for (int64_t other = 0; other < workers.count(); ++other) {
        int32_t own = of(other)[key];
        of(other)[key] = next.elements;
        next.elements += own;
      }
      if (next.elements == start)
        continue;
      fibres.keys[next.filled] = key;
      fibres.starts[next.filled++] = start;
    }
  });
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Transposing
//===----------------------------------------------------------------------===//

namespace {
/// The arrays that transposed elements go to.
template <typename Value> struct Transposed {
  int32_t *next, *keys, *entries;
  Value *values;
};
} // namespace

/// Moves the elements of the fibres [first, end) to where they go.
template <typename Other, typename Value>
static void scatter(const Fibres &from, int64_t first, int64_t end,
                    const Other *others, Transposed<Value> to) {
  const auto *values = static_cast<const Value *>(from.values);
  for (int64_t f = first; f < end; ++f) {
    auto key = static_cast<int32_t>(from.keys[f]);
    for (int64_t e = from.starts[f]; e < from.starts[f + 1]; ++e) {
      int64_t target = to.next[others[e]]++;
      to.keys[target] = key;
      to.values[target] = values[e];
      if (to.entries)
        to.entries[target] = static_cast<int32_t>(e);
    }
  }
}

/// Counts the elements of `fibres` at each other coordinate.
static void count(const Fibres &fibres, Workers &workers, Counts &counts) {
  workers.run([&](int64_t w) {
    int64_t begin = fibres.starts[fibres.firstOf(workers, w)];
    int64_t end = fibres.starts[fibres.firstOf(workers, w + 1)];
    int32_t *own = counts.of(w);
    std::fill(own, own + counts.extent, 0);
    fibres.others.visit([&](const auto *list) {
      for (int64_t e = begin; e < end; ++e)
        ++own[list[e]];
    });
  });
}

Expected<std::optional<Fibres>> Fibres::transpose(Workers &workers,
                                                  bool keepsEntries) const {
  Fibres transposed;
  transposed.shape = shape;
  transposed.lead = other();
  transposed.dtype = dtype;
  if (shape[lead] > std::numeric_limits<int32_t>::max() || entries.size())
    return std::optional<Fibres>();
  if (!size())
    return std::optional<Fibres>(std::move(transposed));
  auto counts = Counts::make(shape[other()], count(), workers);
  if (!counts)
    return counts.takeError();
  if (!*counts)
    return std::optional<Fibres>();
  ::count(*this, workers, **counts);
  if (auto error = (*counts)->place(workers, transposed))
    return std::move(*error);
  if (auto error = transposed.allocate(DType::I32, count()))
    return std::move(*error);
  if (keepsEntries)
    if (auto error = transposed.entries.resize(count()))
      return std::move(*error);
  visitBytes(dtype, [&](auto zero) {
    using Value = decltype(zero);
    workers.run([&](int64_t w) {
      Transposed<Value> to{(*counts)->of(w), transposed.ownOthers.as<int32_t>(),
                           transposed.entries.data(),
                           static_cast<Value *>(transposed.ownValues.data())};
      others.visit([&](const auto *list) {
        scatter(*this, firstOf(workers, w), firstOf(workers, w + 1), list, to);
      });
    });
  });
  return std::optional<Fibres>(std::move(transposed));
}

std::optional<Error> Fibres::allocate(DType type, int64_t elements) {
  Expected<Array> list = Array::allocate(type, {elements});
  if (!list)
    return list.takeError();
  Expected<Array> moved = Array::allocate(dtype, {elements});
  if (!moved)
    return moved.takeError();
  ownOthers = std::move(*list);
  ownValues = std::move(*moved);
  others = IndexList::of(ownOthers);
  values = ownValues.data();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

namespace {
/// Entries on their way into order: the other coordinate of each above its
/// number, by the fibre that they are of.
struct PackedEntries {
  static constexpr int numberBits = 32;
  static uint64_t pack(int64_t other, int64_t entry) {
    return uint64_t(other) << numberBits | uint64_t(entry);
  }
  static int64_t getOther(uint64_t packed) { return packed >> numberBits; }
  static int32_t getEntry(uint64_t packed) { return uint32_t(packed); }
  /// Whether entry `e` has the coordinates of the one before, in its fibre.
  bool isRepeated(int64_t e) const {
    return getOther(list[e]) == getOther(list[e - 1]);
  }

  FallibleVector<uint64_t> list;
  /// The distinct coordinates before those of each worker's fibres.
  std::vector<int64_t> distinct;
};
} // namespace

/// Sorts the entries of each fibre, and counts distinct coordinates.
static std::optional<Error> sortFibres(PackedEntries &packed,
                                       const Fibres &fibres, Workers &workers) {
  int bits = PackedEntries::numberBits;
  for (int64_t most = fibres.shape[fibres.other()] - 1; most > 0; most >>= 1)
    ++bits;
  FallibleVector<uint64_t> scratch;
  if (auto error = scratch.resize(packed.list.size()))
    return error;
  packed.distinct.assign(workers.count() + 1, 0);
  workers.run([&](int64_t w) {
    auto key = [](uint64_t word) { return word; };
    RadixSort<uint64_t, decltype(key)> sorter(key);
    int64_t own = 0;
    for (int64_t f = fibres.firstOf(workers, w);
         f < fibres.firstOf(workers, w + 1); ++f) {
      int64_t start = fibres.starts[f], end = fibres.starts[f + 1];
      sorter.sort(packed.list.data() + start, scratch.data() + start,
                  end - start, PackedEntries::numberBits, bits);
      own += 1;
      for (int64_t e = start + 1; e < end; ++e)
        own += !packed.isRepeated(e);
    }
    packed.distinct[w + 1] = own;
  });
  for (int64_t w = 0; w < workers.count(); ++w)
    packed.distinct[w + 1] += packed.distinct[w];
  return std::nullopt;
}

/// Writes the elements that sorted entries are: of those with equal coordinates
/// the sum of their values. `starts` gets the first element of each fibre.
template <typename T, typename Other>
static void join(const PackedEntries &packed, const Array &values,
                 Workers &workers, FallibleVector<int64_t> &starts,
                 Fibres &fibres) {
  const T *from = values.as<T>();
  T *to = fibres.ownValues.as<T>();
  Other *others = fibres.ownOthers.as<Other>();
  bool sums = fibres.entryStarts.size() > 0;
  workers.run([&](int64_t w) {
    int64_t next = packed.distinct[w];
    int64_t end = fibres.firstOf(workers, w + 1);
    for (int64_t f = fibres.firstOf(workers, w); f < end; ++f) {
      starts[f] = next;
      for (int64_t e = fibres.starts[f]; e < fibres.starts[f + 1]; ++e) {
        int32_t entry = PackedEntries::getEntry(packed.list[e]);
        fibres.entries[e] = entry;
        if (next > starts[f] && packed.isRepeated(e)) {
          to[next - 1] = wrappingSum(to[next - 1], from[entry]);
          continue;
        }
        to[next] = from[entry];
        others[next] =
            static_cast<Other>(PackedEntries::getOther(packed.list[e]));
        if (sums)
          fibres.entryStarts[next] = static_cast<int32_t>(e);
        ++next;
      }
    }
  });
}

/// Brings the entries of `tensor` into the order of `fibres.lead`, which gets
/// their fibres. False where they are too few for the size of that dimension.
static Expected<bool> pack(const CooTensor &tensor, Workers &workers,
                           Fibres &fibres, PackedEntries &packed) {
  int64_t count = tensor.entries();
  const int64_t *keys = tensor.coordinates[fibres.lead].as<int64_t>();
  const int64_t *others = tensor.coordinates[fibres.other()].as<int64_t>();
  auto counts = Counts::make(tensor.shape[fibres.lead], count, workers);
  if (!counts)
    return counts.takeError();
  if (!*counts)
    return false;
  workers.split(count, [&](int64_t w, int64_t begin, int64_t end) {
    int32_t *own = (*counts)->of(w);
    std::fill(own, own + (*counts)->extent, 0);
    for (int64_t e = begin; e < end; ++e)
      ++own[keys[e]];
  });
  if (auto error = (*counts)->place(workers, fibres))
    return std::move(*error);
  if (auto error = packed.list.resize(count))
    return std::move(*error);
  workers.split(count, [&](int64_t w, int64_t begin, int64_t end) {
    int32_t *next = (*counts)->of(w);
    for (int64_t e = begin; e < end; ++e)
      packed.list[next[keys[e]]++] = PackedEntries::pack(others[e], e);
  });
  if (auto error = sortFibres(packed, fibres, workers))
    return std::move(*error);
  return true;
}

Expected<std::optional<Fibres>> Fibres::sort(const CooTensor &tensor,
                                             int64_t lead, Workers &workers) {
  Fibres fibres;
  fibres.shape = tensor.shape;
  fibres.lead = lead;
  fibres.dtype = tensor.values.dtype();
  if (tensor.shape[1 - lead] > std::numeric_limits<uint32_t>::max())
    return std::optional<Fibres>();
  PackedEntries packed;
  Expected<bool> isPacked = pack(tensor, workers, fibres, packed);
  if (!isPacked)
    return isPacked.takeError();
  if (!*isPacked)
    return std::optional<Fibres>();
  int64_t elements = packed.distinct.back();
  bool isSmall = tensor.shape[1 - lead] <= std::numeric_limits<int32_t>::max();
  FallibleVector<int64_t> starts;
  auto error = starts.resize(fibres.size() + 1);
  if (!error)
    error = fibres.allocate(isSmall ? DType::I32 : DType::I64, elements);
  if (!error)
    error = fibres.entries.resize(tensor.entries());
  if (!error && elements < tensor.entries())
    error = fibres.entryStarts.resize(elements + 1);
  if (error)
    return std::move(*error);
  visitDType(fibres.dtype, [&](auto zero) {
    using T = decltype(zero);
    if (isSmall)
      join<T, int32_t>(packed, tensor.values, workers, starts, fibres);
    else
      join<T, int64_t>(packed, tensor.values, workers, starts, fibres);
  });
  starts[fibres.size()] = elements;
  if (fibres.entryStarts.size())
    fibres.entryStarts[elements] = static_cast<int32_t>(tensor.entries());
  fibres.starts = std::move(starts);
  return std::optional<Fibres>(std::move(fibres));
}
