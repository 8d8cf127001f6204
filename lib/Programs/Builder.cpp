//===- Builder.cpp - builds functions on tensors --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
namespace axis = spindle::axis;
namespace iter = spindle::iter;
namespace sparse = spindle::sparse;
using namespace spindle::programs;
using sparse::SparseTensorType;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

Value Body::getElement(int64_t index) {
  return op.getBody().getArgument(index);
}

SmallVector<Value> Body::widenElements() {
  SmallVector<Value> elements;
  for (size_t index = 0; index < op.getIns().size(); ++index)
    elements.push_back(numbers.widen(getElement(index)));
  return elements;
}

/// A body that asks for one coordinate takes those of all dimensions.
Value Body::getCoordinate(char dim) {
  Block &block = op.getBody().front();
  size_t inputs = op.getIns().size();
  if (block.getNumArguments() == inputs)
    for (size_t count = 0; count < dims.size(); ++count)
      block.addArgument(builder.getIndexType(), op.getLoc());
  return arith::IndexCastOp::create(builder, op.getLoc(), builder.getI64Type(),
                                    block.getArgument(inputs + dims.find(dim)));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

ProgramBuilder::ProgramBuilder(const ProgramInfo &info, func::FuncOp function)
    : info(info), function(function), loc(function.getLoc()),
      builder(function.getContext()) {
  builder.setInsertionPointToEnd(&function.getBody().front());
}

Tensor ProgramBuilder::getArgument(StringRef name) {
  const ProgramArgument *argument = info.lookUp(name);
  Value value = function.getArgument(argument - info.arguments.begin());
  return {value, argument->dims};
}

SmallVector<Tensor> ProgramBuilder::getInputs() {
  SmallVector<Tensor> inputs;
  for (const ProgramArgument &argument : info.arguments)
    if (argument.access == sparse::Access::Read)
      inputs.push_back(getArgument(argument.name));
  return inputs;
}

//===----------------------------------------------------------------------===//
// Structure and values
//===----------------------------------------------------------------------===//

/// Unpacks an argument, on the axes of the one whose structure it has.
sparse::UnpackOp ProgramBuilder::unpack(Value tensor) {
  if (sparse::UnpackOp known = unpacked.lookup(tensor))
    return known;
  auto type = cast<SparseTensorType>(tensor.getType());
  SmallVector<Type> axes = sparse::getUnpackedTypes(type);
  Type buffer = axes.pop_back_val();
  SmallVector<Value> on;
  Value owner = sparse::getStructureOwner(tensor);
  if (owner != tensor) {
    on = llvm::to_vector_of<Value>(unpack(owner).getAxes());
    axes.clear();
  }
  auto op = sparse::UnpackOp::create(builder, loc, axes, buffer, tensor, on);
  unpacked[tensor] = op;
  return op;
}

/// The parts of an argument, on those of the one whose structure it has.
sparse::PartsOp ProgramBuilder::getParts(Value tensor) {
  if (sparse::PartsOp known = parts.lookup(tensor))
    return known;
  SmallVector<Value> on;
  Value owner = sparse::getStructureOwner(tensor);
  if (owner != tensor)
    on = llvm::to_vector_of<Value>(getParts(owner).getParts());
  auto type = cast<sparse::CompositeTensorType>(tensor.getType());
  auto op =
      sparse::PartsOp::create(builder, loc, type.getPartTypes(), tensor, on);
  parts[tensor] = op;
  return op;
}

/// The buffers with the elements of `tensor`, one of each part.
SmallVector<Value> ProgramBuilder::getBuffers(Value tensor) {
  if (auto made = tensor.getDefiningOp<sparse::WithValuesOp>())
    return {made.getValues()};
  if (isa<SparseTensorType>(tensor.getType()))
    return {unpack(tensor).getBuffer()};
  auto composed = tensor.getDefiningOp<sparse::ComposeOp>();
  SmallVector<Value> buffers;
  for (Value part : composed ? ValueRange(composed.getParts())
                             : ValueRange(getParts(tensor).getParts()))
    llvm::append_range(buffers, getBuffers(part));
  return buffers;
}

void ProgramBuilder::fill(Tensor tensor, Value (Numbers::*makeValue)(Type)) {
  SmallVector<Value> buffers = getBuffers(tensor.value);
  Value value = (Numbers(builder, loc).*makeValue)(tensor.getElementType());
  for (Value buffer : buffers)
    sparse::FillOp::create(builder, loc, buffer, value);
}

/// A copy of `tensor`, which has a structure and is in a format of levels, with
/// values of `element`.
Value ProgramBuilder::allocateOn(Value tensor, Type element) {
  sparse::UnpackOp structure = unpack(tensor);
  auto buffer = sparse::BufferType::get(
      cast<sparse::BufferType>(structure.getBuffer().getType()).getShape(),
      element);
  auto values = sparse::AllocOp::create(
      builder, loc, buffer, structure.getBufferAxes(),
      axis::getParentListsAttr(builder.getContext(),
                               structure.getBufferParents()));
  auto like = cast<SparseTensorType>(tensor.getType());
  auto type = SparseTensorType::get(builder.getContext(), like.getShape(),
                                    element, like.getFormat());
  return sparse::WithValuesOp::create(builder, loc, type, tensor, values);
}

Tensor ProgramBuilder::allocate(Tensor tensor, Type element) {
  Value owner = sparse::getStructureOwner(tensor.value);
  if (isa<SparseTensorType>(owner.getType()))
    return {allocateOn(owner, element), tensor.dims};
  SmallVector<Value> parts;
  for (Value part : getParts(owner).getParts())
    parts.push_back(allocateOn(part, element));
  Type type = tensor.getType().cloneWith(tensor.getType().getShape(), element);
  Value whole = sparse::ComposeOp::create(builder, loc, type, parts);
  return {whole, tensor.dims};
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

Tensor ProgramBuilder::startSum(Tensor output, Type wide) {
  Tensor sum =
      output.getElementType() == wide ? output : allocate(output, wide);
  fill(sum, &Numbers::makeZero);
  return sum;
}

void ProgramBuilder::finishSum(Tensor sum, Tensor output) {
  if (sum.value == output.value)
    return;
  addGeneric("narrow", {sum}, {output}, {}, [&](Body &body) {
    return SmallVector<Value>{
        body.numbers.narrow(body.getElement(0), output.getElementType())};
  });
}

//===----------------------------------------------------------------------===//
// Generic operations
//===----------------------------------------------------------------------===//

/// The letters of all dimensions, each once.
static std::string collectDims(ArrayRef<Tensor> tensors) {
  std::string dims;
  for (const Tensor &tensor : tensors)
    for (char dim : tensor.dims)
      if (dims.find(dim) == std::string::npos)
        dims += dim;
  return dims;
}

/// Which of `dims` each dimension of `tensor` is.
static AffineMap makeMap(MLIRContext *context, StringRef dims, Tensor tensor) {
  SmallVector<AffineExpr> results;
  for (char dim : tensor.dims)
    results.push_back(getAffineDimExpr(dims.find(dim), context));
  return AffineMap::get(dims.size(), 0, results, context);
}

/// The kind of each of `dims`: spatial where `output` has it.
static ArrayAttr makeKinds(Builder &builder, StringRef dims, Tensor output) {
  SmallVector<Attribute> kinds;
  for (char dim : dims)
    kinds.push_back(iter::DimKindAttr::get(builder.getContext(),
                                           output.dims.contains(dim)
                                               ? iter::DimKind::Spatial
                                               : iter::DimKind::Reduction));
  return builder.getArrayAttr(kinds);
}

void ProgramBuilder::addGeneric(StringRef name, ArrayRef<Tensor> ins,
                                ArrayRef<Tensor> outs,
                                ArrayRef<iter::CombineKind> combine,
                                MakeBody makeBody) {
  MLIRContext *context = builder.getContext();
  SmallVector<Tensor> all(ins);
  llvm::append_range(all, outs);
  std::string dims = collectDims(all);
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (const Tensor &tensor : all) {
    values.push_back(tensor.value);
    maps.push_back(makeMap(context, dims, tensor));
  }
  SmallVector<Attribute> combiners;
  for (iter::CombineKind kind : combine)
    combiners.push_back(iter::CombineKindAttr::get(context, kind));
  auto op = sparse::GenericOp::create(
      builder, loc, ArrayRef(values).take_front(ins.size()),
      ArrayRef(values).drop_front(ins.size()), builder.getI64IntegerAttr(0),
      name.empty() ? StringAttr() : builder.getStringAttr(name),
      builder.getAffineMapArrayAttr(maps),
      makeKinds(builder, dims, outs.front()), builder.getArrayAttr(combiners));
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types;
  for (const Tensor &in : ins)
    types.push_back(in.getElementType());
  builder.createBlock(&op.getBody(), {}, types,
                      SmallVector<Location>(types.size(), loc));
  Body body(builder, op, dims);
  SmallVector<Value> results = makeBody(body);
  sparse::YieldOp::create(builder, loc, results);
}
