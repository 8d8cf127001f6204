//===- ElementWalk.cpp - Coordinates and positions of elements ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

#include "EntryKeys.h"

using namespace spindle::runtime;

ElementWalk::ElementWalk(const Placement &placement, int64_t firstFibre,
                         int64_t endFibre)
    : placement(placement), plan(placement.plan), fibres(placement.fibres),
      endFibre(endFibre), buffers(plan.levels()), zeros(Chunk::most, 0),
      others(Chunk::most), slotsInFibre(Chunk::most) {
  at.fibre = firstFibre;
  at.begin = firstFibre < fibres.size() ? fibres.starts[firstFibre] : 0;
  for (int64_t level = 0; level < plan.levels(); ++level) {
    buffers[level].strides =
        getStrides(plan, placement.sizes, plan.parentDims[level]);
    bool isPerFibre = placement.levels[level].way == Way::PerFibre;
    buffers[level].isRead = buffers[level].isPlaced = !isPerFibre;
  }
  findNeeded();
}

/// Of levels that have one number for each fibre, finds what elements need.
void ElementWalk::findNeeded() {
  auto addDims = [&](const std::vector<int64_t> &dims) {
    for (int64_t level : dims)
      (isIndexedByPosition(plan.format.levels[level]) ? buffers[level].isPlaced
                                                      : buffers[level].isRead) =
          true;
  };
  addDims(plan.dims);
  for (int64_t level = 0; level < plan.levels(); ++level) {
    if (placement.levels[level].way == Way::PerFibre)
      continue;
    addDims(plan.parentDims[level]);
    if (int64_t parent = plan.onlyParent(level); parent >= 0)
      buffers[parent].isPlaced = true;
  }
}

bool ElementWalk::next() {
  at.begin += at.count;
  hasOthers = hasSlots = false;
  while (at.fibre < endFibre && fibres.starts[at.fibre + 1] <= at.begin)
    ++at.fibre;
  if (at.fibre >= endFibre)
    return false;
  at.count = std::min(Chunk::most, fibres.starts[endFibre] - at.begin);
  return true;
}

void ElementWalk::expand(const int64_t *list, int64_t *to) const {
  int64_t end = at.begin + at.count;
  for (int64_t e = at.begin, f = at.fibre; e < end; ++f) {
    int64_t last = std::min(fibres.starts[f + 1], end);
    for (; e < last; ++e)
      *to++ = list[f];
  }
}

int64_t *ElementWalk::room(int64_t level, int which) {
  std::vector<int64_t> &own = buffers[level].own[which];
  own.resize(Chunk::most);
  return own.data();
}

const int64_t *ElementWalk::parents(int64_t level) const {
  int64_t parent = plan.onlyParent(level);
  return parent < 0 ? zeros.data() : positions(parent);
}

const int64_t *ElementWalk::addresses(const std::vector<int64_t> &dims,
                                      const std::vector<int64_t> &strides,
                                      int64_t *sum) const {
  auto index = [&](int64_t level) {
    const StoredLevel &from = plan.format.levels[level];
    if (isIndexedByPosition(from))
      return positions(level);
    return from.kind == LevelKind::Fixed ? slots(level) : coordinates(level);
  };
  if (dims.size() == 1 && strides[0] == 1)
    return index(dims[0]);
  std::fill(sum, sum + at.count, 0);
  for (size_t d = 0; d < dims.size(); ++d) {
    const int64_t *list = index(dims[d]);
    uint64_t stride = strides[d];
    for (int64_t i = 0; i < at.count; ++i)
      sum[i] += list[i] * stride;
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

void ElementWalk::readOthers() {
  if (hasOthers)
    return;
  hasOthers = true;
  fibres.others.read(at.begin, at.count, others.data());
}

void ElementWalk::readSlots() {
  if (hasSlots)
    return;
  hasSlots = true;
  expand(fibres.starts.data(), slotsInFibre.data());
  for (int64_t i = 0; i < at.count; ++i)
    slotsInFibre[i] = at.begin + i - slotsInFibre[i];
}

void ElementWalk::read(int64_t level) {
  const StoredLevel &from = plan.format.levels[level];
  const Origin origin = placement.levels[level].origin;
  Buffer &buffer = buffers[level];
  if (!buffer.isRead)
    return;
  int64_t *own = room(level, 0);
  buffer.coordinate = own;
  int64_t bound = plan.bounds[from.dim];
  switch (origin) {
  case Origin::Key:
    return expand(placement.numbers[level], own);
  case Origin::Difference: {
    readOthers();
    expand(placement.numbers[level], own);
    bool isTaken = from.minus == fibres.lead;
    for (int64_t i = 0; i < at.count; ++i)
      own[i] = isTaken ? others[i] - own[i] : own[i] - others[i];
    return;
  }
  case Origin::Other:
    readOthers();
    buffer.coordinate = from.steps.empty() ? others.data() : own;
    if (!from.steps.empty())
      std::copy(others.data(), others.data() + at.count, own);
    break;
  case Origin::Slot:
    readSlots();
    buffer.coordinate = from.steps.empty() ? slotsInFibre.data() : own;
    bound = fibres.shape[fibres.other()];
    if (!from.steps.empty())
      std::copy(slotsInFibre.data(), slotsInFibre.data() + at.count, own);
    break;
  case Origin::Rank: {
    const auto &ranks = placement.ranks[from.dim - plan.format.rank];
    bound = fibres.shape[fibres.other()];
    std::copy(ranks.data() + at.begin, ranks.data() + at.begin + at.count, own);
    break;
  }
  }
  for (Step step : from.steps)
    applyStep(step, bound, reinterpret_cast<uint64_t *>(own), at.count);
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Counts the coordinates of each fibre of a level that is in order.
void ElementWalk::countSlots(int64_t level) {
  const int64_t *parent = parents(level);
  const int64_t *coordinate = buffers[level].coordinate;
  Buffer &buffer = buffers[level];
  int64_t *to = room(level, 2);
  buffer.slot = to;
  int64_t under = buffer.parent, last = buffer.last, count = buffer.count;
  bool descends = false;
  readSlots();
  for (int64_t i = 0; i < at.count; ++i) {
    bool isNewFibre = parent[i] != under;
    descends |= !isNewFibre & (coordinate[i] < last);
    // No fibre of the level is come back to.
    descends |= isNewFibre & (slotsInFibre[i] != 0) & (parent[i] < under);
    count = isNewFibre ? 0 : count + (coordinate[i] != last);
    under = parent[i];
    last = coordinate[i];
    to[i] = count;
  }
  buffer.parent = under;
  buffer.last = last;
  buffer.count = count;
  ascends &= !descends;
}

/// Sets positions to `first` of each parent, or `width` times the parent, plus
/// `list`.
void ElementWalk::addToParents(int64_t level, const int64_t *first,
                               int64_t width, const int64_t *list) {
  const int64_t *parent = parents(level);
  int64_t *to = room(level, 1);
  buffers[level].position = to;
  for (int64_t i = 0; i < at.count; ++i)
    to[i] = (first ? first[parent[i]]
                   : int64_t(uint64_t(parent[i]) * uint64_t(width))) +
            list[i];
}

void ElementWalk::place(int64_t level, bool counts) {
  Buffer &buffer = buffers[level];
  if (!buffer.isPlaced)
    return;
  const int64_t *first = placement.bases[level].data();
  const int64_t width = placement.sizes.widths[level];
  int64_t *own = room(level, 1);
  buffer.position = own;
  switch (placement.levels[level].way) {
  case Way::Dense:
    if (plan.onlyParent(level) < 0)
      buffer.position = buffer.coordinate;
    else
      addToParents(level, nullptr, width, buffer.coordinate);
    return;
  case Way::PerFibre:
    return expand(placement.positions[level], own);
  case Way::Counted:
    return addToParents(level, first, 0, buffer.coordinate);
  case Way::InOrder:
    countSlots(level);
    if (!counts)
      addToParents(level, first, width, buffer.slot);
    return;
  case Way::Ranked: {
    const auto &ranks = placement.levelRanks[level];
    std::copy(ranks.data() + at.begin, ranks.data() + at.begin + at.count, own);
    return addToParents(level, first, 0, own);
  }
  case Way::Tabled:
    for (int64_t i = 0; i < at.count; ++i)
      own[i] =
          placement.levelRanks[level][buffer.coordinate[i] - plan.froms[level]];
    return;
  case Way::Listed:
    for (int64_t i = 0; i < at.count; ++i)
      own[i] = at.begin + i;
    return;
  case Way::Below:
    if (int64_t parent = plan.onlyParent(level); parent >= 0)
      buffer.position = positions(parent);
    else
      buffer.position = addresses(plan.parentDims[level], buffer.strides, own);
  }
}
