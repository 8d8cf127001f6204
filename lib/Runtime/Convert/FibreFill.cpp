//===- FibreFill.cpp - Fibres whose elements lie at equal distances -------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FibreFill.h"

#include "ValueBytes.h"

using namespace spindle::runtime;

/// Finds the levels that go from element to element. False where there are
/// others.
bool FibreFill::findLevels() {
  const StoragePlan &plan = placement.plan;
  for (int64_t l = 0; l < plan.levels(); ++l) {
    const StoredLevel &level = plan.format.levels[l];
    const PlacedLevel &placed = placement.levels[l];
    bool isList = placed.origin == Origin::Other && level.steps.empty();
    bool isCounted = false, isBelow = false;
    if (placed.way == Way::Counted)
      isCounted = placed.origin == Origin::Slot && level.steps.empty();
    else if (placed.way == Way::InOrder)
      isCounted = placement.isPlain(l) && !level.structured;
    else if (placed.way == Way::Below)
      isBelow =
          isList && level.parents.size() > 1 && plan.parentDims[l] == plan.dims;
    bool isOne = (isCounted && counted < 0) || isBelow;
    if (placed.way != Way::PerFibre && !isOne)
      return false;
    if (isCounted)
      counted = l;
    if (hasCoordinates(plan, l) && placed.way != Way::PerFibre)
      coordinates = l;
  }
  for (int64_t level : plan.dims)
    if (level != counted && placement.levels[level].way != Way::PerFibre)
      return false;
  return std::count(plan.dims.begin(), plan.dims.end(), counted) == 1;
}

std::optional<Error> FibreFill::findFirsts() {
  const StoragePlan &plan = placement.plan;
  std::vector<int64_t> strides = getStrides(plan, placement.sizes, plan.dims);
  if (auto error = firsts.assign(placement.fibres.size(), 0))
    return error;
  for (size_t d = 0; d < plan.dims.size(); ++d) {
    int64_t level = plan.dims[d];
    const StoredLevel &from = plan.format.levels[level];
    const int64_t *list = isIndexedByPosition(from) ? placement.positions[level]
                                                    : placement.numbers[level];
    const int64_t *bases = nullptr;
    if (level == counted) {
      stride = strides[d];
      if (from.kind == LevelKind::Fixed)
        continue;
      list = placement.positions[plan.onlyParent(level)];
      bases = placement.bases[level].data();
    }
    uint64_t apart = strides[d];
    placement.workers.split(
        firsts.size(), [&](int64_t, int64_t begin, int64_t end) {
          for (int64_t f = begin; f < end; ++f)
            firsts[f] += (bases ? bases[list[f]] : list[f]) * apart;
        });
  }
  return std::nullopt;
}

Expected<std::optional<FibreFill>> FibreFill::make(const Placement &placement) {
  FibreFill fill(placement);
  if (!fill.findLevels())
    return std::optional<FibreFill>();
  if (auto error = fill.findFirsts())
    return std::move(*error);
  return std::optional<FibreFill>(std::move(fill));
}

/// Writes how many elements each fibre has, or each of its pieces.
void FibreFill::writeLengths(Storage &storage) const {
  const Fibres &fibres = placement.fibres;
  if (!hasLengths(placement.plan, counted))
    return;
  const int64_t *parents =
      placement.positions[placement.plan.onlyParent(counted)];
  int64_t width = placement.sizes.widths[counted];
  visitIndexType(storage.lengths[counted].dtype(), [&](auto zero) {
    using T = decltype(zero);
    T *to = storage.lengths[counted].as<T>();
    placement.workers.split(
        fibres.size(), [&](int64_t, int64_t begin, int64_t end) {
          for (int64_t f = begin; f < end; ++f) {
            int64_t left = fibres.starts[f + 1] - fibres.starts[f];
            for (int64_t p = parents[f]; left > 0; ++p, left -= width)
              to[p] = static_cast<T>(std::min(left, width));
          }
        });
  });
}

/// Copies the numbers of elements in the fibres [first, end).
template <typename From, typename To>
void FibreFill::copy(int64_t first, int64_t end, const From *from,
                     To *to) const {
  const int64_t *starts = placement.fibres.starts.data();
  for (int64_t f = first; f < end; ++f) {
    To *place = to + firsts[f];
    for (int64_t e = starts[f]; e < starts[f + 1]; ++e, place += stride)
      *place = static_cast<To>(from[e]);
  }
}

void FibreFill::writeFibres(int64_t first, int64_t end,
                            Storage &storage) const {
  const Fibres &fibres = placement.fibres;
  if (coordinates >= 0)
    visitIndexType(storage.coordinates[coordinates].dtype(), [&](auto zero) {
      using T = decltype(zero);
      T *to = storage.coordinates[coordinates].as<T>();
      fibres.others.visit(
          [&](const auto *list) { copy(first, end, list, to); });
    });
  visitBytes(fibres.dtype, [&](auto zero) {
    using T = decltype(zero);
    copy(first, end, static_cast<const T *>(fibres.values),
         static_cast<T *>(storage.values.data()));
  });
  if (!placement.plan.format.keepsBitmap)
    return;
  bool *bits = storage.bitmap.as<bool>();
  forEach(first, end, [&](int64_t, int64_t address) { bits[address] = true; });
}
