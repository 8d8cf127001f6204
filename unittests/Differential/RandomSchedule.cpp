//===- RandomSchedule.cpp - random schedules ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomSchedule.h"

#include "ScheduleWriter.h"

#include <algorithm>

using namespace spindle::differential;

static const std::string &kAny = kHandleType;

/// What marks a schedule that may fail.
static const std::string kRough = "// may fail\n";

namespace {
/// Writes a schedule.
class ScheduleMaker : public ScheduleWriter {
public:
  using ScheduleWriter::ScheduleWriter;

  std::string generate();

private:
  void addNestStep();
  void addPositionStep();
  void addSplit();
  void addTile();
  void addFuseLoops();
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

void ScheduleMaker::addNestStep() {
  std::string some = newName();
  std::string line = some + " = transform.sparse.match.nests ";
  if (!nests.empty() && random.chance(50))
    line += "named \"" + random.pick(nests) + "\" ";
  line += "in " + root + " : (" + kAny + ") -> " + kAny + " ";
  if (random.chance(55)) {
    text += line + "transform.sparse.reorder " + some + " reductions_last" +
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

void ScheduleMaker::addSplit() {
  std::string line, target = random.chance(50) ? match(line) : matchFew(line);
  bool byFactor = random.chance(65), peels = byFactor && random.chance(35);
  std::string number = param(line, {"1", "2", "3", "4", "7", "50"});
  apply("split",
        std::string(byFactor ? " by (" : " parts (") + number + ")" +
            (peels ? " peel_remainder" : ""),
        {}, 1, peels ? 3 : 2, line, target);
}

void ScheduleMaker::addTile() {
  std::string line, target = random.chance(50) ? match(line) : matchFew(line),
                    sizes;
  int64_t depth = random.between(1, 3);
  for (int64_t index = 0; index < depth; ++index)
    sizes += (index ? ", " : "") + param(line, {"1", "2", "3", "5"});
  apply("tile", " sizes (" + sizes + ")", {"reassociate"}, depth, 2 * depth,
        line, target);
}

/// Of some loops, those that come together in both handles.
void ScheduleMaker::addFuseLoops() {
  std::string line, first = match(line), second = match(line);
  text += line + newName() + " = transform.sparse.fuse_loops " + first + ", " +
          second + flags({}) + " : (" + kAny + ", " + kAny + ") -> " + kAny +
          "\n";
}

void ScheduleMaker::addPositionStep() {
  std::string line;
  switch (random.below(8)) {
  case 0:
    text += std::string("transform.sparse.") +
            (random.chance(60) ? "fuse_fills " : "fuse_elementwise ") + root +
            flags({}) + " : " + kAny + "\n";
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
  default:
    if (!nature.hasStages || random.chance(50))
      return addSplit();
    std::string target = match(line);
    bool parts = random.chance(40);
    return apply(parts ? "split_into_parts" : "bind",
                 parts ? "" : " to workers", {}, 0, parts ? 2 : 1, line,
                 target);
  }
}

void ScheduleMaker::addUnrolling() {
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

void ScheduleMaker::addVectorize() {
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
void ScheduleMaker::addInPlace() {
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
  if (name == "combine_reductions") {
    count = " count(" + param(line, {"2", "4", "8"}) + ")";
    type = ", " + kParamType;
  }
  Words others =
      name == "factor_out" ? Words{"reassociate", "allow_overflow"} : Words{};
  text += line + "transform.sparse." + name + " " + target + count +
          flags(others) + " : " + kAny + type + "\n";
}

void ScheduleMaker::addVersion() {
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

void ScheduleMaker::addLoopStep() {
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

std::string ScheduleMaker::generate() {
  text = nature.isRough ? kRough : "";
  text += "module attributes {transform.with_named_sequence} {\n"
          "transform.named_sequence @random(%root: " +
          kAny + " {transform.consumed}) {\n";
  if (nature.hasStages) {
    lower("coordinates");
    for (int64_t count = random.below(3); count > 0; --count)
      addNestStep();
    lower("positions");
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
  return ScheduleMaker(random, program, nature).generate();
}

bool spindle::differential::mayFail(const Case &program) {
  // Loops that are in one another cannot both be consumed.
  return program.schedule.rfind(kRough, 0) == 0 ||
         program.schedule.find("fuse_loops") != std::string::npos;
}
