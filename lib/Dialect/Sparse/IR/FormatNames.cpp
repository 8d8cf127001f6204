//===- FormatNames.cpp - names of formats, read and found -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatNames.h"

#include "Spindle/Support/Suggestion.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace spindle::sparse;
using spindle::suggest;

const FormatName *spindle::sparse::lookUpFormatName(StringRef word) {
  for (const FormatName &name : getFormatNames())
    if (name.word == word)
      return &name;
  return nullptr;
}

FormatAttr spindle::sparse::getFamilyOf(FormatAttr member) {
  return FormatAttr::get(member.getContext(), ShapedType::kDynamic,
                         member.getInspectors(), member.getLevels(),
                         member.getKeeps());
}

/// The types of the arrays of the format `naming` where the text says none.
static std::pair<Type, Type> getDefaultTypes(MLIRContext *context,
                                             const FormatNaming &naming) {
  return {IntegerType::get(context, 32),
          IntegerType::get(context, naming.name->crdWidth)};
}

/// What the descriptor that `naming` stands for is made of.
static FormatSpec makeSpec(MLIRContext *context, const FormatNaming &naming,
                           EmitError emitError) {
  auto [pos, crd] = getDefaultTypes(context, naming);
  return {context,
          emitError,
          naming.pos ? naming.pos : pos,
          naming.crd ? naming.crd : crd,
          naming.params,
          naming.keeps};
}

//===----------------------------------------------------------------------===//
// From descriptors to names
//===----------------------------------------------------------------------===//

/// The type that the first level to have one gives by `get`; null without one.
static Type findType(FormatAttr format, Type (LevelAttr::*get)() const) {
  for (LevelAttr level : format.getLevels())
    if (Type type = (level.*get)())
      return type;
  return {};
}

/// The descriptor of `spec`, which has as many numbers as `name`; null after an
/// error, as of numbers that name nothing.
static FormatAttr build(const FormatName &name, const FormatSpec &spec) {
  std::string reason = name.refuse ? name.refuse(spec.params) : "";
  if (reason.empty())
    return name.build(spec);
  spec.emitError() << reason;
  return {};
}

/// Calls `format`, whose rank is known, by `name` if that is its name.
static std::optional<FormatNaming> tryName(FormatAttr format,
                                           const FormatName &name) {
  MLIRContext *context = format.getContext();
  FormatNaming naming = {&name, name.extract(format),
                         findType(format, &LevelAttr::getPos),
                         findType(format, &LevelAttr::getCrd)};
  // Numbers that break a rule of another name only say that this is not it.
  auto emitError = [&]() {
    InFlightDiagnostic diag = mlir::emitError(UnknownLoc::get(context));
    diag.abandon();
    return diag;
  };
  if (format.getKeeps() != FormatAttr::getDefaultKept(format.getLevels()))
    naming.keeps = format.getKeeps();
  if (build(name, makeSpec(context, naming, emitError)) != format)
    return std::nullopt;
  auto [pos, crd] = getDefaultTypes(context, naming);
  naming.pos = naming.pos == pos ? Type() : naming.pos;
  naming.crd = naming.crd == crd ? Type() : naming.crd;
  return naming;
}

std::optional<FormatNaming> spindle::sparse::findFamily(FormatAttr member) {
  for (const FormatName &name : getFormatNames())
    if (name.isFamily)
      if (std::optional<FormatNaming> naming = tryName(member, name);
          naming && naming->params.size() == name.numParams)
        return naming;
  return std::nullopt;
}

std::optional<FormatNaming> spindle::sparse::findFormatName(FormatAttr format) {
  if (format.isFamily()) {
    std::optional<FormatNaming> naming = findFamily(
        FormatAttr::get(format.getContext(), 2, format.getInspectors(),
                        format.getLevels(), format.getKeeps()));
    naming->params.clear();
    return naming;
  }
  for (const FormatName &name : getFormatNames())
    if (std::optional<FormatNaming> naming = tryName(format, name))
      return naming;
  return std::nullopt;
}

std::string spindle::sparse::printFormatName(const FormatNaming &naming) {
  SmallVector<std::string> items;
  for (int64_t param : naming.params)
    items.push_back(ShapedType::isDynamic(param) ? "?" : std::to_string(param));
  auto addType = [&](StringRef word, Type type) {
    std::string text;
    if (type)
      llvm::raw_string_ostream(text) << word << " = " << type;
    if (type)
      items.push_back(text);
  };
  addType("pos", naming.pos);
  addType("crd", naming.crd);
  if (naming.keeps)
    items.push_back(stringifyKept(*naming.keeps).str());
  std::string name = naming.name->word.str();
  return items.empty() ? name : name + "<" + llvm::join(items, ", ") + ">";
}

//===----------------------------------------------------------------------===//
// From names to descriptors
//===----------------------------------------------------------------------===//

InFlightDiagnostic spindle::sparse::reportUnknownName(EmitError emitError,
                                                      StringRef word) {
  auto known =
      llvm::map_to_vector(getFormatNames(), [](const FormatName &name) {
        return StringRef(name.word);
      });
  return emitError() << "expected the name of a format ("
                     << llvm::join(known, ", ") << ") but got '" << word << "'"
                     << suggest(word, known);
}

ParseResult spindle::sparse::parseOptionalKept(AsmParser &parser,
                                               std::optional<Kept> &keeps) {
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word, {"full", "lengths", "bitmap"})))
    return success();
  keeps = symbolizeKept(word);
  if (keeps != Kept::Lengths || failed(parser.parseOptionalKeyword("and")))
    return success();
  keeps = Kept::LengthsAndBitmap;
  return parser.parseKeyword("bitmap");
}

/// Reports `word`, or what is no word, in the place of an item of a name.
static ParseResult reportUnknownWord(AsmParser &parser, SMLoc loc,
                                     StringRef word) {
  InFlightDiagnostic diag = parser.emitError(loc)
                            << "expected a number, 'pos', 'crd', 'full', "
                               "'lengths' or 'bitmap'";
  if (!word.empty())
    diag << " but got '" << word << "'"
         << suggest(word, {"pos", "crd", "full", "lengths", "bitmap"});
  return diag;
}

/// Parses `pos = type`, `crd = type` or what is kept.
static ParseResult parseNameWord(AsmParser &parser, FormatNaming &naming) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parseOptionalKept(parser, naming.keeps))
    return failure();
  if (naming.keeps)
    return success();
  if (failed(parser.parseOptionalKeyword(&word)) ||
      (word != "pos" && word != "crd"))
    return reportUnknownWord(parser, loc, word);
  Type &type = word == "pos" ? naming.pos : naming.crd;
  if (type)
    return parser.emitError(loc) << "expected '" << word << "' once";
  return failure(parser.parseEqual() || parser.parseType(type));
}

/// Parses one item between `<` and `>`: a number, a type by its word, or, as
/// the last, what is kept.
static ParseResult parseNameItem(AsmParser &parser, FormatNaming &naming) {
  SMLoc loc = parser.getCurrentLocation();
  if (naming.keeps)
    return parser.emitError(loc)
           << "expected nothing after '" << stringifyKept(*naming.keeps) << "'";
  if (naming.name->mayBeUnknown && succeeded(parser.parseOptionalQuestion())) {
    naming.params.push_back(ShapedType::kDynamic);
    return success();
  }
  int64_t number;
  OptionalParseResult parsed = parser.parseOptionalInteger(number);
  if (!parsed.has_value())
    return parseNameWord(parser, naming);
  if (failed(*parsed))
    return failure();
  int64_t least = naming.name->isFamily ? 0 : 1;
  if (number < least || number > INT32_MAX)
    return parser.emitError(loc)
           << "(C4) expected a number from " << least << " to " << INT32_MAX
           << " but got " << number;
  if (naming.pos || naming.crd)
    return parser.emitError(loc) << "expected numbers before 'pos' and 'crd'";
  naming.params.push_back(number);
  return success();
}

/// Reports a count of numbers that is not the name's.
static LogicalResult verifyParamCount(const FormatNaming &naming,
                                      EmitError emitError) {
  const FormatName &name = *naming.name;
  size_t got = naming.params.size();
  if (got == name.numParams || (name.isFamily && got == 0) || name.hasOrder)
    return success();
  InFlightDiagnostic diag = emitError()
                            << "expected #sparse." << name.word << " to have ";
  if (name.numParams == 0)
    diag << "no numbers";
  else
    diag << name.numParams << " (" << name.params
         << (name.mayBeUnknown ? ", or ? for what the tensor needs)" : ")");
  return diag << " but got " << got;
}

/// Reports a type that the naming gives and no level of `format` has.
static LogicalResult verifyTypesUsed(const FormatNaming &naming,
                                     FormatAttr format, EmitError emitError) {
  bool unusedPos = naming.pos && !findType(format, &LevelAttr::getPos);
  bool unusedCrd = naming.crd && !findType(format, &LevelAttr::getCrd);
  if (!unusedPos && !unusedCrd)
    return success();
  return emitError() << "(C11) expected no '" << (unusedPos ? "pos" : "crd")
                     << "' on #sparse." << naming.name->word
                     << ", which stores no "
                     << (unusedPos ? "positions" : "coordinates");
}

/// The descriptor that a naming stands for; null after an error.
static FormatAttr buildNaming(MLIRContext *context, const FormatNaming &naming,
                              EmitError emitError) {
  const FormatName &name = *naming.name;
  FormatSpec spec = makeSpec(context, naming, emitError);
  bool isFamily = naming.params.size() < name.numParams;
  if (isFamily)
    spec.params = {2};
  FormatAttr format = build(name, spec);
  if (!format || failed(verifyTypesUsed(naming, format, emitError)))
    return {};
  return isFamily ? getFamilyOf(format) : format;
}

FormatAttr spindle::sparse::parseNamedFormat(AsmParser &parser, SMLoc loc,
                                             StringRef word) {
  auto emitError = [&]() { return parser.emitError(loc); };
  FormatNaming naming = {lookUpFormatName(word), {}, Type(), Type()};
  if (!naming.name) {
    reportUnknownName(emitError, word);
    return {};
  }
  if (succeeded(parser.parseOptionalLess()) &&
      (parser.parseCommaSeparatedList(
           [&]() { return parseNameItem(parser, naming); }) ||
       parser.parseGreater()))
    return {};
  if (failed(verifyParamCount(naming, emitError)))
    return {};
  return buildNaming(parser.getContext(), naming, emitError);
}

FormatAttr FormatAttr::getMember(EmitError emitError, int64_t rank) const {
  if (!isFamily())
    return *this;
  FormatNaming naming = *findFormatName(*this);
  naming.params = {rank};
  return buildNaming(getContext(), naming, emitError);
}
