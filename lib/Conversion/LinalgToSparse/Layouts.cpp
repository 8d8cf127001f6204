//===- Layouts.cpp - which dimension of a value is innermost --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts.h"

#include "Bodies.h"
#include "Weights.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace spindle;

/// The loop that is coordinate `dim` under `map`; none where it is a sum.
static std::optional<unsigned> getLoop(AffineMap map, unsigned dim) {
  auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
  return loop ? std::optional<unsigned>(loop.getPosition()) : std::nullopt;
}

/// The indices of `keys`, by these.
template <typename T>
static SmallVector<unsigned> sortIndices(ArrayRef<T> keys) {
  SmallVector<unsigned> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(keys[a], a) < std::pair(keys[b], b);
  });
  return order;
}

/// The dimensions of what `map` gives, ordered by the ranks of their loops;
/// those that are sums go with their outermost loop, or their innermost one.
static SmallVector<unsigned>
orderByRanks(AffineMap map, ArrayRef<int64_t> ranks, bool byInnermost) {
  SmallVector<int64_t> own;
  for (AffineExpr expr : map.getResults()) {
    std::optional<int64_t> rank;
    expr.walk([&](AffineExpr part) {
      auto loop = dyn_cast<AffineDimExpr>(part);
      if (!loop)
        return;
      int64_t next = ranks[loop.getPosition()];
      rank = !rank         ? next
             : byInnermost ? std::max(*rank, next)
                           : std::min(*rank, next);
    });
    own.push_back(rank.value_or(ranks.size() * 2));
  }
  return sortIndices<int64_t>(own);
}

/// Ranks of the loops of `op` where what `map` reads has `order`: those that it
/// does not have are right outside of the innermost one.
static SmallVector<int64_t> rankLoops(unsigned numLoops, AffineMap map,
                                      ArrayRef<unsigned> order) {
  SmallVector<int64_t> ranks(numLoops, -1);
  int64_t last = 0;
  for (auto [place, dim] : llvm::enumerate(order))
    if (std::optional<unsigned> loop = getLoop(map, dim))
      last = ranks[*loop] = 2 * int64_t(place);
  for (int64_t &rank : ranks)
    if (rank < 0)
      rank = last - 1;
  return ranks;
}

SmallVector<unsigned> Layouts::getOrder(Value value) const {
  auto found = orders.find(value);
  if (found != orders.end())
    return found->second;
  SmallVector<unsigned> order(
      cast<RankedTensorType>(value.getType()).getRank());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

bool Layouts::isFixed(Value value) const {
  // Callers have the memory of arguments as it is.
  return isa<BlockArgument>(value) || fixed.contains(value);
}

void Layouts::set(Value value, Order order, bool isWhole) {
  if (isFixed(value) || orders.count(value))
    return;
  if (!isWhole) {
    guessed.push_back({value, std::move(order)});
    return;
  }
  orders[value] = std::move(order);
  fresh.push_back(value);
}

void Layouts::addProduct(linalg::GenericOp op) {
  std::optional<Factors> factors = findFactors(op);
  // A sum over one dimension of dense factors is a product in any order.
  if (!factors || (!factors->isSparse && !factors->hasWindows &&
                   op.getNumReductionLoops() == 1))
    return;
  OpOperand *weight = factors->weight;
  AffineMap map = op.getMatchingIndexingMap(weight);
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  SmallVector<int64_t> ranks, sizes = op.getStaticLoopRanges();
  bool streams = false;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    bool isOwn = map.isFunctionOfDim(loop);
    streams |= !isOwn && sizes[loop] > 1 &&
               kinds[loop] == utils::IteratorType::parallel;
    ranks.push_back(isOwn ? loop : op.getNumLoops() + loop);
  }
  if (!streams)
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    if (&operand == weight || !isa<RankedTensorType>(operand.get().getType()))
      continue;
    Order order = orderByRanks(op.getMatchingIndexingMap(&operand), ranks,
                               /*byInnermost=*/true);
    if (op.isDpsInput(&operand)) {
      streamed[&operand] = order;
      set(operand.get(), order, /*isWhole=*/true);
    } else {
      set(op.getTiedOpResult(&operand), order, /*isWhole=*/true);
    }
  }
}

/// Whether the memory of `operand` is read, by `op` as by no other: what
/// several operations begin with, or overwrite, has none of its own.
static bool isRead(linalg::GenericOp op, OpOperand &operand) {
  if (op.isDpsInput(&operand))
    return true;
  auto maker = operand.get().getDefiningOp<linalg::GenericOp>();
  return op.getNumReductionLoops() > 0 && maker && !getSplat(maker);
}

void Layouts::spread(linalg::GenericOp op, OpOperand &known) {
  AffineMap map = op.getMatchingIndexingMap(&known);
  Value value =
      op.isDpsInput(&known) ? known.get() : op.getTiedOpResult(&known);
  SmallVector<int64_t> ranks = rankLoops(op.getNumLoops(), map, orders[value]);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    AffineMap own = op.getMatchingIndexingMap(&operand);
    bool isWhole = llvm::all_of(llvm::seq(op.getNumLoops()), [&](unsigned l) {
      return map.isFunctionOfDim(l) || !own.isFunctionOfDim(l);
    });
    // A movement reads what is summed up in windows: along its result.
    Order order = orderByRanks(own, ranks, /*byInnermost=*/bool(getMoved(op)));
    if (isRead(op, operand))
      set(operand.get(), order, isWhole);
    if (op.isDpsInit(&operand))
      set(op.getTiedOpResult(&operand), order, isWhole);
  }
}

/// The order of dimensions in `groups`, each of which is one of `order`.
static SmallVector<unsigned>
expandOrder(ArrayRef<unsigned> order, ArrayRef<ReassociationIndices> groups) {
  SmallVector<unsigned> split;
  for (unsigned dim : order)
    split.append(groups[dim].begin(), groups[dim].end());
  return split;
}

/// The order of `groups` of the dimensions in `order`: by the innermost one.
static SmallVector<unsigned> joinOrder(ArrayRef<unsigned> order,
                                       ArrayRef<ReassociationIndices> groups) {
  SmallVector<unsigned> place(order.size());
  for (auto [at, dim] : llvm::enumerate(order))
    place[dim] = at;
  return sortIndices<unsigned>(
      llvm::map_to_vector(groups, [&](const ReassociationIndices &group) {
        return place[group.back()];
      }));
}

void Layouts::spreadFrom(Value value) {
  auto reshape = [&](Value whole, Value split,
                     ArrayRef<ReassociationIndices> groups) {
    if (groups.empty())
      return;
    if (whole == value)
      set(split, expandOrder(orders[value], groups), /*isWhole=*/true);
    else
      set(whole, joinOrder(orders[value], groups), /*isWhole=*/true);
  };
  auto visit = [&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](linalg::GenericOp own) {
          for (OpOperand &operand : own->getOpOperands())
            if ((operand.get() == value && isRead(own, operand)) ||
                (own.isDpsInit(&operand) &&
                 own.getTiedOpResult(&operand) == value))
              spread(own, operand);
        })
        .Case([&](tensor::ExpandShapeOp own) {
          reshape(own.getSrc(), own.getResult(), own.getReassociationIndices());
        })
        .Case([&](tensor::CollapseShapeOp own) {
          reshape(own.getResult(), own.getSrc(), own.getReassociationIndices());
        })
        .Case([&](tensor::PadOp own) {
          Value other =
              own.getSource() == value ? own.getResult() : own.getSource();
          set(other, orders[value], true);
        });
  };
  if (Operation *maker = value.getDefiningOp())
    visit(maker);
  for (Operation *user : value.getUsers())
    visit(user);
}

Layouts::Layouts(func::FuncOp function) {
  function.walk([&](linalg::GenericOp op) { addProduct(op); });
  // Results that no product by a sparse weight makes are as callers see them.
  for (Value value : function.getBody().front().getTerminator()->getOperands())
    if (isa<RankedTensorType>(value.getType()) && !orders.count(value))
      fixed.insert(value);
  while (!fresh.empty() || !guessed.empty()) {
    if (fresh.empty()) {
      auto [value, order] = std::move(guessed.front());
      guessed.pop_front();
      set(value, std::move(order), /*isWhole=*/true);
      continue;
    }
    Value value = fresh.front();
    fresh.pop_front();
    spreadFrom(value);
  }
  function.walk([&](tensor::CollapseShapeOp op) { orderJoined(op.getSrc()); });
  function.walk([&](tensor::CollapseShapeOp op) { joinCollapsed(op); });
  bool changed = true;
  while (changed) {
    changed = false;
    function.walk([&](linalg::GenericOp op) { changed |= spreadJoins(op); });
  }
}

//===----------------------------------------------------------------------===//
// Dimensions that are one
//===----------------------------------------------------------------------===//

SmallVector<ReassociationIndices>
spindle::splitOrder(ArrayRef<unsigned> order) {
  return llvm::map_to_vector(
      order, [](unsigned dim) { return ReassociationIndices{int64_t(dim)}; });
}

bool Layouts::isAsSeen(Value value) const {
  SmallVector<unsigned> order = getOrder(value);
  return llvm::is_sorted(order) && !joined.count(value);
}

SmallVector<ReassociationIndices> Layouts::getGroups(Value value) const {
  SmallVector<ReassociationIndices> groups;
  auto found = joined.find(value);
  for (unsigned dim : getOrder(value))
    if (found != joined.end() && found->second.test(dim))
      groups.back().push_back(dim);
    else
      groups.push_back({int64_t(dim)});
  return groups;
}

/// Where the order of what is computed is free, has the dimensions that `value`
/// has in another order be as they are there.
void Layouts::orderJoined(Value value) {
  SmallVector<unsigned> dims;
  Value made = skipMovements(value, dims);
  if (made != value && made.getDefiningOp<linalg::GenericOp>() &&
      !isFixed(made) && !orders.count(made))
    orders[made] = dims;
}

bool Layouts::join(Value value, unsigned outer, unsigned inner) {
  auto maker = value.getDefiningOp<linalg::GenericOp>();
  if (!maker || getMoved(maker) || getSplat(maker) || isFixed(value))
    return false;
  Order order = getOrder(value);
  auto *place = llvm::find(order, outer);
  if (place == order.end() || std::next(place) == order.end() ||
      *std::next(place) != inner)
    return false;
  llvm::SmallBitVector &own = joined[value];
  own.resize(order.size());
  if (own.test(inner))
    return false;
  own.set(inner);
  return true;
}

void Layouts::joinCollapsed(tensor::CollapseShapeOp op) {
  SmallVector<unsigned> dims;
  Value made = skipMovements(op.getSrc(), dims);
  for (auto [outer, inner] : findNeighbours(op))
    join(made, dims[outer], dims[inner]);
}

bool Layouts::spreadJoins(linalg::GenericOp op) {
  // Pairs of loops that are one in some operand.
  llvm::SmallDenseSet<std::pair<unsigned, unsigned>> pairs;
  auto valueOf = [&](OpOperand &operand) {
    return op.isDpsInput(&operand) ? operand.get()
                                   : Value(op.getTiedOpResult(&operand));
  };
  for (OpOperand &operand : op->getOpOperands()) {
    auto found = joined.find(valueOf(operand));
    if (found == joined.end())
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    std::optional<unsigned> before;
    for (unsigned dim : getOrder(valueOf(operand))) {
      std::optional<unsigned> loop = getLoop(map, dim);
      if (found->second.test(dim) && before && loop)
        pairs.insert({*before, *loop});
      before = loop;
    }
  }
  bool changed = false;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [outer, inner] : pairs) {
      auto a = map.getResultPosition(getAffineDimExpr(outer, op.getContext()));
      auto b = map.getResultPosition(getAffineDimExpr(inner, op.getContext()));
      if (a && b)
        changed |= join(valueOf(operand), *a, *b);
    }
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

int64_t Layouts::getStreamedLoop(linalg::GenericOp op) const {
  for (OpOperand *operand : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(operand);
    SmallVector<unsigned> order(getStreamedOrder(*operand));
    // What has all loops is summed up as it lies in memory.
    if (order.empty() && map.isPermutation())
      order = getOrder(operand->get());
    if (order.empty())
      continue;
    // In a window, the loop that stays.
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (map.getResult(order.back()).isFunctionOfDim(loop) &&
          op.getIteratorTypesArray()[loop] == utils::IteratorType::parallel)
        return loop;
  }
  return -1;
}

/// Whether `loop` is a coordinate of all operands of `op`.
static bool isEverywhere(linalg::GenericOp op, unsigned loop) {
  return llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
    return map.getNumResults() == 0 || map.isFunctionOfDim(loop);
  });
}

void Layouts::reorderLoops(func::FuncOp function) const {
  IRRewriter rewriter(function.getContext());
  SmallVector<linalg::GenericOp> ops;
  function.walk([&](linalg::GenericOp op) { ops.push_back(op); });
  for (linalg::GenericOp op : ops) {
    AffineMap map = op.getIndexingMapsArray().back();
    SmallVector<int64_t> ranks =
        rankLoops(op.getNumLoops(), map, getOrder(op->getResults().back()));
    // A product of each pair of matrices comes whole: what all have is outside.
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (op.getNumReductionLoops() > 0 && isEverywhere(op, loop))
        ranks[loop] -= 4 * op.getNumLoops();
    // Sums stay in their order, innermost, but for what is streamed through.
    int64_t streamed = op.getNumReductionLoops() > 0 ? getStreamedLoop(op) : -1;
    for (auto [kind, rank] : llvm::zip_equal(op.getIteratorTypesArray(), ranks))
      if (kind == utils::IteratorType::reduction)
        rank = std::numeric_limits<int64_t>::max() - 1;
    if (streamed >= 0)
      ranks[streamed] = std::numeric_limits<int64_t>::max();
    SmallVector<unsigned> loops = sortIndices<int64_t>(ranks);
    if (llvm::is_sorted(loops))
      continue;
    rewriter.setInsertionPoint(op);
    (void)linalg::interchangeGenericOp(rewriter, op, loops);
  }
}
