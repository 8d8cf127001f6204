//===- RandomSchedule.cpp - random schedules ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomSchedule.h"

#include "Knobs.h"
#include "ScheduleWriter.h"

#include <algorithm>

using namespace spindle::differential;

static const std::string &kAny = kHandleType;

/// What marks a schedule that may fail, and one of a program whose sums are
/// rounded.
static const std::string kRough = "// may fail\n", kRounded = "// rounded\n";

static std::string markSchedule(const ScheduleNature &nature) {
  return (nature.isRough ? kRough : "") + (nature.isRounded ? kRounded : "");
}

static bool hasText(const Case &program, const std::string &text) {
  return program.schedule.find(text) != std::string::npos;
}

namespace {
/// Writes a schedule.
class ScheduleGenerator : public ScheduleWriter {
public:
  using ScheduleWriter::ScheduleWriter;

  std::string generate();

private:
  void addNestStep();
  void addTileFusion();
  void addSharedRows(bool areAll = false);
  void addSharing();
  void addPositionStep();
  void addSplit();
  void addTile();
  void addFuseLoops();
  void addElements();
  void addLoopStep();
  void addUnrolling();
  void addVectorize();
  void addInPlace();
  void addVersion();
};
} // namespace

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void ScheduleGenerator::addNestStep() {
  std::string some = newName();
  std::string line = some + " = transform.sparse.match.nests ";
  if (!nests.empty() && random.chance(50))
    line += "nest \"" + random.pick(nests) + "\" ";
  line += "in " + root + " : (" + kAny + ") -> " + kAny + " ";
  if (random.chance(25)) {
    std::string last = dims.empty() || random.chance(50)
                           ? " columns_last"
                           : " last \"" + random.pick(dims) + "\"";
    text += line + "transform.sparse.layout " + some + last + flags({}) +
            " : " + kAny + "\n";
    return;
  }
  if (random.chance(60)) {
    text += line + "transform.sparse.reorder " + some +
            (random.chance(70) ? " reductions_last" : " as_stored") +
            flags({"reassociate"}) + " : " + kAny + "\n";
    return;
  }
  Words names = dims;
  for (size_t last = names.size(); last > 1; --last)
    std::swap(names[last - 1], names[random.below(int64_t(last))]);
  bool fuses = random.chance(40);
  size_t most = fuses ? 2 : random.chance(50) ? 2 : 3;
  names.resize(std::min(names.size(), most));
  if (names.size() < 2)
    return;
  if (fuses)
    std::sort(names.begin(), names.end());
  text += line + "transform.sparse." + (fuses ? "fuse " : "reorder ") + some +
          (fuses ? " dims " : " order ") + quote(names) +
          flags(fuses ? Words{} : Words{"reassociate"}) + " : " + kAny + "\n";
}

/// Products in tiles of rows, of all nests or of those with two names.
void ScheduleGenerator::addTileFusion() {
  auto match = [&](const std::string &nest) {
    std::string some = newName();
    text += some + " = transform.sparse.match.nests " + nest + "in " + root +
            " : (" + kAny + ") -> " + kAny + "\n";
    return some;
  };
  // Two handles of one nest could not both be consumed.
  size_t first = nests.empty() ? 0 : random.below(int64_t(nests.size()));
  bool areNamed = nests.size() > 1 && random.chance(20);
  auto name = [&](size_t at) {
    return "nest \"" + nests[at % nests.size()] + "\" ";
  };
  std::string handles = match(areNamed ? name(first) : ""), types = kAny, line;
  if (areNamed) {
    handles += ", " + match(name(first + 1));
    types += ", " + kAny;
  }
  static const std::pair<const char *, Words> options[] = {
      {"rows", {"0", "1", "2", "3", "4", "8", "16", "40"}},
      {"cache", {"0", "0", "1", "100", "400", "2000"}},
      {"workers", {"1", "2", "3", "8"}},
      {"fuse", {"0", "1"}}};
  for (const auto &[option, numbers] : options)
    if (random.chance(80)) {
      handles += std::string(" ") + option + "(" + param(line, numbers) + ")";
      types += ", " + kParamType;
    }
  text += line + newName() + " = transform.sparse.tile_fuse " + handles +
          flags({}) + " : (" + types + ") -> " + kAny + "\n";
}

void ScheduleGenerator::addSplit() {
  std::string line, target = random.chance(50) ? match(line) : matchFew(line);
  bool byFactor = random.chance(65), peels = byFactor && random.chance(35);
  std::string number = param(line, {"1", "2", "3", "4", "7", "50"});
  apply("split",
        std::string(byFactor ? " factor (" : " parts (") + number + ")" +
            (peels ? " peel_remainder" : ""),
        {}, 1, peels ? 3 : 2, line, target);
}

void ScheduleGenerator::addTile() {
  std::string line, target = random.chance(50) ? match(line) : matchFew(line),
                    sizes;
  int64_t depth = random.between(1, 3);
  for (int64_t index = 0; index < depth; ++index)
    sizes += (index ? ", " : "") + param(line, {"1", "2", "3", "5"});
  apply("tile", " sizes (" + sizes + ")", {"reassociate"}, depth, 2 * depth,
        line, target);
}

/// Of some loops, those that come together in both handles.
void ScheduleGenerator::addFuseLoops() {
  std::string line, first = match(line), second = match(line);
  text += line + newName() + " = transform.sparse.fuse_loops " + first + ", " +
          second + flags({}) + " : (" + kAny + ", " + kAny + ") -> " + kAny +
          "\n";
}

/// What takes elements of whatever rows, and keeps what is searched for.
void ScheduleGenerator::addElements() {
  std::string line, target = match(line);
  if (random.chance(70)) {
    std::string number = param(line, {"0", "1", "2", "3", "7", "50"});
    apply("split_elements", " factor(" + number + ")", {}, 1, 2, line, target);
    if (random.chance(40))
      return;
    target = match(line = "");
  }
  apply("materialize", "", {}, 0, 1, line, target);
}

/// Nests that share rows, or columns, in tiles by chance: some, or all.
void ScheduleGenerator::addSharedRows(bool areAll) {
  std::string line, options,
      types = kAny, target = areAll || random.chance(60) ? root : match(line);
  if (random.chance(areAll ? 60 : 30)) {
    options += " tile(" + param(line, {"0", "1", "3", "8"}) + ")";
    types += ", " + kParamType;
  }
  if (random.chance(areAll ? 80 : 40))
    options += " private(" + param(line, {"0", "1", "2", "4", "8", "16"}) +
               " : " + kParamType + ")";
  text += line + "transform.sparse.fuse_by_rows " + target + options +
          flags({"columns"}) + " : " + types + "\n";
}

/// What has loops run by several workers.
void ScheduleGenerator::addSharing() {
  if (random.chance(60))
    return addSharedRows();
  std::string line, target;
  target = match(line);
  if (random.chance(30)) {
    std::string copies = param(line, {"0", "1", "2", "3", "7"});
    text += line + "transform.sparse.accumulate_in_copies " + target +
            " copies(" + copies + ")" + flags({"reassociate"}) + " : " + kAny +
            ", " + kParamType + "\n";
    return;
  }
  bool parts = random.chance(50);
  apply(parts ? "split_into_chunks" : "bind", parts ? "" : " to workers", {}, 0,
        parts ? 2 : 1, line, target);
}

void ScheduleGenerator::addPositionStep() {
  std::string line;
  switch (random.below(nature.hasStages ? 12 : 9)) {
  case 0:
    text += std::string("transform.sparse.") +
            (random.chance(60)   ? "fuse_fills "
             : random.chance(50) ? "fuse_elementwise "
             : random.chance(50) ? "compute_once "
                                 : "compute_inline ") +
            root + flags({}) + " : " + kAny + "\n";
    return;
  case 1:
    return addFuseLoops();
  case 2:
  case 3:
    return addSplit();
  case 4:
    return addTile();
  case 5: {
    std::string target = match(line);
    return apply("interchange", "", {"reassociate"}, 0, 2, line, target);
  }
  case 6: {
    std::string target = match(line);
    return apply("coalesce", "", {}, 0, 1, line, target);
  }
  case 7:
    return addElements();
  case 8: {
    std::string target = match(line);
    std::string sections = param(line, {"0", "1", "2", "3", "7"});
    text += line + "transform.sparse.split_rows " + target + " sections(" +
            sections + ")" + flags({"reassociate"}) + " : " + kAny + ", " +
            kParamType + "\n";
    return;
  }
  default:
    return addSharing();
  }
}

void ScheduleGenerator::addUnrolling() {
  static const Words names = {"unroll",  "unroll_and_jam", "unroll_and_jam",
                              "rfactor", "rfactor",        "tensorize"};
  const std::string &name = random.pick(names);
  std::string line, target = matchFew(line);
  bool hasFactor = random.chance(85);
  bool reorders = name == "rfactor" || name == "tensorize";
  std::string factor =
      hasFactor ? " factor(" + param(line, {"2", "2", "3", "4", "5"}) + ")"
                : "";
  apply(name, factor, reorders ? Words{"reassociate"} : Words{}, hasFactor, 1,
        line, target);
}

void ScheduleGenerator::addVectorize() {
  std::string line, target = random.chance(50) ? match(line) : matchFew(line),
                    options;
  int64_t params = 0;
  if (random.chance(60)) {
    options += " lanes(" + param(line, {"2", "4", "8", "16", "1"}) + ")";
    ++params;
  }
  if (random.chance(60)) {
    options += " interleave(" + param(line, {"1", "2", "3", "4"}) + ")";
    ++params;
  }
  apply("vectorize", options,
        {"reassociate", "hardware_gathers", "scalar_remainder"}, params, 1,
        line, target);
}

/// Operations that change loops in place, of some loops or of all.
void ScheduleGenerator::addInPlace() {
  static const Words names = {"accumulate_in_registers",
                              "accumulate_in_registers",
                              "accumulate_runs",
                              "hoist_loads",
                              "sink_loads",
                              "reduce_behind",
                              "factor_out",
                              "combine_reductions",
                              "prefetch",
                              "stream_stores"};
  const std::string &name = random.pick(names);
  std::string line, target = random.chance(60) ? root : match(line);
  bool isOfLoops = name == "prefetch" || name == "accumulate_runs" ||
                   name == "reduce_behind";
  if (isOfLoops && target == root)
    target = match(line);
  if (name == "prefetch") {
    std::string distance = param(line, {"0", "1", "3", "12", "1000"});
    return apply(name, " distance(" + distance + ")", {}, 1, 0, line, target);
  }
  if (name == "stream_stores") {
    std::string bytes = param(line, {"0", "1", "64", "1000"});
    return apply(name, " at_least(" + bytes + ")", {}, 1, 0, line, target);
  }
  std::string count, type;
  if (name == "combine_reductions")
    count = " count(" + param(line, {"2", "4", "8"}) + ")";
  if (!count.empty())
    type = ", " + kParamType;
  Words others;
  if (name == "factor_out")
    others = {"reassociate", "allow_overflow"};
  text += line + "transform.sparse." + name + " " + target + count +
          flags(others) + " : " + kAny + type + "\n";
}

void ScheduleGenerator::addVersion() {
  std::string line, target = matchFew(line), options;
  int64_t params = 1;
  if (random.chance(50)) {
    options = " aligned(" + param(line, {"8", "16", "64"}) + ")";
    ++params;
  }
  options += " at_least(" + param(line, {"1", "3", "8"}) + ")";
  if (!dims.empty() && random.chance(40)) {
    options += " extent(\"" + random.pick(dims) +
               "\" = " + param(line, {"1", "2", "3", "4", "5"}) + ")";
    ++params;
  }
  apply("version", options, {"unit_stride", "narrow_indices"}, params, 2, line,
        target);
}

void ScheduleGenerator::addLoopStep() {
  int64_t kind = random.below(100);
  std::string line;
  if (kind < 35)
    return addInPlace();
  if (kind < 55)
    return addUnrolling();
  if (kind < 78)
    return addVectorize();
  if (kind < 88) {
    std::string target = matchFew(line);
    return apply("peel", "", {"first"}, 0, 1, line, target);
  }
  addVersion();
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

std::string ScheduleGenerator::generate() {
  text = markSchedule(nature) +
         "module attributes {transform.with_named_sequence} {\n"
         "transform.named_sequence @random(%root: " +
         kAny + " {transform.consumed}) {\n";
  if (nature.hasStages) {
    lower("coordinates");
    for (int64_t count = random.below(3); count > 0; --count)
      addNestStep();
    if (nature.hasTiles && !nature.hasColumns)
      addTileFusion();
    lower("positions");
    if (nature.hasColumns)
      addSharedRows(/*areAll=*/true);
  }
  for (int64_t count = random.below(5); count > 0; --count)
    addPositionStep();
  if (nature.hasStages)
    lower("loops");
  for (int64_t count = random.between(1, 7); count > 0; --count)
    addLoopStep();
  text += "transform.yield\n}\n}\n";
  return text;
}

std::string
spindle::differential::generateSchedule(Random &random, const Case &program,
                                        const ScheduleNature &nature) {
  return ScheduleGenerator(random, program, nature).generate();
}

std::string
spindle::differential::drawShippedSchedule(Random &random,
                                           const ScheduleNature &nature) {
  // What each of the others does, `cpu` does too.
  const std::string &picked = random.chance(60) ? random.pick(getShippedTexts())
                                                : getShippedText("cpu");
  std::string text = drawKnobs(random, picked, 50);
  setKnob(text, "reassociate", nature.reassociates ? "1" : "0");
  return markSchedule(nature) + text;
}

bool spindle::differential::mayFail(const Case &program) {
  // Loops that are in one another cannot both be consumed.
  return hasText(program, kRough) || hasText(program, "fuse_loops");
}

bool spindle::differential::mayReassociate(const Case &program) {
  return hasText(program, "reassociate") &&
         !hasText(program, "knob<\"reassociate\"> = 0");
}

bool spindle::differential::isRounded(const Case &program) {
  return hasText(program, kRounded);
}
