//===- LengthChecksValues.cpp - what is known before a run ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LengthChecks.h"

#include "Spindle/Analysis/DistinctMemory.h"
#include "Spindle/Dialect/Sparse/IR/ValueUses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

bool LengthChecks::isOnlyRead(Value memory) {
  return llvm::all_of(memory.getUsers(), [](Operation *user) {
    if (auto bind = dyn_cast<BindOp>(user))
      return llvm::none_of(getValueUses(bind.getResult()),
                           [](const ValueUse &use) { return use.writes; });
    if (isa<memref::DistinctObjectsOp, ViewLikeOpInterface>(user))
      return llvm::all_of(user->getResults(), isOnlyRead);
    return isa<axis::AxisOpInterface, memref::LoadOp, memref::DimOp>(user);
  });
}

/// The entry of `memory` at `indices`, as an index; 0 where something was
/// refused, or it has none there.
Value LengthChecks::loadGuarded(Value memory, ValueRange indices) {
  Value isInside = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                         refusal, constant(0));
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Value size = memref::DimOp::create(builder, memory, dim);
    // A negative index is a large one without its sign.
    Value isBelow =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, index, size);
    isInside = arith::AndIOp::create(builder, isInside, isBelow);
  }
  auto branch = scf::IfOp::create(builder, builder.getIndexType(), isInside,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value entry = memref::LoadOp::create(builder, memory, indices);
  if (!entry.getType().isIndex())
    entry = arith::IndexCastOp::create(builder, builder.getIndexType(), entry);
  scf::YieldOp::create(builder, entry);
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, constant(0));
  return branch.getResult(0);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The divisor of `op`, which divides integers; null for what does not.
static OpOperand *getDivisor(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
             arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
             arith::RemUIOp>(op)
             ? &op->getOpOperand(1)
             : nullptr;
}

/// Has `op`, a copy, divide by 1 where the program would divide by less, which
/// is refused: sizes are divided by sizes.
void LengthChecks::guardDivisor(Operation *original, Operation *op) {
  OpOperand *divisor = getDivisor(op);
  if (!divisor || getConstantIntValue(divisor->get()))
    return;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  std::string text = describe(original->getOperand(1));
  require(constant(1), divisor->get(), arith::CmpIPredicate::slt,
          "expected " + (text.empty() ? "a divisor" : text) +
              " to be at least");
  divisor->set(arith::MaxSIOp::create(builder, divisor->get(), constant(1)));
}

/// The result of a copy of `op`; null where it is not known before the run.
Value LengthChecks::copy(Operation *op) {
  bool divides = getDivisor(op) && op->getResult(0).getType().isIndex();
  if (op->getNumRegions() != 0 || op->getNumResults() != 1 ||
      !isMemoryEffectFree(op) || !(divides || isSpeculatable(op)) ||
      isa<axis::AxisDialect, SparseDialect>(op->getDialect()))
    return {};
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    Value own = getValue(operand);
    if (!own)
      return {};
    mapping.map(operand, own);
  }
  Operation *own = builder.clone(*op, mapping);
  guardDivisor(op, own);
  return own->getResult(0);
}

/// What the load `op` gives, of memory that nothing writes.
Value LengthChecks::copyLoad(memref::LoadOp op) {
  Value memory = getValue(op.getMemRef());
  if (!memory || !op.getType().isIntOrIndex() || op.getType().isInteger(1) ||
      !isOnlyRead(getRootMemory(op.getMemRef())) ||
      op->getParentOp() != function)
    return {};
  SmallVector<Value> indices;
  for (Value index : op.getIndices())
    if (Value own = getValue(index))
      indices.push_back(own);
  if (indices.size() != op.getIndices().size())
    return {};
  for (auto [dim, index] : llvm::enumerate(op.getIndices()))
    requireIndex(op.getMemRef(), dim, getSize(index));
  Value entry = loadGuarded(memory, indices);
  return op.getType().isIndex()
             ? entry
             : arith::IndexCastOp::create(builder, op.getType(), entry)
                   .getResult();
}

Value LengthChecks::getValue(Value original) {
  auto known = values.find(original);
  if (known != values.end())
    return known->second;
  Operation *op = original.getDefiningOp();
  Value value;
  if (auto load = dyn_cast_or_null<memref::LoadOp>(op))
    value = copyLoad(load);
  else if (auto size = dyn_cast_or_null<axis::SizeOp>(op))
    value = getCells(size.getAxis()).value;
  else if (auto extent = dyn_cast_or_null<axis::ExtentOp>(op))
    value = getExtent(extent.getAxis());
  else if (op)
    value = copy(op);
  values[original] = value;
  return value;
}

/// What the coordinates of `axis` are below, as far as its constructor is given
/// it.
Value LengthChecks::getExtent(Value axis) {
  Operation *constructor = axis.getDefiningOp();
  if (!constructor)
    return {};
  return TypeSwitch<Operation *, Value>(constructor)
      .Case<axis::DenseFixedOp, axis::DenseVariableOp, axis::SparseFixedOp,
            axis::SparseVariableOp, axis::SingletonOp>(
          [&](auto op) { return getValue(op.getExtent()); })
      .Default(Value());
}

LengthChecks::Size LengthChecks::getSize(Value number) {
  Value value = number ? getValue(number) : Value();
  return value ? Size{value, describe(number)} : Size();
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// What the argument `number` is called.
static std::string describeArgument(BlockArgument number) {
  auto function = cast<FunctionOpInterface>(number.getOwner()->getParentOp());
  if (auto piece = function.getArgAttrOfType<PieceAttr>(
          number.getArgNumber(), SparseDialect::kPieceAttr))
    return ("dimension " + Twine(piece.getIndex()) + " of " +
            piece.getTensor().getValue())
        .str();
  std::string name = getArgumentName(number);
  return name.empty() ? "arg" + std::to_string(number.getArgNumber()) : name;
}

/// `number`, which a text says as a product, sum or quotient of others; empty
/// where it has no words for it.
std::string LengthChecks::describe(Value number) {
  if (std::optional<int64_t> constant = getConstantIntValue(number))
    return std::to_string(*constant);
  if (auto argument = dyn_cast<BlockArgument>(number))
    return describeArgument(argument);
  auto join = [&](Operation *op, StringRef sign) -> std::string {
    std::string a = describe(op->getOperand(0)),
                b = describe(op->getOperand(1));
    return a.empty() || b.empty() ? "" : "(" + a + sign.str() + b + ")";
  };
  return TypeSwitch<Operation *, std::string>(number.getDefiningOp())
      .Case([&](arith::MulIOp op) { return join(op, " * "); })
      .Case([&](arith::AddIOp op) { return join(op, " + "); })
      .Case([&](arith::SubIOp op) { return join(op, " - "); })
      .Case<arith::DivUIOp, arith::DivSIOp>(
          [&](auto op) { return join(op, " / "); })
      .Case<arith::CeilDivUIOp, arith::CeilDivSIOp>([&](auto op) {
        std::string quotient = join(op, " / ");
        return quotient.empty() ? "" : "ceil" + quotient;
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>(
          [&](auto op) { return describe(op.getIn()); })
      .Case([&](memref::DimOp op) -> std::string {
        std::optional<int64_t> dim = op.getConstantIndex();
        auto argument = dyn_cast<BlockArgument>(op.getSource());
        if (!dim || !argument)
          return "";
        return "dimension " + std::to_string(*dim) + " of " +
               getMemoryName(argument);
      })
      .Default(std::string());
}
