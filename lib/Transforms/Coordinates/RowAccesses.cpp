//===- RowAccesses.cpp - what belongs to a row of a nest ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowAccesses.h"

#include "Spindle/Analysis/BodyAccesses.h"
#include "Spindle/Analysis/DistinctMemory.h"
#include "Spindle/Analysis/IndexText.h"
#include "Spindle/Analysis/LinearIndex.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::DistinctMemory;

//===----------------------------------------------------------------------===//
// Rows and what is under them
//===----------------------------------------------------------------------===//

std::string spindle::iter::checkRows(NestOp nest) {
  Value rows = nest.getAxes()[0];
  std::string name = nest.getDimName(0).str();
  if (nest->getNumResults() > 0)
    return "it combines values of all " + name;
  if (nest.getGroupSizes().front() != 1)
    return name + " is fused with dimensions under it";
  if (axis::getAxisType(rows).getKind() != axis::AxisKind::DenseFixed ||
      !axis::isRoot(rows) || axis::mayLackCells(rows))
    return name + " is not all rows of a matrix, expected a dense_fixed root";
  return "";
}

/// Whether `value` is the number of positions of `rows`, a root.
static bool isSizeOf(Value value, Value rows) {
  auto extent = value.getDefiningOp<axis::ExtentOp>();
  return value == axis::getCellsPerFibre(rows) ||
         (extent && extent.getAxis() == rows);
}

/// Whether `value` is `size` - 1 - `coordinate`, of the size of `rows`.
static bool isMirrored(Value value, Value coordinate, Value rows) {
  std::optional<LinearIndex> sum = getLinearIndex(value);
  if (!sum)
    return false;
  int64_t last = sum->constant;
  bool isNegated = false;
  for (const LinearIndex::Term &term : sum->terms) {
    if (term.value == coordinate && term.factor == -1)
      isNegated = true;
    else if (term.factor == 1 && isSizeOf(term.value, rows))
      last += 1;
    else
      return false;
  }
  IntegerAttr size;
  Value extent = axis::getCellsPerFibre(rows);
  if (sum->terms.size() == 1)
    return isNegated && extent && matchPattern(extent, m_Constant(&size)) &&
           sum->constant == size.getInt() - 1;
  return isNegated && last == 0;
}

bool RowAccesses::isRowCoordinate(Value value) {
  Value coordinate = nest.getBody().getArgument(0);
  return backwards ? isMirrored(value, coordinate, nest.getAxes()[0])
                   : value == coordinate;
}

bool RowAccesses::isRow(Value value) {
  if (value.getType().isIndex())
    return isRowCoordinate(value);
  if (!backwards && value == nest.getBody().getArgument(1))
    return true;
  auto locate = value.getDefiningOp<axis::LocateOp>();
  return locate && locate.getAxis() == nest.getAxes()[0] &&
         isRowCoordinate(locate.getCoordinate());
}

Value RowAccesses::findAxisUnderRow(Value argument, bool isSite) {
  auto arg = dyn_cast<BlockArgument>(argument);
  auto around =
      arg ? dyn_cast<NestOp>(arg.getOwner()->getParentOp()) : NestOp();
  if (!around || (arg.getArgNumber() % 2 == 1) != isSite)
    return nullptr;
  int64_t dim = arg.getArgNumber() / 2;
  SmallVector<Value> under =
      around.getSiteParents(around.getBody().getArgument(2 * dim + 1));
  return under.size() == 1 && isRow(under.front()) ? around.getAxes()[dim]
                                                   : Value();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Whether `accesses` have in dimension `dim` the row, or to read a column of
/// it, whose axis goes to `column`.
bool RowAccesses::areOfRows(Accesses accesses, size_t dim, Value &column) {
  return llvm::all_of(accesses, [&](const MemoryAccess &access) {
    Value index = access.indices[dim];
    if (isRow(index))
      return true;
    Value axis =
        access.writes ? Value() : findAxisUnderRow(index, /*isSite=*/false);
    if (!axis || !axis::isPatternOfRows(axis) || (column && column != axis))
      return false;
    column = axis;
    return true;
  });
}

/// Whether `accesses` are, in dimension `dim`, at sites under the row.
bool RowAccesses::areOfOwnElements(Accesses accesses, size_t dim) {
  return llvm::all_of(accesses, [&](const MemoryAccess &access) {
    return bool(findAxisUnderRow(access.indices[dim], /*isSite=*/true));
  });
}

/// An access that is neither at the row nor reads a column of it on one axis
/// for all.
const MemoryAccess &RowAccesses::findOffender(Accesses accesses) {
  Value column = pattern;
  auto isKnown = [&](const MemoryAccess &access, Value index) {
    if (isRow(index))
      return true;
    Value axis = findAxisUnderRow(index, /*isSite=*/false);
    if (access.writes || !axis || !axis::isPatternOfRows(axis))
      return false;
    column = column ? column : axis;
    return column == axis;
  };
  for (bool writes : {true, false})
    for (const MemoryAccess &access : accesses)
      if (access.writes == writes &&
          llvm::none_of(access.indices,
                        [&](Value index) { return isKnown(access, index); }))
        return access;
  return accesses.front();
}

/// Why rows may meet in `accesses`, to one memory that is written.
std::string RowAccesses::checkWritten(Accesses accesses, Operation *&obstacle) {
  const MemoryAccess &first = accesses.front();
  size_t rank = first.indices.size();
  for (const MemoryAccess &access : accesses)
    if (access.buffer != first.buffer || access.indices.size() != rank) {
      obstacle = access.op;
      return "it uses " + getMemoryName(access.root) + " by several buffers";
    }
  for (size_t dim = 0; dim < rank; ++dim) {
    Value column = pattern;
    if (areOfOwnElements(accesses, dim))
      return "";
    if (!areOfRows(accesses, dim, column))
      continue;
    pattern = column;
    return "";
  }
  const MemoryAccess &offender = findOffender(accesses);
  obstacle = offender.op;
  return ("it " + getVerb(offender) + " " + getMemoryName(offender.root) +
          " at " + getIndexText(offender.indices) + ", expected at " +
          nest.getDimName(0).getValue() +
          (offender.writes ? "" : " or at columns of one axis under it"))
      .str();
}

bool spindle::iter::areOfBuffers(ArrayRef<MemoryAccess> first,
                                 ArrayRef<MemoryAccess> second) {
  auto isOfBuffer = [](const MemoryAccess &access) {
    return access.buffer || isOfBufferOrAxis(access.memory);
  };
  return llvm::all_of(first, isOfBuffer) && llvm::all_of(second, isOfBuffer);
}

std::string RowAccesses::check(Operation *&obstacle) {
  SmallVector<MemoryAccess> all;
  std::string reason;
  nest.getBody().walk([&](Operation *op) {
    reason = findNestAccesses(op, all);
    if (reason.empty())
      return WalkResult::advance();
    obstacle = op;
    return WalkResult::interrupt();
  });
  if (!reason.empty())
    return reason;
  llvm::MapVector<Value, SmallVector<MemoryAccess>> memories;
  for (const MemoryAccess &access : all)
    memories[access.root].push_back(access);
  DistinctMemory distinct(nest->getParentOfType<FunctionOpInterface>());
  for (const auto &[root, accesses] : memories) {
    auto writes = [](const MemoryAccess &access) { return access.writes; };
    if (llvm::none_of(accesses, writes))
      continue;
    for (const auto &[other, others] : memories)
      if (other != root && !distinct.areDistinct(root, other) &&
          !areOfBuffers(accesses, others))
        return "it uses " + getMemoryName(other) + ", which may overlap " +
               getMemoryName(root);
    reason = checkWritten(accesses, obstacle);
    if (!reason.empty())
      return reason;
  }
  return "";
}
