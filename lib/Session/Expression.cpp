//===- Expression.cpp - programs in index notation ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression.h"

#include "Spindle/Programs/IndexNotation.h"
#include "Spindle/Session/Binding.h"
#include "Spindle/Session/Failure.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;

/// The text of `assignments` for `name`; nothing where there is none.
static std::optional<StringRef> findText(ArrayRef<Assignment> assignments,
                                         StringRef name) {
  for (const Assignment &assignment : assignments)
    if (assignment.name == name)
      return StringRef(assignment.text);
  return std::nullopt;
}

/// Whether `source` is a file of elements with their coordinates.
static bool holdsCoordinates(StringRef source) {
  Source::Kind kind = findArrayKind(source);
  return kind == Source::Kind::MatrixMarket || kind == Source::Kind::Smtx ||
         kind == Source::Kind::Tns || kind == Source::Kind::Npz;
}

/// Whether `options` say that the tensor `name` is dense; nothing where they
/// say no format.
static std::optional<bool> isDense(const Options &options, StringRef name) {
  std::optional<StringRef> format = findText(options.formats, name);
  return format ? std::optional(*format == "dense") : std::nullopt;
}

static bool isSparse(const Options &options, StringRef name) {
  if (std::optional<bool> dense = isDense(options, name))
    return !*dense;
  std::optional<StringRef> source = findText(options.binds, name);
  return source && holdsCoordinates(*source);
}

/// The error `message` on the character `at` of `text`.
static llvm::Error failAt(StringRef text, size_t at, const Twine &message) {
  StringRef before = text.take_front(at);
  size_t lineBegin = before.rfind('\n') + 1;
  return fail(kExpression + ":" + Twine(before.count('\n') + 1) + ":" +
              Twine(at - lineBegin + 1) + ": " + message);
}

/// Errors: a format of what is no tensor of `notation`.
static llvm::Error checkFormats(const programs::Notation &notation,
                                const Options &options) {
  llvm::SmallVector<std::string> names;
  for (const programs::NotationTensor &tensor : programs::getTensors(notation))
    names.push_back(tensor.name);
  auto known = llvm::to_vector_of<StringRef>(names);
  for (const Assignment &format : options.formats)
    if (!llvm::is_contained(names, format.name))
      return fail("expected " + options.names.format.noun + " of a tensor (" +
                  listOf(known) + ") but got '" + format.name + "'" +
                  suggest(format.name, known));
  const std::string &target = notation.target.name;
  if (isSparse(options, target))
    return fail(target +
                ": expected no format, for that of the sparse operand "
                "that it has the indices of, or dense, but got '" +
                *findText(options.formats, target) + "'");
  return llvm::Error::success();
}

llvm::Expected<BuiltProgram> session::buildExpression(MLIRContext &context,
                                                      const Options &options) {
  llvm::Error error = llvm::Error::success();
  auto emitNotationError = [&](size_t at, const Twine &message) {
    if (!error)
      error = failAt(options.expression, at, message);
  };
  std::optional<programs::Notation> notation =
      programs::parseNotation(options.expression, emitNotationError);
  if (!notation)
    return error;
  if (llvm::Error wrong = checkFormats(*notation, options)) {
    llvm::consumeError(std::move(error));
    return wrong;
  }
  auto isSparseHere = [&](StringRef name) { return isSparse(options, name); };
  const std::string &target = notation->target.name;
  programs::NotationOptions made{isSparseHere};
  made.isUpdate = notation->assignment != programs::AssignKind::Store &&
                  findText(options.binds, target);
  made.isDense = isDense(options, target).value_or(false);
  OwningOpRef<ModuleOp> module = programs::buildNotation(
      &context, *notation, kExpression, made, emitNotationError);
  if (!module)
    return error;
  // The options say of dense operands that they are; that is done.
  Options formats = options;
  llvm::erase_if(formats.formats, [](const Assignment &format) {
    return format.text == "dense";
  });
  auto function = *module->getOps<func::FuncOp>().begin();
  programs::ProgramInfo info =
      programs::describeProgram(function, options.expression);
  return buildText(std::move(module), info, formats);
}
