//===- SignatureAttrs.cpp - labels of arguments ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// PieceAttr
//===----------------------------------------------------------------------===//

/// The word before the index of a piece: what the index counts.
static StringRef getIndexWord(PieceRole role) {
  return role == PieceRole::Size ? "dimension" : "level";
}

/// Parses `part [1, 0],`.
static ParseResult parsePart(AsmParser &parser,
                             SmallVectorImpl<int64_t> &part) {
  return failure(
      parser.parseKeyword("part") ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parser.parseInteger(part.emplace_back()); }) ||
      parser.parseComma());
}

/// Parses `level 1, positions`, `dimension 0, size` or `values`.
static ParseResult parseRole(AsmParser &parser, PieceRole &role,
                             int64_t &index) {
  StringRef word, name;
  index = -1;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  if (word == "values") {
    role = PieceRole::Values;
    return success();
  }
  std::optional<PieceRole> known;
  bool isKnown = word == "dimension" || word == "level";
  if (isKnown && (parser.parseInteger(index) || parser.parseComma() ||
                  parser.parseKeyword(&name)))
    return failure();
  known = symbolizePieceRole(name);
  if (!known || known == PieceRole::Values || word != getIndexWord(*known))
    return parser.emitError(loc)
           << "expected 'dimension N, size', 'level N, positions', 'level N, "
              "coordinates' or 'values' but got '"
           << word << (isKnown ? " N, " : "") << name << "'";
  role = *known;
  return success();
}

LogicalResult PieceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                StringAttr, ArrayRef<int64_t> part,
                                PieceRole role, int64_t index) {
  bool negative = role != PieceRole::Values && index < 0;
  if (negative || llvm::any_of(part, [](int64_t p) { return p < 0; })) // (C1)
    return emitError() << "(C1) expected no negative index in a piece";
  return success();
}

Attribute PieceAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string tensor;
  SmallVector<int64_t> part;
  PieceRole role;
  int64_t index;
  if (parser.parseLess() || parser.parseString(&tensor) ||
      parser.parseComma() || parsePart(parser, part) ||
      parseRole(parser, role, index) || parser.parseGreater())
    return {};
  return parser.getChecked<PieceAttr>(loc, parser.getContext(),
                                      parser.getBuilder().getStringAttr(tensor),
                                      ArrayRef<int64_t>(part), role, index);
}

void PieceAttr::print(AsmPrinter &printer) const {
  printer << "<" << getTensor() << ", part [";
  llvm::interleaveComma(getPart(), printer);
  printer << "], ";
  if (getRole() != PieceRole::Values)
    printer << getIndexWord(getRole()) << " " << getIndex() << ", ";
  printer << stringifyPieceRole(getRole()) << ">";
}
