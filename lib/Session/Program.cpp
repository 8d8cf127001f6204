//===- Program.cpp - a program to run -------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Program.h"

#include "BuiltinTensors.h"
#include "Expression.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Calls.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Support/FileErrors.h"
#include "Spindle/Transforms/Tensors/InlineCalls.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;

//===----------------------------------------------------------------------===//
// Diagnostics and the context
//===----------------------------------------------------------------------===//

/// "file:line:col: " of the first location in a file that `location` has.
static std::string describeLocation(Location location) {
  std::string place;
  location->walk([&](Location inner) {
    auto file = dyn_cast<FileLineColLoc>(inner);
    if (!file)
      return WalkResult::advance();
    place = (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
             Twine(file.getColumn()) + ": ")
                .str();
    return WalkResult::interrupt();
  });
  return place;
}

/// The first line of the message of `diagnostic`: where there are more, the
/// others print a whole program.
static std::string getFirstLine(Diagnostic &diagnostic) {
  std::string text = diagnostic.str();
  StringRef line = StringRef(text).split('\n').first.rtrim();
  line.consume_back(" ->");
  return line.str();
}

/// `diagnostic` and its notes, a line each, with their locations; that of a
/// note only where it is another one.
static std::string describe(Diagnostic &diagnostic) {
  Location location = diagnostic.getLocation();
  std::string text = describeLocation(location) + getFirstLine(diagnostic);
  for (Diagnostic &note : diagnostic.getNotes()) {
    text += "\nnote: ";
    if (note.getLocation() != location)
      text += describeLocation(note.getLocation());
    text += getFirstLine(note);
  }
  return text;
}

DiagnosticKeeper::DiagnosticKeeper(MLIRContext *context, const Watcher *watcher)
    : handler(context, [this, watcher](Diagnostic &diagnostic) {
        DiagnosticSeverity severity = diagnostic.getSeverity();
        if (severity == DiagnosticSeverity::Error && text.empty())
          text = describe(diagnostic);
        if (severity == DiagnosticSeverity::Warning && watcher)
          watcher->note(describe(diagnostic));
        return success();
      }) {}

llvm::Error DiagnosticKeeper::takeError(const Twine &otherwise) {
  return text.empty() ? fail(otherwise) : fail(text);
}

std::unique_ptr<MLIRContext> spindle::session::createContext() {
  DialectRegistry registry;
  registry.insert<affine::AffineDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, complex::ComplexDialect,
                  func::FuncDialect, linalg::LinalgDialect, LLVM::LLVMDialect,
                  math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  tensor::TensorDialect, vector::VectorDialect>();
  registry.insert<axis::AxisDialect, iter::IterDialect,
                  spindle::sparse::SparseDialect, tesa::TesaDialect>();
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  // Errors quote the line; a program that was lowered is nobody's text.
  context->printOpOnDiagnostic(false);
  return context;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// The text of the program called `name`: one that ships, or a file.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openProgram(StringRef name) {
  llvm::SmallVector<StringRef> names;
  for (const programs::ProgramText &program : programs::getTexts()) {
    if (program.name == name)
      return llvm::MemoryBuffer::getMemBuffer(program.text,
                                              (name + ".mlir").str());
    names.push_back(program.name);
  }
  bool isFile = name.contains('/') || name.ends_with(".mlir") ||
                llvm::sys::fs::exists(name);
  if (!isFile)
    return fail("expected a built-in program (" + listOf(names) +
                ") or an .mlir file but got '" + name + "'" +
                suggest(name, names));
  auto buffer = llvm::MemoryBuffer::getFile(name);
  if (!buffer)
    return fail(name + ": " + describeReadError(buffer.getError()));
  return std::move(*buffer);
}

/// The function of `program` to run; see `loadProgram`.
static llvm::Expected<func::FuncOp> findEntry(Program &program,
                                              const Options &options) {
  StringRef entry = options.entry, noun = options.names.entry.noun;
  llvm::SmallVector<func::FuncOp> functions;
  llvm::SmallVector<StringRef> names;
  for (auto function : program.module->getOps<func::FuncOp>()) {
    if (function.isDeclaration() || (entry.empty() && function.isPrivate()))
      continue;
    if (function.getName() == entry)
      return function;
    functions.push_back(function);
    names.push_back(function.getName());
  }
  if (!entry.empty())
    return fail(program.name + ": expected " + noun + " to name a function (" +
                listOf(names) + ") but got '" + entry + "'" +
                suggest(entry, names));
  if (functions.empty())
    return fail(program.name + ": expected a function to run but got none");
  if (functions.size() > 1)
    return fail(program.name + ": expected " + noun +
                ", one of the functions " + listOf(names) + ", but got none");
  return functions.front();
}

/// Gives every tensor the name by which the user knows it.
static void nameOperands(Program &program) {
  if (isExpanded(program.entry))
    return;
  for (auto [index, spec] : llvm::enumerate(program.operands))
    if (!spec.isResult)
      program.entry.setArgAttr(
          index, spindle::sparse::SparseDialect::kNameAttr,
          StringAttr::get(program.entry.getContext(), spec.name));
}

llvm::Error spindle::session::setEntry(Program &program,
                                       func::FuncOp function) {
  auto operands = describeOperands(function);
  if (!operands)
    return operands.takeError();
  program.entry = function;
  program.entryName = function.getName().str();
  program.operands = std::move(*operands);
  nameOperands(program);
  return llvm::Error::success();
}

/// Verifies `module`. Operands of calls come first: our error names more.
static LogicalResult verifyProgram(ModuleOp module) {
  WalkResult result = module.walk([](func::CallOp call) {
    return failed(spindle::sparse::verifyCallTypes(call))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return failure(result.wasInterrupted() || failed(verify(module)));
}

/// Reads the program `name` from `text`, which goes to `texts`.
static llvm::Expected<Program>
parseProgram(MLIRContext &context, StringRef name,
             std::unique_ptr<llvm::MemoryBuffer> text, SourceTexts &texts) {
  Program program;
  texts.add(text->getBufferIdentifier(), text->getBuffer());
  program.name = name.str();
  program.summary = programs::getSummary(text->getBuffer());
  DiagnosticKeeper diagnostics(&context);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(text), llvm::SMLoc());
  program.module = parseSourceFile<ModuleOp>(
      sources, ParserConfig(&context, /*verifyAfterParse=*/false));
  if (!program.module || failed(verifyProgram(*program.module)))
    return diagnostics.takeError(name + ": expected a program but got none");
  return program;
}

/// Reads `program`, which was built, from its text, so that its operations know
/// their lines: those of the program as tensors, as the file NAME.mlir.
static llvm::Expected<Program>
parseAgain(MLIRContext &context, Program &program, SourceTexts &sources) {
  std::string text, path = program.name + ".mlir";
  llvm::raw_string_ostream stream(text);
  program.module->print(stream);
  auto parsed =
      parseProgram(context, program.name,
                   llvm::MemoryBuffer::getMemBufferCopy(text, path), sources);
  if (parsed)
    parsed->summary = program.summary;
  return parsed;
}

/// `built` as the program `name`; its lines are known where `options` ask.
static llvm::Expected<Program> takeBuilt(MLIRContext &context,
                                         llvm::Expected<BuiltProgram> built,
                                         StringRef name, StringRef summary,
                                         const Options &options,
                                         SourceTexts &sources) {
  if (!built)
    return built.takeError();
  Program program;
  program.name = name.str();
  program.summary = summary.str();
  program.module = std::move(built->module);
  auto made = options.debugInfo ? parseAgain(context, program, sources)
                                : llvm::Expected<Program>(std::move(program));
  if (made)
    made->hasUsualType = built->hasUsualType;
  return made;
}

/// Makes or reads the module of the program that `options` name.
static llvm::Expected<Program>
openModule(MLIRContext &context, const Options &options, SourceTexts &sources) {
  StringRef name = options.program;
  if (!options.expression.empty()) {
    sources.add(kExpression, options.expression);
    return takeBuilt(context, buildExpression(context, options), kExpression,
                     options.expression, options, sources);
  }
  if (!options.text.empty())
    return parseProgram(
        context, name, llvm::MemoryBuffer::getMemBufferCopy(options.text, name),
        sources);
  if (const programs::ProgramInfo *info = programs::lookUp(name))
    return takeBuilt(context, buildShipped(context, *info, options), name,
                     info->summary, options, sources);
  auto text = openProgram(name);
  if (!text)
    return text.takeError();
  return parseProgram(context, name, std::move(*text), sources);
}

/// Refuses what `options` say of formats and types, for a program whose text is
/// given unless that is a model, whose formats are left open.
static llvm::Error checkTypesAreOpen(const Program &program, bool isModel,
                                     const Options &options) {
  bool isBuilt = !options.expression.empty() || !options.text.empty() ||
                 programs::lookUp(options.program);
  bool saysFormats =
      !options.formats.empty() && !options.formatsOfData && !isModel;
  if (isBuilt || (!saysFormats && options.dtype.empty()))
    return llvm::Error::success();
  return fail(
      "expected " +
      (options.dtype.empty() ? options.names.format : options.names.dtype)
          .noun +
      " of a program that is made for it (" + listOf(getBuiltNames()) +
      ") but got '" + program.name + "', whose types are its own");
}

llvm::Expected<OwningOpRef<ModuleOp>>
spindle::session::readModule(MLIRContext &context, const Options &options) {
  SourceTexts sources;
  llvm::Expected<Program> program = openModule(context, options, sources);
  if (!program)
    return program.takeError();
  return std::move(program->module);
}

/// Leaves out the functions of `program` that nothing but itself calls and that
/// are not the one called `entry`.
static void removeOthers(Program &program, StringRef entry) {
  for (auto function :
       llvm::make_early_inc_range(program.module->getOps<func::FuncOp>()))
    if (function.getName() != entry && !function.isExternal() &&
        SymbolTable::symbolKnownUseEmpty(function, *program.module))
      function.erase();
}

/// Has what the function of `program` called `entry` calls be a part of it.
static llvm::Error inlineCalls(Program &program, StringRef entry) {
  auto calls = [](Operation *op) {
    return isa<func::CallOp>(op) ? WalkResult::interrupt()
                                 : WalkResult::advance();
  };
  if (!program.module->walk(calls).wasInterrupted())
    return llvm::Error::success();
  DiagnosticKeeper diagnostics(program.module->getContext());
  if (!program.written)
    program.written = program.module->clone();
  if (failed(spindle::sparse::inlineCalls(*program.module, entry)))
    return diagnostics.takeError("expected calls that can be a part of their "
                                 "callers but got others");
  return llvm::Error::success();
}

func::FuncOp spindle::session::getWritten(const Program &program) {
  return program.written ? program.written.get().lookupSymbol<func::FuncOp>(
                               program.entryName)
                         : program.entry;
}

llvm::Expected<Program> spindle::session::loadProgram(MLIRContext &context,
                                                      const Options &options,
                                                      SourceTexts &sources) {
  llvm::Expected<Program> program = openModule(context, options, sources);
  if (!program)
    return program;
  bool model = isModel(*program->module);
  if (llvm::Error error = checkTypesAreOpen(*program, model, options))
    return std::move(error);
  if (model)
    if (llvm::Error error = takeModel(*program, options, sources))
      return std::move(error);
  llvm::Expected<func::FuncOp> function = findEntry(*program, options);
  if (!function)
    return function.takeError();
  if (llvm::Error error = inlineCalls(*program, function->getName()))
    return std::move(error);
  if (options.isAlone &&
      (options.schedule == kAuto || options.schedule == kNone))
    removeOthers(*program, function->getName());
  if (llvm::Error error = setEntry(*program, *function))
    return error;
  return program;
}
