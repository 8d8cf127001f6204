//===- ElementType.cpp - the type that a program is built for -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementType.h"

#include "ReadFile.h"
#include "Spindle/CInterface/DTypes.h"
#include "Spindle/Runtime/IO/MatrixMarket.h"
#include "Spindle/Runtime/Support/Widening.h"
#include "Spindle/Session/Binding.h"
#include "Spindle/Session/Failure.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;
using programs::ArgumentElement;
using programs::ArgumentRole;
using programs::ProgramArgument;
using programs::ProgramInfo;
using runtime::DType;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {

/// A file that says of which type its elements are.
struct TypedFile {
  /// The argument that is bound to it.
  const ProgramArgument *argument;
  std::string path;
  DType dtype;
};

} // namespace

/// The type that the file at `path` names; nothing where it names none, or
/// cannot be read, which whoever reads all of it tells of.
static std::optional<DType> readType(StringRef path) {
  Source source{findArrayKind(path), path.str()};
  if (!source.isFile())
    return std::nullopt;
  auto type = readFileType(source);
  if (type)
    return type->named;
  llvm::consumeError(type.takeError());
  return std::nullopt;
}

/// Whether `path` is a file of NumPy's.
static bool isNumPyFile(StringRef path) {
  Source::Kind kind = findArrayKind(path);
  return kind == Source::Kind::Npy || kind == Source::Kind::Npz;
}

/// The sources of the arguments of `program` whose elements are of the type
/// that it is built for, or of one that this decides.
static llvm::SmallVector<std::pair<const ProgramArgument *, std::string>>
listSources(const ProgramInfo &program, const Options &options) {
  llvm::SmallVector<std::pair<const ProgramArgument *, std::string>> sources;
  for (const Assignment &bind : options.binds) {
    const ProgramArgument *argument = program.lookUp(bind.name);
    if (argument && argument->role != ArgumentRole::Scalar &&
        argument->element != ArgumentElement::Number)
      sources.emplace_back(argument, bind.text);
  }
  return sources;
}

/// The files that say of which type their elements are: those of NumPy. Where
/// there are none and the options say no type, text that names its type does.
static llvm::SmallVector<TypedFile> readTypes(const ProgramInfo &program,
                                              const Options &options) {
  llvm::SmallVector<TypedFile> arrays, texts;
  for (const auto &[argument, path] : listSources(program, options))
    if (std::optional<DType> dtype = readType(path))
      (isNumPyFile(path) ? arrays : texts).push_back({argument, path, *dtype});
  return arrays.empty() && options.dtype.empty() ? texts : arrays;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The type of `file`'s operand in a program that is built for `type`.
static DType getWanted(const TypedFile &file, Type type) {
  return *cinterface::getDType(file.argument->getElementType(type));
}

/// Whether a program that is built for `type` can read `file`.
static bool holds(Type type, const TypedFile &file) {
  return holdsAll(getWanted(file, type), file.dtype);
}

/// Whether `file` is what a program reads that is built for `type`: of that
/// very type, but for what sums are kept in.
static bool fits(Type type, const TypedFile &file) {
  return file.argument->element == ArgumentElement::Given
             ? getWanted(file, type) == file.dtype
             : holds(type, file);
}

/// The type whose elements are `dtype` in memory.
static Type getType(MLIRContext &context, DType dtype) {
  for (Type type : programs::getElementTypes(&context))
    if (cinterface::getDType(type) == dtype)
      return type;
  llvm_unreachable("programs are built for every type that files have");
}

/// Whether numbers of `kind` may be read as `type`.
static bool mayHold(Type type, runtime::NumberKind kind) {
  switch (kind) {
  case runtime::NumberKind::None:
  case runtime::NumberKind::Whole:
    return true;
  case runtime::NumberKind::Real:
    return isa<FloatType, ComplexType>(type);
  case runtime::NumberKind::Complex:
    return isa<ComplexType>(type);
  }
  llvm_unreachable("numbers are of one of these kinds");
}

/// A type that `program` has a meaning in and that holds numbers of `kind` and
/// the elements of all `files`, one of theirs if possible; null for none.
static Type
findCommonType(MLIRContext &context, const ProgramInfo &program,
               ArrayRef<TypedFile> files,
               runtime::NumberKind kind = runtime::NumberKind::Whole) {
  auto types = llvm::map_to_vector(files, [&](const TypedFile &file) {
    return getType(context, file.dtype);
  });
  types.push_back(Float32Type::get(&context));
  types.push_back(ComplexType::get(types.back()));
  llvm::append_range(types, programs::getElementTypes(&context));
  for (Type type : types)
    if (program.hasMeaning(type) && mayHold(type, kind) &&
        llvm::all_of(files,
                     [&](const TypedFile &file) { return holds(type, file); }))
      return type;
  return {};
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// How the file `path` is made to have elements of `dtype`.
static std::string describeConversion(StringRef path, DType dtype) {
  std::string type = "x.astype('" + std::string(numpyName(dtype)) + "')";
  if (!isNumPyFile(path))
    return "spindle.save(" + type + ", FILE)";
  StringRef save =
      path.ends_with(".npz") ? "scipy.sparse.save_npz" : "numpy.save";
  return (save + "(FILE, " + type + ")").str();
}

llvm::Error session::refuseElements(StringRef path, StringRef operand,
                                    DType expected, DType found,
                                    StringRef remedy) {
  std::string ways = remedy.empty() ? "" : (remedy + ", or ").str();
  return ofOperand(fail(path + ": expected elements of " +
                        StringRef(numpyName(expected)) + " for " + operand +
                        " but got " + StringRef(numpyName(found)) + "; " +
                        ways + "convert them by " +
                        describeConversion(path, expected)),
                   operand);
}

/// The setting of `type`, for errors.
static std::string describeSetting(const Options &options, Type type) {
  return (options.names.dtype.noun + " " + debugString(type)).str();
}

/// Files, two of which hold `first` and `second`, are not of one type.
static llvm::Error refuseFiles(const Options &options, const Twine &first,
                               const Twine &second, const Twine &remedy) {
  return failExpected(options.names.dtype.noun +
                          ", or files with elements of one type,",
                      first + " and " + second + "; " + remedy);
}

/// What `file` holds, for errors.
static std::string describe(const TypedFile &file) {
  return std::string(numpyName(file.dtype)) + " in " + file.path;
}

/// The setting of `common`, a type that holds all, or else the conversion of
/// `file` to `dtype`.
static std::string describeRemedy(const Options &options, Type common,
                                  const TypedFile &file, DType dtype) {
  return common ? describeSetting(options, common) + " holds both"
                : "convert " + file.path + " by " +
                      describeConversion(file.path, dtype);
}

/// `first` and `second` have elements of different types. `common` holds both,
/// unless it is null.
static llvm::Error refuseFiles(const TypedFile &first, const TypedFile &second,
                               Type common, const Options &options) {
  // Whole numbers become those of the other file: that is sooner right.
  bool keepsFirst = !runtime::isInteger(first.dtype);
  const TypedFile &kept = keepsFirst ? first : second;
  const TypedFile &other = keepsFirst ? second : first;
  return refuseFiles(options, describe(first), describe(second),
                     describeRemedy(options, common, other, kept.dtype));
}

/// `program` has no meaning in the elements of `file`.
static llvm::Error refuseMeaning(MLIRContext &context,
                                 const ProgramInfo &program,
                                 const TypedFile &file) {
  std::string names;
  for (Type type : programs::getElementTypes(&context))
    if (program.hasMeaning(type))
      names += (names.empty() ? "" : ", ") +
               std::string(numpyName(*cinterface::getDType(type)));
  return ofOperand(fail(file.path + ": expected elements that " + program.name +
                        " has a meaning in (" + names + ") for " +
                        file.argument->name + " but got " +
                        StringRef(numpyName(file.dtype))),
                   file.argument->name);
}

/// Refuses the text at `path`, of `argument`, whose numbers are of `kind`,
/// which `type` does not hold. `files` decided on that, or the options, or
/// nothing.
static llvm::Error refuseText(const ProgramInfo &program,
                              const ProgramArgument &argument, StringRef path,
                              runtime::NumberKind kind, Type type,
                              const Options &options,
                              ArrayRef<TypedFile> files) {
  bool isComplex = kind == runtime::NumberKind::Complex;
  StringRef numbers = isComplex ? "complex numbers" : "real numbers";
  Type common = findCommonType(*type.getContext(), program, files, kind);
  if (options.dtype.empty() && !files.empty())
    return refuseFiles(options, numbers + " in " + path,
                       describe(files.front()),
                       describeRemedy(options, common, files.front(),
                                      isComplex ? DType::C64 : DType::F32));
  std::string remedy =
      common ? "; set " + describeSetting(options, common) : "";
  return fail(path + ": expected real numbers for " + argument.name + " of " +
              debugString(type) + " but got " + numbers + remedy);
}

/// Checks that numbers in text may be of `type`, which `files` decided on
/// unless the options did: real ones may be whole where the options say so.
static llvm::Error checkTexts(const ProgramInfo &program,
                              const Options &options, Type type,
                              ArrayRef<TypedFile> files) {
  for (const auto &[argument, path] : listSources(program, options)) {
    if (findArrayKind(path) != Source::Kind::MatrixMarket)
      continue;
    auto numbers = runtime::readMatrixMarketNumbers(path);
    bool isNamed = !options.dtype.empty();
    if (numbers && !mayHold(type, numbers->kind) &&
        !(isNamed && numbers->kind == runtime::NumberKind::Real))
      return ofOperand(refuseText(program, *argument, path, numbers->kind, type,
                                  options, files),
                       argument->name);
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// The type that `options` name.
static llvm::Expected<Type> parseType(MLIRContext &context,
                                      const Options &options) {
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

/// The type that `options` name, which is to hold the elements of `files`.
static llvm::Expected<Type> takeNamedType(MLIRContext &context,
                                          const ProgramInfo &program,
                                          const Options &options,
                                          ArrayRef<TypedFile> files) {
  llvm::Expected<Type> type = parseType(context, options);
  if (!type)
    return type;
  for (const TypedFile &file : files) {
    if (holds(*type, file))
      continue;
    Type common = findCommonType(context, program, files);
    return refuseElements(
        file.path, file.argument->name, getWanted(file, *type), file.dtype,
        common ? "set " + describeSetting(options, common) : "");
  }
  return type;
}

/// The type of the elements of `files`, of which there are some.
static llvm::Expected<Type> findTypeOfFiles(MLIRContext &context,
                                            const ProgramInfo &program,
                                            const Options &options,
                                            ArrayRef<TypedFile> files) {
  const TypedFile *first = llvm::find_if(files, [](const TypedFile &file) {
    return file.argument->element == ArgumentElement::Given;
  });
  if (first == files.end())
    first = files.begin();
  Type type = getType(context, first->dtype);
  for (const TypedFile &file : files)
    if (!fits(type, file))
      return ofOperand(refuseFiles(*first, file,
                                   findCommonType(context, program, files),
                                   options),
                       file.argument->name);
  if (!program.hasMeaning(type))
    return refuseMeaning(context, program, *first);
  return type;
}

llvm::Expected<ElementType>
session::chooseElementType(MLIRContext &context, const ProgramInfo &program,
                           const Options &options) {
  llvm::SmallVector<TypedFile> files = readTypes(program, options);
  bool isUsual = options.dtype.empty() && files.empty();
  llvm::Expected<Type> type =
      isUsual ? Type(Float32Type::get(&context))
      : options.dtype.empty()
          ? findTypeOfFiles(context, program, options, files)
          : takeNamedType(context, program, options, files);
  if (!type)
    return type.takeError();
  if (llvm::Error error = checkTexts(program, options, *type, files))
    return std::move(error);
  return ElementType{*type, isUsual};
}
