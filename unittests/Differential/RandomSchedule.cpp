//===- RandomSchedule.cpp - random schedules ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomSchedule.h"

#include "Elements.h"
#include "Generator.h"
#include "PlainLoops.h"
#include "TensorProgram.h"

#include <regex>
#include <set>

using namespace spindle::differential;

using Words = std::vector<std::string>;

/// The types of operands and results, the first a handle.
static const std::string kAny = "!transform.any_op",
                         kParam = "!transform.param<i64>";

/// What marks a schedule that may fail.
static const std::string kRough = "// may fail\n";

namespace {
/// Writes a schedule.
class ScheduleMaker {
public:
  ScheduleMaker(Random &random, const Case &program, ScheduleNature nature)
      : random(random), nature(nature) {
    std::regex nest("nest (?:= )?\"([a-z0-9_]+)\""),
        dim("\"(d[0-9]+|[ijkl])\"");
    nests = find(program.text, nest);
    dims = find(program.text, dim);
  }
  std::string generate();

private:
  static Words find(const std::string &text, const std::regex &pattern);
  std::string newName() { return "%h" + std::to_string(nextName++); }
  std::string param(std::string &line, const Words &numbers);
  std::string match(std::string &line);
  std::string matchFew(std::string &line);
  std::string quote(const Words &names);
  std::string flags(const Words &others);
  std::string handles(int64_t count);
  void apply(const std::string &name, const std::string &operands,
             const Words &others, int64_t params, int64_t results,
             std::string line, const std::string &target);
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
  void lower(const std::string &step);

  Random &random;
  ScheduleNature nature;
  Words nests, dims;
  std::string text, root = "%root";
  /// Handles to loops that a step has given.
  Words known;
  int64_t nextName = 0;
};
} // namespace

Words ScheduleMaker::find(const std::string &text, const std::regex &pattern) {
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end;
       at != end; ++at)
    names.insert((*at)[1]);
  return Words(names.begin(), names.end());
}

//===----------------------------------------------------------------------===//
// Pieces of statements
//===----------------------------------------------------------------------===//

/// A parameter for one of the numbers, or an odd one.
std::string ScheduleMaker::param(std::string &line, const Words &numbers) {
  static const Words odd = {
      "0", "-1", "1024", "64", "3", "100000", "-9223372036854775808"};
  std::string name = newName();
  const std::string &number = nature.isRough && random.chance(25)
                                  ? random.pick(odd)
                                  : random.pick(numbers);
  line += name + " = transform.param.constant " + number + " : i64 -> " +
          kParam + " ";
  return name;
}

std::string ScheduleMaker::quote(const Words &names) {
  std::string list;
  for (const std::string &name : names)
    list += (list.empty() ? "[\"" : ", \"") + name + "\"";
  return list + "]";
}

/// `{where_legal, ..}` with some of the others.
std::string ScheduleMaker::flags(const Words &others) {
  std::string list;
  if (!nature.isRough || random.chance(60))
    list = "where_legal";
  for (const std::string &flag : others)
    if (flag == "reassociate" ? nature.reassociates && random.chance(85)
                              : random.chance(50))
      list += (list.empty() ? "" : ", ") + flag;
  return list.empty() ? "" : " {" + list + "}";
}

std::string ScheduleMaker::handles(int64_t count) {
  std::string list;
  for (int64_t index = 0; index < count; ++index)
    list += (list.empty() ? "" : ", ") + kAny;
  return count == 1 ? list : "(" + list + ")";
}

/// A handle to some loops, found by what their labels say.
std::string ScheduleMaker::match(std::string &line) {
  static const Words kinds = {"spatial", "reduction"},
                     roles = {"level", "tile", "point", "tail", "worker"},
                     axes = {"dense_fixed", "sparse_variable", "sparse_fixed",
                             "dense_variable"},
                     conditions = {"innermost", "holds_reduction",
                                   "unit_stride", "dense_inside"};
  if (!known.empty() && random.chance(nature.isRough ? 30 : 0))
    return random.pick(known);
  std::string name = newName();
  line += name + " = transform.sparse.match.loops ";
  if (!nests.empty() && random.chance(50))
    line += "nest \"" + random.pick(nests) + "\" ";
  if (!dims.empty() && random.chance(35))
    line += "over [\"" + random.pick(dims) + "\"] ";
  if (random.chance(15))
    line += "kind " + random.pick(kinds) + " ";
  if (random.chance(10))
    line += "role " + random.pick(roles) + " ";
  if (random.chance(10))
    line += "axes [\"" + random.pick(axes) + "\"] ";
  if (random.chance(25))
    line += random.pick(conditions) + " ";
  line += "in " + root + " : (" + kAny + ") -> " + kAny + " ";
  return name;
}

/// A handle to loops that may be copied: what is copied again and again in one
/// another would never end.
std::string ScheduleMaker::matchFew(std::string &line) {
  std::string name = newName();
  line += name + " = transform.sparse.match.loops ";
  if (!nests.empty())
    line += "nest \"" + random.pick(nests) + "\" ";
  if (dims.empty() || random.chance(40))
    line += "innermost ";
  else
    line += "over [\"" + random.pick(dims) + "\"] ";
  line += "in " + root + " : (" + kAny + ") -> " + kAny + " ";
  return name;
}

/// Adds the line with an operation in functional form.
void ScheduleMaker::apply(const std::string &name, const std::string &operands,
                          const Words &others, int64_t params, int64_t results,
                          std::string line, const std::string &target) {
  Words made;
  for (int64_t index = 0; index < results; ++index) {
    made.push_back(newName());
    line += (index ? ", " : "") + made.back();
  }
  line += (results ? " = " : "") + std::string("transform.sparse.") + name +
          " " + target + operands + flags(others) + " : (" + kAny;
  for (; params > 0; --params)
    line += ", " + kParam;
  line += ") -> " + (results ? handles(results) : "()");
  text += line + "\n";
  known.push_back(target);
  known.insert(known.end(), made.begin(), made.end());
}

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
    text +=
        "transform.sparse.fuse_fills " + root + flags({}) + " : " + kAny + "\n";
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
  static const Words names = {"unroll", "unroll_and_jam", "unroll_and_jam",
                              "rfactor", "rfactor"};
  const std::string &name = random.pick(names);
  std::string line, target = matchFew(line);
  bool hasFactor = random.chance(85);
  std::string factor =
      hasFactor ? " factor(" + param(line, {"2", "2", "3", "4", "5"}) + ")"
                : "";
  apply(name, factor, name == "rfactor" ? Words{"reassociate"} : Words{},
        hasFactor, 1, line, target);
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
                              "hoist_loads",
                              "factor_out",
                              "combine_reductions",
                              "prefetch",
                              "stream_stores"};
  const std::string &name = random.pick(names);
  std::string line, target = random.chance(60) ? root : match(line);
  if (name == "prefetch") {
    if (target == root)
      target = match(line);
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
    type = ", " + kParam;
  }
  Words others = name == "factor_out" ? Words{"reassociate"} : Words{};
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

void ScheduleMaker::lower(const std::string &step) {
  std::string next = newName();
  text += next + " = transform.sparse.lower_to_" + step + " " + root + " : (" +
          kAny + ") -> " + kAny + "\n";
  root = next;
}

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

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

/// Whether the program has numbers whose sums depend on the order.
static bool hasFloats(const Case &program) {
  static const std::regex pattern("\\b(b?f16|f32|f64)\\b");
  return std::regex_search(program.text, pattern);
}

/// A program on tensors of small integers in floats, whose sums are exact.
static Case generateExactTensors(Random &random) {
  Case program = generateTensorProgram(random);
  for (CaseArgument &argument : program.arguments) {
    auto *tensor = std::get_if<TensorArgument>(&argument);
    Array *array = tensor ? &tensor->values : std::get_if<Array>(&argument);
    if (!array || (array->element != "f32" && array->element != "f64"))
      continue;
    size_t size = getByteSize(array->element);
    for (size_t at = 0; at < array->bytes.size(); at += size) {
      std::vector<char> bytes =
          packFloat(double(random.between(-3, 3)), array->element);
      std::copy(bytes.begin(), bytes.end(), array->bytes.begin() + at);
    }
  }
  return program;
}

Case spindle::differential::generateScheduledCase(uint64_t seed) {
  Random random(seed);
  ScheduleNature nature;
  nature.isRough = random.chance(8);
  int64_t kind = random.below(100);
  Case program;
  if (kind < 45) {
    nature.hasStages = false;
    nature.reassociates = random.chance(50);
    program = generatePlainLoops(random, nature.reassociates);
  } else if (kind < 60) {
    program = generateExactTensors(random);
    nature.reassociates = program.text.find("f16") == std::string::npos;
  } else {
    program = generateCase(random.below(1 << 30));
    nature.reassociates = !hasFloats(program);
  }
  program.seed = seed;
  program.schedule = generateSchedule(random, program, nature);
  return program;
}
