//===- Scheduling.cpp - the schedule of a run -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Scheduling.h"

#include "RowTiles.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Session/Bench.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Stages.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;

/// What parsing makes ready in `context` is of no use without a schedule, and
/// takes a while.
static void addScheduleDialects(MLIRContext &context) {
  DialectRegistry registry;
  registerScheduleDialects(registry);
  context.appendDialectRegistry(registry);
}

/// The schedule called `name`, for a program in `context`. Its text goes to
/// `sources`.
static llvm::Expected<std::shared_ptr<Schedule>>
open(MLIRContext &context, StringRef name, SourceTexts &sources) {
  addScheduleDialects(context);
  llvm::Expected<ScheduleText> text = ScheduleText::open(name);
  if (!text)
    return text.takeError();
  sources.add(text->source, text->text);
  return Schedule::parse(&context, text->text, text->source, text->name);
}

/// Sets the knobs of `schedule` that the user names.
static llvm::Error setKnobs(Schedule &schedule, const Options &options) {
  for (const Assignment &knob : options.knobs)
    if (llvm::Error error = schedule.setKnob(knob.name, knob.text))
      return error;
  return llvm::Error::success();
}

llvm::Error session::openSchedule(Program &program, const Options &options,
                                  SourceTexts &sources) {
  if (options.schedule == kNone || options.schedule == kAuto)
    return llvm::Error::success();
  auto schedule =
      open(*program.module.get().getContext(), options.schedule, sources);
  if (!schedule)
    return schedule.takeError();
  program.schedule = std::move(*schedule);
  return setKnobs(*program.schedule, options);
}

//===----------------------------------------------------------------------===//
// What a schedule is chosen by
//===----------------------------------------------------------------------===//

/// The bytes of the elements of `spec`; 0 where a size is not known.
static int64_t countBytes(const OperandSpec &spec, const StrategyFacts &facts) {
  int64_t count = 1;
  for (auto [dim, size] : llvm::zip_equal(spec.dims, spec.shape))
    count *= ShapedType::isDynamic(size) ? facts.sizes.lookup(dim) : size;
  return runtime::dtypeSize(spec.dtype, count);
}

/// Finds the bytes of the dense operands of `program` that are read, by the
/// sizes of `facts`.
static void measureReads(const Program &program, StrategyFacts &facts) {
  for (const OperandSpec &spec : program.operands)
    if (spec.kind == OperandKind::Dense && !spec.isWritten())
      facts.operands[spec.name].readBytes = countBytes(spec, facts);
}

/// What is known of the matrix in `operand`: by what its format says of rows,
/// or else, and of one in parts, by its elements.
static std::optional<runtime::MatrixStatistics>
measure(const Operand &operand) {
  const OperandSpec &spec = *operand.spec;
  if (!spec.composite)
    if (auto found = runtime::measureMatrix(operand.storage, spec.format))
      return found;
  auto entries = getEntries(operand);
  return entries ? runtime::measureEntries(*entries) : std::nullopt;
}

/// What is known of a part that is stored in `format`: of the rows, or pieces
/// of rows, that have elements in it where it stores only those.
static std::optional<runtime::MatrixStatistics>
measurePart(const runtime::Storage &part, const runtime::Format &format) {
  auto found = runtime::measureMatrix(part, format);
  if (!found || format.levels.front().kind == runtime::LevelKind::Dense)
    return found;
  int64_t stored = found->rows - found->emptyRows;
  if (format.levels[1].hasWidth())
    stored = part.coordinates.front().size();
  found->rows = stored;
  found->emptyRows = 0;
  found->meanLength =
      stored == 0 ? 0 : double(found->elements) / double(stored);
  return found;
}

/// What is known of each part of `operand`; nothing where it is in one.
static std::vector<std::optional<runtime::MatrixStatistics>>
measureParts(const Operand &operand) {
  std::vector<std::optional<runtime::MatrixStatistics>> found;
  if (!operand.spec->composite)
    return found;
  std::vector<runtime::Format> formats =
      getPartFormats(*operand.spec->composite);
  for (auto [part, format] : llvm::zip(operand.parts, formats))
    found.push_back(measurePart(part, format));
  return found;
}

/// What is known of the operands of `program`, some of which may be missing.
static StrategyFacts gatherFacts(const Program &program,
                                 llvm::ArrayRef<Operand> operands,
                                 const Options &options) {
  StrategyFacts facts;
  for (const Assignment &size : options.sizes)
    facts.sizes[size.name] = std::stoll(size.text);
  for (const auto &[dim, size] : program.specialized)
    facts.sizes[dim] = size;
  for (const Operand &operand : operands) {
    const OperandSpec &spec = *operand.spec;
    for (auto [dim, size] : llvm::zip(spec.dims, operand.shape))
      facts.sizes[dim] = size;
    if (!spec.hasPattern())
      continue;
    OperandFacts &own = facts.operands[spec.name];
    own.matrix = measure(operand);
    own.parts = measureParts(operand);
  }
  measureReads(program, facts);
  facts.allBytes = countTouchedBytes(operands);
  return facts;
}

/// Opens what `strategy` says, with the knobs that it has and those of the
/// user; null where it is no schedule.
static llvm::Expected<std::shared_ptr<Schedule>>
openChosen(MLIRContext &context, const Strategy &strategy,
           const Options &options) {
  addScheduleDialects(context);
  auto schedule = openStrategy(&context, strategy);
  if (!schedule || !*schedule)
    return schedule;
  if (llvm::Error error = setKnobs(**schedule, options))
    return error;
  return schedule;
}

/// The schedule of two products in tiles of rows.
static constexpr llvm::StringLiteral kRowTiles = "row_tiles";

/// Whether one of several nests of `program` may read what another one makes.
static bool hasSeveralNests(const Program &program) {
  int64_t nests = 0;
  func::FuncOp(program.entry).walk([&](Operation *op) {
    nests += isa<sparse::GenericOp, iter::NestOp>(op);
  });
  return nests > 1;
}

/// The schedule of products in tiles of rows; null where `program` has none
/// that it could be for.
static llvm::Expected<std::shared_ptr<Schedule>>
openTiles(const Program &program, const Options &options) {
  if (isForGPU(options) || !program.schedule || !hasSeveralNests(program))
    return std::shared_ptr<Schedule>();
  MLIRContext *context = program.module.get().getContext();
  addScheduleDialects(*context);
  return Schedule::open(context, kRowTiles);
}

/// Sets those knobs of the user that `tiles` has; their names.
static std::vector<std::string> setTileKnobs(Schedule &tiles,
                                             const Options &options) {
  std::vector<std::string> set;
  for (const Assignment &knob : options.knobs)
    if (llvm::Error error = tiles.setKnob(knob.name, knob.text))
      llvm::consumeError(std::move(error));
    else
      set.push_back(knob.name);
  return set;
}

/// Opens what is chosen for all sizes, without the user's knobs.
static llvm::Expected<std::shared_ptr<Schedule>>
openOwn(Program &program, const Options &options) {
  program.strategy =
      chooseStrategy(program.entry, program.facts, getTarget(options));
  if (program.strategy->schedule.empty() && !options.knobs.empty())
    return failExpected(
        options.names.knob.noun + " of a program with a schedule",
        "'" + options.knobs.front().name + "' of one without (" +
            program.strategy->reason + ")");
  MLIRContext *context = program.module.get().getContext();
  addScheduleDialects(*context);
  return openStrategy(context, *program.strategy);
}

/// Sets the knobs of what is chosen for `program`, of which the user may have
/// meant those named in `ofTiles` to be of tiles of rows.
static llvm::Error setOwnKnobs(Program &program,
                               llvm::ArrayRef<std::string> ofTiles,
                               const Options &options) {
  if (!program.schedule || program.strategy->schedule == kRowTiles)
    return llvm::Error::success();
  StringRef reason = program.strategy->rowTiles;
  for (const Assignment &knob : options.knobs) {
    llvm::Error error = program.schedule->setKnob(knob.name, knob.text);
    if (!error)
      continue;
    if (reason.empty() || !llvm::is_contained(ofTiles, knob.name))
      return error;
    llvm::consumeError(std::move(error));
    return failExpected(options.names.knob.noun + " of schedule " +
                            program.schedule->getName().str(),
                        "'" + knob.name + "' of " + kRowTiles.str() +
                            ", which is not chosen, since " + reason.str());
  }
  return llvm::Error::success();
}

/// Chooses for all sizes.
static llvm::Error chooseOwn(Program &program, llvm::ArrayRef<Operand> operands,
                             const Options &options) {
  auto schedule = openOwn(program, options);
  if (!schedule)
    return schedule.takeError();
  program.schedule = std::move(*schedule);
  llvm::Expected<std::shared_ptr<Schedule>> tiles = nullptr;
  if (options.fixedStructures || options.explain)
    tiles = openTiles(program, options);
  if (!tiles)
    return tiles.takeError();
  std::vector<std::string> set;
  if (*tiles) {
    set = setTileKnobs(**tiles, options);
    if (llvm::Error error =
            chooseRowTiles(program, operands, std::move(*tiles), set, options))
      return error;
  }
  return setOwnKnobs(program, set, options);
}

/// Chooses for the sizes of `version`.
static llvm::Error chooseVersion(Program &program, SizeVersion &version,
                                 const Options &options) {
  StrategyFacts facts = program.facts;
  for (const auto &[dim, size] : version.sizes)
    facts.sizes[dim] = size;
  measureReads(program, facts);
  Strategy strategy = chooseStrategy(program.entry, facts, getTarget(options));
  auto schedule =
      openChosen(*program.module.get().getContext(), strategy, options);
  if (!schedule)
    return schedule.takeError();
  version.schedule = std::move(*schedule);
  return llvm::Error::success();
}

llvm::Error session::chooseSchedule(Program &program,
                                    llvm::ArrayRef<Operand> operands,
                                    const Options &options) {
  bool isOpen = options.schedule == kAuto && !options.checkMode;
  if (isOpen || options.explain)
    program.facts = gatherFacts(program, operands, options);
  for (SizeVersion &version : program.versions)
    version.schedule = program.schedule;
  if (!isOpen)
    return llvm::Error::success();
  for (SizeVersion &version : program.versions)
    if (llvm::Error error = chooseVersion(program, version, options))
      return error;
  return chooseOwn(program, operands, options);
}

llvm::Error session::explainRowTiles(Program &program, const Options &options) {
  if (!program.strategy || !program.strategy->rowTiles.empty() ||
      options.fixedStructures)
    return llvm::Error::success();
  auto tiles = openTiles(program, options);
  if (!tiles)
    return tiles.takeError();
  return *tiles ? chooseRowTiles(program, {}, std::move(*tiles), {}, options)
                : llvm::Error::success();
}

llvm::Expected<std::string> session::printSchedule(const Program &program) {
  if (program.schedule)
    return program.schedule->str();
  return failExpected("a program with a schedule, to print it,",
                      program.name + ", which has none");
}
