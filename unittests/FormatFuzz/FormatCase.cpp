//===- FormatCase.cpp - a tensor, a format and a program ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatCase.h"

#include "Densify.h"
#include "FormatModel.h"
#include "RandomFormat.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/raw_ostream.h"

#include <iterator>

using namespace mlir;
using namespace spindle;
using namespace spindle::formatfuzz;
using programs::ProgramInfo;
using runtime::DType;

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

/// The rank of the sparse operand of `program`.
static int64_t getRank(const ProgramInfo &program) {
  Problem problem;
  problem.program = &program;
  return problem.getSparse().getRank();
}

/// One of the programs of a tensor of `rank` dimensions and elements of `type`.
static const ProgramInfo *drawProgram(Random &random, int64_t rank, Type type) {
  std::vector<const ProgramInfo *> meant = {&getDensify(rank),
                                            &getLookUp(rank)};
  for (const ProgramInfo &program : programs::getPrograms())
    if (getRank(program) == rank && program.hasMeaning(type))
      meant.push_back(&program);
  return random.pick(meant);
}

/// A case whose sums are of many rounded numbers, by a schedule: a matrix of
/// long rows.
static FormatCase drawSums(MLIRContext &context, Random &random) {
  FormatCase drawn;
  drawn.format =
      random.chance(60) ? drawComposite(random, 2) : drawFormat(random, 2);
  DType dtype = random.chance(70) ? DType::F32 : DType::F64;
  drawn.tensor = drawLongRows(random, dtype);
  Type type = parseType(runtime::dtypeName(dtype), &context);
  drawn.program = drawProgram(random, 2, type);
  drawn.choices.isScheduled = true;
  return drawn;
}

/// A case of anything.
static FormatCase drawAny(MLIRContext &context, Random &random) {
  FormatCase drawn;
  static const int64_t ranks[] = {1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 5};
  int64_t rank = ranks[random.below(std::size(ranks))];
  bool isComposite = (rank == 2 || rank == 3) && random.chance(30);
  drawn.format =
      isComposite ? drawComposite(random, rank) : drawFormat(random, rank);
  if (random.chance(6))
    drawn.format = spoil(random, drawn.format);
  DType dtype = runtime::allDTypes[random.below(std::size(runtime::allDTypes))];
  bool isLong = isComposite && random.chance(30);
  drawn.tensor = drawTensor(random, rank, dtype, isLong);
  Type type = parseType(runtime::dtypeName(dtype), &context);
  drawn.program = drawProgram(random, rank, type);
  drawn.choices.isScheduled = random.chance(65);
  drawn.choices.isStrict = random.chance(30);
  drawn.choices.checks = random.chance(15);
  return drawn;
}

FormatCase formatfuzz::drawCase(MLIRContext &context, uint64_t seed) {
  Random random(seed);
  FormatCase drawn =
      random.chance(30) ? drawSums(context, random) : drawAny(context, random);
  static const int64_t columns[] = {1, 2, 3, 5, 8, 17, 33, 0};
  drawn.columns = columns[random.below(std::size(columns))];
  drawn.denseSeed = seed + 1;
  if (random.chance(40))
    drawn.choices.knobSeed = seed;
  return drawn;
}

std::string formatfuzz::printCase(const FormatCase &drawn) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  const runtime::CooTensor &tensor = drawn.tensor;
  stream << "format " << drawn.format << "\ntensor "
         << runtime::shapeText(tensor.shape) << " "
         << runtime::dtypeName(tensor.values.dtype()) << "\n";
  for (int64_t e = 0; e < tensor.entries(); ++e) {
    for (const runtime::Array &list : tensor.coordinates)
      stream << " " << list.as<int64_t>()[e];
    Number number = getNumber(tensor.values, e);
    stream << ": " << number.real();
    if (number.imag() != 0)
      stream << " + " << number.imag() << "i";
    stream << "\n";
  }
  stream << "program " << drawn.program->name << " columns " << drawn.columns
         << (drawn.choices.isScheduled ? " scheduled" : "")
         << (drawn.choices.knobSeed ? " with random knobs" : "")
         << (drawn.choices.isStrict ? " strict" : "")
         << (drawn.choices.checks ? " checks" : "") << "\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

void Counts::add(const Counts &other) {
  cases += other.cases;
  badFormats += other.badFormats;
  composites += other.composites;
  refused += other.refused;
  stored += other.stored;
  programs += other.programs;
  badPrograms += other.badPrograms;
  compiled += other.compiled;
}

/// The problem of a case whose tensor is `stored`.
static Problem pose(const FormatCase &drawn, const ReadFormat &format,
                    const StoredTensor &stored) {
  Problem problem;
  problem.program = drawn.program;
  problem.dtype = drawn.tensor.values.dtype();
  problem.elements = listStored(format, stored);
  for (const programs::ProgramArgument &argument : drawn.program->arguments)
    for (llvm::StringRef dim : argument.dims)
      problem.sizes.try_emplace(dim.str(), drawn.columns);
  for (size_t dim = 0; dim < drawn.tensor.shape.size(); ++dim)
    problem.sizes[problem.getSparse().dims[dim].str()] =
        drawn.tensor.shape[dim];
  Random random(drawn.denseSeed);
  drawDense(random, problem);
  return problem;
}

/// Whether a program may have no form in `format`: it keeps numbers of its own
/// on the structure of a composite tensor.
static bool mayLackForm(const ReadFormat &format) {
  return bool(format.composite);
}

/// Runs the program of a case on what was stored.
static std::string runProgram(MLIRContext &context, const FormatCase &drawn,
                              const ReadFormat &format,
                              const StoredTensor &stored, bool compile,
                              Counts &counts) {
  Problem problem = pose(drawn, format, stored);
  ProgramRun run(context, problem, format, stored);
  if (!run.refusal.empty()) {
    ++counts.badPrograms;
    return mayLackForm(format) ? "" : "no program: " + run.refusal;
  }
  ++counts.programs;
  if (std::string fault = run.interpret(); !fault.empty())
    return "interpreted: " + fault;
  if (!compile)
    return "";
  ++counts.compiled;
  std::string fault = run.execute(drawn.choices);
  return fault.empty() ? "" : "compiled: " + fault;
}

bool formatfuzz::lacksCoordinates(const ReadFormat &format,
                                  const std::vector<int64_t> &shape) {
  for (const runtime::Format &part : format.formats)
    for (const runtime::Level &level : part.levels) {
      auto sum = getDifference(level.expr);
      bool isStored =
          level.hasWidth() || level.kind == runtime::LevelKind::Singleton;
      if (sum && isStored && shape[sum->plus] * shape[sum->minus] == 0)
        return true;
    }
  return false;
}

std::string formatfuzz::runCase(MLIRContext &context, const FormatCase &drawn,
                                bool compile, Counts &counts) {
  ++counts.cases;
  ReadFormat format;
  std::string fault =
      readFormat(context, drawn.format, drawn.tensor.rank(), format);
  if (!fault.empty() || format.isRefused()) {
    counts.badFormats += format.isRefused();
    return fault;
  }
  counts.composites += bool(format.composite);
  StoredTensor stored;
  fault =
      checkStored(format, drawn.tensor, collectElements(drawn.tensor), stored);
  if (!fault.empty() || stored.isRefused()) {
    counts.refused += stored.isRefused();
    return fault;
  }
  ++counts.stored;
  if (lacksCoordinates(format, drawn.tensor.shape))
    return "";
  return runProgram(context, drawn, format, stored, compile, counts);
}
