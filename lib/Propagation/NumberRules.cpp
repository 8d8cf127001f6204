//===- NumberRules.cpp - numbers through operations -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberSweep.h"
#include "Rules.h"
#include "ScalarNumbers.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OpDefinition.h"

using namespace mlir;
using namespace spindle;

/// Iterations of a space above which sums of integers are not told which
/// elements are 0: each sum is visited as a whole.
static constexpr int64_t kLargeSpace = int64_t(1) << 22;

/// What is known of operand `number`; of a scalar, that it is one of no
/// dimensions, read everywhere.
static NumberInput getInput(Value value, const Numbers &numbers,
                            const Mask &zeros, AffineMap map) {
  Type type = tesa::getNumberType(value.getType());
  if (tesa::hasMask(value.getType()))
    return {numbers, zeros, map, type};
  Number scalar =
      isa<ShapedType>(value.getType()) ? Number() : getScalarNumber(value);
  return {Numbers({}, scalar), Mask::none({}),
          AffineMap::get(map.getNumDims(), 0, map.getContext()), type};
}

static int64_t getSpaceSize(ArrayRef<int64_t> sizes) {
  int64_t size = 1;
  for (int64_t count : sizes)
    size = llvm::SaturatingMultiply<uint64_t>(size, count);
  return size;
}

/// The dimensions that results of `op` have, if all of these have the same, in
/// some order; nothing of other operations.
static std::optional<unsigned> countKeptDims(linalg::LinalgOp op) {
  std::optional<llvm::SmallBitVector> kept;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    llvm::SmallBitVector dims(map.getNumDims());
    for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
      dims[dim] = map.isFunctionOfDim(dim);
    if (!map.isProjectedPermutation() || !tesa::hasMask(init.get().getType()) ||
        (kept && *kept != dims))
      return std::nullopt;
    kept = dims;
  }
  return kept ? std::optional<unsigned>(kept->count()) : std::nullopt;
}

/// Whether a body of `op` is evaluated: its space is static and has iterations,
/// each of which yields an element of each result.
static bool isEvaluated(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && !op.hasDynamicShape() &&
         !llvm::is_contained(op.getStaticLoopRanges(), 0) &&
         op.getNumDpsInits() > 0 && countKeptDims(op) &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.getNumSymbols() == 0; });
}

static bool inferBodyNumbers(Operation *operation, ArrayRef<Numbers> operands,
                             ArrayRef<Mask> zeros, ArrayRef<Mask> ends,
                             MutableArrayRef<Numbers> results, bool strict) {
  auto op = dyn_cast<linalg::LinalgOp>(operation);
  if (!op)
    return false;
  if (!isEvaluated(op))
    return true;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  int64_t reduced = 1;
  for (unsigned dim = 0; dim < sizes.size(); ++dim)
    if (!op.getMatchingIndexingMap(op.getDpsInitOperand(0))
             .isFunctionOfDim(dim))
      reduced *= sizes[dim];
  BodyNumbers body(*op.getBlock(),
                   op.getBlock()->getTerminator()->getOperands(), sizes,
                   reduced > 1, strict);
  bool isLarge = body.hasIntegerSums() && getSpaceSize(sizes) > kLargeSpace;
  SmallVector<NumberInput> inputs, inits, outputs;
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    bool isInit = op.isDpsInit(&operand);
    Mask zero = isLarge && !isInit ? Mask::none(zeros[number].getShape())
                                   : zeros[number];
    (isInit ? inits : inputs)
        .push_back(getInput(operand.get(), operands[number], zero,
                            op.getMatchingIndexingMap(&operand)));
  }
  for (auto [init, end, result] : llvm::zip_equal(inits, ends, results))
    outputs.push_back({result, end, init.map, init.type});
  auto found = sweepNumbers(MaskSizes(sizes.begin(), sizes.end()), inputs,
                            inits, outputs, body);
  if (found)
    llvm::move(*found, results.begin());
  return true;
}

/// The operation on single elements that `op` is on tensors, in `body`, whose
/// arguments are the tensors among its operands.
static Value makeElementBody(Operation *op, Block &body) {
  IRMapping mapping;
  for (Value operand : op->getOperands())
    if (tesa::hasMask(operand.getType()))
      mapping.map(operand,
                  body.addArgument(tesa::getNumberType(operand.getType()),
                                   op->getLoc()));
  Operation *scalar = op->clone(mapping);
  body.push_back(scalar);
  Value result = scalar->getResult(0);
  result.setType(tesa::getNumberType(result.getType()));
  return result;
}

static bool inferElementNumbers(Operation *op, ArrayRef<Numbers> operands,
                                ArrayRef<Mask> zeros,
                                MutableArrayRef<Numbers> results, bool strict) {
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumResults() != 1 ||
      !tesa::hasMask(op->getResult(0).getType()))
    return false;
  const MaskSizes &shape = results[0].getShape();
  if (llvm::is_contained(shape, 0))
    return true;
  Block body;
  Value yield = makeElementBody(op, body);
  body.addArgument(yield.getType(), op->getLoc());
  BodyNumbers numbers(body, yield, shape, /*isReduced=*/false, strict);
  AffineMap map =
      AffineMap::getMultiDimIdentityMap(shape.size(), op->getContext());
  SmallVector<NumberInput> inputs;
  // An operand that stands in several places is one argument for each.
  for (auto [number, operand] : llvm::enumerate(op->getOperands()))
    if (tesa::hasMask(operand.getType()))
      inputs.push_back(getInput(operand, operands[number], zeros[number], map));
  NumberInput init{Numbers(shape, Number()), Mask::none(shape), map,
                   yield.getType()};
  if (auto found = sweepNumbers(shape, inputs, init, init, numbers))
    results[0] = (*found)[0];
  return true;
}

/// Whether `op` computes its results from what it reads alone, and that is the
/// same in every run.
static bool isSame(Operation *op, ArrayRef<Numbers> operands) {
  if (!isPure(op) || op->getNumRegions() > 0 || op->getNumOperands() == 0)
    return false;
  return llvm::all_of(
      llvm::zip_equal(op->getOperands(), operands), [](auto pair) {
        auto [operand, numbers] = pair;
        if (!tesa::hasMask(operand.getType()))
          return getScalarNumber(operand).same;
        return llvm::all_of(numbers.getCells(),
                            [](const Number &number) { return number.same; });
      });
}

void spindle::inferNumbers(Operation *op, ArrayRef<Numbers> operands,
                           ArrayRef<Mask> zeros, ArrayRef<Mask> ends,
                           MutableArrayRef<Numbers> results, bool strict) {
  if (auto interface = dyn_cast<tesa::SparsityOpInterface>(op))
    return strict && !interface.isStrict()
               ? void()
               : interface.inferNumbers(operands, results);
  if (inferBodyNumbers(op, operands, zeros, ends, results, strict) ||
      inferElementNumbers(op, operands, zeros, results, strict) ||
      inferMovedNumbers(op, operands, results) || !isSame(op, operands))
    return;
  Number same;
  same.same = true;
  for (auto [result, numbers] : llvm::zip_equal(op->getResults(), results))
    if (tesa::hasMask(result.getType()))
      numbers = Numbers(numbers.getShape(), same);
}

/// What is known of results that are an argument of a body is known of that.
static void inferBodyNumbersBackward(linalg::LinalgOp op,
                                     ArrayRef<Numbers> results,
                                     MutableArrayRef<Numbers> operands) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (auto [yield, init] :
       llvm::zip_equal(op.getBlock()->getTerminator()->getOpOperands(),
                       op.getDpsInitsMutable())) {
    auto arg = dyn_cast<BlockArgument>(yield.get());
    AffineMap to = op.getMatchingIndexingMap(&init);
    if (!arg || arg.getOwner() != op.getBlock() || !to.isPermutation())
      continue;
    OpOperand &from = *op.getMatchingOpOperand(arg);
    AffineMap map = op.getMatchingIndexingMap(&from);
    Type type = from.get().getType();
    if (!tesa::hasMask(type) || op.isDpsInit(&from) ||
        !map.isProjectedPermutation())
      continue;
    unsigned result = op.getTiedOpResult(&init).getResultNumber();
    NumberInput source{results[result], Mask::none(results[result].getShape()),
                       to, tesa::getNumberType(type)};
    Numbers &found = operands[from.getOperandNumber()];
    Numbers moved = moveNumbers(MaskSizes(sizes.begin(), sizes.end()), source,
                                map, found.getShape());
    found = combineCells(found, moved, [](const Number &a, const Number &b) {
      return a.meet(b);
    });
  }
}

void spindle::inferNumbersBackward(Operation *op, ArrayRef<Numbers> results,
                                   MutableArrayRef<Numbers> operands,
                                   bool strict) {
  if (auto interface = dyn_cast<tesa::SparsityOpInterface>(op))
    return strict && !interface.isStrict()
               ? void()
               : interface.inferNumbersBackward(results, operands);
  auto body = dyn_cast<linalg::LinalgOp>(op);
  if (!body)
    inferMovedNumbersBackward(op, results, operands);
  else if (isEvaluated(body))
    inferBodyNumbersBackward(body, results, operands);
}
