//===- PrivateTiles.cpp - rows that tiles keep for themselves -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/PrivateTiles.h"

#include "PrivateMemory.h"
#include "Spindle/Analysis/BodyMemory.h"
#include "Spindle/Analysis/IndexText.h"
#include "Spindle/Analysis/RowTiles.h"
#include "Spindle/Dialect/Iter/IR/BuildNest.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;
using spindle::axis::DenseVariableOp;
using spindle::axis::SingletonOp;
using spindle::axis::TileFusionOp;

namespace {
/// Rows of one memory, which tiles make.
struct TileKeeper {
  explicit TileKeeper(scf::ForOp loop) : loop(loop) {}

  scf::ForOp loop;
  sparse::AllocOp alloc;
  /// The dimension that the rows are.
  int64_t dim = 0;
  /// The axis of the rows of tiles, and what has found these.
  Value made;
  TileFusionOp tiles;

  bool find(const BodyMemory &memory);
  std::string check(const BodyMemory &memory);
  void build(RewriterBase &rewriter);

private:
  bool findTiles(ArrayRef<MemoryAccess> accesses, IndexFamilies &families);
  std::string checkRest(Operation *user);
  bool areRest(Value rows);
  void copyEscapes(ImplicitLocOpBuilder &builder, Value own,
                   ArrayRef<Value> axes, Value first, Value escapes);
  scf::ForOp buildLoop(ImplicitLocOpBuilder &builder, Value begin, Value end,
                       int64_t number, AxisKind kind);
};
} // namespace

/// Finds the tiles by an index that is written.
bool TileKeeper::findTiles(ArrayRef<MemoryAccess> accesses,
                           IndexFamilies &families) {
  for (const MemoryAccess &access : accesses)
    for (auto [number, index] : llvm::enumerate(access.indices)) {
      auto path = families.findPath(index);
      if (!access.writes || !path || path->size() != 1)
        continue;
      made = path->front();
      RowsOfTiles rows = getRowsOfTiles(made);
      // The inspector finds the escapes of the first loop.
      tiles = rows.loop == 0 ? rows.op : TileFusionOp();
      dim = number;
      if (tiles)
        return true;
    }
  return false;
}

/// Finds the first memory of the function's own that is of tiles.
bool TileKeeper::find(const BodyMemory &memory) {
  IndexFamilies families(loop);
  for (const auto &[root, accesses] : memory.getMemories()) {
    alloc = root.getDefiningOp<sparse::AllocOp>();
    if (alloc && loop.isDefinedOutsideOfLoop(root) &&
        findTiles(accesses, families))
      return true;
  }
  return false;
}

/// Whether `rows` are those of the consumer that are in no tile.
bool TileKeeper::areRest(Value rows) {
  auto names = rows.getDefiningOp<SingletonOp>();
  auto slots = names && names.getParents().size() == 1
                   ? names.getParents().front().getDefiningOp<DenseVariableOp>()
                   : DenseVariableOp();
  return slots && names.getCoordinates() == tiles.getRest() &&
         slots.getPositions() == tiles.getRestStarts();
}

/// Why `user`, which is not in the loop, needs rows that do not escape.
std::string TileKeeper::checkRest(Operation *user) {
  std::string name = getMemoryName(alloc.getResult());
  auto load = dyn_cast<sparse::LoadOp>(user);
  Operation *inBlock = loop->getBlock()->findAncestorOpInBlock(*user);
  auto other = dyn_cast_or_null<scf::ForOp>(inBlock);
  if (!load || !isPlainAccess(user) || !other ||
      !loop->isBeforeInBlock(inBlock))
    return name + " is used outside of tiles, by '" +
           user->getName().getStringRef().str() + "'";
  IndexFamilies families(other);
  Value rows;
  bool isRow = families.findRow(load.getIndices()[dim], tiles.getAxis(), rows)
                   .has_value();
  return isRow && areRest(rows)
             ? ""
             : name + " is read at " + getIndexText(load.getIndices()) +
                   ", expected at columns of rows that are in no tile";
}

std::string TileKeeper::check(const BodyMemory &memory) {
  if (!isa<FunctionOpInterface>(loop->getParentOp()))
    return "it stands in another loop or a branch";
  Value root = alloc.getResult();
  std::string name = getMemoryName(root);
  SmallVector<MemoryAccess> rows;
  for (const MemoryAccess &access : memory.getAccesses(root)) {
    rows.push_back(access);
    rows.back().indices = {access.indices[dim]};
  }
  IndexFamilies families(loop);
  if (!areOfOneTile(rows, families))
    return name + " is used by more than rows of the tile at hand";
  for (Operation *user : root.getUsers()) {
    if (!loop->isProperAncestor(user)) {
      if (std::string reason = checkRest(user); !reason.empty())
        return reason;
    } else if (!isPlainAccess(user)) {
      return name + " is used by '" + user->getName().getStringRef().str() +
             "', which does not name one element of it";
    }
  }
  return "";
}

/// A loop of a nest of its own over rows that escape, or elements of one.
scf::ForOp TileKeeper::buildLoop(ImplicitLocOpBuilder &builder, Value begin,
                                 Value end, int64_t number, AxisKind kind) {
  MLIRContext *context = builder.getContext();
  auto made = scf::ForOp::create(builder, begin, end, constant(builder, 1));
  made->setAttr(IterDialect::kLoopAttr,
                LoopAttr::get(context, builder.getStringAttr("escapes"),
                              getElementDimName(context, number), kind,
                              DimKind::Spatial, LoopRole::Level));
  builder.setInsertionPointToStart(made.getBody());
  return made;
}

/// Copies the rows of `escapes` of a tile, which begins at row `first`, from
/// `own`.
void TileKeeper::copyEscapes(ImplicitLocOpBuilder &builder, Value own,
                             ArrayRef<Value> axes, Value first, Value escapes) {
  Type index = builder.getIndexType();
  Value slots = axis::getOnlyParent(escapes), zero = constant(builder, 0);
  Value tile = loop.getInductionVar();
  Value begin = axis::PositionOp::create(builder, index, slots, zero, tile);
  Value length =
      axis::LengthOp::create(builder, index, slots, tile, Value(), Value());
  Value end = arith::AddIOp::create(builder, begin, length);
  Value slot = buildLoop(builder, begin, end, dim, AxisKind::DenseVariable)
                   .getInductionVar();
  Value place = axis::PositionOp::create(builder, index, escapes, zero, slot);
  Value row = axis::CoordinateOp::create(builder, index, escapes, place, slot);
  SmallVector<Value> to, from;
  for (auto [number, axis] : llvm::enumerate(axes)) {
    if (int64_t(number) == dim) {
      to.push_back(row);
      from.push_back(arith::SubIOp::create(builder, row, first));
      continue;
    }
    Value size = axis::getCellsPerFibre(axis);
    to.push_back(
        buildLoop(builder, zero, size, int64_t(number), AxisKind::DenseFixed)
            .getInductionVar());
    from.push_back(to.back());
  }
  auto type = cast<sparse::BufferType>(own.getType());
  Value value = sparse::LoadOp::create(builder, type.getElementType(), Type(),
                                       own, from, sparse::AccessForm::Direct)
                    .getResult();
  sparse::StoreOp::create(builder, value, alloc.getResult(), to,
                          sparse::AccessForm::Direct);
}

void TileKeeper::build(RewriterBase &rewriter) {
  Value buffer = alloc.getResult();
  SmallVector<Operation *> users;
  for (Operation *user : buffer.getUsers())
    if (loop->isProperAncestor(user))
      users.push_back(user);
  rewriter.setInsertionPoint(loop);
  ImplicitLocOpBuilder builder(loop.getLoc(), rewriter);
  SmallVector<Value> axes =
      buildPrivateAxes(builder, buffer, dim, tiles.getMost());
  Value parent = axis::getOnlyParent(made), rows = tiles.getRows();
  Value slots = DenseVariableOp::create(builder, made.getType(), rows, parent,
                                        tiles.getEscapeStarts(), Value());
  Type integers = axis::getAxisType(tiles.getAxis()).getCrd();
  Value escapes = SingletonOp::create(
      builder,
      AxisType::get(builder.getContext(), AxisKind::Singleton,
                    ShapedType::kDynamic, /*pos=*/Type(), integers,
                    /*sorted=*/true, /*unique=*/true),
      rows, /*from=*/Value(), slots, tiles.getEscapes());
  rewriter.setInsertionPointToStart(loop.getBody());
  Value own = buildPrivate(rewriter, buffer, axes, dim);
  ImplicitLocOpBuilder inside(loop.getLoc(), rewriter);
  Value first =
      axis::PositionOp::create(inside, inside.getIndexType(), made,
                               constant(inside, 0), loop.getInductionVar());
  for (Operation *user : users)
    redirectAccess(rewriter, user, buffer, own, dim, first);
  rewriter.setInsertionPoint(loop.getBody()->getTerminator());
  ImplicitLocOpBuilder last(loop.getLoc(), rewriter);
  copyEscapes(last, own, axes, first, escapes);
}

bool spindle::iter::makesRowsOfTiles(scf::ForOp loop) {
  BodyMemory memory;
  return memory.add(loop).empty() && TileKeeper(loop).find(memory);
}

LogicalResult spindle::iter::keepRowsInTiles(RewriterBase &rewriter,
                                             scf::ForOp loop,
                                             std::string &refusal) {
  OpBuilder::InsertionGuard saved(rewriter);
  BodyMemory memory;
  refusal = memory.add(loop);
  TileKeeper rows(loop);
  if (refusal.empty() && !rows.find(memory))
    refusal = "it makes no rows of tiles that an inspector has found";
  if (refusal.empty())
    refusal = rows.check(memory);
  if (!refusal.empty())
    return failure();
  rows.build(rewriter);
  return success();
}
