//===- CacheRead.cpp - parts of an operand copied side by side ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/CacheRead.h"

#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/LoopTiles.h"
#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Support/Quote.h"
#include "Spindle/Transforms/Loops/HoistLoads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using spindle::iter::getTileLoop;
using spindle::iter::LoopRole;

namespace {
/// A memory whose panel is copied.
struct Panel {
  /// From outside of the loop, of two dimensions at least.
  Value memory;
  /// All that reads it in the loop.
  SmallVector<memref::LoadOp> loads;
  /// The loop over the columns of a tile that the loads are in, or one of
  /// several that end alike.
  scf::ForOp points;

  /// Where the tile ends.
  Value getEnd() const { return scf::ForOp(points).getUpperBound(); }
};

/// The panels of one loop, and what is to be known of it.
struct Caching {
  Caching(RewriterBase &rewriter, scf::ForOp loop,
          const CacheReadOptions &options, std::string &refusal)
      : rewriter(rewriter), loop(loop), options(options), refusal(refusal),
        facts(loop) {}

  LogicalResult checkLoop();
  LogicalResult findPanels();
  scf::ForOp copy(const Panel &panel);

  SmallVector<Panel> panels;

private:
  LogicalResult refuse(const llvm::Twine &reason, Operation *obstacle = {});
  LogicalResult collect(Panel &panel);
  LogicalResult addLoad(Panel &panel, Operation *op);
  LogicalResult checkInsertionPoint(const Panel &panel);
  bool isInside(const Panel &panel);
  Operation *getInsertionPoint(const Panel &panel) {
    return loop.getBody()->findAncestorOpInBlock(*panel.points);
  }
  Value buildWidth(ImplicitLocOpBuilder &builder, const Panel &panel);
  Value allocate(const Panel &panel);
  scf::ForOp buildCopy(const Panel &panel, Value scratch);

  RewriterBase &rewriter;
  scf::ForOp loop;
  const CacheReadOptions &options;
  std::string &refusal;
  MemoryFacts facts;
  /// The columns of a tile.
  int64_t width = 0;
};
} // namespace

LogicalResult Caching::refuse(const llvm::Twine &reason, Operation *obstacle) {
  refusal = reason.str();
  if (obstacle)
    options.observer.reportObstacle(obstacle);
  return failure();
}

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

LogicalResult Caching::checkLoop() {
  if (loop->getParentOfType<LoopLikeOpInterface>())
    return refuse(
        "it stands in another loop, which would copy again and again");
  auto begin = getConstantIntValue(loop.getLowerBound());
  auto step = getConstantIntValue(loop.getStep());
  if (!begin || *begin < 0 || !step || loop.getUnsignedCmp())
    return refuse("it does not run over tiles of a constant size from a "
                  "constant on");
  width = *step;
  return success();
}

/// Whether `value` is made of what is loaded.
static bool isLoaded(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  return isa<memref::LoadOp>(op) ||
         (isPure(op) && llvm::any_of(op->getOperands(), isLoaded));
}

/// Whether `load` takes an element from a row at a stored coordinate.
static bool isOfStoredRow(memref::LoadOp load) {
  return load.getIndices().size() >= 2 &&
         llvm::any_of(load.getIndices().drop_back(), isLoaded);
}

/// Adds `op`, which reads the memory of `panel`, to its loads.
LogicalResult Caching::addLoad(Panel &panel, Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  if (!load || load.getMemRef() != panel.memory)
    return refuse(quote(op) + " in it reads a part of memory of which it reads "
                              "rows at stored coordinates",
                  op);
  scf::ForOp points =
      spindle::iter::getLoopOfVariable(load.getIndices().back());
  if (!points || !loop->isProperAncestor(points) || getTileLoop(points) != loop)
    return refuse("the last index of " + quote(op) +
                      " in it does not run through the tile",
                  op);
  if (!panel.points)
    panel.points = points;
  else if (!iter::areEqual(points.getUpperBound(), panel.getEnd()))
    return refuse("tiles of two sizes are read", op);
  panel.loads.push_back(load);
  return success();
}

/// Collects the loads of `panel`, whose memory is known.
LogicalResult Caching::collect(Panel &panel) {
  if (Operation *write = facts.findWrite(loop, panel.memory))
    return refuse(quote(write) + " in it may write what it reads at stored "
                                 "coordinates",
                  write);
  auto visit = [&](Operation *op) {
    MemoryTouches touches = getTouches(op);
    bool reads = llvm::any_of(touches.reads, [&](Value memory) {
      return MemoryFacts::getRoot(memory) == MemoryFacts::getRoot(panel.memory);
    });
    return reads && failed(addLoad(panel, op)) ? WalkResult::interrupt()
                                               : WalkResult::advance();
  };
  return failure(loop.getBody()->walk(visit).wasInterrupted());
}

LogicalResult Caching::checkInsertionPoint(const Panel &panel) {
  if (!isInvariant(panel.getEnd(), getInsertionPoint(panel)))
    return refuse("the end of a tile is known too late");
  return success();
}

LogicalResult Caching::findPanels() {
  llvm::SetVector<Value> memories;
  loop.getBody()->walk([&](memref::LoadOp load) {
    if (isOfStoredRow(load) && loop.isDefinedOutsideOfLoop(load.getMemRef()))
      memories.insert(load.getMemRef());
  });
  for (Value memory : memories) {
    Panel panel{memory, {}, {}};
    if (failed(collect(panel)) || failed(checkInsertionPoint(panel)))
      return failure();
    panels.push_back(panel);
  }
  if (panels.empty())
    return refuse("it reads no rows at stored coordinates");
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Whether the memory of `panel` is known to have all columns of all tiles.
bool Caching::isInside(const Panel &panel) {
  auto type = cast<MemRefType>(panel.memory.getType());
  auto begin = getConstantIntValue(loop.getLowerBound());
  auto end = getConstantIntValue(loop.getUpperBound());
  if (!begin || !end || type.isDynamicDim(type.getRank() - 1))
    return false;
  int64_t tiles = llvm::divideCeil(std::max<int64_t>(*end - *begin, 0), width);
  return *begin + tiles * width <= type.getShape().back();
}

/// The number of columns to copy: those of the tile that are there.
Value Caching::buildWidth(ImplicitLocOpBuilder &builder, const Panel &panel) {
  if (isInside(panel))
    return arith::ConstantIndexOp::create(builder, width);
  int64_t rank = cast<MemRefType>(panel.memory.getType()).getRank();
  Value size = builder.createOrFold<memref::DimOp>(panel.memory, rank - 1);
  Value end = panel.getEnd();
  Value rest =
      arith::SubIOp::create(builder, arith::MinSIOp::create(builder, end, size),
                            loop.getInductionVar());
  return arith::MinSIOp::create(builder, rest,
                                arith::ConstantIndexOp::create(builder, width));
}

/// Allocates before the loop what all of its iterations copy to.
Value Caching::allocate(const Panel &panel) {
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  auto type = cast<MemRefType>(panel.memory.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = width;
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim + 1 < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, panel.memory, dim));
  constexpr int64_t line = 64;
  Value scratch = memref::AllocOp::create(
      builder, MemRefType::get(shape, type.getElementType()), sizes,
      builder.getI64IntegerAttr(line));
  builder.setInsertionPointAfter(loop);
  memref::DeallocOp::create(builder, scratch);
  return scratch;
}

/// Copies the panel of an iteration at its start, row by row.
scf::ForOp Caching::buildCopy(const Panel &panel, Value scratch) {
  Operation *place = getInsertionPoint(panel);
  hoist(rewriter, panel.getEnd(), place);
  ImplicitLocOpBuilder builder(loop.getLoc(), place);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value count = buildWidth(builder, panel);
  SmallVector<Value> row;
  int64_t rank = cast<MemRefType>(panel.memory.getType()).getRank();
  for (int64_t dim = 0; dim + 1 < rank; ++dim) {
    Value size = builder.createOrFold<memref::DimOp>(panel.memory, dim);
    auto rows = scf::ForOp::create(builder, zero, size, one);
    row.push_back(rows.getInductionVar());
    builder.setInsertionPointToStart(rows.getBody());
  }
  auto columns = scf::ForOp::create(builder, zero, count, one);
  columns->setDiscardableAttrs(panel.points->getDiscardableAttrDictionary());
  builder.setInsertionPointToStart(columns.getBody());
  SmallVector<Value> from(row), to(row);
  from.push_back(arith::AddIOp::create(builder, loop.getInductionVar(),
                                       columns.getInductionVar()));
  to.push_back(columns.getInductionVar());
  Value element = memref::LoadOp::create(builder, panel.memory, from);
  memref::StoreOp::create(builder, element, scratch, to);
  return columns;
}

/// Has the loads of `panel` read a copy.
scf::ForOp Caching::copy(const Panel &panel) {
  Value scratch = allocate(panel);
  scf::ForOp columns = buildCopy(panel, scratch);
  for (memref::LoadOp load : panel.loads) {
    ImplicitLocOpBuilder builder(load.getLoc(), load);
    SmallVector<Value> indices(load.getIndices());
    indices.back() =
        arith::SubIOp::create(builder, indices.back(), loop.getInductionVar());
    rewriter.modifyOpInPlace(load, [&] {
      load.getMemrefMutable().assign(scratch);
      load.getIndicesMutable().assign(indices);
    });
  }
  return columns;
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::cacheRead(RewriterBase &rewriter, scf::ForOp loop,
                          const CacheReadOptions &options,
                          std::string &refusal) {
  Caching caching(rewriter, loop, options, refusal);
  if (failed(caching.checkLoop()) || failed(caching.findPanels()))
    return failure();
  OpBuilder::InsertionGuard saved(rewriter);
  SmallVector<scf::ForOp> copies;
  for (const Panel &panel : caching.panels)
    copies.push_back(caching.copy(panel));
  return copies;
}
