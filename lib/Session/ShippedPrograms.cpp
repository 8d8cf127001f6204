//===- ShippedPrograms.cpp - the programs that ship -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShippedPrograms.h"

#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Program.h"

#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;
using programs::ArgumentRole;
using programs::ProgramArgument;
using programs::ProgramInfo;

llvm::SmallVector<StringRef> session::getBuiltNames() {
  return llvm::map_to_vector(
      programs::getPrograms(),
      [](const ProgramInfo &program) { return program.name; });
}

/// The type of elements that `options` ask for.
static llvm::Expected<Type> findElementType(MLIRContext &context,
                                            const Options &options) {
  if (options.dtype.empty())
    return Float32Type::get(&context);
  llvm::SmallVector<std::string> names;
  for (Type type : programs::getElementTypes(&context)) {
    names.push_back(debugString(type));
    if (names.back() == options.dtype)
      return type;
  }
  auto known = llvm::to_vector_of<StringRef>(names);
  return fail("expected " + options.names.dtype.noun +
              " of a type of elements (" + listOf(known) + ") but got '" +
              options.dtype + "'" + suggest(options.dtype, known));
}

/// The formats that `options` ask for, one of an operand that has one.
static llvm::Expected<programs::FormatMap>
findFormats(MLIRContext &context, const ProgramInfo &program,
            const Options &options) {
  llvm::SmallVector<StringRef> names;
  for (const ProgramArgument &argument : program.arguments)
    if (argument.role == ArgumentRole::Sparse)
      names.push_back(argument.name);
  programs::FormatMap formats;
  for (const Assignment &assignment : options.formats) {
    if (!llvm::is_contained(names, assignment.name))
      return fail("expected " + options.names.format.noun +
                  " of a sparse operand (" + listOf(names) + ") but got '" +
                  assignment.name + "'" + suggest(assignment.name, names));
    // It is chosen by data, of which the program has to be known.
    if (assignment.text == kAuto)
      continue;
    DiagnosticKeeper diagnostics(&context);
    auto format = sparse::parseAnyFormatName(
        assignment.text, program.lookUp(assignment.name)->getRank(), &context,
        [&] { return emitError(UnknownLoc::get(&context)); });
    if (!format)
      return fail(assignment.name + ": " +
                  toString(diagnostics.takeError("expected a format")));
    formats[assignment.name] = format;
  }
  return formats;
}

/// What `build` makes of the type and the formats of `options`.
static llvm::Expected<OwningOpRef<ModuleOp>>
buildFor(MLIRContext &context, const ProgramInfo &program,
         const Options &options,
         llvm::function_ref<
             OwningOpRef<ModuleOp>(Type, const programs::FormatMap &,
                                   llvm::function_ref<InFlightDiagnostic()>)>
             build) {
  llvm::Expected<Type> element = findElementType(context, options);
  if (!element)
    return element.takeError();
  auto formats = findFormats(context, program, options);
  if (!formats)
    return formats.takeError();
  DiagnosticKeeper diagnostics(&context);
  OwningOpRef<ModuleOp> module = build(
      *element, *formats, [&] { return emitError(UnknownLoc::get(&context)); });
  if (!module)
    return diagnostics.takeError("expected a program but got none");
  return module;
}

llvm::Expected<OwningOpRef<ModuleOp>>
session::buildShipped(MLIRContext &context, const ProgramInfo &program,
                      const Options &options) {
  return buildFor(context, program, options,
                  [&](Type element, const programs::FormatMap &formats,
                      llvm::function_ref<InFlightDiagnostic()> emitError) {
                    return programs::buildProgram(&context, program.name,
                                                  element, formats, emitError);
                  });
}

llvm::Expected<OwningOpRef<ModuleOp>>
session::buildText(OwningOpRef<ModuleOp> text, const ProgramInfo &program,
                   const Options &options) {
  return buildFor(*text->getContext(), program, options,
                  [&](Type element, const programs::FormatMap &formats,
                      llvm::function_ref<InFlightDiagnostic()> emitError) {
                    return programs::buildProgram(std::move(text), program,
                                                  element, formats, emitError);
                  });
}
