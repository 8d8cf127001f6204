//===- Save.cpp - programs for other programs -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Save.h"

#include "Spindle/CInterface/CHeader.h"
#include "Spindle/CInterface/CNames.h"
#include "Spindle/Dialect/Sparse/IR/Inspection.h"
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

/// What C calls `function` of a lowered module, the body of a C function.
static std::string getCName(StringRef function) {
  return function.split(".kernel").first.str();
}

/// The functions behind those that C calls in the lowered `module`: the
/// program's own, then those that inspect for it.
static llvm::SmallVector<LLVM::LLVMFuncOp> getBodies(ModuleOp module) {
  llvm::SmallVector<LLVM::LLVMFuncOp> bodies;
  LLVM::LLVMFuncOp own;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!function->hasAttr(spindle::sparse::SparseDialect::kOperandsAttr))
      continue;
    if (function->hasAttr(sparse::kInspectsForAttr))
      bodies.push_back(function);
    else if (!own)
      own = function;
  }
  if (own)
    bodies.insert(bodies.begin(), own);
  return bodies;
}

/// The C function `name` whose body is `body`.
static FailureOr<cinterface::CSignature> getSignature(LLVM::LLVMFuncOp body,
                                                      StringRef name) {
  return cinterface::getCSignature(
      name,
      body->getAttrOfType<ArrayAttr>(
          spindle::sparse::SparseDialect::kOperandsAttr),
      [&] { return body.emitError(); });
}

/// What `body` says of what inspectors find for it, and who finds it.
static cinterface::CInspection getInspection(LLVM::LLVMFuncOp body) {
  auto getName = [&](StringRef attr) {
    auto symbol = body->getAttrOfType<FlatSymbolRefAttr>(attr);
    return symbol ? getCName(symbol.getValue()) : std::string();
  };
  cinterface::CInspection inspection;
  inspection.inspectsFor = getName(sparse::kInspectsForAttr);
  inspection.inspect = getName(sparse::kInspectAttr);
  if (inspection.inspect.empty())
    return inspection;
  inspection.check = getName(sparse::kInspectCheckAttr);
  inspection.sizes = inspection.inspect + "_sizes";
  for (auto operand : body->getAttrOfType<ArrayAttr>(sparse::kFoundAttr)
                          .getAsRange<sparse::OperandAttr>())
    inspection.found.push_back(operand.getName().str());
  return inspection;
}

/// Says what the functions of an inspection are to one another: `main` is that
/// of the function that is given what is found, `own` that of the one at hand.
static std::string describeInspection(const cinterface::CInspection &main,
                                      const std::string &name,
                                      const std::string &summary) {
  if (main.found.empty())
    return summary;
  std::string found = llvm::join(main.found, ", ");
  if (name == main.inspect)
    return "It finds " + found + " for " + main.inspectsFor + ".";
  if (name == main.sizes)
    return "It sets entries[i] to the number of entries of the i-th of " +
           found + ".";
  if (name == main.check)
    return "It checks that " + found + " were found in these structures.";
  return summary + (summary.empty() ? "" : " ") + main.inspect + " finds " +
         found + " once for all calls with the same structures; " + main.sizes +
         " says how many entries each has.";
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
  choices.inspectors = InspectorUse::Apart;
  return lower(*program.module, program, StopAt::LLVM, choices,
               options.watcher);
}

/// Whether lowered code calls an inspector, which Spindle's runtime has.
static bool callsInspector(ModuleOp module) {
  return module.lookupSymbol("spindle_inspect_begin") ||
         module.lookupSymbol("_mlir_ciface_spindle_inspect_begin");
}

/// Adds the signatures of all C functions of the lowered `program` to it, and
/// their names to `symbols`. The text of their headers.
static llvm::Expected<std::string>
describeFunctions(Program &program, const std::string &symbol, StringRef object,
                  const Options &options, std::vector<std::string> &symbols) {
  DiagnosticKeeper diagnostics(program.module->getContext());
  cinterface::CHeaderNotes notes = getNotes(program, object, options);
  std::string headers, summary = notes.summary;
  auto bodies = getBodies(*program.module);
  cinterface::CInspection main;
  for (LLVM::LLVMFuncOp body : bodies) {
    bool isOwn = body == bodies.front();
    auto signature =
        getSignature(body, isOwn ? symbol : getCName(body.getName()));
    if (failed(signature))
      return diagnostics.takeError("expected a C function but got none");
    notes.inspection = getInspection(body);
    if (isOwn) {
      main = notes.inspection;
      main.inspectsFor = signature->name;
    }
    notes.summary = describeInspection(main, signature->name, summary);
    if (llvm::Error error = addText(
            *program.module, cinterface::getSignatureName(signature->name),
            cinterface::writeSignature(*signature, notes)))
      return std::move(error);
    headers += (headers.empty() ? "" : "\n") +
               cinterface::writeCHeader(*signature, notes);
    symbols.push_back(signature->name);
  }
  if (headers.empty())
    return diagnostics.takeError("expected a C function but got none");
  return headers;
}

/// What the functions for a GPU are called beside `symbol`.
static std::vector<std::string> getDeviceSymbols(const std::string &symbol,
                                                 const Options &options) {
  if (options.target == RunTarget::CPU)
    return {};
  return {cinterface::getLoadName(symbol),
          cinterface::getWorkspaceName(symbol)};
}

/// The name of the function where `options` leave it open.
static std::string getUsualSymbol(Program &program, const Options &options) {
  std::string name = cinterface::toCFunctionName(program.entry.getName());
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
  bool inspects = callsInspector(*program.module);
  if (inspects && !program.versions.empty())
    return failExpected("a program that is specialized to no sizes, or to one, "
                        "to save what it inspects,",
                        program.name);
  std::vector<std::string> symbols = getDeviceSymbols(symbol, options);
  llvm::Expected<std::string> header =
      describeFunctions(program, symbol, object, options, symbols);
  if (!header)
    return header.takeError();
  execution::SharedObjectPlan plan{symbols, options.cpu, options.watcher.token,
                                   options.target == RunTarget::CUDA};
  plan.inspects = inspects;
  auto code = execution::compileObject(*program.module, plan);
  if (!code)
    return code.takeError();
  return SavedFunction{symbol, std::move(*code), std::move(*header)};
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
