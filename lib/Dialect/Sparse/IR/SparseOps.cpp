//===- SparseOps.cpp - makers of buffers, and fills -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include "Spindle/Dialect/Axis/IR/AxisList.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisListEntry;
using spindle::axis::AxisType;

//===----------------------------------------------------------------------===//
// UnpackOp
//===----------------------------------------------------------------------===//

SmallVector<int64_t> UnpackOp::getBufferParents() {
  // The operation need not be verified.
  SparseTensorType tensor;
  if (getOperation()->getNumOperands() > 0)
    tensor = dyn_cast<SparseTensorType>(getOperand().getType());
  return tensor ? getLevelParents(tensor.getFormat()) : SmallVector<int64_t>();
}

Value UnpackOp::getAxisParent(Value axis) {
  size_t level = cast<OpResult>(axis).getResultNumber();
  SmallVector<int64_t> parents = getBufferParents();
  int64_t parent = level < parents.size() ? parents[level] : -1;
  return parent < 0 ? Value() : Value(getOperation()->getResult(parent));
}

SmallVector<Value> UnpackOp::getBufferAxes() {
  SmallVector<Value> results = llvm::to_vector_of<Value>(getResults());
  results.truncate(results.empty() ? 0 : results.size() - 1);
  return results;
}

/// The names that the function's arguments have for a tensor and its
/// dimensions; null where it has none.
static std::pair<StringAttr, ArrayAttr> getTensorNames(Value tensor) {
  auto arg = dyn_cast<BlockArgument>(tensor);
  Operation *owner = arg ? arg.getOwner()->getParentOp() : nullptr;
  auto function = dyn_cast_or_null<FunctionOpInterface>(owner);
  if (!function)
    return {};
  unsigned index = arg.getArgNumber();
  return {
      function.getArgAttrOfType<StringAttr>(index, SparseDialect::kNameAttr),
      function.getArgAttrOfType<ArrayAttr>(index, SparseDialect::kDimsAttr)};
}

void UnpackOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  auto [name, dims] = getTensorNames(getTensor());
  FormatAttr format = getTensor().getType().getFormat();
  for (auto [level, axis] : llvm::zip(format.getLevels(), getAxes())) {
    int64_t dim = level.getDim();
    bool known = dims && dim >= 0 && dim < int64_t(dims.size());
    auto word = known ? dyn_cast<StringAttr>(dims[dim]) : StringAttr();
    setName(axis, word ? word.getValue() : "axis");
  }
  setName(getBuffer(), name ? (name.getValue() + "v").str() : "values");
}

LogicalResult UnpackOp::verify() {
  SmallVector<Type> expected = getUnpackedTypes(getTensor().getType()); // (C1)
  if (expected.size() != getNumResults())
    return emitOpError("(C1) expected ")
           << expected.size() << " results but got " << getNumResults();
  for (auto [index, type] : llvm::enumerate(getResultTypes()))
    if (type != expected[index])
      return emitOpError("(C1) expected result ")
             << index << " to be " << expected[index] << " but got " << type;
  auto arg = dyn_cast<BlockArgument>(getTensor()); // (C2)
  Operation *owner = arg ? arg.getOwner()->getParentOp() : nullptr;
  if (isa_and_nonnull<FunctionOpInterface>(owner) &&
      arg.getOwner()->isEntryBlock())
    return success();
  return emitOpError("(C2) expected the tensor to be an argument of a "
                     "function");
}

static ParseResult parseUnpackedTypes(OpAsmParser &parser,
                                      SmallVectorImpl<Type> &axes,
                                      Type &buffer) {
  if (parser.parseTypeList(axes))
    return failure();
  buffer = axes.pop_back_val();
  return success();
}

static void printUnpackedTypes(OpAsmPrinter &printer, UnpackOp, TypeRange axes,
                               Type buffer) {
  for (Type axis : axes)
    printer << axis << ", ";
  printer << buffer;
}

//===----------------------------------------------------------------------===//
// BindOp
//===----------------------------------------------------------------------===//

SmallVector<Value> BindOp::getBufferAxes() {
  // The operation need not be verified.
  OperandRange operands = getOperation()->getOperands();
  return llvm::to_vector_of<Value>(operands.empty() ? operands
                                                    : operands.drop_front());
}

SmallVector<int64_t> BindOp::getBufferParents() {
  DenseI64ArrayAttr parents = getProperties().parents;
  return parents ? llvm::to_vector(parents.asArrayRef())
                 : SmallVector<int64_t>();
}

void BindOp::populateDependencies(
    bufferization::RegisterDependenciesFn addDependency) {
  for (Value operand : getOperands())
    addDependency(operand, getResult());
}

/// Parses `%m on (%I, %J of 0)`.
static ParseResult parseBoundList(OpAsmParser &parser,
                                  OpAsmParser::UnresolvedOperand &memory,
                                  SmallVectorImpl<AxisListEntry> &entries) {
  if (parser.parseOperand(memory) || parser.parseKeyword("on") ||
      parser.parseLParen())
    return failure();
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  return failure(axis::parseAxisList(parser, entries,
                                     /*mayLieUnderSites=*/false) ||
                 parser.parseRParen());
}

/// Parses `memref<?xf32> on (!axis.axis<..>) -> !sparse.buffer<?xf32>`.
static ParseResult parseBoundTypes(OpAsmParser &parser, Type &memory,
                                   SmallVectorImpl<Type> &axes, Type &result) {
  if (parser.parseColonType(memory) || parser.parseKeyword("on") ||
      parser.parseLParen())
    return failure();
  if (failed(parser.parseOptionalRParen()) &&
      (parser.parseTypeList(axes) || parser.parseRParen()))
    return failure();
  return failure(parser.parseArrow() || parser.parseType(result));
}

/// Parses the attributes that the rest of the text does not give.
static ParseResult parseAttributes(OpAsmParser &parser, OperationState &state) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(state.attributes))
    return failure();
  if (state.attributes.get("parents"))
    return parser.emitError(loc) << "expected no attribute 'parents': the list "
                                    "of axes gives it";
  return success();
}

ParseResult BindOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand memory;
  SmallVector<AxisListEntry> entries;
  Type memoryType, resultType;
  SmallVector<Type> axisTypes;
  SMLoc loc = parser.getCurrentLocation();
  if (parseBoundList(parser, memory, entries) ||
      parseBoundTypes(parser, memoryType, axisTypes, resultType) ||
      parseAttributes(parser, state) ||
      parser.resolveOperand(memory, memoryType, state.operands))
    return failure();
  SmallVector<OpAsmParser::UnresolvedOperand> axes;
  for (const AxisListEntry &entry : entries)
    axes.push_back(entry.axis);
  if (parser.resolveOperands(axes, axisTypes, loc, state.operands))
    return failure();
  auto resolved = ArrayRef<Value>(state.operands).drop_front();
  state.getOrAddProperties<Properties>().parents =
      parser.getBuilder().getDenseI64ArrayAttr(
          axis::getParents(entries, resolved));
  state.addTypes(resultType);
  return success();
}

void BindOp::print(OpAsmPrinter &printer) {
  printer << " " << getMemory() << " on (";
  llvm::interleaveComma(llvm::seq<int64_t>(0, getAxes().size()), printer,
                        [&](int64_t index) {
                          axis::printAxisListEntry(printer, *this, getAxes(),
                                                   getParents(), index);
                        });
  printer << ") : " << getMemory().getType() << " on (" << getAxes().getTypes()
          << ") -> " << getResult().getType();
  printer.printOptionalAttrDict((*this)->getAttrs(), {getParentsAttrName()});
}

/// (C4), (C5) Memory and buffer fit the layout.
static LogicalResult verifyShape(BindOp op, const Layout &layout) {
  auto memory = cast<MemRefType>(op.getMemory().getType());
  BufferType buffer = op.getResult().getType();
  SmallVector<int64_t> expected = layout.getShape();
  auto describe = [&] {
    return BufferType::get(expected, buffer.getElementType());
  };
  if (memory.getShape() != ArrayRef<int64_t>(expected) ||
      buffer.getShape() != ArrayRef<int64_t>(expected)) // (C4)
    return op.emitOpError("(C4) expected memory and buffer of the shape of ")
           << describe() << " but got " << memory << " and " << buffer;
  if (memory.getElementType() != buffer.getElementType()) // (C5)
    return op.emitOpError("(C5) expected memory of ")
           << buffer.getElementType() << " but got " << memory.getElementType();
  return success();
}

LogicalResult BindOp::verify() {
  for (Value axis : getAxes()) // (C1)
    if (failed(axis::verifyIsAxis(*this, axis, "(C1)", "each axis")))
      return failure();
  if (failed(axis::verifyParents(*this, getAxes(), getParents(), "(C2)",
                                 /*mayLieUnderSites=*/false)))
    return failure();
  int64_t fault = 0;
  FailureOr<Layout> layout = computeLayout(getAxes(), getParents(), fault);
  if (failed(layout)) // (C3)
    return emitOpError("(C3) axis ")
           << fault << ": expected to close dimensions of its ancestors alone";
  return verifyShape(*this, *layout);
}

//===----------------------------------------------------------------------===//
// FillOp
//===----------------------------------------------------------------------===//

LogicalResult FillOp::verify() {
  Type expected = getBuffer().getType().getElementType();
  if (getValue().getType() != expected) // (C1)
    return emitOpError("(C1) expected a value of ")
           << expected << " but got " << getValue().getType();
  if (succeeded(getLayout(getBuffer()))) // (C2)
    return success();
  return emitOpError("(C2) expected a buffer made by an axis or sparse "
                     "operation");
}

//===----------------------------------------------------------------------===//
// Text of accesses
//===----------------------------------------------------------------------===//

/// Parses `[%i, %j]`, `at [%p]` or `at positions [%p]`.
static ParseResult
parsePlaces(OpAsmParser &parser,
            SmallVectorImpl<OpAsmParser::UnresolvedOperand> &places,
            SmallVectorImpl<Type> &types, AccessFormAttr &form) {
  MLIRContext *context = parser.getContext();
  bool direct = succeeded(parser.parseOptionalKeyword("at"));
  bool sites = direct && failed(parser.parseOptionalKeyword("positions"));
  form = AccessFormAttr::get(context,
                             direct ? AccessForm::Direct : AccessForm::LookUp);
  if (parser.parseOperandList(places, AsmParser::Delimiter::Square))
    return failure();
  Type type = sites ? Type(axis::SiteType::get(context))
                    : Type(parser.getBuilder().getIndexType());
  types.assign(places.size(), type);
  return success();
}

static void printPlaces(OpAsmPrinter &printer, Operation *, OperandRange places,
                        TypeRange types, AccessFormAttr form) {
  if (form.getValue() == AccessForm::Direct) {
    bool sites = llvm::any_of(types, llvm::IsaPred<axis::SiteType>);
    // A direct access without places is one to a buffer without axes.
    printer << (sites || types.empty() ? " at " : " at positions ");
  }
  printer << "[" << places << "]";
}

/// Parses a buffer type, which gives the type of the value.
static ParseResult parseElementOf(OpAsmParser &parser, Type &buffer,
                                  Type &value) {
  SMLoc loc = parser.getCurrentLocation();
  BufferType type;
  if (parser.parseType(buffer))
    return failure();
  if (!(type = dyn_cast<BufferType>(buffer)))
    return parser.emitError(loc) << "expected a buffer type but got " << buffer;
  value = type.getElementType();
  return success();
}

static void printElementOf(OpAsmPrinter &printer, Operation *, Type buffer,
                           Type) {
  printer << buffer;
}

/// Parses buffer types, each of which gives the type of a value.
static ParseResult parseElementsOf(OpAsmParser &parser,
                                   SmallVectorImpl<Type> &buffers,
                                   SmallVectorImpl<Type> &values) {
  return parser.parseCommaSeparatedList([&] {
    return parseElementOf(parser, buffers.emplace_back(),
                          values.emplace_back());
  });
}

static void printElementsOf(OpAsmPrinter &printer, Operation *,
                            TypeRange buffers, TypeRange) {
  printer << buffers;
}

#define GET_OP_CLASSES
#include "Spindle/Dialect/Sparse/IR/SparseOps.cpp.inc"
