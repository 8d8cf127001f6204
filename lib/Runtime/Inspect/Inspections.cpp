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
/// reports its error.
template <size_t count>
static void
inspect(int64_t inspection, int64_t results,
        Expected<std::array<int64_t, count>> (*inspector)(const Inspection &)) {
  std::unique_ptr<Inspection> given(getInspection(inspection));
  auto found = inspector(*given);
  auto *place = reinterpret_cast<int64_t *>(results);
  if (found)
    std::copy(found->begin(), found->end(), place);
  else
    std::fill_n(place, count, 0);
  if (!found)
    reportFault(given->text + found.error().str());
}

void spindle_inspect_wavefronts(int64_t inspection, int64_t results) {
  using Counts = std::array<int64_t, 1>;
  inspect<1>(
      inspection, results, [](const Inspection &given) -> Expected<Counts> {
        const auto &arrays = given.arrays;
        auto count = findWavefronts({given.numbers[0], arrays[0], arrays[1]},
                                    given.numbers[1] != 0,
                                    {arrays[2], arrays[3], arrays[4]});
        if (!count)
          return count.error();
        return Counts{*count};
      });
}

namespace {
/// What `findTiles` is given: rows of each pattern come first, and its arrays.
struct TileInspection {
  explicit TileInspection(const Inspection &given) {
    auto array = given.arrays.begin();
    auto rows = given.numbers.begin();
    hasProducer = given.arrays.size() > 9;
    consumer = {*rows++, array[0], array[1]};
    array += 2;
    if (hasProducer) {
      producer = {*rows++, array[0], array[1]};
      array += 2;
    }
    producerRows = *rows++;
    costs.tileRows = *rows++;
    costs.workers = *rows++;
    costs.cacheBytes = *rows++;
    costs.fixedBytes = *rows++;
    costs.elementBytes = *rows++;
    costs.producerRowBytes = *rows++;
    costs.columnBytes = *rows++;
    costs.intermediateRowBytes = *rows++;
    costs.consumerRowBytes = *rows++;
    found = {array[0], array[1], array[2], array[3],
             array[4], array[5], array[6]};
  }

  bool hasProducer;
  int64_t producerRows;
  RowPattern consumer, producer;
  TileCosts costs;
  TileArrays found;
};
} // namespace

void spindle_inspect_tile_fusion(int64_t inspection, int64_t results) {
  using Counts = std::array<int64_t, 4>;
  inspect<4>(
      inspection, results, [](const Inspection &given) -> Expected<Counts> {
        TileInspection tiles(given);
        auto counts = findTiles(tiles.producerRows, tiles.consumer,
                                tiles.hasProducer ? &tiles.producer : nullptr,
                                tiles.costs, tiles.found, /*threads=*/0);
        if (!counts)
          return counts.error();
        return Counts{counts->tiles, counts->restTiles, counts->mostRows,
                      counts->fusedElements};
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
        [](const Inspection &given, const int64_t *counts) {
          const auto &arrays = given.arrays;
          return checkWavefronts({given.numbers[0], arrays[0], arrays[1]},
                                 given.numbers[1] != 0,
                                 {arrays[2], arrays[3], arrays[4]}, counts[0]);
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
          return checkTiles(tiles.producerRows, tiles.consumer, tiles.found,
                            found);
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
