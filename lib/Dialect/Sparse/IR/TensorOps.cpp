//===- TensorOps.cpp - structure and values of tensors --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOps.h"

#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// Where a tensor's structure is
//===----------------------------------------------------------------------===//

/// The function whose argument `value` is; null where it is none.
static FunctionOpInterface getFunction(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg || !arg.getOwner()->isEntryBlock())
    return {};
  return dyn_cast_or_null<FunctionOpInterface>(arg.getOwner()->getParentOp());
}

/// The attribute `name` of the argument `value` of a function; null without.
template <typename AttrT>
static AttrT getArgumentAttr(Value value, StringRef name) {
  FunctionOpInterface function = getFunction(value);
  if (!function)
    return {};
  unsigned index = cast<BlockArgument>(value).getArgNumber();
  if (index >= function.getNumArguments())
    return {};
  return function.getArgAttrOfType<AttrT>(index, name);
}

std::string spindle::sparse::getArgumentName(Value value) {
  auto name = getArgumentAttr<StringAttr>(value, SparseDialect::kNameAttr);
  auto piece = getArgumentAttr<PieceAttr>(value, SparseDialect::kPieceAttr);
  return piece ? piece.getTensor().str() : name ? name.str() : "";
}

bool spindle::sparse::isKnownTensor(Value tensor) {
  return isa_and_nonnull<WithValuesOp, PackOp, PartsOp, ComposeOp>(
             tensor.getDefiningOp()) ||
         getFunction(tensor);
}

Value spindle::sparse::getWhole(Value tensor) {
  auto parts = tensor.getDefiningOp<PartsOp>();
  return parts && parts->getNumOperands() > 0 ? parts->getOperand(0) : tensor;
}

/// The part whose structure `part`, one that `parts` makes, has: itself, or
/// that of the list after `on`; null where there is none.
static Value getPartOwner(PartsOp parts, Value part) {
  size_t number = cast<OpResult>(part).getResultNumber();
  if (parts->getNumOperands() < 2)
    return part;
  return number + 1 < parts->getNumOperands() ? parts->getOperand(number + 1)
                                              : Value();
}

/// The tensor that a chain of `sparse.with_values`, which need not be verified,
/// starts from; null for a ring.
static Value skipWithValues(Value tensor) {
  llvm::SmallPtrSet<Operation *, 4> seen;
  while (auto op = tensor.getDefiningOp<WithValuesOp>()) {
    if (!seen.insert(op).second || op->getNumOperands() == 0)
      return {};
    tensor = op->getOperand(0);
  }
  return tensor;
}

/// The argument whose parts the first operand of `op`, which need not be
/// verified, has the structure of; null for none.
static Value getArgumentOfParts(ComposeOp op) {
  Value part =
      op->getNumOperands() > 0 ? skipWithValues(op->getOperand(0)) : Value();
  auto parts = part ? part.getDefiningOp<PartsOp>() : PartsOp();
  Value whole = parts ? getWhole(part) : Value();
  return isa_and_nonnull<BlockArgument>(whole) ? whole : Value();
}

Value spindle::sparse::getStructureOwner(Value tensor) {
  Value start = skipWithValues(tensor);
  if (start)
    if (auto parts = start.getDefiningOp<PartsOp>())
      return getPartOwner(parts, start);
  if (start)
    if (auto compose = start.getDefiningOp<ComposeOp>())
      start = getArgumentOfParts(compose);
  if (start && start.getDefiningOp<PackOp>())
    return start;
  if (!start || !isa<AnyTensorType>(start.getType()) || !getFunction(start))
    return {};
  auto name =
      getArgumentAttr<StringAttr>(start, SparseDialect::kStructureOfAttr);
  if (!name)
    return start;
  for (BlockArgument other :
       cast<BlockArgument>(start).getOwner()->getArguments())
    if (other != start && isa<AnyTensorType>(other.getType()) &&
        getArgumentAttr<StringAttr>(other, SparseDialect::kNameAttr) == name)
      return getArgumentAttr<StringAttr>(other, SparseDialect::kStructureOfAttr)
                 ? Value()
                 : other;
  return {};
}

/// Whether `axes` are all the axes that one `sparse.unpack` of `owner` gives.
static bool areAxesOf(ValueRange axes, Value owner) {
  if (axes.empty())
    return cast<SparseTensorType>(owner.getType())
        .getFormat()
        .getLevels()
        .empty();
  auto unpack = axes.front().getDefiningOp<UnpackOp>();
  return unpack && unpack->getNumOperands() == 1 &&
         unpack->getOperand(0) == owner &&
         llvm::equal(unpack.getBufferAxes(), axes);
}

//===----------------------------------------------------------------------===//
// UnpackOp: what it says of its axes and its buffer
//===----------------------------------------------------------------------===//

/// The format of the tensor that `op`, which need not be verified, unpacks;
/// null without one.
static FormatAttr getUnpackedFormat(UnpackOp op) {
  if (op->getNumOperands() == 0)
    return {};
  auto tensor = dyn_cast<SparseTensorType>(op->getOperand(0).getType());
  return tensor ? tensor.getFormat() : FormatAttr();
}

axis::ParentLists UnpackOp::getBufferParents() {
  FormatAttr format = getUnpackedFormat(*this);
  return format ? getListParents(format) : axis::ParentLists();
}

/// The entries that `axis`, a result of `op`, lies under; none where there are
/// no such results.
static SmallVector<int64_t> getParentEntries(UnpackOp op, Value axis) {
  size_t entry = cast<OpResult>(axis).getResultNumber();
  axis::ParentLists parents = op.getBufferParents();
  if (entry >= parents.size() || parents.size() > op->getNumResults())
    return {};
  return llvm::to_vector(ArrayRef<int64_t>(parents[entry]));
}

SmallVector<Value> UnpackOp::getAxisParents(Value axis) {
  return llvm::map_to_vector(
      getParentEntries(*this, axis),
      [&](int64_t entry) -> Value { return getOperation()->getResult(entry); });
}

SmallVector<int64_t> UnpackOp::getAxisParentLinks(Value axis) {
  SmallVector<int64_t> entries = getParentEntries(*this, axis);
  axis::ParentLists parents = getBufferParents();
  return llvm::map_to_vector(entries, [&](int64_t entry) -> int64_t {
    auto *link = parents[entry].size() == 1
                     ? llvm::find(entries, parents[entry].front())
                     : entries.end();
    return link == entries.end() ? -1 : link - entries.begin();
  });
}

bool UnpackOp::mayLackCells(Value axis) {
  FormatAttr format = getUnpackedFormat(*this);
  size_t level = cast<OpResult>(axis).getResultNumber();
  if (!format || level >= format.getLevels().size()) // The occupancy.
    return true;
  bool isFixed = format.getLevels()[level].getKind() == LevelKind::Fixed;
  return format.getCutLevel(level) >= 0 || getSkewLevel(format, level) >= 0 ||
         (isFixed && format.keepsLengths());
}

SmallVector<Value> UnpackOp::getBufferAxes() {
  if ((*this)->getNumOperands() > 1)
    return llvm::to_vector_of<Value>((*this)->getOperands().drop_front());
  SmallVector<Value> results = llvm::to_vector_of<Value>((*this)->getResults());
  results.truncate(results.empty() ? 0 : results.size() - 1);
  return results;
}

void UnpackOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  Value whole = getWhole(getTensor());
  auto name = getArgumentAttr<StringAttr>(whole, SparseDialect::kNameAttr);
  auto dims = getArgumentAttr<ArrayAttr>(whole, SparseDialect::kDimsAttr);
  FormatAttr format = getTensor().getType().getFormat();
  for (auto [level, axis] :
       llvm::enumerate(getAxes().take_front(format.getLevels().size()))) {
    int64_t dim = getDimOfLevel(format, level);
    bool known = dims && dim >= 0 && dim < int64_t(dims.size());
    auto word = known ? dyn_cast<StringAttr>(dims[dim]) : StringAttr();
    setName(axis, word ? getLevelName(format, level, word) : "axis");
  }
  if (getAxes().size() > format.getLevels().size())
    setName(getAxes().back(), "occupancy");
  setName(getBuffer(), name ? (name.getValue() + "v").str() : "values");
}

LogicalResult UnpackOp::fold(FoldAdaptor,
                             SmallVectorImpl<OpFoldResult> &results) {
  if (auto pack = getTensor().getDefiningOp<PackOp>()) {
    auto made = pack.getValues().getDefiningOp<BufferOpInterface>();
    if (!made || made.getBufferAxes().size() != getAxes().size() ||
        pack.getValues().getType() != getBuffer().getType())
      return failure();
    llvm::append_range(results, made.getBufferAxes());
    results.push_back(pack.getValues());
    return success();
  }
  auto constructor = getTensor().getDefiningOp<WithValuesOp>();
  if (!constructor || !getAxes().empty() ||
      constructor.getValues().getType() != getBuffer().getType())
    return failure();
  // The owner may be unpacked more than once: the values lie on axes of one.
  FailureOr<Layout> layout = getLayout(constructor.getValues());
  if (failed(layout) || !llvm::equal(layout->axes, getOn()))
    return failure();
  results.push_back(constructor.getValues());
  return success();
}

//===----------------------------------------------------------------------===//
// UnpackOp: rules
//===----------------------------------------------------------------------===//

/// (C1) The types of the axes, results or after `on`, and of the buffer.
static LogicalResult verifyUnpackedTypes(UnpackOp op) {
  SmallVector<Type> expected = getUnpackedTypes(op.getTensor().getType());
  bool isOn = !op.getOn().empty();
  SmallVector<Type> types = llvm::to_vector(op.getOn().getTypes());
  llvm::append_range(types, op.getResultTypes());
  if (expected.size() != types.size())
    return op.emitOpError("(C1) expected ")
           << expected.size() << (isOn ? " axes and results" : " results")
           << " but got " << types.size();
  for (auto [index, type] : llvm::enumerate(types))
    if (type != expected[index])
      return op.emitOpError("(C1) expected ")
             << (index < op.getOn().size() ? "axis " : "result ")
             << (index < op.getOn().size() ? index : index - op.getOn().size())
             << " to be " << expected[index] << " but got " << type;
  return success();
}

LogicalResult UnpackOp::verify() {
  if (failed(verifyUnpackedTypes(*this))) // (C1)
    return failure();
  if (!isKnownTensor(getTensor())) // (C2)
    return emitOpError("(C2) expected the tensor to be an argument of a "
                       "function or made by 'sparse.with_values', "
                       "'sparse.pack' or 'sparse.parts'");
  Value owner = getStructureOwner(getTensor()); // (C3)
  if (!owner)
    return emitOpError("(C3) expected a tensor whose structure is known");
  bool shares = owner != getTensor();
  if (shares && !getAxes().empty())
    return emitOpError("(C3) expected a tensor that shares its structure to be "
                       "unpacked 'on' the axes of the tensor that has it");
  if (!shares && !getOn().empty())
    return emitOpError("(C3) expected no axes after 'on' for a tensor with a "
                       "structure of its own");
  if (shares && !areAxesOf(getOn(), owner)) // (C4)
    return emitOpError("(C4) expected all axes that one 'sparse.unpack' of the "
                       "tensor with the structure gives, in order");
  return success();
}

//===----------------------------------------------------------------------===//
// WithValuesOp
//===----------------------------------------------------------------------===//

/// (C2) The type of the result.
static LogicalResult verifyResult(WithValuesOp op) {
  SparseTensorType tensor = op.getTensor().getType();
  SparseTensorType result = op.getResult().getType();
  auto expected = SparseTensorType::get(
      op.getContext(), tensor.getShape(),
      op.getValues().getType().getElementType(), tensor.getFormat());
  if (result != expected)
    return op.emitOpError("(C2) expected the result to be ")
           << expected << " but got " << result;
  Type buffer = getUnpackedTypes(result).back();
  if (op.getValues().getType() != buffer)
    return op.emitOpError("(C2) expected values of type ")
           << buffer << " but got " << op.getValues().getType();
  return success();
}

LogicalResult WithValuesOp::verify() {
  Value owner;
  if (!isKnownTensor(getTensor()) ||
      !(owner = getStructureOwner(getTensor()))) // (C1)
    return emitOpError("(C1) expected the tensor to be an argument of a "
                       "function or made by 'sparse.with_values' or "
                       "'sparse.parts', of a structure that is known");
  if (failed(verifyResult(*this))) // (C2)
    return failure();
  auto constructor = getValues().getDefiningOp<BufferOpInterface>(); // (C3)
  if (constructor && areAxesOf(constructor.getBufferAxes(), owner) &&
      constructor.getBufferParents() ==
          getListParents(getTensor().getType().getFormat()))
    return success();
  return emitOpError("(C3) expected values on all axes that one "
                     "'sparse.unpack' of the tensor with the structure gives, "
                     "in order");
}

//===----------------------------------------------------------------------===//
// PackOp
//===----------------------------------------------------------------------===//

LogicalResult PackOp::verify() {
  auto made = getValues().getDefiningOp<BufferOpInterface>();
  FormatAttr dense = getResult().getType().getFormat();
  BufferType values = getValues().getType();
  if (!made || made.getBufferAxes().empty() ||
      !llvm::all_of(made.getBufferAxes(), [&](Value axis) {
        return cast<axis::AxisType>(axis.getType()).getKind() ==
               axis::AxisKind::DenseFixed;
      })) // (C1)
    return emitOpError("(C1) expected values on axes of kind dense_fixed, one "
                       "at least");
  auto expected = SparseTensorType::get(
      getContext(), values.getShape(), values.getElementType(),
      FormatAttr::getDense(getContext(), values.getShape().size()));
  if (dense != expected.getFormat() ||
      getResult().getType() != expected) // (C2)
    return emitOpError("(C2) expected the result to be ")
           << expected << " but got " << getResult().getType();
  if (made.getBufferParents() != getListParents(dense)) // (C1)
    return emitOpError("(C1) expected axes with no parent but the one before "
                       "each");
  return success();
}

//===----------------------------------------------------------------------===//
// DimOp and ExpectRangeOp
//===----------------------------------------------------------------------===//

LogicalResult DimOp::verify() {
  if (!isKnownTensor(getTensor()) || !getStructureOwner(getTensor())) // (C1)
    return emitOpError("(C1) expected a tensor whose structure is known");
  int64_t rank = cast<AnyTensorType>(getTensor().getType()).getRank();
  int64_t dim = getDimension();
  if (dim < 0 || dim >= rank) // (C2)
    return emitOpError("(C2) expected a dimension below ")
           << rank << " but got " << dim;
  return success();
}

LogicalResult ExpectRangeOp::verify() {
  int64_t dim = getDimension();
  if (dim < 0) // (C1)
    return emitOpError("(C1) expected a dimension of at least 0 but got ")
           << dim;
  return success();
}
