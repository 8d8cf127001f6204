//===- Tensorize.cpp - products of small matrices in loops ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Tensorize.h"

#include "LoopBlocks.h"
#include "Spindle/Support/FusedProducts.h"
#include "Spindle/Target/ContractionFlags.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

namespace {
/// A factor of products, before it is widened.
struct Factor {
  Value value;
  /// Whether it is widened as a number without sign.
  bool isUnsigned = false;

  Type getElementType() const { return getElementTypeOrSelf(value); }
  bool operator==(const Factor &other) const {
    return value == other.value && isUnsigned == other.isUnsigned;
  }
};

/// A carried vector to which an iteration adds the product of a number and a
/// vector.
struct ProductSum {
  /// Its number among what the loop carries.
  unsigned index;
  /// The sum and the product.
  Operation *sum, *product;
  /// What is multiplied, and the elements that it is multiplied as.
  Factor number, vector;
  Type element;
};
} // namespace

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// What `value` is widened from, exactly; else `value`.
static Factor skipWidening(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op))
    return {value};
  Value narrow = op->getOperand(0);
  return getElementTypeOrSelf(narrow).isInteger(1)
             ? Factor{value}
             : Factor{narrow, isa<arith::ExtUIOp>(op)};
}

/// The number that all elements of the vector `value` are; null where they are
/// not.
static Factor findNumber(Value value) {
  Factor narrow = skipWidening(value);
  auto broadcast = narrow.value.getDefiningOp<vector::BroadcastOp>();
  if (!broadcast || isa<VectorType>(broadcast.getSource().getType()))
    return {};
  if (narrow.value == value)
    return skipWidening(broadcast.getSource());
  return {broadcast.getSource(), narrow.isUnsigned};
}

/// The narrowest elements that hold all numbers with sign that `one` and
/// `other` are, narrower than `wide`; null where there are none.
static Type findElement(const Factor &one, const Factor &other, Type wide) {
  Type type = one.getElementType(), otherType = other.getElementType();
  if (type == otherType && !one.isUnsigned && !other.isUnsigned)
    return type;
  if (!type.isInteger() || !otherType.isInteger())
    return Type();
  unsigned bits =
      std::max(type.getIntOrFloatBitWidth() + one.isUnsigned,
               otherType.getIntOrFloatBitWidth() + other.isUnsigned);
  bits = std::max<unsigned>(llvm::PowerOf2Ceil(bits), 8);
  return bits < wide.getIntOrFloatBitWidth()
             ? IntegerType::get(wide.getContext(), bits)
             : Type();
}

/// Sets what `sum` multiplies: both factors as they are stored, or in the same
/// narrow elements, or widened.
static bool findFactors(ProductSum &sum) {
  Type wide = getElementTypeOrSelf(sum.product->getResult(0));
  for (auto [one, other] : {std::pair(0, 1), std::pair(1, 0)}) {
    Value all = sum.product->getOperand(one);
    sum.number = findNumber(all);
    if (!sum.number.value)
      continue;
    sum.vector = skipWidening(sum.product->getOperand(other));
    sum.element = findElement(sum.number, sum.vector, wide);
    if (sum.element)
      return true;
    auto broadcast = all.getDefiningOp<vector::BroadcastOp>();
    sum.vector = {sum.product->getOperand(other)};
    sum.number = {broadcast ? broadcast.getSource() : Value()};
    sum.element = wide;
    return broadcast != nullptr;
  }
  return false;
}

/// Why carried value number `sum.index` of `loop` is no sum of products, in
/// words that follow it; empty if it is one.
static std::string matchSum(scf::ForOp loop, ProductSum &sum) {
  Value carried = loop.getRegionIterArg(sum.index);
  auto type = dyn_cast<VectorType>(carried.getType());
  if (!type || type.getRank() != 1 || type.isScalable())
    return "no vector";
  auto isOf = [&](Operation *op, bool isSum) {
    return op && op->getBlock() == loop.getBody() && op->hasOneUse() &&
           (isSum ? isa<arith::AddFOp, arith::AddIOp>(op)
                  : isa<arith::MulFOp, arith::MulIOp>(op));
  };
  sum.sum = carried.hasOneUse() ? *carried.user_begin() : nullptr;
  if (!isOf(sum.sum, /*isSum=*/true) ||
      sum.sum->getResult(0) != loop.getYieldedValues()[sum.index])
    return "no sum of what an iteration adds";
  Value added = sum.sum->getOperand(sum.sum->getOperand(0) == carried);
  sum.product = added.getDefiningOp();
  if (!isOf(sum.product, /*isSum=*/false))
    return "no sum of products";
  return findFactors(sum) ? ""
                          : "a sum of products without a factor that is the "
                            "same in all lanes";
}

/// The sums that `loop` carries; none, and why, where it carries anything else.
static SmallVector<ProductSum>
matchSums(scf::ForOp loop, const LoopObserver &observer, std::string &refusal) {
  SmallVector<ProductSum> sums;
  for (unsigned index = 0; index < loop.getNumResults(); ++index) {
    ProductSum sum{index, nullptr, nullptr, {}, {}, {}};
    std::string what = matchSum(loop, sum);
    if (what.empty()) {
      sums.push_back(sum);
      continue;
    }
    llvm::raw_string_ostream(refusal)
        << "it carries '" << loop.getResult(index).getType() << "' as number "
        << index << ", which is " << what;
    if (sum.product || sum.sum)
      observer.reportObstacle(sum.product ? sum.product : sum.sum);
    return {};
  }
  if (sums.empty())
    refusal = "it carries no sums";
  return sums;
}

/// Why `sums` are not all of numbers that are narrower than they are; empty if
/// they are.
static std::string refuseWide(ArrayRef<ProductSum> sums,
                              const LoopObserver &observer) {
  for (const ProductSum &sum : sums) {
    Type wide = getElementTypeOrSelf(sum.product->getResult(0));
    if (sum.element != wide)
      continue;
    observer.reportObstacle(sum.product);
    std::string reason;
    llvm::raw_string_ostream(reason)
        << "it multiplies numbers of '" << wide
        << "', which are no narrower than their sums";
    return reason;
  }
  return "";
}

/// Why `sums` are not all of bytes, in i32; empty if they are.
static std::string refuseOthers(ArrayRef<ProductSum> sums,
                                const LoopObserver &observer) {
  for (const ProductSum &sum : sums) {
    Type wide = getElementTypeOrSelf(sum.product->getResult(0));
    Type number = sum.number.getElementType();
    Type vector = sum.vector.getElementType();
    if (wide.isInteger(32) && number.isInteger(8) && vector.isInteger(8))
      continue;
    observer.reportObstacle(sum.product);
    std::string reason;
    llvm::raw_string_ostream(reason)
        << "it adds up products of '" << number << "' and '" << vector
        << "' in '" << wide << "', and lanes of a GPU multiply small matrices "
        << "of 'i8' for sums in 'i32' alone";
    return reason;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

namespace {
/// Builds the body of a loop whose iterations are those of several.
struct BlockOfIterations {
  RewriterBase &rewriter;
  scf::ForOp loop;
  const TensorizeOptions &options;
  /// What became of the values of each iteration.
  SmallVector<IRMapping> maps;

  /// Makes what `sums` multiply in each iteration.
  void repeat(ArrayRef<ProductSum> sums);
  /// Adds all products of `groups`, each of sums that multiply one vector in an
  /// iteration; gives what all sums are then.
  SmallVector<Value> contract(ArrayRef<SmallVector<ProductSum>> groups);

private:
  /// What `factor` is in the iteration of `map`, as `element`.
  Value get(const IRMapping &map, const Factor &factor, Type element);
  Value makeNumbers(ArrayRef<ProductSum> sums);
  Value makeRows(ArrayRef<Value> rows);
  Value buildContraction(Location loc, Value numbers, Value rows, Value sums,
                         bool areFused);
};
} // namespace

void BlockOfIterations::repeat(ArrayRef<ProductSum> sums) {
  SmallPtrSet<Operation *, 16> replaced;
  for (const ProductSum &sum : sums)
    replaced.insert({sum.sum, sum.product});
  SmallVector<Operation *> ops;
  for (Operation &op : loop.getBody()->without_terminator())
    if (!replaced.contains(&op))
      ops.push_back(&op);
  for (auto [iteration, map] : llvm::enumerate(maps)) {
    if (iteration == 0)
      continue;
    map.map(loop.getInductionVar(),
            addSteps(rewriter, loop, loop.getInductionVar(), iteration));
    for (Operation *op : ops)
      rewriter.clone(*op, map);
  }
}

Value BlockOfIterations::get(const IRMapping &map, const Factor &factor,
                             Type element) {
  Value value = map.lookupOrDefault(factor.value);
  if (factor.getElementType() == element)
    return value;
  Type type = element;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(element);
  Location loc = value.getLoc();
  if (factor.isUnsigned)
    return arith::ExtUIOp::create(rewriter, loc, type, value);
  return arith::ExtSIOp::create(rewriter, loc, type, value);
}

/// The numbers of each of `sums` in all iterations.
Value BlockOfIterations::makeNumbers(ArrayRef<ProductSum> sums) {
  SmallVector<Value> numbers;
  for (const ProductSum &sum : sums)
    for (const IRMapping &map : maps)
      numbers.push_back(get(map, sum.number, sum.element));
  auto type = VectorType::get({int64_t(sums.size()), int64_t(maps.size())},
                              numbers.front().getType());
  return vector::FromElementsOp::create(rewriter, loop.getLoc(), type, numbers);
}

/// The matrix of `rows`.
Value BlockOfIterations::makeRows(ArrayRef<Value> rows) {
  auto row = cast<VectorType>(rows.front().getType());
  auto type = VectorType::get({int64_t(rows.size()), row.getDimSize(0)},
                              row.getElementType());
  Value matrix = arith::ConstantOp::create(rewriter, loop.getLoc(),
                                           rewriter.getZeroAttr(type));
  for (auto [index, value] : llvm::enumerate(rows))
    matrix = vector::InsertOp::create(rewriter, loop.getLoc(), value, matrix,
                                      int64_t(index));
  return matrix;
}

Value BlockOfIterations::buildContraction(Location loc, Value numbers,
                                          Value rows, Value sums,
                                          bool areFused) {
  using vector::IteratorType;
  AffineExpr row, column, step;
  bindDims(rewriter.getContext(), row, column, step);
  auto product = vector::ContractionOp::create(
      rewriter, loc, numbers, rows, sums,
      ArrayRef<ArrayRef<AffineExpr>>{
          {row, step}, {step, column}, {row, column}},
      ArrayRef{IteratorType::parallel, IteratorType::parallel,
               IteratorType::reduction});
  auto flags = arith::FastMathFlags::none;
  if (options.reassociate && isa<FloatType>(getElementTypeOrSelf(sums)))
    flags = flags | arith::FastMathFlags::reassoc;
  if (areFused)
    flags = flags | arith::FastMathFlags::contract;
  if (flags != arith::FastMathFlags::none)
    product->setAttr(kContractionFlagsAttr, arith::FastMathFlagsAttr::get(
                                                rewriter.getContext(), flags));
  return product;
}

/// The contractions follow one another, those of the same numbers with one
/// operand.
SmallVector<Value>
BlockOfIterations::contract(ArrayRef<SmallVector<ProductSum>> groups) {
  SmallVector<std::array<Value, 3>> operands;
  for (ArrayRef<ProductSum> sums : groups) {
    SmallVector<Value> rows, before;
    for (const IRMapping &map : maps)
      rows.push_back(get(map, sums.front().vector, sums.front().element));
    for (const ProductSum &sum : sums)
      before.push_back(loop.getRegionIterArg(sum.index));
    bool isSame =
        &sums.front() != &groups.front().front() &&
        llvm::equal(sums, groups.front(),
                    [](const ProductSum &one, const ProductSum &other) {
                      return one.number == other.number &&
                             one.element == other.element;
                    });
    Value numbers = isSame ? operands.front()[0] : makeNumbers(sums);
    operands.push_back({numbers, makeRows(rows), makeRows(before)});
  }
  SmallVector<Value> after, yielded(loop.getNumResults());
  for (auto [sums, of] : llvm::zip_equal(groups, operands)) {
    bool areFused = llvm::all_of(sums, [](const ProductSum &sum) {
      return isFused(sum.product) && isFused(sum.sum);
    });
    after.push_back(buildContraction(sums.front().product->getLoc(), of[0],
                                     of[1], of[2], areFused));
  }
  for (auto [sums, matrix] : llvm::zip_equal(groups, after))
    for (auto [index, sum] : llvm::enumerate(sums))
      yielded[sum.index] = vector::ExtractOp::create(rewriter, loop.getLoc(),
                                                     matrix, int64_t(index));
  return yielded;
}

/// Takes out what computed the products, as far as nothing else needs it.
static void eraseUnused(RewriterBase &rewriter, scf::ForOp loop) {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(*loop.getBody())))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
}

/// Has an iteration of `loop`, which has whole blocks of them, do what `factor`
/// did.
static void contractBlocks(RewriterBase &rewriter, scf::ForOp loop,
                           int64_t factor, ArrayRef<ProductSum> sums,
                           const TensorizeOptions &options) {
  OpBuilder::InsertionGuard saved(rewriter);
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  rewriter.setInsertionPoint(yield);
  BlockOfIterations block{rewriter, loop, options,
                          SmallVector<IRMapping>(factor)};
  block.repeat(sums);
  using Key = std::tuple<Value, unsigned, Type, Type>;
  llvm::MapVector<Key, SmallVector<ProductSum>> groups;
  for (const ProductSum &sum : sums)
    groups[{sum.vector.value, sum.vector.isUnsigned, sum.element,
            sum.product->getResult(0).getType()}]
        .push_back(sum);
  SmallVector<Value> yielded = block.contract(
      llvm::map_to_vector(groups, [](auto &group) { return group.second; }));
  rewriter.modifyOpInPlace(yield,
                           [&] { yield.getResultsMutable().assign(yielded); });
  rewriter.setInsertionPoint(loop);
  Value step = multiplyStep(rewriter, loop, factor);
  rewriter.modifyOpInPlace(loop, [&] { loop.setStep(step); });
  eraseUnused(rewriter, loop);
}

/// What is left is one contraction where its length is known.
static void contractRest(RewriterBase &rewriter, scf::ForOp rest,
                         const TensorizeOptions &options) {
  std::optional<int64_t> count = getTripCount(rest);
  std::string refusal;
  if (count && *count > 1)
    contractBlocks(rewriter, rest, *count,
                   matchSums(rest, LoopObserver(), refusal), options);
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::tensorize(RewriterBase &rewriter, scf::ForOp loop,
                          const TensorizeOptions &options,
                          std::string &refusal) {
  SmallVector<ProductSum> sums = matchSums(loop, options.observer, refusal);
  if (refusal.empty() && options.narrow)
    refusal = refuseWide(sums, options.observer);
  if (refusal.empty() && options.bytes)
    refusal = refuseOthers(sums, options.observer);
  if (!refusal.empty())
    return failure();
  UnrollOptions blocks{options.factor, options.atMost, options.observer};
  FailureOr<int64_t> factor = chooseFactor(loop, blocks, refusal);
  if (failed(factor))
    return failure();
  refusal = refuseBlocks(loop, *factor);
  if (!refusal.empty())
    return failure();
  SmallVector<scf::ForOp> loops;
  scf::ForOp rest = splitIntoBlocks(rewriter, loop, *factor);
  contractBlocks(rewriter, loop, *factor, sums, options);
  if (failed(loop.promoteIfSingleIteration(rewriter)))
    loops.push_back(loop);
  if (rest)
    contractRest(rewriter, rest, options);
  if (rest && failed(rest.promoteIfSingleIteration(rewriter)))
    loops.push_back(rest);
  return loops;
}
