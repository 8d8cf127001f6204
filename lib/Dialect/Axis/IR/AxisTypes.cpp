//===- AxisTypes.cpp - types of the axis dialect --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/Axis.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle::axis;

namespace {
/// What axes of one kind have a use for.
struct KindUses {
  bool width, pos, crd, sorted, unique;
};
} // namespace

static KindUses getUses(AxisKind kind) {
  switch (kind) {
  case AxisKind::DenseFixed:
    return {true, false, false, false, false};
  case AxisKind::DenseVariable:
  case AxisKind::Product:
    return {false, true, false, false, false};
  case AxisKind::SparseFixed:
    return {true, false, true, true, true};
  case AxisKind::SparseVariable:
    return {false, true, true, true, true};
  case AxisKind::Singleton:
    return {false, false, true, false, true};
  case AxisKind::Occupancy:
    return {false, false, false, false, false};
  }
  llvm_unreachable("an axis has one of these kinds");
}

/// "a singleton axis", say.
static std::string describe(AxisKind kind) {
  bool isVowel = kind == AxisKind::Occupancy;
  return (Twine(isVowel ? "an " : "a ") + stringifyAxisKind(kind) + " axis")
      .str();
}

AxisType AxisType::getDense(MLIRContext *context, int64_t width) {
  return get(context, AxisKind::DenseFixed, width, Type(), Type(),
             /*sorted=*/true, /*unique=*/true);
}

AxisType AxisType::getSparse(Type pos, Type crd, bool sorted, bool unique) {
  return get(pos.getContext(), AxisKind::SparseVariable, ShapedType::kDynamic,
             pos, crd, sorted, unique);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// What an axis type's text says, each word at most once.
struct AxisWords {
  AxisKind kind;
  std::optional<int64_t> width;
  Type pos, crd;
  bool sorted = false, unique = false;
};
} // namespace

/// Parses the width after `width =`: `?` or a number.
static ParseResult parseWidth(AsmParser &parser, AxisWords &words) {
  int64_t width = ShapedType::kDynamic;
  if (failed(parser.parseOptionalQuestion()) && parser.parseInteger(width))
    return failure();
  words.width = width;
  return success();
}

/// Parses one word after the kind, with its value where it has one.
static ParseResult parseAxisWord(AsmParser &parser, AxisWords &words) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  bool twice = (word == "width" && words.width) ||
               (word == "pos" && words.pos) || (word == "crd" && words.crd) ||
               (word == "sorted" && words.sorted) ||
               (word == "unique" && words.unique);
  if (twice)
    return parser.emitError(loc) << "expected '" << word << "' once";
  if (word == "sorted" || word == "unique") {
    (word == "sorted" ? words.sorted : words.unique) = true;
    return success();
  }
  if (word == "width")
    return failure(parser.parseEqual() || parseWidth(parser, words));
  if (word == "pos" || word == "crd")
    return failure(parser.parseEqual() ||
                   parser.parseType(word == "pos" ? words.pos : words.crd));
  return parser.emitError(loc) << "expected 'width', 'pos', 'crd', 'sorted' or "
                                  "'unique' but got '"
                               << word << "'";
}

/// Parses the kind of an axis.
static ParseResult parseKind(AsmParser &parser, AxisKind &kind) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<AxisKind> known = symbolizeAxisKind(word);
  if (!known)
    return parser.emitError(loc)
           << "expected 'dense_fixed', 'dense_variable', 'sparse_fixed', "
              "'sparse_variable', 'singleton', 'product' or 'occupancy' but "
              "got '"
           << word << "'";
  kind = *known;
  return success();
}

/// Adds what follows from the kind, which the text must not say.
static LogicalResult addDefaults(AsmParser &parser, SMLoc loc,
                                 AxisWords &words) {
  KindUses uses = getUses(words.kind);
  auto refuse = [&](StringRef rule, StringRef word) {
    return parser.emitError(loc) << "!axis.axis " << rule << " expected no '"
                                 << word << "' on " << describe(words.kind);
  };
  if (words.width && !uses.width)
    return refuse("(C2)", "width");
  if (words.sorted && !uses.sorted)
    return refuse("(C1)", "sorted");
  if (words.unique && !uses.unique)
    return refuse("(C1)", "unique");
  Type i32 = parser.getBuilder().getI32Type();
  if (uses.pos && !words.pos)
    words.pos = i32;
  if (uses.crd && !words.crd)
    words.crd = i32;
  words.sorted |= !uses.sorted;
  words.unique |= !uses.unique;
  return success();
}

Type AxisType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  AxisWords words;
  if (parser.parseLess() || parseKind(parser, words.kind))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (parseAxisWord(parser, words))
      return {};
  if (parser.parseGreater())
    return {};
  if (failed(addDefaults(parser, loc, words)))
    return {};
  return parser.getChecked<AxisType>(loc, parser.getContext(), words.kind,
                                     words.width.value_or(ShapedType::kDynamic),
                                     words.pos, words.crd, words.sorted,
                                     words.unique);
}

void AxisType::print(AsmPrinter &printer) const {
  KindUses uses = getUses(getKind());
  printer << "<" << stringifyAxisKind(getKind());
  if (!ShapedType::isDynamic(getWidth()))
    printer << ", width = " << getWidth();
  if (uses.pos && !getPos().isInteger(32))
    printer << ", pos = " << getPos();
  if (uses.crd && !getCrd().isInteger(32))
    printer << ", crd = " << getCrd();
  printer << (uses.sorted && getSorted() ? ", sorted" : "")
          << (uses.unique && getUnique() ? ", unique" : "") << ">";
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// (C3) The types of the arrays.
static LogicalResult
verifyArrayTypes(function_ref<InFlightDiagnostic()> emitError, Type pos,
                 Type crd) {
  if (pos && !pos.isSignlessInteger(32) && !pos.isSignlessInteger(64))
    return emitError()
           << "!axis.axis (C3) expected 'pos' to be i32 or i64 but got " << pos;
  auto fits = [&](unsigned width) { return crd.isSignlessInteger(width); };
  if (crd && llvm::none_of(ArrayRef<unsigned>{8, 16, 32, 64}, fits))
    return emitError() << "!axis.axis (C3) expected 'crd' to be i8, i16, i32 "
                          "or i64 but got "
                       << crd;
  return success();
}

LogicalResult AxisType::verify(function_ref<InFlightDiagnostic()> emitError,
                               AxisKind kind, int64_t width, Type pos, Type crd,
                               bool sorted, bool unique) {
  KindUses uses = getUses(kind);
  auto report = [&](StringRef rule, bool isUsed, StringRef word) {
    return emitError() << "!axis.axis " << rule << " expected "
                       << (isUsed ? "a '" : "no '") << word << "' on "
                       << describe(kind);
  };
  if (bool(pos) != uses.pos) // (C1)
    return report("(C1)", uses.pos, "pos");
  if (bool(crd) != uses.crd) // (C1)
    return report("(C1)", uses.crd, "crd");
  if ((!uses.sorted && !sorted) || (!uses.unique && !unique)) // (C1)
    return emitError() << "!axis.axis (C1) expected " << describe(kind)
                       << " to be sorted and unique by its kind";
  if (!uses.width && !ShapedType::isDynamic(width)) // (C2)
    return report("(C2)", false, "width");
  if (width < 0 && !ShapedType::isDynamic(width)) // (C4)
    return emitError()
           << "!axis.axis (C4) expected 'width' to be at least 0 but got "
           << width;
  return verifyArrayTypes(emitError, pos, crd);
}
