//===- Schedule.cpp - how a program is to be run, as IR -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Schedule/Schedule.h"

#include "FatalOperations.h"
#include "FirstError.h"
#include "Fragments.h"
#include "Knobs.h"
#include "LoweringContext.h"
#include "MisspeltWords.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Support/FileErrors.h"
#include "Spindle/Support/Suggestion.h"
#include "Spindle/TransformOps/ScheduleContext.h"
#include "Spindle/Transforms/Tensors/InlineCalls.h"
#include "UpstreamFaults.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/TuneExtension/TuneExtensionOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace spindle;
using transform::NamedSequenceOp;
using transform::tune::KnobOp;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

llvm::Expected<std::shared_ptr<Schedule>> Schedule::parse(MLIRContext *context,
                                                          StringRef text,
                                                          StringRef source,
                                                          StringRef name) {
  FirstError error(context);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, source),
                             llvm::SMLoc());
  // What the text includes may be a fragment, which it has to have before it is
  // verified.
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(
      sources, ParserConfig(context, /*verifyAfterParse=*/false));
  if (!module)
    return llvm::createStringError(
        error.text + suggestForParseError(context, text, error.location));
  addFragments(*module);
  if (failed(verify(*module)))
    return llvm::createStringError(error.text);
  return take(std::move(module), source, name);
}

/// The sequence of `module` that `name` means.
static NamedSequenceOp findSequence(ModuleOp module, StringRef name) {
  auto all = module.getOps<NamedSequenceOp>();
  SmallVector<NamedSequenceOp> open(
      llvm::make_filter_range(all, [](NamedSequenceOp sequence) {
        return !SymbolOpInterface(sequence).isPrivate();
      }));
  if (name.empty() && open.size() == 1)
    return open.front();
  if (name.empty())
    name = transform::TransformDialect::kTransformEntryPointSymbolName;
  for (NamedSequenceOp sequence : all)
    if (sequence.getSymName() == name)
      return sequence;
  return {};
}

/// The sequences that `entry` uses, and itself.
static llvm::SetVector<Operation *> findUsed(ModuleOp module,
                                             NamedSequenceOp entry) {
  llvm::SetVector<Operation *> used;
  used.insert(entry);
  for (size_t index = 0; index < used.size(); ++index)
    used[index]->walk([&](Operation *op) {
      op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
        if (Operation *found = SymbolTable::lookupSymbolIn(module, symbol))
          used.insert(found);
      });
    });
  return used;
}

/// Refuses what would end the process when `module` is applied, and upstream's
/// operations with a fault that is known.
static llvm::Error checkOperations(ModuleOp module) {
  std::string fault;
  module.walk([&](Operation *op) {
    fault = findFatal(op);
    if (fault.empty())
      fault = findUpstreamFault(op);
    if (fault.empty())
      return WalkResult::advance();
    fault = describeLocation(op->getLoc()) + fault;
    return WalkResult::interrupt();
  });
  return fault.empty() ? llvm::Error::success()
                       : llvm::createStringError(fault);
}

/// Refuses two knobs of one name in one of the sequences that `entry` uses.
static llvm::Error checkNames(ModuleOp module, NamedSequenceOp entry) {
  std::string fault;
  for (Operation *sequence : findUsed(module, entry)) {
    llvm::DenseSet<StringAttr> known;
    sequence->walk([&](KnobOp knob) {
      if (!known.insert(knob.getNameAttr()).second && fault.empty())
        fault = describeLocation(knob.getLoc()) +
                "expected knobs of different names but got another '" +
                knob.getName().str() + "'";
    });
  }
  return fault.empty() ? llvm::Error::success()
                       : llvm::createStringError(fault);
}

llvm::Expected<std::shared_ptr<Schedule>>
Schedule::take(OwningOpRef<ModuleOp> module, StringRef source, StringRef name) {
  SmallVector<StringRef> names;
  for (NamedSequenceOp sequence : module->getOps<NamedSequenceOp>())
    names.push_back(sequence.getSymName());
  NamedSequenceOp entry = findSequence(*module, name);
  if (names.empty())
    return llvm::createStringError(
        source + ": expected a 'transform.named_sequence' but got none");
  if (!entry)
    return llvm::createStringError(
        source + ": expected the name of a sequence (" +
        llvm::join(names, ", ") + ") but got " +
        (name.empty() ? Twine("none") : "'" + name + "'") +
        suggest(name, names));
  std::string place = describeLocation(entry.getLoc());
  if (entry.getBody().getNumArguments() != 1 || !entry.getResultTypes().empty())
    return llvm::createStringError(place + "expected @" + entry.getSymName() +
                                   " to take one handle and to yield nothing");
  if (llvm::Error error = checkOperations(*module))
    return error;
  if (llvm::Error error = checkNames(*module, entry))
    return error;
  std::string misspelt = findMisspeltAttribute(*module);
  if (!misspelt.empty())
    return llvm::createStringError(misspelt);
  auto schedule = std::make_shared<Schedule>();
  schedule->module = std::move(module);
  schedule->entry = entry;
  return schedule;
}

llvm::Expected<ScheduleText> ScheduleText::open(StringRef spec) {
  SmallVector<StringRef> names;
  for (const ShippedSchedule &shipped : getShippedSchedules()) {
    if (shipped.name == spec)
      return ScheduleText{shipped.text.str(), (spec + ".mlir").str(),
                          spec.str()};
    names.push_back(shipped.name);
  }
  auto [path, name] =
      spec.contains(".mlir:") ? spec.rsplit(':') : std::make_pair(spec, "");
  bool isFile = path.contains('/') || path.ends_with(".mlir") ||
                llvm::sys::fs::exists(path);
  if (!isFile)
    return llvm::createStringError(
        "expected a built-in schedule (" + llvm::join(names, ", ") +
        ") or an .mlir file but got '" + spec + "'" + suggest(spec, names));
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError(path + ": " +
                                   describeReadError(buffer.getError()));
  return ScheduleText{(*buffer)->getBuffer().str(), path.str(), name.str()};
}

llvm::Expected<std::shared_ptr<Schedule>> Schedule::open(MLIRContext *context,
                                                         StringRef spec) {
  llvm::Expected<ScheduleText> text = ScheduleText::open(spec);
  if (!text)
    return text.takeError();
  return parse(context, text->text, text->source, text->name);
}

StringRef Schedule::getName() const { return entry.getSymName(); }

std::string Schedule::str() const {
  OwningOpRef<ModuleOp> copy = module->clone();
  auto own = cast<NamedSequenceOp>(
      SymbolTable::lookupSymbolIn(*copy, entry.getSymNameAttr()));
  llvm::SetVector<Operation *> used = findUsed(*copy, own);
  for (Operation &op : llvm::make_early_inc_range(copy->getOps()))
    if (!used.contains(&op))
      op.erase();
    else
      SymbolTable::setSymbolVisibility(
          &op, &op == own ? SymbolTable::Visibility::Public
                          : SymbolTable::Visibility::Private);
  std::string text;
  llvm::raw_string_ostream stream(text);
  copy->print(stream);
  stream << "\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Knobs
//===----------------------------------------------------------------------===//

/// The knob that every schedule has by what it is: nothing adds in an order
/// that the number of threads decides.
static constexpr llvm::StringLiteral kDeterministic = "deterministic";

/// Refuses any value of that knob but 1.
static llvm::Error checkDeterministic(StringRef value) {
  if (value == "1")
    return llvm::Error::success();
  return llvm::createStringError(
      "expected knob 'deterministic' to be 1, since sums have the same bits on "
      "any number of threads, but got '" +
      value + "'");
}

llvm::Error Schedule::setKnob(StringRef name, StringRef value) {
  llvm::SetVector<Operation *> used = findUsed(*module, entry);
  llvm::SetVector<StringRef> names = findKnobNames(used.getArrayRef());
  if (names.contains(name))
    return setKnobOf(used.getArrayRef(), name, value);
  if (name == kDeterministic)
    return checkDeterministic(value);
  std::string known = names.empty() ? "none" : llvm::join(names, ", ");
  return llvm::createStringError("expected a knob of schedule @" + getName() +
                                 " (" + known + ") but got '" + name + "'" +
                                 suggest(name, names.getArrayRef()));
}

std::vector<std::pair<std::string, std::string>> Schedule::getKnobs() const {
  std::vector<std::pair<std::string, std::string>> knobs;
  for (Operation *sequence : findUsed(*module, entry))
    sequence->walk([&](KnobOp knob) {
      std::optional<Attribute> selected = knob.getSelected();
      if (!selected)
        return;
      std::pair<std::string, std::string> pair{knob.getName().str(),
                                               spellOption(*selected)};
      if (!llvm::is_contained(knobs, pair))
        knobs.push_back(std::move(pair));
    });
  return knobs;
}

//===----------------------------------------------------------------------===//
// Applying
//===----------------------------------------------------------------------===//

/// Puts the body and the attributes of `copy` instead of those of
/// `module`.
static void replace(ModuleOp module, ModuleOp copy) {
  module.getBodyRegion().takeBody(copy.getBodyRegion());
  module->setAttrs(copy->getAttrDictionary());
}

/// How deep schedules may be in passes that schedules run: more is one that
/// runs itself.
static constexpr unsigned kMostNested = 8;

/// The schedules that this thread is applying, each by a pass of the one
/// before.
static thread_local unsigned numNested = 0;

LogicalResult spindle::applySchedule(ModuleOp module, const Schedule &schedule,
                                     const LoweringChoices &choices,
                                     std::optional<ProgramStage> stop) {
  llvm::SaveAndRestore nested(numNested, numNested + 1);
  if (numNested > kMostNested)
    return emitError(schedule.getEntry().getLoc())
           << "expected schedules to run passes with schedules at most "
           << kMostNested << " deep but got @" << schedule.getName()
           << " in more";
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(sparse::inlineCalls(*copy)))
    return failure();
  OwningOpRef<ModuleOp> kept;
  auto initialize = [&](transform::TransformState &state) {
    state.addExtension<ScheduleContext>(choices.target, hasWorkers(choices));
    state.addExtension<LoweringContext>(choices,
                                        stop.value_or(ProgramStage::Loops));
  };
  auto finish = [&](transform::TransformState &state) {
    kept = state.getExtension<LoweringContext>()->takeKept();
    return success();
  };
  auto entry =
      cast<transform::TransformOpInterface>(schedule.getEntry().getOperation());
  if (failed(transform::applyTransforms(
          *copy, entry, {}, transform::TransformOptions(),
          /*enforceToplevelTransformOp=*/false, initialize, finish)))
    return failure();
  if (kept)
    copy = std::move(kept);
  if (stop && failed(lowerTo(*copy, *stop, choices, /*divide=*/true)))
    return failure();
  (*copy)->setAttr(iter::IterDialect::kScheduleAttr,
                   StringAttr::get(module.getContext(), schedule.getName()));
  replace(module, *copy);
  return success();
}
