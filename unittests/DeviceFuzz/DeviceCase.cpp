//===- DeviceCase.cpp - a program, and how a GPU runs it ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceCase.h"

#include "Differential/CaseFile.h"
#include "Differential/Elements.h"
#include "Differential/RandomSchedule.h"
#include "Differential/ScheduledCase.h"
#include "Spindle/Schedule/Schedule.h"

#include <regex>

using namespace mlir;
using namespace spindle;
using namespace spindle::devicefuzz;
using formatfuzz::FormatCase;

//===----------------------------------------------------------------------===//
// Programs that ship
//===----------------------------------------------------------------------===//

/// Numbers from -1 to 1, of which each order of a sum makes another.
static void drawReals(Random &random, runtime::Array &values) {
  if (!runtime::isFloat(values.dtype()) && !runtime::isComplex(values.dtype()))
    return;
  auto draw = [&] { return double(random.between(-999, 999)) / 1000; };
  for (int64_t n = 0; n < values.size(); ++n) {
    double real = draw();
    bool isComplex = runtime::isComplex(values.dtype());
    formatfuzz::setNumber(values, n, {real, isComplex ? draw() : 0.0});
  }
}

/// Stores the tensor of `drawn`; nothing where its format cannot hold it, or is
/// none.
static std::optional<session::StoredTensor> store(MLIRContext &context,
                                                  const FormatCase &drawn) {
  formatfuzz::ReadFormat format;
  std::string fault = formatfuzz::readFormat(context, drawn.format,
                                             drawn.tensor.rank(), format);
  if (!fault.empty() || format.isRefused() ||
      formatfuzz::lacksCoordinates(format, drawn.tensor.shape))
    return std::nullopt;
  session::AnyFormat known;
  if (format.composite)
    known.composite = format.parts;
  else
    known.levels = format.formats.front();
  auto stored = session::store(drawn.tensor, known);
  if (stored)
    return std::move(*stored);
  llvm::consumeError(stored.takeError());
  return std::nullopt;
}

static ShippedCase drawShipped(MLIRContext &context, Random &random) {
  static const std::vector<int64_t> columns = {0,  1,  2,  3,  5,   8,
                                               17, 32, 33, 64, 128, 200};
  ShippedCase shipped;
  shipped.areReal = random.chance(50);
  std::optional<session::StoredTensor> stored;
  while (!stored) {
    shipped.drawn = formatfuzz::drawCase(context, random.below(1 << 30));
    if (shipped.areReal)
      drawReals(random, shipped.drawn.tensor.values);
    stored = store(context, shipped.drawn);
  }
  shipped.stored = std::move(*stored);
  shipped.drawn.columns = random.pick(columns);
  return shipped;
}

//===----------------------------------------------------------------------===//
// Random programs
//===----------------------------------------------------------------------===//

/// Whether all results of `program` are exact: a GPU fuses products and sums
/// where the interpreter does not.
static bool isExact(const differential::Case &program) {
  static const std::regex floats("\\b(b?f16|f32|f64)\\b"),
      others("\\b(b?f16|complex)\\b");
  // Floats of random tensors are small whole numbers then, but for these.
  bool areWhole = program.text.find("sparse.generic") != std::string::npos &&
                  !differential::isRounded(program);
  return !std::regex_search(program.text, areWhole ? others : floats);
}

/// Whether the interpreter knows all of `program`.
static bool isInterpreted(const differential::Case &program) {
  return program.text.find("scf.for unsigned") == std::string::npos &&
         program.text.find("memref.subview") == std::string::npos;
}

static differential::Case drawRandom(Random &random) {
  differential::Case program;
  do
    program = differential::generateScheduledCase(random.below(1 << 30));
  while (!isExact(program) || !isInterpreted(program));
  return program;
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

static DeviceWay drawWay(Random &random) {
  static const std::vector<int64_t> bits = {0, 0, 32, 64},
                                    threads = {32, 128, 128, 1024};
  llvm::ArrayRef<ShippedSchedule> shipped = getShippedSchedules();
  DeviceWay way;
  way.chip = random.chance(50) ? "sm_80" : "sm_90";
  way.indexBits = random.pick(bits);
  way.threads = random.pick(threads);
  int64_t kind = random.below(100);
  way.schedule = kind < 75   ? session::kAuto.str()
                 : kind < 85 ? session::kNone.str()
                             : random.pick(shipped).name.str();
  if (way.schedule != session::kNone && random.chance(60))
    way.knobSeed = random.below(1 << 30);
  way.isStrict = random.chance(20);
  way.specializes = random.chance(30);
  way.order = random.below(1000);
  return way;
}

DeviceCase devicefuzz::drawDeviceCase(MLIRContext &context, uint64_t seed) {
  Random random(seed);
  DeviceCase drawn;
  drawn.way = drawWay(random);
  if (random.chance(70))
    drawn.program = drawShipped(context, random);
  else
    drawn.program = drawRandom(random);
  return drawn;
}

std::string devicefuzz::printDeviceCase(const DeviceCase &drawn) {
  std::string text;
  const DeviceWay &way = drawn.way;
  if (const auto *shipped = std::get_if<ShippedCase>(&drawn.program))
    text = formatfuzz::printCase(shipped->drawn) + "schedule " + way.schedule +
           (way.knobSeed ? ", random knobs" : "") + "\n";
  else
    text = differential::printCase(std::get<differential::Case>(drawn.program));
  return text + way.chip + ", " + std::to_string(way.indexBits) +
         " bits of an index, " + std::to_string(way.threads) +
         " threads of a block, order " + std::to_string(way.order) +
         (way.isStrict ? ", strict" : "") +
         (way.specializes ? ", for these sizes" : "") + "\n";
}
