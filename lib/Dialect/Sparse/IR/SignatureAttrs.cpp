//===- SignatureAttrs.cpp - labels of arguments ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

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
static ParseResult parsePart(AsmParser &parser, SmallVectorImpl<int64_t> &part) {
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
  if (parser.parseInteger(index) || parser.parseComma() ||
      parser.parseKeyword(&name))
    return failure();
  std::optional<PieceRole> known = symbolizePieceRole(name);
  if (!known || known == PieceRole::Values || word != getIndexWord(*known))
    return parser.emitError(loc)
           << "expected 'dimension N, size', 'level N, positions', 'level N, "
              "coordinates' or 'values' but got '"
           << word << " " << index << ", " << name << "'";
  role = *known;
  return success();
}

Attribute PieceAttr::parse(AsmParser &parser, Type) {
  std::string tensor;
  SmallVector<int64_t> part;
  PieceRole role;
  int64_t index;
  if (parser.parseLess() || parser.parseString(&tensor) ||
      parser.parseComma() || parsePart(parser, part) ||
      parseRole(parser, role, index) || parser.parseGreater())
    return {};
  return get(parser.getContext(), parser.getBuilder().getStringAttr(tensor),
             part, role, index);
}

void PieceAttr::print(AsmPrinter &printer) const {
  printer << "<" << getTensor() << ", part [";
  llvm::interleaveComma(getPart(), printer);
  printer << "], ";
  if (getRole() != PieceRole::Values)
    printer << getIndexWord(getRole()) << " " << getIndex() << ", ";
  printer << stringifyPieceRole(getRole()) << ">";
}

//===----------------------------------------------------------------------===//
// Attributes of functions and their arguments
//===----------------------------------------------------------------------===//

LogicalResult SparseDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  if (attr.getName() != kSignatureAttr)
    return op->emitError("expected no attribute '")
           << attr.getName().getValue() << "' on an operation";
  auto pieces = dyn_cast<ArrayAttr>(attr.getValue());
  if (!isa<FunctionOpInterface>(op) || !pieces ||
      !llvm::all_of(pieces, llvm::IsaPred<PieceAttr, UnitAttr>))
    return op->emitError("expected '")
           << kSignatureAttr
           << "' to be an array of #sparse.piece and unit on a function";
  return success();
}

/// Whether `value` is an array of `count` strings.
static bool isStringArray(Attribute value, int64_t count) {
  auto array = dyn_cast<ArrayAttr>(value);
  return array && int64_t(array.size()) == count &&
         llvm::all_of(array, llvm::IsaPred<StringAttr>);
}

/// The operations that read or write the values of a tensor, `reads` or not.
static Operation *findAccess(Value tensor, bool reads) {
  for (Operation *user : tensor.getUsers())
    if (auto unpack = dyn_cast<UnpackOp>(user))
      for (Operation *access : unpack.getBuffer().getUsers())
        if (reads ? isa<LoadOp>(access)
                  : isa<StoreOp, AccumulateOp, FillOp>(access))
          return access;
  return nullptr;
}

/// Checks what `sparse.access` says of `tensor` against what is done to it.
static LogicalResult verifyAccess(Operation *op, Value tensor, StringRef word) {
  std::optional<Access> access = symbolizeAccess(word);
  if (!access)
    return op->emitError("expected '")
           << SparseDialect::kAccessAttr
           << "' to be \"read\", \"write\" or \"update\" but got \"" << word
           << "\"";
  bool mayRead = *access != Access::Write;
  Operation *offender = nullptr;
  if (*access == Access::Read)
    offender = findAccess(tensor, /*reads=*/false);
  if (!mayRead)
    offender = findAccess(tensor, /*reads=*/true);
  if (!offender)
    return success();
  InFlightDiagnostic diag = op->emitError("expected a tensor with access \"")
                            << word << "\" not to be "
                            << (mayRead ? "written" : "read");
  diag.attachNote(offender->getLoc()) << "here it is";
  return diag;
}

LogicalResult SparseDialect::verifyRegionArgAttribute(Operation *op,
                                                      unsigned region,
                                                      unsigned arg,
                                                      NamedAttribute attr) {
  StringRef name = attr.getName();
  auto word = dyn_cast<StringAttr>(attr.getValue());
  Value tensor;
  if (op->getNumRegions() > region && !op->getRegion(region).empty())
    tensor = op->getRegion(region).getArgument(arg);
  auto type = tensor ? dyn_cast<SparseTensorType>(tensor.getType()) : SparseTensorType();
  if (name == kPieceAttr && isa<PieceAttr>(attr.getValue()))
    return success();
  if (name == kNameAttr)
    return word ? success()
                : op->emitError("expected '") << name << "' to be a string";
  if (name == kDimsAttr) {
    if (!type || isStringArray(attr.getValue(), type.getRank()))
      return success();
    return op->emitError("expected '")
           << name << "' to be an array of " << type.getRank()
           << " strings but got " << attr.getValue();
  }
  if (name == kAccessAttr && word)
    return type ? verifyAccess(op, tensor, word) : success();
  if (name == kAccessAttr)
    return op->emitError("expected '") << name << "' to be a string";
  return op->emitError("expected '")
         << kNameAttr << "', '" << kDimsAttr << "' or '" << kAccessAttr
         << "' on an argument but got '" << name << "'";
}
