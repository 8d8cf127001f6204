//===- CombineReductions.cpp - several sums of vectors at once ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/CombineReductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle::loops;

/// Bits of what shuffles do not cross at a cost, on all processors.
static constexpr int64_t kShuffleBits = 128;

//===----------------------------------------------------------------------===//
// Which sums
//===----------------------------------------------------------------------===//

/// Whether `op` is a sum that may be made in any order.
static bool isSum(vector::ReductionOp op, int64_t count) {
  VectorType type = op.getSourceVectorType();
  bool anyOrder =
      !isa<FloatType>(type.getElementType()) ||
      bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::reassoc);
  return op.getKind() == vector::CombiningKind::ADD && anyOrder &&
         type.getRank() == 1 && !type.isScalable() &&
         llvm::isPowerOf2_64(type.getDimSize(0)) && type.getDimSize(0) >= count;
}

namespace {
/// Sums of one block that are made at once, where the first of them is.
struct SumGroup {
  SmallVector<vector::ReductionOp> sums;
  /// What the others need and is to be moved before the first.
  llvm::SetVector<Operation *> needed;

  /// Adds `sum`, if it can be made where the first one is.
  bool add(vector::ReductionOp sum);
  /// Whether another order of additions gives other bits.
  bool dependsOnOrder() const {
    vector::ReductionOp first = sums.front();
    return isa<FloatType>(first.getDest().getType());
  }

private:
  bool collect(Value value, llvm::SetVector<Operation *> &found) const;
};
} // namespace

/// Collects what `value` needs in the group's block from the first sum on;
/// fails where that may not be moved.
bool SumGroup::collect(Value value, llvm::SetVector<Operation *> &found) const {
  Operation *op = value.getDefiningOp();
  Operation *first = sums.front();
  if (!op || op->getBlock() != first->getBlock() ||
      op->isBeforeInBlock(first) || needed.contains(op) || found.contains(op))
    return true;
  if (op == first || !isPure(op) || op->getNumRegions() != 0)
    return false;
  for (Value operand : op->getOperands())
    if (!collect(operand, found))
      return false;
  found.insert(op);
  return true;
}

bool SumGroup::add(vector::ReductionOp sum) {
  llvm::SetVector<Operation *> found;
  if (!sums.empty() &&
      (sum.getVector().getType() != sums.front().getVector().getType() ||
       !collect(sum.getVector(), found)))
    return false;
  needed.insert(found.begin(), found.end());
  sums.push_back(sum);
  return true;
}

/// The groups of up to `count` sums that all sums in `block` are in. What does
/// not fit to the sums before begins a group of its own.
static void collectGroups(Block &block, size_t count,
                          SmallVectorImpl<SumGroup> &groups) {
  bool isOpen = false;
  for (auto sum : block.getOps<vector::ReductionOp>()) {
    if (!isSum(sum, count))
      continue;
    if (!isOpen || !groups.back().add(sum))
      groups.emplace_back().add(sum);
    isOpen = groups.back().sums.size() < count;
  }
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

static Value add(OpBuilder &builder, Location loc, Value first, Value second) {
  return vector::makeArithReduction(builder, loc, vector::CombiningKind::ADD,
                                    first, second);
}

/// Adds two vectors in which each sum has a part in every `period`-th element,
/// so that it has one in every `2 * period`-th element of the result. Blocks of
/// `period` elements of both take turns, from one half of a group of elements
/// and from the other.
static Value addInTurns(OpBuilder &builder, Location loc, Value first,
                        Value second, int64_t period) {
  auto type = cast<VectorType>(first.getType());
  int64_t length = type.getDimSize(0);
  int64_t group = std::min(
      length, std::max<int64_t>(2 * period,
                                kShuffleBits / type.getElementTypeBitWidth()));
  SmallVector<int64_t> halves[2];
  for (int64_t start = 0; start < length; start += group)
    for (int64_t half = 0; half < 2; ++half)
      for (int64_t block = 0; block < group / 2; block += period)
        for (int64_t side = 0; side < 2; ++side)
          for (int64_t element = 0; element < period; ++element)
            halves[half].push_back(side * length + start + half * group / 2 +
                                   block + element);
  Value low = vector::ShuffleOp::create(builder, loc, first, second, halves[0]);
  Value high =
      vector::ShuffleOp::create(builder, loc, first, second, halves[1]);
  return add(builder, loc, low, high);
}

/// Adds the halves of `vector` until it has `count` elements.
static Value fold(OpBuilder &builder, Location loc, Value vector,
                  int64_t count) {
  int64_t length = cast<VectorType>(vector.getType()).getDimSize(0);
  while (length > count) {
    length /= 2;
    auto low = llvm::to_vector(llvm::seq<int64_t>(0, length));
    auto high = llvm::to_vector(llvm::seq<int64_t>(length, 2 * length));
    vector = add(builder, loc,
                 vector::ShuffleOp::create(builder, loc, vector, vector, low),
                 vector::ShuffleOp::create(builder, loc, vector, vector, high));
  }
  return vector;
}

/// Adds each two of `vectors`, which follow one another; once what comes again.
static SmallVector<Value> addPairs(OpBuilder &builder, Location loc,
                                   ArrayRef<Value> vectors, int64_t period) {
  SmallVector<Value> added;
  ArrayRef<Value> last;
  for (; !vectors.empty(); vectors = vectors.drop_front(2)) {
    ArrayRef<Value> pair = vectors.take_front(2);
    added.push_back(pair == last
                        ? added.back()
                        : addInTurns(builder, loc, pair[0], pair[1], period));
    last = pair;
  }
  return added;
}

/// Makes the sums of `group` as `count` are made: in one of fewer the last
/// comes again, so that the order of a sum's additions is that of a whole
/// group.
static void combine(RewriterBase &rewriter, SumGroup &group, int64_t count) {
  Operation *first = group.sums.front();
  Location loc = first->getLoc();
  for (Operation *op : group.needed)
    rewriter.moveOpBefore(op, first);
  rewriter.setInsertionPoint(first);
  SmallVector<Value> vectors;
  for (vector::ReductionOp sum : group.sums)
    vectors.push_back(sum.getVector());
  vectors.resize(count, vectors.back());
  for (int64_t period = 1; period < count; period *= 2)
    vectors = addPairs(rewriter, loc, vectors, period);
  Value all = fold(rewriter, loc, vectors.front(), count);
  for (auto [index, sum] : llvm::enumerate(group.sums)) {
    rewriter.setInsertionPoint(sum);
    Value one = vector::ExtractOp::create(rewriter, loc, all, index);
    if (Value number = sum.getAcc())
      one = add(rewriter, loc, one, number);
    rewriter.replaceOp(sum, one);
  }
}

LogicalResult spindle::loops::combineReductions(RewriterBase &rewriter,
                                                Operation *root, int64_t count,
                                                std::string &refusal) {
  if (!llvm::isPowerOf2_64(count)) {
    refusal = "expected a power of two of sums at once but got " +
              std::to_string(count);
    return failure();
  }
  if (count == 1)
    return success();
  SmallVector<SumGroup> groups;
  root->walk([&](Block *block) { collectGroups(*block, count, groups); });
  auto isWhole = [&](const SumGroup &group) {
    return int64_t(group.sums.size()) == count;
  };
  bool hasWhole = llvm::any_of(groups, isWhole);
  llvm::erase_if(groups, [&](const SumGroup &group) {
    return !isWhole(group) && !group.dependsOnOrder();
  });
  if (!hasWhole) {
    refusal = "no block in it has " + std::to_string(count) +
              " sums of vectors that may be made at once";
    return failure();
  }
  OpBuilder::InsertionGuard guard(rewriter);
  for (SumGroup &group : groups)
    combine(rewriter, group, count);
  return success();
}
