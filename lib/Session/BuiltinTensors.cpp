//===- BuiltinTensors.cpp - programs on builtin tensors -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltinTensors.h"
#include "ArchiveWeights.h"
#include "PlanMeasure.h"
#include "Widen.h"

#include "Spindle/CInterface/DTypes.h"
#include "Spindle/Conversion/LinalgToSparse.h"
#include "Spindle/Conversion/Passes.h"
#include "Spindle/Dialect/Sparse/IR/ModelAttrs.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Plans/Plan.h"
#include "Spindle/Plans/PlanOps.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Program.h"
#include "Spindle/Session/Stages.h"
#include "Spindle/Target/CPU/Host.h"
#include "Spindle/TransformOps/ScheduleContext.h"
#include "Spindle/Transforms/Linalg/Passes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;
using spindle::sparse::SparseDialect;

bool session::isModel(ModuleOp module) {
  return llvm::any_of(module.getOps<func::FuncOp>(), isOnBuiltinTensors);
}

/// Has argument `number` of `function` be in the format that `text` names; one
/// that suits the data is chosen among those of a matrix in rows.
static llvm::Error setFormat(func::FuncOp function, unsigned number,
                             StringRef name, StringRef text) {
  MLIRContext *context = function.getContext();
  auto type = cast<RankedTensorType>(function.getArgumentTypes()[number]);
  DiagnosticKeeper diagnostics(context);
  Attribute format = spindle::sparse::parseArgumentFormat(
      text == kAuto ? "csr" : text, type.getRank(), context,
      [&] { return emitError(UnknownLoc::get(context)); });
  if (!format)
    return fail(name + ": " +
                toString(diagnostics.takeError("expected a format")));
  function.setArgAttr(number, spindle::sparse::kFormatAttr, format);
  return llvm::Error::success();
}

void session::nameArguments(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    for (auto [arg, type] : llvm::enumerate(function.getArgumentTypes()))
      if (isa<RankedTensorType>(type) &&
          !function.getArgAttr(arg, SparseDialect::kNameAttr))
        function.setArgAttr(
            arg, SparseDialect::kNameAttr,
            StringAttr::get(function.getContext(), "arg" + Twine(arg)));
}

/// Has arguments be in the formats that `options` name.
static llvm::Error setFormats(ModuleOp module, const Options &options) {
  for (const Assignment &format : options.formats) {
    llvm::SmallVector<StringRef> names;
    bool isSet = false;
    for (auto function : module.getOps<func::FuncOp>())
      for (unsigned arg = 0; arg < function.getNumArguments(); ++arg) {
        auto name = function.getArgAttrOfType<StringAttr>(
            arg, SparseDialect::kNameAttr);
        if (!name || !isa<RankedTensorType>(function.getArgumentTypes()[arg]))
          continue;
        names.push_back(name);
        if (name != format.name)
          continue;
        isSet = true;
        if (llvm::Error error =
                setFormat(function, arg, format.name, format.text))
          return error;
      }
    if (!isSet)
      return fail("expected " + options.names.format.noun + " of a tensor (" +
                  listOf(names) + ") but got '" + format.name + "'" +
                  suggest(format.name, names));
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// Changes `module` by `sequence`, with the knobs of `options`.
static llvm::Error applySequence(ModuleOp module, Schedule &sequence,
                                 const Options &options) {
  for (const Assignment &knob : options.knobs)
    if (llvm::Error error = sequence.setKnob(knob.name, knob.text))
      return error;
  DiagnosticKeeper diagnostics(module.getContext());
  OwningOpRef<ModuleOp> copy = module.clone();
  auto entry =
      cast<transform::TransformOpInterface>(sequence.getEntry().getOperation());
  auto initialize = [&](transform::TransformState &state) {
    state.addExtension<ScheduleContext>(
        llvm::cantFail(describeProcessor(options.cpu)),
        countThreads(options) > 1);
  };
  if (failed(transform::applyTransforms(
          *copy, entry, {}, transform::TransformOptions(),
          /*enforceToplevelTransformOp=*/false, initialize)))
    return diagnostics.takeError("expected a plan that applies but got '" +
                                 sequence.getName() + "'");
  module.getBodyRegion().takeBody(copy->getBodyRegion());
  return llvm::Error::success();
}

/// Has functions of `program` be computed as the plan of `options` says.
static llvm::Error applyPlan(Program &program, const Options &options,
                             SourceTexts &sources) {
  ModuleOp module = *program.module;
  if (options.plan == kNone)
    return llvm::Error::success();
  DialectRegistry registry;
  registerScheduleDialects(registry);
  registerPlanOps(registry);
  module.getContext()->appendDialectRegistry(registry);
  if (llvm::Error error = markArchiveWeights(module, options))
    return error;
  if (options.plan != kAuto) {
    llvm::Expected<ScheduleText> text = ScheduleText::open(options.plan);
    if (!text)
      return text.takeError();
    sources.add(text->source, text->text);
    auto sequence = Schedule::parse(module.getContext(), text->text,
                                    text->source, text->name);
    return sequence ? applySequence(module, **sequence, options)
                    : sequence.takeError();
  }
  plans::PlanOptions planned;
  planned.machine =
      plans::describeMachine(llvm::cantFail(describeProcessor(options.cpu)));
  planned.measured = options.measuredFormats;
  planned.measure = getPlanMeasure(options);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!isOnBuiltinTensors(function) || function.isPrivate())
      continue;
    auto plan = plans::makePlan(function, planned);
    if (!plan)
      return plan.takeError();
    program.plan = std::move(*plan);
  }
  return llvm::Error::success();
}

std::vector<KeptOperand> session::listKept(ModuleOp module) {
  std::vector<KeptOperand> kept;
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned arg = 0; arg < function.getNumArguments(); ++arg) {
      auto left = function.getArgAttrOfType<tesa::KeptAttr>(
          arg, tesa::TesaDialect::kKeptAttr);
      auto name =
          function.getArgAttrOfType<StringAttr>(arg, SparseDialect::kNameAttr);
      if (left && name)
        kept.push_back(
            {name.str(), left.getShape().vec(), left.getCoordinates()});
    }
  return kept;
}

/// The elements that `mask`, of an argument that has `kept` of the weight,
/// keeps, among all of the weight.
static std::vector<uint8_t> spread(const Mask &mask, tesa::KeptAttr kept) {
  std::vector<uint8_t> own =
      mask.getCellsOver(MaskSizes(mask.getShape().size(), 1));
  if (!kept)
    return own;
  std::vector<MaskSizes> left = kept.getCoordinates();
  MaskSizes shape(kept.getShape()), sizes, at(shape.size(), 0), from(at);
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  for (const MaskSizes &of : left)
    sizes.push_back(of.size());
  std::vector<uint8_t> all(count, 0);
  for (uint8_t cell : own) {
    for (size_t dim = 0; dim < at.size(); ++dim)
      from[dim] = left[dim][at[dim]];
    all[getLinearIndex(from, shape)] = cell;
    nextIndex(at, sizes);
  }
  return all;
}

/// What argument `arg` of `function` has of a weight; nothing where it is
/// whole.
static std::optional<DividedPart> describePart(func::FuncOp function,
                                               unsigned arg) {
  auto attr = function.getArgAttrOfType<tesa::PartAttr>(
      arg, tesa::TesaDialect::kPartAttr);
  auto name =
      function.getArgAttrOfType<StringAttr>(arg, SparseDialect::kNameAttr);
  if (!attr || !name)
    return std::nullopt;
  auto type = cast<RankedTensorType>(function.getArgumentTypes()[arg]);
  auto own = cinterface::getDType(type.getElementType());
  auto whole = cinterface::getDType(attr.getType().getElementType());
  if (!own || !whole)
    return std::nullopt;
  DividedPart part{
      name.str(), attr.getWhole().str(), attr.getType().getShape().vec(),
      *whole,     unpackedType(*own),    ""};
  llvm::raw_string_ostream(part.format) << attr.getFormat();
  if (isa<IntegerType>(attr.getFormat()))
    part.bits = attr.getFormat().getIntOrFloatBitWidth();
  part.dim = attr.getDim();
  part.isSteps = attr.isSteps(type);
  auto mask = function.getArgAttrOfType<tesa::MaskAttr>(
      arg, tesa::TesaDialect::kMaskAttr);
  auto kept = function.getArgAttrOfType<tesa::KeptAttr>(
      arg, tesa::TesaDialect::kKeptAttr);
  if (!part.isSteps && (mask || kept))
    part.keeps =
        spread(mask ? mask.getMask() : Mask::all(type.getShape().vec()), kept);
  return part;
}

std::vector<DividedPart> session::listDivided(ModuleOp module) {
  std::vector<DividedPart> parts;
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned arg = 0; arg < function.getNumArguments(); ++arg)
      if (auto part = describePart(function, arg))
        parts.push_back(std::move(*part));
  return parts;
}

/// How `target` wants to have bytes that it multiplies.
static Factors chooseFactors(const Target &target) {
  if (target.worker == WorkerKind::Block)
    return Factors::AsStored;
  if (target.findContraction(NumberType::U8, NumberType::I8, NumberType::I32))
    return Factors::MixedSigns;
  return target.pairProducts ? Factors::Words : Factors::AsStored;
}

std::string session::printWide(func::FuncOp function) {
  OwningOpRef<func::FuncOp> wide = cloneWide(function);
  for (unsigned arg = 0; arg < wide->getNumArguments(); ++arg)
    if (DictionaryAttr attrs = function.getArgAttrDict(arg))
      for (NamedAttribute attr : attrs)
        if (attr.getName() != SparseDialect::kNameAttr)
          wide->removeArgAttr(arg, attr.getName());
  std::string text;
  llvm::raw_string_ostream out(text);
  wide->print(out);
  out << "\n";
  return text;
}

llvm::Error session::narrowSums(ModuleOp module) {
  DiagnosticKeeper diagnostics(module.getContext());
  PassManager passes(module.getContext());
  passes.addPass(createNarrowSumsPass());
  return succeeded(passes.run(module))
             ? llvm::Error::success()
             : diagnostics.takeError("expected a model but got none");
}

/// Whether the functions of `a` and `b` take the same arguments.
static bool haveSameTypes(ModuleOp a, ModuleOp b) {
  return llvm::all_of(b.getOps<func::FuncOp>(), [&](func::FuncOp function) {
    auto other = a.lookupSymbol<func::FuncOp>(function.getName());
    return other && other.getFunctionType() == function.getFunctionType();
  });
}

llvm::Error session::takeModel(Program &program, const Options &options,
                               SourceTexts &sources) {
  ModuleOp module = *program.module;
  nameArguments(module);
  if (llvm::Error error = setFormats(module, options))
    return error;
  OwningOpRef<ModuleOp> before = module.clone();
  // Plans are of bytes, too, that are widened before they are multiplied.
  if (llvm::Error error = narrowSums(module))
    return error;
  if (llvm::Error error = applyPlan(program, options, sources))
    return error;
  program.kept = listKept(module);
  program.divided = listDivided(module);
  auto functions = llvm::to_vector(before->getOps<func::FuncOp>());
  if (!program.divided.empty() && functions.size() == 1)
    program.wide = printWide(functions.front());
  // A plan may give a function other arguments.
  bool areSame = haveSameTypes(*before, module);
  program.written = areSame ? std::move(before) : module.clone();
  DiagnosticKeeper diagnostics(module.getContext());
  PassManager passes(module.getContext());
  SplitZeroPointsPassOptions products;
  products.factors = chooseFactors(getTarget(options));
  passes.addPass(createSplitZeroPointsPass(products));
  passes.addPass(createConvertLinalgToSparsePass());
  if (failed(passes.run(module)))
    return diagnostics.takeError("expected a model but got none");
  return llvm::Error::success();
}
