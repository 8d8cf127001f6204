//===- InspectorOps.cpp - orders found in a pattern -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisState.h"
#include "OpTables.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"

#include <set>

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::interpreter;

namespace {
/// An operation that finds wavefronts, as far as it is known before it runs.
struct Wavefronts {
  Wavefronts(Translator &t, axis::WavefrontsOp op)
      : op(op), backwards(op.getBackwards()), pattern(t.axisOf(op.getAxis())),
        result(t.slotOf(op.getCount())), starts(t.slotOf(op.getStarts())),
        order(t.slotOf(op.getOrder())), rows(t.slotOf(op.getRows())) {}

  bool run(Machine &m) const;

  Operation *op;
  bool backwards;
  unsigned pattern;
  Slot result, starts, order, rows;

private:
  using Lists = std::vector<std::vector<int64_t>>;

  bool collect(Machine &m, Lists &before) const;
};

/// One that finds tiles.
struct Tiles {
  Tiles(Translator &t, axis::TileFusionOp op)
      : op(op), rows(t.slotOf(op.getRows())), tile(t.slotOf(op.getTile())) {
    for (size_t number = 0; number < op.getNumConsumers(); ++number)
      consumers.push_back(
          {t.axisOf(op.getPatternOf(number)), op.readsItself(number)});
    for (Value value : op.getResults())
      results.push_back(t.slotOf(value));
    for (Value value : op.getFilled())
      filled.push_back(t.slotOf(value));
  }

  bool run(Machine &m) const;

  Operation *op;
  Slot rows, tile;
  SmallVector<Slot> results, filled;

private:
  using Lists = std::vector<std::vector<int64_t>>;

  struct Consumer {
    unsigned pattern;
    bool readsItself;
  };
  /// What is found of a consumer.
  struct Found {
    Lists fused, rest;
    int64_t elements = 0;
    /// What the rest reads.
    std::set<int64_t> escaping;
  };

  bool sort(Machine &m, const Consumer &consumer,
            std::vector<std::optional<size_t>> &tileOf, Found &found) const;

  SmallVector<Consumer> consumers;
};
} // namespace

/// For each row those that come before it and touch what it touches.
bool Wavefronts::collect(Machine &m, Lists &before) const {
  const AxisState &state = *m.axes[pattern];
  int64_t count = before.size();
  for (int64_t row = 0; row < count; ++row) {
    std::optional<Fibre> fibre = state.fibre(row);
    if (!fibre)
      return m.fail(op, "expected a fibre of each row but got none of row " +
                            Twine(row));
    for (int64_t at = fibre->first(); at < fibre->end; ++at) {
      int64_t column = state.coordinate(at, *fibre);
      if (column < 0)
        return m.fail(op, "expected no negative column of row " + Twine(row) +
                              " but got " + Twine(column));
      if (column >= count || column == row)
        continue;
      bool isFirst = (row < column) != backwards;
      before[isFirst ? column : row].push_back(isFirst ? row : column);
    }
  }
  return true;
}

/// Writes `numbers` to the first elements of `array`.
static bool write(Machine &m, Operation *op, Slot array, StringRef what,
                  ArrayRef<int64_t> numbers) {
  View &view = *m[array].memory;
  int64_t size = numbers.size();
  if (view.freed)
    return m.fail(op, "expected memory that is not deallocated");
  if (view.shape.front() < size)
    return m.fail(op, "expected room for " + Twine(size) + " " + what +
                          " but got " + Twine(view.shape.front()));
  Type type =
      cast<MemRefType>(op->getOperands().back().getType()).getElementType();
  bool isWide = type.getIntOrFloatBitWidth() == 64;
  for (auto [index, number] : llvm::enumerate(numbers)) {
    if (!isWide && !llvm::isInt<32>(number))
      return m.fail(op, "expected numbers that fit 32 bits but got " +
                            Twine(number));
    int32_t narrow = int32_t(number);
    if (isWide)
      std::memcpy(view.data + index * 8, &number, 8);
    else
      std::memcpy(view.data + index * 4, &narrow, 4);
  }
  return true;
}

bool Wavefronts::run(Machine &m) const {
  int64_t count = m.axes[pattern]->parents.front()->size(), fronts = 0;
  Lists before(count);
  if (!collect(m, before))
    return false;
  std::vector<int64_t> numbers(count);
  for (int64_t step = 0; step < count; ++step) {
    int64_t row = backwards ? count - 1 - step : step;
    for (int64_t other : before[row])
      numbers[row] = std::max(numbers[row], numbers[other] + 1);
    fronts = std::max(fronts, numbers[row] + 1);
  }
  Lists members(fronts);
  for (int64_t row = 0; row < count; ++row)
    members[numbers[row]].push_back(row);
  std::vector<int64_t> begins = {0}, list;
  for (const std::vector<int64_t> &front : members) {
    llvm::append_range(list, front);
    begins.push_back(list.size());
  }
  // Room is needed whatever is found.
  if (m[starts].memory->shape.front() < count + 1)
    return m.fail(op, "expected room for " + Twine(count + 1) +
                          " starts but got " +
                          Twine(m[starts].memory->shape.front()));
  m[result].integer = fronts;
  return write(m, op, starts, "starts", begins) &&
         write(m, op, order, "rows", list) &&
         write(m, op, rows, "numbers", numbers);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Sorts rows of `consumer` by the tiles of what they read, `tileOf`, which
/// becomes those of its own rows. A row that reads nothing is in the first.
bool Tiles::sort(Machine &m, const Consumer &consumer,
                 std::vector<std::optional<size_t>> &tileOf,
                 Found &found) const {
  const AxisState &state = *m.axes[consumer.pattern];
  int64_t made = tileOf.size(), count = state.parents.front()->size();
  std::vector<std::optional<size_t>> own(count);
  for (int64_t row = 0; row < count; ++row) {
    std::optional<Fibre> fibre = state.fibre(row);
    if (!fibre)
      return m.fail(op, "expected a fibre of each row but got none of row " +
                            Twine(row));
    std::set<int64_t> columns;
    for (int64_t at = fibre->first(); at < fibre->end; ++at)
      columns.insert(state.coordinate(at, *fibre));
    if (consumer.readsItself)
      columns.insert(row);
    for (int64_t column : columns)
      if (column < 0 || column >= made)
        return m.fail(op, "expected columns of row " + Twine(row) + " below " +
                              Twine(made) + " but got " + Twine(column));
    if (!columns.empty())
      own[row] = tileOf[*columns.begin()];
    else if (!found.fused.empty())
      own[row] = 0;
    for (int64_t column : columns)
      if (tileOf[column] != own[row])
        own[row] = std::nullopt;
    if (own[row]) {
      found.fused[*own[row]].push_back(row);
      found.elements += fibre->end - fibre->first();
      continue;
    }
    found.rest.push_back({row});
    found.escaping.insert(columns.begin(), columns.end());
  }
  tileOf = std::move(own);
  return true;
}

/// Where `lists` begin, one after the other, and all that they hold.
static std::pair<std::vector<int64_t>, std::vector<int64_t>>
join(ArrayRef<std::vector<int64_t>> lists) {
  std::vector<int64_t> starts = {0}, all;
  for (const std::vector<int64_t> &list : lists) {
    llvm::append_range(all, list);
    starts.push_back(all.size());
  }
  return {starts, all};
}

bool Tiles::run(Machine &m) const {
  int64_t made = m[rows].integer;
  int64_t size = m[tile].integer > 0 ? m[tile].integer : 2048;
  size_t tiles = llvm::divideCeil(made, size);
  std::vector<int64_t> starts, counts;
  for (size_t number = 0; number <= tiles; ++number)
    starts.push_back(std::min<int64_t>(number * size, made));
  std::vector<std::optional<size_t>> tileOf;
  for (int64_t row = 0; row < made; ++row)
    tileOf.push_back(row / size);
  Lists arrays(1, starts), escapes(tiles);
  for (auto [number, consumer] : llvm::enumerate(consumers)) {
    Found found;
    found.fused.resize(tiles);
    if (!sort(m, consumer, tileOf, found))
      return false;
    int64_t rests = found.rest.size();
    if (number == 0)
      counts = {int64_t(tiles), rests, std::min(size, made), found.elements};
    else
      counts.insert(counts.end(), {rests, found.elements});
    for (const Lists &lists : {found.fused, found.rest}) {
      auto [begins, list] = join(lists);
      arrays.insert(arrays.end(), {begins, list});
    }
    if (number > 0)
      continue;
    for (int64_t row : found.escaping)
      escapes[row / size].push_back(row);
    auto [begins, list] = join(escapes);
    arrays.insert(arrays.end(), {begins, list});
  }
  for (auto [slot, count] : llvm::zip_equal(results, counts))
    m[slot].integer = count;
  for (auto [slot, numbers] : llvm::zip_equal(filled, arrays))
    if (!write(m, op, slot, "numbers", numbers))
      return false;
  return true;
}

static Step translateTileFusion(Translator &t, Operation &op) {
  return [tiles = Tiles(t, cast<axis::TileFusionOp>(op))](Machine &m) {
    return tiles.run(m);
  };
}

static Step translateWavefronts(Translator &t, Operation &op) {
  return [wavefronts = Wavefronts(t, cast<axis::WavefrontsOp>(op))](
             Machine &m) { return wavefronts.run(m); };
}

void spindle::interpreter::addInspectorOps(OpTable &table) {
  table["axis.wavefronts"] = translateWavefronts;
  table["axis.tile_fusion"] = translateTileFusion;
}
