//===- IndexFamilies.cpp - indices that belong to one iteration -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/IndexFamilies.h"

#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/IndexBounds.h"
#include "Spindle/Analysis/LoopTiles.h"
#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Analysis/UniqueNumbers.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;
using spindle::axis::CoordinateOp;
using spindle::axis::LengthOp;
using spindle::axis::LocateOp;
using spindle::axis::PositionOp;

/// Whether `index` is the variable of one of the loops.
bool IndexFamilies::isVariable(Value index) {
  return llvm::any_of(
      loops, [&](scf::ForOp loop) { return index == loop.getInductionVar(); });
}

/// Whether `value` is the same in all iterations. An axis that an iteration
/// makes is none that another one knows.
bool IndexFamilies::isOutside(Value value) {
  bool isAxis = isa<AxisType>(value.getType());
  return llvm::all_of(bodies, [&](scf::ForOp loop) {
    return isAxis ? loop.isDefinedOutsideOfLoop(value)
                  : loops::isInvariant(value, loop);
  });
}

bool IndexFamilies::Family::operator==(const Family &other) const {
  return kind == other.kind && areEqual(axis, other.axis) &&
         factor == other.factor && start == other.start && of == other.of;
}

/// The number of `family`, which becomes known. Of an axis that is made in the
/// loop there is none: it is another in each iteration.
IndexFamilies::Found IndexFamilies::getNumber(const Family &family) {
  if (family.axis && !isOutside(family.axis))
    return {};
  auto *it = llvm::find(families, family);
  if (it == families.end())
    it = families.insert(it, family);
  return it - families.begin();
}

std::optional<size_t> IndexFamilies::find(Value index) {
  if (auto it = known.find(index); it != known.end())
    return it->second;
  Found found = isOutside(index) ? Found() : compute(index);
  known[index] = found;
  return found;
}

IndexFamilies::Found IndexFamilies::compute(Value index) {
  if (isVariable(index))
    return getNumber({Kind::Variable});
  if (scf::ForOp inner = getLoopOfVariable(index))
    return findVariable(inner);
  Operation *op = index.getDefiningOp();
  if (!op)
    return {};
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case([&](PositionOp op) { return findPosition(op); })
      .Case([&](CoordinateOp op) { return findCoordinate(op); })
      .Case([&](LocateOp op) {
        return index == op.getPlace() ? findLocated(op) : Found();
      })
      .Case([&](memref::LoadOp op) { return findNumber(op); })
      .Case([&](arith::IndexCastOp op) {
        auto load = op.getIn().getDefiningOp<memref::LoadOp>();
        return load ? findNumber(load) : Found();
      })
      .Default([&](Operation *) { return findBlocks(index); });
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// The positions of `axis` under `under`, one position per parent.
IndexFamilies::Found IndexFamilies::findFibres(Value axis, ValueRange under) {
  for (auto [parent, position] : llvm::enumerate(under)) {
    Found of = find(position);
    if (!of)
      continue;
    // A singleton has its only parent's positions.
    if (axis::getAxisType(axis).getKind() == AxisKind::Singleton &&
        under.size() == 1)
      return of;
    return getNumber({Kind::Fibres, axis, int64_t(parent), 0, of});
  }
  return {};
}

/// Whether `index` is at most the number of cells of the fibre of `axis` under
/// `under`.
static bool isWithinFibre(Value index, Value axis, ValueRange under) {
  auto length = index.getDefiningOp<LengthOp>();
  if (length && length.getAxis() == axis && length.getUnder() == under)
    return true;
  AxisType type = axis::getAxisType(axis);
  std::optional<int64_t> maximum = getMaximum(index);
  if (type.isThin())
    return maximum && *maximum <= 1;
  if (!type.isFixed())
    return false;
  return index == axis::getCellsPerFibre(axis) ||
         (maximum && !ShapedType::isDynamic(type.getWidth()) &&
          *maximum <= type.getWidth());
}

/// Whether `offset` is that of a cell of the fibre of `axis` under `under`.
static bool isOffsetInFibre(Value offset, Value axis, ValueRange under) {
  AxisType type = axis::getAxisType(axis);
  std::optional<int64_t> bound = getBound(offset);
  if (type.isThin() && bound)
    return *bound <= 1;
  if (type.isFixed() && bound && !ShapedType::isDynamic(type.getWidth()))
    return *bound <= type.getWidth();
  scf::ForOp loop = getLoopOfVariable(offset);
  return loop && startsAtZeroOrAbove(loop) &&
         isWithinFibre(loop.getUpperBound(), axis, under);
}

IndexFamilies::Found IndexFamilies::findPosition(PositionOp op) {
  return isOffsetInFibre(op.getOffset(), op.getAxis(), op.getUnder())
             ? findFibres(op.getAxis(), op.getUnder())
             : Found();
}

/// Whether `end` is where the fibre ends that starts at `begin`.
static bool isFibreEnd(Value end, PositionOp begin) {
  auto isWithin = [&](Value index) {
    return isWithinFibre(index, begin.getAxis(), begin.getUnder());
  };
  if (auto sum = end.getDefiningOp<arith::AddIOp>())
    return (sum.getLhs() == begin && isWithin(sum.getRhs())) ||
           (sum.getRhs() == begin && isWithin(sum.getLhs()));
  auto last = end.getDefiningOp<PositionOp>();
  return last && last.getAxis() == begin.getAxis() &&
         last.getUnder() == begin.getUnder() && isWithin(last.getOffset());
}

/// Whether `end` is `begin` + 1.
static bool isNext(Value end, Value begin) {
  auto sum = getLinearIndex(end);
  return sum && sum->constant == 1 && sum->terms.size() == 1 &&
         sum->terms.front().value == begin && sum->terms.front().factor == 1;
}

/// The positions from `begin` to before `end`: those of a fibre, or of the
/// fibres under such positions of the parent, which follow one another.
IndexFamilies::Found IndexFamilies::findRange(Value begin, Value end) {
  auto first = begin.getDefiningOp<PositionOp>();
  if (!first || !isZero(first.getOffset()))
    return isNext(end, begin) ? find(begin) : Found();
  if (isFibreEnd(end, first))
    return findFibres(first.getAxis(), first.getUnder());
  auto last = end.getDefiningOp<PositionOp>();
  if (!last || last.getAxis() != first.getAxis() || !isZero(last.getOffset()) ||
      first.getUnder().size() != 1)
    return {};
  Found of = findRange(first.getUnder().front(), last.getUnder().front());
  if (!of ||
      axis::getAxisType(first.getAxis()).getKind() == AxisKind::Singleton)
    return of;
  return getNumber({Kind::Fibres, first.getAxis(), 0, 0, of});
}

/// Adds the numbers whose greatest, or whose smallest, `bound` is.
template <typename ExtremeOp>
static void collectExtremes(Value bound, SmallVectorImpl<Value> &numbers) {
  auto extreme = bound.getDefiningOp<ExtremeOp>();
  if (!extreme)
    return numbers.push_back(bound);
  collectExtremes<ExtremeOp>(extreme.getLhs(), numbers);
  collectExtremes<ExtremeOp>(extreme.getRhs(), numbers);
}

/// The factor of the one term of `begin`, a multiple of it, if `end` is at most
/// so much above.
static std::optional<int64_t> getBlockSize(Value begin, Value end) {
  std::optional<LinearIndex> first = getLinearIndex(begin);
  std::optional<LinearIndex> last = getLinearIndex(end);
  if (!first || !last || first->terms.size() != 1 || last->terms.size() != 1 ||
      first->constant != 0)
    return std::nullopt;
  LinearIndex::Term term = first->terms.front();
  bool isSame = term.value == last->terms.front().value &&
                term.factor == last->terms.front().factor;
  return isSame && term.factor > 0 && last->constant <= term.factor
             ? std::optional(term.factor)
             : std::nullopt;
}

/// The blocks that `inner` is cut off at both ends of, whatever it runs over.
IndexFamilies::Found IndexFamilies::findCut(scf::ForOp inner) {
  SmallVector<Value> begins, ends;
  collectExtremes<arith::MaxSIOp>(inner.getLowerBound(), begins);
  collectExtremes<arith::MinSIOp>(inner.getUpperBound(), ends);
  for (Value begin : begins)
    for (Value end : ends) {
      std::optional<int64_t> size = getBlockSize(begin, end);
      Found of =
          size ? find(getLinearIndex(begin)->terms.front().value) : Found();
      if (of)
        return *size == 1 ? of
                          : getNumber({Kind::Blocks, Value(), *size, 0, of});
    }
  return {};
}

/// What the variable of a loop inside runs over: the points of the tile that
/// this iteration is, a block, or positions.
IndexFamilies::Found IndexFamilies::findVariable(scf::ForOp inner) {
  if (inner.getUnsignedCmp())
    return {};
  scf::ForOp tiles = getTileLoop(inner);
  if (tiles && isVariable(tiles.getInductionVar()))
    return getNumber({Kind::Variable});
  if (Found cut = findCut(inner))
    return cut;
  LoopRange range = getRange(inner);
  return findRange(range.begin, range.end);
}

//===----------------------------------------------------------------------===//
// Coordinates and places
//===----------------------------------------------------------------------===//

/// Whether `axis` is an occupancy, or lies below one.
static bool isBelowOccupancy(Value axis) {
  llvm::SetVector<Value> above(&axis, &axis + 1);
  for (size_t next = 0; next < above.size(); ++next) {
    if (axis::getAxisType(above[next]).getKind() == AxisKind::Occupancy)
      return true;
    above.insert_range(axis::getParents(above[next]));
  }
  return false;
}

/// Whether no coordinate comes twice in a fibre of `axis`.
static bool hasUniqueFibres(Value axis) {
  AxisType type = axis::getAxisType(axis);
  return axis::isMadeByAxisOp(axis) && type.isDimension() && type.getUnique() &&
         !isBelowOccupancy(axis);
}

bool spindle::iter::hasUniqueCoordinates(Value axis) {
  bool isSaidOfAll = axis::isRoot(axis) ||
                     axis::getAxisType(axis).getKind() == AxisKind::Singleton;
  return isSaidOfAll && hasUniqueFibres(axis);
}

/// Whether `op` asks for coordinates of the same fibre in all iterations.
bool IndexFamilies::isInOneFibre(CoordinateOp op) {
  return !op.getUnder().empty() && hasUniqueFibres(op.getAxis()) &&
         llvm::all_of(op.getUnder(),
                      [&](Value under) { return isOutside(under); });
}

IndexFamilies::Found IndexFamilies::findCoordinate(CoordinateOp op) {
  Value axis = op.getAxis();
  if (!hasUniqueCoordinates(axis) && !isInOneFibre(op))
    return {};
  Found of = find(op.getPosition());
  // In a root without an array of coordinates, these are the positions.
  if (!of || !axis::getAxisType(axis).hasCoordinates())
    return of;
  return getNumber({Kind::Coordinates, axis, 0, 0, of});
}

IndexFamilies::Found IndexFamilies::findLocated(LocateOp op) {
  // A walk ends at a position where nothing was found, too.
  if (op.getFrom())
    return {};
  if (Found of = findFibres(op.getAxis(), op.getUnder()))
    return of;
  Found of = find(op.getCoordinate());
  if (!of)
    return {};
  return getNumber({Kind::Places, op.getAxis(), 0, 0, of});
}

IndexFamilies::Found IndexFamilies::findNumber(memref::LoadOp load) {
  if (!load->hasAttr(IterDialect::kUniqueAttr))
    return {};
  for (auto [dim, index] : llvm::enumerate(load.getIndices()))
    if (Found of = find(index))
      return getNumber({Kind::Numbers, load.getMemRef(), int64_t(dim), 0, of});
  return {};
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The blocks that `sum` is in if its term `block` says which and the other
/// terms say where in it.
IndexFamilies::Found IndexFamilies::findBlocks(const LinearIndex &sum,
                                               const LinearIndex::Term &block) {
  Found of = find(block.value);
  std::optional<NumberRange> rest = getRangeInBlock(sum, block);
  int64_t size = std::abs(block.factor), spread;
  if (!of || !rest || llvm::SubOverflow(rest->greatest, rest->least, spread) ||
      spread >= size)
    return {};
  // Where it fits, a block starts at a multiple of its size.
  bool fits = rest->least >= 0 && rest->greatest < size;
  int64_t start = fits ? 0 : rest->least;
  if (block.factor == 1 && start == 0)
    return of;
  return getNumber({Kind::Blocks, Value(), block.factor, start, of});
}

IndexFamilies::Found IndexFamilies::findBlocks(Value index) {
  std::optional<LinearIndex> sum = getLinearIndex(index);
  if (!sum || (sum->terms.size() == 1 && sum->terms.front().value == index))
    return {};
  SmallVector<LinearIndex::Term> shifts;
  llvm::copy_if(sum->terms, std::back_inserter(shifts),
                [&](const auto &term) { return isOutside(term.value); });
  llvm::erase_if(sum->terms,
                 [&](const auto &term) { return isOutside(term.value); });
  // The greatest factor is that of the outermost blocks.
  Found best;
  int64_t greatest = 0;
  for (const LinearIndex::Term &term : sum->terms) {
    if (std::abs(term.factor) <= greatest)
      continue;
    if (Found blocks = findBlocks(*sum, term)) {
      best = blocks;
      greatest = std::abs(term.factor);
    }
  }
  for (const LinearIndex::Term &term : shifts)
    if (best)
      best = getNumber({Kind::Shift, term.value, term.factor, 0, best});
  return best;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Whether all of `accesses` have an index of one family in dimension `dim`.
bool IndexFamilies::haveFamily(ArrayRef<const MemoryAccess *> accesses,
                               size_t dim) {
  Found family = find(accesses.front()->indices[dim]);
  return family && llvm::all_of(accesses, [&](const MemoryAccess *access) {
           return find(access->indices[dim]) == family;
         });
}

bool IndexFamilies::keepAllApart(ArrayRef<const MemoryAccess *> accesses) {
  size_t rank = accesses.front()->indices.size();
  for (const MemoryAccess *access : accesses)
    rank = std::min<size_t>(rank, access->indices.size());
  return llvm::any_of(llvm::seq(rank),
                      [&](size_t dim) { return haveFamily(accesses, dim); });
}

bool IndexFamilies::keepApart(ArrayRef<MemoryAccess> accesses) {
  SmallVector<const MemoryAccess *> all;
  for (const MemoryAccess &access : accesses)
    all.push_back(&access);
  return keepAllApart(all);
}

bool IndexFamilies::keepApart(const MemoryAccess &first,
                              const MemoryAccess &second) {
  return keepAllApart({&first, &second});
}

bool IndexFamilies::isCoordinate(Value index, Value rows) {
  Found found = find(index);
  if (!found)
    return false;
  const Family &family = families[*found];
  return family.kind == Kind::Coordinates && family.axis == rows;
}

/// The family of the row whose column on `pattern` `index` is; null for none.
const IndexFamilies::Family *IndexFamilies::findRowOf(Value index,
                                                      Value pattern) {
  auto column = index.getDefiningOp<CoordinateOp>();
  if (!column || column.getAxis() != pattern)
    return nullptr;
  Found found = find(column.getPosition());
  if (!found || families[*found].kind != Kind::Fibres ||
      families[*found].axis != pattern)
    return nullptr;
  // In a root the place of a coordinate is the coordinate.
  const Family *row = &families[*families[*found].of];
  if (row->kind == Kind::Places)
    row = &families[*row->of];
  return row->kind == Kind::Coordinates ? row : nullptr;
}

bool IndexFamilies::isColumn(Value index, Value pattern, Value rows) {
  const Family *row = findRowOf(index, pattern);
  return row && row->axis == rows;
}

std::optional<IndexFamilies::Fibre> IndexFamilies::getFibre(Found found) {
  if (!found || families[*found].kind != Kind::Fibres)
    return std::nullopt;
  return Fibre{families[*found].axis, *families[*found].of};
}

std::optional<IndexFamilies::Fibre> IndexFamilies::findFibre(Value index) {
  return getFibre(find(index));
}

std::optional<SmallVector<Value>> IndexFamilies::findPath(Value index) {
  Found found = find(index);
  SmallVector<Value> path;
  while (found && families[*found].kind == Kind::Fibres &&
         axis::getParents(families[*found].axis).size() == 1) {
    path.insert(path.begin(), families[*found].axis);
    found = families[*found].of;
  }
  if (!found || families[*found].kind != Kind::Variable)
    return std::nullopt;
  return path;
}

std::optional<IndexFamilies::Fibre> IndexFamilies::findNamed(Value index,
                                                             Value &rows) {
  Found found = find(index);
  if (!found || families[*found].kind != Kind::Coordinates)
    return std::nullopt;
  rows = families[*found].axis;
  return getFibre(families[*found].of);
}

std::optional<IndexFamilies::Fibre>
IndexFamilies::findRow(Value index, Value pattern, Value &rows) {
  const Family *row = findRowOf(index, pattern);
  if (!row)
    return std::nullopt;
  rows = row->axis;
  return getFibre(row->of);
}
