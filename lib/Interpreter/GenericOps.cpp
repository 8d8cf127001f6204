//===- GenericOps.cpp - generic operations on tensors ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constants.h"
#include "Generic.h"
#include "OpTables.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;
using sparse::GenericOp;

static std::optional<GenericOperand> planOperand(Translator &t, GenericOp op,
                                                 unsigned number) {
  Value tensor = op->getOperand(number),
        owner = sparse::getStructureOwner(tensor);
  SmallVector<Type> types = {tensor.getType()};
  if (auto composite = dyn_cast<sparse::CompositeTensorType>(types.front()))
    types = composite.getPartTypes();
  auto type = cast<sparse::SparseTensorType>(types.front());
  auto buffer = cast<sparse::BufferType>(sparse::getUnpackedTypes(type).back());
  std::optional<Cell> fill =
      makeFillCell(buffer.getFill(), type.getElementType());
  if (!fill)
    return std::nullopt;
  AffineMap map = op.getMap(number);
  GenericOperand plan{t.slotOf(tensor),
                      t.slotOf(owner),
                      {},
                      getElement(type.getElementType()),
                      *fill,
                      {},
                      {},
                      std::nullopt,
                      false};
  for (Type part : types) {
    std::optional<FormatPlan> format =
        FormatPlan::make(cast<sparse::SparseTensorType>(part));
    if (!format)
      return std::nullopt;
    plan.formats.push_back(std::move(*format));
  }
  for (AffineExpr expr : map.getResults()) {
    auto alone = dyn_cast<AffineDimExpr>(expr);
    plan.sums.push_back(*sparse::getSum(expr));
    plan.dims.push_back(alone ? int64_t(alone.getPosition()) : -1);
  }
  if (number < op.getIns().size())
    plan.isUsed = !op.getBody().getArgument(number).use_empty();
  if (number < op.getIns().size() && op.getBorder(number)) {
    plan.border = makeFillCell(op.getBorder(number), type.getElementType());
    if (!plan.border)
      return std::nullopt;
  }
  if (std::optional<int64_t> driver = op.getDriverIndex())
    plan.atDriver = op.getMap(*driver) == map &&
                    sparse::getStructureOwner(op->getOperand(*driver)) == owner;
  return plan;
}

/// False where a kind has no meaning in the types of its outputs.
static bool planCombine(GenericOp op, Generic &plan) {
  unsigned first = 0;
  SmallVector<Type> types;
  for (Type out : op.getOuts().getTypes())
    types.push_back(cast<sparse::AnyTensorType>(out).getElementType());
  for (Attribute attr : op.getCombine()) {
    auto kind = cast<spindle::iter::CombineKindAttr>(attr).getValue();
    unsigned count = countValues(kind);
    plan.combine.push_back(
        {first, count,
         makeCombiner(kind, ArrayRef(types).slice(first, count))});
    if (!plan.combine.back().combine)
      return false;
    first += count;
  }
  return true;
}

static Step translateGeneric(Translator &t, Operation &operation) {
  auto op = cast<GenericOp>(operation);
  Block &block = op.getBody().front();
  Generic plan{op,
               unsigned(op.getNumDims()),
               op.getDriverIndex(),
               {},
               {},
               t.slotsOf(block.getArguments().take_front(op.getIns().size())),
               t.slotsOf(block.getArguments().drop_front(op.getIns().size())),
               t.slotsOf(block.getTerminator()->getOperands()),
               t.isCounting(),
               {}};
  for (unsigned number = 0; number < op->getNumOperands(); ++number) {
    std::optional<GenericOperand> operand = planOperand(t, op, number);
    if (!operand)
      return t.refuse(operation, kUnknownFormat);
    plan.operands.push_back(std::move(*operand));
  }
  if (!planCombine(op, plan))
    return {};
  if (!plan.counting && !t.translate(block, plan.body))
    return {};
  return [plan = std::move(plan)](Machine &m) { return plan.run(m); };
}

void spindle::interpreter::addGenericOps(OpTable &table) {
  table["sparse.generic"] = translateGeneric;
}
