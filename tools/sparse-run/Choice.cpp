//===- Choice.cpp - why a program is compiled as it is --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choice.h"

#include "AdviceText.h"
#include "Colors.h"
#include "Explanation.h"
#include "Spindle/Session/PrintNumber.h"
#include "llvm/Support/FormatVariadic.h"

using namespace spindle;
using namespace spindle::run;
using llvm::formatv;
using runtime::MatrixStatistics;

/// Prints what the rows of the matrix are like.
static void printRows(const MatrixStatistics &matrix,
                      llvm::raw_ostream &stream) {
  stream << formatv("  {0} elements in {1} rows, {2} of them empty: {3:f1} on "
                    "average, deviation {4:f1}, {5} at most, {6:f1} % in rows "
                    "of more than 8 times the mean\n",
                    matrix.elements, matrix.rows, matrix.emptyRows,
                    matrix.meanLength, matrix.lengthDeviation,
                    matrix.largestLength, 100 * matrix.longShare);
  stream << formatv("  {0} columns, of which a row spans {1:f1} on average, "
                    "with {2:f1} elements side by side\n",
                    matrix.columns, matrix.meanSpan, matrix.meanRun);
}

/// The reason of the strategy for `knob`; empty where it chose no value of its
/// own, or the user another one.
static llvm::StringRef getReason(const Program &program, llvm::StringRef knob,
                                 llvm::StringRef value) {
  if (program.strategy)
    for (const KnobChoice &choice : program.strategy->knobs)
      if (choice.knob == knob && choice.value == value)
        return choice.reason;
  return "";
}

/// Prints the schedule of `version` and its knobs, on one line.
static void printVersion(const SizeVersion &version,
                         llvm::raw_ostream &stream) {
  stream << "  for " << describeSizes(version.sizes) << " "
         << (version.schedule ? version.schedule->getName() : "no schedule");
  llvm::StringRef separator = " with ";
  if (version.schedule && version.schedule->getName() != kPartsSchedule)
    for (const auto &[knob, value] : version.schedule->getKnobs()) {
      stream << separator << knob << " = " << value;
      separator = ", ";
    }
  stream << "\n";
}

/// Prints what was chosen for a nest over a part, and by what, on one line.
static void printNest(const NestStrategy &nest, const Program &program,
                      llvm::raw_ostream &stream) {
  stream << "  part " << nest.part << ", nest " << nest.nest << ": ";
  const auto &parts = program.facts.parts;
  if (nest.part < parts.size() && parts[nest.part])
    stream << formatv("{0} elements in {1} rows, {2:f1} on average; ",
                      parts[nest.part]->elements, parts[nest.part]->rows,
                      parts[nest.part]->meanLength);
  stream << nest.schedule << ", since " << nest.reason;
  for (const KnobChoice &knob : nest.knobs)
    stream << "; " << knob.knob << " = " << knob.value << ", since "
           << knob.reason;
  stream << "\n";
}

/// Prints the knobs of the schedule, which nests over parts have no own of.
static void printKnobs(const Program &program, llvm::raw_ostream &stream) {
  for (const auto &[knob, value] : program.schedule->getKnobs()) {
    llvm::StringRef reason = getReason(program, knob, value);
    stream << "  " << knob << " = " << value
           << (reason.empty() ? "" : ", since ") << reason << "\n";
  }
}

void run::printChoice(const Program &program, llvm::raw_ostream &stream) {
  constexpr size_t best = 5;
  for (const FormatAdvice &advice : program.advice)
    printAdvice(advice, stream, best);
  stream << paint("schedule", Paint::Head) << " "
         << (program.schedule ? program.schedule->getName() : "none");
  if (program.strategy)
    stream << ", since " << program.strategy->reason;
  stream << "\n";
  if (program.schedule && program.schedule->getName() != kPartsSchedule)
    printKnobs(program, stream);
  if (program.strategy)
    for (const NestStrategy &nest : program.strategy->nests)
      printNest(nest, program, stream);
  for (const SizeVersion &version : program.versions)
    printVersion(version, stream);
  if (program.facts.matrix)
    printRows(*program.facts.matrix, stream);
  if (program.facts.allBytes == 0)
    return;
  stream << "  " << formatBytes(program.facts.allBytes) << " in all arrays";
  if (program.strategy && program.strategy->flops > 0)
    stream << formatv(", {0:f2} million operations on floats",
                      program.strategy->flops / 1e6);
  stream << "\n";
}

/// What the rows of the matrix are like, as JSON.
static llvm::json::Object toJson(const MatrixStatistics &matrix) {
  return llvm::json::Object{{"rows", matrix.rows},
                            {"columns", matrix.columns},
                            {"elements", matrix.elements},
                            {"empty_rows", matrix.emptyRows},
                            {"mean_length", matrix.meanLength},
                            {"length_deviation", matrix.lengthDeviation},
                            {"largest_length", matrix.largestLength},
                            {"long_share", matrix.longShare},
                            {"mean_span", matrix.meanSpan},
                            {"mean_run", matrix.meanRun}};
}

llvm::json::Object run::choiceToJson(const Program &program) {
  llvm::json::Object object{{"reason", nullptr},
                            {"matrix", nullptr},
                            {"bytes", nullptr},
                            {"flops", nullptr}};
  llvm::json::Object reasons;
  if (program.schedule)
    for (const auto &[knob, value] : program.schedule->getKnobs())
      if (llvm::StringRef reason = getReason(program, knob, value);
          !reason.empty())
        reasons[knob] = reason;
  object["knobs"] = std::move(reasons);
  llvm::json::Array formats;
  for (const FormatAdvice &advice : program.advice)
    formats.push_back(run::toJson(advice));
  if (!formats.empty())
    object["formats"] = std::move(formats);
  if (program.strategy)
    object["reason"] = program.strategy->reason;
  if (program.facts.matrix)
    object["matrix"] = ::toJson(*program.facts.matrix);
  if (program.facts.allBytes != 0)
    object["bytes"] = program.facts.allBytes;
  if (program.strategy && program.strategy->flops > 0)
    object["flops"] = program.strategy->flops;
  return object;
}
