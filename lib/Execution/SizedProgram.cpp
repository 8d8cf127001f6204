//===- SizedProgram.cpp - programs compiled for their sizes ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/SizedProgram.h"

#include "Spindle/Pipelines/SizeVersions.h"
#include "Spindle/Strategy/Strategy.h"
#include "Spindle/Support/Suggestion.h"
#include "Spindle/Target/CPU/Host.h"
#include "Spindle/Transforms/Tensors/DescribeOperands.h"
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
  if (llvm::Error error = program->addOperands())
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

/// Notes what the function says of its operands.
llvm::Error SizedProgram::addOperands() {
  auto function = module->lookupSymbol<func::FuncOp>(options.entry);
  if (!function || function.isExternal() || function.getNumResults() != 0)
    return llvm::createStringError("expected a function @" + options.entry +
                                   " that returns nothing but got " +
                                   (function ? "another" : "none"));
  context->loadDialect<SparseDialect>();
  llvm::SmallVector<StringRef> known;
  for (auto operand :
       sparse::describeOperands(function).getAsRange<sparse::OperandAttr>()) {
    operands.push_back(operand);
    if (isa<SparseTensorType>(operand.getType()) && operand.getDims())
      llvm::append_range(known,
                         operand.getDims().getAsValueRange<StringAttr>());
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
  auto chosen = openStrategy(context.get(), strategy);
  if (!chosen)
    return chosen.takeError();
  if (!*chosen)
    return std::shared_ptr<const Schedule>();
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
  auto signature = getSignature(*copy, options.entry, operands.size());
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
SizedProgram::findSizes(llvm::ArrayRef<OperandView> views) const {
  if (views.size() != operands.size())
    return llvm::createStringError("expected %zu operands but got %zu",
                                   operands.size(), views.size());
  llvm::StringMap<int64_t> sizes;
  for (auto [given, operand] : llvm::zip_equal(views, operands)) {
    const auto *view = std::get_if<TensorView>(&given);
    auto tensor = dyn_cast<SparseTensorType>(operand.getType());
    if (!tensor && !view)
      continue;
    if (!tensor || !view || view->name != operand.getName().getValue() ||
        int64_t(view->shape.size()) != tensor.getRank())
      return llvm::createStringError(
          "expected " +
          (tensor ? "tensor " + operand.getName().str() + " of " +
                        std::to_string(tensor.getRank()) + " dimensions"
                  : std::string("memory or a number")) +
          " but got another operand");
    for (auto [d, size] : llvm::enumerate(view->shape)) {
      int64_t wanted = tensor.getDimSize(d);
      if (operand.getDims() && ShapedType::isDynamic(wanted)) {
        auto dim = cast<StringAttr>(operand.getDims()[d]);
        wanted = sizes.try_emplace(dim.getValue(), size).first->second;
      }
      if (!ShapedType::isDynamic(wanted) && wanted != size)
        return llvm::createStringError(
            "expected dimension %zu of %s to have size %lld but got %lld", d,
            operand.getName().str().c_str(), static_cast<long long>(wanted),
            static_cast<long long>(size));
    }
  }
  return sizes;
}

llvm::Error SizedProgram::run(llvm::ArrayRef<OperandView> views) const {
  auto sizes = findSizes(views);
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
  auto arguments = ArgumentList::create((*kernel)->signature, views);
  if (!arguments)
    return arguments.takeError();
  if (llvm::Error error = (*kernel)->kernel.check(*arguments))
    return error;
  (*kernel)->kernel.run(*arguments);
  return llvm::Error::success();
}
