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

TileFusionOp spindle::iter::getRowTiles(Value made) {
  auto axis = made.getDefiningOp<DenseVariableOp>();
  if (!axis || !axis.getPositions())
    return {};
  for (Operation *user : axis.getPositions().getUsers()) {
    auto op = dyn_cast<TileFusionOp>(user);
    if (op && op.getStarts() == axis.getPositions() && hasOwnArrays(op))
      return op;
  }
  return {};
}

/// Whether `rows` names the rows that `op` finds to be fused, by the slots of
/// an axis under that of `made`.
static bool areFusedRows(Value rows, TileFusionOp op, Value made) {
  auto names = rows.getDefiningOp<SingletonOp>();
  auto slots = names && names.getParents().size() == 1
                   ? names.getParents().front().getDefiningOp<DenseVariableOp>()
                   : DenseVariableOp();
  return slots && names.getCoordinates() == op.getFused() &&
         slots.getPositions() == op.getFusedStarts() &&
         slots.getParent() == axis::getOnlyParent(made);
}

bool spindle::iter::areOfOneTile(ArrayRef<MemoryAccess> accesses,
                                 IndexFamilies &families) {
  using Fibre = IndexFamilies::Fibre;
  auto isInTile = [&](const MemoryAccess &access, Value index, Fibre tile,
                      TileFusionOp op) {
    if (std::optional<Fibre> own = families.findFibre(index);
        own && own->axis == tile.axis)
      return own->of == tile.of;
    Value rows;
    std::optional<Fibre> row =
        access.writes ? std::nullopt
                      : families.findRow(index, op.getAxis(), rows);
    return row && row->of == tile.of && areFusedRows(rows, op, tile.axis);
  };
  size_t rank = accesses.front().indices.size();
  for (const MemoryAccess &access : accesses)
    rank = std::min<size_t>(rank, access.indices.size());
  return llvm::any_of(llvm::seq(rank), [&](size_t dim) {
    for (const MemoryAccess &access : accesses) {
      std::optional<Fibre> tile = families.findFibre(access.indices[dim]);
      TileFusionOp op = tile ? getRowTiles(tile->axis) : TileFusionOp();
      if (op)
        return llvm::all_of(accesses, [&](const MemoryAccess &other) {
          return isInTile(other, other.indices[dim], *tile, op);
        });
    }
    return false;
  });
}
