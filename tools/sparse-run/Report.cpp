//===- Report.cpp - what to tell the user ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "Choice.h"
#include "Colors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <cmath>

using namespace spindle;
using namespace spindle::run;
using llvm::formatv;

/// Billions of `count` things that `report` timed, in a second; nothing where
/// there are none or no run was timed.
static std::optional<double> getRate(const Report &report, int64_t count) {
  if (!report.bench || count == 0 || report.bench->median <= 0)
    return std::nullopt;
  return double(count) / report.bench->median / 1e9;
}

std::optional<double> Report::getGflops() const {
  return getRate(*this, operations ? operations->floats : 0);
}

std::optional<double> Report::getGops() const {
  return getRate(*this, operations ? operations->integers : 0);
}

std::optional<double> Report::getGbytesPerSecond() const {
  return getRate(*this, bench ? bench->bytes : 0);
}

/// The operand that gives the report's rows, columns and elements: the first
/// with a pattern; null where there is none.
static const Operand *findSparse(llvm::ArrayRef<Operand> operands) {
  for (const Operand &operand : operands)
    if (operand.spec->hasPattern())
      return &operand;
  return nullptr;
}

/// The operand that gives the report's type of elements; null where there is
/// none.
static const Operand *findArray(llvm::ArrayRef<Operand> operands) {
  if (const Operand *sparse = findSparse(operands))
    return sparse;
  for (const Operand &operand : operands)
    if (operand.spec->kind != OperandKind::Scalar)
      return &operand;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

/// A time in a unit in which it is a handy number.
static std::string formatSeconds(double seconds) {
  if (seconds < 1e-3)
    return formatv("{0:f2} us", seconds * 1e6);
  if (seconds < 1)
    return formatv("{0:f3} ms", seconds * 1e3);
  return formatv("{0:f3} s", seconds);
}

/// Prints one operand on a line.
static void printOperand(const Binding &binding, const Operand &operand,
                         llvm::raw_ostream &stream) {
  const OperandSpec &spec = *operand.spec;
  stream << formatv("  {0,-4} {1,-7}", spec.name, spec.getFormatName());
  if (spec.kind == OperandKind::Scalar) {
    stream << " " << binding.source.text << "\n";
    return;
  }
  stream << " " << runtime::shapeText(operand.shape);
  if (spec.hasPattern())
    stream << ", " << operand.countElements() << " stored";
  if (!spec.structureOf.empty())
    stream << ", on the structure of " << spec.structureOf;
  stream << ", " << dtypeName(spec.dtype);
  if (binding.source.kind != Source::Kind::None)
    stream << ", from " << binding.source.text;
  if (binding.source.kind == Source::Kind::Random &&
      binding.source.text == "random")
    stream << ":" << binding.source.seed;
  if (!binding.output.empty())
    stream << ", to " << binding.output;
  else if (spec.isWritten())
    stream << ", written";
  stream << "\n";
}

/// Whether the numbers of `binding` come from text, which says no type of them.
static bool isText(const Binding &binding) {
  Source::Kind kind = binding.source.kind;
  return kind == Source::Kind::MatrixMarket || kind == Source::Kind::Smtx ||
         kind == Source::Kind::Tns;
}

/// Prints the operands, and what decided their type where that may surprise.
static void printOperands(const Report &report, llvm::raw_ostream &stream) {
  for (auto [binding, operand] :
       llvm::zip_equal(report.bindings, report.operands))
    printOperand(binding, operand, stream);
  if (report.program->hasUsualType && llvm::any_of(report.bindings, isText))
    stream << "text is read as f32 unless --dtype says otherwise\n";
}

/// Prints what came of the check.
static void printCheck(const Report &report, llvm::raw_ostream &stream) {
  if (!report.check) {
    stream << "not checked (--check compares with the interpreter)\n";
    return;
  }
  stream << formatv("checked by the interpreter, {0} body runs: largest error "
                    "{1:e2} absolute, {2:e2} relative; {3}\n",
                    *report.checkedRuns, report.check->maxAbsolute,
                    report.check->maxRelative, report.check->bound);
  if (report.check->rounding)
    stream << formatv("weights are rounded: {0:e2} of the largest element from "
                      "the program in f64\n",
                      *report.check->rounding);
}

/// Prints how much was computed in a second: on floats, or else on integers.
static void printOperations(const Report &report, llvm::raw_ostream &stream) {
  if (std::optional<double> rate = report.getGflops())
    stream << formatv("{0:f2} GF/s: {1} float operations in {2} body runs\n",
                      *rate, report.operations->floats, *report.bodyRuns);
  else if (std::optional<double> rate = report.getGops())
    stream << formatv("{0:f2} Gop/s: {1} integer operations in {2} body runs\n",
                      *rate, report.operations->integers, *report.bodyRuns);
  else if (!report.bodyRuns)
    stream << "no GF/s: it takes more than a second to count the operations\n";
  else if (!report.operations)
    stream << "no GF/s: branches, loops or calls decide on the operations\n";
  else if (report.operations->floats == 0 && report.operations->integers == 0)
    stream << "no GF/s: the program moves numbers and computes none\n";
}

/// Prints the times.
static void printBench(const Report &report, llvm::raw_ostream &stream) {
  const BenchResult &bench = *report.bench;
  stream << formatv("timed {0} runs after {1} to warm up: median {2}, "
                    "quartiles {3} to {4} ({5:f1} % apart), {6} to {7} in "
                    "all\n",
                    bench.runs, bench.warmUps, formatSeconds(bench.median),
                    formatSeconds(bench.lowQuartile),
                    formatSeconds(bench.highQuartile), 100 * bench.getSpread(),
                    formatSeconds(bench.least), formatSeconds(bench.most));
  printOperations(report, stream);
  if (std::optional<double> rate = report.getGbytesPerSecond())
    stream << formatv("{0:f2} GB/s: {1}, all arrays of all operands once, what "
                      "is updated twice\n",
                      *rate, formatBytes(bench.bytes));
}

/// Prints where the kernel is from, how long that took, and what it is for.
static void printCompiled(const Report &report, llvm::raw_ostream &stream) {
  bool isCompiled = report.origin == KernelOrigin::Compiled;
  stream << (isCompiled ? "compiled in " : "taken from the cache in ")
         << formatSeconds(report.getCompileSeconds()) << " ("
         << (isCompiled ? "passes " : "choosing ")
         << formatSeconds(report.lowerSeconds);
  if (isCompiled)
    stream << ", LLVM -O" << report.optLevel << " "
           << formatSeconds(report.llvmSeconds);
  if (report.cacheSeconds != 0)
    stream << (isCompiled ? ", cache " : ", reading and linking ")
           << formatSeconds(report.cacheSeconds);
  if (!report.chip.empty()) {
    stream << formatv(") for {0}{1}\n", report.chip,
                      report.counters.empty() ? "" : ", emulated");
    return;
  }
  stream << formatv(") for {0} ({1}), {2} thread{3}\n", report.host.cpu,
                    llvm::join(report.host.features, " "), report.threads,
                    report.threads == 1 ? "" : "s");
}

/// Prints the sizes that it was compiled for, if any.
static void printSizes(const Report &report, llvm::raw_ostream &stream) {
  llvm::StringRef separator = "for the sizes ";
  for (const auto &[dim, size] : report.program->specialized) {
    stream << separator << dim << " = " << size;
    separator = ", ";
  }
  if (!report.program->specialized.empty())
    stream << " alone\n";
  for (const SizeVersion &version : report.program->versions)
    stream << "with a kernel for " << describeSizes(version.sizes) << "\n";
}

/// Prints which schedule it was compiled by, if any; --explain tells its knobs.
static void printSchedule(const Report &report, llvm::raw_ostream &stream) {
  const Schedule *schedule = report.program->schedule.get();
  if (!schedule)
    return;
  stream << "by the schedule " << schedule->getName() << "\n";
}

/// Prints which program it is.
static void printHead(const Report &report, llvm::raw_ostream &stream) {
  stream << paint(report.program->name, Paint::Head) << " @"
         << report.program->entryName;
  if (!report.program->summary.empty())
    stream << ": " << report.program->summary;
  stream << "\n";
}

void run::printReport(const Report &report, llvm::raw_ostream &stream) {
  printHead(report, stream);
  if (!report.hasRun) {
    printChoice(*report.program, stream);
    return printExplanation(*report.explanation, stream);
  }
  printOperands(report, stream);
  stream << formatv("read in {0}, converted in {1}\n",
                    formatSeconds(report.loadTimes.read),
                    formatSeconds(report.loadTimes.convert));
  printCompiled(report, stream);
  printSizes(report, stream);
  printSchedule(report, stream);
  if (report.explanation) {
    printChoice(*report.program, stream);
    printExplanation(*report.explanation, stream);
  }
  printCheck(report, stream);
  if (report.bench)
    printBench(report, stream);
  if (!report.wrong.empty())
    stream << paint("wrong", Paint::Bad) << ": " << report.wrong << "\n";
  else if (report.check)
    stream << paint("right", Paint::Good) << "\n";
}

//===----------------------------------------------------------------------===//
// For programs
//===----------------------------------------------------------------------===//

/// A number, or null where there is none or it is not finite.
static llvm::json::Value toValue(std::optional<double> number) {
  if (!number || !std::isfinite(*number))
    return nullptr;
  return *number;
}

/// `text` as JSON has it: what is no UTF-8 is replaced.
static std::string toText(llvm::StringRef text) {
  return llvm::json::fixUTF8(text);
}

/// Adds what the operands are.
static void addOperands(llvm::json::Object &object, const Report &report) {
  llvm::json::Object formats, sizes;
  for (const Operand &operand : report.operands) {
    formats[toText(operand.spec->name)] = operand.spec->getFormatName();
    for (auto [dim, size] : llvm::zip_first(operand.spec->dims, operand.shape))
      sizes[toText(dim)] = size;
  }
  object["formats"] = std::move(formats);
  object["sizes"] = std::move(sizes);
  const Operand *sparse = findSparse(report.operands);
  const Operand *array = findArray(report.operands);
  for (const char *name : {"rows", "cols", "nnz", "dtype"})
    object[name] = nullptr;
  if (sparse) {
    if (sparse->shape.size() == 2) {
      object["rows"] = sparse->shape[0];
      object["cols"] = sparse->shape[1];
    }
    object["nnz"] = sparse->countElements();
  }
  if (array)
    object["dtype"] = llvm::StringRef(dtypeName(array->spec->dtype));
}

/// Sizes by the names of dimensions.
static llvm::json::Object sizesToJson(const NamedSizes &sizes) {
  llvm::json::Object object;
  for (const auto &[dim, size] : sizes)
    object[toText(dim)] = size;
  return object;
}

/// The schedule and its knobs, or null.
static llvm::json::Value scheduleToJson(const Report &report) {
  const Schedule *schedule = report.program->schedule.get();
  if (!schedule)
    return nullptr;
  llvm::json::Object knobs;
  for (const auto &[knob, value] : schedule->getKnobs())
    knobs[toText(knob)] = toText(value);
  return llvm::json::Object{{"name", toText(schedule->getName())},
                            {"knobs", std::move(knobs)}};
}

/// Adds what was measured.
static void addMeasures(llvm::json::Object &object, const Report &report) {
  const auto &bench = report.bench;
  const auto &check = report.check;
  object["seconds_median"] = bench ? toValue(bench->median) : nullptr;
  object["seconds_min"] = bench ? toValue(bench->least) : nullptr;
  object["seconds_max"] = bench ? toValue(bench->most) : nullptr;
  object["seconds_low_quartile"] =
      bench ? toValue(bench->lowQuartile) : nullptr;
  object["seconds_high_quartile"] =
      bench ? toValue(bench->highQuartile) : nullptr;
  object["spread"] = bench ? toValue(bench->getSpread()) : nullptr;
  object["warm_up_runs"] = bench ? llvm::json::Value(bench->warmUps) : nullptr;
  object["bytes"] = bench ? llvm::json::Value(bench->bytes) : nullptr;
  object["gbytes_per_second"] = toValue(report.getGbytesPerSecond());
  object["runs"] = bench ? llvm::json::Value(bench->runs) : nullptr;
  object["gflops"] = toValue(report.getGflops());
  object["gops"] = toValue(report.getGops());
  object["body_runs"] =
      report.bodyRuns ? llvm::json::Value(*report.bodyRuns) : nullptr;
  object["checked"] = check.has_value();
  object["max_error"] = check ? toValue(check->maxAbsolute) : nullptr;
  object["max_relative_error"] = check ? toValue(check->maxRelative) : nullptr;
  if (check && check->rounding)
    object["rounding_error"] = toValue(check->rounding);
  object["wrong"] = nullptr;
  if (!report.wrong.empty())
    object["wrong"] = toText(report.wrong);
}

std::string run::formatJson(const Report &report) {
  llvm::json::Object object;
  object["program"] = toText(report.program->name);
  object["threads"] = report.threads;
  object["compile_seconds"] = report.getCompileSeconds();
  object["cached"] = report.origin != KernelOrigin::Compiled;
  object["read_seconds"] = report.loadTimes.read;
  object["convert_seconds"] = report.loadTimes.convert;
  object["target"] = report.host.triple + " " + report.host.cpu;
  object["features"] = llvm::json::Array(report.host.features);
  if (!report.chip.empty()) {
    object["target"] = "nvptx64-nvidia-cuda " + report.chip;
    object["features"] = llvm::json::Array();
  }
  object["counters"] = nullptr;
  if (!report.counters.empty())
    object["counters"] = llvm::cantFail(llvm::json::parse(report.counters));
  object["specialized"] = sizesToJson(report.program->specialized);
  llvm::json::Array versions;
  for (const SizeVersion &version : report.program->versions)
    versions.push_back(sizesToJson(version.sizes));
  object["versions"] = std::move(versions);
  object["schedule"] = scheduleToJson(report);
  addOperands(object, report);
  addMeasures(object, report);
  object["explain"] = nullptr;
  if (report.explanation) {
    llvm::json::Object explanation = toJson(*report.explanation);
    explanation["choice"] = choiceToJson(*report.program);
    object["explain"] = std::move(explanation);
  }
  return formatv("{0:2}\n", llvm::json::Value(std::move(object))).str();
}
