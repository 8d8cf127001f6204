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
    return parser.emitError(loc) << "expected 'dense_fixed' or "
                                    "'sparse_variable' but got '"
                                 << word << "'";
  kind = *known;
  return success();
}

/// Adds what follows from the kind, which the text must not say.
static LogicalResult addDefaults(AsmParser &parser, SMLoc loc,
                                 AxisWords &words) {
  if (words.kind == AxisKind::SparseVariable) {
    if (words.width && ShapedType::isDynamic(*words.width))
      return parser.emitError(loc) << "(C2) expected no 'width' on a "
                                      "sparse_variable axis but got ?";
    Type i32 = parser.getBuilder().getI32Type();
    words.pos = words.pos ? words.pos : i32;
    words.crd = words.crd ? words.crd : i32;
    return success();
  }
  if (words.sorted || words.unique)
    return parser.emitError(loc)
           << "(C1) expected no 'sorted' and 'unique' on a dense_fixed axis, "
              "which is both by its kind";
  words.sorted = words.unique = true;
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
  printer << "<" << stringifyAxisKind(getKind());
  if (!ShapedType::isDynamic(getWidth()))
    printer << ", width = " << getWidth();
  if (!isDense()) {
    if (!getPos().isInteger(32))
      printer << ", pos = " << getPos();
    if (!getCrd().isInteger(32))
      printer << ", crd = " << getCrd();
    printer << (getSorted() ? ", sorted" : "")
            << (getUnique() ? ", unique" : "");
  }
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// (C3) The types of the arrays of a sparse_variable axis.
static LogicalResult
verifyArrayTypes(function_ref<InFlightDiagnostic()> emitError, Type pos,
                 Type crd) {
  if (!pos.isSignlessInteger(32) && !pos.isSignlessInteger(64))
    return emitError() << "(C3) expected 'pos' to be i32 or i64 but got "
                       << pos;
  for (unsigned width : {8, 16, 32, 64})
    if (crd.isSignlessInteger(width))
      return success();
  return emitError() << "(C3) expected 'crd' to be i8, i16, i32 or i64 but got "
                     << crd;
}

LogicalResult AxisType::verify(function_ref<InFlightDiagnostic()> emitError,
                               AxisKind kind, int64_t width, Type pos, Type crd,
                               bool sorted, bool unique) {
  if (kind == AxisKind::SparseVariable) {
    if (!ShapedType::isDynamic(width))
      return emitError() << "(C2) expected no 'width' on a sparse_variable "
                            "axis but got "
                         << width;
    return verifyArrayTypes(emitError, pos, crd);
  }
  if (pos || crd)
    return emitError() << "(C1) expected no 'pos' and 'crd' on a dense_fixed "
                          "axis, which stores nothing";
  if (width < 0 && !ShapedType::isDynamic(width))
    return emitError() << "(C4) expected 'width' to be at least 0 but got "
                       << width;
  return success();
}
