//===- ElementwiseOps.cpp - operations on elements of tensors -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorLoops.h"

#include "mlir/Dialect/Traits.h"

using namespace mlir;
using namespace spindle::interpreter;

bool Translator::isElementwise(Operation &op) {
  return OpTrait::hasElementwiseMappableTraits(&op) &&
         llvm::any_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

/// `type`, or that of the elements of a tensor.
static Type getNumberType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getElementType() : type;
}

/// The operation that does to numbers what `op` does to elements, in a block
/// whose arguments are its operands.
static Operation &makeOnNumbers(Operation &op, Block &block) {
  for (Type type : op.getOperandTypes())
    block.addArgument(getNumberType(type), op.getLoc());
  OperationState state(op.getLoc(), op.getName(), block.getArguments(),
                       llvm::map_to_vector(op.getResultTypes(), getNumberType),
                       op.getAttrDictionary().getValue());
  Operation *made = Operation::create(state);
  block.push_back(made);
  return *made;
}

/// A number that stands beside tensors is the same for all elements.
Step Translator::translateElementwise(Operation &op) {
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  Block &block = *blocks.emplace_back(std::make_unique<Block>());
  Operation &number = makeOnNumbers(op, block);
  TensorLoops loops;
  loops.op = &op;
  loops.sizes.assign(type.getShape().begin(), type.getShape().end());
  AffineMap map =
      AffineMap::getMultiDimIdentityMap(type.getRank(), op.getContext());
  for (auto [operand, arg] :
       llvm::zip_equal(op.getOperands(), block.getArguments()))
    if (isa<RankedTensorType>(operand.getType()))
      loops.inputs.push_back(
          {slotOf(operand), slotOf(arg), getElement(arg.getType()), map});
    else
      loops.before.steps.push_back(makeCopy(operand, slotOf(arg)));
  LoopResult &result = loops.results.emplace_back();
  result.output.element = getElement(type.getElementType());
  result.output.map = map;
  result.result = slotOf(op.getResult(0));
  result.yielded = slotOf(number.getResult(0));
  result.shape = loops.sizes;
  bool areKnown = type.hasStaticShape() && result.output.element &&
                  llvm::all_of(loops.inputs, [](const LoopTensor &input) {
                    return bool(input.element);
                  });
  if (!areKnown || op.getNumResults() != 1)
    return {};
  if (isCounting())
    return [loops = std::move(loops)](Machine &m) { return loops.count(m); };
  Step step = translate(number);
  if (!step)
    return {};
  loops.body.steps.push_back(std::move(step));
  return [loops = std::move(loops)](Machine &m) { return loops.run(m); };
}
