//===- RowTiles.cpp - rows that are read in the tile they are made --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/RowTiles.h"

#include "Spindle/Analysis/Wavefronts.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::DenseVariableOp;
using spindle::axis::SingletonOp;
using spindle::axis::TileFusionOp;

/// Whether no two arrays that `op` fills are one, and nothing else writes them.
static bool hasOwnArrays(TileFusionOp op) {
  SmallVector<Value> arrays = op.getFilled();
  llvm::SmallDenseSet<Value> distinct(arrays.begin(), arrays.end());
  return distinct.size() == arrays.size() &&
         llvm::all_of(arrays,
                      [&](Value array) { return isFoundBy(array, op); });
}

/// The operation among users of `array` that finds tiles in arrays of its own.
static TileFusionOp getFinder(Value array) {
  for (Operation *user : array.getUsers())
    if (auto op = dyn_cast<TileFusionOp>(user))
      return hasOwnArrays(op) ? op : TileFusionOp();
  return {};
}

RowsOfTiles spindle::iter::getRowsOfTiles(Value rows) {
  if (auto made = rows.getDefiningOp<DenseVariableOp>()) {
    TileFusionOp op = made.getPositions() && made.getParent()
                          ? getFinder(made.getPositions())
                          : TileFusionOp();
    return op && op.getStarts() == made.getPositions()
               ? RowsOfTiles{op, 0, made.getParent()}
               : RowsOfTiles();
  }
  auto names = rows.getDefiningOp<SingletonOp>();
  auto slots = names && names.getParents().size() == 1
                   ? names.getParents().front().getDefiningOp<DenseVariableOp>()
                   : DenseVariableOp();
  TileFusionOp op = slots && slots.getPositions() && slots.getParent()
                        ? getFinder(names.getCoordinates())
                        : TileFusionOp();
  for (size_t consumer = 0; op && consumer < op.getNumConsumers(); ++consumer)
    if (names.getCoordinates() == op.getFusedOf(consumer) &&
        slots.getPositions() == op.getFusedStartsOf(consumer))
      return {op, consumer + 1, slots.getParent()};
  return {};
}

namespace {
/// A row that one loop makes, or a column of one, and the tile of the row.
struct TileRow {
  RowsOfTiles rows;
  size_t tile = 0;

  explicit operator bool() const { return bool(rows.op); }
};

/// The tile in which a memory is used, as far as it is known.
struct TileProof {
  explicit TileProof(IndexFamilies &families) : families(families) {}

  TileRow findRow(Value index);
  bool isIn(const TileRow &made, const MemoryAccess &access, Value index);

  IndexFamilies &families;
};
} // namespace

/// The row that `index` is, in its tile.
TileRow TileProof::findRow(Value index) {
  Value rows;
  if (auto fibre = families.findFibre(index))
    return {getRowsOfTiles(fibre->axis), fibre->of};
  if (auto fibre = families.findNamed(index, rows))
    return {getRowsOfTiles(rows), fibre->of};
  return {};
}

/// Whether `access` is, by `index`, to rows of the loop and the tile of `made`.
bool TileProof::isIn(const TileRow &made, const MemoryAccess &access,
                     Value index) {
  TileFusionOp op = made.rows.op;
  size_t loop = made.rows.loop;
  auto isOf = [&](const TileRow &row, size_t loop) {
    return row && row.rows.op == op && row.rows.loop == loop &&
           row.rows.tiles == made.rows.tiles && row.tile == made.tile;
  };
  TileRow row = findRow(index);
  if (isOf(row, loop))
    return true;
  if (access.writes || loop >= op.getNumConsumers())
    return false;
  if (isOf(row, loop + 1))
    return op.readsItself(loop);
  Value rows;
  auto fibre = families.findRow(index, op.getPatternOf(loop), rows);
  return fibre && isOf({getRowsOfTiles(rows), fibre->of}, loop + 1);
}

bool spindle::iter::areOfOneTile(ArrayRef<MemoryAccess> accesses,
                                 IndexFamilies &families) {
  TileProof proof(families);
  size_t rank = accesses.front().indices.size();
  for (const MemoryAccess &access : accesses)
    rank = std::min<size_t>(rank, access.indices.size());
  return llvm::any_of(llvm::seq(rank), [&](size_t dim) {
    for (const MemoryAccess &access : accesses)
      if (access.writes)
        if (TileRow made = proof.findRow(access.indices[dim]))
          return llvm::all_of(accesses, [&](const MemoryAccess &other) {
            return proof.isIn(made, other, other.indices[dim]);
          });
    return false;
  });
}
