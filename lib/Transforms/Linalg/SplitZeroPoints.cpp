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
// where c and d are what is added to factors: less the zero points. A byte x
// with a sign is x' - 128, where x' is the byte with its first bit turned, read
// without a sign. As a word it may be x + c.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Linalg/Passes.h"

#include "Products.h"
#include "Spindle/Dialect/Sparse/IR/ModelAttrs.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_SPLITZEROPOINTSPASS
#include "Spindle/Transforms/Linalg/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using namespace spindle::linalg_transforms;

//===----------------------------------------------------------------------===//
// What pays
//===----------------------------------------------------------------------===//

/// Whether what is added to `one` is to be multiplied by sums of `other`.
static bool isWorthIt(const Product &product, const llvm::APInt &added,
                      const Factor &other, int64_t leastUses) {
  return added.isZero() || countUses(product, other) >= leastUses;
}

static bool isWorthIt(const Product &product, int64_t leastUses) {
  const auto &[one, other] = product.factors;
  return isWorthIt(product, one.added, other, leastUses) &&
         isWorthIt(product, other.added, one, leastUses);
}

/// The argument of the function that `factor` is; null where it is none.
static BlockArgument getArgument(const Factor &factor) {
  auto argument = dyn_cast<BlockArgument>(factor.tensor);
  return argument &&
                 isa<FunctionOpInterface>(argument.getOwner()->getParentOp())
             ? argument
             : BlockArgument();
}

static bool isSparse(const Factor &factor) {
  BlockArgument argument = getArgument(factor);
  return argument &&
         cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
             .getArgAttr(argument.getArgNumber(), sparse::kFormatAttr);
}

/// The factor of which bytes are turned: what has bytes, what is not stored
/// sparse, what the function itself makes, or else what is smaller.
static Factor &chooseTurned(Product &product) {
  auto getCost = [](const Factor &factor) {
    auto type = cast<RankedTensorType>(factor.tensor.getType());
    return std::tuple(factor.getBits() != 8, isSparse(factor),
                      getArgument(factor) != nullptr, type.getNumElements());
  };
  auto &[one, other] = product.factors;
  return getCost(other) < getCost(one) ? other : one;
}

/// The factor that becomes words: of a dense product the one without the last
/// dimension of the result, whose elements are spread in vectors of that; null
/// where there is none. Elements of what is stored sparse are spread, too.
static Factor *chooseWords(Product &product) {
  auto &[one, other] = product.factors;
  AffineMap result = product.op.getIndexingMapsArray().back();
  if (isSparse(one) || isSparse(other) || result.getNumResults() == 0)
    return nullptr;
  unsigned last = result.getDimPosition(result.getNumResults() - 1);
  bool oneHas = getMap(product, one).isFunctionOfDim(last);
  if (oneHas == getMap(product, other).isFunctionOfDim(last))
    return nullptr;
  return oneHas ? &other : &one;
}

//===----------------------------------------------------------------------===//
// The parts
//===----------------------------------------------------------------------===//

/// `value`, a number or an element, in `type`.
static Value extend(OpBuilder &b, Location loc, Value value, Type type,
                    bool isUnsigned) {
  if (value.getType() == type)
    return value;
  if (isUnsigned)
    return arith::ExtUIOp::create(b, loc, type, value);
  return arith::ExtSIOp::create(b, loc, type, value);
}

/// A tensor of `type`, each element of which is made by `make` of that of
/// `tensor`.
static Value buildEach(OpBuilder &b, Location loc, Value tensor, Type type,
                       function_ref<Value(OpBuilder &, Value)> make) {
  auto from = cast<RankedTensorType>(tensor.getType());
  Value empty = tensor::EmptyOp::create(b, loc, from.getShape(), type);
  AffineMap same = b.getMultiDimIdentityMap(from.getRank());
  SmallVector<utils::IteratorType> kinds(from.getRank(),
                                         utils::IteratorType::parallel);
  auto made = linalg::GenericOp::create(
      b, loc, empty.getType(), tensor, empty, ArrayRef{same, same}, kinds,
      [&](OpBuilder &body, Location at, ValueRange args) {
        linalg::YieldOp::create(body, at, make(body, args.front()));
      });
  return made.getResult(0);
}

namespace {
/// Builds the parts of one sum of products.
struct Splitter {
  IRRewriter &b;
  Product &product;
  linalg::LinalgOp op;
  Location loc;
  IntegerType type;

  Splitter(IRRewriter &b, Product &product)
      : b(b), product(product), op(product.op), loc(op.getLoc()),
        type(cast<IntegerType>(getElementTypeOrSelf(op->getResult(0)))) {
    b.setInsertionPoint(op);
  }

  /// Has one of two bytes that both have a sign, or both have none, be of the
  /// other kind.
  void mixSigns(int64_t leastUses);
  /// Has one of two bytes be a word, what is added to it included.
  void useWords(int64_t leastUses);
  void split();

private:
  /// Whether bytes are multiplied by bytes, or by what has fewer bits.
  bool areBytes() const {
    auto [least, most] = std::minmax(
        {product.factors[0].getBits(), product.factors[1].getBits()});
    return most == 8 && (least == 8 || least == 4) && type.getWidth() > 16;
  }
  Value buildProducts();
  Value buildSums(const Factor &factor, AffineMap &map);
  Value buildConstant(OpBuilder &body, const llvm::APInt &number) {
    return arith::ConstantOp::create(body, loc,
                                     body.getIntegerAttr(type, number));
  }
};
} // namespace

void Splitter::mixSigns(int64_t leastUses) {
  auto &[one, other] = product.factors;
  if (!areBytes() || one.isUnsigned != other.isUnsigned)
    return;
  Factor &stored = chooseTurned(product);
  Factor &rest = &stored == &one ? other : one;
  // x is x' - 128, or with a sign x' + 128.
  llvm::APInt added = stored.added;
  llvm::APInt turned(added.getBitWidth(), 128);
  added += stored.isUnsigned ? turned : -turned;
  if (countUses(product, stored) < leastUses ||
      !isWorthIt(product, added, rest, leastUses))
    return;
  Type byte = b.getI8Type();
  stored.tensor = buildEach(
      b, loc, stored.tensor, byte, [&](OpBuilder &body, Value value) -> Value {
        Value sign = arith::ConstantOp::create(body, loc,
                                               body.getIntegerAttr(byte, -128));
        return arith::XOrIOp::create(body, loc, value, sign);
      });
  stored.added = added;
  stored.isUnsigned = !stored.isUnsigned;
}

void Splitter::useWords(int64_t leastUses) {
  Factor *chosen = chooseWords(product);
  if (!chosen)
    return;
  Factor &stored = *chosen;
  int64_t added = stored.added.getSExtValue();
  // All sums of a byte and what is added are words.
  if (!areBytes() || stored.getBits() != 8 ||
      std::abs(added) > (1 << 15) - (1 << 8) ||
      countUses(product, stored) < leastUses)
    return;
  Type word = b.getI16Type();
  stored.tensor = buildEach(
      b, loc, stored.tensor, word, [&](OpBuilder &body, Value value) -> Value {
        Value wide = extend(body, loc, value, word, stored.isUnsigned);
        if (added == 0)
          return wide;
        Value constant = arith::ConstantOp::create(
            body, loc, body.getIntegerAttr(word, added));
        return arith::AddIOp::create(body, loc, wide, constant);
      });
  stored.added = llvm::APInt(type.getWidth(), 0);
  stored.isUnsigned = false;
}

/// The sum of products without what is added to factors.
Value Splitter::buildProducts() {
  SmallVector<Value> inputs(op.getDpsInputs());
  for (const Factor &factor : product.factors)
    inputs[factor.input] = factor.tensor;
  auto build = [&](OpBuilder &body, Location at, ValueRange args) {
    SmallVector<Value> factors;
    for (const Factor &factor : product.factors)
      factors.push_back(
          extend(body, at, args[factor.input], type, factor.isUnsigned));
    Value times = arith::MulIOp::create(body, at, factors[0], factors[1]);
    Value sum = arith::AddIOp::create(body, at, args.back(), times);
    linalg::YieldOp::create(body, at, sum);
  };
  auto made = linalg::GenericOp::create(
      b, loc, op->getResultTypes(), inputs, op.getDpsInits(),
      op.getIndexingMapsArray(), op.getIteratorTypesArray(), build,
      getAttributes(op));
  return made.getResult(0);
}

/// The sums of the elements of `factor` over the reductions that it has; `map`
/// gives their coordinates for those of a result. They stand where the factor
/// is made, those of weights ahead of all products: layers that follow one
/// another do so without sums between them then.
Value Splitter::buildSums(const Factor &factor, AffineMap &map) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfterValue(factor.tensor);
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
    Value wide = extend(body, at, args.front(), type, factor.isUnsigned);
    Value sum = arith::AddIOp::create(body, at, args.back(), wide);
    linalg::YieldOp::create(body, at, sum);
  };
  Value zeros = buildFilled(b, loc, shape, b.getIntegerAttr(type, 0));
  AffineMap summed = read.replaceDimsAndSymbols(dims, {}, kinds.size(), 0);
  auto made = linalg::GenericOp::create(
      b, loc, zeros.getType(), factor.tensor, zeros,
      ArrayRef{summed, AffineMap::get(kinds.size(), 0, kept, b.getContext())},
      kinds, build);
  return made.getResult(0);
}

void Splitter::split() {
  auto result = cast<RankedTensorType>(op->getResultTypes().front());
  AffineMap identity = b.getMultiDimIdentityMap(result.getRank());
  // The product comes last: what reads it then follows it.
  SmallVector<Value> inputs = {Value()};
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
  inputs.front() = buildProducts();
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
  // Nothing is added to factors any more.
  if (inputs.size() == 1)
    return b.replaceOp(op, inputs.front());
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
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      std::optional<Product> product = matchProduct(op);
      if (!product)
        continue;
      Splitter splitter(rewriter, *product);
      if (factors == Factors::Words)
        splitter.useWords(leastUses);
      else if (factors == Factors::MixedSigns)
        splitter.mixSigns(leastUses);
      auto &[one, other] = product->factors;
      bool isNew = one.tensor != op.getDpsInputs()[one.input] ||
                   other.tensor != op.getDpsInputs()[other.input];
      bool hasPoints = !one.added.isZero() || !other.added.isZero();
      if (isNew || (hasPoints && isWorthIt(*product, leastUses)))
        splitter.split();
    }
  }
};
} // namespace
