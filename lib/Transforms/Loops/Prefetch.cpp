//===- Prefetch.cpp - lines fetched before they are loaded ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Prefetch.h"

#include "RowLoads.h"
#include "Spindle/Analysis/LinearIndex.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace spindle::loops;

namespace {
/// A load of a coordinate at the variable of a loop.
struct CoordinateLoad {
  memref::LoadOp op;
  /// The index that is the variable times a factor and something that does not
  /// change in the loop.
  int64_t dim;
  int64_t factor;
};

/// Builds what the values of an iteration will be some iterations later.
struct AheadBuilder {
  RewriterBase &rewriter;
  scf::ForOp loop;
  int64_t distance;
  /// Coordinates and what they are later, and other values to be replaced.
  IRMapping later = {};
  /// A loop inside, before which values are built; or null.
  scf::ForOp inner = {};
  /// Where values are built: what is found later in the body is built again.
  Operation *place = {};

  /// Loads the coordinate of a later iteration, after the load of this one's.
  void load(CoordinateLoad load);
  /// What `value` will be later, at the insertion point.
  Value build(Value value);
  /// Whether that can be done at `place`.
  bool canBuild(Value value);
  /// Whether `op`, in the loop, is found before `place`.
  bool isBeforePlace(Operation *op);
};
} // namespace

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

/// How often the variable of `loop` is in `index`; none where the rest of the
/// index changes in the loop.
static std::optional<int64_t> getFactor(Value index, scf::ForOp loop) {
  auto sum = spindle::iter::getLinearIndex(index);
  if (!sum)
    return std::nullopt;
  int64_t factor = 0;
  for (const spindle::iter::LinearIndex::Term &term : sum->terms) {
    if (term.value == loop.getInductionVar())
      factor = term.factor;
    else if (!isInvariant(term.value, loop))
      return std::nullopt;
  }
  return factor;
}

/// `load` as one of a coordinate: an integer, at one index that ascends with
/// the loop.
static std::optional<CoordinateLoad> getCoordinateLoad(memref::LoadOp load,
                                                       scf::ForOp loop) {
  if (!load.getType().isIntOrIndex())
    return std::nullopt;
  std::optional<CoordinateLoad> found;
  for (auto [dim, index] : llvm::enumerate(load.getIndices())) {
    std::optional<int64_t> factor = getFactor(index, loop);
    if (!factor || *factor < 0 || (*factor > 0 && found))
      return std::nullopt;
    if (*factor > 0)
      found = CoordinateLoad{load, int64_t(dim), *factor};
  }
  return found;
}

// The load itself shows that the array has an element.
void AheadBuilder::load(CoordinateLoad load) {
  OpBuilder::InsertionGuard saved(rewriter);
  Location loc = load.op.getLoc();
  Value array = load.op.getMemRef(), step = loop.getStep();
  auto makeIndex = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, number);
  };
  if (loop.isDefinedOutsideOfLoop(array))
    rewriter.setInsertionPoint(loop);
  else
    rewriter.setInsertionPoint(load.op);
  Value far = makeIndex(distance * load.factor);
  if (!isConstantIntValue(step, 1))
    far = arith::MulIOp::create(rewriter, loc, step, far);
  Value size = memref::DimOp::create(rewriter, loc, array, makeIndex(load.dim));
  Value last = arith::SubIOp::create(rewriter, loc, size, makeIndex(1));
  rewriter.setInsertionPointAfter(load.op);
  SmallVector<Value> indices(load.op.getIndices());
  Value &index = indices[load.dim];
  index = arith::AddIOp::create(rewriter, loc, index, far);
  index = arith::MinUIOp::create(rewriter, loc, index, last);
  Value ahead = memref::LoadOp::create(rewriter, loc, array, indices);
  later.map(load.op.getResult(), ahead);
}

Value AheadBuilder::build(Value value) {
  if (Value known = later.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isAncestor(op) || !isPure(op))
    return value;
  bool changes = (inner && inner->isAncestor(op)) || !isBeforePlace(op);
  for (Value operand : op->getOperands())
    changes |= build(operand) != operand;
  if (!changes)
    return value;
  rewriter.clone(*op, later);
  return later.lookup(value);
}

bool AheadBuilder::isBeforePlace(Operation *op) {
  Operation *at = op->getBlock()->findAncestorOpInBlock(*place);
  return at && at != op && op->isBeforeInBlock(at);
}

bool AheadBuilder::canBuild(Value value) {
  Value known = later.lookupOrNull(value);
  Operation *op = (known ? known : value).getDefiningOp();
  if (!op || !loop->isAncestor(op) || isBeforePlace(op))
    return true;
  return !known && isPure(op) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return canBuild(operand); });
}

//===----------------------------------------------------------------------===//
// What is found at coordinates
//===----------------------------------------------------------------------===//

/// Whether `value` is made of the results of `loads` by operations without
/// effects. Each of these is looked at once, however many use it.
static bool dependsOn(Value value, ArrayRef<CoordinateLoad> loads) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Value> open = {value};
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    if (llvm::any_of(loads,
                     [&](const CoordinateLoad &load) { return load.op == op; }))
      return true;
    if (isPure(op))
      llvm::append_range(open, op->getOperands());
  }
  return false;
}

/// Whether `value` is found by a division by what changes in `loop`: by what
/// that is later it may not be divided, since it may be 0 then.
static bool dividesByChange(Value value, scf::ForOp loop) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Value> open = {value};
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || !loop->isAncestor(op) || !seen.insert(op).second)
      continue;
    // Upstream has these as pure, and other divisions only by constants.
    if (isa<arith::FloorDivSIOp, arith::RemUIOp, arith::RemSIOp>(op) &&
        !loop.isDefinedOutsideOfLoop(op->getOperand(1)) &&
        !getConstantIntValue(op->getOperand(1)))
      return true;
    llvm::append_range(open, op->getOperands());
  }
  return false;
}

static SmallVector<CoordinateLoad> findCoordinateLoads(scf::ForOp loop) {
  SmallVector<CoordinateLoad> loads;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>())
    if (auto coordinate = getCoordinateLoad(load, loop))
      loads.push_back(*coordinate);
  return loads;
}

static SmallVector<RowLoads>
findRowLoads(scf::ForOp loop, ArrayRef<CoordinateLoad> coordinates) {
  SmallVector<RowLoads> rows;
  loop.getBody()->walk([&](Operation *op) {
    std::optional<RowLoads> load = getRowLoads(op, loop);
    if (!load || !llvm::any_of(op->getOperands(), [&](Value operand) {
          return dependsOn(operand, coordinates);
        }))
      return;
    if (llvm::any_of(op->getOperands(), [&](Value operand) {
          return dividesByChange(operand, loop);
        }))
      return;
    if (llvm::none_of(rows, [&](RowLoads &row) { return row.join(*load); }))
      rows.push_back(*load);
  });
  return rows;
}

/// The first of `rows` that is in the same block as `row`.
static Operation *findFirst(ArrayRef<RowLoads> rows, const RowLoads &row) {
  return llvm::find_if(rows,
                       [&](const RowLoads &other) {
                         return other.place->getBlock() ==
                                row.place->getBlock();
                       })
      ->place;
}

/// Fetches the lines of `row` as it will be later: before the loads of all rows
/// beside it, where all is known there, since loads do not move across.
static void fetch(AheadBuilder builder, RowLoads row, Operation *first,
                  const PrefetchOptions &options,
                  SmallVectorImpl<Operation *> &made) {
  RewriterBase &rewriter = builder.rewriter;
  OpBuilder::InsertionGuard saved(rewriter);
  Location loc = row.op->getLoc();
  builder.inner = row.inner;
  builder.place = first;
  SmallVector<Value> parts(row.element.indices);
  parts.push_back(row.element.memory);
  if (!llvm::all_of(parts, [&](Value part) { return builder.canBuild(part); }))
    builder.place = row.place;
  rewriter.setInsertionPoint(builder.place);
  if (row.inner)
    builder.later.map(row.inner.getInductionVar(), row.inner.getLowerBound());
  Value memory = builder.build(row.element.memory);
  SmallVector<Value> indices;
  for (Value index : row.element.indices)
    indices.push_back(builder.build(index));
  int64_t bytes = row.end - row.begin;
  for (int64_t from = 0; from < bytes; from += kLine) {
    SmallVector<Value> place = indices;
    if (int64_t offset = (row.begin + from) / row.elementBytes)
      place.back() = arith::AddIOp::create(
          rewriter, loc, place.back(),
          arith::ConstantIndexOp::create(rewriter, loc, offset));
    made.push_back(memref::PrefetchOp::create(
        rewriter, loc, memory, place, /*isWrite=*/false, options.locality,
        /*isDataCache=*/true));
  }
}

FailureOr<SmallVector<Operation *>>
spindle::loops::prefetch(RewriterBase &rewriter, scf::ForOp loop,
                         const PrefetchOptions &options, std::string &refusal) {
  SmallVector<CoordinateLoad> coordinates = findCoordinateLoads(loop);
  if (coordinates.empty()) {
    refusal = "it loads no coordinate at its variable in each iteration";
    return failure();
  }
  SmallVector<RowLoads> rows = findRowLoads(loop, coordinates);
  if (rows.empty()) {
    refusal = "nothing in it is loaded at a coordinate that it loads";
    return failure();
  }
  AheadBuilder builder{rewriter, loop, options.distance};
  for (const CoordinateLoad &coordinate : coordinates)
    if (llvm::any_of(rows, [&](const RowLoads &row) {
          return llvm::any_of(row.op->getOperands(), [&](Value operand) {
            return dependsOn(operand, coordinate);
          });
        }))
      builder.load(coordinate);
  SmallVector<Operation *> made;
  for (const RowLoads &row : rows)
    fetch(builder, row, findFirst(rows, row), options, made);
  return made;
}
