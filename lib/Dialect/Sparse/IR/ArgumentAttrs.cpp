//===- ArgumentAttrs.cpp - attributes of functions and arguments ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Constants.h"
#include "Spindle/Dialect/Sparse/IR/Inspection.h"
#include "Spindle/Dialect/Sparse/IR/ModelAttrs.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Sparse/IR/ValueUses.h"
#include "Spindle/Dialect/Sparse/IR/Workspace.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

/// The first of `uses` that breaks `access`; null where none does.
static Operation *findOffender(ArrayRef<ValueUse> uses, Access access) {
  auto fills = [](const ValueUse &use) { return use.fills; };
  if (access == Access::Update ||
      (access == Access::Write && llvm::any_of(uses, fills)))
    return nullptr;
  for (const ValueUse &use : uses)
    if (access == Access::Read ? use.writes : use.reads)
      return use.op;
  return nullptr;
}

/// (C5), (C6) Checks what is done to `tensor` against its access.
static LogicalResult verifyEffects(Operation *op, Value tensor, Access access) {
  Operation *offender = findOffender(getValueUses(tensor), access);
  if (!offender)
    return success();
  InFlightDiagnostic diag =
      access == Access::Read
          ? op->emitError("'sparse' dialect (C5) expected a tensor with access "
                          "\"read\" not to "
                          "be written")
          : op->emitError("'sparse' dialect (C6) expected a tensor with access "
                          "\"write\" to be "
                          "filled where it is read");
  diag.attachNote(offender->getLoc()) << "here it is";
  return diag;
}

/// (C4) Checks `sparse.access` of `tensor`; null is that of a declaration.
static LogicalResult verifyAccess(Operation *op, Value tensor, StringRef word) {
  std::optional<Access> access = symbolizeAccess(word);
  if (!access)
    return op->emitError("'sparse' dialect (C4) expected '")
           << SparseDialect::kAccessAttr
           << "' to be \"read\", \"write\" or \"update\" but got \"" << word
           << "\"";
  return tensor ? verifyEffects(op, tensor, *access) : success();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// (C2) Checks the names of the dimensions of an argument of `type`.
static LogicalResult verifyDimNames(Operation *op, Type type, Attribute names) {
  auto array = dyn_cast<ArrayAttr>(names);
  std::optional<int64_t> rank;
  if (auto tensor = dyn_cast_or_null<AnyTensorType>(type))
    rank = tensor.getRank();
  if (array && llvm::all_of(array, llvm::IsaPred<StringAttr>) &&
      (!rank || int64_t(array.size()) == *rank))
    return success();
  InFlightDiagnostic diag = op->emitError("'sparse' dialect (C2) expected '")
                            << SparseDialect::kDimsAttr
                            << "' to be an array of ";
  if (rank)
    diag << *rank << " ";
  return diag << "strings but got " << names;
}

/// The static size that argument `arg` of `op` gives a dimension called `name`;
/// kDynamic where it gives none. The attributes need not be verified.
static int64_t getStaticSize(Operation *op, unsigned arg, Attribute name) {
  auto tensor = dyn_cast_or_null<AnyTensorType>(getArgumentType(op, arg));
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
  auto tensor = dyn_cast_or_null<AnyTensorType>(getArgumentType(op, arg));
  if (!tensor)
    return success();
  for (auto [dim, name] : llvm::enumerate(cast<ArrayAttr>(names)))
    for (unsigned other = 0; other <= arg; ++other) {
      int64_t size = tensor.getDimSize(dim);
      int64_t wanted = getStaticSize(op, other, name);
      if (size != wanted && !ShapedType::isDynamic(size) &&
          !ShapedType::isDynamic(wanted))
        return op->emitError("'sparse' dialect (C3) expected dimension ")
               << name << " of argument " << arg << " to have the size "
               << wanted << " of argument " << other << " but got " << size;
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

/// The tensor argument other than `arg` that is called `name`; -1 for none.
static int64_t findTensor(FunctionOpInterface function, unsigned arg,
                          StringAttr name) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (index != arg && isa<AnyTensorType>(type) &&
        function.getArgAttrOfType<StringAttr>(index,
                                              SparseDialect::kNameAttr) == name)
      return index;
  return -1;
}

/// (C9) Checks that argument `arg` shares the structure of one called `name`.
static LogicalResult verifyStructureOf(Operation *op, unsigned arg,
                                       Attribute attr) {
  StringRef attrName = SparseDialect::kStructureOfAttr;
  auto name = dyn_cast<StringAttr>(attr);
  auto tensor = dyn_cast_or_null<AnyTensorType>(getArgumentType(op, arg));
  if (!name || !tensor)
    return op->emitError("'sparse' dialect (C9) expected '")
           << attrName << "' to be a string on a tensor";
  auto function = cast<FunctionOpInterface>(op);
  int64_t owner = findTensor(function, arg, name);
  if (owner < 0)
    return op->emitError("'sparse' dialect (C9) expected '")
           << attrName << "' of argument " << arg
           << " to name another tensor argument but got " << name;
  if (function.getArgAttr(owner, attrName))
    return op->emitError("'sparse' dialect (C9) expected argument ")
           << owner << ", which argument " << arg
           << " shares the structure of, to have one of its own";
  auto other = cast<AnyTensorType>(function.getArgumentTypes()[owner]);
  if (tensor.getShape() == other.getShape() &&
      tensor.getFormat() == other.getFormat())
    return success();
  return op->emitError("'sparse' dialect (C9) expected argument ")
         << arg << " to have the shape and format of " << other << " but got "
         << tensor;
}

/// (C10) Checks the format that argument `arg`, a builtin tensor, is to have.
static LogicalResult verifyFormat(Operation *op, unsigned arg,
                                  Attribute format) {
  auto type = dyn_cast_or_null<RankedTensorType>(getArgumentType(op, arg));
  if (!type || !isa<FormatAttr, CompositeAttr>(format))
    return op->emitError("'sparse' dialect (C10) expected '")
           << kFormatAttr << "' to be a format of a builtin tensor";
  auto levels = dyn_cast<FormatAttr>(format);
  int64_t rank =
      levels ? levels.getRank() : cast<CompositeAttr>(format).getRank();
  // A format of matrices is spread over the dimensions of a larger tensor.
  constexpr int64_t matrixRank = 2;
  if (rank == type.getRank() ||
      (rank == matrixRank && type.getRank() > matrixRank))
    return success();
  return op->emitError("'sparse' dialect (C10) expected '")
         << kFormatAttr << "' of argument " << arg << " to have rank "
         << type.getRank() << " but got " << rank;
}

//===----------------------------------------------------------------------===//
// The dialect's attributes
//===----------------------------------------------------------------------===//

/// (C8) Checks the types of the tensors that a function returns.
static LogicalResult verifyResults(Operation *op, Attribute attr) {
  auto isTensor = [](Attribute entry) {
    auto type = dyn_cast<TypeAttr>(entry);
    return type && isa<AnyTensorType>(type.getValue());
  };
  auto types = dyn_cast<ArrayAttr>(attr);
  if (isa<FunctionOpInterface>(op) && types && llvm::all_of(types, isTensor))
    return success();
  return op->emitError("'sparse' dialect (C8) expected '")
         << SparseDialect::kResultsAttr
         << "' to be an array of types of tensors on a function";
}

/// (C8) Checks what a function says of its operands.
static LogicalResult verifyOperands(Operation *op, NamedAttribute attr) {
  auto operands = dyn_cast<ArrayAttr>(attr.getValue());
  if (isa<FunctionOpInterface>(op) && operands &&
      llvm::all_of(operands, llvm::IsaPred<OperandAttr>))
    return success();
  return op->emitError("'sparse' dialect (C8) expected '")
         << attr.getName().getValue()
         << "' to be an array of #sparse.operand on a function";
}

/// (C8) Checks what a load or store says of its element.
static LogicalResult verifyExists(Operation *op, Attribute attr) {
  if (isa<MemoryEffectOpInterface>(op) && isa<UnitAttr>(attr))
    return success();
  return op->emitError("'sparse' dialect (C8) expected '")
         << SparseDialect::kExistsAttr << "' to be unit on a load or store";
}

/// (C8) Checks what a function says of another that goes with it.
static LogicalResult verifyCompanion(Operation *op, NamedAttribute attr) {
  if (isa<FunctionOpInterface>(op) && isa<FlatSymbolRefAttr>(attr.getValue()))
    return success();
  return op->emitError("'sparse' dialect (C8) expected '")
         << attr.getName().getValue() << "' to be a symbol on a function";
}

/// (C8) Checks what a function says of itself by an attribute alone.
static LogicalResult verifyUnit(Operation *op, NamedAttribute attr) {
  if (isa<FunctionOpInterface>(op) && isa<UnitAttr>(attr.getValue()))
    return success();
  return op->emitError("'sparse' dialect (C8) expected '")
         << attr.getName().getValue() << "' to be unit on a function";
}

/// (C8) Checks the texts of a function that checks memory.
static LogicalResult verifyRefusals(Operation *op, Attribute attr) {
  auto isPair = [](Attribute entry) {
    auto pair = dyn_cast<ArrayAttr>(entry);
    return pair && pair.size() == 2 &&
           llvm::all_of(pair, llvm::IsaPred<StringAttr>);
  };
  auto refusals = dyn_cast<ArrayAttr>(attr);
  if (isa<FunctionOpInterface>(op) && refusals &&
      llvm::all_of(refusals, isPair))
    return success();
  return op->emitError("'sparse' dialect (C8) expected '")
         << SparseDialect::kRefusalsAttr
         << "' to be an array of pairs of strings on a function";
}

/// (C8) Checks what a function says of pieces that are constants.
static LogicalResult verifyConstants(Operation *op, Attribute attr) {
  auto isPair = [](Attribute entry) {
    auto pair = dyn_cast<ArrayAttr>(entry);
    return pair && pair.size() == 2 && isa<PieceAttr>(pair[0]) &&
           isa<FlatSymbolRefAttr>(pair[1]);
  };
  auto constants = dyn_cast<ArrayAttr>(attr);
  if (isa<FunctionOpInterface>(op) && constants &&
      llvm::all_of(constants, isPair))
    return success();
  return op->emitError("'sparse' dialect (C8) expected '")
         << kConstantsAttr
         << "' to be an array of pairs of a #sparse.piece and a symbol on a "
            "function";
}

LogicalResult SparseDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  StringRef companions[] = {
      kLengthCheckAttr, kWorkspaceBytesAttr, kLaunchesAttr,   kFoundSizesAttr,
      kInspectAttr,     kInspectCheckAttr,   kInspectsForAttr};
  if (llvm::is_contained(companions, attr.getName()))
    return verifyCompanion(op, attr);
  if (attr.getName() == kReusesWorkspaceAttr ||
      attr.getName() == kMissingMemoryAttr)
    return verifyUnit(op, attr);
  if (attr.getName() == kRefusalsAttr)
    return verifyRefusals(op, attr.getValue());
  if (attr.getName() == kResultsAttr)
    return verifyResults(op, attr.getValue());
  if (attr.getName() == kOperandsAttr || attr.getName() == kFoundAttr)
    return verifyOperands(op, attr);
  if (attr.getName() == kExistsAttr)
    return verifyExists(op, attr.getValue());
  if (attr.getName() == kConstantsAttr)
    return verifyConstants(op, attr.getValue());
  if (attr.getName() != kSignatureAttr)
    return op->emitError("'sparse' dialect (C8) expected no attribute '")
           << attr.getName().getValue() << "' on an operation";
  auto pieces = dyn_cast<ArrayAttr>(attr.getValue());
  if (!isa<FunctionOpInterface>(op) || !pieces ||
      !llvm::all_of(pieces, llvm::IsaPred<PieceAttr, UnitAttr>))
    return op->emitError("'sparse' dialect (C8) expected '")
           << kSignatureAttr
           << "' to be an array of #sparse.piece and unit on a function";
  return success();
}

LogicalResult SparseDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                      unsigned arg,
                                                      NamedAttribute attr) {
  StringRef name = attr.getName();
  if (name == kWorkspaceAttr && isa<UnitAttr>(attr.getValue()))
    return success();
  auto word = dyn_cast<StringAttr>(attr.getValue());
  if ((name == kNameAttr || name == kAccessAttr) && !word)
    return op->emitError(name == kNameAttr ? "'sparse' dialect (C1) expected '"
                                           : "'sparse' dialect (C4) expected '")
           << name << "' to be a string";
  if (name == kNameAttr && word.empty())
    return op->emitError("'sparse' dialect (C1) expected '")
           << name << "' not to be empty";
  if (name == kNameAttr)
    return success();
  if (name == kAccessAttr)
    return verifyAccess(op, getArgument(op, arg), word);
  if (name == kDimsAttr)
    return failure(
        failed(verifyDimNames(op, getArgumentType(op, arg), attr.getValue())) ||
        failed(verifyDimSizes(op, arg, attr.getValue())));
  if (name == kStructureOfAttr)
    return verifyStructureOf(op, arg, attr.getValue());
  if (name == kFormatAttr)
    return verifyFormat(op, arg, attr.getValue());
  if (name != kPieceAttr)
    return op->emitError("'sparse' dialect (C7) expected '")
           << kNameAttr << "', '" << kDimsAttr << "', '" << kAccessAttr
           << "' or '" << kStructureOfAttr << "' on an argument but got '"
           << name << "'";
  if (isa<PieceAttr>(attr.getValue()))
    return success();
  return op->emitError("'sparse' dialect (C7) expected '")
         << name << "' to be a #sparse.piece";
}

LogicalResult SparseDialect::verifyRegionResultAttribute(Operation *op,
                                                         unsigned, unsigned,
                                                         NamedAttribute attr) {
  auto name = dyn_cast<StringAttr>(attr.getValue());
  if (attr.getName() == kNameAttr && name && !name.empty())
    return success();
  return op->emitError("'sparse' dialect (C8) expected no attribute but '")
         << kNameAttr << "', a string, on a result but got '"
         << attr.getName().getValue() << "'";
}

//===----------------------------------------------------------------------===//
// What a function is given beside operands
//===----------------------------------------------------------------------===//

Value spindle::sparse::appendArgument(FunctionOpInterface function, Type type,
                                      ArrayRef<NamedAttribute> attrs) {
  MLIRContext *context = function.getContext();
  unsigned index = function.getNumArguments();
  // What was inserted cannot be refused.
  (void)function.insertArgument(
      index, type, DictionaryAttr::get(context, attrs), function.getLoc());
  if (auto signature =
          function->getAttrOfType<ArrayAttr>(SparseDialect::kSignatureAttr)) {
    SmallVector<Attribute> pieces(signature.getValue());
    pieces.push_back(UnitAttr::get(context));
    function->setAttr(SparseDialect::kSignatureAttr,
                      ArrayAttr::get(context, pieces));
  }
  return function.getArgument(index);
}
