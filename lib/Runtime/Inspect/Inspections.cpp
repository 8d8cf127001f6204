//===- Inspections.cpp - what compiled code finds in a pattern ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Inspect/Inspections.h"

#include "Spindle/Runtime/Check/Checks.h"
#include "Spindle/Runtime/Inspect/TileFusion.h"
#include "Spindle/Runtime/Inspect/Wavefronts.h"
#include "Spindle/Runtime/Support/Interfaces.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace spindle::runtime;

namespace {
/// What an inspector is given.
struct Inspection {
  std::string text;
  std::vector<int64_t> numbers;
  std::vector<IndexArray> arrays;
};
} // namespace

static Inspection *getInspection(int64_t inspection) {
  return reinterpret_cast<Inspection *>(inspection);
}

int64_t spindle_inspect_begin(int64_t text) {
  return reinterpret_cast<int64_t>(
      new Inspection{reinterpret_cast<const char *>(text), {}, {}});
}

void spindle_inspect_number(int64_t inspection, int64_t number) {
  getInspection(inspection)->numbers.push_back(number);
}

void spindle_inspect_array(int64_t inspection, int64_t bytes, int64_t address,
                           int64_t size, int64_t stride) {
  getInspection(inspection)
      ->arrays.push_back(
          {reinterpret_cast<char *>(address), bytes, size, stride});
}

/// Ends `inspection` with what `inspector` finds, which goes to `results`;
/// reports its error, of which nothing is found.
static void
inspect(int64_t inspection, int64_t results,
        Expected<std::vector<int64_t>> (*inspector)(const Inspection &)) {
  std::unique_ptr<Inspection> given(getInspection(inspection));
  auto found = inspector(*given);
  auto *place = reinterpret_cast<int64_t *>(results);
  if (found)
    std::copy(found->begin(), found->end(), place);
  else
    reportFault(given->text + found.error().str());
}

void spindle_inspect_wavefronts(int64_t inspection, int64_t results) {
  *reinterpret_cast<int64_t *>(results) = 0;
  inspect(inspection, results,
          [](const Inspection &given) -> Expected<std::vector<int64_t>> {
            const auto &arrays = given.arrays;
            auto count = findWavefronts(
                {given.numbers[0], arrays[0], arrays[1]}, given.numbers[1] != 0,
                {arrays[2], arrays[3], arrays[4]});
            if (!count)
              return count.error();
            return std::vector<int64_t>{*count};
          });
}

namespace {
/// What `findTiles` and `findFurther` are given: rows of each pattern come
/// first, and its arrays.
struct TileInspection {
  explicit TileInspection(const Inspection &given) {
    // Seven arrays are filled of the consumer and four of each further loop;
    // each pattern has two.
    size_t arrays = given.arrays.size() - 9;
    further.resize(arrays / 6);
    hasProducer = arrays % 6 > 0;
    array = given.arrays.data();
    next = given.numbers.data();
    consumer = takePattern();
    if (hasProducer)
      producer = takePattern();
    for (FurtherLoop &loop : further)
      loop.pattern = takePattern();
    producerRows = *next++;
    takeCosts();
    found = {array[0], array[1], array[2], array[3],
             array[4], array[5], array[6]};
    array += 7;
    for (FurtherLoop &loop : further) {
      loop.found = {{}, array[0], array[1], array[2], array[3], {}, {}};
      array += 4;
    }
  }

  LoopBefore getBefore(size_t loop, int64_t tiles) const {
    if (loop == 0)
      return {consumer.rows, found.fusedStarts, found.fused, tiles};
    const FurtherLoop &before = further[loop - 1];
    return {before.pattern.rows, before.found.fusedStarts, before.found.fused,
            tiles};
  }

  bool hasProducer;
  int64_t producerRows;
  RowPattern consumer, producer;
  TileCosts costs;
  TileArrays found;
  std::vector<FurtherLoop> further;

private:
  RowPattern takePattern() {
    RowPattern pattern = {*next++, array[0], array[1]};
    array += 2;
    return pattern;
  }
  void takeCosts() {
    for (int64_t *number :
         {&costs.tileRows, &costs.workers, &costs.cacheBytes, &costs.fixedBytes,
          &costs.elementBytes, &costs.producerRowBytes, &costs.columnBytes,
          &costs.intermediateRowBytes, &costs.consumerRowBytes})
      *number = *next++;
    costs.readsItself = *next++ != 0;
    for (FurtherLoop &loop : further)
      loop.readsItself = *next++ != 0;
    for (FurtherLoop &loop : further) {
      loop.elementBytes = *next++;
      loop.readRowBytes = *next++;
      loop.rowBytes = *next++;
      costs.furtherElementBytes += loop.elementBytes;
      costs.furtherRowBytes += loop.rowBytes;
    }
  }

  const IndexArray *array;
  const int64_t *next;
};
} // namespace

void spindle_inspect_tile_fusion(int64_t inspection, int64_t results) {
  size_t further = TileInspection(*getInspection(inspection)).further.size();
  std::fill_n(reinterpret_cast<int64_t *>(results), 4 + 2 * further, 0);
  inspect(
      inspection, results,
      [](const Inspection &given) -> Expected<std::vector<int64_t>> {
        TileInspection tiles(given);
        auto counts = findTiles(tiles.producerRows, tiles.consumer,
                                tiles.hasProducer ? &tiles.producer : nullptr,
                                tiles.costs, tiles.found, /*threads=*/0);
        if (!counts)
          return counts.error();
        std::vector<int64_t> results = {counts->tiles, counts->restTiles,
                                        counts->mostRows,
                                        counts->fusedElements};
        for (size_t number = 0; number < tiles.further.size(); ++number) {
          FurtherLoop &loop = tiles.further[number];
          if (auto error = findFurther(tiles.getBefore(number, counts->tiles),
                                       loop, tiles.costs))
            return std::move(*error);
          results.push_back(loop.counts.restTiles);
          results.push_back(loop.counts.fusedElements);
        }
        return results;
      });
}

/// Ends `inspection` with whether `checker` takes what was found, of which
/// `results` are the numbers; reports its error.
static void check(int64_t inspection, int64_t results,
                  std::optional<Error> (*checker)(const Inspection &,
                                                  const int64_t *)) {
  std::unique_ptr<Inspection> given(getInspection(inspection));
  if (auto error = checker(*given, reinterpret_cast<int64_t *>(results)))
    reportFault(given->text + error->str());
}

void spindle_inspect_check_wavefronts(int64_t inspection, int64_t results) {
  check(inspection, results,
        [](const Inspection &given,
           const int64_t *counts) -> std::optional<Error> {
          const auto &arrays = given.arrays;
          RowPattern pattern = {given.numbers[0], arrays[0], arrays[1]};
          // Room that nobody keeps has a size of 0: here is some.
          FallibleVector<int64_t> room;
          IndexArray numbers = arrays[4];
          if (numbers.size == 0) {
            if (auto error = room.resize(std::max<int64_t>(pattern.rows, 0)))
              return error;
            numbers = arrays[3];
            numbers.data = reinterpret_cast<char *>(room.data());
            numbers.stride = 1;
            numbers.size = room.size();
          }
          return checkWavefronts(pattern, given.numbers[1] != 0,
                                 {arrays[2], arrays[3], numbers}, counts[0]);
        });
}

void spindle_inspect_check_tile_fusion(int64_t inspection, int64_t results) {
  check(inspection, results,
        [](const Inspection &given, const int64_t *counts) {
          TileInspection tiles(given);
          TileCounts found;
          found.tiles = counts[0];
          found.restTiles = counts[1];
          found.mostRows = counts[2];
          found.fusedElements = counts[3];
          auto error = checkTiles(tiles.producerRows, tiles.consumer,
                                  tiles.found, found, tiles.costs.readsItself);
          for (size_t number = 0; !error && number < tiles.further.size();
               ++number) {
            FurtherLoop &loop = tiles.further[number];
            loop.counts.restTiles = counts[4 + 2 * number];
            loop.counts.fusedElements = counts[5 + 2 * number];
            error = checkFurther(tiles.getBefore(number, found.tiles), loop);
          }
          return error;
        });
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Applies `USE` to every function that compiled code calls.
#define FOR_EACH_INSPECT_CALL(USE)                                             \
  USE(spindle_inspect_begin)                                                   \
  USE(spindle_inspect_number)                                                  \
  USE(spindle_inspect_array)                                                   \
  USE(spindle_inspect_wavefronts)                                              \
  USE(spindle_inspect_tile_fusion)                                             \
  USE(spindle_inspect_check_wavefronts)                                        \
  USE(spindle_inspect_check_tile_fusion)

FOR_EACH_INSPECT_CALL(SPINDLE_ADD_INTERFACE)

const std::array<CalledFunction, 7> &spindle::runtime::getInspectFunctions() {
  static const std::array<CalledFunction, 7> functions = {
      {FOR_EACH_INSPECT_CALL(SPINDLE_CALLED_FUNCTION)}};
  return functions;
}
