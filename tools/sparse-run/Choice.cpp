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
#include "llvm/ADT/StringSet.h"
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
  if (!program.strategy)
    return "";
  for (const NestStrategy &nest : program.strategy->nests)
    for (const FragmentChoice &fragment : nest.fragments)
      for (const KnobChoice &choice : fragment.knobs)
        if (choice.knob == knob && choice.value == value)
          return choice.reason;
  return "";
}

/// Whether each knob of `schedule` has one value; nests may have several.
static bool haveOneValue(const Schedule &schedule) {
  llvm::StringSet<> names;
  return llvm::all_of(schedule.getKnobs(), [&](const auto &knob) {
    return names.insert(knob.first).second;
  });
}

/// The knobs of `schedule` in a row, those of several nests one by one.
static std::string listKnobs(const Schedule &schedule) {
  std::string text;
  for (const auto &[knob, value] : schedule.getKnobs())
    text += (text.empty() ? "" : ", ") + knob + " = " + value;
  return text;
}

/// Prints the schedule of `version` and its knobs, on one line.
static void printVersion(const SizeVersion &version,
                         llvm::raw_ostream &stream) {
  stream << "  for " << describeSizes(version.sizes) << " "
         << (version.schedule ? version.schedule->getName() : "no schedule");
  if (version.schedule && !version.schedule->getKnobs().empty() &&
      haveOneValue(*version.schedule))
    stream << " with " << listKnobs(*version.schedule);
  stream << "\n";
}

/// Prints the knobs of the schedule, each with its reason.
static void printKnobs(const Program &program, llvm::raw_ostream &stream) {
  for (const auto &[knob, value] : program.schedule->getKnobs()) {
    llvm::StringRef reason = getReason(program, knob, value);
    stream << "  " << knob << " = " << value
           << (reason.empty() ? "" : ", since ") << reason << "\n";
  }
}

/// Whether `one` and `other` have the same fragments, knobs and reasons.
static bool haveSameFragments(const NestStrategy &one,
                              const NestStrategy &other) {
  auto areSameKnobs = [](const KnobChoice &knob, const KnobChoice &same) {
    return knob.knob == same.knob && knob.value == same.value &&
           knob.reason == same.reason;
  };
  return llvm::equal(
      one.fragments, other.fragments,
      [&](const FragmentChoice &choice, const FragmentChoice &same) {
        return choice.fragment == same.fragment &&
               choice.reason == same.reason &&
               llvm::equal(choice.knobs, same.knobs, areSameKnobs);
      });
}

/// Prints which nest `nest` is, and what is known of the part that it is over.
static void printNest(const NestStrategy &nest, const Program &program,
                      llvm::raw_ostream &stream) {
  stream << "  nest " << nest.nest;
  if (!nest.part)
    return;
  stream << ", part " << *nest.part;
  auto found = program.facts.operands.find(nest.pattern);
  if (found == program.facts.operands.end() ||
      *nest.part >= found->second.parts.size())
    return;
  if (const auto &part = found->second.parts[*nest.part])
    stream << formatv(": {0} elements in {1} rows, {2:f1} on average",
                      part->elements, part->rows, part->meanLength);
}

/// Prints the fragments of each nest, and why; their knobs are there already
/// where these have one value.
static void printNests(const Program &program, bool hasKnobs,
                       llvm::raw_ostream &stream) {
  const NestStrategy *last = nullptr;
  for (const NestStrategy &nest : program.strategy->nests) {
    printNest(nest, program, stream);
    bool isSame = last && haveSameFragments(*last, nest);
    stream << (isSame ? "; as the one before\n" : "\n");
    last = &nest;
    if (isSame)
      continue;
    for (const FragmentChoice &choice : nest.fragments) {
      stream << "    " << choice.fragment << ", since " << choice.reason;
      for (const KnobChoice &knob : choice.knobs)
        if (!hasKnobs)
          stream << "; " << knob.knob << " = " << knob.value << ", since "
                 << knob.reason;
      stream << "\n";
    }
  }
}

/// The first sparse operand that something is known of; null for none.
static const MatrixStatistics *findMatrix(const Program &program) {
  for (const OperandSpec &spec : program.operands) {
    auto found = program.facts.operands.find(spec.name);
    if (found != program.facts.operands.end() && found->second.matrix)
      return &*found->second.matrix;
  }
  return nullptr;
}

/// Prints what the rows of each sparse operand are like, by name where there
/// are several.
static void printOperands(const Program &program, llvm::raw_ostream &stream) {
  llvm::SmallVector<llvm::StringRef> names;
  for (const OperandSpec &spec : program.operands)
    if (program.facts.operands.lookup(spec.name).matrix)
      names.push_back(spec.name);
  for (llvm::StringRef name : names) {
    if (names.size() > 1)
      stream << "  of " << name << ":\n";
    printRows(*program.facts.operands.lookup(name).matrix, stream);
  }
}

/// Whether products of `program` might share tiles of rows, and do not.
static bool isUntiled(const Program &program) {
  return program.strategy && !program.strategy->rowTiles.empty() &&
         program.strategy->rowTiles != program.strategy->reason;
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
  bool hasKnobs = program.schedule && haveOneValue(*program.schedule);
  if (hasKnobs)
    printKnobs(program, stream);
  else if (program.schedule)
    stream << "  with " << listKnobs(*program.schedule) << "\n";
  if (program.strategy)
    printNests(program, hasKnobs, stream);
  if (isUntiled(program))
    stream << "  no tiles of rows, since " << program.strategy->rowTiles
           << "\n";
  for (const SizeVersion &version : program.versions)
    printVersion(version, stream);
  printOperands(program, stream);
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

/// The fragments of each nest, as JSON.
static llvm::json::Array toJson(llvm::ArrayRef<NestStrategy> nests) {
  llvm::json::Array array;
  for (const NestStrategy &nest : nests) {
    llvm::json::Array fragments;
    for (const FragmentChoice &choice : nest.fragments) {
      llvm::json::Object knobs;
      for (const KnobChoice &knob : choice.knobs)
        knobs[knob.knob] =
            llvm::json::Object{{"value", knob.value}, {"reason", knob.reason}};
      fragments.push_back(llvm::json::Object{{"name", choice.fragment},
                                             {"reason", choice.reason},
                                             {"knobs", std::move(knobs)}});
    }
    llvm::json::Object object{{"name", nest.nest},
                              {"fragments", std::move(fragments)}};
    if (nest.part)
      object["part"] = static_cast<int64_t>(*nest.part);
    array.push_back(std::move(object));
  }
  return array;
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
  if (program.strategy) {
    object["reason"] = program.strategy->reason;
    object["nests"] = ::toJson(program.strategy->nests);
    if (isUntiled(program))
      object["no_row_tiles"] = program.strategy->rowTiles;
  }
  if (const MatrixStatistics *matrix = findMatrix(program))
    object["matrix"] = ::toJson(*matrix);
  if (program.facts.allBytes != 0)
    object["bytes"] = program.facts.allBytes;
  if (program.strategy && program.strategy->flops > 0)
    object["flops"] = program.strategy->flops;
  return object;
}
