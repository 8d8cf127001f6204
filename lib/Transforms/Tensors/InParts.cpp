//===- InParts.cpp - operations on a tensor, part by part -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InParts.h"

#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// What is done in parts
//===----------------------------------------------------------------------===//

/// The first user of a result of `op` that is not done in parts; null where all
/// are.
static Operation *findObstacle(Operation *op);

/// What is not done in parts because of `use`, of a tensor, its axes or its
/// values: the operation of `use` or a user of its result; null where all are.
static Operation *findObstacle(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<GenericOp, FillOp>(user))
    return nullptr;
  return isa<UnpackOp, AllocOp, SplatOp, WithValuesOp>(user)
             ? findObstacle(user)
             : user;
}

static Operation *findObstacle(Operation *op) {
  for (Value result : op->getResults())
    for (OpOperand &use : result.getUses())
      if (Operation *obstacle = findObstacle(use))
        return obstacle;
  return nullptr;
}

std::string spindle::sparse::checkUses(Value tensor) {
  for (OpOperand &use : tensor.getUses())
    if (Operation *obstacle = findObstacle(use))
      return ("its levels are used by '" + obstacle->getName().getStringRef() +
              "'")
          .str();
  return "";
}

//===----------------------------------------------------------------------===//
// Doing it
//===----------------------------------------------------------------------===//

namespace {
/// The values that take the place of those of one function, one for each part.
class InParts {
public:
  InParts(func::FuncOp function, ArrayRef<BlockArgument> group)
      : function(function), group(group),
        builder(OpBuilder::atBlockBegin(&function.front())) {}

  void run();

private:
  using Values = SmallVector<Value>;

  void takeArguments();
  Values unpack(const Values &parts);
  bool rewrite(Operation *op);
  bool rewriteUnpack(UnpackOp op);
  bool rewriteFill(FillOp op);
  template <typename OpT, typename... Args>
  bool rewriteConstructor(OpT op, Args... args);
  bool rewriteWithValues(WithValuesOp op);

  func::FuncOp function;
  ArrayRef<BlockArgument> group;
  OpBuilder builder;
  /// What the parts of the tensor with the structure unpack to.
  SmallVector<UnpackOp> structures;
  /// The axes of the tensor as it was.
  llvm::SmallDenseSet<Value> axes;
  /// The buffers of the parts, for a tensor and for its buffer.
  llvm::SmallDenseMap<Value, Values> buffers;
  /// The composite tensors instead of those with values of their own.
  llvm::SmallDenseMap<Value, Value> wholes;
};
} // namespace

/// What `parts` unpack to, at the insertion point; the first that are asked for
/// are those of the tensor with the structure.
InParts::Values InParts::unpack(const Values &parts) {
  Values values;
  bool isOwner = structures.empty();
  for (auto [number, part] : llvm::enumerate(parts)) {
    SmallVector<Type> types =
        getUnpackedTypes(cast<SparseTensorType>(part.getType()));
    Type buffer = types.pop_back_val();
    Values on;
    if (!isOwner) {
      on = llvm::to_vector_of<Value>(structures[number].getAllAxes());
      types.clear();
    }
    auto unpack =
        UnpackOp::create(builder, part.getLoc(), types, buffer, part, on);
    values.push_back(unpack.getBuffer());
    if (isOwner)
      structures.push_back(unpack);
  }
  return values;
}

/// Takes the parts of all arguments, and unpacks them.
void InParts::takeArguments() {
  Values ownerParts;
  for (BlockArgument tensor : group) {
    auto type = cast<CompositeTensorType>(tensor.getType());
    auto op = PartsOp::create(builder, tensor.getLoc(), type.getPartTypes(),
                              tensor, ownerParts);
    Values parts = llvm::to_vector_of<Value>(op.getParts());
    if (ownerParts.empty())
      ownerParts = parts;
    buffers[tensor] = unpack(parts);
  }
}

bool InParts::rewriteUnpack(UnpackOp op) {
  // The tensor may have become composite, which the operation does not take.
  auto known = buffers.find(op->getOperand(0));
  if (known == buffers.end())
    return false;
  for (Value axis : op.getAxes())
    axes.insert(axis);
  Values values = known->second;
  buffers[op.getBuffer()] = std::move(values);
  return true;
}

bool InParts::rewriteFill(FillOp op) {
  auto known = buffers.find(op.getBuffer());
  if (known == buffers.end())
    return false;
  for (Value buffer : known->second)
    FillOp::create(builder, op.getLoc(), buffer, op.getValue());
  return true;
}

/// Makes what `op`, which makes a buffer on axes, makes for each part; `args`
/// are its operands before these.
template <typename OpT, typename... Args>
bool InParts::rewriteConstructor(OpT op, Args... args) {
  if (!llvm::any_of(op.getAxes(),
                    [&](Value axis) { return axes.contains(axis); }))
    return false;
  BufferType old = op.getResult().getType();
  Values values;
  for (UnpackOp structure : structures) {
    auto like = cast<BufferType>(structure.getBuffer().getType());
    auto type = BufferType::get(op.getContext(), like.getShape(),
                                old.getElementType(), old.getFill());
    values.push_back(OpT::create(
        builder, op.getLoc(), type, args..., structure.getBufferAxes(),
        axis::getParentListsAttr(op.getContext(),
                                 structure.getBufferParents())));
  }
  buffers[op.getResult()] = std::move(values);
  return true;
}

bool InParts::rewriteWithValues(WithValuesOp op) {
  auto values = buffers.find(op.getValues());
  if (values == buffers.end())
    return false;
  SparseTensorType like = op.getResult().getType();
  Values buffersOfParts = values->second, parts;
  for (auto [structure, buffer] : llvm::zip_equal(structures, buffersOfParts)) {
    Value part = structure.getTensor();
    auto format = cast<SparseTensorType>(part.getType()).getFormat();
    auto type = SparseTensorType::get(op.getContext(), like.getShape(),
                                      like.getElementType(), format);
    parts.push_back(
        WithValuesOp::create(builder, op.getLoc(), type, part, buffer));
  }
  auto owner = cast<CompositeTensorType>(group.front().getType());
  auto type =
      CompositeTensorType::get(op.getContext(), like.getShape(),
                               like.getElementType(), owner.getFormat());
  Value whole = ComposeOp::create(builder, op.getLoc(), type, parts);
  buffers[op.getResult()] = std::move(buffersOfParts);
  wholes[op.getResult()] = whole;
  return true;
}

/// Does what `op` does to the parts; false where it does nothing to any.
bool InParts::rewrite(Operation *op) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](UnpackOp op) { return rewriteUnpack(op); })
      .Case([&](FillOp op) { return rewriteFill(op); })
      .Case([&](AllocOp op) { return rewriteConstructor(op); })
      .Case([&](SplatOp op) { return rewriteConstructor(op, op.getValue()); })
      .Case([&](WithValuesOp op) { return rewriteWithValues(op); })
      .Default(false);
}

void InParts::run() {
  bool isUsed = llvm::any_of(group, [](BlockArgument tensor) {
    return llvm::any_of(tensor.getUsers(),
                        llvm::IsaPred<UnpackOp, WithValuesOp>);
  });
  if (!isUsed)
    return;
  SmallVector<Operation *> ops, old;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  takeArguments();
  for (Operation *op : ops)
    if (rewrite(op))
      old.push_back(op);
  // What is made from another one comes after it.
  for (Operation *op : llvm::reverse(old)) {
    if (isa<WithValuesOp>(op))
      op->replaceAllUsesWith(ValueRange(wholes[op->getResult(0)]));
    op->erase();
  }
}

void spindle::sparse::rewriteUses(func::FuncOp function,
                                  ArrayRef<BlockArgument> group) {
  InParts(function, group).run();
}
