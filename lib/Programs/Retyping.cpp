//===- Retyping.cpp - a program in other types and formats ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Retyping.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace axis = spindle::axis;
namespace iter = spindle::iter;
namespace sparse = spindle::sparse;
using namespace spindle::programs;
using iter::CombineKind;
using sparse::AnyTensorType;
using sparse::SparseTensorType;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

OwningOpRef<ModuleOp> spindle::programs::parseText(MLIRContext *context,
                                                   const ProgramText &program) {
  context->loadDialect<arith::ArithDialect, complex::ComplexDialect,
                       func::FuncDialect, iter::IterDialect, math::MathDialect,
                       sparse::SparseDialect>();
  return parseSourceString<ModuleOp>(program.text, context, program.name);
}

func::FuncOp spindle::programs::getFunction(ModuleOp module) {
  return *module.getOps<func::FuncOp>().begin();
}

bool spindle::programs::isTextElement(Type type) { return type.isF32(); }

bool spindle::programs::combinesBy(sparse::GenericOp op, CombineKind kind) {
  return llvm::any_of(op.getCombine(), [&](Attribute combine) {
    return cast<iter::CombineKindAttr>(combine).getValue() == kind;
  });
}

/// Whether an operation has `tensor` among its results for which `test` holds.
static bool isWritten(Value tensor,
                      llvm::function_ref<bool(sparse::GenericOp)> test) {
  return llvm::any_of(tensor.getUsers(), [&](Operation *user) {
    auto op = dyn_cast<sparse::GenericOp>(user);
    return op && llvm::is_contained(op.getOuts(), tensor) && test(op);
  });
}

bool spindle::programs::isSummed(Value tensor) {
  return isWritten(tensor, [](sparse::GenericOp op) {
    return combinesBy(op, CombineKind::Add);
  });
}

bool spindle::programs::isStored(Value tensor) {
  return isWritten(
      tensor, [](sparse::GenericOp op) { return op.getCombine().empty(); });
}

bool spindle::programs::isReadElsewhere(Value tensor) {
  return llvm::any_of(tensor.getUsers(), [&](Operation *user) {
    auto op = dyn_cast<sparse::GenericOp>(user);
    return op && !llvm::is_contained(op.getOuts(), tensor);
  });
}

//===----------------------------------------------------------------------===//
// Structure and values
//===----------------------------------------------------------------------===//

/// Unpacks an argument, on the axes of the one whose structure it has.
sparse::UnpackOp Retyping::unpack(Value tensor) {
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
sparse::PartsOp Retyping::getParts(Value tensor) {
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
SmallVector<Value> Retyping::getBuffers(Value tensor) {
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

/// A copy of `tensor`, which has a structure and is in a format of levels, with
/// values of `element`.
Value Retyping::allocateOn(Value tensor, Type element) {
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

Value Retyping::allocate(Value tensor, Type element) {
  Value owner = sparse::getStructureOwner(tensor);
  if (isa<SparseTensorType>(owner.getType()))
    return allocateOn(owner, element);
  SmallVector<Value> parts;
  for (Value part : getParts(owner).getParts())
    parts.push_back(allocateOn(part, element));
  auto like = cast<AnyTensorType>(tensor.getType());
  return sparse::ComposeOp::create(
      builder, loc, like.cloneWith(like.getShape(), element), parts);
}

//===----------------------------------------------------------------------===//
// Operations on tensors
//===----------------------------------------------------------------------===//

/// The tensor of which `buffer`, of a text, has the elements.
static Value getTensor(Value buffer) {
  if (auto unpack = buffer.getDefiningOp<sparse::UnpackOp>())
    return unpack.getTensor();
  for (Operation *user : buffer.getUsers())
    if (auto tensor = dyn_cast<sparse::WithValuesOp>(user))
      return tensor.getResult();
  llvm_unreachable("a buffer of a text has the elements of a tensor");
}

Retyping::Retyping(func::FuncOp from, func::FuncOp to, Type element)
    : from(from), loc(to.getLoc()), wide(getWideType(element)),
      builder(to.getContext()), numbers(builder, loc) {
  builder.setInsertionPointToEnd(&to.getBody().front());
  tensors.map(from.getArguments(), to.getArguments());
}

void Retyping::run() {
  for (Operation &op : from.getBody().front())
    llvm::TypeSwitch<Operation *>(&op)
        .Case([&](sparse::WithValuesOp op) {
          Value like = tensors.lookup(op.getTensor());
          tensors.map(op.getResult(), allocate(like, wide));
        })
        .Case([&](sparse::FillOp op) { fill(op); })
        .Case([&](sparse::GenericOp op) { addGeneric(op); })
        // Structures, memory and constants are made where they are used.
        .Default([](Operation *) {});
  func::ReturnOp::create(builder, loc);
}

Value Retyping::getSums(Value tensor) {
  Value sum = sums.lookup(tensor);
  return sum ? sum : tensors.lookup(tensor);
}

void Retyping::fill(sparse::FillOp op) {
  Value tensor = getTensor(op.getBuffer()), made = tensors.lookup(tensor);
  Type element = cast<AnyTensorType>(made.getType()).getElementType();
  if (isSummed(tensor) && element != wide)
    sums[tensor] = made = allocate(made, element = wide);
  SmallVector<Value> buffers = getBuffers(made);
  auto constant = op.getValue().getDefiningOp<arith::ConstantOp>();
  Value value = numbers.makeConstant(constant.getValue(), element);
  for (Value buffer : buffers)
    sparse::FillOp::create(builder, loc, buffer, value);
}

/// `kinds`, by which values of `type` are combined.
static ArrayAttr retypeKinds(ArrayAttr kinds, Type type) {
  auto retyped = llvm::map_to_vector(kinds, [&](Attribute attr) -> Attribute {
    CombineKind kind = cast<iter::CombineKindAttr>(attr).getValue();
    if (!type.isInteger(1) || kind == CombineKind::ArgMin)
      return attr;
    bool isLeast = kind == CombineKind::Min;
    return iter::CombineKindAttr::get(
        type.getContext(), isLeast ? CombineKind::And : CombineKind::Or);
  });
  return ArrayAttr::get(type.getContext(), retyped);
}

/// The borders of `op` as numbers of what `ins` are now.
static ArrayAttr retypeBorders(sparse::GenericOp op, ArrayRef<Value> ins) {
  if (!op.getBorders())
    return {};
  SmallVector<Attribute> borders(op.getBorders()->getValue());
  for (auto [border, in] : llvm::zip_equal(borders, ins))
    if (auto number = dyn_cast<FloatAttr>(border))
      border = Numbers::getNumber(
          number, cast<AnyTensorType>(in.getType()).getElementType());
  return ArrayAttr::get(op.getContext(), borders);
}

void Retyping::addGeneric(sparse::GenericOp op) {
  bool isSum = combinesBy(op, CombineKind::Add);
  auto ins =
      llvm::map_to_vector(op.getIns(), [&](Value in) { return getSums(in); });
  auto outs = llvm::map_to_vector(op.getOuts(), [&](Value out) {
    return isSum ? getSums(out) : tensors.lookup(out);
  });
  auto made = sparse::GenericOp::create(
      builder, loc, ins, outs, op.getDriverAttr(), op.getNameAttr(),
      op.getMapsAttr(), op.getKindsAttr(), retypeKinds(op.getCombine(), wide),
      retypeBorders(op, ins));
  addBody(op, made);
  for (Value out : op.getOuts())
    if (isSum && !isStored(out))
      round(out);
}

void Retyping::round(Value tensor) {
  Value sum = sums.lookup(tensor), to = tensors.lookup(tensor);
  if (!sum)
    return;
  auto type = cast<AnyTensorType>(to.getType());
  auto map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<Attribute> kinds(
      type.getRank(),
      iter::DimKindAttr::get(builder.getContext(), iter::DimKind::Spatial));
  auto op = sparse::GenericOp::create(
      builder, loc, sum, to, builder.getI64IntegerAttr(0),
      builder.getStringAttr("narrow"),
      builder.getAffineMapArrayAttr({map, map}), builder.getArrayAttr(kinds),
      builder.getArrayAttr({}), /*borders=*/ArrayAttr());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&op.getBody(), {}, wide, loc);
  Value rounded = numbers.convert(body->getArgument(0), type.getElementType());
  sparse::YieldOp::create(builder, loc, rounded);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Appends `op` of a body of the text, whose operands are `values` now. Gives
/// its result.
Value Retyping::addNumber(Operation &op, IRMapping &values) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return numbers.makeConstant(constant.getValue(), wide);
  IRMapping widened;
  SmallVector<Value> operands;
  for (Value operand : op.getOperands()) {
    Value value = values.lookup(operand);
    if (isTextElement(operand.getType()))
      values.map(operand, value = numbers.convert(value, wide));
    widened.map(operand, value);
    operands.push_back(value);
  }
  bool isOfElements = isTextElement(op.getResult(0).getType());
  // It rounds a constant to f32, which is that of the wide type by now.
  if (isOfElements && isa<arith::TruncFOp>(op))
    return operands.front();
  Value repeated = isOfElements ? numbers.repeat(op, operands) : Value();
  if (repeated)
    return repeated;
  Operation *made = builder.clone(op, widened);
  made->setLoc(loc);
  if (isOfElements)
    made->getResult(0).setType(wide);
  return made->getResult(0);
}

void Retyping::addBody(sparse::GenericOp op, sparse::GenericOp made) {
  OpBuilder::InsertionGuard guard(builder);
  Block &text = op.getBody().front();
  SmallVector<Type> types = llvm::to_vector(text.getArgumentTypes());
  for (auto [type, in] : llvm::zip(types, made.getIns()))
    type = cast<AnyTensorType>(in.getType()).getElementType();
  Block *body = builder.createBlock(&made.getBody(), {}, types,
                                    SmallVector<Location>(types.size(), loc));
  // Bodies use the function's scalars as they stand.
  IRMapping values = tensors;
  values.map(text.getArguments(), body->getArguments());
  for (Operation &number : text.without_terminator())
    values.map(number.getResult(0), addNumber(number, values));
  SmallVector<Value> results;
  for (auto [value, out] :
       llvm::zip(text.getTerminator()->getOperands(), made.getOuts()))
    results.push_back(
        numbers.convert(values.lookup(value),
                        cast<AnyTensorType>(out.getType()).getElementType()));
  sparse::YieldOp::create(builder, loc, results);
}
