//===- ByteProducts.cpp - sums of products of bytes -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteProducts.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// Products and sums
//===----------------------------------------------------------------------===//

static bool isOfBytes(Value value) {
  return getElementTypeOrSelf(value).isInteger(8);
}

/// The bytes that `value` is widened from; none where it is not.
static std::optional<ByteFactor> findFactor(Value value) {
  auto skipBroadcast = [](Value value) {
    auto broadcast = value.getDefiningOp<vector::BroadcastOp>();
    bool isNumber = broadcast && !isa<VectorType>(broadcast.getSourceType());
    return isNumber ? broadcast.getSource() : value;
  };
  Operation *op = skipBroadcast(value).getDefiningOp();
  if (!isa_and_present<arith::ExtSIOp, arith::ExtUIOp>(op) ||
      !isOfBytes(op->getOperand(0)))
    return std::nullopt;
  return ByteFactor{skipBroadcast(op->getOperand(0)), isa<arith::ExtUIOp>(op)};
}

/// The product of bytes that `op` is; none where it is not.
static std::optional<ByteProduct> findProduct(arith::MulIOp op) {
  std::optional<ByteFactor> first = findFactor(op.getLhs());
  std::optional<ByteFactor> second = findFactor(op.getRhs());
  if (!first || !second)
    return std::nullopt;
  auto getRank = [](const ByteFactor &factor) {
    return std::pair(factor.isVector(), !factor.isUnsigned);
  };
  if (getRank(*second) < getRank(*first))
    std::swap(first, second);
  return ByteProduct{*first, *second};
}

/// Whether `type` is i32, or a vector of one dimension of it.
static bool isSummed(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return getElementTypeOrSelf(type).isInteger(32) &&
         (!vector || (vector.getRank() == 1 && !vector.isScalable()));
}

/// Whether `op` is a sum, or a product, and the only use of it adds it in the
/// same block.
static bool isPart(Operation *op) {
  if (!isa_and_present<arith::AddIOp, arith::MulIOp>(op) || !op->hasOneUse())
    return false;
  Operation *user = *op->user_begin();
  return isa<arith::AddIOp>(user) && user->getBlock() == op->getBlock();
}

bool spindle::isWholeSum(Operation *op) {
  return isa<arith::AddIOp, arith::MulIOp>(op) &&
         isSummed(op->getResult(0).getType()) && !isPart(op);
}

static void addParts(Operation *op, ByteSum &sum) {
  if (auto product = dyn_cast<arith::MulIOp>(op)) {
    if (std::optional<ByteProduct> found = findProduct(product))
      sum.products.push_back(*found);
    else
      sum.others.push_back(product);
    return;
  }
  for (Value operand : op->getOperands())
    if (Operation *part = operand.getDefiningOp(); isPart(part))
      addParts(part, sum);
    else
      sum.others.push_back(operand);
}

ByteSum spindle::findByteSum(Operation *op) {
  ByteSum sum;
  addParts(op, sum);
  return sum;
}

//===----------------------------------------------------------------------===//
// Elements that are added up
//===----------------------------------------------------------------------===//

/// The last of the sums that `value`, a number, is a part of.
static Operation *findRoot(Value value) {
  Operation *root = nullptr;
  while (value.hasOneUse() && isa<arith::AddIOp>(*value.user_begin())) {
    root = *value.user_begin();
    value = root->getResult(0);
  }
  return root;
}

/// Whether `extracts` take each element of `vector` once, and one sum has all.
static bool areOneSum(Value vector, ArrayRef<vector::ExtractOp> extracts) {
  int64_t size = cast<VectorType>(vector.getType()).getDimSize(0);
  llvm::SmallBitVector taken(size);
  Operation *root = nullptr;
  for (vector::ExtractOp extract : extracts) {
    if (extract.hasDynamicPosition() || extract.getNumIndices() != 1)
      return false;
    Operation *to = findRoot(extract.getResult());
    int64_t place = extract.getStaticPosition().front();
    if (!to || (root && to != root) || taken.test(place))
      return false;
    root = to;
    taken.set(place);
  }
  return taken.all();
}

/// Adds to `values` what a loop or branch makes of `use`; false where that is
/// not known.
static bool follow(OpOperand &use, SmallVectorImpl<Value> &values) {
  Operation *op = use.getOwner();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    values.push_back(loop.getTiedLoopRegionIterArg(&use));
    values.push_back(loop.getTiedLoopResult(&use));
    return true;
  }
  if (!isa<scf::YieldOp>(op))
    return false;
  Operation *parent = op->getParentOp();
  if (!isa<scf::ForOp, scf::IfOp, scf::IndexSwitchOp>(parent))
    return false;
  unsigned index = use.getOperandNumber();
  values.push_back(parent->getResult(index));
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    values.push_back(loop.getRegionIterArg(index));
  return true;
}

/// Whether all uses of `value` add its elements up, where those of what is
/// added to `values` do.
static bool addsUp(Value value, SmallVectorImpl<Value> &values) {
  SmallVector<vector::ExtractOp> extracts;
  for (OpOperand &use : value.getUses()) {
    Operation *op = use.getOwner();
    if (auto extract = dyn_cast<vector::ExtractOp>(op)) {
      extracts.push_back(extract);
      continue;
    }
    if (auto reduction = dyn_cast<vector::ReductionOp>(op)) {
      if (reduction.getKind() != vector::CombiningKind::ADD)
        return false;
      continue;
    }
    if (isa<arith::AddIOp>(op))
      values.push_back(op->getResult(0));
    else if (!follow(use, values))
      return false;
  }
  return extracts.empty() || areOneSum(value, extracts);
}

bool spindle::isAddedUp(Value sums) {
  llvm::SmallPtrSet<Value, 8> seen = {sums};
  SmallVector<Value> left = {sums};
  while (!left.empty()) {
    SmallVector<Value> next;
    if (!addsUp(left.pop_back_val(), next))
      return false;
    for (Value value : next)
      if (seen.insert(value).second)
        left.push_back(value);
  }
  return true;
}
