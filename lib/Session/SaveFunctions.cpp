//===- SaveFunctions.cpp - several functions in one object ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Programs/Programs.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Save.h"
#include "Spindle/Session/Session.h"
#include "Spindle/Session/Specializing.h"

using namespace spindle;
using namespace spindle::session;
using llvm::StringRef;

std::vector<std::string> session::listFunctions(const Options &options) {
  std::vector<std::string> names;
  if (!options.expression.empty() || programs::lookUp(options.program))
    return names;
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  auto module = readModule(*context, options);
  if (!module) {
    // Who opens the program tells why.
    llvm::consumeError(module.takeError());
    return names;
  }
  for (auto function : (*module)->getOps<mlir::func::FuncOp>())
    if (!function.isExternal() && !function.isPrivate())
      names.push_back(function.getName().str());
  return names;
}

namespace {
/// What functions have, each once.
using Names = std::vector<std::string>;
} // namespace

/// Adds `name` where it is new.
static void addName(Names &names, const std::string &name) {
  if (!llvm::is_contained(names, name))
    names.push_back(name);
}

/// Checks that each of `given`, which errors call `noun`, is one of `names`.
static llvm::Error checkGiven(llvm::ArrayRef<Assignment> given, StringRef noun,
                              StringRef what, const Names &names) {
  llvm::SmallVector<StringRef> known(names.begin(), names.end());
  for (const Assignment &assignment : given)
    if (!llvm::is_contained(names, assignment.name))
      return failExpected(noun + " of " + what + " (" + listOf(known) + ")",
                          "'" + assignment.name + "'" +
                              suggest(assignment.name, known));
  return llvm::Error::success();
}

/// Leaves out of `given` what is not one of `names`.
static void keep(llvm::SmallVector<Assignment> &given, const Names &names) {
  llvm::erase_if(given, [&](const Assignment &assignment) {
    return !llvm::is_contained(names, assignment.name);
  });
}

/// The operands of `program`.
static Names getOperandNames(const Program &program) {
  Names names;
  for (const OperandSpec &spec : program.operands)
    addName(names, spec.name);
  return names;
}

/// The names of the dimensions of `program`.
static Names getDimNames(const Program &program) {
  Names names;
  for (const OperandSpec &spec : program.operands)
    for (const std::string &dim : spec.dims)
      addName(names, dim);
  return names;
}

/// What `options` say that counts for the function called `name` of their
/// program; what that one has goes to `operands` and `dims`.
static llvm::Expected<Options> limit(const Options &options, StringRef name,
                                     Names &operands, Names &dims) {
  Options own = options;
  own.entry = name.str();
  own.isAlone = true;
  own.binds.clear();
  Session session(own);
  if (llvm::Error error = session.open())
    return std::move(error);
  Names ownOperands = getOperandNames(session.getProgram());
  Names ownDims = getDimNames(session.getProgram());
  own.binds = options.binds;
  keep(own.binds, ownOperands);
  keep(own.sizes, ownDims);
  keep(own.specialized, ownDims);
  for (const std::string &operand : ownOperands)
    addName(operands, operand);
  for (const std::string &dim : ownDims)
    addName(dims, dim);
  return own;
}

/// Compiles the function that `options` name for `object`.
static llvm::Expected<SavedFunction> compileOne(const Options &options,
                                                StringRef object) {
  Session session(options);
  if (llvm::Error error = session.open())
    return std::move(error);
  if (options.schedule == kAuto || !options.constants.empty()) {
    if (llvm::Error error = session.findSources(/*givenAlone=*/true))
      return std::move(error);
    if (llvm::Error error = session.load())
      return std::move(error);
  }
  if (llvm::Error error = session.choose())
    return std::move(error);
  return session.compileToSave(object, "");
}

llvm::Error session::saveFunctions(const Options &options,
                                   llvm::ArrayRef<std::string> names,
                                   StringRef object, OutputFiles &files) {
  Names operands, dims;
  std::vector<Options> each;
  for (const std::string &name : names) {
    llvm::Expected<Options> own = limit(options, name, operands, dims);
    if (!own)
      return own.takeError();
    each.push_back(std::move(*own));
  }
  const SettingNames &words = options.names;
  if (llvm::Error error =
          checkGiven(options.binds, words.source.noun, "an operand", operands))
    return error;
  if (llvm::Error error =
          checkGiven(options.sizes, words.size.noun, "a dimension", dims))
    return error;
  if (llvm::Error error = checkGiven(
          options.specialized, words.specialization.noun, "a dimension", dims))
    return error;
  std::vector<SavedFunction> functions;
  for (const Options &own : each) {
    llvm::Expected<SavedFunction> function = compileOne(own, object);
    if (!function)
      return function.takeError();
    functions.push_back(std::move(*function));
  }
  return writeSaved(functions, object, files);
}
