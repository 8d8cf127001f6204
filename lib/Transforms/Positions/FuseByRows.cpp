//===- FuseByRows.cpp - nests that share ranges of rows -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/FuseByRows.h"

#include "RowGroup.h"
#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "Spindle/Transforms/Positions/Chunks.h"
#include "Spindle/Transforms/Positions/FuseFills.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <numeric>

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::DistinctMemory;

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Whether nothing around `loop` repeats it, and it has a label.
static bool isNest(scf::ForOp loop) {
  return getLabel(loop) && isOutermost(loop) &&
         loop->getParentOfType<FunctionOpInterface>();
}

SmallVector<LoopGroup>
spindle::iter::findOutermostLoops(ArrayRef<Operation *> roots) {
  llvm::MapVector<Block *, LoopGroup> blocks;
  auto add = [&](scf::ForOp loop) {
    LoopGroup &loops = blocks[loop->getBlock()];
    if (isNest(loop) && !llvm::is_contained(loops, loop))
      loops.push_back(loop);
    return WalkResult::skip();
  };
  for (Operation *root : roots)
    root->walk<WalkOrder::PreOrder>(add);
  SmallVector<LoopGroup> groups;
  for (auto &[block, loops] : blocks) {
    llvm::sort(loops, [](scf::ForOp first, scf::ForOp second) {
      return first->isBeforeInBlock(second);
    });
    if (!loops.empty())
      groups.push_back(std::move(loops));
  }
  return groups;
}

SmallVector<LoopGroup>
spindle::iter::findRowGroups(ArrayRef<scf::ForOp> loops,
                             const FuseByRowsOptions &options) {
  SmallVector<LoopGroup> found;
  if (loops.empty())
    return found;
  DistinctMemory distinct(
      loops.front()->getParentOfType<FunctionOpInterface>());
  size_t next = 0;
  while (next < loops.size()) {
    RowGroup group(distinct, options);
    size_t first = next;
    while (next < loops.size() && group.add(loops[next]).empty())
      ++next;
    if (next == first)
      ++next;
    else if (group.isWorthwhile())
      found.emplace_back(loops.slice(first, next - first));
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

namespace {
/// Nests on their way into one loop.
struct RowFusion {
  RowFusion(RewriterBase &rewriter, const RowGroup &group,
            const FuseByRowsOptions &options)
      : rewriter(rewriter), nests(group.getNests()), options(options),
        tile(options.tile) {}

  RewriterBase &rewriter;
  ArrayRef<NestRows> nests;
  const FuseByRowsOptions &options;
  /// The rows of a tile; 0 for all.
  int64_t tile;
  /// What is a tile's alone.
  SmallVector<PrivateMemory> memories;
  /// Ranges begin at multiples of so many rows.
  int64_t unit = 1;
  /// A number of units that all rows are in, and as many rows.
  Value units, count;

  bool findUnit(std::string &refusal);
  bool findPrivate(const RowGroup &group, std::string &refusal);
  void run(func::FuncOp workersFunction);

private:
  LoopAttr getLabelAs(LoopRole role);
  void buildCount(ImplicitLocOpBuilder &builder);
  Value buildWork(ImplicitLocOpBuilder &builder, Value unitNumber);
  Value buildRow(ImplicitLocOpBuilder &builder, Value unitNumber);
  void buildWorkers(ImplicitLocOpBuilder &builder, func::FuncOp function);
  void buildRange(ImplicitLocOpBuilder &builder, Operation *before, Value begin,
                  Value end);
  void buildTiles(ImplicitLocOpBuilder &builder, Value begin, Value end);
  void moveNests(Operation *before, Value begin, Value end);
};
} // namespace

/// Finds where ranges may begin: between blocks of all nests.
bool RowFusion::findUnit(std::string &refusal) {
  constexpr int64_t most = 1 << 16;
  unit = options.getColumnsTile();
  for (const NestRows &rows : nests)
    unit = std::min(std::lcm(unit, rows.factor), most + 1);
  refusal = "blocks of rows end together after more than " +
            std::to_string(most) + " rows alone";
  return unit <= most;
}

/// Finds what may be a tile's alone, and how many rows that has then.
bool RowFusion::findPrivate(const RowGroup &group, std::string &refusal) {
  if (options.privateTile == 0)
    return true;
  memories = group.findPrivate(refusal);
  if (memories.empty() && refusal.empty())
    refusal = "none of the nests writes memory of the function's own";
  if (!refusal.empty() && !options.mayStay)
    return false;
  if (!memories.empty())
    tile = options.privateTile;
  return true;
}

/// The label of the first nest that is no fill, for a loop of another `role`.
LoopAttr RowFusion::getLabelAs(LoopRole role) {
  const auto *named = llvm::find_if(
      nests, [](const NestRows &rows) { return !isFill(rows.nest); });
  const NestRows &rows = named == nests.end() ? nests.front() : *named;
  LoopAttr label = getLabel(rows.loop);
  return withRole(label ? label : getLabel(rows.nest), role);
}

void RowFusion::buildCount(ImplicitLocOpBuilder &builder) {
  for (const NestRows &rows : nests) {
    Value own = buildRowCount(builder, rows);
    if (!count)
      count = own;
    else if (!areEqual(count, own))
      count = arith::MaxSIOp::create(builder, count, own);
  }
  units = builder.createOrFold<arith::MaxSIOp>(count, constant(builder, 0));
  if (unit != 1)
    units = builder.createOrFold<arith::CeilDivUIOp>(units,
                                                     constant(builder, unit));
  count = buildRow(builder, units);
}

Value RowFusion::buildRow(ImplicitLocOpBuilder &builder, Value unitNumber) {
  if (unit == 1)
    return unitNumber;
  return builder.createOrFold<arith::MulIOp>(unitNumber,
                                             constant(builder, unit));
}

/// The work of all nests before a unit of rows; the more, the more rows. Ranges
/// cover each row once even where it did not: a search for more of the same
/// numbers never ends before one for less.
Value RowFusion::buildWork(ImplicitLocOpBuilder &builder, Value unitNumber) {
  Value row = buildRow(builder, unitNumber), work = unitNumber;
  for (const NestRows &rows : nests)
    work = arith::AddIOp::create(builder, work,
                                 buildWorkBefore(builder, rows, row, count));
  return work;
}

/// Moves the nests before `before`, for rows from `begin` to before `end`.
void RowFusion::moveNests(Operation *before, Value begin, Value end) {
  for (const NestRows &rows : nests) {
    rewriter.moveOpBefore(rows.nest, before);
    restrictToRows(rewriter, rows, begin, end, count);
  }
}

void RowFusion::buildTiles(ImplicitLocOpBuilder &builder, Value begin,
                           Value end) {
  Value rows = constant(builder, llvm::divideCeil(tile, unit) * unit);
  SmallVector<TileMemory> privates;
  for (const PrivateMemory &memory : memories)
    privates.emplace_back(rewriter, memory)
        .buildAxes(builder, {begin, end, rows, count});
  auto tiles = scf::ForOp::create(builder, begin, end, rows);
  tiles->setAttr(IterDialect::kLoopAttr, getLabelAs(LoopRole::Tile));
  builder.setInsertionPointToStart(tiles.getBody());
  Value first = tiles.getInductionVar();
  Value last = arith::AddIOp::create(builder, first, rows);
  // Units of whole tiles end no tile early: only the nests' bounds do.
  if (unit % tile != 0)
    last = arith::MinSIOp::create(builder, last, end);
  moveNests(tiles.getBody()->getTerminator(), first, last);
  for (TileMemory &memory : privates)
    memory.build(tiles);
}

/// Has the nests done for rows from `begin` to before `end`, before `before`.
void RowFusion::buildRange(ImplicitLocOpBuilder &builder, Operation *before,
                           Value begin, Value end) {
  if (tile > 0)
    buildTiles(builder, begin, end);
  else
    moveNests(before, begin, end);
}

void RowFusion::buildWorkers(ImplicitLocOpBuilder &builder,
                             func::FuncOp function) {
  // An estimate that wrapped around is none: dues are to ascend.
  Value total = arith::MaxSIOp::create(builder, buildWork(builder, units),
                                       constant(builder, 0));
  Value workers =
      func::CallOp::create(builder, function, ValueRange{total}).getResult(0);
  Chunks chunks = buildChunks(builder, {}, units, total, workers);
  auto loop = scf::ForallOp::create(builder, ArrayRef<OpFoldResult>{workers},
                                    ValueRange(), std::nullopt);
  loop->setAttr(IterDialect::kLoopAttr, getLabelAs(LoopRole::Worker));
  builder.setInsertionPoint(loop.getTerminator());
  auto buildBegin = [&](Value chunk) {
    return buildRow(
        builder,
        buildChunkBegin(builder, chunks, chunk,
                        [&](ImplicitLocOpBuilder &inside, Value unitNumber) {
                          return buildWork(inside, unitNumber);
                        }));
  };
  Value chunk = loop.getInductionVar(0);
  Value begin = buildBegin(chunk);
  Value end =
      buildBegin(arith::AddIOp::create(builder, chunk, constant(builder, 1)));
  buildRange(builder, loop.getTerminator(), begin, end);
}

void RowFusion::run(func::FuncOp workersFunction) {
  scf::ForOp last = nests.back().nest;
  rewriter.setInsertionPoint(last);
  ImplicitLocOpBuilder builder(last.getLoc(), rewriter);
  buildCount(builder);
  if (options.parallel)
    buildWorkers(builder, workersFunction);
  else
    buildRange(builder, last->getNextNode(), constant(builder, 0), count);
}

LogicalResult spindle::iter::fuseByRows(RewriterBase &rewriter,
                                        ArrayRef<scf::ForOp> loops,
                                        const FuseByRowsOptions &options,
                                        std::string &refusal, size_t &at) {
  DistinctMemory distinct(
      loops.front()->getParentOfType<FunctionOpInterface>());
  RowGroup group(distinct, options);
  for (at = 0; at < loops.size(); ++at) {
    refusal = isNest(loops[at]) ? group.add(loops[at])
                                : "it stands in another loop, or has no label";
    if (!refusal.empty())
      return failure();
  }
  at = 0;
  RowFusion fusion(rewriter, group, options);
  if (!fusion.findUnit(refusal) || !fusion.findPrivate(group, refusal))
    return failure();
  FailureOr<func::FuncOp> workers;
  if (options.parallel)
    workers = declareWorkers(loops.front()->getParentOfType<ModuleOp>());
  refusal = ("@" + kWorkersFunction + " is no function of a cost").str();
  if (options.parallel && failed(workers))
    return failure();
  fusion.run(options.parallel ? *workers : func::FuncOp());
  return success();
}
