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

//===----------------------------------------------------------------------===//
// Attributes of functions and their arguments
//===----------------------------------------------------------------------===//

LogicalResult SparseDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  if (attr.getName() != kSignatureAttr)
    return op->emitError("(C8) expected no attribute '")
           << attr.getName().getValue() << "' on an operation";
  auto pieces = dyn_cast<ArrayAttr>(attr.getValue());
  if (!isa<FunctionOpInterface>(op) || !pieces ||
      !llvm::all_of(pieces, llvm::IsaPred<PieceAttr, UnitAttr>))
    return op->emitError("(C8) expected '")
           << kSignatureAttr
           << "' to be an array of #sparse.piece and unit on a function";
  return success();
}

/// An operation of the types `Ops` on the values of a tensor; null where there
/// is none. The operations need not be verified.
template <typename... Ops> static Operation *findAccess(Value tensor) {
  for (Operation *user : tensor.getUsers())
    if (isa<UnpackOp>(user) && user->getNumResults() > 0)
      for (Operation *access : user->getResults().back().getUsers())
        if (isa<Ops...>(access))
          return access;
  return nullptr;
}

/// (C5), (C6) Checks what is done to `tensor` against its access.
static LogicalResult verifyEffects(Operation *op, Value tensor, Access access) {
  Operation *offender = nullptr;
  if (access == Access::Read)
    offender = findAccess<StoreOp, AccumulateOp, FillOp>(tensor);
  else if (access == Access::Write && !findAccess<FillOp>(tensor))
    offender = findAccess<LoadOp, AccumulateOp>(tensor);
  if (!offender)
    return success();
  InFlightDiagnostic diag =
      access == Access::Read
          ? op->emitError("(C5) expected a tensor with access \"read\" not to "
                          "be written")
          : op->emitError("(C6) expected a tensor with access \"write\" to be "
                          "filled where it is read");
  diag.attachNote(offender->getLoc()) << "here it is";
  return diag;
}

/// (C4) Checks `sparse.access` of `tensor`; null is that of a declaration.
static LogicalResult verifyAccess(Operation *op, Value tensor, StringRef word) {
  std::optional<Access> access = symbolizeAccess(word);
  if (!access)
    return op->emitError("(C4) expected '")
           << SparseDialect::kAccessAttr
           << "' to be \"read\", \"write\" or \"update\" but got \"" << word
           << "\"";
  return tensor ? verifyEffects(op, tensor, *access) : success();
}

/// The type of argument `arg` of the function `op`; null where there is none.
static Type getArgumentType(Operation *op, unsigned arg) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || arg >= function.getArgumentTypes().size())
    return {};
  return function.getArgumentTypes()[arg];
}

/// Argument `arg` of the body of the function `op`, which need not be verified;
/// null where there is none.
static Value getArgument(Operation *op, unsigned arg) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || function.isExternal() ||
      arg >= function.getFunctionBody().front().getNumArguments())
    return {};
  return function.getFunctionBody().front().getArgument(arg);
}

/// (C2) Checks the names of the dimensions of an argument of `type`.
static LogicalResult verifyDimNames(Operation *op, Type type, Attribute names) {
  auto array = dyn_cast<ArrayAttr>(names);
  std::optional<int64_t> rank;
  if (auto tensor = dyn_cast_or_null<SparseTensorType>(type))
    rank = tensor.getRank();
  if (array && llvm::all_of(array, llvm::IsaPred<StringAttr>) &&
      (!rank || int64_t(array.size()) == *rank))
    return success();
  InFlightDiagnostic diag = op->emitError("(C2) expected '")
                            << SparseDialect::kDimsAttr
                            << "' to be an array of ";
  if (rank)
    diag << *rank << " ";
  return diag << "strings but got " << names;
}

/// The static size that argument `arg` of `op` gives a dimension called `name`;
/// kDynamic where it gives none. The attributes need not be verified.
static int64_t getStaticSize(Operation *op, unsigned arg, Attribute name) {
  auto tensor = dyn_cast_or_null<SparseTensorType>(getArgumentType(op, arg));
  auto dims = cast<FunctionOpInterface>(op).getArgAttrOfType<ArrayAttr>(
      arg, SparseDialect::kDimsAttr);
  if (!tensor || !dims || int64_t(dims.size()) != tensor.getRank())
    return ShapedType::kDynamic;
  for (auto [dim, word] : llvm::enumerate(dims))
    if (word == name && !ShapedType::isDynamic(tensor.getDimSize(dim)))
      return tensor.getDimSize(dim);
  return ShapedType::kDynamic;
}

/// (C3) Checks the static sizes of the dimensions `names` of argument `arg`
/// against those of its other dimensions and of the arguments before it.
static LogicalResult verifyDimSizes(Operation *op, unsigned arg,
                                    Attribute names) {
  auto tensor = dyn_cast_or_null<SparseTensorType>(getArgumentType(op, arg));
  if (!tensor)
    return success();
  for (auto [dim, name] : llvm::enumerate(cast<ArrayAttr>(names)))
    for (unsigned other = 0; other <= arg; ++other) {
      int64_t size = tensor.getDimSize(dim);
      int64_t wanted = getStaticSize(op, other, name);
      if (size != wanted && !ShapedType::isDynamic(size) &&
          !ShapedType::isDynamic(wanted))
        return op->emitError("(C3) expected dimension ")
               << name << " of argument " << arg << " to have the size "
               << wanted << " of argument " << other << " but got " << size;
    }
  return success();
}

LogicalResult SparseDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                      unsigned arg,
                                                      NamedAttribute attr) {
  StringRef name = attr.getName();
  auto word = dyn_cast<StringAttr>(attr.getValue());
  if ((name == kNameAttr || name == kAccessAttr) && !word)
    return op->emitError(name == kNameAttr ? "(C1) expected '"
                                           : "(C4) expected '")
           << name << "' to be a string";
  if (name == kNameAttr)
    return success();
  if (name == kAccessAttr)
    return verifyAccess(op, getArgument(op, arg), word);
  if (name == kDimsAttr)
    return failure(
        failed(verifyDimNames(op, getArgumentType(op, arg), attr.getValue())) ||
        failed(verifyDimSizes(op, arg, attr.getValue())));
  if (name != kPieceAttr)
    return op->emitError("(C7) expected '")
           << kNameAttr << "', '" << kDimsAttr << "' or '" << kAccessAttr
           << "' on an argument but got '" << name << "'";
  if (isa<PieceAttr>(attr.getValue()))
    return success();
  return op->emitError("(C7) expected '") << name << "' to be a #sparse.piece";
}

LogicalResult SparseDialect::verifyRegionResultAttribute(Operation *op,
                                                         unsigned, unsigned,
                                                         NamedAttribute attr) {
  return op->emitError("(C8) expected no attribute '")
         << attr.getName().getValue() << "' on a result";
}
