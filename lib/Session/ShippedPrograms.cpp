//===- ShippedPrograms.cpp - the programs that ship -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShippedPrograms.h"

#include "ElementType.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Program.h"

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

/// What follows the name of what is no operand among `names`, those of
/// `program` that have a format to choose.
static std::string describeOther(const ProgramInfo &program, StringRef name,
                                 ArrayRef<StringRef> names) {
  const ProgramArgument *argument = program.lookUp(name);
  if (!argument)
    return suggest(name, names);
  switch (argument->role) {
  case ArgumentRole::Sparse:
    return "";
  case ArgumentRole::Dense:
    return ", which is dense in this program";
  case ArgumentRole::Scalar:
    return ", which is a number in this program";
  case ArgumentRole::SharesStructure:
    return ", which has the structure of another operand in this program";
  }
  llvm_unreachable("the role is one of the four");
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
                  assignment.name + "'" +
                  describeOther(program, assignment.name, names));
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

llvm::Expected<BuiltProgram> session::buildText(OwningOpRef<ModuleOp> text,
                                                const ProgramInfo &program,
                                                const Options &options) {
  MLIRContext &context = *text->getContext();
  auto element = chooseElementType(context, program, options);
  if (!element)
    return element.takeError();
  auto formats = findFormats(context, program, options);
  if (!formats)
    return formats.takeError();
  DiagnosticKeeper diagnostics(&context);
  OwningOpRef<ModuleOp> module = programs::buildProgram(
      std::move(text), program, element->type, *formats,
      [&] { return emitError(UnknownLoc::get(&context)); });
  if (!module)
    return diagnostics.takeError("expected a program but got none");
  return BuiltProgram{std::move(module), element->isUsual};
}

llvm::Expected<BuiltProgram> session::buildShipped(MLIRContext &context,
                                                   const ProgramInfo &program,
                                                   const Options &options) {
  return buildText(programs::readProgram(&context, program), program, options);
}
