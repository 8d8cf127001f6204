//===- LowerContractions.cpp - products of small matrices -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/CPU/Passes.h"

#include "CarriedExcess.h"
#include "DotInstructions.h"
#include "Spindle/Target/ContractionFlags.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace spindle {
#define GEN_PASS_DEF_LOWERCONTRACTIONSPASS
#include "Spindle/Target/CPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// What is lowered
//===----------------------------------------------------------------------===//

/// Whether `op` adds up products of rows and columns, without a mask.
static bool isMatrixProduct(vector::ContractionOp op) {
  MLIRContext *context = op.getContext();
  AffineExpr row, column, step;
  bindDims(context, row, column, step);
  auto map = [&](AffineExpr first, AffineExpr second) {
    return AffineMap::get(3, 0, {first, second}, context);
  };
  SmallVector<AffineMap> maps = {map(row, step), map(step, column),
                                 map(row, column)};
  return op.getKind() == vector::CombiningKind::ADD && !op.isMasked() &&
         op.getIndexingMapsArray() == ArrayRef(maps);
}

/// Whether numbers of `narrow` can be widened to `wide`.
static bool isWidened(Type narrow, Type wide) {
  if (narrow == wide)
    return narrow.isIntOrFloat();
  bool areAlike = (isa<FloatType>(narrow) && isa<FloatType>(wide)) ||
                  (narrow.isSignlessInteger() && wide.isSignlessInteger());
  return areAlike && !narrow.isInteger(1) &&
         narrow.getIntOrFloatBitWidth() < wide.getIntOrFloatBitWidth();
}

/// Whether `op` is a contraction that is lowered here.
static bool isLowered(vector::ContractionOp op) {
  auto sums = dyn_cast<VectorType>(op.getAccType());
  return sums && isMatrixProduct(op) && !sums.isScalable() &&
         op.getLhsType().getElementType() == op.getRhsType().getElementType() &&
         isWidened(op.getLhsType().getElementType(), sums.getElementType());
}

/// Whether the contraction `op` has `flag`.
static bool hasFlag(Operation *op, arith::FastMathFlags flag) {
  auto flags =
      op->getAttrOfType<arith::FastMathFlagsAttr>(kContractionFlagsAttr);
  return flags && bitEnumContainsAll(flags.getValue(), flag);
}

static bool mayReassociate(Operation *op) {
  return hasFlag(op, arith::FastMathFlags::reassoc);
}

static bool isFusedContraction(Operation *op) {
  return hasFlag(op, arith::FastMathFlags::contract);
}

/// Whether the contractions `first` and `second`, which are one after the
/// other, multiply the same numbers in the same way.
static bool areAlike(vector::ContractionOp first,
                     vector::ContractionOp second) {
  return first.getLhs() == second.getLhs() &&
         first.getRhsType() == second.getRhsType() &&
         first.getAccType() == second.getAccType() &&
         mayReassociate(first) == mayReassociate(second) &&
         isFusedContraction(first) == isFusedContraction(second);
}

/// Contractions of the same numbers, one after the other.
using Siblings = SmallVector<vector::ContractionOp>;

/// Adds to `all` the contractions of `block` that are lowered here.
static void collect(Block &block, SmallVectorImpl<Siblings> &all) {
  for (auto op : block.getOps<vector::ContractionOp>()) {
    if (!isLowered(op))
      continue;
    bool isNext = !all.empty() && op->getPrevNode() == all.back().back() &&
                  areAlike(all.back().back(), op);
    if (!isNext)
      all.emplace_back();
    all.back().push_back(op);
  }
}

/// Whether all of `values`, of i16, are bytes, widened all with their sign or
/// all without one, which `element` is set to.
static bool areBytes(ArrayRef<Value> values, ContractedElement &element) {
  bool isUnsigned = values.front().getDefiningOp<arith::ExtUIOp>() != nullptr;
  if (!element.element.isInteger(16) || !llvm::all_of(values, [&](Value value) {
        Operation *op = value.getDefiningOp();
        return (isUnsigned ? isa_and_present<arith::ExtUIOp>(op)
                           : isa_and_present<arith::ExtSIOp>(op)) &&
               getElementTypeOrSelf(op->getOperand(0)).isInteger(8);
      }))
    return false;
  element = {IntegerType::get(element.element.getContext(), 8), isUnsigned};
  return true;
}

/// Has `all` multiply bytes where it multiplies words that are widened bytes.
static void takeBytes(Contraction &all) {
  auto skip = [](Value value) { return value.getDefiningOp()->getOperand(0); };
  SmallVector<Value> vectors;
  for (const ContractedPanel &panel : all.panels)
    llvm::append_range(vectors, panel.vectors);
  if (areBytes(all.numbers, all.number))
    all.numbers = llvm::map_to_vector(all.numbers, skip);
  if (areBytes(vectors, all.vector))
    for (ContractedPanel &panel : all.panels)
      panel.vectors = llvm::map_to_vector(panel.vectors, skip);
}

/// Takes `siblings` apart. What was put together for them is found again.
static Contraction takeApart(ImplicitLocOpBuilder &b,
                             ArrayRef<vector::ContractionOp> siblings) {
  vector::ContractionOp first = siblings.front();
  auto sums = cast<VectorType>(first.getAccType());
  Contraction all{{first.getLhsType().getElementType()},
                  {first.getRhsType().getElementType()},
                  sums.getElementType(),
                  sums.getDimSize(0),
                  first.getRhsType().getDimSize(0),
                  sums.getDimSize(1),
                  mayReassociate(first),
                  isFusedContraction(first),
                  {},
                  {}};
  auto take = [&](Value from, ArrayRef<int64_t> position) -> Value {
    return b.createOrFold<vector::ExtractOp>(from, position);
  };
  for (int64_t row = 0; row < all.rows; ++row)
    for (int64_t step = 0; step < all.depth; ++step)
      all.numbers.push_back(take(first.getLhs(), {row, step}));
  for (vector::ContractionOp op : siblings) {
    ContractedPanel &panel = all.panels.emplace_back();
    for (int64_t step = 0; step < all.depth; ++step)
      panel.vectors.push_back(take(op.getRhs(), {step}));
    for (int64_t row = 0; row < all.rows; ++row)
      panel.sums.push_back(take(op.getAcc(), {row}));
  }
  takeBytes(all);
  return all;
}

//===----------------------------------------------------------------------===//
// Products and sums
//===----------------------------------------------------------------------===//

/// `value` with elements `wide`.
static Value widen(ImplicitLocOpBuilder &b, Value value, Type wide,
                   bool isUnsigned) {
  Type type = wide;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(wide);
  if (type == value.getType())
    return value;
  if (isa<FloatType>(wide))
    return arith::ExtFOp::create(b, type, value);
  if (isUnsigned)
    return arith::ExtUIOp::create(b, type, value);
  return arith::ExtSIOp::create(b, type, value);
}

/// Two numbers of bf16, those of `row` at `step` and after it, in all lanes and
/// in f32: what is loaded in one piece is spread once.
static std::pair<Value, Value> spreadPair(ImplicitLocOpBuilder &b,
                                          const Contraction &contraction,
                                          int64_t row, int64_t step) {
  auto getBits = [&](int64_t at) -> Value {
    Value bits = arith::BitcastOp::create(b, b.getI16Type(),
                                          contraction.getNumber(row, at));
    return arith::ExtUIOp::create(b, b.getI32Type(), bits);
  };
  auto type = VectorType::get({contraction.columns}, b.getI32Type());
  auto splat = [&](int32_t bits) -> Value {
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(type, b.getI32IntegerAttr(bits)));
  };
  Value high = arith::ShLIOp::create(
      b, getBits(step + 1),
      arith::ConstantIntOp::create(b, b.getI32Type(), 16));
  Value pair = arith::OrIOp::create(b, getBits(step), high);
  Value both = vector::BroadcastOp::create(b, type, pair);
  Type wide = type.clone(b.getF32Type());
  Value first = arith::ShLIOp::create(b, both, splat(16));
  Value second = arith::AndIOp::create(b, both, splat(int32_t(0xffff0000)));
  return {arith::BitcastOp::create(b, wide, first),
          arith::BitcastOp::create(b, wide, second)};
}

/// The numbers of `row` at `step`, and where two go together the one after it,
/// in all lanes, as the sums are.
static SmallVector<Value> spreadNumbers(ImplicitLocOpBuilder &b,
                                        const Contraction &contraction,
                                        int64_t row, int64_t step) {
  if (contraction.number.element.isBF16() && contraction.wide.isF32() &&
      step + 1 < contraction.depth) {
    auto [first, second] = spreadPair(b, contraction, row, step);
    return {first, second};
  }
  auto type = VectorType::get({contraction.columns}, contraction.wide);
  Value number = widen(b, contraction.getNumber(row, step), contraction.wide,
                       contraction.number.isUnsigned);
  return {vector::BroadcastOp::create(b, type, number)};
}

/// `sum` and the product of two vectors, which are rounded together if `fused`.
static Value addProduct(ImplicitLocOpBuilder &b, Value sum, Value number,
                        Value vector, bool fused) {
  if (isa<FloatType>(getElementTypeOrSelf(sum))) {
    auto flags =
        fused ? arith::FastMathFlags::contract : arith::FastMathFlags::none;
    Value product = arith::MulFOp::create(b, number, vector, flags);
    return arith::AddFOp::create(b, sum, product, flags);
  }
  return arith::AddIOp::create(b, sum,
                               arith::MulIOp::create(b, number, vector));
}

/// Makes the sums of `contraction` in the order of the reduction, in place.
static void buildProducts(ImplicitLocOpBuilder &b, Contraction &contraction) {
  SmallVector<SmallVector<Value>> numbers(contraction.rows);
  for (int64_t step = 0; step < contraction.depth; ++step) {
    for (int64_t row = 0; row < contraction.rows; ++row)
      if (int64_t(numbers[row].size()) == step)
        llvm::append_range(numbers[row],
                           spreadNumbers(b, contraction, row, step));
    for (ContractedPanel &panel : contraction.panels) {
      Value vector = widen(b, panel.vectors[step], contraction.wide,
                           contraction.vector.isUnsigned);
      for (int64_t row = 0; row < contraction.rows; ++row)
        panel.sums[row] = addProduct(b, panel.sums[row], numbers[row][step],
                                     vector, contraction.fused);
    }
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Erases what `values` are made of, as far as nothing uses it, but for
/// corrections of sums.
static void eraseUnused(ValueRange values) {
  llvm::SmallSetVector<Operation *, 16> left;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (Operation *op = value.getDefiningOp())
        left.insert(op);
  };
  add(values);
  while (!left.empty()) {
    Operation *op = left.pop_back_val();
    if (!isOpTriviallyDead(op) || isa<arith::SubIOp>(op))
      continue;
    SmallVector<Value> operands(op->getOperands());
    op->erase();
    add(operands);
  }
}

/// Has the users of `op`, which take rows of it, use `sums`.
static void replace(ImplicitLocOpBuilder &b, vector::ContractionOp op,
                    ArrayRef<Value> sums) {
  Value whole = arith::ConstantOp::create(
      b, b.getZeroAttr(cast<VectorType>(op.getResultType())));
  for (auto [row, sum] : llvm::enumerate(sums))
    whole = vector::InsertOp::create(b, sum, whole, int64_t(row));
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    auto extract = dyn_cast<vector::ExtractOp>(user);
    if (!extract || extract.getNumIndices() != 1 ||
        extract.hasDynamicPosition())
      continue;
    extract.replaceAllUsesWith(sums[extract.getStaticPosition().front()]);
    extract.erase();
  }
  op.replaceAllUsesWith(whole);
  SmallVector<Value> operands(op->getOperands());
  op.erase();
  operands.push_back(whole);
  eraseUnused(operands);
}

/// The `corrections` that something uses; erases the others.
static SmallVector<arith::SubIOp>
takeUsed(ArrayRef<arith::SubIOp> corrections) {
  SmallVector<arith::SubIOp> used;
  for (arith::SubIOp correction : corrections)
    if (correction->use_empty())
      correction.erase();
    else
      used.push_back(correction);
  return used;
}

namespace {
struct LowerContractionsPass
    : spindle::impl::LowerContractionsPassBase<LowerContractionsPass> {
  using LowerContractionsPassBase::LowerContractionsPassBase;

  SmallVector<DotProduct> getDotProducts() const {
    SmallVector<DotProduct> products;
    for (auto [has, product] : {std::pair(bool(bf16Dots), DotProduct::BF16),
                                std::pair(bool(i16Dots), DotProduct::I16),
                                std::pair(bool(i8Dots), DotProduct::I8),
                                std::pair(bool(u8i8Dots), DotProduct::U8I8),
                                std::pair(bool(i16Pairs), DotProduct::Pairs)})
      if (has)
        products.push_back(product);
    return products;
  }

  void runOnOperation() override {
    SmallVector<Siblings> contractions;
    getOperation()->walk([&](Block *block) { collect(*block, contractions); });
    SmallVector<DotProduct> products = getDotProducts();
    SmallVector<arith::SubIOp> corrections;
    for (Siblings &siblings : contractions) {
      ImplicitLocOpBuilder b(siblings.back().getLoc(), siblings.back());
      Contraction contraction = takeApart(b, siblings);
      if (auto dot = chooseDotProduct(contraction, products, vectorBits))
        buildDotProducts(b, contraction, *dot, corrections);
      else
        buildProducts(b, contraction);
      for (auto [op, panel] : llvm::zip_equal(siblings, contraction.panels))
        replace(b, op, panel.sums);
    }
    carryExcess(takeUsed(corrections));
  }
};
} // namespace
