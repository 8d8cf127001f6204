//===- ConvertGeneric.cpp - operations of linalg --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bodies.h"
#include "ConvertFunction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;
using spindle::iter::CombineKind;
using spindle::iter::DimKind;
using spindle::sparse::FormatAttr;

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

/// Whether `op` of a body has a counterpart in the body of `sparse.generic`.
static bool isOnNumbers(Operation &op) {
  return llvm::none_of(op.getOperandTypes(), llvm::IsaPred<ShapedType>) &&
         llvm::none_of(op.getResultTypes(), llvm::IsaPred<ShapedType>) &&
         op.getNumRegions() == 0 && isMemoryEffectFree(&op);
}

LogicalResult FunctionConversion::checkGeneric(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics())
    return op.emitOpError("expected operands that are tensors or numbers");
  for (Operation &inner : op.getBody()->without_terminator())
    if (!isOnNumbers(inner) && !isa<tensor::ExtractOp, linalg::IndexOp>(inner))
      return inner.emitOpError("expected operations on numbers, "
                               "'linalg.index' and 'tensor.extract' in a body");
  if (op.getNumReductionLoops() == 0)
    return success();
  for (unsigned output = 0; output < op.getNumResults(); ++output)
    if (!findCombination(op, output))
      return op.emitOpError("expected a reduction to combine output ")
             << output
             << " with one value, by addition, multiplication, minimum, "
                "maximum, 'and' or 'or'";
  return success();
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

bool FunctionConversion::spans(const Place &place, AffineMap map,
                               ArrayRef<int64_t> sizes) {
  auto shape = cast<sparse::AnyTensorType>(place.tensor.getType()).getShape();
  return llvm::all_of(llvm::zip_equal(map.getResults(), shape), [&](auto pair) {
    auto alone = dyn_cast<AffineDimExpr>(std::get<0>(pair));
    return !alone || sizes[alone.getPosition()] == std::get<1>(pair);
  });
}

LogicalResult FunctionConversion::addInput(linalg::GenericOp op,
                                           OpOperand &operand,
                                           GenericOperands &operands,
                                           SmallVectorImpl<Input> &inputs) {
  BlockArgument arg = op.getMatchingBlockArgument(&operand);
  if (arg.use_empty())
    return success();
  if (!isa<RankedTensorType>(operand.get().getType())) {
    inputs.push_back({arg, -1, {}, numbers.lookup(operand.get())});
    return success();
  }
  Place place = getStreamed(op, operand);
  if (place.isEmpty())
    return op.emitOpError("expected operand ")
           << operand.getOperandNumber()
           << " to be written before it is read but got 'tensor.empty'";
  if (place.splat) {
    inputs.push_back({arg, -1, {}, place.splat});
    return success();
  }
  AffineMap own = op.getMatchingIndexingMap(&operand);
  Place read = readThrough(place, own);
  bool isDirect =
      hasSums(read.map) && spans(read, read.map, op.getStaticLoopRanges());
  if (!isDirect && failed(checkIsWhole(op, operand.get())))
    return failure();
  if (!isDirect && op.getNumReductionLoops() == 0) {
    inputs.push_back({arg, -1, read, {}});
    return success();
  }
  if (!isDirect)
    read = readThrough(copyToMemory(operand.get(), op.getLoc()), own);
  inputs.push_back({arg, int64_t(operands.ins.size()), {}, {}});
  operands.addInput(read);
  return success();
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

/// Whether nothing but `op` reads `init`, which is in memory that was made for
/// it.
static bool isOwn(Value init) {
  auto maker = init.getDefiningOp<linalg::GenericOp>();
  return maker && !getMoved(maker) && init.hasOneUse();
}

LogicalResult FunctionConversion::addReduced(linalg::GenericOp op,
                                             OpOperand &init,
                                             GenericOperands &operands) {
  Value result = op.getTiedOpResult(&init);
  const Place from = places[init.get()];
  if (failed(checkIsWhole(op, init.get())))
    return failure();
  if (from.isEmpty())
    return op.emitOpError("expected operand ")
           << init.getOperandNumber()
           << " to be written before it is combined with but got "
              "'tensor.empty'";
  Place to = from;
  if (homes.count(result) || !from.isPlain() || !isOwn(init.get())) {
    to = getHome(result);
    copy(from, to, cast<RankedTensorType>(result.getType()).getShape(),
         op.getLoc());
  }
  places[result] = to;
  addOutput(operands, to, op.getMatchingIndexingMap(&init));
  unsigned number = cast<OpResult>(result).getResultNumber();
  operands.combine.push_back(findCombination(op, number)->kind);
  return success();
}

LogicalResult FunctionConversion::addOutputs(linalg::GenericOp op,
                                             GenericOperands &operands) {
  for (OpOperand &init : op.getDpsInitsMutable()) {
    if (op.getNumReductionLoops() > 0) {
      if (failed(addReduced(op, init, operands)))
        return failure();
      continue;
    }
    Value result = op.getTiedOpResult(&init);
    Place to = getHome(result);
    places[result] = to;
    addOutput(operands, to, op.getMatchingIndexingMap(&init));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The driver
//===----------------------------------------------------------------------===//

/// Whether the outputs of `op` stay as they are where `arg` is 0.
static bool isAbsorbed(linalg::GenericOp op, BlockArgument arg) {
  for (unsigned output = 0; output < op.getNumResults(); ++output) {
    std::optional<Combination> found = findCombination(op, output);
    if (!found || found->kind != CombineKind::Add ||
        !isZeroWithArgument(found->value, arg))
      return false;
  }
  return op.getNumReductionLoops() > 0;
}

/// Gives each coordinate of input `number` that is 0, in a dimension of size 1,
/// a dimension of its own; false where one is something else than a dimension.
static bool spreadMap(GenericOperands &operands, unsigned number) {
  AffineMap &map = operands.inMaps[number];
  auto shape =
      cast<sparse::AnyTensorType>(operands.ins[number].getType()).getShape();
  llvm::SmallDenseSet<AffineExpr> dims;
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), shape))
    if (isa<AffineDimExpr>(expr)
            ? !dims.insert(expr).second
            : size != 1 || expr != getAffineConstantExpr(0, map.getContext()))
      return false;
  SmallVector<AffineExpr> exprs(map.getResults());
  for (AffineExpr &expr : exprs)
    if (!isa<AffineDimExpr>(expr))
      expr = operands.addUnit(map.getContext(), DimKind::Reduction);
  map = AffineMap::get(operands.kinds.size(), 0, exprs, map.getContext());
  operands.borders[number] = {};
  return true;
}

LogicalResult FunctionConversion::chooseDriver(linalg::GenericOp op,
                                               GenericOperands &operands,
                                               ArrayRef<Input> inputs) {
  for (const Input &input : inputs)
    if (input.operand >= 0 && operands.driver < 0 &&
        !isDenseTensor(operands.ins[input.operand]) &&
        isAbsorbed(op, input.arg) && spreadMap(operands, input.operand))
      operands.driver = input.operand;
  for (OpOperand *operand : op.getDpsInputOperands())
    for (const Input &input : inputs)
      if (input.arg == op.getMatchingBlockArgument(operand) &&
          operands.driver != input.operand &&
          failed(checkIsWhole(op, operand->get())))
        return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// The operation
//===----------------------------------------------------------------------===//

LogicalResult FunctionConversion::cloneBody(OpBuilder &inside,
                                            linalg::GenericOp op,
                                            IRMapping &mapping,
                                            ValueRange dims) {
  SmallVector<Operation *> combining;
  for (unsigned output = 0;
       op.getNumReductionLoops() > 0 && output < op.getNumResults(); ++output)
    combining.push_back(findCombination(op, output)->op);
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (llvm::is_contained(combining, &inner))
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(index.getResult(), dims[index.getDim()]);
      continue;
    }
    auto extract = dyn_cast<tensor::ExtractOp>(inner);
    if (!extract) {
      inside.clone(inner, mapping);
      continue;
    }
    const Place &from = places[extract.getTensor()];
    if (failed(checkIsWhole(&inner, extract.getTensor())))
      return failure();
    if (from.isEmpty())
      return inner.emitOpError("expected a tensor that was written");
    SmallVector<Value> indices;
    for (Value index : extract.getIndices())
      indices.push_back(mapping.lookup(index));
    mapping.map(extract.getResult(),
                load(inside, inner.getLoc(), from, indices));
  }
  return success();
}

/// What the nest of `op` is called: like the last argument that it reads.
static std::string nameNest(const GenericOperands &operands) {
  for (Value in : llvm::reverse(operands.ins))
    if (isa<BlockArgument>(in))
      return sparse::getArgumentName(in);
  return "";
}

LogicalResult FunctionConversion::convertBody(OpBuilder &inside,
                                              linalg::GenericOp op,
                                              ArrayRef<Input> inputs,
                                              ValueRange ins, ValueRange dims,
                                              SmallVectorImpl<Value> &results) {
  IRMapping mapping = numbers;
  for (const Input &input : inputs)
    mapping.map(input.arg, input.operand >= 0 ? ins[input.operand]
                           : input.number
                               ? input.number
                               : load(inside, op.getLoc(), input.gathered,
                                      dims.take_front(op.getNumLoops())));
  if (failed(cloneBody(inside, op, mapping, dims)))
    return failure();
  Operation *yield = op.getBody()->getTerminator();
  for (unsigned output = 0; output < op.getNumResults(); ++output)
    results.push_back(mapping.lookup(op.getNumReductionLoops() > 0
                                         ? findCombination(op, output)->value
                                         : yield->getOperand(output)));
  return success();
}

/// The place of what `op`, which moves the elements at `from`, gives.
static Place movedPlace(linalg::GenericOp op, OpOperand &moved,
                        const Place &from) {
  AffineMap result = op.getIndexingMapsArray().back();
  return readThrough(from, op.getMatchingIndexingMap(&moved).compose(
                               inversePermutation(result)));
}

bool FunctionConversion::isWantedBeside(linalg::GenericOp op,
                                        OpOperand &moved) {
  const Place &from = places[moved.get()];
  Value result = op.getResult(0);
  SmallVector<unsigned> order = layouts.getOrder(result);
  if (!from.tensor || order.empty() || !isDenseTensor(from.tensor) ||
      areSideBySide(movedPlace(op, moved, from), order.back()))
    return false;
  return llvm::any_of(result.getUses(), [&](OpOperand &use) {
    auto user = dyn_cast<linalg::GenericOp>(use.getOwner());
    if (!user || user.getNumReductionLoops() == 0 || !user.isDpsInput(&use))
      return false;
    auto loop = dyn_cast<AffineDimExpr>(
        user.getMatchingIndexingMap(&use).getResult(order.back()));
    return loop && user.getIteratorTypesArray()[loop.getPosition()] ==
                       utils::IteratorType::parallel;
  });
}

LogicalResult FunctionConversion::convertMovement(linalg::GenericOp op,
                                                  OpOperand &moved) {
  const Place &from = places[moved.get()];
  if (from.isEmpty())
    return op.emitOpError("expected operand ")
           << moved.getOperandNumber()
           << " to be written before it is read but got 'tensor.empty'";
  places[op.getResult(0)] = movedPlace(op, moved, from);
  return success();
}

LogicalResult FunctionConversion::convertGeneric(linalg::GenericOp op) {
  if (failed(checkGeneric(op)))
    return failure();
  if (Value value = getSplat(op)) {
    if (value.getParentBlock() == op.getBody())
      builder.clone(*value.getDefiningOp(), numbers);
    places[op.getResult(0)] = {{}, {}, {}, numbers.lookup(value)};
    return success();
  }
  OpOperand *moved = getMoved(op);
  if (moved && !homes.count(op.getResult(0)) && !isWantedBeside(op, *moved))
    return convertMovement(op, *moved);
  GenericOperands operands;
  SmallVector<Input> inputs;
  for (utils::IteratorType kind : op.getIteratorTypesArray())
    operands.kinds.push_back(kind == utils::IteratorType::reduction
                                 ? DimKind::Reduction
                                 : DimKind::Spatial);
  operands.sizes = op.getStaticLoopRanges();
  for (OpOperand &operand : op->getOpOperands())
    if (op.isDpsInput(&operand) || op.getNumReductionLoops() == 0)
      if (failed(addInput(op, operand, operands, inputs)))
        return failure();
  if (failed(addOutputs(op, operands)) ||
      failed(chooseDriver(op, operands, inputs)))
    return failure();
  bool takesCoordinates =
      op.hasIndexSemantics() || llvm::any_of(inputs, [](const Input &input) {
        return bool(input.gathered.tensor);
      });
  if (!takesCoordinates)
    joinDigits(operands);
  addExtents(operands);
  operands.name = nameNest(operands);
  auto body = [&](OpBuilder &inside, ValueRange ins, ValueRange dims,
                  SmallVectorImpl<Value> &results) {
    return convertBody(inside, op, inputs, ins, dims, results);
  };
  return success(
      bool(buildGeneric(op.getLoc(), operands, takesCoordinates, body)));
}
