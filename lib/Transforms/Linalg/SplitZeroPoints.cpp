//===- SplitZeroPoints.cpp - zero points behind products ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// With K steps of the reduction, modulo 2^32,
//
//   sum (x + c) (w + d) = sum x w + c sum w + d sum x + K c d
//
// where c and d are what is added to factors: less the zero points.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Linalg/Passes.h"

#include "Bodies.h"
#include "mlir/IR/IRMapping.h"

namespace spindle {
#define GEN_PASS_DEF_SPLITZEROPOINTSPASS
#include "Spindle/Transforms/Linalg/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using namespace spindle::linalg_transforms;

namespace {
/// A factor of products: an element of an input, extended to the type of the
/// sums, and what is added to it.
struct Factor {
  BlockArgument element;
  Value extended;
  llvm::APInt added;
};

/// A sum of products.
struct Product {
  linalg::GenericOp op;
  Factor factors[2];
  /// The sizes of its loops.
  SmallVector<int64_t> sizes;
};
} // namespace

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// The constant that `op` adds to its other operand, `value`; none where it does
/// anything else.
static std::optional<llvm::APInt> getAddend(Operation *op, Value &value) {
  if (!isa_and_present<arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  value = op->getOperand(0);
  std::optional<llvm::APInt> number = getConstant(op->getOperand(1));
  if (number && isa<arith::SubIOp>(op))
    return -*number;
  if (!number && isa<arith::AddIOp>(op)) {
    value = op->getOperand(1);
    number = getConstant(op->getOperand(0));
  }
  return number;
}

static std::optional<Factor> matchFactor(Value value) {
  llvm::APInt added(value.getType().getIntOrFloatBitWidth(), 0);
  Value rest;
  while (auto addend = getAddend(value.getDefiningOp(), rest)) {
    added += *addend;
    value = rest;
  }
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::ExtSIOp, arith::ExtUIOp>(op))
    return std::nullopt;
  auto element = dyn_cast<BlockArgument>(op->getOperand(0));
  if (!element)
    return std::nullopt;
  return Factor{element, value, added};
}

/// `op` as a sum of products to which constants are added; none where it is
/// anything else.
static std::optional<Product> matchProduct(linalg::GenericOp op) {
  Value added = getAdded(op);
  auto product = added ? added.getDefiningOp<arith::MulIOp>() : arith::MulIOp();
  if (!product || !product->hasOneUse() || op.getNumDpsInputs() != 2)
    return std::nullopt;
  std::optional<Factor> lhs = matchFactor(product.getLhs());
  std::optional<Factor> rhs = matchFactor(product.getRhs());
  if (!lhs || !rhs || lhs->element == rhs->element ||
      (lhs->added.isZero() && rhs->added.isZero()) ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return std::nullopt;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (llvm::any_of(sizes, ShapedType::isDynamic))
    return std::nullopt;
  return Product{op, {*lhs, *rhs}, sizes};
}

/// The map of the input that has the elements of `factor`.
static AffineMap getMap(const Product &product, const Factor &factor) {
  linalg::GenericOp op = product.op;
  return op.getIndexingMapsArray()[factor.element.getArgNumber()];
}

/// How many iterations of loops of `kind`, or of all, use an element of
/// `factor`.
static int64_t countUses(const Product &product, const Factor &factor,
                         std::optional<utils::IteratorType> kind) {
  linalg::GenericOp op = product.op;
  AffineMap map = getMap(product, factor);
  int64_t count = 1;
  for (auto [dim, size] : llvm::enumerate(product.sizes))
    if (!map.isFunctionOfDim(dim) &&
        (!kind || op.getIteratorTypesArray()[dim] == *kind))
      count *= size;
  return count;
}

/// Whether what factors have added is worth sums of the other ones.
static bool isWorthIt(const Product &product, int64_t leastUses) {
  for (auto [one, other] : {std::pair(0, 1), std::pair(1, 0)})
    if (!product.factors[one].added.isZero() &&
        countUses(product, product.factors[other], std::nullopt) < leastUses)
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The parts
//===----------------------------------------------------------------------===//

namespace {
/// Builds the parts of one sum of products.
struct Splitter {
  IRRewriter &b;
  const Product &product;
  linalg::GenericOp op;
  Location loc;
  IntegerType type;

  Splitter(IRRewriter &b, const Product &product)
      : b(b), product(product), op(product.op), loc(op.getLoc()),
        type(cast<IntegerType>(getElementTypeOrSelf(op.getResult(0)))) {}

  void split();

private:
  Value buildProducts();
  Value buildSums(const Factor &factor, AffineMap &map);
  Value buildConstant(OpBuilder &body, const llvm::APInt &number) {
    return arith::ConstantOp::create(body, loc,
                                     body.getIntegerAttr(type, number));
  }
};
} // namespace

/// The sum of products without what is added to factors.
Value Splitter::buildProducts() {
  auto build = [&](OpBuilder &body, Location at, ValueRange args) {
    IRMapping map;
    map.map(op.getBody()->getArguments(), args);
    SmallVector<Value> factors;
    for (const Factor &factor : product.factors)
      factors.push_back(
          body.clone(*factor.extended.getDefiningOp(), map)->getResult(0));
    Value times = arith::MulIOp::create(body, at, factors[0], factors[1]);
    Value sum = arith::AddIOp::create(body, at, args.back(), times);
    linalg::YieldOp::create(body, at, sum);
  };
  auto made = linalg::GenericOp::create(
      b, loc, op.getResultTypes(), op.getDpsInputs(), op.getDpsInits(),
      op.getIndexingMapsArray(), op.getIteratorTypesArray(), build,
      llvm::to_vector(op->getDiscardableAttrs()));
  return made.getResult(0);
}

/// The sums of the elements of `factor` over the reductions that it has; `map`
/// gives their coordinates for those of a result.
Value Splitter::buildSums(const Factor &factor, AffineMap &map) {
  // The loops are those of the product that the elements depend on.
  AffineMap read = getMap(product, factor);
  SmallVector<utils::IteratorType> kinds;
  SmallVector<AffineExpr> dims(product.sizes.size()), kept;
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> ofResult;
  AffineMap stored = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (auto [dim, size] : llvm::enumerate(product.sizes)) {
    dims[dim] = b.getAffineConstantExpr(0);
    if (!read.isFunctionOfDim(dim))
      continue;
    dims[dim] = b.getAffineDimExpr(kinds.size());
    kinds.push_back(op.getIteratorTypesArray()[dim]);
    if (kinds.back() == utils::IteratorType::reduction)
      continue;
    kept.push_back(dims[dim]);
    shape.push_back(size);
    ofResult.push_back(
        b.getAffineDimExpr(*stored.getResultPosition(b.getAffineDimExpr(dim))));
  }
  map = AffineMap::get(stored.getNumResults(), 0, ofResult, b.getContext());
  auto build = [&](OpBuilder &body, Location at, ValueRange args) {
    IRMapping mapping;
    mapping.map(factor.element, args.front());
    Value wide =
        body.clone(*factor.extended.getDefiningOp(), mapping)->getResult(0);
    Value sum = arith::AddIOp::create(body, at, args.back(), wide);
    linalg::YieldOp::create(body, at, sum);
  };
  Value zeros = buildFilled(b, loc, shape, b.getIntegerAttr(type, 0));
  AffineMap summed = read.replaceDimsAndSymbols(dims, {}, kinds.size(), 0);
  auto made = linalg::GenericOp::create(
      b, loc, zeros.getType(), op.getDpsInputs()[factor.element.getArgNumber()],
      zeros,
      ArrayRef{summed, AffineMap::get(kinds.size(), 0, kept, b.getContext())},
      kinds, build);
  return made.getResult(0);
}

void Splitter::split() {
  b.setInsertionPoint(op);
  auto result = cast<RankedTensorType>(op.getResultTypes().front());
  AffineMap identity = b.getMultiDimIdentityMap(result.getRank());
  SmallVector<Value> inputs = {buildProducts()};
  SmallVector<AffineMap> maps = {identity};
  // What a sum of one factor is multiplied by: what the other one has added, as
  // often as there are steps that the factor does not depend on.
  SmallVector<llvm::APInt> times;
  llvm::APInt constant = product.factors[0].added * product.factors[1].added;
  for (auto [one, other] : {std::pair(0, 1), std::pair(1, 0)}) {
    const Factor &factor = product.factors[other];
    const llvm::APInt &added = product.factors[one].added;
    if (added.isZero())
      continue;
    uint64_t steps = countUses(product, factor, utils::IteratorType::reduction);
    times.push_back(added *
                    llvm::APInt(64, steps).zextOrTrunc(added.getBitWidth()));
    inputs.push_back(buildSums(factor, maps.emplace_back()));
  }
  for (auto [size, kind] :
       llvm::zip_equal(product.sizes, op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      constant *= llvm::APInt(64, size).zextOrTrunc(constant.getBitWidth());
  auto build = [&](OpBuilder &body, Location at, ValueRange args) {
    Value all = args.front();
    for (auto [sum, number] : llvm::zip(args.drop_front().drop_back(), times)) {
      // To take something away reads better than to add what is negative.
      bool isLess = number.isNegative();
      Value factor = buildConstant(body, isLess ? -number : number);
      Value more = arith::MulIOp::create(body, at, sum, factor);
      all = isLess ? arith::SubIOp::create(body, at, all, more).getResult()
                   : arith::AddIOp::create(body, at, all, more);
    }
    if (!constant.isZero())
      all = arith::AddIOp::create(body, at, all, buildConstant(body, constant));
    linalg::YieldOp::create(body, at, all);
  };
  Value empty = tensor::EmptyOp::create(b, loc, result.getShape(), type);
  maps.push_back(identity);
  auto made = linalg::GenericOp::create(
      b, loc, result, inputs, empty, maps,
      SmallVector<utils::IteratorType>(result.getRank(),
                                       utils::IteratorType::parallel),
      build);
  b.replaceOp(op, made);
}

namespace {
struct SplitZeroPointsPass
    : spindle::impl::SplitZeroPointsPassBase<SplitZeroPointsPass> {
  using SplitZeroPointsPassBase::SplitZeroPointsPassBase;

  void runOnOperation() override {
    SmallVector<Product> products;
    getOperation()->walk([&](linalg::GenericOp op) {
      std::optional<Product> product = matchProduct(op);
      if (product && isWorthIt(*product, leastUses))
        products.push_back(*product);
    });
    IRRewriter rewriter(&getContext());
    for (const Product &product : products)
      Splitter(rewriter, product).split();
  }
};
} // namespace
