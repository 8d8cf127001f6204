//===- BodyRules.cpp - zeros through operations with a body ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyConditions.h"
#include "EqualArguments.h"
#include "Rules.h"
#include "ScalarNumbers.h"
#include "ScalarRules.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Sweep.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spindle;

namespace {
/// The conditions of one operation's body. Inputs of a sweep are first the
/// operands, "may be other than 0", and then the results, "is needed".
class BodySweep {
public:
  BodySweep(linalg::LinalgOp op, ArrayRef<Mask> zeros, ArrayRef<Mask> dead,
            bool strict)
      : op(op), strict(strict) {
    SmallVector<int64_t> sizes = op.getStaticLoopRanges();
    sweep.sizes.assign(sizes.begin(), sizes.end());
    for (OpOperand &operand : op->getOpOperands())
      sweep.inputs.push_back({~zeros[operand.getOperandNumber()],
                              op.getMatchingIndexingMap(&operand)});
    for (auto [init, mask] : llvm::zip_equal(op.getDpsInitsMutable(), dead))
      sweep.inputs.push_back({~mask, op.getMatchingIndexingMap(&init)});
    for (BlockArgument arg : op.getBlock()->getArguments())
      args.push_back(getArg(*op.getMatchingOpOperand(arg)));
    for (unsigned result = 0; result < op.getNumDpsInits(); ++result)
      needed.push_back(conditions.getInput(op->getNumOperands() + result));
  }

  /// The elements of `operand` at which the condition of its argument `arg`,
  /// found by `get`, holds.
  Mask find(OpOperand &operand,
            llvm::function_ref<unsigned(BodyConditions &)> get) {
    BodyConditions body(*op.getBlock(), conditions, args, needed, strict);
    for (const auto &[a, b, condition] : differences)
      body.setDifference(a, b, condition);
    return findElements(
        sweep, conditions, get(body), op.getMatchingIndexingMap(&operand),
        cast<ShapedType>(operand.get().getType()).getShape().vec());
  }

  /// What has been added up, in the conditions that follow: anything, but for
  /// `known`.
  void forgetSums(OpOperand *known = nullptr) {
    for (OpOperand &init : op.getDpsInitsMutable())
      args[op.getMatchingBlockArgument(&init).getArgNumber()] =
          &init == known ? getArg(init) : conditions.getTrue();
  }

  /// Where arguments are equal, in the conditions that follow.
  void addEqual(const EqualArguments &pair) {
    unsigned condition = conditions.getFalse();
    if (pair.differ) {
      condition = conditions.getInput(sweep.inputs.size());
      sweep.inputs.push_back(*pair.differ);
    }
    differences.push_back({pair.a, pair.b, condition});
  }

  /// That all results are needed, in the conditions that follow.
  void needAll() { llvm::fill(needed, conditions.getTrue()); }

private:
  /// Where there are sums, 0 for what has been added up: what it starts from is
  /// added to the result.
  unsigned getArg(OpOperand &operand) {
    if (!tesa::hasMask(operand.get().getType()))
      return isZeroConstant(operand.get()) ? conditions.getFalse()
                                           : conditions.getTrue();
    if (op.isDpsInit(&operand) && op.getNumReductionLoops() > 0)
      return conditions.getFalse();
    return conditions.getInput(operand.getOperandNumber());
  }

  linalg::LinalgOp op;
  bool strict;
  Sweep sweep;
  Conditions conditions;
  SmallVector<unsigned> args, needed;
  SmallVector<std::tuple<BlockArgument, BlockArgument, unsigned>> differences;
};
} // namespace

/// Whether bodies of `op` are understood: a static space, tensors, and maps of
/// dimensions alone.
static bool isStatic(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && !op.hasDynamicShape() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.getNumSymbols() == 0; });
}

/// Whether iterations read what others have written.
static bool hasSums(linalg::LinalgOp op) {
  return op.getNumReductionLoops() > 0 ||
         llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
           return !op.getMatchingIndexingMap(&init).isProjectedPermutation();
         });
}

/// Whether `init` is what its sums start from without an effect on them, as the
/// least number is for a maximum. What a product starts from is a factor of it.
static bool isNeutral(linalg::LinalgOp op, OpOperand &init) {
  Attribute start = getStart(init.get());
  BlockArgument arg = op.getMatchingBlockArgument(&init);
  if (!start || !arg.hasOneUse() ||
      getZeroRule(*arg.getUsers().begin()) != ZeroRule::Any)
    return false;
  std::optional<TypedAttr> neutral =
      arith::getNeutralElement(*arg.getUsers().begin());
  return neutral && start == *neutral;
}

/// Adds the zeros of `op`, if arguments are equal where `pairs` say.
static void addBodyZeros(linalg::LinalgOp op, ArrayRef<Mask> operands,
                         ArrayRef<EqualArguments> pairs,
                         MutableArrayRef<Mask> results, bool strict) {
  SmallVector<Mask> dead = llvm::map_to_vector(
      results, [](const Mask &mask) { return Mask::none(mask.getShape()); });
  BodySweep sweep(op, operands, dead, strict);
  for (const EqualArguments &pair : pairs)
    sweep.addEqual(pair);
  Operation *yield = op.getBlock()->getTerminator();
  for (OpOperand &init : op.getDpsInitsMutable()) {
    unsigned result = op.getTiedOpResult(&init).getResultNumber();
    if (!tesa::hasMask(init.get().getType()))
      continue;
    if (hasSums(op))
      sweep.forgetSums(&init);
    Mask nonzero = sweep.find(init, [&](BodyConditions &body) {
      return body.getNonzero(yield->getOperand(result));
    });
    // What sums start from is part of them, and what no iteration writes stays.
    if (!op.getMatchingIndexingMap(&init).isProjectedPermutation() ||
        llvm::is_contained(op.getStaticLoopRanges(), 0) ||
        (op.getNumReductionLoops() > 0 && !isNeutral(op, init)))
      nonzero = nonzero | ~operands[init.getOperandNumber()];
    results[result] = results[result] | ~nonzero;
  }
}

bool spindle::inferBodyZeros(Operation *operation, ArrayRef<Mask> operands,
                             MutableArrayRef<Mask> results, bool strict) {
  auto op = dyn_cast<linalg::LinalgOp>(operation);
  if (!op)
    return false;
  if (isStatic(op))
    addBodyZeros(op, operands, {}, results, strict);
  return true;
}

void spindle::inferEqualNumbers(Operation *operation, ArrayRef<Mask> zeros,
                                ArrayRef<UniformLines> operands,
                                MutableArrayRef<Numbers> results, bool strict) {
  auto op = dyn_cast<linalg::LinalgOp>(operation);
  if (!op || !isStatic(op))
    return;
  SmallVector<EqualArguments> pairs = findEqualArguments(op, zeros, operands);
  if (pairs.empty())
    return;
  SmallVector<Mask> found = llvm::map_to_vector(op->getResults(), [](Value v) {
    return tesa::getNoElement(v.getType());
  });
  addBodyZeros(op, zeros, pairs, found, strict);
  for (auto [value, numbers, zero] :
       llvm::zip_equal(op->getResults(), results, found)) {
    Type type = tesa::getNumberType(value.getType());
    numbers = combineCells(numbers, zero, [&](const Number &n, uint8_t isZero) {
      return isZero ? addZero(type, n) : n;
    });
  }
}

bool spindle::inferBodyDead(Operation *operation, ArrayRef<Mask> zeros,
                            ArrayRef<Mask> dead, MutableArrayRef<Mask> operands,
                            bool strict) {
  auto op = dyn_cast<linalg::LinalgOp>(operation);
  if (!op)
    return false;
  if (!isStatic(op))
    return true;
  BodySweep sweep(op, zeros, dead, strict);
  sweep.forgetSums();
  // A sum may have an effect on another one, in a later iteration.
  if (op.getNumDpsInits() > 1 && hasSums(op))
    sweep.needAll();
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    if (!tesa::hasMask(operand.get().getType()))
      continue;
    BlockArgument arg = op.getMatchingBlockArgument(&operand);
    Mask needed = sweep.find(
        operand, [&](BodyConditions &body) { return body.getNeeded(arg); });
    // An element of a result that no iteration writes is what was there.
    if (op.isDpsInit(&operand) &&
        (!op.getMatchingIndexingMap(&operand).isProjectedPermutation() ||
         llvm::is_contained(op.getStaticLoopRanges(), 0)))
      needed = needed | ~dead[op.getTiedOpResult(&operand).getResultNumber()];
    operands[number] = operands[number] | ~needed;
  }
  return true;
}
