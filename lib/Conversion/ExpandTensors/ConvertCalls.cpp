//===- ConvertCalls.cpp - conversions as calls of the runtime -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertCalls.h"

#include "Spindle/CInterface/DTypes.h"
#include "Spindle/CInterface/RuntimeCalls.h"
#include "Spindle/Dialect/Sparse/IR/Descriptors.h"
#include "Spindle/Runtime/Convert/TensorHandle.h"

using namespace mlir;
namespace runtime = spindle::runtime;
using namespace spindle::sparse;
using runtime::TensorArray;
using spindle::cinterface::getDType;

//===----------------------------------------------------------------------===//
// Where operands are
//===----------------------------------------------------------------------===//

/// Where the values of `tensor` are: an argument that has them, or row-major
/// memory; null where they are nowhere in memory that is known.
static Value findValues(Value tensor) {
  while (auto with = tensor.getDefiningOp<WithValuesOp>()) {
    Value buffer = with.getValues();
    if (auto bind = buffer.getDefiningOp<BindOp>())
      return bind.getMemory().getType().getLayout().isIdentity()
                 ? bind.getMemory()
                 : Value();
    auto unpack = buffer.getDefiningOp<UnpackOp>();
    if (!unpack)
      return {};
    tensor = unpack.getTensor();
  }
  return tensor;
}

/// The part whose structure `part`, an argument, shares, or itself: that with
/// its number of the tensor that its attribute names.
static Value findPartOwner(BlockArgument part, const PartNumbers &parts) {
  auto function = cast<func::FuncOp>(part.getOwner()->getParentOp());
  auto getName = [&](BlockArgument argument, StringRef attr) {
    return function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), attr);
  };
  StringAttr owner = getName(part, SparseDialect::kStructureOfAttr);
  for (BlockArgument other : function.getArguments())
    if (owner && getName(other, SparseDialect::kNameAttr) == owner &&
        parts.lookup(other) == parts.lookup(part))
      return other;
  return part;
}

static LocatedConversion findConversion(ConvertOp op,
                                        const PartNumbers &parts) {
  Value tensor = op.getTensor();
  if (tensor.getDefiningOp<ConvertOp>())
    return {op, {tensor}, {Value()}};
  auto whole = tensor.getDefiningOp<ComposeOp>();
  if (!whole)
    return {op, {getStructureOwner(tensor)}, {findValues(tensor)}};
  LocatedConversion conversion{op, {}, {}};
  for (Value part : whole.getParts()) {
    conversion.structures.push_back(
        findPartOwner(cast<BlockArgument>(part), parts));
    conversion.values.push_back(part);
  }
  return conversion;
}

SmallVector<LocatedConversion>
spindle::sparse::findConversions(func::FuncOp function,
                                 const PartNumbers &parts) {
  SmallVector<LocatedConversion> conversions;
  function.walk(
      [&](ConvertOp op) { conversions.push_back(findConversion(op, parts)); });
  return conversions;
}

LogicalResult spindle::sparse::checkConversion(ConvertOp op) {
  if (!op.getTensor().getDefiningOp<ConvertOp>() && !findValues(op.getTensor()))
    return op->emitError("expected values to convert that are an argument's or "
                         "bound to row-major memory");
  Type element = cast<AnyTensorType>(op.getResult().getType()).getElementType();
  if (getDType(element) && !isPacked(element))
    return success();
  return op->emitError("expected elements of a type that the runtime has but "
                       "got ")
         << element;
}

LogicalResult spindle::sparse::checkReturned(func::FuncOp function) {
  if (function.isExternal() || !function.getBody().hasOneBlock())
    return function.emitError("expected a function that returns tensors to "
                              "have a body of one block");
  for (Value value : function.front().getTerminator()->getOperands())
    if (!value.getDefiningOp<ConvertOp>())
      return function.emitError("expected a function that returns tensors to "
                                "return what 'sparse.convert' makes, and "
                                "nothing else");
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
/// Makes the calls of one function.
class ConvertCalls {
public:
  ConvertCalls(func::FuncOp function,
               const llvm::DenseMap<Value, Pieces> &pieces)
      : function(function),
        calls(function->getParentOfType<ModuleOp>(), "spindle_tensor_"),
        builder(function.getContext()), loc(function.getLoc()), pieces(pieces) {
  }

  /// Makes the calls for one conversion.
  void expand(const LocatedConversion &conversion);
  /// Frees what is not returned, and has the function return handles.
  void finish();

private:
  Value call(StringRef name, ArrayRef<OpFoldResult> args, bool hasResult) {
    return calls.call(builder, loc, name, args, hasResult);
  }
  OpFoldResult number(int64_t value) { return builder.getIndexAttr(value); }
  Value getFormat(Type tensor);
  Value getLocationText(const LocatedConversion &conversion);
  OpFoldResult getSize(const Pieces &tensor, int64_t dim);
  void describe(Value handle, const Pieces &tensor, Value values);
  Value describe(const LocatedConversion &conversion);
  void describeArray(Value tensor, TensorArray array, int64_t level,
                     Value memory);

  func::FuncOp function;
  RuntimeCalls calls;
  OpBuilder builder;
  Location loc;
  const llvm::DenseMap<Value, Pieces> &pieces;
  /// The handle of each tensor that was made, in order.
  llvm::MapVector<Value, Value> handles;
};
} // namespace

/// The text of the format of a tensor of type `tensor`.
Value ConvertCalls::getFormat(Type tensor) {
  if (auto composite = dyn_cast<CompositeTensorType>(tensor))
    return calls.getText(builder, loc,
                         printComposite(getDescriptor(composite.getFormat())));
  FormatAttr format = cast<SparseTensorType>(tensor).getFormat();
  return calls.getText(builder, loc, printFormat(getDescriptor(format)));
}

/// What an error of the conversion begins with.
Value ConvertCalls::getLocationText(const LocatedConversion &conversion) {
  std::string text = describeLocation(loc) + "'sparse.convert'";
  auto known = pieces.find(conversion.structures.front());
  if (known != pieces.end())
    text += " of " + known->second.list.front().label.getTensor().str();
  return calls.getText(builder, loc, text + ": ");
}

/// The size of dimension `dim`, from the type, its own argument or the values.
OpFoldResult ConvertCalls::getSize(const Pieces &tensor, int64_t dim) {
  if (!ShapedType::isDynamic(tensor.tensor.getDimSize(dim)))
    return number(tensor.tensor.getDimSize(dim));
  if (Value size = tensor.find(PieceRole::Size, dim))
    return size;
  Value values = tensor.find(PieceRole::Values);
  int64_t storage = getDimOfValues(tensor.tensor.getFormat(), dim);
  return memref::getMixedSize(builder, loc, values, storage);
}

void ConvertCalls::describeArray(Value tensor, TensorArray array, int64_t level,
                                 Value memory) {
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memory);
  call("array", {tensor, number(int64_t(array)), number(level), address},
       /*hasResult=*/false);
  for (OpFoldResult size : memref::getMixedSizes(builder, loc, memory))
    call("extent", {tensor, size}, /*hasResult=*/false);
}

/// The array that a piece of `role` holds; none where it is no array of the
/// structure.
static std::optional<TensorArray> getArray(PieceRole role) {
  switch (role) {
  case PieceRole::Positions:
    return TensorArray::Positions;
  case PieceRole::Coordinates:
    return TensorArray::Coordinates;
  case PieceRole::Lengths:
    return TensorArray::Lengths;
  case PieceRole::Bitmap:
    return TensorArray::Bitmap;
  case PieceRole::Size:
  case PieceRole::Values:
    break;
  }
  return std::nullopt;
}

/// Describes what `handle` stands for, with the structure of `tensor` and the
/// values `values`.
void ConvertCalls::describe(Value handle, const Pieces &tensor, Value values) {
  for (int64_t dim = 0; dim < tensor.tensor.getRank(); ++dim)
    call("size", {handle, getSize(tensor, dim)}, /*hasResult=*/false);
  for (auto [piece, arg] : llvm::zip_equal(tensor.list, tensor.args))
    if (std::optional<TensorArray> array = getArray(piece.label.getRole()))
      describeArray(handle, *array, piece.label.getIndex(), arg);
  auto argument = pieces.find(values);
  if (argument != pieces.end())
    values = argument->second.find(PieceRole::Values);
  describeArray(handle, TensorArray::Values, /*level=*/-1, values);
}

/// Describes the operand of `conversion`; gives its handle.
Value ConvertCalls::describe(const LocatedConversion &conversion) {
  ConvertOp op = conversion.op;
  auto type = cast<AnyTensorType>(op.getTensor().getType());
  Value name = calls.getText(
      builder, loc, runtime::dtypeName(*getDType(type.getElementType())));
  Value handle = call("begin", {getFormat(type), name}, true);
  bool isComposite = isa<CompositeTensorType>(Type(type));
  for (auto [number, structure, values] :
       llvm::enumerate(conversion.structures, conversion.values)) {
    Value part = handle;
    if (isComposite)
      part = call("part", {handle, this->number(number)}, true);
    describe(part, pieces.find(structure)->second, values);
  }
  return handle;
}

void ConvertCalls::expand(const LocatedConversion &conversion) {
  ConvertOp op = conversion.op;
  builder.setInsertionPoint(op);
  loc = op.getLoc();
  Value source = handles.lookup(conversion.structures.front());
  bool isMade = source != nullptr;
  if (!isMade)
    source = describe(conversion);
  handles[op.getResult()] = call("convert",
                                 {source, getFormat(op.getResult().getType()),
                                  getLocationText(conversion)},
                                 true);
  if (!isMade)
    call("free", {source}, /*hasResult=*/false);
}

void ConvertCalls::finish() {
  Operation *end = function.front().getTerminator();
  builder.setInsertionPoint(end);
  loc = end->getLoc();
  llvm::SmallDenseSet<Value> returned(end->operand_begin(), end->operand_end());
  for (auto [tensor, handle] : handles)
    if (!returned.contains(tensor))
      call("free", {handle}, /*hasResult=*/false);
  SmallVector<Attribute> types;
  for (OpOperand &operand : end->getOpOperands()) {
    types.push_back(TypeAttr::get(operand.get().getType()));
    operand.set(handles.lookup(operand.get()));
  }
  function->setAttr(SparseDialect::kResultsAttr, builder.getArrayAttr(types));
  SmallVector<Type> indices(types.size(), builder.getIndexType());
  function.setType(
      builder.getFunctionType(function.getArgumentTypes(), indices));
}

void spindle::sparse::expandConversions(
    func::FuncOp function, ArrayRef<LocatedConversion> conversions,
    const llvm::DenseMap<Value, Pieces> &pieces) {
  if (conversions.empty())
    return;
  ConvertCalls calls(function, pieces);
  for (const LocatedConversion &conversion : conversions)
    calls.expand(conversion);
  calls.finish();
  for (const LocatedConversion &conversion : llvm::reverse(conversions)) {
    auto whole = conversion.op->getOperand(0).getDefiningOp<ComposeOp>();
    conversion.op->erase();
    if (whole && whole->use_empty())
      whole->erase();
  }
}
