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

/// The word before the index of a piece: what the index counts; empty where the
/// piece is that of the whole tensor.
static StringRef getIndexWord(PieceRole role) {
  switch (role) {
  case PieceRole::Size:
    return "dimension";
  case PieceRole::Positions:
  case PieceRole::Coordinates:
  case PieceRole::Lengths:
    return "level";
  case PieceRole::Bitmap:
  case PieceRole::Values:
    return "";
  }
  llvm_unreachable("a piece has one of these roles");
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

/// Parses `level 1, positions`, `dimension 0, size`, `bitmap` or `values`.
static ParseResult parseRole(AsmParser &parser, PieceRole &role,
                             int64_t &index) {
  StringRef word, name;
  index = -1;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  bool hasIndex = word == "dimension" || word == "level";
  if (hasIndex && (parser.parseInteger(index) || parser.parseComma() ||
                   parser.parseKeyword(&name)))
    return failure();
  std::optional<PieceRole> known = symbolizePieceRole(hasIndex ? name : word);
  if (!known || getIndexWord(*known) != (hasIndex ? word : ""))
    return parser.emitError(loc)
           << "expected 'dimension N, size', 'level N, positions', 'level N, "
              "coordinates', 'level N, lengths', 'bitmap' or 'values' but got '"
           << word << (hasIndex ? " N, " : "") << name << "'";
  role = *known;
  return success();
}

LogicalResult PieceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                StringAttr, ArrayRef<int64_t> part,
                                PieceRole role, int64_t index) {
  bool negative = !getIndexWord(role).empty() && index < 0;
  if (negative || llvm::any_of(part, [](int64_t p) { return p < 0; })) // (C1)
    return emitError()
           << "#sparse.piece (C1) expected no negative index in a piece";
  return success();
}

Attribute PieceAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string tensor;
  SmallVector<int64_t> part;
  PieceRole role = PieceRole::Size;
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
  if (StringRef word = getIndexWord(getRole()); !word.empty())
    printer << word << " " << getIndex() << ", ";
  printer << stringifyPieceRole(getRole()) << ">";
}
