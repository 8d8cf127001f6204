//===- SizedProgram.cpp - programs compiled for their sizes ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/SizedProgram.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Pipelines/SizeVersions.h"
#include "Spindle/Strategy/Strategy.h"
#include "Spindle/Support/Suggestion.h"
#include "Spindle/Target/CPU/Host.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::execution;
using spindle::sparse::SparseDialect;
using spindle::sparse::SparseTensorType;

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

/// The text of `module`, without locations.
static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

llvm::Expected<std::unique_ptr<SizedProgram>>
SizedProgram::create(std::shared_ptr<MLIRContext> context,
                     OwningOpRef<ModuleOp> module, CompileOptions options,
                     std::shared_ptr<KernelCache> cache) {
  auto program = std::make_unique<SizedProgram>();
  program->context = std::move(context);
  program->module = std::move(module);
  program->options = std::move(options);
  program->cache = std::move(cache);
  const CompileOptions &own = program->options;
  if (auto target = describeProcessor(own.cpu); !target)
    return target.takeError();
  if (llvm::Error error = program->addTensors())
    return error;
  KernelKey &key = program->common;
  key.program = print(*program->module);
  key.entry = own.entry;
  key.target = own.cpu + (own.strict ? " strict" : "") +
               (own.parallel ? " parallel" : "");
  if (llvm::Error error = program->openSchedule())
    return error;
  return program;
}

/// Notes the tensors of the function.
llvm::Error SizedProgram::addTensors() {
  auto function = module->lookupSymbol<func::FuncOp>(options.entry);
  if (!function || function.isExternal() || function.getNumResults() != 0)
    return llvm::createStringError("expected a function @" + options.entry +
                                   " that returns nothing but got " +
                                   (function ? "another" : "none"));
  llvm::SmallVector<StringRef> known;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto tensor = dyn_cast<SparseTensorType>(type);
    tensors.emplace_back();
    if (!tensor)
      continue;
    auto name =
        function.getArgAttrOfType<StringAttr>(index, SparseDialect::kNameAttr);
    auto dims =
        function.getArgAttrOfType<ArrayAttr>(index, SparseDialect::kDimsAttr);
    Tensor &own = tensors.back().emplace();
    own.name = name ? name.str() : "arg" + std::to_string(index);
    own.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    if (dims)
      for (StringRef dim : dims.getAsValueRange<StringAttr>()) {
        own.dims.push_back(dim.str());
        known.push_back(dim);
      }
  }
  for (const std::string &dim : options.dims)
    if (!llvm::is_contained(known, dim))
      return llvm::createStringError("expected the name of a dimension of @" +
                                     options.entry + " but got '" + dim + "'" +
                                     suggest(dim, known));
  return llvm::Error::success();
}

/// Sets the knobs in `knobs`.
static llvm::Error
setKnobs(Schedule &schedule,
         llvm::ArrayRef<std::pair<std::string, std::string>> knobs) {
  for (const auto &[knob, value] : knobs)
    if (llvm::Error error = schedule.setKnob(knob, value))
      return error;
  return llvm::Error::success();
}

/// Opens the schedule that is named, and notes it, or that none is.
llvm::Error SizedProgram::openSchedule() {
  DialectRegistry registry;
  registerScheduleDialects(registry);
  context->appendDialectRegistry(registry);
  if (options.schedule == kAutoSchedule) {
    common.schedule = options.schedule;
    for (const auto &[knob, value] : options.knobs)
      common.schedule += " " + knob + "=" + value;
    return llvm::Error::success();
  }
  if (options.schedule.empty())
    return llvm::Error::success();
  auto opened = Schedule::open(context.get(), options.schedule);
  if (!opened)
    return opened.takeError();
  schedule = std::move(*opened);
  if (llvm::Error error = setKnobs(*schedule, options.knobs))
    return error;
  common.schedule = schedule->str();
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// The schedule of the kernel of `key`; null for none.
llvm::Expected<std::shared_ptr<const Schedule>>
SizedProgram::getSchedule(const KernelKey &key) const {
  if (options.schedule != kAutoSchedule)
    return schedule;
  StrategyFacts facts;
  for (const auto &[dim, size] : key.sizes)
    facts.sizes[dim] = size;
  auto target = llvm::cantFail(describeProcessor(options.cpu));
  auto function = module.get().lookupSymbol<func::FuncOp>(options.entry);
  Strategy strategy = chooseStrategy(function, facts, target);
  if (strategy.schedule.empty())
    return std::shared_ptr<const Schedule>();
  auto chosen = Schedule::open(context.get(), strategy.schedule);
  if (!chosen)
    return chosen.takeError();
  auto knobs = (*chosen)->getKnobs();
  for (const KnobChoice &choice : strategy.knobs)
    if (llvm::any_of(
            knobs, [&](const auto &knob) { return knob.first == choice.knob; }))
      if (llvm::Error error = (*chosen)->setKnob(choice.knob, choice.value))
        return error;
  if (llvm::Error error = setKnobs(**chosen, options.knobs))
    return error;
  return std::move(*chosen);
}

/// Compiles the kernel of `key`. Only one thread does so at a time.
llvm::Expected<KernelCache::Entry>
SizedProgram::compile(const KernelKey &key) const {
  auto chosen = getSchedule(key);
  if (!chosen)
    return chosen.takeError();
  LoweringChoices choices;
  choices.target = llvm::cantFail(describeProcessor(options.cpu));
  choices.schedule = std::move(*chosen);
  choices.strict = options.strict;
  choices.lengthChecks = true;
  choices.parallel = options.parallel;
  std::string report;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && report.empty())
      report = diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> copy = module.get().clone();
  if (failed(specializeSizes(*copy, options.entry, key.sizes)) ||
      failed(
          lowerWithVersions(*copy, options.entry, {}, StopAt::LLVM, choices)))
    return llvm::createStringError(report);
  auto signature = getSignature(*copy, options.entry, tensors.size());
  if (!signature)
    return signature.takeError();
  auto kernel = Kernel::compile(*copy, options.entry, options.cpu);
  if (!kernel)
    return kernel.takeError();
  return std::make_shared<CompiledKernel>(
      CompiledKernel{context, *signature, std::move(*kernel)});
}

//===----------------------------------------------------------------------===//
// Calling
//===----------------------------------------------------------------------===//

/// The sizes of the dimensions that have names.
llvm::Expected<llvm::StringMap<int64_t>>
SizedProgram::findSizes(llvm::ArrayRef<OperandView> operands) const {
  if (operands.size() != tensors.size())
    return llvm::createStringError("expected %zu operands but got %zu",
                                   tensors.size(), operands.size());
  llvm::StringMap<int64_t> sizes;
  for (auto [operand, tensor] : llvm::zip_equal(operands, tensors)) {
    const auto *view = std::get_if<TensorView>(&operand);
    if (!tensor && !view)
      continue;
    if (!tensor || !view || view->name != tensor->name ||
        view->shape.size() != tensor->shape.size())
      return llvm::createStringError(
          "expected " +
          (tensor ? "tensor " + tensor->name + " of " +
                        std::to_string(tensor->shape.size()) + " dimensions"
                  : std::string("memory or a number")) +
          " but got another operand");
    for (auto [d, size] : llvm::enumerate(view->shape)) {
      int64_t wanted = tensor->shape[d];
      if (!tensor->dims.empty() && ShapedType::isDynamic(wanted))
        wanted = sizes.try_emplace(tensor->dims[d], size).first->second;
      if (!ShapedType::isDynamic(wanted) && wanted != size)
        return llvm::createStringError(
            "expected dimension %zu of %s to have size %lld but got %lld", d,
            tensor->name.c_str(), static_cast<long long>(wanted),
            static_cast<long long>(size));
    }
  }
  return sizes;
}

llvm::Error SizedProgram::run(llvm::ArrayRef<OperandView> operands) const {
  auto sizes = findSizes(operands);
  if (!sizes)
    return sizes.takeError();
  KernelKey key = common;
  for (const std::string &dim : options.dims)
    if (auto size = sizes->find(dim);
        size != sizes->end() && size->second <= options.largestSize)
      key.sizes.emplace_back(dim, size->second);
  auto kernel = cache->get(key, [&] { return compile(key); });
  if (!kernel)
    return kernel.takeError();
  auto arguments = ArgumentList::create((*kernel)->signature, operands);
  if (!arguments)
    return arguments.takeError();
  if (llvm::Error error = (*kernel)->kernel.check(*arguments))
    return error;
  (*kernel)->kernel.run(*arguments);
  return llvm::Error::success();
}
