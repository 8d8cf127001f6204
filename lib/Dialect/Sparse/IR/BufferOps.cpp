//===- BufferOps.cpp - buffers on lists of axes ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Sparse/IR/ValueUses.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisListEntry;

//===----------------------------------------------------------------------===//
// What operations that need not be verified say
//===----------------------------------------------------------------------===//

/// The operands from `first` on, where there are so many.
static SmallVector<Value> getOperandsFrom(Operation *op, size_t first) {
  size_t count = op->getNumOperands();
  return llvm::to_vector_of<Value>(
      op->getOperands().drop_front(std::min(first, count)));
}

/// The lists of `attr`; none where it has something else.
static axis::ParentLists getKnownParents(ArrayAttr attr) {
  if (!attr || !llvm::all_of(attr, llvm::IsaPred<DenseI64ArrayAttr>))
    return {};
  return axis::getParentLists(attr);
}

SmallVector<Value> BindOp::getBufferAxes() { return getOperandsFrom(*this, 1); }
SmallVector<Value> AllocOp::getBufferAxes() {
  return getOperandsFrom(*this, 0);
}
SmallVector<Value> SplatOp::getBufferAxes() {
  return getOperandsFrom(*this, 1);
}

axis::ParentLists BindOp::getBufferParents() {
  return getKnownParents(getProperties().parents);
}
axis::ParentLists AllocOp::getBufferParents() {
  return getKnownParents(getProperties().parents);
}
axis::ParentLists SplatOp::getBufferParents() {
  return getKnownParents(getProperties().parents);
}

//===----------------------------------------------------------------------===//
// What memory must outlive
//===----------------------------------------------------------------------===//

/// Every result is used by the memory of every operand: an axis' arrays, too.
static void addDependencies(Operation *op,
                            bufferization::RegisterDependenciesFn add) {
  for (Value operand : op->getOperands())
    for (Value result : op->getResults())
      add(operand, result);
}

void BindOp::populateDependencies(bufferization::RegisterDependenciesFn add) {
  addDependencies(*this, add);
}
void AllocOp::populateDependencies(bufferization::RegisterDependenciesFn add) {
  addDependencies(*this, add);
}
void SplatOp::populateDependencies(bufferization::RegisterDependenciesFn add) {
  addDependencies(*this, add);
}
void UnpackOp::populateDependencies(bufferization::RegisterDependenciesFn add) {
  addDependencies(*this, add);
}
void PackOp::populateDependencies(bufferization::RegisterDependenciesFn add) {
  addDependencies(*this, add);
}
void WithValuesOp::populateDependencies(
    bufferization::RegisterDependenciesFn add) {
  addDependencies(*this, add);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// The text of a list of axes, and what comes before it.
struct ListText {
  /// What the buffer is of; none for an allocation.
  std::optional<OpAsmParser::UnresolvedOperand> source;
  SmallVector<AxisListEntry> entries;
  Type sourceType, resultType;
  SmallVector<Type> axisTypes;
};
} // namespace

/// Parses `(!axis.axis<..>) -> !sparse.buffer<?xf32>`.
static ParseResult parseListTypes(OpAsmParser &parser, ListText &text) {
  auto parseAxisType = [&] {
    return parser.parseType(text.axisTypes.emplace_back());
  };
  return failure(parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                                parseAxisType) ||
                 parser.parseArrow() || parser.parseType(text.resultType));
}

/// Parses `%m on (%I, %J of 0) : memref<?xf32> on (..) -> ..`, or without the
/// source, `on (%I, %J of 0) : (..) -> ..`.
static ParseResult parseList(OpAsmParser &parser, ListText &text,
                             bool hasSource) {
  if (hasSource && parser.parseOperand(text.source.emplace()))
    return failure();
  if (parser.parseKeyword("on") ||
      axis::parseAxisListInParens(parser, text.entries) || parser.parseColon())
    return failure();
  if (hasSource &&
      (parser.parseType(text.sourceType) || parser.parseKeyword("on")))
    return failure();
  return parseListTypes(parser, text);
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

/// Parses an operation of the type `OpT`.
template <typename OpT>
static ParseResult parseOnList(OpAsmParser &parser, OperationState &state,
                               bool hasSource) {
  ListText text;
  SMLoc loc = parser.getCurrentLocation();
  if (parseList(parser, text, hasSource) || parseAttributes(parser, state))
    return failure();
  if (hasSource &&
      parser.resolveOperand(*text.source, text.sourceType, state.operands))
    return failure();
  SmallVector<OpAsmParser::UnresolvedOperand> axes;
  for (const AxisListEntry &entry : text.entries)
    axes.push_back(entry.axis);
  SmallVector<Value> resolved;
  if (parser.resolveOperands(axes, text.axisTypes, loc, resolved))
    return failure();
  state.addOperands(resolved);
  state.getOrAddProperties<typename OpT::Properties>().parents =
      axis::getParentListsAttr(parser.getContext(),
                               axis::getParents(text.entries, resolved));
  state.addTypes(text.resultType);
  return success();
}

/// Prints `op`, whose buffer is of `source`, where it is of anything.
template <typename OpT>
static void printOnList(OpAsmPrinter &printer, OpT op, Value source) {
  if (source)
    printer << " " << source;
  printer << " on ";
  axis::printAxisListInParens(printer, op, op.getAxes(), op.getBufferParents());
  printer << " : ";
  if (source)
    printer << source.getType() << " on ";
  printer << "(" << op.getAxes().getTypes() << ") -> "
          << op.getResult().getType();
  printer.printOptionalAttrDict(op->getAttrs(), {op.getParentsAttrName()});
}

ParseResult BindOp::parse(OpAsmParser &parser, OperationState &state) {
  return parseOnList<BindOp>(parser, state, /*hasSource=*/true);
}
ParseResult AllocOp::parse(OpAsmParser &parser, OperationState &state) {
  return parseOnList<AllocOp>(parser, state, /*hasSource=*/false);
}
ParseResult SplatOp::parse(OpAsmParser &parser, OperationState &state) {
  return parseOnList<SplatOp>(parser, state, /*hasSource=*/true);
}

void BindOp::print(OpAsmPrinter &printer) {
  printOnList(printer, *this, getMemory());
}
void AllocOp::print(OpAsmPrinter &printer) {
  printOnList(printer, *this, Value());
}
void SplatOp::print(OpAsmPrinter &printer) {
  printOnList(printer, *this, getValue());
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// (C1) to (C3) The list of axes of `op`; its layout.
template <typename OpT> static FailureOr<Layout> verifyList(OpT op) {
  for (Value axis : op.getAxes()) // (C1)
    if (failed(axis::verifyIsAxis(op, axis, "(C1)", "each axis")))
      return failure();
  axis::ParentLists parents = op.getBufferParents(); // (C2)
  if (failed(axis::verifyParents(op, op.getAxes(), parents, "(C2)")))
    return failure();
  int64_t fault = 0;
  FailureOr<Layout> layout = axis::computeLayout(op.getAxes(), parents, fault);
  if (failed(layout)) // (C3)
    op.emitOpError("(C3) axis ")
        << fault << ": expected to close dimensions of its ancestors alone";
  return layout;
}

/// (C4) The buffer, whose memory is `memory` where that is given, has the shape
/// of the layout.
static LogicalResult verifyShape(Operation *op, const Layout &layout,
                                 BufferType buffer, MemRefType memory) {
  SmallVector<int64_t> expected = layout.getShape();
  bool fits = buffer.getShape() == ArrayRef<int64_t>(expected) &&
              (!memory || memory.getShape() == ArrayRef<int64_t>(expected));
  if (fits)
    return success();
  InFlightDiagnostic diag =
      op->emitOpError("(C4) expected ")
      << (memory ? "memory and buffer" : "a buffer") << " of the shape of "
      << BufferType::get(expected, buffer.getElementType()) << " but got ";
  if (memory)
    diag << memory << " and ";
  return diag << buffer;
}

LogicalResult BindOp::verify() {
  FailureOr<Layout> layout = verifyList(*this);
  auto memory = cast<MemRefType>(getMemory().getType());
  BufferType buffer = getResult().getType();
  if (failed(layout) || failed(verifyShape(*this, *layout, buffer, memory)))
    return failure();
  if (memory.getElementType() != buffer.getElementType()) // (C5)
    return emitOpError("(C5) expected memory of ")
           << buffer.getElementType() << " but got " << memory.getElementType();
  return success();
}

/// The outermost nest or loop around `op`, in a parallel loop the outermost one
/// of an iteration; null for none.
static Operation *findOutermostLoop(Operation *op) {
  Operation *outermost = nullptr;
  for (Operation *around = op->getParentOp();
       around && !isa<FunctionOpInterface>(around);
       around = around->getParentOp()) {
    if (outermost && isa<scf::ForallOp>(around))
      break;
    if (isa<LoopLikeOpInterface, iter::NestOp>(around))
      outermost = around;
  }
  return outermost;
}

/// (C5), (C6) Where `op` stands, and where its axes are made.
static LogicalResult verifyPlace(AllocOp op) {
  Operation *loop = findOutermostLoop(op);
  bool isInFirstBlock = op->getBlock()->isEntryBlock() &&
                        isa<FunctionOpInterface>(op->getParentOp());
  if (!loop && !isInFirstBlock) // (C5)
    return op.emitOpError("(C5) expected to stand in the first block of a "
                          "function, in a nest or in a loop");
  for (auto [number, axis] : llvm::enumerate(op.getAxes())) // (C6)
    if (loop && loop->isAncestor(axis.getDefiningOp())) {
      InFlightDiagnostic diag =
          op.emitOpError("(C6) expected axis ")
          << number << " to be made outside of the nests and loops around";
      diag.attachNote(axis.getLoc()) << "here it is made";
      return diag;
    }
  return success();
}

LogicalResult AllocOp::verify() {
  FailureOr<Layout> layout = verifyList(*this);
  if (failed(layout) ||
      failed(verifyShape(*this, *layout, getResult().getType(), {})) ||
      failed(verifyWritable(*this, "C7", // (C7)
                            getResult().getType().getElementType())))
    return failure();
  return verifyPlace(*this);
}

LogicalResult SplatOp::verify() {
  FailureOr<Layout> layout = verifyList(*this);
  BufferType buffer = getResult().getType();
  if (failed(layout) || failed(verifyShape(*this, *layout, buffer, {})))
    return failure();
  if (getValue().getType() != buffer.getElementType()) // (C5)
    return emitOpError("(C5) expected a value of ")
           << buffer.getElementType() << " but got " << getValue().getType();
  for (const ValueUse &use : getValueUses(getResult())) // (C6)
    if (use.writes) {
      InFlightDiagnostic diag =
          emitOpError("(C6) expected the buffer to be only read");
      diag.attachNote(use.op->getLoc()) << "here it is written";
      return diag;
    }
  return success();
}
