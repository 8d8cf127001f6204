//===- Save.cpp - programs for other programs -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Save.h"

#include "Spindle/CInterface/CHeader.h"
#include "Spindle/Execution/SharedObject.h"
#include "Spindle/Session/DeviceProgram.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Stages.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;

/// Has operations without a name keep the one that they take from `function`:
/// schedules know nests by it.
static void keepNames(func::FuncOp function) {
  auto name = StringAttr::get(function.getContext(), function.getName());
  function.walk([&](sparse::GenericOp op) {
    if (!op.getName())
      op.setNameAttr(name);
  });
}

std::string session::getHeaderPath(llvm::StringRef object) {
  object.consume_back(".so");
  return (object + ".h").str();
}

/// Calls the function to save `symbol`, and makes the others private.
static llvm::Error nameEntry(Program &program, StringRef symbol) {
  SymbolTable symbols(*program.module);
  for (auto function : program.module->getOps<func::FuncOp>())
    if (function != program.entry)
      function.setPrivate();
  program.entry.setPublic();
  if (symbol.empty() || symbol == program.entry.getName())
    return llvm::Error::success();
  keepNames(program.entry);
  if (symbols.lookup(symbol) || failed(symbols.rename(program.entry, symbol)))
    return failExpected("a symbol that " + program.name +
                            " has not given to something else",
                        "'" + symbol + "'");
  return llvm::Error::success();
}

/// The C function called `name` that the lowered `module` has.
static FailureOr<cinterface::CSignature> getSignature(ModuleOp module,
                                                      StringRef name) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (auto operands = function->getAttrOfType<ArrayAttr>(
            spindle::sparse::SparseDialect::kOperandsAttr))
      return cinterface::getCSignature(name, operands,
                                       [&] { return function.emitError(); });
  return failure();
}

/// What a shared object for GPUs has: code for those that are common, and for
/// an emulator.
static execution::DeviceImages getSavedImages(const Options &options) {
  execution::DeviceImages images;
  images.chips = {"sm_80", "sm_90"};
  if (!options.chip.empty())
    images.chips = {options.chip};
  images.bitcode = true;
  return images;
}

/// What headers say of `program`, which is lowered, in `object`.
static cinterface::CHeaderNotes
getNotes(const Program &program, StringRef object, const Options &options) {
  cinterface::CHeaderNotes notes;
  notes.object = llvm::sys::path::filename(object).str();
  notes.summary = program.summary;
  notes.cpu = describeHost(options.cpu).cpu;
  notes.isParallel = execution::isParallel(program.module.get());
  if (options.target == RunTarget::CUDA)
    llvm::append_range(notes.chips, getSavedImages(options).chips);
  for (const SizeVersion &version : program.versions)
    notes.versions.push_back(describeSizes(version.sizes));
  return notes;
}

/// Has `module` hold `text`, with a zero at its end, as the constant `name`.
/// Error: something else of that name.
static llvm::Error addText(ModuleOp module, const std::string &name,
                           const std::string &text) {
  if (module.lookupSymbol(name))
    return failExpected("a program that calls nothing '" + name +
                            "', which is its signature",
                        "one that does");
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  std::string value = text + '\0';
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), value.size());
  LLVM::GlobalOp::create(builder, module.getLoc(), type, /*isConstant=*/true,
                         LLVM::Linkage::External, name,
                         builder.getStringAttr(value));
  return llvm::Error::success();
}

/// Lowers the module of `program` to the LLVM dialect, with C functions.
static llvm::Error lowerToC(Program &program, const Options &options) {
  if (options.target == RunTarget::CUDA)
    return lowerForDevice(*program.module, program, options,
                          getSavedImages(options));
  LoweringChoices choices = getChoices(program, options);
  choices.cEntry = true;
  choices.lengthChecks = true;
  return lower(*program.module, program, StopAt::LLVM, choices,
               options.watcher);
}

/// Whether lowered code calls an inspector, which Spindle's runtime has.
static bool callsInspector(ModuleOp module) {
  return module.lookupSymbol("spindle_inspect_begin") ||
         module.lookupSymbol("_mlir_ciface_spindle_inspect_begin");
}

/// What the functions of the object are called.
static std::vector<std::string> getSymbols(const std::string &symbol,
                                           const Options &options) {
  if (options.target == RunTarget::CPU)
    return {symbol};
  return {symbol, cinterface::getLoadName(symbol),
          cinterface::getWorkspaceName(symbol)};
}

/// The name of the function where `options` leave it open.
static std::string getUsualSymbol(Program &program, const Options &options) {
  std::string name = program.entry.getName().str();
  return options.target == RunTarget::CUDA ? name + "_gpu" : name;
}

llvm::Expected<SavedFunction> session::compileToSave(Program &program,
                                                     const Options &options,
                                                     llvm::StringRef object,
                                                     llvm::StringRef name) {
  if (!program.operands.empty() && program.operands.back().isResult)
    return failExpected("a program that returns nothing, to save it,",
                        program.name + ", which returns tensors");
  std::string wanted =
      name.empty() ? getUsualSymbol(program, options) : name.str();
  if (llvm::Error error = nameEntry(program, wanted))
    return std::move(error);
  std::string symbol = program.entry.getName().str();
  if (llvm::Error error = lowerToC(program, options))
    return std::move(error);
  if (callsInspector(*program.module))
    return failExpected("a program that needs no runtime, to save it,",
                        program.name + ", which finds wavefronts when it runs");
  DiagnosticKeeper diagnostics(program.module->getContext());
  auto signature = getSignature(*program.module, symbol);
  if (failed(signature))
    return diagnostics.takeError("expected a C function but got none");
  cinterface::CHeaderNotes notes = getNotes(program, object, options);
  if (llvm::Error error =
          addText(*program.module, cinterface::getSignatureName(symbol),
                  cinterface::writeSignature(*signature, notes)))
    return std::move(error);
  execution::SharedObjectPlan plan{getSymbols(symbol, options), options.cpu,
                                   options.watcher.token,
                                   options.target == RunTarget::CUDA};
  auto code = execution::compileObject(*program.module, plan);
  if (!code)
    return code.takeError();
  return SavedFunction{symbol, std::move(*code),
                       cinterface::writeCHeader(*signature, notes)};
}

/// The text of the header of `functions`, which are in `object`. What they
/// share stands in each and counts once.
static std::string writeHeaders(llvm::ArrayRef<SavedFunction> functions,
                                StringRef object) {
  if (functions.size() == 1)
    return functions.front().header;
  std::string text = ("/* The kernels of " + object + ":").str();
  for (const SavedFunction &function : functions)
    text += "\n   " + function.symbol;
  text += ". */\n";
  for (const SavedFunction &function : functions)
    text += "\n" + function.header;
  return text;
}

llvm::Error session::writeSaved(llvm::ArrayRef<SavedFunction> functions,
                                llvm::StringRef object, OutputFiles &files) {
  std::vector<execution::ObjectCode> codes;
  llvm::StringSet<> symbols;
  for (const SavedFunction &function : functions) {
    if (!symbols.insert(function.symbol).second)
      return failExpected(
          "functions of different names, to save them together,",
          "two called '" + function.symbol + "'");
    codes.push_back(function.code);
  }
  std::string name = llvm::sys::path::filename(object).str();
  if (llvm::Error error = files.add(object, [&](const std::string &path) {
        return execution::writeSharedObject(codes, name, path);
      }))
    return error;
  return files.add(getHeaderPath(object), [&](const std::string &path) {
    return writeText(path, writeHeaders(functions, name));
  });
}
