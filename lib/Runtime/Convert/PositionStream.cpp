//===- PositionStream.cpp - Where sorted elements lie on each level -------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionStream.h"

using namespace spindle::runtime;

void FibreCounts::addFibre(int64_t element, int64_t count, int64_t width) {
  ++fibres;
  longest = std::max(longest, count);
  if (width < 0)
    return;
  if (count > width && tooLong.element < 0)
    tooLong = {element, count};
  if (count < width && tooShort.element < 0)
    tooShort = {element, count};
}

void FibreCounts::add(const FibreCounts &next) {
  fibres += next.fibres;
  longest = std::max(longest, next.longest);
  if (positions < 0 || next.positions < 0 ||
      __builtin_add_overflow(positions, next.positions, &positions))
    positions = -1;
  auto keepFirst = [](OddFibre &own, OddFibre other) {
    if (own.element < 0)
      own = other;
  };
  keepFirst(tooLong, next.tooLong);
  keepFirst(tooShort, next.tooShort);
  keepFirst(gap, next.gap);
}

std::vector<int64_t>
spindle::runtime::getCoordinates(const KeyFields &fields,
                                 const SortedEntries &entries, int64_t e) {
  std::vector<int64_t> coordinates;
  for (const KeyFields::Field &field : fields.fields)
    coordinates.push_back(field.mask ? field.read(entries.words[field.word][e])
                                     : field.from);
  return coordinates;
}

PositionStream::PositionStream(const StoragePlan &plan, const KeyFields &fields,
                               const SortedEntries &entries, const Slots &slots,
                               const StorageSizes &sizes)
    : plan(plan), fields(fields), entries(entries), slots(slots), sizes(sizes),
      buffers(plan.levels()), zeros(chunkSize + 1, 0), changes(chunkSize) {
  // No position is -1, and the first element is new.
  for (int64_t level = 0; level < plan.levels(); ++level) {
    Buffers &buffer = buffers[level];
    buffer.coordinates.assign(chunkSize + 1, -1);
    buffer.positions.assign(chunkSize + 1, -1);
    if (plan.format.levels[level].kind == LevelKind::Fixed)
      buffer.slots.assign(chunkSize + 1, -1);
    buffer.strides = getStrides(plan, sizes, plan.parentDims[level]);
  }
}

const int64_t *PositionStream::parents(int64_t level) const {
  int64_t parent = plan.onlyParent(level);
  return parent < 0 ? zeros.data() + 1 : positions(parent);
}

void PositionStream::addresses(const std::vector<int64_t> &dims,
                               const std::vector<int64_t> &strides,
                               int64_t count, int64_t *addresses) const {
  std::fill(addresses, addresses + count, 0);
  for (size_t d = 0; d < dims.size(); ++d) {
    bool byPosition = isIndexedByPosition(plan.format.levels[dims[d]]);
    const int64_t *index = byPosition ? positions(dims[d]) : offsets(dims[d]);
    uint64_t stride = strides[d];
    for (int64_t i = 0; i < count; ++i)
      addresses[i] += index[i] * stride;
  }
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

void PositionStream::readCoordinates(int64_t level, int64_t begin,
                                     int64_t count) {
  const KeyFields::Field &field = fields.fields[level];
  int64_t *to = buffers[level].coordinates.data();
  to[0] = seen ? to[seen] : -1;
  ++to;
  if (!field.mask) {
    std::fill(to, to + count, field.from);
    return;
  }
  const uint64_t *from = entries.words[field.word].data() + begin;
  for (int64_t i = 0; i < count; ++i)
    to[i] = field.read(from[i]);
}

/// Notes where an entry of `list` is not the one before.
void PositionStream::markChanges(const int64_t *list, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    changes[i] |= list[i] != list[i - 1];
}

void PositionStream::placeDense(int64_t level, int64_t count) {
  const int64_t *parent = parents(level), *coordinate = coordinates(level);
  int64_t *to = buffers[level].positions.data() + 1;
  // Where this overflows, the size of the level does too.
  uint64_t width = sizes.widths[level];
  for (int64_t i = 0; i < count; ++i)
    to[i] = parent[i] * width + coordinate[i];
}

void PositionStream::placeCompressed(int64_t level, int64_t count) {
  markChanges(parents(level), count);
  markChanges(coordinates(level), count);
  for (int64_t single : plan.tuples[level])
    markChanges(coordinates(single), count);
  int64_t *to = buffers[level].positions.data() + 1;
  int64_t position = buffers[level].counts.positions - 1;
  for (int64_t i = 0; i < count; ++i)
    to[i] = position += changes[i];
  buffers[level].counts.positions = position + 1;
}

/// Adds the fibre at hand to the positions of a variable level.
void PositionStream::endVariableFibre(Buffers &level) {
  if (__builtin_add_overflow(level.base, level.length, &level.base))
    level.counts.positions = -1;
  level.length = 0;
}

void PositionStream::placeVariable(int64_t level, int64_t begin,
                                   int64_t count) {
  markChanges(parents(level), count);
  const int64_t *coordinate = coordinates(level);
  Buffers &buffer = buffers[level];
  for (int64_t i = 0; i < count; ++i) {
    if (changes[i])
      endVariableFibre(buffer);
    if (coordinate[i] > buffer.length && buffer.counts.gap.element < 0)
      buffer.counts.gap = {begin + i, buffer.length};
    buffer.length = coordinate[i] + 1;
    buffer.positions[i + 1] = uint64_t(buffer.base) + coordinate[i];
  }
}

void PositionStream::placeFixed(int64_t level, int64_t begin, int64_t count) {
  markChanges(parents(level), count);
  const int64_t *coordinate = coordinates(level), *parent = parents(level);
  Buffers &buffer = buffers[level];
  uint64_t width = sizes.widths[level];
  for (int64_t i = 0; i < count; ++i) {
    if (changes[i]) {
      if (buffer.length)
        buffer.counts.addFibre(begin + i - 1, buffer.length,
                               sizes.widths[level]);
      buffer.length = 0;
    }
    buffer.length += changes[i] || coordinate[i] != coordinate[i - 1];
    buffer.slots[i + 1] = buffer.length - 1;
    buffer.positions[i + 1] = parent[i] * width + buffer.length - 1;
  }
}

/// Places the elements on a fixed level whose slots are known.
void PositionStream::copySlots(int64_t level, int64_t begin, int64_t count) {
  const int64_t *parent = parents(level);
  Buffers &buffer = buffers[level];
  uint64_t width = sizes.widths[level];
  for (int64_t i = 0; i < count; ++i) {
    buffer.slots[i + 1] = slots[level][begin + i];
    buffer.positions[i + 1] = parent[i] * width + slots[level][begin + i];
  }
}

void PositionStream::place(int64_t level, int64_t begin, int64_t count) {
  std::fill(changes.begin(), changes.begin() + count, 0);
  std::vector<int64_t> &positions = buffers[level].positions;
  positions[0] = seen ? positions[seen] : -1;
  // Parents of a root are all 0: nothing changes but with the first element.
  changes[0] = seen == 0;
  switch (plan.format.levels[level].kind) {
  case LevelKind::Dense:
    return placeDense(level, count);
  case LevelKind::Compressed:
    return placeCompressed(level, count);
  case LevelKind::Variable:
    return placeVariable(level, begin, count);
  case LevelKind::Fixed:
  case LevelKind::Structured:
    return plan.isStreamed[level] ? placeFixed(level, begin, count)
                                  : copySlots(level, begin, count);
  case LevelKind::Singleton:
    if (int64_t parent = plan.onlyParent(level); parent >= 0)
      std::copy(this->positions(parent), this->positions(parent) + count,
                positions.data() + 1);
    else
      addresses(plan.parentDims[level], buffers[level].strides, count,
                positions.data() + 1);
  }
}

void PositionStream::startAt(int64_t begin, const std::vector<int64_t> &starts,
                             int64_t end) {
  if (begin == 0)
    return;
  // The element before is at the last of the positions before.
  std::vector<int64_t> before = getCoordinates(fields, entries, begin - 1);
  for (int64_t level = 0; level < end; ++level) {
    buffers[level].counts.positions = starts[level] - 1;
    buffers[level].base = starts[level] - 1 - before[level];
  }
  advance(begin - 1, 1, end);
  for (int64_t level = 0; level < end; ++level) {
    Buffers &buffer = buffers[level];
    buffer.counts = {};
    buffer.counts.positions = buffer.base = starts[level];
    buffer.length = 0;
  }
}

void PositionStream::advance(int64_t begin, int64_t count, int64_t end) {
  for (int64_t level = 0; level < plan.levels(); ++level)
    readCoordinates(level, begin, count);
  for (int64_t level = 0; level < end; ++level)
    place(level, begin, count);
  seen = count;
}

void PositionStream::finish(int64_t end) {
  for (int64_t level = 0; level < plan.levels(); ++level) {
    Buffers &buffer = buffers[level];
    LevelKind kind = plan.format.levels[level].kind;
    if (kind == LevelKind::Fixed && buffer.length)
      buffer.counts.addFibre(end - 1, buffer.length, sizes.widths[level]);
    if (kind == LevelKind::Variable) {
      endVariableFibre(buffer);
      if (buffer.counts.positions >= 0)
        buffer.counts.positions = buffer.base;
    }
  }
}

//===----------------------------------------------------------------------===//
// Slots by a sort of their own
//===----------------------------------------------------------------------===//

/// The keys of all elements by `own`, which packs some of their coordinates.
static Expected<KeyWords> repack(const KeyFields &fields, const KeyFields &own,
                                 const SortedEntries &entries,
                                 Workers &workers) {
  KeyWords words(own.bits.size());
  for (FallibleVector<uint64_t> &word : words)
    if (auto error = word.resize(entries.count()))
      return std::move(*error);
  workers.split(entries.count(), [&](int64_t, int64_t begin, int64_t end) {
    for (FallibleVector<uint64_t> &word : words)
      std::fill(word.data() + begin, word.data() + end, 0);
    for (size_t level = 0; level < own.fields.size(); ++level) {
      const KeyFields::Field &from = fields.fields[level];
      const KeyFields::Field &to = own.fields[level];
      for (int64_t e = begin; to.mask && e < end; ++e)
        words[to.word][e] |=
            (entries.words[from.word][e] >> from.shift & from.mask) << to.shift;
    }
  });
  return words;
}

std::optional<Error> spindle::runtime::findSlots(
    const StoragePlan &plan, const KeyFields &fields,
    const SortedEntries &entries, int64_t level, int64_t width,
    Workers &workers, FallibleVector<int64_t> &slots, FibreCounts &counts) {
  std::vector<int64_t> order;
  for (int64_t other : plan.sortOrder)
    if (plan.fibreLevels[level][other])
      order.push_back(other);
  order.push_back(level);
  KeyFields own(plan.extents, order, plan.froms);
  Expected<KeyWords> words = repack(fields, own, entries, workers);
  if (!words)
    return words.takeError();
  Expected<KeyOrder> sorted = sortKeys(*words, own.bits, workers);
  if (!sorted)
    return sorted.takeError();
  if (auto error = slots.resize(entries.count()))
    return error;
  // What is left of the last word without the level tells fibres apart.
  const KeyFields::Field &last = own.fields[level];
  int64_t length = 0, before = -1;
  for (int64_t s = 0; s < entries.count(); ++s) {
    bool newFibre = s == 0, newNode = newFibre;
    for (size_t w = 0; w < words->size() && s > 0; ++w) {
      uint64_t changed = (*words)[w][s] ^ (*words)[w][s - 1];
      newNode |= changed != 0;
      newFibre |= (int(w) == last.word ? changed & ~last.mask : changed) != 0;
    }
    if (newFibre && s > 0)
      counts.addFibre(before, length, width);
    length = newFibre ? 1 : length + newNode;
    before = (*sorted)[s];
    slots[before] = length - 1;
  }
  if (entries.count())
    counts.addFibre(before, length, width);
  return std::nullopt;
}
