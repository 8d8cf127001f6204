//===- TileCheck.cpp - the laws of tiles that are fused -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoundedRows.h"

#include "Spindle/Runtime/Inspect/TileFusion.h"

using namespace spindle::runtime;

namespace {
/// A list that is split into tiles: `starts` has `tiles` entries and the end.
struct TiledList {
  /// What there is in it, and what its tiles are called.
  const char *name, *tile;
  const IndexArray &starts, &list;
  int64_t tiles;
};

/// The check of the tiles of a consumer.
class TileCheck {
public:
  TileCheck(int64_t producerRows, BoundedRows &consumer,
            const TileArrays &arrays, const TileCounts &counts)
      : producerRows(producerRows), consumer(consumer), arrays(arrays),
        counts(counts), starts(arrays.starts) {}

  std::optional<Error> run();
  /// The same of a further loop, which comes after `before`.
  std::optional<Error> runFurther(const LoopBefore &before);

private:
  std::optional<Error> checkPlaces();
  std::optional<Error> checkList(const TiledList &list, int64_t rows,
                                 FallibleVector<char> &isSeen);
  std::optional<Error> checkFused();
  std::optional<Error> checkMostRows();
  std::optional<Error> checkElements();
  std::optional<Error> checkEscapes();
  std::optional<Error> checkRest();

  int64_t producerRows;
  BoundedRows &consumer;
  const TileArrays &arrays;
  const TileCounts &counts;
  Integers starts;
  FallibleVector<char> isPlaced, isEscape;
};
} // namespace

static std::string nameOf(const TiledList &list, int64_t tile) {
  return list.tile + (" " + std::to_string(tile));
}

/// Checks that `starts` begins with 0, does not descend, and ends with `size`
/// or, where that is less than 0, with no more than there are entries.
static std::optional<Error> checkStarts(const TiledList &list, int64_t size) {
  auto fail = [&](const std::string &expected, int64_t got) {
    return Error::expectedGot(expected, std::to_string(got));
  };
  if (list.tiles < 0)
    return fail(std::string("no negative number of ") + list.tile + "s",
                list.tiles);
  if (auto error = checkBytes(list.starts))
    return error;
  if (auto error = checkRoom("starts of tiles", list.starts, list.tiles + 1))
    return error;
  Integers starts(list.starts);
  if (starts[0] != 0)
    return fail(std::string("0 as the start of the ") + list.name, starts[0]);
  for (int64_t tile = 0; tile < list.tiles; ++tile)
    if (starts[tile + 1] < starts[tile])
      return fail("an end of the " + std::string(list.name) + " of " +
                      nameOf(list, tile) + " from " +
                      std::to_string(starts[tile]) + " on",
                  starts[tile + 1]);
  int64_t end = starts[list.tiles];
  if (size >= 0 && end != size)
    return fail(std::to_string(size) + " as the end of the " + list.name, end);
  if (size < 0)
    return checkRoom(list.name, list.list, end);
  return std::nullopt;
}

/// Checks `list` as one of distinct numbers below `rows`, which ascend in each
/// tile, and marks them in `isSeen`.
std::optional<Error> TileCheck::checkList(const TiledList &list, int64_t rows,
                                          FallibleVector<char> &isSeen) {
  if (auto error = checkStarts(list, -1))
    return error;
  if (auto error = checkBytes(list.list))
    return error;
  Integers begins(list.starts), numbers(list.list);
  for (int64_t tile = 0; tile < list.tiles; ++tile)
    for (int64_t at = begins[tile]; at < begins[tile + 1]; ++at) {
      int64_t number = numbers[at];
      auto fail = [&](const std::string &law, const std::string &got) {
        return Error::expectedGot(
            list.name + (" of " + nameOf(list, tile)) + law, got);
      };
      if (number < 0 || number >= rows)
        return fail(" below " + std::to_string(rows), std::to_string(number));
      if (at > begins[tile] && number <= numbers[at - 1])
        return fail(" that ascend", std::to_string(number) + " behind " +
                                        std::to_string(numbers[at - 1]));
      if (isSeen[number])
        return fail(" that are nowhere else", std::to_string(number));
      isSeen[number] = true;
    }
  return std::nullopt;
}

std::optional<Error> TileCheck::checkFused() {
  Integers begins(arrays.fusedStarts), fused(arrays.fused);
  for (int64_t tile = 0; tile < counts.tiles; ++tile)
    for (int64_t at = begins[tile]; at < begins[tile + 1]; ++at) {
      int64_t row = fused[at], begin = starts[tile], end = starts[tile + 1];
      if (consumer.readsNothing(row) ||
          (consumer.least[row] >= begin && consumer.greatest[row] < end))
        continue;
      int64_t column = consumer.least[row] < begin ? consumer.least[row]
                                                   : consumer.greatest[row];
      return Error::expectedGot("the columns of row " + std::to_string(row) +
                                    " in tile " + std::to_string(tile) +
                                    " between " + std::to_string(begin) +
                                    " and " + std::to_string(end),
                                std::to_string(column));
    }
  return std::nullopt;
}

/// Checks the rows of the largest tile, for which code keeps room.
std::optional<Error> TileCheck::checkMostRows() {
  int64_t most = 0;
  for (int64_t tile = 0; tile < counts.tiles; ++tile)
    most = std::max(most, starts[tile + 1] - starts[tile]);
  if (most == counts.mostRows)
    return std::nullopt;
  return Error::expectedGot(std::to_string(most) +
                                " as the rows of the largest tile",
                            std::to_string(counts.mostRows));
}

std::optional<Error> TileCheck::checkElements() {
  Integers begins(arrays.fusedStarts), fused(arrays.fused);
  int64_t sum = 0;
  for (int64_t at = 0; at < begins[counts.tiles]; ++at)
    sum += consumer.length(fused[at]);
  if (sum == counts.fusedElements)
    return std::nullopt;
  return Error::expectedGot(std::to_string(sum) + " elements in fused rows",
                            std::to_string(counts.fusedElements));
}

std::optional<Error> TileCheck::checkEscapes() {
  if (auto error = isEscape.assign(producerRows, false))
    return error;
  TiledList list = {"escapes", "tile", arrays.escapeStarts, arrays.escapes,
                    counts.tiles};
  if (auto error = checkList(list, producerRows, isEscape))
    return error;
  Integers begins(arrays.escapeStarts), escapes(arrays.escapes);
  for (int64_t tile = 0; tile < counts.tiles; ++tile)
    for (int64_t at = begins[tile]; at < begins[tile + 1]; ++at)
      if (escapes[at] < starts[tile] || escapes[at] >= starts[tile + 1])
        return Error::expectedGot("the escapes of tile " +
                                      std::to_string(tile) + " between " +
                                      std::to_string(starts[tile]) + " and " +
                                      std::to_string(starts[tile + 1]),
                                  std::to_string(escapes[at]));
  return std::nullopt;
}

std::optional<Error> TileCheck::checkRest() {
  Integers begins(arrays.restStarts), rest(arrays.rest);
  for (int64_t tile = 0; tile < counts.restTiles; ++tile)
    for (int64_t at = begins[tile]; at < begins[tile + 1]; ++at) {
      int64_t row = rest[at], missing = -1;
      consumer.forEachRead(row, [&](int64_t column) {
        if (!isEscape[column])
          missing = column;
      });
      if (missing >= 0)
        return Error::expectedGot("the columns of row " + std::to_string(row) +
                                      " in rest tile " + std::to_string(tile) +
                                      " among the escapes",
                                  std::to_string(missing));
    }
  return std::nullopt;
}

/// Checks that each row of the consumer is in one tile, or in one of the rest.
std::optional<Error> TileCheck::checkPlaces() {
  if (auto error = isPlaced.assign(consumer.rows, false))
    return error;
  TiledList fused = {"fused rows", "tile", arrays.fusedStarts, arrays.fused,
                     counts.tiles};
  TiledList rest = {"rows", "rest tile", arrays.restStarts, arrays.rest,
                    counts.restTiles};
  for (const TiledList &list : {fused, rest})
    if (auto error = checkList(list, consumer.rows, isPlaced))
      return error;
  for (int64_t row = 0; row < consumer.rows; ++row)
    if (!isPlaced[row])
      return Error::expectedGot(
          "row " + std::to_string(row) + " in a tile or a rest tile", "none");
  return std::nullopt;
}

std::optional<Error> TileCheck::run() {
  TiledList tiles = {"rows", "tile", arrays.starts, arrays.starts,
                     counts.tiles};
  if (auto error = checkStarts(tiles, producerRows))
    return error;
  if (auto error = checkPlaces())
    return error;
  if (auto error = checkFused())
    return error;
  if (auto error = checkMostRows())
    return error;
  if (auto error = checkElements())
    return error;
  if (arrays.escapeStarts.size == 0)
    return std::nullopt;
  if (auto error = checkEscapes())
    return error;
  return checkRest();
}

std::optional<Error> TileCheck::runFurther(const LoopBefore &before) {
  if (auto error = checkPlaces())
    return error;
  FallibleVector<int64_t> tileOf;
  if (auto error = tileOf.assign(before.rows, -1))
    return error;
  Integers madeStarts(before.fusedStarts), made(before.fused);
  Integers begins(arrays.fusedStarts), fused(arrays.fused);
  for (int64_t tile = 0; tile < counts.tiles; ++tile)
    for (int64_t at = madeStarts[tile]; at < madeStarts[tile + 1]; ++at)
      tileOf[made[at]] = tile;
  for (int64_t tile = 0; tile < counts.tiles; ++tile)
    for (int64_t at = begins[tile]; at < begins[tile + 1]; ++at) {
      int64_t row = fused[at], missing = -1;
      consumer.forEachRead(row, [&](int64_t read) {
        if (tileOf[read] != tile)
          missing = read;
      });
      if (missing >= 0)
        return Error::expectedGot(
            "the columns of row " + std::to_string(row) + " in tile " +
                std::to_string(tile) +
                " among the rows of the loop before that are fused into it",
            std::to_string(missing));
    }
  return checkElements();
}

/// The rows of `consumer`, which reads `rows` rows.
static Expected<BoundedRows> readRows(const RowPattern &consumer, int64_t rows,
                                      bool readsItself, const char *of) {
  if (rows < 0)
    return Error::expectedGot("no negative number of rows of the producer",
                              std::to_string(rows));
  Workers workers(0, consumer.rows + consumer.columns.size);
  Expected<BoundedRows> bounded = boundRows(consumer, rows, of, workers);
  if (bounded && readsItself)
    if (auto error = readItself(*bounded, rows, workers))
      return std::move(*error);
  return bounded;
}

std::optional<Error> spindle::runtime::checkTiles(int64_t producerRows,
                                                  const RowPattern &consumer,
                                                  const TileArrays &arrays,
                                                  const TileCounts &counts,
                                                  bool readsItself) {
  Expected<BoundedRows> rows =
      readRows(consumer, producerRows, readsItself, "");
  if (!rows)
    return rows.takeError();
  return TileCheck(producerRows, *rows, arrays, counts).run();
}

std::optional<Error> spindle::runtime::checkFurther(const LoopBefore &before,
                                                    const FurtherLoop &loop) {
  Expected<BoundedRows> rows = readRows(loop.pattern, before.rows,
                                        loop.readsItself, " of a further loop");
  if (!rows)
    return rows.takeError();
  TileCounts counts = loop.counts;
  counts.tiles = before.tiles;
  return TileCheck(before.rows, *rows, loop.found, counts).runFurther(before);
}
