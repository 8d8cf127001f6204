//===- PlacementFill.cpp - Writing the arrays of a matrix -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

#include "EntryKeys.h"
#include "FibreFill.h"
#include "ValueBytes.h"

#include <cstring>

using namespace spindle::runtime;

namespace {
/// The arrays of a storage while they are written.
struct Writer {
  std::optional<Error> prepare();
  void writePositions(int64_t level);
  void writeFibres(int64_t level);
  void writePieces();
  void writeOrder(int64_t level);
  void writeAll(int64_t level);
  void copyValues();
  void noteEntries();
  void noteEntries(int64_t element, int64_t address);

  bool needsWalk() const;
  void writeElements(ElementWalk &walk);
  void writeLevel(int64_t level, const ElementWalk &walk);
  void writeLengths(int64_t level, const ElementWalk &walk);
  void writeValues(const ElementWalk &walk);
  bool isRight(int64_t level, const ElementWalk &walk) const;
  bool mayClash(int64_t level) const;
  bool isStored(int64_t level) const;
  bool checkCells();
  void fillGroups(int64_t level);

  const Placement &placement;
  const StoragePlan &plan;
  Fibres &fibres;
  Workers &workers;
  Storage &storage;
  int64_t *given;
  std::vector<int64_t> strides;
  /// Whether the value of each element lies at its number.
  bool areValuesInOrder = false;
  /// Which coordinates are written without a walk.
  std::vector<bool> isWritten;
  /// Of each structured level how many elements each of its groups has.
  std::vector<FallibleVector<int64_t>> groups;
};
} // namespace

/// Whether the coordinates of `level` are those of elements, and stored.
bool Writer::isStored(int64_t level) const {
  return placement.levels[level].way != Way::PerFibre &&
         hasCoordinates(plan, level);
}

std::optional<Error> Writer::prepare() {
  strides = getStrides(plan, placement.sizes, plan.dims);
  areValuesInOrder = placement.identical >= 0 && plan.dims.size() == 1 &&
                     plan.dims[0] == placement.identical;
  isWritten.assign(plan.levels(), false);
  groups.resize(plan.levels());
  for (int64_t l = 0; l < plan.levels(); ++l) {
    bool isIdentical =
        l == placement.identical ||
        (placement.levels[l].way == Way::Below &&
         plan.onlyParent(l) == placement.identical && placement.identical >= 0);
    isWritten[l] = isStored(l) && isIdentical &&
                   placement.levels[l].origin == Origin::Other &&
                   plan.format.levels[l].steps.empty();
    if (!plan.format.levels[l].structured)
      continue;
    int64_t width = placement.sizes.widths[l];
    if (auto error = groups[l].assign(placement.sizes.sizes[l] / width, 0))
      return error;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Whole arrays
//===----------------------------------------------------------------------===//

void Writer::writePositions(int64_t level) {
  const FallibleVector<int64_t> &bases = placement.bases[level];
  visitIndexType(storage.positions[level].dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = storage.positions[level].as<T>();
    workers.split(bases.size(), [&](int64_t, int64_t begin, int64_t end) {
      for (int64_t p = begin; p < end; ++p)
        to[p] = static_cast<T>(bases[p]);
    });
  });
}

/// Writes the coordinate of each piece of a fibre.
void Writer::writePieces() {
  visitIndexType(storage.coordinates[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = storage.coordinates[0].as<T>();
    int64_t all = placement.sizes.sizes[0];
    workers.split(fibres.size(), [&](int64_t, int64_t begin, int64_t end) {
      for (int64_t f = begin; f < end; ++f) {
        int64_t last =
            f + 1 < fibres.size() ? placement.positions[0][f + 1] : all;
        std::fill(to + placement.positions[0][f], to + last,
                  static_cast<T>(placement.numbers[0][f]));
      }
    });
  });
}

/// Writes the coordinate at each position of an order, with elements or
/// without. The levels above are digits of the position, the most of which
/// comes first.
void Writer::writeOrder(int64_t level) {
  int64_t order = plan.storedOrders[level];
  const auto &list = placement.subjects[order - plan.format.rank];
  LevelSet above = getClosure(plan.descriptor, level, /*self=*/false);
  visitIndexType(storage.coordinates[level].dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = storage.coordinates[level].as<T>();
    workers.split(list.size(), [&](int64_t, int64_t begin, int64_t end) {
      constexpr int64_t most = Chunk::most;
      for (int64_t first = begin; first < end; first += most) {
        int64_t count = std::min(most, end - first);
        uint64_t digits[most], places[most] = {};
        for (int64_t other = 0; other < level; ++other) {
          if (!above[other])
            continue;
          for (int64_t i = 0; i < count; ++i)
            digits[i] = first + i;
          for (Step step : plan.format.levels[other].steps)
            applyStep(step, list.size(), digits, count);
          uint64_t width = placement.sizes.widths[other];
          for (int64_t i = 0; i < count; ++i)
            places[i] = places[i] * width + digits[i];
        }
        for (int64_t i = 0; i < count; ++i)
          to[places[i]] = static_cast<T>(list[first + i]);
      }
    });
  });
}

/// Writes the coordinates of a level that has one for each fibre.
void Writer::writeFibres(int64_t level) {
  if (plan.storedOrders[level] >= 0)
    return writeOrder(level);
  if (isCutToPieces(plan.descriptor, level))
    return writePieces();
  visitIndexType(storage.coordinates[level].dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = storage.coordinates[level].as<T>();
    const int64_t *positions = placement.positions[level];
    // Several fibres may have one position, and one coordinate there.
    workers.split(fibres.size(), [&](int64_t, int64_t begin, int64_t end) {
      for (int64_t f = begin; f < end; ++f)
        __atomic_store_n(&to[positions[f]],
                         static_cast<T>(placement.numbers[level][f]),
                         __ATOMIC_RELAXED);
    });
  });
}

/// Writes the other coordinates of all elements, in their order.
void Writer::writeAll(int64_t level) {
  Array &array = storage.coordinates[level];
  if (fibres.ownOthers.size() && fibres.ownOthers.dtype() == array.dtype()) {
    array = fibres.ownOthers;
    return;
  }
  visitIndexType(array.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = array.as<T>();
    fibres.others.visit([&](const auto *list) {
      workers.split(fibres.count(), [&](int64_t, int64_t begin, int64_t end) {
        for (int64_t e = begin; e < end; ++e)
          to[e] = static_cast<T>(list[e]);
      });
    });
  });
}

/// Copies the values of all elements, in their order.
void Writer::copyValues() {
  if (fibres.ownValues.size()) {
    storage.values = fibres.ownValues;
    return;
  }
  visitBytes(fibres.dtype, [&](auto zero) {
    using T = decltype(zero);
    const auto *from = static_cast<const T *>(fibres.values);
    auto *to = static_cast<T *>(storage.values.data());
    workers.split(fibres.count(), [&](int64_t, int64_t begin, int64_t end) {
      if (begin < end)
        std::memcpy(to + begin, from + begin, (end - begin) * sizeof(T));
    });
  });
}

/// Notes that the entries of `element` went to `address`.
void Writer::noteEntries(int64_t element, int64_t address) {
  if (!fibres.entryStarts.size()) {
    given[fibres.entries.size() ? fibres.entries[element] : element] = address;
    return;
  }
  for (int64_t s = fibres.entryStarts[element];
       s < fibres.entryStarts[element + 1]; ++s)
    given[fibres.entries[s]] = address;
}

void Writer::noteEntries() {
  workers.split(fibres.count(), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e)
      noteEntries(e, e);
  });
}

//===----------------------------------------------------------------------===//
// Element after element
//===----------------------------------------------------------------------===//

bool Writer::needsWalk() const {
  bool needs = !areValuesInOrder || plan.format.keepsBitmap;
  for (int64_t l = 0; l < plan.levels(); ++l)
    needs |= hasLengths(plan, l) || groups[l].size() ||
             (isStored(l) && !isWritten[l]);
  return needs;
}

/// Whether elements of several fibres may have one position on `level`.
bool Writer::mayClash(int64_t level) const {
  Way way = placement.levels[level].way;
  bool isOfElements = way == Way::Listed || way == Way::InOrder;
  if (way == Way::Below) {
    int64_t parent = plan.onlyParent(level);
    isOfElements = parent >= 0 ? placement.levels[parent].way == Way::Listed
                               : plan.parentDims[level] == plan.dims;
  }
  return !isOfElements;
}

/// Writes the lengths of the fibres of `level`, or the elements of its groups.
void Writer::writeLengths(int64_t level, const ElementWalk &walk) {
  const int64_t *parents = walk.parents(level), *slots = walk.slots(level);
  int64_t count = walk.chunk().count;
  if (groups[level].size())
    for (int64_t i = 0; i < count; ++i)
      groups[level][parents[i]] = slots[i] + 1;
  if (!hasLengths(plan, level))
    return;
  int64_t width = placement.sizes.widths[level];
  bool isCut = isCutToPieces(plan.descriptor, 0);
  visitIndexType(storage.lengths[level].dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = storage.lengths[level].as<T>();
    if (isCut)
      for (int64_t i = 0; i < count; ++i)
        to[parents[i] + uint32_t(slots[i]) / uint32_t(width)] =
            static_cast<T>(uint32_t(slots[i]) % uint32_t(width) + 1);
    else
      for (int64_t i = 0; i < count; ++i)
        to[parents[i]] = static_cast<T>(slots[i] + 1);
  });
}

void Writer::writeLevel(int64_t level, const ElementWalk &walk) {
  if (hasLengths(plan, level) || groups[level].size())
    writeLengths(level, walk);
  if (!isStored(level) || isWritten[level])
    return;
  const int64_t *places = walk.positions(level);
  const int64_t *list = walk.coordinates(level);
  int64_t count = walk.chunk().count;
  bool clashes = mayClash(level);
  visitIndexType(storage.coordinates[level].dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = storage.coordinates[level].as<T>();
    if (clashes)
      for (int64_t i = 0; i < count; ++i)
        __atomic_store_n(&to[places[i]], static_cast<T>(list[i]),
                         __ATOMIC_RELAXED);
    else
      for (int64_t i = 0; i < count; ++i)
        to[places[i]] = static_cast<T>(list[i]);
  });
}

void Writer::writeValues(const ElementWalk &walk) {
  int64_t sum[Chunk::most], begin = walk.chunk().begin;
  int64_t count = walk.chunk().count;
  const int64_t *places = walk.addresses(plan.dims, strides, sum);
  visitBytes(fibres.dtype, [&](auto zero) {
    using T = decltype(zero);
    const auto *from = static_cast<const T *>(fibres.values);
    auto *to = static_cast<T *>(storage.values.data());
    for (int64_t i = 0; i < count; ++i)
      to[places[i]] = from[begin + i];
  });
  if (plan.format.keepsBitmap)
    for (int64_t i = 0; i < count; ++i)
      storage.bitmap.as<bool>()[places[i]] = true;
  for (int64_t i = 0; given && i < count; ++i)
    noteEntries(begin + i, places[i]);
}

void Writer::writeElements(ElementWalk &walk) {
  for (int64_t l = 0; l < plan.levels(); ++l) {
    walk.read(l);
    walk.place(l);
    writeLevel(l, walk);
  }
  if (!areValuesInOrder || plan.format.keepsBitmap)
    writeValues(walk);
}

//===----------------------------------------------------------------------===//
// Checks and padding
//===----------------------------------------------------------------------===//

/// Whether the cells of a singleton hold what these elements have.
bool Writer::isRight(int64_t level, const ElementWalk &walk) const {
  const int64_t *places = walk.positions(level);
  const int64_t *list = walk.coordinates(level);
  return visitIndexType(storage.coordinates[level].dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T *cells = storage.coordinates[level].as<T>();
    bool isRight = true;
    for (int64_t i = 0; i < walk.chunk().count; ++i)
      isRight &= cells[places[i]] == static_cast<T>(list[i]);
    return isRight;
  });
}

/// Whether no two elements have two coordinates in one cell.
bool Writer::checkCells() {
  std::atomic<bool> areRight{true};
  for (int64_t level = 0; level < plan.levels(); ++level) {
    if (placement.levels[level].way != Way::Below || !mayClash(level))
      continue;
    placement.walk([&](int64_t, ElementWalk &walk) {
      for (int64_t l = 0; l <= level; ++l) {
        walk.read(l);
        walk.place(l);
      }
      if (!isRight(level, walk))
        areRight = false;
    });
  }
  return areRight;
}

/// Fills the groups of a structured level up.
void Writer::fillGroups(int64_t level) {
  int64_t width = placement.sizes.widths[level];
  visitIndexType(storage.coordinates[level].dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = storage.coordinates[level].as<T>();
    workers.split(groups[level].size(),
                  [&](int64_t, int64_t begin, int64_t end) {
                    for (int64_t g = begin; g < end; ++g)
                      fillGroup(to + g * width, groups[level][g], width);
                  });
  });
}

Expected<bool> Placement::fill(Storage &storage, int64_t *addresses) {
  Writer writer{*this,     plan, fibres, workers, storage,
                addresses, {},   false,  {},      {}};
  if (auto error = writer.prepare())
    return std::move(*error);
  for (int64_t l = 0; l < plan.levels(); ++l) {
    if (hasPositions(plan, l))
      writer.writePositions(l);
    if (levels[l].way == Way::PerFibre && hasCoordinates(plan, l))
      writer.writeFibres(l);
    if (writer.isWritten[l])
      writer.writeAll(l);
  }
  if (writer.areValuesInOrder && !plan.format.keepsBitmap) {
    writer.copyValues();
    if (addresses)
      writer.noteEntries();
  }
  if (!writer.needsWalk())
    return true;
  Expected<std::optional<FibreFill>> fill = FibreFill::make(*this);
  if (!fill)
    return fill.takeError();
  if (*fill) {
    auto note = [&](int64_t element, int64_t address) {
      writer.noteEntries(element, address);
    };
    (*fill)->write(storage, addresses ? &note : nullptr);
    return true;
  }
  walk([&](int64_t, ElementWalk &elements) { writer.writeElements(elements); });
  for (int64_t l = 0; l < plan.levels(); ++l)
    if (writer.groups[l].size())
      writer.fillGroups(l);
  return writer.checkCells();
}
